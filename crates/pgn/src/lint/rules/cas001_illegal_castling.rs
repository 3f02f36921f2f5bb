//! CAS001: illegal castling.

use pgn960_core::castling::Obstacle;
use shakmaty::{Bitboard, Setup};

use crate::{
    castles::{castling_attempt, castling_obstacles},
    lint::{
        Check, Report, Severity,
        explain::{castling_hint, turn_hint},
        rule::rule,
    },
    replay::{Step, Stop, StopReason, alternatives},
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
    let reasons = reasons(&obstacles, &setup);
    let squares = obstacles.iter().fold(Bitboard::EMPTY, |squares, obstacle| squares | obstacle.squares());
    let color = setup.turn.fold_wb("white", "black");
    let alternative = alternatives::find(stop);
    let hint = alternative.is_none().then(|| turn_hint(stop).or_else(|| castling_hint(stop, side, &obstacles)));
    let finding = report.at_stop(stop, format!("{color} cannot castle {}: {}", side.san(), reasons.join("; ")));
    finding.mark(squares).obstacles(obstacles);
    if let Some(alternative) = alternative {
        finding.suggest(&alternative, stop);
    } else if let Some(hint) = hint.flatten() {
        finding.hint(hint);
    }
}

/// The obstacles in words, what stands in the way of a piece in one clause.
fn reasons(obstacles: &[Obstacle], setup: &Setup) -> Vec<String> {
    let blocked = |is_kings: bool| {
        let squares = obstacles.iter().filter_map(move |obstacle| match obstacle {
            Obstacle::KingPathBlocked { square, .. } if is_kings => Some(square.to_string()),
            Obstacle::RookPathBlocked { square, .. } if !is_kings => Some(square.to_string()),
            _ => None,
        });
        squares.collect::<Vec<_>>()
    };
    let mut reasons = Vec::new();
    for (piece, squares) in [("king", blocked(true)), ("rook", blocked(false))] {
        if squares.len() > 1 {
            reasons.push(format!("the {piece}'s way is blocked on {}", squares.join(", ")));
        }
    }
    let is_told = |obstacle: &&Obstacle| match obstacle {
        Obstacle::KingPathBlocked { .. } => blocked(true).len() > 1,
        Obstacle::RookPathBlocked { .. } => blocked(false).len() > 1,
        _ => false,
    };
    let others = obstacles.iter().filter(|obstacle| !is_told(obstacle)).map(|obstacle| obstacle.describe(setup));
    reasons.extend(others);
    reasons
}
