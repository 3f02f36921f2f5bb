//! ENC005: mixed line ends.

use crate::lint::{Check, FactKind, FileFacts, FileReport, Severity, facts::LineEnd, rule::rule};

rule! {
    /// ## What it does
    /// Reports a file whose lines end in several ways: LF, CRLF, CR. Once, at the first game that ends its lines in
    /// another way than the first game, or in several ways.
    ///
    /// ## Why is this bad?
    /// It is read all the same. Such files were joined or damaged on their way, and readers that know one line end only
    /// see one endless line, or a sign too many in each.
    ///
    /// ## Example
    /// A file from Windows joined to one from Linux; write LF everywhere.
    ///
    /// ## Source
    /// PGN-3.2.2.
    "ENC005" "mixed-line-ends", Severity::Info, Check::File(FactKind::LineEnds, check), Strict: Warning
}

fn check(facts: &FileFacts, report: &mut FileReport<'_>) {
    let runs = &facts.line_ends;
    let odd = runs.list.iter().find(|run| run.kind == LineEnd::Mixed || run.kind != runs.list[0].kind);
    let Some(odd) = odd else { return };
    let counts = runs.counts.iter().map(|(kind, count)| {
        let name = match kind {
            LineEnd::Lf => "LF",
            LineEnd::CrLf => "CRLF",
            LineEnd::Cr => "CR",
            LineEnd::Mixed => "several of them",
        };
        format!("{count} with {name}")
    });
    let counts = counts.collect::<Vec<_>>().join(", ");
    report.at(odd.first, format!("lines end in several ways in one file (games: {counts})"));
}
