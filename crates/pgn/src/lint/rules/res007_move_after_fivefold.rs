//! RES007: move after fivefold.

use crate::{
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
    repetition::nth_occurrence,
    replay::Replay,
};

rule! {
    /// ## What it does
    /// Reports a move of the main line after the same position has occurred five times, at the first one.
    ///
    /// ## Why is this bad?
    /// The fifth occurrence ends the game as a draw, without a claim; what follows does not count. Boards that record
    /// moves sometimes write the same ones several times.
    ///
    /// ## Example
    /// Knights that go out and back four times, and a move more; end the game with `1/2-1/2`.
    ///
    /// ## Source
    /// FIDE-9.6.1, FIDE-9.2.3, policy P13.
    "RES007" "move-after-fivefold", Severity::Warning, Check::Game(check)
}

fn check(game: &Game<'_>, replay: Option<&Replay>, report: &mut Report<'_>) {
    if let Some(replay) = replay
        && let Some(n_played) = nth_occurrence(replay, 5)
    {
        report.at_main_line(game, replay, n_played, "a move after the same position has occurred for the fifth time");
    }
}
