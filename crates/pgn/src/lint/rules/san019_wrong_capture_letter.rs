//! SAN019: wrong capture letter.

use pgn960_core::san::Spelling;

use crate::{
    lint::{Check, Report, Severity, rule::rule},
    replay::Ply,
};

rule! {
    /// ## What it does
    /// Reports a capture written with `:` or `×` for `x`.
    ///
    /// ## Why is this bad?
    /// PGN has `x`; readers stop at other signs.
    ///
    /// ## Example
    /// `N:f3`; write `Nxf3`.
    ///
    /// ## Source
    /// PGN-8.2.3.3.
    "SAN019" "wrong-capture-letter", Severity::Warning, Check::Ply(check)
}

fn check(ply: &Ply<'_>, report: &mut Report<'_>) {
    if ply.written.spelling().contains(Spelling::CAPTURE_SIGN) {
        report.at_ply(ply, "a capture with another sign than `x`");
    }
}
