//! SAN010: missing promotion sign.

use pgn960_core::san::Spelling;

use crate::{
    lint::{Check, Report, Severity, rule::rule},
    replay::Ply,
};

rule! {
    /// ## What it does
    /// Reports a promotion that is not written with `=`: `e8Q`, `e8(Q)` or `e8/Q`.
    ///
    /// ## Why is this bad?
    /// Score sheets write it so; PGN does not.
    ///
    /// ## Example
    /// `e8Q`; write `e8=Q`.
    ///
    /// ## Source
    /// PGN-8.2.3.3, FIDE-C, policy P9.
    "SAN010" "missing-promotion-sign", Severity::Warning, Check::Ply(check)
}

fn check(ply: &Ply<'_>, report: &mut Report<'_>) {
    if ply.written.spelling().intersects(Spelling::NO_EQUALS | Spelling::PROMOTION_SIGN) {
        report.at_ply(ply, "the promotion is written without `=`");
    }
}
