//! MVT022: missing empty line.

use crate::{
    game::Game,
    lint::{Check, Report, Safety, Severity, rule::rule},
    location::{Span, lines},
};

rule! {
    /// ## What it does
    /// Reports a game with no empty line before it, or with none between its tags and its movetext.
    ///
    /// ## Why is this bad?
    /// Readers find the parts of a file by empty lines. Some take the tags of the next game for moves, and report
    /// faults in games that have none, or lose them.
    ///
    /// ## Example
    /// `1-0` and `[Event "..."]` on the next line; put an empty line between them.
    ///
    /// ## Source
    /// PGN-8.1, PGN-8.2.1.
    "MVT022" "missing-empty-line", Severity::Warning, Check::Text(check)
}

fn check(game: &Game<'_>, report: &mut Report<'_>) {
    if game.follows_text && game.is_game() {
        let start = game.start_span();
        report.at(start, "no empty line separates this game from what stands before it").replace(
            start,
            "\n",
            Safety::Safe,
        );
    }
    if let Some(gap) = game.gap_behind_tags() {
        // The first line is what is left of the last tag's.
        let n_line_ends = lines(game.text(gap)).count() - 1;
        if n_line_ends < 2 {
            let next = Span { start: gap.end, end: gap.end };
            report.at(next, "no empty line separates the movetext from the tags").replace(
                next,
                "\n\n"[n_line_ends..].to_owned(),
                Safety::Safe,
            );
        }
    }
}
