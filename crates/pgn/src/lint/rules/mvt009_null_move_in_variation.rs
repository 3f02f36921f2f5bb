//! MVT009: null move in variation.

use crate::{
    lint::{Check, Report, Severity, rule::rule},
    replay::Step,
};

rule! {
    /// ## What it does
    /// Reports a null move, such as `--` or `Z0`, in a variation. It is passed over: the other side moves.
    ///
    /// ## Why is this bad?
    /// Null moves are a habit of annotators and no part of PGN; many readers stop there.
    ///
    /// ## Example
    /// `(12... -- 13. Nf6+)`; say it in a comment.
    ///
    /// ## Source
    /// PGN-8.2.5.
    "MVT009" "null-move-in-variation", Severity::Warning, Check::Step(check)
}

fn check(step: &Step<'_>, report: &mut Report<'_>) {
    if let Step::NullMove(span) = *step {
        report.at(span, "a null move in a variation is no part of PGN");
    }
}
