//! RES003: open result after end.

use pgn_reader::KnownOutcome;
use pgn_reader::Outcome;

use crate::{
    game::Game,
    lint::{Check, Report, Safety, Severity, rule::rule},
    replay::{Ending, Replay},
};

rule! {
    /// ## What it does
    /// Reports the marker `*` although the board shows mate or stalemate.
    ///
    /// ## Why is this bad?
    /// `*` stands for an unfinished game or an unknown result; here the board tells it.
    ///
    /// ## Example
    /// `1. f3 e5 2. g4 Qh4# *`; write `0-1`.
    ///
    /// ## Source
    /// PGN-8.2.6, policy P12.
    "RES003" "open-result-after-end", Severity::Warning, Check::Game(check), Archive: Warning
}

fn check(game: &Game<'_>, replay: Option<&Replay>, report: &mut Report<'_>) {
    let (Some((span, marker)), Some(ending)) = (game.marker, replay.and_then(|replay| replay.ending)) else { return };
    if marker.outcome == Some(Outcome::Unknown) {
        let (result, words) = match ending {
            Ending::Mate(winner) => (KnownOutcome::Decisive { winner }, "mates"),
            Ending::Stalemate => (KnownOutcome::Draw, "stalemates"),
        };
        let message = format!("the marker says `*`, but the last move {words}: `{result}`");
        report.at(span, message).replace(span, result.to_string(), Safety::Unsafe);
    }
}
