//! SAN016: double plus.

use pgn960_core::san::Spelling;

use crate::{
    lint::{Check, Report, Severity, rule::rule},
    replay::Ply,
};

rule! {
    /// ## What it does
    /// Reports `++`, which stands for double check to some and for mate to others.
    ///
    /// ## Why is this bad?
    /// PGN has `+` for every check and `#` for mate.
    ///
    /// ## Example
    /// `Nf6++`; write `Nf6+`, or `Nf6#` if it mates.
    ///
    /// ## Source
    /// PGN-8.2.3.5, FIDE-C.
    "SAN016" "double-plus", Severity::Warning, Check::Ply(check)
}

fn check(ply: &Ply<'_>, report: &mut Report<'_>) {
    if ply.written.spelling().contains(Spelling::DOUBLE_PLUS) {
        report.at_ply(ply, "`++` is no sign of PGN");
    }
}
