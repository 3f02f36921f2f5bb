//! SAN005: over disambiguation.

use pgn960_core::san::{Remarks, Spelling};

use crate::{
    lint::{Check, Report, Severity, rule::rule},
    replay::Ply,
};

rule! {
    /// ## What it does
    /// Reports a move text that gives an origin file or rank which is not needed.
    ///
    /// ## Why is this bad?
    /// Only legal rivals count: a pinned knight needs no telling apart. Other programs that compare texts see two
    /// different moves.
    ///
    /// ## Example
    /// `Nac3` when the other knight is pinned; write `Nc3`.
    ///
    /// ## Source
    /// PGN-8.2.3.4, policy P11.
    "SAN005" "over-disambiguation", Severity::Warning, Check::Ply(check)
}

fn check(ply: &Ply<'_>, report: &mut Report<'_>) {
    if ply.remarks.contains(Remarks::OVER_DISAMBIGUATED) && !ply.written.spelling().contains(Spelling::LONG) {
        report.at_ply(ply, "the origin is given although no other such piece can legally go there");
    }
}
