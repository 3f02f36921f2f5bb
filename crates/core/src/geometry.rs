//! The 84 castlings as geometry: what each asks of the board, whatever the position.
//!
//! A castling is told by its colour, its side and where king and rook start. What forbids one in a given position is
//! for [`crate::castling::obstacles`] to say.

use shakmaty::{Bitboard, Color, File, Rank, Square, attacks};

use crate::{
    castling::{CastlingSide, Method, king_path, method, must_be_empty, rook_path},
    spn::Spn,
};

/// A king and a rook on their start squares that may castle with each other: one of 84.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Geometry {
    color: Color,
    side: CastlingSide,
    king: Square,
    rook: Square,
}

/// In which order king and rook may be moved by hand when both go to their squares along the board.
///
/// Castling is one move; this is about hands only. Source: rules.md 3.6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HandOrder {
    /// The king stands on the rook's destination and has to leave it first.
    KingFirst,
    /// The rook stands on the king's destination and has to leave it first.
    RookFirst,
    /// Either may go first.
    Free,
    /// The two swap places.
    Together,
    /// Only one of them moves.
    OnePiece,
}

impl HandOrder {
    /// `king-first`, `rook-first`, `free`, `together` or `one piece`.
    pub const fn name(self) -> &'static str {
        match self {
            HandOrder::KingFirst => "king-first",
            HandOrder::RookFirst => "rook-first",
            HandOrder::Free => "free",
            HandOrder::Together => "together",
            HandOrder::OnePiece => "one piece",
        }
    }

    /// The same as an instruction: lower case, no final period.
    pub const fn describe(self) -> &'static str {
        match self {
            HandOrder::KingFirst => "king first, which stands on the rook's square",
            HandOrder::RookFirst => "rook first, which stands on the king's square",
            HandOrder::Free => "king or rook first, as you like",
            HandOrder::Together => "king and rook swap places",
            HandOrder::OnePiece => "only one piece moves",
        }
    }
}

/// Which of the two jumps the other, over every permitted order of the hands. Source: rules.md 3.7 to 3.9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Jumper {
    /// The king jumps the rook.
    King,
    /// The rook jumps the king.
    Rook,
    /// Whichever moves second.
    Second,
    /// Neither: they swap places.
    Swap,
}

impl Jumper {
    /// `king`, `rook`, `king/rook` or `swap`.
    pub const fn name(self) -> &'static str {
        match self {
            Jumper::King => "king",
            Jumper::Rook => "rook",
            Jumper::Second => "king/rook",
            Jumper::Swap => "swap",
        }
    }
}

impl Geometry {
    /// The castling of a king and a rook on these squares, or none if no Chess960 game can start with them there.
    pub fn new(king: Square, rook: Square) -> Option<Geometry> {
        let color = Color::ALL.into_iter().find(|color| color.backrank() == king.rank())?;
        let is_inside = !matches!(king.file(), File::A | File::H);
        let side = if rook < king { CastlingSide::ASide } else { CastlingSide::HSide };
        (is_inside && rook.rank() == king.rank() && rook != king).then_some(Geometry { color, side, king, rook })
    }

    /// All 84: White's, then Black's; of a colour the a-side first; by the files of king and rook.
    pub fn all() -> impl Iterator<Item = Geometry> {
        let on = |rank: Rank| File::ALL.map(|file| Square::from_coords(file, rank));
        let kinds = Color::ALL.into_iter().flat_map(|color| CastlingSide::ALL.map(|side| (color, side)));
        kinds.flat_map(move |(color, side)| {
            let squares = on(color.backrank());
            squares
                .into_iter()
                .flat_map(move |king| squares.map(|rook| (king, rook)))
                .filter_map(|(king, rook)| Geometry::new(king, rook))
                .filter(move |geometry| geometry.side == side)
        })
    }

    /// Whose castling it is.
    pub fn color(self) -> Color {
        self.color
    }

    /// To which side, as the rook stands.
    pub fn side(self) -> CastlingSide {
        self.side
    }

    /// Where the king starts: on the back rank, from the b-file to the g-file.
    pub fn king(self) -> Square {
        self.king
    }

    /// Where the rook starts.
    pub fn rook(self) -> Square {
        self.rook
    }

    /// Where the king lands.
    pub fn king_to(self) -> Square {
        self.side.king_to(self.color)
    }

    /// Where the rook lands.
    pub fn rook_to(self) -> Square {
        self.side.rook_to(self.color)
    }

    /// Which of the two move, and how.
    pub fn method(self) -> Method {
        method(self.king, self.rook, self.side)
    }

    /// Squares that must be empty: both paths, destinations included, without the king and the rook themselves.
    pub fn must_be_empty(self) -> Bitboard {
        must_be_empty(self.king, self.rook, self.side, self.color)
    }

    /// Squares that a house rule in circulation wants empty: those between king and rook, and both destinations.
    ///
    /// In four castlings of a colour it overlooks a square on the way. Source: rules.md 4.8, 4.10.
    pub fn looked_at_by_house_rule(self) -> Bitboard {
        let between = attacks::between(self.king, self.rook);
        between.with(self.king_to()).with(self.rook_to()).without(self.king).without(self.rook)
    }

    /// Squares that must not be attacked: where the king stands, passes and lands.
    pub fn must_be_safe(self) -> Bitboard {
        king_path(self.king, self.side, self.color).with(self.king)
    }

