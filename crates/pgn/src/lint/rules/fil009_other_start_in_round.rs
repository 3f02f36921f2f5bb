//! FIL009: other start in round.

use std::collections::BTreeMap;

use crate::lint::{Check, FactKind, FileFacts, FileReport, Severity, facts::by_round_of_boards, rule::rule};

rule! {
    /// ## What it does
    /// Reports a game that starts from another position than more than half of the games of its round. It runs in the
    /// profile `broadcast` and with `--event-checks`, and takes about half a kilobyte of memory for each game.
    ///
    /// ## Why is this bad?
    /// In Chess960 events one position is drawn for all boards of a round. A board with another one was set up wrongly,
    /// or its FEN was not entered; such a game is to be cancelled and played again.
    ///
    /// ## Example
    /// Round 3 starts from position 353 on seven boards and from 518 on the eighth; correct its FEN.
    ///
    /// ## Source
    /// FIDE-7.2.1, SPN-6.
    "FIL009" "other-start-in-round", Severity::Warning, Check::File(FactKind::EventGames, check),
    Default: Off, Strict: Off, Archive: Off
}

fn check(facts: &FileFacts, report: &mut FileReport<'_>) {
    for mut round in by_round_of_boards(&facts.event_games) {
        round.retain(|game| game.start.is_some());
        let mut counts: BTreeMap<_, (usize, String)> = BTreeMap::new();
        for game in &round {
            let start = game.start.map(|(placement, _)| placement);
            counts.entry(start).or_insert_with(|| (0, game.start_words())).0 += 1;
        }
        let Some((usual, (count, words))) = counts.into_iter().max_by_key(|(_, (count, _))| *count) else { continue };
        if 2 * count <= round.len() {
            continue;
        }
        for game in round.iter().filter(|game| game.start.map(|(placement, _)| placement) != usual) {
            let (own, n_games) = (game.start_words(), round.len());
            let message =
                format!("starts from {own}, where {count} of {n_games} games of the round start from {words}");
            report.at(game.start_site, message);
        }
    }
}
