//! [`Written`], a move text in eight bytes, and [`Spelling`], how it departs from export format.

use shakmaty::{
    CastlingSide, File, Rank, Role, Square,
    san::{San, SanPlus, Suffix},
};

use crate::packed_move::role_of;

/// A move as it was written, in eight bytes: it stays in a register from the lexer to the event and on to the board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Written(u64);

impl Written {
    const CAPTURE: u64 = 1 << 17;

    /// A move of a man to a square.
    #[inline]
    pub(super) const fn normal(
        role: Role,
        file: Option<File>,
        rank: Option<Rank>,
        capture: bool,
        to: Square,
        promotion: Option<Role>,
    ) -> Written {
        let file = if let Some(file) = file { file as u64 + 1 } else { 0 };
        let rank = if let Some(rank) = rank { rank as u64 + 1 } else { 0 };
        let capture = if capture { Written::CAPTURE } else { 0 };
        let promotion = if let Some(role) = promotion { role as u64 } else { 0 };
        Written(role as u64 | (to as u64) << 3 | file << 9 | rank << 13 | capture | promotion << 18)
    }

    /// A move to a1, to another square.
    #[inline]
    pub(super) fn moved_to(self, to: Square) -> Written {
        Written(self.0 | (to as u64) << 3)
    }

    /// Any other move; its number takes the place of the destination, and the role is none.
    const fn special(number: u64) -> Written {
        Written(number << 3)
    }

    pub(super) const CASTLE_A_SIDE: Written = Written::special(0);
    pub(super) const CASTLE_H_SIDE: Written = Written::special(1);
    /// A null move.
    pub const NULL: Written = Written::special(2);

    /// A man put on the board, which other games know. Its square and role take the places of origin and promotion.
    pub(super) const fn drop(role: Role, to: Square) -> Written {
        Written(Written::special(3).0 | (to as u64) << 9 | (role as u64) << 18)
    }

    #[inline]
    pub(super) fn with(self, suffix: Option<Suffix>, spelling: Spelling) -> Written {
        let suffix = suffix.map_or(0, |suffix| suffix as u64 + 1);
        Written(self.0 | suffix << 21 | u64::from(spelling.0) << 24)
    }

    /// Number of the role, 0 for what is no move of a man.
    #[inline]
    pub(super) fn role_number(self) -> u8 {
        (self.0 & 7) as u8
    }

    #[inline]
    pub(super) fn promotion_number(self) -> u8 {
        (self.0 >> 18 & 7) as u8
    }

    /// Whether an origin file or rank is given.
    #[inline]
    pub(super) fn has_origin(self) -> bool {
        self.0 & (0xff << 9) != 0
    }

    #[inline]
    pub(super) fn to(self) -> Square {
        Square::new((self.0 >> 3 & 63) as u32)
    }

    #[inline]
    pub(super) fn file(self) -> Option<File> {
        ((self.0 >> 9 & 15) as u32).checked_sub(1).map(File::new)
    }

    #[inline]
    pub(super) fn rank(self) -> Option<Rank> {
        ((self.0 >> 13 & 15) as u32).checked_sub(1).map(Rank::new)
    }

    #[inline]
    pub(super) fn has_capture_sign(self) -> bool {
        self.0 & Written::CAPTURE != 0
    }

    /// The move. For [`Spelling::COORDINATES`] it is a pawn move whose file and rank are the origin square.
    pub fn san(self) -> San {
        match (role_of(self.role_number()), self.0 >> 3 & 63) {
            (Some(role), _) => San::Normal {
                role,
                file: self.file(),
                rank: self.rank(),
                capture: self.has_capture_sign(),
                to: self.to(),
                promotion: role_of(self.promotion_number()),
            },
            (None, 0) => San::Castle(CastlingSide::QueenSide),
            (None, 1) => San::Castle(CastlingSide::KingSide),
            (None, 2) => San::Null,
            (None, _) => San::Put {
                role: role_of(self.promotion_number()).unwrap_or(Role::Pawn),
                to: Square::new((self.0 >> 9 & 63) as u32),
            },
        }
    }

    /// `+` or `#`.
    #[inline]
    pub fn suffix(self) -> Option<Suffix> {
        match self.0 >> 21 & 3 {
            0 => None,
            1 => Some(Suffix::Check),
            _ => Some(Suffix::Checkmate),
        }
    }

    /// How the text departs from export spelling.
    #[inline]
    pub fn spelling(self) -> Spelling {
        Spelling((self.0 >> 24) as u16)
    }

