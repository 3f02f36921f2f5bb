//! What became of a side's castling, and where king and rooks stood.

use std::fmt;

use pgn960_core::{
    CastlingSide,
    castling::{LossReason, Method},
};
use shakmaty::Role;

/// What became of a side's castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Castling {
    /// It castled.
    Castled {
        /// To which side.
        side: CastlingSide,
        /// With which half-move of the game, from 1.
        ply: u32,
        /// How king and rook went.
        method: Method,
        /// Whether that gave check.
        gives_check: bool,
    },
    /// It had a right to castle up to the last move.
    Kept,
    /// It lost its last right.
    Lost {
        /// By a move of the king or the rook, or because the rook was captured.
        reason: LossReason,
        /// With which half-move of the game, from 1.
        ply: u32,
    },
    /// The start gave it no right, or there is no start.
    Never,
}

impl Castling {
    /// The side that it castled to.
    pub fn side(self) -> Option<CastlingSide> {
        match self {
            Castling::Castled { side, .. } => Some(side),
            _ => None,
        }
    }

    /// How king and rook went, if it castled.
    pub fn method(self) -> Option<Method> {
        match self {
            Castling::Castled { method, .. } => Some(method),
            _ => None,
        }
    }

    /// The half-move it castled with.
    pub fn ply(self) -> Option<u32> {
        match self {
            Castling::Castled { ply, .. } => Some(ply),
            _ => None,
        }
    }

    /// `castled`, `kept`, `lost` or `never`.
    pub fn name(self) -> &'static str {
        match self {
            Castling::Castled { .. } => "castled",
            Castling::Kept => "kept",
            Castling::Lost { .. } => "lost",
            Castling::Never => "never",
        }
    }
}

/// The files of a king between two rooks: one of 56.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pattern {
    a_rook: u8,
    king: u8,
    h_rook: u8,
}

impl Pattern {
    /// The pattern of a back rank; none unless it has one king and two rooks, and the king stands between them.
    pub fn of(back_rank: &[Role; 8]) -> Option<Pattern> {
        let files = |wanted: Role| (0..8_u8).filter(move |&file| back_rank[usize::from(file)] == wanted);
        let (mut rooks, mut kings) = (files(Role::Rook), files(Role::King));
        let (a_rook, h_rook, king) = (rooks.next()?, rooks.next()?, kings.next()?);
        let is_single = rooks.next().is_none() && kings.next().is_none();
        (is_single && a_rook < king && king < h_rook).then_some(Pattern { a_rook, king, h_rook })
    }

    /// All 56, by the files of a-side rook, king and h-side rook.
    pub fn all() -> impl Iterator<Item = Pattern> {
        let files = || (0..8_u8).flat_map(|a_rook| (a_rook + 1..8).map(move |king| (a_rook, king)));
        files().flat_map(|(a_rook, king)| (king + 1..8).map(move |h_rook| Pattern { a_rook, king, h_rook }))
    }

    /// Reads what [`fmt::Display`] prints, in either case.
    pub fn parse(text: &str) -> Option<Pattern> {
        Pattern::all().find(|pattern| pattern.to_string().eq_ignore_ascii_case(text))
    }
}

/// Prints the back rank with dots for the other men: `R...K..R`.
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: String = (0..8_u8)
            .map(|file| match file {
                file if file == self.king => 'K',
                file if file == self.a_rook || file == self.h_rook => 'R',
                _ => '.',
            })
            .collect();
        f.pad(&letters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pgn960_core::Spn;

    #[test]
    fn there_are_56_patterns() {
        assert_eq!(Pattern::all().count(), 56);
        for pattern in Pattern::all() {
            assert_eq!(Pattern::parse(&pattern.to_string().to_lowercase()), Some(pattern));
        }
        assert!(Spn::all().all(|spn| Pattern::of(&spn.back_rank()).is_some()));
        assert_eq!(Pattern::of(&Spn::STANDARD.back_rank()).unwrap().to_string(), "R...K..R");
        assert_eq!(Pattern::parse("K.R....R"), None);
    }
}
