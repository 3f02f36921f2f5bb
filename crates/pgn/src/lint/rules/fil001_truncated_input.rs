//! FIL001: truncated input.

use crate::lint::{Check, FactKind, FileFacts, FileReport, Severity, rule::rule};

rule! {
    /// ## What it does
    /// Reports a compressed file that is cut off or damaged. What could be read has been checked.
    ///
    /// ## Why is this bad?
    /// The games behind the damage are lost, and no count over this file is right.
    ///
    /// ## Example
    /// A download that was interrupted; fetch the file again.
    ///
    /// ## Source
    /// Ours.
    "FIL001" "truncated-input", Severity::Error, Check::File(FactKind::Reading, check)
}

fn check(facts: &FileFacts, report: &mut FileReport<'_>) {
    if let Some(damage) = &facts.damage {
        let games = if facts.n_games == 1 { "game was" } else { "games were" };
        report.file(format!("{damage}; {} {games} read before it", facts.n_games));
    }
}
