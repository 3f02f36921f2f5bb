//! SAN022: missing mate sign.

use crate::{
    lint::{Check, Report, Severity, rule::rule},
    replay::Step,
};

rule! {
    /// ## What it does
    /// Reports a move that mates without `#`.
    ///
    /// ## Why is this bad?
    /// Export format has the sign; many files have `+` in its place or nothing, and no move becomes unclear by it.
    ///
    /// ## Example
    /// `Qxf7` that mates; write `Qxf7#`.
    ///
    /// ## Source
    /// PGN-8.2.3.5, policy P11.
    "SAN022" "missing-mate-sign", Severity::Info, Check::Step(check), Strict: Warning
}

fn check(step: &Step<'_>, report: &mut Report<'_>) {
    if let Step::UnmarkedMate(ply) = step {
        report.at_ply(ply, "the move mates: `#` is missing");
    }
}
