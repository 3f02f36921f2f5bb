//! MVT006: empty line in movetext.

use crate::{
    event::{Fault, FaultKind},
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
};

rule! {
    /// ## What it does
    /// Reports an empty line between two tokens of a game's movetext. The game goes on behind it.
    ///
    /// ## Why is this bad?
    /// Many readers end the game at the empty line, and read the rest as a second game without tags.
    ///
    /// ## Example
    /// A long game split into paragraphs; remove the empty lines.
    ///
    /// ## Source
    /// PGN-8.2.1, policy P17.
    "MVT006" "empty-line-in-movetext", Severity::Warning, Check::Fault(check)
}

fn check(_: &Game<'_>, fault: Fault, report: &mut Report<'_>) {
    if fault.kind == FaultKind::EmptyLine {
        report.at(fault.span, "an empty line inside movetext; the game goes on behind it");
    }
}
