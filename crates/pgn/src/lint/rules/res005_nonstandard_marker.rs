//! RES005: nonstandard marker.

use crate::{
    game::Game,
    lint::{Check, Report, Safety, Severity, rule::rule},
    replay::Replay,
};

rule! {
    /// ## What it does
    /// Reports a termination marker in another form than `1-0`, `0-1`, `1/2-1/2` and `*`, and a final `0-0` or
    /// `-:-` for a loss of both.
    ///
    /// ## Why is this bad?
    /// Other readers drop it without a word, and the game is left without result.
    ///
    /// ## Example
    /// `½-½` or `1–0` with a dash; write `1/2-1/2`, `1-0`.
    ///
    /// ## Source
    /// PGN-8.2.6, DIA-13, policies P9 and P24.
    "RES005" "nonstandard-marker", Severity::Warning, Check::Game(check)
}

fn check(game: &Game<'_>, replay: Option<&Replay>, report: &mut Report<'_>) {
    if let Some((span, marker)) = game.marker
        && !marker.is_standard
        && let Some(outcome) = marker.outcome
    {
        let message = format!("`{}` is written `{outcome}` in PGN", game.decoded(span));
        report.at(span, message).replace(span, outcome.to_string(), Safety::Safe);
    }
    let double_loss = replay.and_then(|replay| replay.double_loss);
    let lost_twice = game.marker.filter(|(_, marker)| marker.outcome.is_none()).map(|(span, _)| span);
    if let Some(span) = double_loss.or(lost_twice) {
        let text = game.decoded(span);
        report.at(span, format!("`{text}` is no termination marker of PGN; read as a loss for both"));
    }
}
