//! SAN004: null move.

use crate::{
    lint::{Check, Report, Severity, rule::rule},
    replay::{Step, Stop, StopReason},
};

rule! {
    /// ## What it does
    /// Reports a null move, such as `--`, in the main line, or in a variation where the side to move is in check. The
    /// rest of the line is not checked.
    ///
    /// ## Why is this bad?
    /// A player cannot pass. In a tournament file it stands for a move that could not be read.
    ///
    /// ## Example
    /// `1. e4 -- 2. d4`.
    ///
    /// ## Source
    /// PGN-8.2.
    "SAN004" "null-move", Severity::Error, Check::Step(check)
}

fn check(step: &Step<'_>, report: &mut Report<'_>) {
    if let Step::Stop(stop @ Stop { reason: StopReason::Null, .. }) = step {
        let place = if stop.depth == 0 { "in the main line" } else { "although the king is in check" };
        report.at_stop(stop, format!("null move {place}"));
    }
}
