//! RES013: won dead position.

use pgn_reader::{KnownOutcome, Outcome};

use crate::{
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
    replay::Replay,
};

rule! {
    /// ## What it does
    /// Reports a won game of which the last position is dead: neither side has the men to mate.
    ///
    /// ## Why is this bad?
    /// A dead position ends the game as a draw at once, whatever happens afterwards, so that either the result is wrong
    /// or moves are missing.
    ///
    /// ## Example
    /// `1-0` with bare kings; write `1/2-1/2`.
    ///
    /// ## Source
    /// FIDE-5.2.2, policy P12.
    "RES013" "won-dead-position", Severity::Warning, Check::Game(check)
}

fn check(game: &Game<'_>, replay: Option<&Replay>, report: &mut Report<'_>) {
    let Some(replay) = replay.filter(|replay| !replay.is_stopped) else { return };
    if let Some((span, marker)) = game.marker
        && let Some(Outcome::Known(outcome @ KnownOutcome::Decisive { .. })) = marker.outcome
        && replay.last_position.is_dead()
    {
        report.at(span, format!("the marker says `{outcome}`, but neither side has the men to mate: `1/2-1/2`"));
    }
}
