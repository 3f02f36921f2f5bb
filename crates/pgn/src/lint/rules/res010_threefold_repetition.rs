//! RES010: threefold repetition.

use crate::{
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
    repetition::nth_occurrence,
    replay::Replay,
};

rule! {
    /// ## What it does
    /// Reports the move of the main line after which the same position has occurred three times, for the first such
    /// position.
    ///
    /// ## Why is this bad?
    /// It is no fault: the player to move could have claimed a draw. A draw that was not claimed is worth a look in the
    /// record of an event.
    ///
    /// ## Example
    /// Knights that go out and back twice.
    ///
    /// ## Source
    /// FIDE-9.2.
    "RES010" "threefold-repetition", Severity::Info, Check::Game(check)
}

fn check(game: &Game<'_>, replay: Option<&Replay>, report: &mut Report<'_>) {
    if let Some(replay) = replay
        && let Some(n_played) = nth_occurrence(replay, 3)
    {
        report.at_main_line(
            game,
            replay,
            n_played - 1,
            "the same position for the third time: the players could claim a draw",
        );
    }
}
