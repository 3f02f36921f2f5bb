//! [`CastleCounts`]: castlings of many games by what came of them.

use std::collections::BTreeMap;

use pgn960_core::{CastlingSide, castling::Method};
use pgn960_pgn::castles::{Castle, NotJudged, Verdict, Wording};

use crate::summary::add;

/// Counts of castlings. Merging is commutative and associative.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CastleCounts {
    /// Legal ones, by side and method.
    pub legal: BTreeMap<(CastlingSide, Method), u64>,
    /// Illegal ones, by side.
    pub illegal: BTreeMap<CastlingSide, u64>,
    /// Illegal ones by each condition that forbids them, in the words of the castling oracle. One castling may violate
    /// several.
    pub conditions: BTreeMap<&'static str, u64>,
    /// Those that cannot be judged, by reason.
    pub not_judged: BTreeMap<NotJudged, u64>,
    /// King moves that may have been meant as castling: by wording, and whether castling was legal.
    pub attempts: BTreeMap<(Wording, bool), u64>,
}

impl CastleCounts {
    /// Counts a castling or an attempt.
    pub fn observe(&mut self, castle: &Castle) {
        let is_legal = matches!(castle.verdict, Verdict::Legal(_));
        match &castle.verdict {
            _ if castle.wording.is_attempt() => *self.attempts.entry((castle.wording, is_legal)).or_default() += 1,
            Verdict::Legal(method) => *self.legal.entry((castle.side, *method)).or_default() += 1,
            Verdict::Illegal(obstacles) => {
                *self.illegal.entry(castle.side).or_default() += 1;
                let mut conditions: Vec<_> = obstacles.iter().map(|obstacle| obstacle.condition()).collect();
                conditions.sort_unstable();
                conditions.dedup();
                for condition in conditions {
                    *self.conditions.entry(condition).or_default() += 1;
                }
            }
            Verdict::NotJudged(reason) => *self.not_judged.entry(*reason).or_default() += 1,
        }
    }

    /// Legal castlings to a side.
    pub fn n_legal(&self, side: CastlingSide) -> u64 {
        self.legal.iter().filter(|((counted, _), _)| *counted == side).map(|(_, count)| count).sum()
    }

    /// Illegal castlings.
    pub fn n_illegal(&self) -> u64 {
        self.illegal.values().sum()
    }

    /// Adds what other counts have seen.
    pub fn merge(&mut self, other: CastleCounts) {
        add(&mut self.legal, other.legal);
        add(&mut self.illegal, other.illegal);
        add(&mut self.conditions, other.conditions);
        add(&mut self.not_judged, other.not_judged);
        add(&mut self.attempts, other.attempts);
    }
}
