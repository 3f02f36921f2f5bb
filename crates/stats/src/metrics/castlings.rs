//! Who castles, to which side, when and how.
//!
//! Castlings are counted wherever they are legal. Rates are taken over the played games alone: of a game that breaks
//! off nobody knows who would have castled.

use serde::{Deserialize, Serialize};
use shakmaty::Color;

use super::results::rate;
use crate::{
    dimension::{Side, View, side_number},
    facts::Castling,
    metric::{Column, Metric, Unit, Value},
};

use pgn960_core::castling::LossReason;

/// What became of castling.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Castlings {
    /// Played games by where the first and the second side castled: 0 nowhere, 1 a-side, 2 h-side.
    sides: [[u64; 3]; 3],
    /// Of the sides that did not castle in a played game, by colour: kept the right, lost it by a king move, by a rook
    /// move, by the loss of the rook, never had it.
    others: [[u64; 5]; 2],
    /// All castlings by method.
    methods: [u64; 4],
    /// Castlings that gave check.
    checks: u64,
    /// All castlings by half-move.
    plies: Histogram,
}

/// Counts of castlings by half-move and side, sorted. The key is twice the half-move, plus one for the h-side.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Histogram(Vec<(u32, u64)>);

impl Histogram {
    fn add(&mut self, key: u32, count: u64) {
        match self.0.binary_search_by_key(&key, |&(key, _)| key) {
            Ok(index) => self.0[index].1 += count,
            Err(index) => self.0.insert(index, (key, count)),
        }
    }

    /// Castlings to a side.
    fn count(&self, side: u32) -> u64 {
        self.0.iter().filter(|(key, _)| key % 2 == side).map(|(_, count)| count).sum()
    }

    /// The least half-move by which so many of a hundred castlings to these sides had been played.
    fn quantile(&self, percent: u64, is_meant: impl Fn(u32) -> bool) -> Value {
        let meant = || self.0.iter().filter(|(key, _)| is_meant(key % 2));
        let total: u64 = meant().map(|(_, count)| count).sum();
        let rank = (total * percent).div_ceil(100).max(1);
        let mut so_far = 0;
        let found = meant().find(|(_, count)| {
            so_far += count;
            so_far >= rank
        });
        Value::Number(found.map(|&(key, _)| f64::from(key / 2)))
    }
}

/// A column of a rate.
const fn share(name: &'static str, about: &'static str) -> Column {
    Column { name, unit: Unit::Share, about }
}

/// A column of a half-move.
const fn ply(name: &'static str, about: &'static str) -> Column {
    Column { name, unit: Unit::Plies, about }
}

/// A column of a number.
const fn count(name: &'static str, about: &'static str) -> Column {
    Column { name, unit: Unit::Count, about }
}

impl Metric for Castlings {
    const COLUMNS: &[Column] = &[
        count("castlings", "castlings, of both sides where a row does not stand for one"),
        count("a_side_castlings", "castlings to the a-side"),
        count("h_side_castlings", "castlings to the h-side"),
        count("double_move", "castlings in which king and rook move past or beside each other"),
        count("transposition", "castlings in which king and rook swap places"),
        count("king_only", "castlings in which only the king moves"),
        count("rook_only", "castlings in which only the rook moves"),
        count("checks", "castlings that give check"),
        share("a_side", "sides of played games that castle to the a-side; a game has two sides"),
        share("h_side", "sides that castle to the h-side"),
        share("kept", "sides that do not castle and could still have the right at the end"),
        share("lost", "sides that lose the right"),
        share("never", "sides that have no right from the start"),
        share("white_a_side", "played games in which White castles to the a-side"),
        share("white_h_side", "played games in which White castles to the h-side"),
        share("white_kept", "played games in which White keeps the right"),
        share("white_lost", "played games in which White loses the right"),
        share("white_lost_by_king", "by a king move"),
        share("white_lost_by_rook", "by a rook move"),
        share("white_lost_by_capture", "because the rook is captured"),
        share("white_never", "played games in which White never has a right"),
        share("black_a_side", "the same of Black"),
        share("black_h_side", "the same of Black"),
        share("black_kept", "the same of Black"),
        share("black_lost", "the same of Black"),
        share("black_lost_by_king", "the same of Black"),
        share("black_lost_by_rook", "the same of Black"),
        share("black_lost_by_capture", "the same of Black"),
        share("black_never", "the same of Black"),
        share("both", "played games in which both castle"),
        share("neither", "played games in which neither castles"),
        share("same_side", "played games in which both castle to the same side"),
        share("opposite_sides", "played games in which they castle to opposite sides"),
        ply("castling_ply_10", "half-move by which a tenth of the castlings had been played"),
        ply("castling_ply", "half-move by which half of them had been played"),
        ply("castling_ply_90", "half-move by which nine in ten had been played"),
        ply("a_side_ply_10", "the same of a-side castlings"),
        ply("a_side_ply", "the same of a-side castlings"),
        ply("a_side_ply_90", "the same of a-side castlings"),
        ply("h_side_ply_10", "the same of h-side castlings"),
        ply("h_side_ply", "the same of h-side castlings"),
        ply("h_side_ply_90", "the same of h-side castlings"),
    ];

