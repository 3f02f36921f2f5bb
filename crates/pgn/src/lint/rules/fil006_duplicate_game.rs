//! FIL006: duplicate game.

use std::collections::HashMap;

use crate::lint::{Check, FactKind, FileFacts, FileReport, Severity, rule::rule};

rule! {
    /// ## What it does
    /// Reports a game that stands earlier in the same file: the same Seven Tag Roster, the same start and the same
    /// moves of the main line. Comments, variations, other tags and the spelling of moves do not count, nor do games
    /// without a move. It runs with `--duplicates` or when selected, and takes up to 160 bytes of memory for each game
    /// of a file and the time of a second replay.
    ///
    /// ## Why is this bad?
    /// Every figure over the file counts the game twice.
    ///
    /// ## Example
    /// An archive to which the same download was added twice; remove one.
    ///
    /// ## Source
    /// Ours.
    "FIL006" "duplicate-game", Severity::Warning, Check::File(FactKind::Fingerprints, check),
    Default: Off, Strict: Off, Archive: Off, Broadcast: Off
}

fn check(facts: &FileFacts, report: &mut FileReport<'_>) {
    let mut first_with = HashMap::new();
    for game in &facts.fingerprints {
        let first = *first_with.entry(game.hash).or_insert(game.site);
        if first != game.site {
            report.at(game.site, format!("the same game as game {}, in line {}", first.game, first.start.line));
        }
    }
}
