//! [`Fingerprint`]: what tells equal games.

use std::hash::{DefaultHasher, Hash, Hasher};

use shakmaty::CastlingMode;

use crate::{
    game::Game, lint::diagnose::Site, location::Span, opening::Opening, replay::replay, tags::SEVEN_TAG_ROSTER,
};

/// A game as a number of 128 bits, so that unequal games are not taken for equal ones by chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    /// Of the Seven Tag Roster, the start and the moves of the main line.
    pub hash: [u64; 2],
    /// Where the game starts.
    pub site: Site,
}

impl Fingerprint {
    /// The fingerprint of a game; None when it has no legal move.
    pub(super) fn of(game: &Game<'_>, opening: &Opening, site: &mut impl FnMut(Span) -> Site) -> Option<Fingerprint> {
        let start = opening.start.position()?;
        let mut hashers = [DefaultHasher::new(), DefaultHasher::new()];
        1_u8.hash(&mut hashers[1]);
        let mut add = |value: &[u8]| {
            for hasher in &mut hashers {
                value.hash(hasher);
            }
        };
        for name in SEVEN_TAG_ROSTER {
            add(game.value(name).unwrap_or_default().as_bytes());
        }
        add(pgn960_core::fen::to_xfen(&start.to_setup()).as_bytes());
        let moves = replay(game, start, |_| false, |_| {}).moves;
        for played in &moves {
            add(played.unpack().to_uci(CastlingMode::Chess960).to_string().as_bytes());
        }
        (!moves.is_empty())
            .then(|| Fingerprint { hash: hashers.map(|hasher| hasher.finish()), site: site(game.start_span()) })
    }

    /// The same, when so many games come before its part of the file.
    pub(super) fn behind(self, n_games: u64) -> Fingerprint {
        Fingerprint { site: Site { game: self.site.game + n_games, ..self.site }, ..self }
    }
}
