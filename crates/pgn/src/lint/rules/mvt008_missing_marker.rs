//! MVT008: missing marker.

use crate::{
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
    replay::Replay,
};

rule! {
    /// ## What it does
    /// Reports a game that does not end in a termination marker.
    ///
    /// ## Why is this bad?
    /// The marker ends a game. Without it nobody knows whether the game is whole.
    ///
    /// ## Example
    /// `1. e4 e5` and nothing else; add `*`, or the result.
    ///
    /// ## Source
    /// PGN-8.2.6.
    "MVT008" "missing-marker", Severity::Warning, Check::Game(check), Archive: Warning
}

fn check(game: &Game<'_>, replay: Option<&Replay>, report: &mut Report<'_>) {
    let is_double_loss = replay.is_some_and(|replay| replay.double_loss.is_some());
    if game.marker.is_none() && !is_double_loss && !game.has_unclosed_comment() {
        report.at(game.end_span(), "the game has no termination marker");
    }
}