    /// Squares strictly between the king's start and destination.
    pub fn crossed_by_king(self) -> Bitboard {
        attacks::between(self.king, self.king_to())
    }

    /// The rook's start, path and destination as far as the king does not use them; they may be attacked.
    pub fn of_rook_only(self) -> Bitboard {
        rook_path(self.rook, self.side, self.color).with(self.rook) & !self.must_be_safe()
    }

    /// In which order the hands may go.
    pub fn hand_order(self) -> HandOrder {
        match self.method() {
            Method::Transposition => HandOrder::Together,
            Method::KingOnly | Method::RookOnly => HandOrder::OnePiece,
            Method::DoubleMove if self.king == self.rook_to() => HandOrder::KingFirst,
            Method::DoubleMove if self.lands_on_rook() => HandOrder::RookFirst,
            Method::DoubleMove => HandOrder::Free,
        }
    }

    /// Who jumps whom.
    pub fn jumper(self) -> Jumper {
        if self.hand_order() == HandOrder::Together {
            return Jumper::Swap;
        }
        let is_over = |over, from, to| attacks::between(from, to).contains(over);
        // The first to go passes the other on its start square, the second passes the first on its destination.
        let king_first = if is_over(self.rook, self.king, self.king_to()) { Jumper::King } else { Jumper::Rook };
        let rook_first = if is_over(self.king, self.rook, self.rook_to()) { Jumper::Rook } else { Jumper::King };
        match (self.hand_order(), self.method()) {
            (HandOrder::KingFirst, _) | (_, Method::KingOnly) => king_first,
            (HandOrder::RookFirst, _) | (_, Method::RookOnly) => rook_first,
            _ if king_first == rook_first => king_first,
            _ => Jumper::Second,
        }
    }

    /// Whether the rook stands strictly between the king's start and destination.
    pub fn jumps_rook_square(self) -> bool {
        self.crossed_by_king().contains(self.rook)
    }

    /// Whether the rook stands on the king's destination.
    pub fn lands_on_rook(self) -> bool {
        self.rook == self.king_to()
    }

    /// Whether a double move may begin with what could also be an ordinary move of the king.
    ///
    /// Source: rules.md 3.15.
    pub fn may_begin_as_king_move(self) -> bool {
        matches!(self.hand_order(), HandOrder::KingFirst | HandOrder::Free)
            && attacks::king_attacks(self.king).contains(self.king_to())
    }

    /// Whether a double move may begin with what could also be an ordinary move of the rook.
    ///
    /// Source: rules.md 3.15.
    pub fn may_begin_as_rook_move(self) -> bool {
        matches!(self.hand_order(), HandOrder::RookFirst | HandOrder::Free)
            && attacks::rook_attacks(self.rook, self.king.into()).contains(self.rook_to())
    }

    /// Of the squares that classical castling leaves or finds empty those on which a man may stand all the while:
    /// of a, b and e for the a-side, of e and h for the h-side.
    ///
    /// Source: rules.md 3.16.
    pub fn may_stay_occupied(self) -> Bitboard {
        let files = match self.side {
            CastlingSide::ASide => Bitboard::from(File::A) | File::B | File::E,
            CastlingSide::HSide => Bitboard::from(File::E) | File::H,
        };
        (files & self.color.backrank() & !self.must_be_empty()).without(self.king).without(self.rook)
    }

    /// Squares from which an enemy rook or queen would check the castled king only because the castling rook has left.
    ///
    /// Source: FIDE-3.9.2.
    pub fn unmasked_from(self) -> Bitboard {
        let free = Bitboard::from(self.color.backrank()) & !self.must_be_empty();
        let is_unmasked = |&from: &Square| {
            let before = Bitboard::from(self.king).with(self.rook);
            let after = Bitboard::from(self.king_to()).with(self.rook_to());
            let hits = |occupied| attacks::rook_attacks(from, occupied).contains(self.king_to());
            hits(after) && !hits(before)
        };
        free.without(self.king).without(self.rook).into_iter().filter(is_unmasked).collect()
    }

    /// In how many of the 960 start positions king and rook stand so.
    pub fn n_start_positions(self) -> usize {
        Spn::all().filter(|&spn| spn.castling(self.color, self.side) == self).count()
    }
}

impl Spn {
    /// The castling that this start position has for a colour and a side, once the way is free.
    pub fn castling(self, color: Color, side: CastlingSide) -> Geometry {
        let [a_rook, king, h_rook] = self.rooks_and_king().map(|file| Square::from_coords(file, color.backrank()));
        let rook = match side {
            CastlingSide::ASide => a_rook,
            CastlingSide::HSide => h_rook,
        };
        Geometry { color, side, king, rook }
    }

    /// Whether a castling is possible before anything has moved. Source: rules.md 4.23.
    pub fn can_castle_at_once(self, side: CastlingSide) -> bool {
        self.castling(Color::White, side).must_be_empty().is_empty()
    }

    /// Whether the other rook, still on its start square, keeps the king from castling to this side.
    ///
    /// Source: rules.md 4.22.
    pub fn is_obstructed_by_other_rook(self, side: CastlingSide) -> bool {
        let [one, other] = CastlingSide::ALL.map(|side| self.castling(Color::White, side));
        let (castling, other) = if side == one.side { (one, other) } else { (other, one) };
        castling.must_be_empty().contains(other.rook)
    }
}
