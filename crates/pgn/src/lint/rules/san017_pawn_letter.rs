//! SAN017: pawn letter.

use pgn960_core::san::Spelling;

use crate::{
    lint::{Check, Report, Severity, rule::rule},
    replay::Ply,
};

rule! {
    /// ## What it does
    /// Reports a `P` before a pawn move.
    ///
    /// ## Why is this bad?
    /// Pawns have no letter in PGN; some readers do not know the move.
    ///
    /// ## Example
    /// `Pe4`; write `e4`.
    ///
    /// ## Source
    /// PGN-8.2.3.2.
    "SAN017" "pawn-letter", Severity::Warning, Check::Ply(check)
}

fn check(ply: &Ply<'_>, report: &mut Report<'_>) {
    if ply.written.spelling().contains(Spelling::PAWN_LETTER) {
        report.at_ply(ply, "a `P` before a pawn move");
    }
}
