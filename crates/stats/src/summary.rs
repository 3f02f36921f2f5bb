//! [`Summary`]: what a run over many games has seen.

use std::collections::{BTreeMap, btree_map::Entry};

use pgn960_core::{
    CastlingSide, PackedMove, Start,
    castling::{self, Method},
};
use pgn960_pgn::{
    lint::{Checked, Counts, Severity},
    opening::GameStart,
};

/// Counts over games. Merging is commutative and associative.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Games, skipped ones included.
    pub n_games: u64,
    /// Legal moves of the main lines, in half-moves.
    pub n_plies: u64,
    /// Games by how they start.
    pub starts: BTreeMap<StartKind, u64>,
    /// Legal castlings of the main lines, by side and method.
    pub castlings: BTreeMap<(CastlingSide, Method), u64>,
    /// Findings by rule code and severity, shown or not.
    pub findings: Counts,
}

/// How a game starts, without its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StartKind {
    /// The classical array, in a game that does not say it is Chess960.
    Standard,
    /// One of the 960.
    Chess960,
    /// Two different arrays of the 960.
    Dfrc,
    /// The classical pieces on the back ranks in another way.
    Shuffle,
    /// A set-up position.
    Other,
    /// There is no position to start from.
    Unknown,
    /// A game of another kind, or one too large to be read.
    Skipped,
}

impl StartKind {
    /// All of them.
    pub const ALL: [StartKind; 7] = [
        StartKind::Standard,
        StartKind::Chess960,
        StartKind::Dfrc,
        StartKind::Shuffle,
        StartKind::Other,
        StartKind::Unknown,
        StartKind::Skipped,
    ];

    /// The word that reports use.
    pub fn name(self) -> &'static str {
        match self {
            StartKind::Standard => "standard",
            StartKind::Chess960 => "chess960",
            StartKind::Dfrc => "dfrc",
            StartKind::Shuffle => "shuffle",
            StartKind::Other => "other",
            StartKind::Unknown => "unknown",
            StartKind::Skipped => "skipped",
        }
    }

    /// The kind of a game that was read.
    pub fn of(start: &GameStart) -> StartKind {
        match start {
            GameStart::OtherGame => StartKind::Skipped,
            GameStart::Unknown => StartKind::Unknown,
            GameStart::Position(_, start) | GameStart::Assumed(_, start) => match start {
                Start::Standard => StartKind::Standard,
                Start::Chess960(_) => StartKind::Chess960,
                Start::Dfrc { .. } => StartKind::Dfrc,
                Start::Shuffle => StartKind::Shuffle,
                Start::Other => StartKind::Other,
            },
        }
    }
}

impl Summary {
    /// Counts the findings in a game, or in text outside games.
    pub fn observe_findings(&mut self, counts: &Counts) {
        for (&key, &count) in counts {
            *self.findings.entry(key).or_default() += count;
        }
    }

    /// Takes back findings that were counted.
    pub fn withdraw_findings(&mut self, code: &'static str, severity: Severity, count: u64) {
        if let Entry::Occupied(mut counted) = self.findings.entry((code, severity)) {
            *counted.get_mut() -= count;
            if *counted.get() == 0 {
                counted.remove();
            }
        }
    }

    /// Counts a game, with the moves of its main line.
    pub fn observe_game(&mut self, checked: &Checked) {
        self.n_games += 1;
        if let Some(replay) = &checked.replay {
            self.n_plies += replay.moves.len() as u64;
            replay.castlings.into_iter().flatten().for_each(|played| self.observe_castling(played));
        }
        let kind = checked.opening.as_ref().map_or(StartKind::Skipped, |opening| StartKind::of(&opening.start));
        *self.starts.entry(kind).or_default() += 1;
    }

    fn observe_castling(&mut self, played: PackedMove) {
        let (king, rook) = (played.from(), played.to());
        let side = if rook < king { CastlingSide::ASide } else { CastlingSide::HSide };
        let method = castling::method(king, rook, side);
        *self.castlings.entry((side, method)).or_default() += 1;
    }

    /// Findings of a severity.
    pub fn n_findings(&self, severity: Severity) -> u64 {
        self.findings.iter().filter(|((_, counted), _)| *counted == severity).map(|(_, count)| count).sum()
    }

    /// Castlings to a side.
    pub fn n_castlings(&self, side: CastlingSide) -> u64 {
        self.castlings.iter().filter(|((counted, _), _)| *counted == side).map(|(_, count)| count).sum()
    }

    /// Adds what another summary has seen.
    pub fn merge(&mut self, other: Summary) {
        self.n_games += other.n_games;
        self.n_plies += other.n_plies;
        add(&mut self.starts, other.starts);
        add(&mut self.castlings, other.castlings);
        add(&mut self.findings, other.findings);
    }
}

/// Adds counts to counts.
pub(crate) fn add<K: Ord>(counts: &mut BTreeMap<K, u64>, others: BTreeMap<K, u64>) {
    for (key, count) in others {
        *counts.entry(key).or_default() += count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pgn960_pgn::{
        lint::{Linter, Selection},
        parse::Parser,
    };

    fn summary(text: &str) -> Summary {
        let linter = Linter::new(&Selection::default());
        let mut summary = Summary::default();
        Parser::default().parse_slice(text.as_bytes(), |_, game| {
            let checked = linter.check_game(game);
            summary.observe_findings(&checked.counts);
            summary.observe_game(&checked);
        });
        summary
    }

    #[test]
    fn merging_is_counting_together() {
        let one = "[FEN \"nqbnrkrb/pppppppp/8/8/8/8/PPPPPPPP/NQBNRKRB w KQkq - 0 1\"]\n\n1. O-O O-O 2. d4 *\n";
        let other = "[Event \"x\"]\n\n1. e4 e5 2. Ke3 *\n";
        let (mut forward, mut backward) = (summary(one), summary(other));
        forward.merge(summary(other));
        backward.merge(summary(one));
        assert_eq!(forward, backward);
        assert_eq!(forward.n_games, 2);
        assert_eq!(forward.n_plies, 5);
        assert_eq!(forward.castlings[&(CastlingSide::HSide, Method::Transposition)], 2);
        assert_eq!(forward.n_findings(Severity::Error), 1);
    }
}
