//! TAG007: unknown result.

use crate::{
    game::Game,
    lexer::read_marker,
    lint::{Check, Report, Safety, Severity, rule::rule},
    opening::Opening,
    tags::TagName,
};

rule! {
    /// ## What it does
    /// Reports a Result tag that is none of `1-0`, `0-1`, `1/2-1/2` and `*`.
    ///
    /// ## Why is this bad?
    /// Nobody counts such a game.
    ///
    /// ## Example
    /// `[Result "2-0"]` or `[Result "½-½"]`; write `1-0`, `1/2-1/2`.
    ///
    /// ## Source
    /// PGN-8.1.1.7, DIA-13, policy P24.
    "TAG007" "unknown-result", Severity::Warning, Check::Tags(check)
}

fn check(game: &Game<'_>, _: &Opening, report: &mut Report<'_>) {
    let Some(tag) = game.tag(TagName::Result) else { return };
    let meaning = read_marker(game.text(tag.value));
    if meaning.is_some_and(|marker| marker.is_standard) {
        return;
    }
    let finding = report.at(tag.value, format!("`{}` is no result of PGN", game.decoded(tag.value)));
    if let Some(outcome) = meaning.and_then(|marker| marker.outcome) {
        finding.replace(tag.value, outcome.to_string(), Safety::Safe);
    }
}
