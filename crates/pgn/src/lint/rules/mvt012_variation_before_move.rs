//! MVT012: variation before move.

use crate::{
    lint::{Check, Report, Severity, rule::rule},
    replay::Step,
};

rule! {
    /// ## What it does
    /// Reports a variation with no move before it that it could replace. Its moves are not checked.
    ///
    /// ## Why is this bad?
    /// A variation stands for the move just before it; without one there is nothing to replay it from.
    ///
    /// ## Example
    /// `(1. d4) 1. e4`; put the variation behind the move.
    ///
    /// ## Source
    /// PGN-8.2.5.
    "MVT012" "variation-before-move", Severity::Warning, Check::Step(check), Archive: Warning
}

fn check(step: &Step<'_>, report: &mut Report<'_>) {
    if let Step::BaselessVariation(span) = *step {
        report.at(span, "no move precedes this variation; its moves are not checked");
    }
}
