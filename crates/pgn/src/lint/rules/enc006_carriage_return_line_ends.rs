//! ENC006: carriage return line ends.

use crate::lint::{Check, FactKind, FileFacts, FileReport, Severity, facts::LineEnd, rule::rule};

rule! {
    /// ## What it does
    /// Reports a file whose lines end in CR alone, as on old Macintosh computers.
    ///
    /// ## Why is this bad?
    /// Most programs see one endless line: a `;` comment then hides the rest of the file.
    ///
    /// ## Example
    /// A file of the 1990s; write LF.
    ///
    /// ## Source
    /// PGN-3.2.2.
    "ENC006" "carriage-return-line-ends", Severity::Info, Check::File(FactKind::LineEnds, check), Strict: Warning
}

fn check(facts: &FileFacts, report: &mut FileReport<'_>) {
    if let Some(run) = facts.line_ends.list.iter().find(|run| run.kind == LineEnd::Cr) {
        report.at(run.first, "lines end in a carriage return alone");
    }
}
