//! RES002: result against board.

use pgn_reader::KnownOutcome;
use pgn_reader::Outcome;

use crate::{
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
    replay::{Ending, Replay},
};

rule! {
    /// ## What it does
    /// Reports a marker that contradicts the board: a result other than the mate on it, or a decisive result after
    /// stalemate.
    ///
    /// ## Why is this bad?
    /// Mate and stalemate end the game at once, so that either the result or the last move is wrong.
    ///
    /// ## Example
    /// `1-0` after Black has mated; write `0-1`.
    ///
    /// ## Source
    /// FIDE-5.1.1, FIDE-5.2.1, policy P12.
    "RES002" "result-against-board", Severity::Error, Check::Game(check)
}

fn check(game: &Game<'_>, replay: Option<&Replay>, report: &mut Report<'_>) {
    let (Some((span, marker)), Some(ending)) = (game.marker, replay.and_then(|replay| replay.ending)) else { return };
    let Some(Outcome::Known(outcome)) = marker.outcome else { return };
    let (expected, words) = match ending {
        Ending::Mate(winner) => (KnownOutcome::Decisive { winner }, "the last move mates"),
        Ending::Stalemate => (KnownOutcome::Draw, "the last move stalemates"),
    };
    if outcome != expected {
        report.at(span, format!("the marker says `{outcome}`, but {words}: `{expected}`"));
    }
}
