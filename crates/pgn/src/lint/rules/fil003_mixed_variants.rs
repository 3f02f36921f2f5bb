//! FIL003: mixed variants.

use crate::lint::{Check, FactKind, FileFacts, FileReport, Severity, rule::rule};

rule! {
    /// ## What it does
    /// Reports a file with games of several kinds: classical chess, Chess960, double Fischer random chess, other games.
    /// Once, at the first game of a second kind, with the numbers of all.
    ///
    /// ## Why is this bad?
    /// Nothing is wrong with it, but a program that expects one kind misreads the others, and figures over the whole
    /// file mean little.
    ///
    /// ## Example
    /// Two classical games in a file of Chess960 games; keep them in a file of their own.
    ///
    /// ## Source
    /// Ours; DIA-1, SPN-7.
    "FIL003" "mixed-variants", Severity::Info, Check::File(FactKind::Kinds, check)
}

fn check(facts: &FileFacts, report: &mut FileReport<'_>) {
    if let [_, second, ..] = &facts.kinds.list[..] {
        let kinds = facts.kinds.counts.iter().map(|(kind, count)| format!("{count} of {}", kind.name()));
        let kinds = kinds.collect::<Vec<_>>().join(", ");
        report.at(second.first, format!("games of several kinds in one file: {kinds}; the first change is here"));
    }
}