    fn observe(&mut self, view: View<'_>) {
        for color in view.counted() {
            let castling = view.facts.castling[color];
            if let Castling::Castled { ply, method, gives_check, .. } = castling {
                self.methods[method as usize] += 1;
                self.checks += u64::from(gives_check);
                self.plies.add(2 * ply + (side_number(castling) - 1), 1);
            }
        }
        if view.facts.is_played() {
            let castlings = [view.first, !view.first].map(|color: Color| view.facts.castling[color]);
            let [first, second] = castlings.map(|castling| side_number(castling) as usize);
            self.sides[first][second] += 1;
            for (castling, others) in castlings.into_iter().zip(&mut self.others) {
                let slot = match castling {
                    Castling::Castled { .. } => continue,
                    Castling::Kept => 0,
                    Castling::Lost { reason: LossReason::KingMoved, .. } => 1,
                    Castling::Lost { reason: LossReason::RookCaptured, .. } => 3,
                    Castling::Lost { .. } => 2,
                    Castling::Never => 4,
                };
                others[slot] += 1;
            }
        }
    }

    fn merge(&mut self, other: &Castlings) {
        add(self.sides.as_flattened_mut(), other.sides.as_flattened());
        add(self.others.as_flattened_mut(), other.others.as_flattened());
        add(&mut self.methods, &other.methods);
        self.checks += other.checks;
        for &(key, count) in &other.plies.0 {
            self.plies.add(key, count);
        }
    }

    fn values(&self, side: Side) -> Vec<Value> {
        let n_games: u64 = self.sides.as_flattened().iter().sum();
        let [a_side, h_side] = [0, 1].map(|side| self.plies.count(side));
        let mut values = vec![Value::Count(a_side + h_side), Value::Count(a_side), Value::Count(h_side)];
        values.extend(self.methods.map(Value::Count));
        values.push(Value::Count(self.checks));
        // By colour: castled to the a-side, to the h-side, kept, lost, lost in each of three ways, never had the right.
        let fates = [0, 1].map(|color| {
            let castled = |side: usize| {
                (0..3).map(|other| if color == 0 { self.sides[side][other] } else { self.sides[other][side] }).sum()
            };
            let [kept, by_king, by_rook, by_capture, never] = self.others[color];
            [castled(1), castled(2), kept, by_king + by_rook + by_capture, by_king, by_rook, by_capture, never]
        });
        values.extend([0, 1, 2, 3, 7].map(|fate| match side {
            Side::Both => rate(fates[0][fate] + fates[1][fate], 2 * n_games),
            Side::Player | Side::Castler => rate(fates[0][fate], n_games),
        }));
        values.extend(fates.as_flattened().iter().map(|&n_hits| rate(n_hits, n_games)));
        let [same, opposite] = [self.sides[1][1] + self.sides[2][2], self.sides[1][2] + self.sides[2][1]];
        values.extend([same + opposite, self.sides[0][0], same, opposite].map(|n_hits| rate(n_hits, n_games)));
        let meant: [fn(u32) -> bool; 3] = [|_| true, |side| side == 0, |side| side == 1];
        values.extend(meant.iter().flat_map(|meant| [10, 50, 90].map(|percent| self.plies.quantile(percent, meant))));
        values
    }
}

fn add(sums: &mut [u64], others: &[u64]) {
    for (sum, other) in sums.iter_mut().zip(others) {
        *sum += other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_half_moves_that_were_played() {
        let mut plies = Histogram::default();
        for (ply, side) in [(9, 1), (9, 1), (10, 1), (12, 1), (31, 0)] {
            plies.add(2 * ply + side, 1);
        }
        let check = |percent, expected| assert_eq!(plies.quantile(percent, |_| true), Value::Number(Some(expected)));
        check(0, 9.0);
        check(40, 9.0);
        check(50, 10.0);
        check(80, 12.0);
        check(100, 31.0);
        assert_eq!(plies.quantile(50, |side| side == 0), Value::Number(Some(31.0)));
        assert_eq!((plies.count(0), plies.count(1)), (1, 4));
        assert_eq!(Histogram::default().quantile(50, |_| true), Value::Number(None));
    }
}
