//! MVT002: stray brace.

use crate::{
    event::{Fault, FaultKind},
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
};

rule! {
    /// ## What it does
    /// Reports a `}` that closes no comment.
    ///
    /// ## Why is this bad?
    /// Comments do not nest: `{a {b} c}` ends at the first `}`, and the rest is read as moves.
    ///
    /// ## Example
    /// `{good { very } good}`; use parentheses inside comments.
    ///
    /// ## Source
    /// PGN-5.
    "MVT002" "stray-brace", Severity::Error, Check::Fault(check)
}

fn check(_: &Game<'_>, fault: Fault, report: &mut Report<'_>) {
    if fault.kind == FaultKind::StrayBrace {
        report.at(fault.span, "this `}` closes no comment").hint("comments do not nest: the first `}` ends a comment");
    }
}
