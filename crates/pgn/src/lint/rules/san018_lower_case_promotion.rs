//! SAN018: lower case promotion.

use pgn960_core::san::Spelling;

use crate::{
    lint::{Check, Report, Severity, rule::rule},
    replay::Ply,
};

rule! {
    /// ## What it does
    /// Reports a promotion piece in lower case.
    ///
    /// ## Why is this bad?
    /// Piece letters are upper case in PGN; `e8=b` may be read as something else.
    ///
    /// ## Example
    /// `e8=q`; write `e8=Q`.
    ///
    /// ## Source
    /// PGN-8.2.3.2.
    "SAN018" "lower-case-promotion", Severity::Warning, Check::Ply(check)
}

fn check(ply: &Ply<'_>, report: &mut Report<'_>) {
    if ply.written.spelling().contains(Spelling::LOWER_CASE_PROMOTION) {
        report.at_ply(ply, "the promotion piece is in lower case");
    }
}
