//! MVT001: unclosed comment.

use crate::{
    event::{Fault, FaultKind},
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
};

rule! {
    /// ## What it does
    /// Reports a comment that is still open where the game ends, at its opening brace.
    ///
    /// ## Why is this bad?
    /// The moves behind the brace are hidden, here and in every other reader; most lose the following games as well.
    ///
    /// ## Example
    /// `1. e4 {a good move e5 2. Nf3 *`; close the comment with `}`.
    ///
    /// ## Source
    /// PGN-5.
    "MVT001" "unclosed-comment", Severity::Error, Check::Fault(check)
}

fn check(_: &Game<'_>, fault: Fault, report: &mut Report<'_>) {
    if fault.kind == FaultKind::UnclosedComment {
        report.at(fault.span, "this comment is never closed; what follows it in this game is not read");
    }
}
