//! SAN020: missing pawn file.

use pgn960_core::san::Remarks;

use crate::{
    lint::{Check, Report, Severity, rule::rule},
    replay::Ply,
};

rule! {
    /// ## What it does
    /// Reports a pawn capture without the file that the pawn comes from.
    ///
    /// ## Why is this bad?
    /// It is clear only as long as a single pawn can take.
    ///
    /// ## Example
    /// `xd5`; write `exd5`.
    ///
    /// ## Source
    /// PGN-8.2.3.3.
    "SAN020" "missing-pawn-file", Severity::Warning, Check::Ply(check)
}

fn check(ply: &Ply<'_>, report: &mut Report<'_>) {
    if ply.remarks.contains(Remarks::MISSING_PAWN_FILE) {
        report.at_ply(ply, "a pawn capture without the file that the pawn comes from");
    }
}
