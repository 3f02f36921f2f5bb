//! FIL008: player on two boards.

use std::collections::HashMap;

use crate::lint::{Check, FactKind, FileFacts, FileReport, Severity, facts::by_round_of_boards, rule::rule};

rule! {
    /// ## What it does
    /// Reports a player who has two different opponents in one round of one event. It runs in the profile `broadcast`
    /// and with `--event-checks`, and takes about half a kilobyte of memory for each game.
    ///
    /// Rounds such as `3.1` and `3.2` are boards of one round where nearly every seat is somebody else's; otherwise
    /// each is a round of its own.
    ///
    /// ## Why is this bad?
    /// Nobody plays on two boards at a time: a name or a round is wrong.
    ///
    /// ## Example
    /// In round 3 Alpha plays Beta on board 1 and Gamma on board 5; correct one of the names.
    ///
    /// ## Source
    /// PGN-8.1.1.4, HBK-1.
    "FIL008" "player-on-two-boards", Severity::Warning, Check::File(FactKind::EventGames, check),
    Default: Off, Strict: Off, Archive: Off
}

fn check(facts: &FileFacts, report: &mut FileReport<'_>) {
    for round in by_round_of_boards(&facts.event_games) {
        let mut first_with = HashMap::new();
        for game in round.iter().filter(|game| game.pair().is_some()) {
            let [white, black] = &game.players;
            for (player, opponent) in [(white, black), (black, white)] {
                let &mut (first, other) = first_with.entry(&player.name).or_insert((game.game, opponent.name.as_ref()));
                if other != &*opponent.name {
                    let (name, round) = (&player.name, &game.round);
                    let message = format!("`{name}` in round {round} again, after game {first} against `{other}`");
                    report.at(player.site, message);
                }
            }
        }
    }
}
