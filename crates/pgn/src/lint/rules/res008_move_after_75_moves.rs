//! RES008: move after 75 moves.

use crate::{
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
    repetition::quiet_halfmoves,
    replay::Replay,
};

rule! {
    /// ## What it does
    /// Reports a move of the main line after 75 moves of each side without capture or pawn move, at the first one.
    ///
    /// ## Why is this bad?
    /// The 75th move ends the game as a draw, without a claim; what follows does not count.
    ///
    /// ## Example
    /// An endgame of rook and bishop against rook that goes on for 80 moves; end it with `1/2-1/2`.
    ///
    /// ## Source
    /// FIDE-9.6.2, policy P13.
    "RES008" "move-after-75-moves", Severity::Warning, Check::Game(check)
}

fn check(game: &Game<'_>, replay: Option<&Replay>, report: &mut Report<'_>) {
    if let Some(replay) = replay
        && let Some(n_played) = quiet_halfmoves(replay, 150)
    {
        report.at_main_line(game, replay, n_played, "a move after 75 moves of each side without capture or pawn move");
    }
}
