//! FIL005: header-only block.

use crate::lint::{Check, FactKind, FileFacts, FileReport, Severity, facts::Block, rule::rule};

rule! {
    /// ## What it does
    /// Reports games that consist of tags only, without a move and without a termination marker. Such games in a row
    /// are reported once, at the first.
    ///
    /// ## Why is this bad?
    /// Some lists are made so on purpose. Other programs merge such blocks into one game, or drop them.
    ///
    /// ## Example
    /// A list of pairings; give each game its marker, `*` at least.
    ///
    /// ## Source
    /// PGN-8, PGN-8.2.6.
    "FIL005" "header-only-block", Severity::Info, Check::File(FactKind::Blocks, check)
}

fn check(facts: &FileFacts, report: &mut FileReport<'_>) {
    for run in facts.blocks.list.iter().filter(|run| run.kind == Block::HeaderOnly) {
        let blocks = match run.n_games {
            1 => "a block of tags without moves and without a marker".to_owned(),
            n_games => format!("{n_games} blocks of tags in a row without moves and without a marker"),
        };
        report.at(run.first, blocks);
    }
}
