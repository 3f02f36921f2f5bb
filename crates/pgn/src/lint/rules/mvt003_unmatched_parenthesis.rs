//! MVT003: unmatched parenthesis.

use crate::{
    event::{Fault, FaultKind},
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
};

rule! {
    /// ## What it does
    /// Reports a `(` that is never closed or a `)` that closes nothing.
    ///
    /// ## Why is this bad?
    /// A variation without end takes the rest of the game with it.
    ///
    /// ## Example
    /// `1. e4 (1. d4 d5 1... e5 *`; close the variation with `)`.
    ///
    /// ## Source
    /// PGN-8.2.5.
    "MVT003" "unmatched-parenthesis", Severity::Error, Check::Fault(check)
}

fn check(_: &Game<'_>, fault: Fault, report: &mut Report<'_>) {
    match fault.kind {
        FaultKind::UnclosedVariation => report.at(fault.span, "this variation is never closed"),
        FaultKind::StrayParenthesis => report.at(fault.span, "this `)` closes no variation"),
        _ => return,
    };
}
