//! SAN014: figurine.

use pgn960_core::san::Spelling;

use crate::{
    lint::{Check, Report, Severity, rule::rule},
    replay::Ply,
};

rule! {
    /// ## What it does
    /// Reports a chess figurine in place of a piece letter.
    ///
    /// ## Why is this bad?
    /// Figurines are for display; readers drop such a token without a word.
    ///
    /// ## Example
    /// `♘f3`; write `Nf3`.
    ///
    /// ## Source
    /// PGN-17, policy P9.
    "SAN014" "figurine", Severity::Warning, Check::Ply(check)
}

fn check(ply: &Ply<'_>, report: &mut Report<'_>) {
    if ply.written.spelling().contains(Spelling::FIGURINE) {
        report.at_ply(ply, "a figurine instead of a piece letter");
    }
}
