//! [`FileFacts`]: what is remembered of a file's games, for the rules about the file as a whole.
//!
//! Workers gather facts while they check games, and parts are merged in the order of the file, so that the facts do not
//! depend on how it was cut. A kind of facts is gathered only when a selected rule wants it.

use std::collections::BTreeMap;

use pgn960_core::{
    Start,
    fen::{CastlingLetters, FenField},
};

use crate::{
    event::EventKind,
    game::Game,
    lint::{Checked, diagnose::Site},
    location::Span,
    opening::{FenTag, GameStart, Opening, Variant, fen_field},
    tags::TagName,
};

/// What is known of a file, or of a part of one.
#[derive(Clone, Debug, Default)]
pub struct FileFacts {
    /// Games, skipped ones included.
    pub n_games: u64,
    /// Whether there is anything but blanks, line ends and byte order marks.
    pub has_text: bool,
    /// Why the file could not be read to its end, when it is cut off or damaged.
    pub damage: Option<String>,
    /// What the games are games of.
    pub kinds: Runs<GameKind>,
    /// How the castling fields of Chess960 games are spelt.
    pub dialects: Runs<CastlingDialect>,
}

/// Kinds of facts, each with what it takes to gather.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactKind {
    /// Whether the file could be read and holds games. Always known.
    Reading,
    /// [`FileFacts::kinds`]; bounded.
    Kinds,
    /// [`FileFacts::dialects`]; bounded.
    Dialects,
}

/// What a game is a game of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameKind {
    /// Classical chess, also from a set-up position.
    Standard,
    /// Chess960.
    Chess960,
    /// Chess960 with two different arrays.
    Dfrc,
    /// Another game.
    Other,
}

impl GameKind {
    /// The name that reports use.
    pub fn name(self) -> &'static str {
        match self {
            GameKind::Standard => "classical chess",
            GameKind::Chess960 => "Chess960",
            GameKind::Dfrc => "double Fischer random chess",
            GameKind::Other => "other games",
        }
    }

    fn of(opening: &Opening) -> Option<GameKind> {
        match (&opening.start, opening.start.kind()) {
            (GameStart::OtherGame, _) => Some(GameKind::Other),
            (_, Some(Start::Dfrc { .. })) => Some(GameKind::Dfrc),
            _ if opening.variant == Variant::Chess960 || opening.needs_chess960() => Some(GameKind::Chess960),
            (_, Some(_)) => Some(GameKind::Standard),
            (_, None) => None,
        }
    }
}

/// How a castling field spells its rights, where the dialects differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CastlingDialect {
    /// `KQkq`, and file letters for inner rooks only.
    XFen,
    /// File letters.
    Shredder,
}

impl CastlingDialect {
    fn of(opening: &Opening) -> Option<CastlingDialect> {
        let FenTag::Position(read) = &opening.fen else { return None };
        let is_chess960 = opening.variant == Variant::Chess960 || opening.needs_chess960();
        match read.0.letters {
            CastlingLetters::Sides | CastlingLetters::Mixed if is_chess960 => Some(CastlingDialect::XFen),
            CastlingLetters::Files => Some(CastlingDialect::Shredder),
            _ => None,
        }
    }
}

/// Games of the same sort in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run<K> {
    /// What they have in common.
    pub kind: K,
    /// How many they are.
    pub n_games: u64,
    /// The first of them.
    pub first: Site,
}

/// The games of a file by sort: how many there are of each, and where the sort changes.
///
/// Games of no sort are passed over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Runs<K> {
    /// Games by sort.
    pub counts: BTreeMap<K, u64>,
    /// The first runs, so that memory is bounded.
    pub list: Vec<Run<K>>,
    /// Whether there are more.
    is_cut: bool,
}

impl<K> Default for Runs<K> {
    fn default() -> Runs<K> {
        Runs { counts: BTreeMap::new(), list: Vec::new(), is_cut: false }
    }
}

impl<K: Copy + Ord> Runs<K> {
    const MOST: usize = 1000;

