//! SAN009: wrong capture sign.

use pgn960_core::san::Remarks;

use crate::{
    lint::{Check, Report, Severity, rule::rule},
    replay::Ply,
};

rule! {
    /// ## What it does
    /// Reports an `x` in a move that takes nothing.
    ///
    /// ## Why is this bad?
    /// Readers that take the `x` at its word call the move illegal; and perhaps another move was meant.
    ///
    /// ## Example
    /// `Nxf3` onto an empty square; write `Nf3`.
    ///
    /// ## Source
    /// PGN-8.2.3.3, RD-2.
    "SAN009" "wrong-capture-sign", Severity::Warning, Check::Ply(check)
}

fn check(ply: &Ply<'_>, report: &mut Report<'_>) {
    if ply.remarks.contains(Remarks::WRONG_CAPTURE_SIGN) {
        report.at_ply(ply, "`x` in a move that takes nothing");
    }
}
