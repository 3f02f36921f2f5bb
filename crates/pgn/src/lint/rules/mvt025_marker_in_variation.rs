//! MVT025: marker in variation.

use crate::{
    event::{Fault, FaultKind},
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
};

rule! {
    /// ## What it does
    /// Reports a termination marker inside a variation. It is passed over.
    ///
    /// ## Why is this bad?
    /// The marker ends a game and not a line of analysis; some readers end the game there.
    ///
    /// ## Example
    /// `1. e4 (1. d4 d5 1-0) e5`; say it in a comment.
    ///
    /// ## Source
    /// PGN-8.2.5, PGN-8.2.6.
    "MVT025" "marker-in-variation", Severity::Warning, Check::Fault(check)
}

fn check(_: &Game<'_>, fault: Fault, report: &mut Report<'_>) {
    if fault.kind == FaultKind::MarkerInVariation {
        report.at(fault.span, "a termination marker inside a variation; it ends nothing");
    }
}
