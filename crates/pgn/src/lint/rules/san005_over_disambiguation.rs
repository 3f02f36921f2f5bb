//! SAN005: over disambiguation.

use pgn960_core::san::{Remarks, Spelling};

use crate::{
    lint::{Check, Report, Severity, rule::rule},
    replay::Ply,
};

rule! {
    /// ## What it does
    /// Reports a move text that gives an origin file or rank which is not needed, or the rank where the file would do.
    ///
    /// ## Why is this bad?
    /// Only legal rivals count: a pinned knight needs no telling apart. Other programs that compare texts see two
    /// different moves.
    ///
    /// ## Example
    /// `Nac3` when the other knight is pinned; write `Nc3`. `R1d2` with rooks on a2 and d1; write `Rdd2`.
    ///
    /// ## Source
    /// PGN-8.2.3.4, policy P11.
    "SAN005" "over-disambiguation", Severity::Warning, Check::Ply(check)
}

fn check(ply: &Ply<'_>, report: &mut Report<'_>) {
    if ply.remarks.contains(Remarks::OVER_DISAMBIGUATED) && !ply.written.spelling().contains(Spelling::LONG) {
        report.at_ply(ply, "the origin is given although no other such piece can legally go there");
    } else if ply.remarks.contains(Remarks::RANK_FOR_FILE) {
        report.at_ply(ply, "the rank of the origin is given where its file tells, which goes first");
    }
}
