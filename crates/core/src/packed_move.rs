//! [`PackedMove`], a legal move in four bytes.

use std::num::NonZeroU32;

use shakmaty::{Move, Role, Square};

/// A legal move in four bytes.
///
/// Moves travel from the resolver to the board millions of times a second. As a number one stays in a register, while
/// shakmaty's [`Move`], an enum of bytes, is stored and loaded at each step.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PackedMove(NonZeroU32);

impl PackedMove {
    /// Part of every move, so that none is 0 and a move that may be missing takes no more than four bytes.
    const MOVE: NonZeroU32 = NonZeroU32::new(1 << 23).unwrap();
    const CASTLE: u32 = 1 << 21;
    const EN_PASSANT: u32 = 1 << 22;

    /// A move of a man that is neither castling nor en passant. The roles are numbers, 0 for none.
    #[inline]
    pub(crate) fn normal(role: u8, from: Square, capture: u8, to: Square, promotion: u8) -> PackedMove {
        let squares = from as u32 | (to as u32) << 6;
        let roles = u32::from(role) << 12 | u32::from(capture) << 15 | u32::from(promotion) << 18;
        PackedMove(PackedMove::MOVE | squares | roles)
    }

    #[inline]
    pub(crate) fn en_passant(from: Square, to: Square) -> PackedMove {
        PackedMove(PackedMove::normal(Role::Pawn as u8, from, 0, to, 0).0 | PackedMove::EN_PASSANT)
    }

    #[inline]
    pub(crate) fn castle(king: Square, rook: Square) -> PackedMove {
        PackedMove(PackedMove::normal(Role::King as u8, king, 0, rook, 0).0 | PackedMove::CASTLE)
    }

    #[inline]
    pub(crate) fn role_number(self) -> u8 {
        (self.0.get() >> 12 & 7) as u8
    }

    #[inline]
    pub(crate) fn capture_number(self) -> u8 {
        (self.0.get() >> 15 & 7) as u8
    }

    #[inline]
    pub(crate) fn promotion_number(self) -> u8 {
        (self.0.get() >> 18 & 7) as u8
    }

    /// Where the man comes from; the king, when castling.
    #[inline]
    pub fn from(self) -> Square {
        Square::new(self.0.get() & 63)
    }

    /// Where the man goes; the rook that castles, when castling.
    #[inline]
    pub fn to(self) -> Square {
        Square::new(self.0.get() >> 6 & 63)
    }

    /// The man that moves; the king, when castling.
    #[inline]
    pub fn role(self) -> Role {
        role_of(self.role_number()).unwrap_or(Role::Pawn)
    }

    /// The man that is taken on the destination.
    #[inline]
    pub fn capture(self) -> Option<Role> {
        role_of(self.capture_number())
    }

    /// What a pawn becomes.
    #[inline]
    pub fn promotion(self) -> Option<Role> {
        role_of(self.promotion_number())
    }

    /// Whether the move is neither a capture nor one of a pawn, so that the halfmove clock goes on.
    #[inline]
    pub fn is_quiet(self) -> bool {
        self.role_number() != Role::Pawn as u8 && self.capture_number() == 0
    }

    /// Whether the move is castling.
    #[inline]
    pub fn is_castle(self) -> bool {
        self.0.get() & PackedMove::CASTLE != 0
    }

    /// Whether a pawn is taken in passing.
    #[inline]
    pub fn is_en_passant(self) -> bool {
        self.0.get() & PackedMove::EN_PASSANT != 0
    }

    /// The move as shakmaty's.
    pub fn unpack(self) -> Move {
        let (from, to) = (self.from(), self.to());
        if self.is_castle() {
            Move::Castle { king: from, rook: to }
        } else if self.is_en_passant() {
            Move::EnPassant { from, to }
        } else {
            Move::Normal { role: self.role(), from, capture: self.capture(), to, promotion: self.promotion() }
        }
    }

    #[inline]
    pub(crate) fn is_special(self) -> bool {
        self.0.get() & (PackedMove::CASTLE | PackedMove::EN_PASSANT) != 0
    }
}

/// The role of a number; there is none of number 0.
#[inline]
pub(crate) fn role_of(number: u8) -> Option<Role> {
    const ROLES: [Option<Role>; 8] = [
        None,
        Some(Role::Pawn),
        Some(Role::Knight),
        Some(Role::Bishop),
        Some(Role::Rook),
        Some(Role::Queen),
        Some(Role::King),
        None,
    ];
    ROLES[(number & 7) as usize]
}
