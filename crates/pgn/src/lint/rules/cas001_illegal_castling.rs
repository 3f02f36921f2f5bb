//! CAS001: illegal castling.

use shakmaty::Bitboard;

use crate::{
    lint::{
        Check, Report, Severity,
        explain::{castling_attempt, castling_hint, castling_obstacles},
        rule::rule,
    },
    replay::{Step, Stop, StopReason},
};

rule! {
    /// ## What it does
    /// Reports a castling that is not legal, with every condition that forbids it and the clause of the rules behind
    /// each. The rest of its line of play is not checked.
    ///
    /// ## Why is this bad?
    /// Castling in Chess960 is where programs and arbiters err: all squares on both ways must be free, the king may not
    /// leave, cross or enter an attacked square, and a rook that leaves may uncover an attack on its king.
    ///
    /// ## Example
    /// `O-O` while f1 is attacked; see the message for the squares and pieces.
    ///
    /// ## Source
    /// FIDE-3.8.2, FIDE-II.3, FIDE-REASON, CAS-1, CAS-2.
    "CAS001" "illegal-castling", Severity::Error, Check::Step(check)
}

fn check(step: &Step<'_>, report: &mut Report<'_>) {
    let Step::Stop(stop @ Stop { reason: StopReason::Illegal, written: Some(written), .. }) = step else { return };
    let Some((side, _)) = castling_attempt(stop.before, *written) else { return };
    let obstacles = castling_obstacles(stop);
    let setup = stop.before.to_setup();
    let reasons: Vec<_> = obstacles.iter().map(|obstacle| obstacle.describe(&setup)).collect();
    let squares = obstacles.iter().fold(Bitboard::EMPTY, |squares, obstacle| squares | obstacle.squares());
    let color = setup.turn.fold_wb("white", "black");
    let hint = castling_hint(stop, side, &obstacles);
    let finding = report.at_stop(stop, format!("{color} cannot castle {}: {}", side.san(), reasons.join("; ")));
    finding.mark(squares).obstacles(obstacles);
    if let Some(hint) = hint {
        finding.hint(hint);
    }
}
