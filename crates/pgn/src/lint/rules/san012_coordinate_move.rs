//! SAN012: coordinate move.

use pgn960_core::san::{Remarks, Spelling};

use crate::{
    lint::{Check, Report, Severity, rule::rule},
    replay::Ply,
};

rule! {
    /// ## What it does
    /// Reports a move given by its two squares, as engines do: `g1f3`, `e2-e4`. A king onto its own castling rook
    /// castles; a king step never does.
    ///
    /// ## Why is this bad?
    /// PGN movetext is SAN, and `e1h1` or `f1g1` mean different moves to different programs.
    ///
    /// ## Example
    /// `g1f3`; write `Nf3`.
    ///
    /// ## Source
    /// UCI-1, UCI-2, policies P9 and P10.
    "SAN012" "coordinate-move", Severity::Warning, Check::Ply(check)
}

fn check(ply: &Ply<'_>, report: &mut Report<'_>) {
    // SAN021 reports the other way to castle by squares.
    let is_told_elsewhere = ply.remarks.contains(Remarks::CASTLING_BY_KING_TARGET);
    if ply.written.spelling().contains(Spelling::COORDINATES) && !is_told_elsewhere {
        report.at_ply(ply, "a move given by its squares instead of SAN");
    }
}
