//! FIL012: repeated board.

use std::collections::HashMap;

use crate::lint::{Check, FactKind, FileFacts, FileReport, Severity, facts::by_round, rule::rule};

rule! {
    /// ## What it does
    /// Reports a game with the same Event, Round and Board as an earlier game of the file, and a game without Board tag
    /// in a round whose other games have one. It runs in the profile `broadcast` and with `--event-checks`, and takes
    /// about half a kilobyte of memory for each game.
    ///
    /// ## Why is this bad?
    /// Two games cannot be played on one board in one round; a site that places games by board shows one of them only.
    ///
    /// ## Example
    /// Two games of round 3 with `[Board "1"]`; correct one of them.
    ///
    /// ## Source
    /// PGN-9.1, HBK-3.
    "FIL012" "repeated-board", Severity::Warning, Check::File(FactKind::EventGames, check),
    Default: Off, Strict: Off, Archive: Off
}

fn check(facts: &FileFacts, report: &mut FileReport<'_>) {
    for round in by_round(&facts.event_games) {
        let n_boards = round.iter().filter(|game| !game.board.is_empty()).count();
        let mut first_with = HashMap::new();
        for game in &round {
            let (number, board) = (&game.round, &game.board);
            let first = *first_with.entry(board).or_insert(game.game);
            if board.is_empty() && n_boards > 0 {
                report.at(game.round_site, format!("no Board tag, where other games of round {number} have one"));
            } else if !board.is_empty() && first != game.game {
                report.at(game.round_site, format!("board {board} in round {number} again, after game {first}"));
            }
        }
    }
}
