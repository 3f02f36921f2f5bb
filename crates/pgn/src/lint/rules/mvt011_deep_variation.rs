//! MVT011: deep variation.

use crate::{
    lint::{Check, Report, Severity, rule::rule},
    replay::{DEEPEST_VARIATION, Step},
};

rule! {
    /// ## What it does
    /// Reports a variation nested deeper than is replayed. Its moves are not checked.
    ///
    /// ## Why is this bad?
    /// Each level takes memory, so that the depth must have a bound; it is far beyond what anybody writes.
    ///
    /// ## Example
    /// A file of a hundred thousand opening parentheses.
    ///
    /// ## Source
    /// PGN-8.2.5.
    "MVT011" "deep-variation", Severity::Warning, Check::Step(check), Archive: Warning
}

fn check(step: &Step<'_>, report: &mut Report<'_>) {
    if let Step::DeepVariation(span) = *step {
        report.at(span, format!("nested deeper than {DEEPEST_VARIATION} variations; the moves here are not checked"));
    }
}
