//! MVT007: text after marker.

use crate::{
    event::{Fault, FaultKind},
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
};

rule! {
    /// ## What it does
    /// Reports text behind the termination marker of a game, at the first token of it. It is not replayed.
    ///
    /// ## Why is this bad?
    /// Either the marker stands too early or another game was lost here.
    ///
    /// ## Example
    /// `1. e4 e5 1-0 2. Nf3`; remove the marker or the moves.
    ///
    /// ## Source
    /// PGN-8.2.6, policy P17.
    "MVT007" "text-after-marker", Severity::Error, Check::Fault(check)
}

fn check(_: &Game<'_>, fault: Fault, report: &mut Report<'_>) {
    if fault.kind == FaultKind::TextAfterMarker {
        report.at(fault.span, "text behind the termination marker is not part of the game");
    }
}