    /// Whether the text is export spelling with exactly this check sign.
    #[inline]
    pub fn is_export_with(self, suffix: Option<Suffix>) -> bool {
        self.0 >> 21 == suffix.map_or(0, |suffix| suffix as u64 + 1)
    }

    /// The side of a castling.
    #[inline]
    pub fn castling(self) -> Option<CastlingSide> {
        match (self.role_number(), self.0 >> 3 & 63) {
            (0, 0) => Some(CastlingSide::QueenSide),
            (0, 1) => Some(CastlingSide::KingSide),
            _ => None,
        }
    }

    /// The move in pgn-reader's and shakmaty's words.
    pub fn san_plus(self) -> SanPlus {
        SanPlus { san: self.san(), suffix: self.suffix() }
    }
}

impl From<SanPlus> for Written {
    /// What another reader has read. A pawn move with its whole origin square is taken for [`Spelling::COORDINATES`],
    /// as `g1f3` looks the same to pgn-reader; other departures from export spelling are not known any more.
    #[inline]
    fn from(SanPlus { san, suffix }: SanPlus) -> Written {
        let written = match san {
            San::Normal { role, file, rank, capture, to, promotion } => {
                Written::normal(role, file, rank, capture, to, promotion)
            }
            San::Castle(CastlingSide::QueenSide) => Written::CASTLE_A_SIDE,
            San::Castle(CastlingSide::KingSide) => Written::CASTLE_H_SIDE,
            San::Null => Written::NULL,
            San::Put { role, to } => Written::drop(role, to),
        };
        let is_coordinates = matches!(san, San::Normal { role: Role::Pawn, file: Some(_), rank: Some(_), .. });
        written.with(suffix, if is_coordinates { Spelling::COORDINATES } else { Spelling::default() })
    }
}

impl std::fmt::Debug for Written {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {:?}", self.san_plus(), self.spelling())
    }
}

/// Departures from export spelling (PGN-8.2.3) that leave no doubt about the move meant, as a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spelling(pub(super) u16);

impl Spelling {
    /// Castling with digits: `0-0`.
    pub const ZERO: Spelling = Spelling(1);
    /// A dash that is not the ASCII hyphen: `O–O`.
    pub const DASH: Spelling = Spelling(1 << 1);
    /// Castling with small letters or without hyphens: `o-o`, `OO`.
    pub const CASTLING_LETTERS: Spelling = Spelling(1 << 2);
    /// Origin and destination without a piece letter, as in UCI: `g1f3`, `e2-e4`.
    pub const COORDINATES: Spelling = Spelling(1 << 3);
    /// Long algebraic: a piece letter and both squares joined by a hyphen, `Ng1-f3`.
    pub const LONG: Spelling = Spelling(1 << 4);
    /// A chess figurine for the piece letter: `♘f3`.
    pub const FIGURINE: Spelling = Spelling(1 << 5);
    /// A promotion without `=`: `e8Q`.
    pub const NO_EQUALS: Spelling = Spelling(1 << 6);
    /// A promotion with another sign than `=`: `e8(Q)`, `e8/Q`.
    pub const PROMOTION_SIGN: Spelling = Spelling(1 << 7);
    /// A promotion piece in lower case: `e8=q`.
    pub const LOWER_CASE_PROMOTION: Spelling = Spelling(1 << 8);
    /// `++` for double check or mate.
    pub const DOUBLE_PLUS: Spelling = Spelling(1 << 9);
    /// The letter `P` for a pawn: `Pe4`.
    pub const PAWN_LETTER: Spelling = Spelling(1 << 10);
    /// A colon or `×` for `x`: `N:f3`.
    pub const CAPTURE_SIGN: Spelling = Spelling(1 << 11);
    /// `ep` behind the move: `exd6ep`.
    pub const EN_PASSANT: Spelling = Spelling(1 << 12);

    /// Export spelling in every respect.
    #[inline]
    pub fn is_standard(self) -> bool {
        self.0 == 0
    }

    /// Whether all of these departures are present.
    #[inline]
    pub fn contains(self, other: Spelling) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether one of these departures is present.
    #[inline]
    pub fn intersects(self, other: Spelling) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) fn add(&mut self, other: Spelling) {
        self.0 |= other.0;
    }
}

impl std::ops::BitOr for Spelling {
    type Output = Spelling;

    fn bitor(self, other: Spelling) -> Spelling {
        Spelling(self.0 | other.0)
    }
}
