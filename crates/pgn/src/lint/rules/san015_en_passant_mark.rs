//! SAN015: en passant mark.

use crate::{
    event::{Fault, FaultKind},
    game::Game,
    lint::{Check, Report, Safety, Severity, rule::rule},
};

rule! {
    /// ## What it does
    /// Reports `e.p.` or `ep` behind a move.
    ///
    /// ## Why is this bad?
    /// PGN has no mark for en passant; the move is clear without it.
    ///
    /// ## Example
    /// `exd6 e.p.`; write `exd6`.
    ///
    /// ## Source
    /// PGN-8.2.3.3, FIDE-C, policy P9.
    "SAN015" "en-passant-mark", Severity::Info, Check::Fault(check), Strict: Warning
}

fn check(game: &Game<'_>, fault: Fault, report: &mut Report<'_>) {
    if fault.kind == FaultKind::EnPassantMark {
        let finding = report.at(fault.span, "PGN has no mark for en passant");
        let is_alone = !game.text(fault.span).iter().any(u8::is_ascii_digit);
        if is_alone {
            finding.replace(fault.span, "", Safety::Safe);
        }
    }
}
