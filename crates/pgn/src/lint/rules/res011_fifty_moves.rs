//! RES011: fifty moves.

use crate::{
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
    repetition::quiet_halfmoves,
    replay::Replay,
};

rule! {
    /// ## What it does
    /// Reports the move of the main line that makes it 50 of each side without capture or pawn move.
    ///
    /// ## Why is this bad?
    /// It is no fault: the player to move could have claimed a draw.
    ///
    /// ## Example
    /// The fiftieth move of an endgame in which nobody gets on.
    ///
    /// ## Source
    /// FIDE-9.3.
    "RES011" "fifty-moves", Severity::Info, Check::Game(check)
}

fn check(game: &Game<'_>, replay: Option<&Replay>, report: &mut Report<'_>) {
    if let Some(replay) = replay
        && let Some(n_played) = quiet_halfmoves(replay, 100)
    {
        report.at_main_line(
            game,
            replay,
            n_played - 1,
            "50 moves of each side without capture or pawn move: the players could claim a draw",
        );
    }
}
