//! FIL007: repeated pairing.

use std::collections::HashMap;

use crate::lint::{Check, FactKind, FileFacts, FileReport, Severity, facts::by_round, rule::rule};

rule! {
    /// ## What it does
    /// Reports a game with the same White, Black, Event and Round as an earlier game of the file. Games without a
    /// round, and unknown players, are not looked at. It runs in the profile `broadcast` and with `--event-checks`, and
    /// takes about half a kilobyte of memory for each game.
    ///
    /// ## Why is this bad?
    /// One of the two is a copy, or its round is wrong; cross tables made of the file count it twice.
    ///
    /// ## Example
    /// Two games of round 3 between Alpha and Beta; remove one, or correct its round.
    ///
    /// ## Source
    /// PGN-8.1.1.4, HBK-1.
    "FIL007" "repeated-pairing", Severity::Warning, Check::File(FactKind::EventGames, check),
    Default: Off, Strict: Off, Archive: Off
}

fn check(facts: &FileFacts, report: &mut FileReport<'_>) {
    for round in by_round(&facts.event_games) {
        let mut first_with = HashMap::new();
        for game in round.iter().filter(|game| game.pair().is_some()) {
            let [white, black] = &game.players;
            let first = *first_with.entry((&white.name, &black.name)).or_insert(game.game);
            if first != game.game {
                report.at(
                    white.site,
                    format!("`{}` - `{}` in round {} again, after game {first}", white.name, black.name, game.round),
                );
            }
        }
    }
}
