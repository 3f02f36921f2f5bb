//! Aligned columns, for people.

use pgn960_stats::report::Report;

use super::{cells, comparison_words, hidden_rows};

/// Names longer than this are cut.
const WIDEST: usize = 32;

/// Appends the table.
pub fn write(out: &mut Vec<u8>, report: &Report) {
    let mut text = String::new();
    if let Some(comparison) = &report.comparison {
        for line in comparison_words(comparison) {
            text += &(line + "\n");
        }
        text.push('\n');
    }
    let mut cells = cells(report);
    for label in cells.iter_mut().flat_map(|row| &mut row[..report.heads.len()]) {
        if label.chars().count() > WIDEST {
            *label = label.chars().take(WIDEST - 1).chain(['…']).collect();
        }
    }
    let n_columns = report.heads.len() + report.columns.len();
    let width = |column: usize| cells.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..n_columns).map(width).collect();
    for (index, row) in cells.iter().enumerate() {
        if report.total.is_some() && index + 1 == cells.len() {
            text += &"-".repeat(widths.iter().sum::<usize>() + 2 * (n_columns - 1));
            text.push('\n');
        }
        let mut line = String::new();
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            let gap = if column > 0 { "  " } else { "" };
            line += &if column < report.heads.len() {
                format!("{gap}{cell:<width$}")
            } else {
                format!("{gap}{cell:>width$}")
            };
        }
        text += line.trim_end();
        text.push('\n');
    }
    if let Some(words) = hidden_rows(report) {
        text += &format!("{words}\n");
    }
    out.extend_from_slice(text.as_bytes());
}
