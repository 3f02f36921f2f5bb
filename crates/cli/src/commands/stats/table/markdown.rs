//! A Markdown table.

use pgn960_stats::report::Report;

use super::{cells, comparison_words, hidden_rows};

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
    if let Some(words) = hidden_rows(report) {
        text += &format!("\n{words}.\n");
    }
    out.extend_from_slice(text.as_bytes());
}
