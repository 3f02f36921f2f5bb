//! MVT005: wrong move number.

use crate::{
    lint::{Check, Report, Severity, rule::rule},
    replay::{Step, WrongNumber},
};

rule! {
    /// ## What it does
    /// Reports a move number other than the one that is due. Counting goes on from it.
    ///
    /// ## Why is this bad?
    /// Superfluous numbers are fine if they are right; a wrong one often means a lost or doubled move.
    ///
    /// ## Example
    /// `1. e4 e5 3. Nf3`; write `2. Nf3`.
    ///
    /// ## Source
    /// PGN-8.2.2.1.
    "MVT005" "wrong-move-number", Severity::Warning, Check::Step(check)
}

fn check(step: &Step<'_>, report: &mut Report<'_>) {
    if let Step::WrongNumber(WrongNumber { span, written, expected }) = *step {
        // Larger numbers read as the largest one.
        let more = if written == u32::MAX { " or more" } else { "" };
        report.at(span, format!("move number {written}{more} where {expected} is due"));
    }
}
