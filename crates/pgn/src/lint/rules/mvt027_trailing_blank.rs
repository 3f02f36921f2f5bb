//! MVT027: trailing blank.

use crate::{
    game::Game,
    lint::{Check, Fix, Report, Safety, Severity, finding::Edit, rule::rule},
    location::{Span, lines},
    split::is_blank,
};

rule! {
    /// ## What it does
    /// Reports blanks at the end of lines, once per game at the first of them, with their number.
    ///
    /// ## Why is this bad?
    /// Export format has none, so that the same game always makes the same bytes.
    ///
    /// ## Example
    /// `1. e4 e5 ` before the end of a line; remove the last blank.
    ///
    /// ## Source
    /// PGN-8.2.1, PGN-3.2.1.
    "MVT027" "trailing-blank", Severity::Info, Check::Text(check), Strict: Warning
}

fn check(game: &Game<'_>, report: &mut Report<'_>) {
    if !game.is_game() {
        return;
    }
    let trailing = |line: Span| {
        let text = game.text(line);
        let length = text.iter().rposition(|&byte| !is_blank(byte)).map_or(0, |last| last + 1);
        Span::new(line.start as usize + length, line.end as usize)
    };
    let spans: Vec<_> = lines(game.bytes).map(trailing).filter(|span| !span.is_empty()).collect();
    let Some(&first) = spans.first() else { return };
    let more = match spans.len() - 1 {
        0 => String::new(),
        n_more => format!("; {n_more} more lines of this game have them"),
    };
    let edits = spans.into_iter().map(|span| Edit { span, text: String::new() }).collect();
    report.at(first, format!("blanks at the end of a line{more}")).fix = Some(Fix { safety: Safety::Safe, edits });
}
