//! MVT014: empty variation.

use crate::{
    event::{Fault, FaultKind},
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
};

rule! {
    /// ## What it does
    /// Reports a variation that holds no move.
    ///
    /// ## Why is this bad?
    /// A variation replaces the move before it and has at least one move; some readers stop at an empty one.
    ///
    /// ## Example
    /// `1. e4 () e5` or `1. e4 (a good move) e5`; remove the parentheses, or make a comment of the text.
    ///
    /// ## Source
    /// PGN-8.2.5.
    "MVT014" "empty-variation", Severity::Warning, Check::Fault(check)
}

fn check(_: &Game<'_>, fault: Fault, report: &mut Report<'_>) {
    if fault.kind == FaultKind::EmptyVariation {
        report.at(fault.span, "a variation without a move");
    }
}
