//! SAN008: missing capture sign.

use pgn960_core::san::Remarks;

use crate::{
    lint::{Check, Report, Severity, rule::rule},
    replay::Ply,
};

rule! {
    /// ## What it does
    /// Reports a capture written without `x`.
    ///
    /// ## Why is this bad?
    /// Readers that take the `x` at its word call the move illegal.
    ///
    /// ## Example
    /// `Nd5` that takes a pawn; write `Nxd5`.
    ///
    /// ## Source
    /// PGN-8.2.3.3, RD-2, policy P9.
    "SAN008" "missing-capture-sign", Severity::Warning, Check::Ply(check)
}

fn check(ply: &Ply<'_>, report: &mut Report<'_>) {
    if ply.remarks.contains(Remarks::MISSING_CAPTURE_SIGN) {
        report.at_ply(ply, "a capture without `x`");
    }
}
