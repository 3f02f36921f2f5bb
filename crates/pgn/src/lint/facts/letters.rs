//! [`PieceLetters`]: letters that name pieces in moves and are not English.

use std::collections::BTreeMap;

use crate::{event::EventKind, game::Game, lint::diagnose::Site, location::Span};

/// Letters of pieces in moves that cannot be read.
#[derive(Clone, Debug, Default)]
pub struct PieceLetters {
    /// Moves by letter.
    pub counts: BTreeMap<char, u64>,
    /// The first such move.
    pub first: Option<Site>,
}

/// Languages with their letters for king, queen, rook, bishop and knight (PGN-8.2.3.2-3, PGN-17).
const LANGUAGES: [(&str, &str); 16] = [
    ("Czech", "KDVSJ"),
    ("Danish", "KDTLS"),
    ("Dutch", "KDTLP"),
    ("Estonian", "KLVOR"),
    ("Finnish", "KDTLR"),
    ("French", "RDTFC"),
    ("German", "KDTLS"),
    ("Hungarian", "KVBFH"),
    ("Icelandic", "KDHBR"),
    ("Italian", "RDTAC"),
    ("Norwegian", "KDTLS"),
    ("Polish", "KHWGS"),
    ("Portuguese", "RDTBC"),
    ("Romanian", "RDTNC"),
    ("Russian", "КФЛСк"),
    ("Spanish", "RDTAC"),
];

impl PieceLetters {
    /// Letters that are told apart; more of them are no alphabet of pieces, and memory is bounded.
    const MOST: usize = 32;

    pub(super) fn observe(&mut self, game: &Game<'_>, mut site: impl FnMut(Span) -> Site) {
        for event in game.events.iter().filter(|event| event.kind == EventKind::UnreadableMove) {
            let text = game.decoded(event.span);
            if let Some(letter) = text.chars().next().filter(|&letter| is_foreign(letter)) {
                self.add(letter, 1);
                self.first.get_or_insert_with(|| site(event.span));
            }
        }
    }

    fn add(&mut self, letter: char, count: u64) {
        if self.counts.len() < PieceLetters::MOST || self.counts.contains_key(&letter) {
            *self.counts.entry(letter).or_default() += count;
        }
    }

    /// Adds those of a later part, before which there are so many games.
    pub(super) fn merge(&mut self, later: PieceLetters, n_games: u64) {
        later.counts.into_iter().for_each(|(letter, count)| self.add(letter, count));
        let first = later.first.map(|site| Site { game: site.game + n_games, ..site });
        self.first = self.first.or(first);
    }

    /// The languages that have all letters, but for those of one move in fifty, which may be slips.
    pub fn languages(&self) -> Vec<&'static str> {
        let n_moves: u64 = self.counts.values().sum();
        let is_spoken = |letters: &str| {
            self.counts.iter().all(|(&letter, &count)| letters.contains(letter) || count * 50 <= n_moves)
        };
        LANGUAGES.iter().filter(|(_, letters)| is_spoken(letters)).map(|&(name, _)| name).collect()
    }
}

/// Whether a capital letter names no piece, file or castling in English.
fn is_foreign(letter: char) -> bool {
    letter.is_uppercase() && !matches!(letter, 'K' | 'Q' | 'R' | 'B' | 'N' | 'O' | 'P')
}
