//! MVT024: repeated marker.

use crate::{
    event::{Fault, FaultKind},
    game::Game,
    lint::{Check, Report, Safety, Severity, rule::rule},
};

rule! {
    /// ## What it does
    /// Reports a termination marker that repeats the one before it. Another result behind the marker is MVT007.
    ///
    /// ## Why is this bad?
    /// A game has one marker. Some readers count another game for each further one.
    ///
    /// ## Example
    /// `1. e4 e5 1-0 1-0`; remove one.
    ///
    /// ## Source
    /// PGN-8.2.6.
    "MVT024" "repeated-marker", Severity::Warning, Check::Fault(check)
}

fn check(_: &Game<'_>, fault: Fault, report: &mut Report<'_>) {
    if fault.kind == FaultKind::RepeatedMarker {
        report.at(fault.span, "the termination marker stands here again").replace(fault.span, "", Safety::Safe);
    }
}
