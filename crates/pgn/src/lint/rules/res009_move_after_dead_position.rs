//! RES009: move after dead position.

use crate::{
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
    repetition::dead_position,
    replay::Replay,
};

rule! {
    /// ## What it does
    /// Reports a move of the main line after neither side has the men to mate any more, at the first one: bare kings, a
    /// single minor piece, or bishops all on squares of one colour.
    ///
    /// ## Why is this bad?
    /// A dead position ends the game as a draw at once; what follows does not count.
    ///
    /// ## Example
    /// A king takes the last pawn and both kings walk on; end the game with `1/2-1/2`.
    ///
    /// ## Source
    /// FIDE-5.2.2, policy P13.
    "RES009" "move-after-dead-position", Severity::Warning, Check::Game(check)
}

fn check(game: &Game<'_>, replay: Option<&Replay>, report: &mut Report<'_>) {
    if let Some(replay) = replay
        && let Some(n_played) = dead_position(replay)
    {
        report.at_main_line(game, replay, n_played, "a move although neither side has the men to mate any more");
    }
}
