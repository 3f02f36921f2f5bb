//! MVT026: escape line.

use crate::{
    event::{Fault, FaultKind},
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
};

rule! {
    /// ## What it does
    /// Reports a line that `%` in its first column hides from readers.
    ///
    /// ## Why is this bad?
    /// Such lines are messages between programs and no part of a game; a reader drops them, or stops there when it does
    /// not know them.
    ///
    /// ## Example
    /// `%Created by ...`; remove the line, or make a comment of it.
    ///
    /// ## Source
    /// PGN-6.
    "MVT026" "escape-line", Severity::Info, Check::Fault(check), Strict: Warning
}

fn check(_game: &Game<'_>, fault: Fault, report: &mut Report<'_>) {
    if fault.kind == FaultKind::EscapeLine {
        report.at(fault.span, "a line hidden by `%`");
    }
}
