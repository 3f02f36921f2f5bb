//! MVT019: null glyph.

use crate::{
    event::{Fault, FaultKind},
    game::Game,
    lint::{Check, Report, Safety, Severity, rule::rule},
};

rule! {
    /// ## What it does
    /// Reports the glyph `$0`.
    ///
    /// ## Why is this bad?
    /// It is the null annotation, which the standard keeps for programs and does not want stored.
    ///
    /// ## Example
    /// `1. e4 $0`; write `1. e4`.
    ///
    /// ## Source
    /// PGN-10, policy P23.
    "MVT019" "null-glyph", Severity::Info, Check::Fault(check), Strict: Warning
}

fn check(_game: &Game<'_>, fault: Fault, report: &mut Report<'_>) {
    if fault.kind == FaultKind::NullGlyph {
        report.at(fault.span, "`$0` says nothing").replace(fault.span, "", Safety::Safe);
    }
}
