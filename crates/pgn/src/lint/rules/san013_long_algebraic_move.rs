//! SAN013: long algebraic move.

use pgn960_core::san::Spelling;

use crate::{
    lint::{Check, Report, Severity, rule::rule},
    replay::Ply,
};

rule! {
    /// ## What it does
    /// Reports a move in long algebraic notation: `Ng1-f3`.
    ///
    /// ## Why is this bad?
    /// PGN movetext is SAN; some readers stop at the hyphen.
    ///
    /// ## Example
    /// `Ng1-f3`; write `Nf3`.
    ///
    /// ## Source
    /// FIDE-C, policy P9.
    "SAN013" "long-algebraic-move", Severity::Warning, Check::Ply(check)
}

fn check(ply: &Ply<'_>, report: &mut Report<'_>) {
    if ply.written.spelling().contains(Spelling::LONG) && !ply.written.spelling().contains(Spelling::COORDINATES) {
        report.at_ply(ply, "long algebraic notation instead of SAN");
    }
}
