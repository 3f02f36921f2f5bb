//! SAN001: illegal move.

use shakmaty::san::San;

use crate::lint::Check;
use crate::lint::Report;
use crate::lint::Severity;
use crate::lint::explain::why_illegal;
use crate::lint::rule::rule;
use crate::replay::Step;
use crate::replay::Stop;
use crate::replay::StopReason;

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
    if matches!(written.san(), San::Castle(_)) {
        return;
    }
    let reason = why_illegal(stop.before, *written);
    let finding = report.at_stop(stop, format!("illegal move `{}`: {}", written.san_plus(), reason.text));
    finding.mark(reason.squares);
    if let Some(hint) = reason.hint {
        finding.hint(hint);
    }
}
