//! FIL010: unequal colour pair.

use std::collections::BTreeMap;

use pgn960_core::Start;

use crate::lint::{
    Check, FactKind, FileFacts, FileReport, Severity,
    facts::{EventGame, by_event},
    rule::rule,
};

rule! {
    /// ## What it does
    /// Reports, where two players meet twice in a row with colours swapped, a pair of games that start from different
    /// positions; but only in an event in which most such pairs share their start. Classical chess is not looked at.
    /// It runs in the profile `broadcast` and with `--event-checks`, and takes about half a kilobyte of memory for
    /// each game.
    ///
    /// ## Why is this bad?
    /// Pairs from one position cancel what it gives to one side. A pair with two positions, or a game without its
    /// partner, spoils that, and figures over pairs are wrong.
    ///
    /// ## Example
    /// Engines A and B play each of 50 positions with both colours, and one game is missing.
    ///
    /// ## Source
    /// MTH-4.
    "FIL010" "unequal-colour-pair", Severity::Warning, Check::File(FactKind::EventGames, check),
    Default: Off, Strict: Off, Archive: Off
}

fn check(facts: &FileFacts, report: &mut FileReport<'_>) {
    let mut odd = Vec::new();
    for event in by_event(&facts.event_games) {
        let mut meetings: BTreeMap<_, Vec<&EventGame>> = BTreeMap::new();
        for game in event {
            if let (Some(pair), Some((_, start))) = (game.pair(), game.start)
                && start != Start::Standard
            {
                meetings.entry(pair).or_default().push(game);
            }
        }
        let (mut n_pairs, mut of_event) = (0, Vec::new());
        for games in meetings.values() {
            n_pairs += find_odd(games, &mut of_event);
        }
        if n_pairs > of_event.len() {
            odd.append(&mut of_event);
        }
    }
    odd.sort_by_key(|game| game.game);
    for game in odd {
        let [white, black] = &game.players;
        report.at(
            game.start_site,
            format!(
                "`{}` and `{}` do not meet from {} with colours swapped, as they do in other pairs",
                white.name,
                black.name,
                game.start_words()
            ),
        );
    }
}

/// Games of two players that lack their partner; returns the number of pairs.
fn find_odd<'a>(games: &[&'a EventGame], odd: &mut Vec<&'a EventGame>) -> usize {
    let is_pair = |one: &EventGame, other: &EventGame| {
        one.players[0].name == other.players[1].name
            && one.start.map(|(placement, _)| placement) == other.start.map(|(placement, _)| placement)
    };
    let (mut at, mut n_pairs) = (0, 0);
    while at < games.len() {
        if at + 1 < games.len() && is_pair(games[at], games[at + 1]) {
            n_pairs += 1;
            at += 2;
        } else {
            odd.push(games[at]);
            at += 1;
        }
    }
    n_pairs
}
