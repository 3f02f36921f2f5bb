//! SAN007: missing check sign.

use shakmaty::san::Suffix;

use crate::lint::Report;
use crate::lint::Severity;
use crate::lint::rule::rule;
use crate::replay::Check;
use crate::replay::Ply;
use crate::lint;

rule! {
    /// ## What it does
    /// Reports a move that gives check without `+`, or that mates without `#`.
    ///
    /// ## Why is this bad?
    /// Export format has the signs; many files leave them out, and no move becomes unclear by it.
    ///
    /// ## Example
    /// `Qxf7` that mates; write `Qxf7#`.
    ///
    /// ## Source
    /// PGN-8.2.3.5, policy P11.
    "SAN007" "missing-check-sign", Severity::Info, lint::Check::Ply(check)
}

fn check(ply: &Ply<'_>, report: &mut Report<'_>) {
    let message = match (ply.written.suffix(), ply.check) {
        (None, Check::Check) => "the move gives check: `+` is missing",
        (None | Some(Suffix::Check), Check::Mate) => "the move mates: `#` is missing",
        _ => return,
    };
    report.at_ply(ply, message);
}
