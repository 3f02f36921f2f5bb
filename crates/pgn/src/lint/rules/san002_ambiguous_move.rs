//! SAN002: ambiguous move.

use shakmaty::san::SanPlus;

use crate::{
    lint::{Check, Report, Severity, rule::rule},
    replay::{Step, Stop, StopReason},
};

rule! {
    /// ## What it does
    /// Reports a move text that several legal moves match. The rest of its line of play is not checked.
    ///
    /// ## Why is this bad?
    /// Nobody can know which of them was played.
    ///
    /// ## Example
    /// `Nd2` with knights on b1 and f3; write `Nbd2` or `Nfd2`.
    ///
    /// ## Source
    /// PGN-8.2.3.4, policy P11.
    "SAN002" "ambiguous-move", Severity::Error, Check::Step(check)
}

fn check(step: &Step<'_>, report: &mut Report<'_>) {
    if let Step::Stop(stop @ Stop { reason: StopReason::Ambiguous, written: Some(written), .. }) = step {
        let candidates = stop.before.candidates(*written);
        let chess = stop.before.to_chess();
        let names: Vec<_> = candidates.iter().map(|&m| format!("`{}`", SanPlus::from_move(chess.clone(), m))).collect();
        let squares = candidates.iter().filter_map(|m| m.from()).collect();
        report
            .at_stop(stop, format!("ambiguous move `{}`: it may be {}", written.san_plus(), names.join(" or ")))
            .mark(squares);
    }
}
