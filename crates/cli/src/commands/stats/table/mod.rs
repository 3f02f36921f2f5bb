//! Tables of statistics to text, one file a format.

pub mod csv;
pub mod json;
pub mod markdown;
pub mod text;

use pgn960_pgn::lint::diagnose::printable;
use pgn960_stats::{
    comparison::{Comparison, FALSE_DISCOVERY_RATE},
    metric::{Unit, Value},
    report::Report,
};

use crate::report::{counted, hidden_words};

/// A value as people read it: shares and scores in percent, an estimate with its interval behind it.
fn shown(value: Value, unit: Unit) -> String {
    let number = |number: f64| match unit {
        Unit::Count => format!("{number:.0}"),
        Unit::Share | Unit::Score => format!("{:.1}", 100.0 * number),
        Unit::Elo => format!("{number:+.0}"),
        Unit::Plies => format!("{number:.1}"),
        Unit::Probability => probability(number),
    };
    match value {
        Value::Count(count) => count.to_string(),
        Value::Number(None) | Value::Estimate(None) => "-".to_owned(),
        // Half-moves by which something had happened are whole.
        Value::Number(Some(value)) if unit == Unit::Plies => format!("{value:.0}"),
        Value::Number(Some(value)) => number(value),
        Value::Estimate(Some((value, None))) => number(value),
        Value::Estimate(Some((value, Some(interval)))) => {
            format!("{} ({}-{})", number(value), number(interval.low), number(interval.high))
        }
    }
}

/// A probability as people read it.
pub fn probability(number: f64) -> String {
    match number {
        // Too small for a double, but hardly ever impossible.
        0.0 => "< 0.0001".to_owned(),
        _ if number < 0.0001 => format!("{number:.0e}"),
        _ => format!("{number:.4}"),
    }
}

/// What a test came to, as people read it: `p = 0.0275`.
pub fn p_words(p: f64) -> String {
    let shown = probability(p);
    if shown.starts_with('<') { format!("p {shown}") } else { format!("p = {shown}") }
}

/// The head of a column as people read it.
fn head(name: &str, unit: Unit) -> String {
    match unit {
        Unit::Share | Unit::Score => format!("{name} %"),
        Unit::Count | Unit::Elo | Unit::Plies | Unit::Probability => name.to_owned(),
    }
}

/// The table as texts: heads, rows, and the total.
fn cells(report: &Report) -> Vec<Vec<String>> {
    let heads = report.heads.iter().map(|&head| head.to_owned());
    let mut cells = vec![heads.chain(report.columns.iter().map(|column| head(&column.name, column.unit))).collect()];
    let values = |values: &[Value]| -> Vec<String> {
        values.iter().zip(&report.columns).map(|(&value, column)| shown(value, column.unit)).collect()
    };
    for row in &report.rows {
        cells.push(row.labels.iter().map(|label| printable(label)).chain(values(&row.values)).collect());
    }
    if let Some(total) = &report.total {
        let labels = (0..report.heads.len()).map(|index| if index == 0 { "all" } else { "" }.to_owned());
        cells.push(labels.chain(values(total)).collect());
    }
    cells
}

/// What the start positions held against each other come to.
fn comparison_words(comparison: &Comparison) -> Vec<String> {
    let test = &comparison.heterogeneity;
    let n_standing_out = comparison.groups.iter().filter(|group| group.is_significant()).count();
    let verdict = match (test.rejects(), n_standing_out) {
        (false, 0) => "These games cannot tell the starts apart: do not rank them.".to_owned(),
        (true, 0) => "The starts differ, but no single one can be named.".to_owned(),
        (_, count) => {
            let (stand, them) = if count == 1 { ("stands", "it") } else { ("stand", "them") };
            format!("{count} of them {stand} out (q <= {FALSE_DISCOVERY_RATE}); `--sort q:asc` lists {them} first.")
        }
    };
    let mut words = vec![
        format!("Do the {} starts differ in White's score?", comparison.groups.len()),
        format!(
            "Chi-square {:.1} with {} of freedom, {}. {verdict}",
            test.statistic,
            counted(test.degrees_of_freedom as u64, "degree"),
            p_words(test.p),
        ),
        format!(
            "White scores {:.1} % in their games. The true scores of the starts spread around {:.1} % by {:.1} points.",
            100.0 * comparison.mean,
            100.0 * comparison.center,
            100.0 * comparison.variance_between.sqrt(),
        ),
    ];
    if test.is_too_small() {
        let pairs = "such as pairs with colours swapped, hide differences: the starts may differ all the same.";
        words.insert(2, format!("So small a chi-square is rare. Games that depend on each other, {pairs}"));
    }
    words
}

/// How many rows are not shown, if any, and which options are the reason.
fn hidden_rows(report: &Report) -> Option<String> {
    let reasons = [("--top", report.n_hidden > report.n_small), ("--min-games", report.n_small > 0)];
    let options: Vec<_> = reasons.into_iter().filter(|(_, applies)| *applies).map(|(option, _)| option).collect();
    let words = || format!("{} ({})", hidden_words(report.n_hidden as u64, "row"), options.join(", "));
    (report.n_hidden > 0).then(words)
}
