//! Comma-separated values, for spreadsheets and programs.

use anyhow::Result;
use pgn960_pgn::lint::diagnose::printable;
use pgn960_stats::{metric::Value, report::Report};

/// Appends the table. An estimate takes three columns, as the value, the low and the high end of its interval.
pub fn write(out: &mut Vec<u8>, report: &Report) -> Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    let mut heads: Vec<String> = report.heads.iter().map(|&head| head.to_owned()).collect();
    // Which columns hold estimates is the same in every row.
    let is_estimate = |index: usize| {
        let values = report.rows.first().map(|row| &row.values).or(report.total.as_ref());
        values.is_some_and(|values| matches!(values[index], Value::Estimate(_)))
    };
    for (index, column) in report.columns.iter().enumerate() {
        heads.push(column.name.clone());
        if is_estimate(index) {
            heads.extend(["low", "high"].map(|end| format!("{}_{end}", column.name)));
        }
    }
    writer.write_record(&heads)?;
    for row in &report.rows {
        let mut fields: Vec<String> = row.labels.iter().map(|label| printable(label)).collect();
        for &value in &row.values {
            match value {
                Value::Count(count) => fields.push(count.to_string()),
                Value::Number(number) => fields.push(number.map_or_else(String::new, rounded)),
                Value::Estimate(None) => fields.extend([const { String::new() }; 3]),
                Value::Estimate(Some((value, interval))) => {
                    let ends = interval.map_or([None; 2], |interval| [Some(interval.low), Some(interval.high)]);
                    fields
                        .extend([Some(value), ends[0], ends[1]].map(|number| number.map_or_else(String::new, rounded)));
                }
            }
        }
        writer.write_record(&fields)?;
    }
    writer.flush()?;
    Ok(())
}

/// A number with at most eight places behind the point.
fn rounded(number: f64) -> String {
    // Not `-0`.
    ((number * 1e8).round() / 1e8 + 0.0).to_string()
}
