//! FIL002: no game.

use crate::lint::{Check, FactKind, FileFacts, FileReport, Severity, rule::rule};

rule! {
    /// ## What it does
    /// Reports a file that holds text and not a single game. An empty file is valid.
    ///
    /// ## Why is this bad?
    /// Most likely it is not a PGN file.
    ///
    /// ## Example
    /// A text file, or a list of positions.
    ///
    /// ## Source
    /// PGN-8.
    "FIL002" "no-game", Severity::Error, Check::File(FactKind::Reading, check)
}

fn check(facts: &FileFacts, report: &mut FileReport<'_>) {
    if facts.n_games == 0 && facts.has_text && facts.damage.is_none() {
        report.file("no game found");
    }
}
