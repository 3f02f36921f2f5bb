//! FIL011: missing round.

use crate::lint::{Check, FactKind, FileFacts, FileReport, Severity, rule::rule};

rule! {
    /// ## What it does
    /// Reports a game without a round: no Round tag, or `?`, `-` or nothing in it. It runs in the profile `broadcast`
    /// and with `--event-checks`, and takes about half a kilobyte of memory for each game.
    ///
    /// ## Why is this bad?
    /// In the file of an event nobody can tell to which round the game belongs, and sites cannot place it.
    ///
    /// ## Example
    /// `[Round "?"]`; write `3`, or `3.1` for board 1 of round 3.
    ///
    /// ## Source
    /// PGN-8.1.1.4, HBK-3.
    "FIL011" "missing-round", Severity::Warning, Check::File(FactKind::EventGames, check),
    Default: Off, Strict: Off, Archive: Off
}

fn check(facts: &FileFacts, report: &mut FileReport<'_>) {
    for game in facts.event_games.iter().filter(|game| !game.has_round()) {
        report.at(game.round_site, "a game of an event without its round");
    }
}