    /// Adds a game behind the others.
    fn observe(&mut self, kind: K, site: impl FnOnce() -> Site) {
        *self.counts.entry(kind).or_default() += 1;
        match self.list.last_mut() {
            _ if self.is_cut => {}
            Some(last) if last.kind == kind => last.n_games += 1,
            _ => self.push(Run { kind, n_games: 1, first: site() }),
        }
    }

    fn push(&mut self, run: Run<K>) {
        self.is_cut |= self.list.len() == Runs::<K>::MOST;
        if !self.is_cut {
            self.list.push(run);
        }
    }

    /// Adds the runs of a later part, before which there are so many games.
    fn merge(&mut self, later: Runs<K>, n_games: u64) {
        for (kind, count) in later.counts {
            *self.counts.entry(kind).or_default() += count;
        }
        for mut run in later.list {
            run.first.game += n_games;
            match self.list.last_mut() {
                Some(last) if last.kind == run.kind && !self.is_cut => last.n_games += run.n_games,
                _ => self.push(run),
            }
        }
        self.is_cut |= later.is_cut;
    }
}

impl FileFacts {
    /// Adds a game, or text that is no game, which `checked` is about. `site` tells where a span of it lies.
    pub(super) fn observe(
        &mut self,
        wanted: &[FactKind],
        game: &Game<'_>,
        checked: &Checked,
        mut site: impl FnMut(Span) -> Site,
    ) {
        let is_game = game.is_game();
        self.has_text |= is_game || game.events.iter().any(|event| event.kind != EventKind::Blank);
        self.n_games += u64::from(is_game);
        let Some(opening) = &checked.opening else { return };
        for kind in wanted {
            match kind {
                FactKind::Reading => {}
                FactKind::Kinds => {
                    if let Some(kind) = GameKind::of(opening) {
                        let span = game.tag(TagName::Variant).map_or(game.start_span(), |tag| tag.value);
                        self.kinds.observe(kind, || site(span));
                    }
                }
                FactKind::Dialects => {
                    if let (Some(dialect), Some(tag)) = (CastlingDialect::of(opening), game.tag(TagName::Fen)) {
                        let field = fen_field(game.text(tag.value), FenField::Castling);
                        self.dialects.observe(dialect, || site(tag.value_part(&field)));
                    }
                }
            }
        }
    }

    /// Adds what is known of the part of the file that follows this one.
    pub fn merge(&mut self, later: FileFacts) {
        self.kinds.merge(later.kinds, self.n_games);
        self.dialects.merge(later.dialects, self.n_games);
        self.n_games += later.n_games;
        self.has_text |= later.has_text;
        self.damage = self.damage.take().or(later.damage);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::location::Place;

    fn site(game: u64) -> Site {
        Site { game, byte_offset: 0, start: Place::FIRST, end: Place::FIRST }
    }

    fn runs(kinds: &[u8]) -> Runs<u8> {
        let mut runs = Runs::default();
        for (&kind, game) in kinds.iter().zip(1..) {
            runs.observe(kind, || site(game));
        }
        runs
    }

    fn check(kinds: &[u8], expected: &[(u8, u64, u64)]) {
        let whole = runs(kinds);
        let list: Vec<_> = whole.list.iter().map(|run| (run.kind, run.n_games, run.first.game)).collect();
        assert_eq!(list, expected);
        for at in 0..=kinds.len() {
            let mut merged = runs(&kinds[..at]);
            merged.merge(runs(&kinds[at..]), at as u64);
            assert_eq!(merged, whole, "cut before {at}");
        }
    }

    #[test]
    fn runs_do_not_depend_on_the_cut() {
        check(b"", &[]);
        check(b"aab", &[(b'a', 2, 1), (b'b', 1, 3)]);
        check(b"abba", &[(b'a', 1, 1), (b'b', 2, 2), (b'a', 1, 4)]);
        let many: Vec<u8> = [0, 0, 1, 1].repeat(750);
        let whole = runs(&many);
        assert_eq!((whole.list.len(), whole.counts[&0], whole.is_cut), (1000, 1500, true));
        for at in [0, 1, 1000, 1999, 2000, 2001, 2500, 3000] {
            let mut merged = runs(&many[..at]);
            merged.merge(runs(&many[at..]), at as u64);
            assert_eq!(merged, whole, "cut before {at}");
        }
    }
}
