//! SAN021: castling by king target.

use pgn960_core::san::Remarks;

use crate::{
    lint::{Check, Report, Severity, rule::rule},
    replay::Ply,
};

rule! {
    /// ## What it does
    /// Reports castling given by the king's destination, as classical UCI does: `e1g1`.
    ///
    /// ## Why is this bad?
    /// In Chess960 the same text may be a king step; castling is the king onto its own rook.
    ///
    /// ## Example
    /// `e1g1`; write `O-O`.
    ///
    /// ## Source
    /// UCI-2, policy P10.
    "SAN021" "castling-by-king-target", Severity::Warning, Check::Ply(check), Archive: Warning
}

fn check(ply: &Ply<'_>, report: &mut Report<'_>) {
    if ply.remarks.contains(Remarks::CASTLING_BY_KING_TARGET) {
        report.at_ply(ply, "castling given by the square the king goes to");
    }
}
