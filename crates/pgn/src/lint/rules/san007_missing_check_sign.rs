//! SAN007: missing check sign.

use crate::{
    lint::{Check, Report, Severity, rule::rule},
    replay::Ply,
};

rule! {
    /// ## What it does
    /// Reports a move that gives check without `+`.
    ///
    /// ## Why is this bad?
    /// Export format has the sign; many files leave it out, and no move becomes unclear by it.
    ///
    /// ## Example
    /// `Bb5` that gives check; write `Bb5+`.
    ///
    /// ## Source
    /// PGN-8.2.3.5, policy P11.
    "SAN007" "missing-check-sign", Severity::Info, Check::Ply(check), Strict: Warning
}

fn check(ply: &Ply<'_>, report: &mut Report<'_>) {
    // A mate without `#` is told by its own rule.
    if ply.written.suffix().is_none() && ply.gives_check() && !ply.mates() {
        report.at_ply(ply, "the move gives check: `+` is missing");
    }
}
