//! MVT020: text before tags.

use crate::{
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
};

rule! {
    /// ## What it does
    /// Reports text before the first tag pair that is no comment, once. It is passed over.
    ///
    /// ## Why is this bad?
    /// The standard has nothing but comments there; some readers take the text for a game, or lose the one behind it.
    ///
    /// ## Example
    /// The head of an e-mail above the games; remove it, or begin each of its lines with `%` or `;`.
    ///
    /// ## Source
    /// PGN-8, PGN-6.
    "MVT020" "text-before-tags", Severity::Warning, Check::Text(check)
}

fn check(game: &Game<'_>, report: &mut Report<'_>) {
    if let Some(span) = game.text_before_tags() {
        report.at(span, "this text stands before the tags of a game and is no comment");
    }
}
