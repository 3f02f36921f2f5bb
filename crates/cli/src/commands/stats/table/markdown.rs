//! A Markdown table.

use pgn960_stats::report::Report;

use super::{cells, comparison_words};
use crate::report::hidden_words;

/// Appends the table.
pub fn write(out: &mut Vec<u8>, report: &Report) {
    let mut text = String::new();
    if let Some(comparison) = &report.comparison {
        text += &(comparison_words(comparison).join(" ") + "\n\n");
    }
    for (index, row) in cells(report).iter().enumerate() {
        for cell in row {
            text += &format!("| {} ", cell.replace('\\', "\\\\").replace('|', "\\|"));
        }
        text += "|\n";
        if index == 0 {
            text += &"|---".repeat(report.heads.len());
            text += &"|---:".repeat(report.columns.len());
            text += "|\n";
        }
    }
    if report.n_hidden > 0 {
        text += &format!("\n{}.\n", hidden_words(report.n_hidden as u64, "row"));
    }
    out.extend_from_slice(text.as_bytes());
}
