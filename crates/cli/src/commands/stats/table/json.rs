//! One JSON object a line, for programs.

use anyhow::Result;
use pgn960_stats::{metric::Value, report::Report};
use serde::Serialize;
use serde_json::{Map, json};

use crate::commands::stats::Gathered;

/// What the table is, and what came of holding start positions against each other.
#[derive(Serialize)]
struct Head<'a> {
    r#type: &'static str,
    by: Vec<&'static str>,
    r#where: Option<&'a str>,
    games: u64,
    selected: u64,
    faulty: u64,
    damaged_files: u64,
    hidden_rows: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    comparison: Option<Comparison>,
}

/// See [`pgn960_stats::comparison::Comparison`].
#[derive(Serialize)]
struct Comparison {
    starts: usize,
    mean_score: f64,
    starts_mean: f64,
    chi_square: f64,
    degrees_of_freedom: usize,
    p: f64,
    standard_deviation_between: f64,
    standing_out: usize,
}

/// Appends the table: a line of type `stats`, one of type `row` each, and one of type `total`.
pub fn write(out: &mut Vec<u8>, gathered: &Gathered, report: &Report) -> Result<()> {
    let totals = gathered.table.totals();
    let head = Head {
        r#type: "stats",
        by: gathered.table.by().dimensions().iter().map(|dimension| dimension.name()).collect(),
        r#where: gathered.filter.as_deref(),
        games: totals.games,
        selected: totals.selected,
        faulty: totals.faulty,
        damaged_files: totals.damaged_files,
        hidden_rows: report.n_hidden,
        comparison: report.comparison.as_ref().map(|comparison| Comparison {
            starts: comparison.groups.len(),
            mean_score: rounded(comparison.mean),
            starts_mean: rounded(comparison.center),
            chi_square: rounded(comparison.heterogeneity.statistic),
            degrees_of_freedom: comparison.heterogeneity.degrees_of_freedom,
            p: comparison.heterogeneity.p,
            standard_deviation_between: rounded(comparison.variance_between.sqrt()),
            standing_out: comparison.groups.iter().filter(|group| group.is_significant()).count(),
        }),
    };
    serde_json::to_writer(&mut *out, &head)?;
    out.push(b'\n');
    let mut line = |r#type: &str, labels: &[String], values: &[Value]| -> Result<()> {
        let mut object = Map::new();
        object.insert("type".to_owned(), json!(r#type));
        object.extend(report.heads.iter().zip(labels).map(|(&head, label)| (head.to_owned(), json!(label))));
        let named = report.columns.iter().zip(values);
        object.extend(named.map(|(column, &value)| (column.name.clone(), value_json(value))));
        serde_json::to_writer(&mut *out, &object)?;
        out.push(b'\n');
        Ok(())
    };
    report.rows.iter().try_for_each(|row| line("row", &row.labels, &row.values))?;
    report.total.as_ref().map_or(Ok(()), |total| line("total", &[], total))
}

/// An estimate is an object; what is not known or infinite is null.
fn value_json(value: Value) -> serde_json::Value {
    match value {
        Value::Count(count) => json!(count),
        Value::Number(number) => json!(number.map(rounded)),
        Value::Estimate(None) => serde_json::Value::Null,
        Value::Estimate(Some((value, interval))) => {
            let (low, high) =
                (interval.map(|interval| rounded(interval.low)), interval.map(|interval| rounded(interval.high)));
            json!({ "value": rounded(value), "low": low, "high": high })
        }
    }
}

/// A number with at most eight places behind the point.
fn rounded(number: f64) -> f64 {
    (number * 1e8).round() / 1e8 + 0.0
}
