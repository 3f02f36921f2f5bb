//! RES004: move after end.

use crate::{
    castles::castling_obstacles,
    lint::{Check, Report, Severity, rule::rule},
    replay::{Step, StopReason},
};

rule! {
    /// ## What it does
    /// Reports a move after mate or stalemate, at the first one.
    ///
    /// ## Why is this bad?
    /// The game is over; what follows was never played, or an earlier move is wrong.
    ///
    /// ## Example
    /// `1. f3 e5 2. g4 Qh4# 3. a3`; remove the moves.
    ///
    /// ## Source
    /// FIDE-5.1.1, FIDE-5.2.1, policy P13.
    "RES004" "move-after-end", Severity::Error, Check::Step(check)
}

fn check(step: &Step<'_>, report: &mut Report<'_>) {
    let Step::Stop(stop) = step else { return };
    let ending = match stop.reason {
        StopReason::AfterMate => "mate",
        StopReason::AfterStalemate => "stalemate",
        _ => return,
    };
    report.at_stop(stop, format!("a move after {ending}")).obstacles(castling_obstacles(stop));
}
