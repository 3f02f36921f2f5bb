//! SAN001: illegal move.

use crate::{
    castles::castling_attempt,
    lint::{
        Check, Report, Severity,
        explain::{turn_hint, why_illegal},
        rule::rule,
    },
    replay::{Step, Stop, StopReason, alternatives},
};

rule! {
    /// ## What it does
    /// Reports a move that is not legal. The rest of its line of play is not checked.
    ///
    /// ## Why is this bad?
    /// PGN does not permit illegal moves. In rapid and blitz an illegal move may stand when nobody claims it; then the
    /// record is true and still no PGN.
    ///
    /// ## Example
    /// `1. e4 Ke7`; the pawn on e7 is in the way.
    ///
    /// ## Source
    /// PGN-8.2, FIDE-A.5.2, policy P14.
    "SAN001" "illegal-move", Severity::Error, Check::Step(check)
}

fn check(step: &Step<'_>, report: &mut Report<'_>) {
    let Step::Stop(stop @ Stop { reason: StopReason::Illegal, written: Some(written), .. }) = step else { return };
    if castling_attempt(stop.before, *written).is_some() {
        return;
    }
    let reason = why_illegal(stop.before, *written);
    let finding = report.at_stop(stop, format!("illegal move `{}`: {}", written.san_plus(), reason.text));
    finding.mark(reason.squares);
    if let Some(alternative) = alternatives::find(stop) {
        finding.suggest(&alternative, stop);
    } else if let Some(hint) = turn_hint(stop).or(reason.hint) {
        finding.hint(hint);
    }
}
