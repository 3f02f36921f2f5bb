//! Castling on any back rank: sides, paths, the four methods, and every obstacle that forbids a castling.
//!
//! Legal means: [`obstacles`] finds none. Playing a castling is shakmaty's work; who lost which right, and when, is
//! known to whoever replays the game and comes in as a [`Loss`].

use std::fmt;

use shakmaty::{Bitboard, Board, Color, Piece, Role, Setup, Square, attacks};

use crate::{packed_move::PackedMove, position::Position};

/// One of the two castlings of a side, named by the rook that takes part.
///
/// The side is told by where the rook stands: left (a-side) or right (h-side) of the king, seen from White.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CastlingSide {
    /// O-O-O: king to the c-file, rook to the d-file.
    ASide,
    /// O-O: king to the g-file, rook to the f-file.
    HSide,
}

impl CastlingSide {
    /// Both sides, a-side first.
    pub const ALL: [CastlingSide; 2] = [CastlingSide::ASide, CastlingSide::HSide];

    /// `O-O-O` or `O-O`, with letters O.
    pub const fn san(self) -> &'static str {
        match self {
            CastlingSide::ASide => "O-O-O",
            CastlingSide::HSide => "O-O",
        }
    }

    /// The square the king lands on: c1, g1, c8 or g8. Source: CAS-1.
    pub const fn king_to(self, color: Color) -> Square {
        self.to_shakmaty().king_to(color)
    }

    /// The square the rook lands on: d1, f1, d8 or f8. Source: CAS-1.
    pub const fn rook_to(self, color: Color) -> Square {
        self.to_shakmaty().rook_to(color)
    }

    const fn to_shakmaty(self) -> shakmaty::CastlingSide {
        match self {
            CastlingSide::ASide => shakmaty::CastlingSide::QueenSide,
            CastlingSide::HSide => shakmaty::CastlingSide::KingSide,
        }
    }
}

/// Prints `a-side` or `h-side`.
impl fmt::Display for CastlingSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CastlingSide::ASide => "a-side",
            CastlingSide::HSide => "h-side",
        })
    }
}

impl From<CastlingSide> for shakmaty::CastlingSide {
    fn from(side: CastlingSide) -> shakmaty::CastlingSide {
        side.to_shakmaty()
    }
}

impl From<shakmaty::CastlingSide> for CastlingSide {
    fn from(side: shakmaty::CastlingSide) -> CastlingSide {
        match side {
            shakmaty::CastlingSide::QueenSide => CastlingSide::ASide,
            shakmaty::CastlingSide::KingSide => CastlingSide::HSide,
        }
    }
}

/// Which of the two pieces move, and how. Source: FIDE-II.3.2.1 to FIDE-II.3.2.4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Method {
    /// King and rook both move, to squares neither of them stands on or only one of them.
    DoubleMove,
    /// King and rook swap places.
    Transposition,
    /// The rook stands on its final square already.
    KingOnly,
    /// The king stands on its final square already.
    RookOnly,
}

impl Method {
    /// `double-move`, `transposition`, `king-only` or `rook-only`.
    pub const fn name(self) -> &'static str {
        match self {
            Method::DoubleMove => "double-move",
            Method::Transposition => "transposition",
            Method::KingOnly => "king-only",
            Method::RookOnly => "rook-only",
        }
    }
}

/// The method of a castling to `side` with the king and the rook on these squares of one back rank.
pub fn method(king: Square, rook: Square, side: CastlingSide) -> Method {
    let side = side.to_shakmaty();
    let (king_moves, rook_moves) = (king.file() != side.king_to_file(), rook.file() != side.rook_to_file());
    match (king_moves, rook_moves) {
        (true, true) if king.file() == side.rook_to_file() && rook.file() == side.king_to_file() => {
            Method::Transposition
        }
        (true, false) => Method::KingOnly,
        (false, true) => Method::RookOnly,
        _ => Method::DoubleMove,
    }
}

/// The squares the king crosses and lands on; its own square does not count, so it is empty if the king stays put.
///
/// `king` is a square of the back rank of `color`; from elsewhere the path has no meaning.
pub fn king_path(king: Square, side: CastlingSide, color: Color) -> Bitboard {
    path(king, side.king_to(color))
}

/// The squares the rook crosses and lands on; its own square does not count, so it is empty if the rook stays put.
///
/// `rook` is a square of the back rank of `color`; from elsewhere the path has no meaning.
pub fn rook_path(rook: Square, side: CastlingSide, color: Color) -> Bitboard {
    path(rook, side.rook_to(color))
}

/// Squares that must be empty for this castling: the paths of king and rook, destinations included.
///
/// The castling king and rook themselves do not count. Empty when the two only swap places.
/// Source: FIDE-II.3.2.7, CAS-1.
pub fn must_be_empty(king: Square, rook: Square, side: CastlingSide, color: Color) -> Bitboard {
    (king_path(king, side, color) | rook_path(rook, side, color)).without(king).without(rook)
}

fn path(from: Square, to: Square) -> Bitboard {
    if from == to { Bitboard::EMPTY } else { attacks::between(from, to).with(to) }
}

/// The square of the rook that holds the castling right of `color` on `side`, or none without the right.
///
/// As shakmaty does, a right without an own rook there, or with the king off its back rank, is ignored.
pub fn right_rook(setup: &Setup, color: Color, side: CastlingSide) -> Option<Square> {
    let king = setup.board.king_of(color).filter(|king| king.rank() == color.backrank())?;
    let rooks = setup.castling_rights & setup.board.by_piece(color.rook()) & color.backrank();
    outermost(rooks, king, side)
}

/// Of these squares of the king's rank the one farthest from the king on this side of it.
pub fn outermost(rooks: Bitboard, king: Square, side: CastlingSide) -> Option<Square> {
    match side {
        CastlingSide::ASide => rooks.first().filter(|rook| rook.file() < king.file()),
        CastlingSide::HSide => rooks.last().filter(|rook| rook.file() > king.file()),
    }
}

/// What took a castling right away: the first event that did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LossReason {
    /// Nothing known: the position to start from does not give the right.
    RightAbsent,
    /// The king has moved.
    KingMoved,
    /// The rook has moved.
    RookMoved,
    /// The rook was captured.
    RookCaptured,
    /// The side has castled, on either side.
    AlreadyCastled,
}

impl LossReason {
    /// `right-absent`, `king-moved`, `rook-moved`, `rook-captured` or `already-castled`.
    pub const fn name(self) -> &'static str {
        match self {
            LossReason::RightAbsent => "right-absent",
            LossReason::KingMoved => "king-moved",
            LossReason::RookMoved => "rook-moved",
            LossReason::RookCaptured => "rook-captured",
            LossReason::AlreadyCastled => "already-castled",
        }
    }
}

/// How a castling right was lost.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Loss {
    /// What took it away.
    pub reason: LossReason,
    /// The ply that did, counted from 1 at the first move of the game; none if only the FEN says so.
    pub ply: Option<u32>,
    /// The number of the move that took it, as the game counts; None when only the FEN says so.
    pub move_number: Option<u32>,
    /// The move of that ply in SAN, if known.
    pub san: Option<String>,
}

impl Loss {
    /// The right is not there, and nothing more is known.
    pub const ABSENT: Loss = Loss { reason: LossReason::RightAbsent, ply: None, move_number: None, san: None };
}

/// The castling rights that a legal move took away, of either side, and why: the rights before it, the move, and the
/// position after it.
///
/// Source: FIDE-3.8.2.1, FIDE-II.3.1, CAS-2.
pub fn lost_rights(
    before: Bitboard,
    played: PackedMove,
    after: &Position,
) -> impl Iterator<Item = (Color, CastlingSide, LossReason)> {
    let us = !after.turn();
    let moves_king = played.role() == Role::King;
    (before & !after.castling_rights()).into_iter().map(move |rook| {
        // A right is the square of its rook, which stands on its own back rank.
        let color = Color::from_white(rook.rank() == Color::White.backrank());
        let reason = match played {
            _ if color != us => LossReason::RookCaptured,
            _ if played.is_castle() => LossReason::AlreadyCastled,
            _ if moves_king => LossReason::KingMoved,
            _ => LossReason::RookMoved,
        };
        let king = if color == us && moves_king { played.from() } else { after.king(color) };
        (color, if rook < king { CastlingSide::ASide } else { CastlingSide::HSide }, reason)
    })
}

/// One condition that forbids a castling.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Obstacle {
    /// The right to castle on that side is gone or was never there.
    NoRight(Loss),
    /// The square that was named as the rook's holds no own rook.
    NoRook {
        /// The square named.
        square: Square,
    },
    /// An own rook stands on the square named, but the right of that side belongs to another rook.
    WrongRook {
        /// The square named.
        square: Square,
        /// The square of the rook that holds the right.
        right_rook: Square,
    },
    /// A square the king crosses or lands on is occupied by something else than the castling rook.
    KingPathBlocked {
        /// The occupied square.
        square: Square,
        /// What stands there.
        by: Piece,
    },
    /// A square the rook crosses or lands on is occupied by something else than the king.
    RookPathBlocked {
        /// The occupied square.
        square: Square,
        /// What stands there.
        by: Piece,
    },
    /// The king is in check.
    InCheck {
        /// Who attacks the king.
        from: Bitboard,
    },
    /// A square strictly between the king's start and its destination is attacked.
    PassesAttacked {
        /// The attacked square.
        square: Square,
        /// Who attacks it.
        from: Bitboard,
    },
    /// The king's destination is attacked, and the king does not stand there yet.
    LandsAttacked {
        /// The attacked square.
        square: Square,
        /// Who attacks it.
        from: Bitboard,
    },
    /// Once the castling rook has left, the king's destination is attacked by something that did not attack it before.
    RookUnmasksCheck {
        /// The king's destination.
        square: Square,
        /// Who attacks it then.
        from: Bitboard,
    },
}

impl Obstacle {
    /// The name of the condition, such as `king-path-blocked`: the `cond` words of the oracle tables.
    pub const fn condition(&self) -> &'static str {
        match self {
            Obstacle::NoRight(_) => "no-right",
            Obstacle::NoRook { .. } => "no-rook",
            Obstacle::WrongRook { .. } => "wrong-rook",
            Obstacle::KingPathBlocked { .. } => "king-path-blocked",
            Obstacle::RookPathBlocked { .. } => "rook-path-blocked",
            Obstacle::InCheck { .. } => "in-check",
            Obstacle::PassesAttacked { .. } => "passes-attacked",
            Obstacle::LandsAttacked { .. } => "lands-attacked",
            Obstacle::RookUnmasksCheck { .. } => "castling-rook-unmasks-check",
        }
    }

    /// The clause that forbids the castling, such as `FIDE-3.8.2.2.1`; several are separated by a comma and a blank.
    ///
    /// Source: FIDE-REASON. No clause speaks of a captured castling rook; FIDE-3.8.2, which castles with a rook of the
    /// player's own, is nearest.
    pub const fn clause(&self) -> &'static str {
        match self {
            Obstacle::NoRight(loss) => match loss.reason {
                LossReason::RightAbsent => "FEN-4",
                LossReason::KingMoved => "FIDE-3.8.2.1.1",
                LossReason::RookMoved => "FIDE-3.8.2.1.2",
                LossReason::RookCaptured => "FIDE-3.8.2",
                LossReason::AlreadyCastled => "FIDE-II.3.1",
            },
            Obstacle::NoRook { .. } => "FEN-4",
            Obstacle::WrongRook { .. } => "XFEN-2",
            Obstacle::KingPathBlocked { .. } | Obstacle::RookPathBlocked { .. } => "FIDE-II.3.2.7",
            Obstacle::InCheck { .. } | Obstacle::PassesAttacked { .. } | Obstacle::LandsAttacked { .. } => {
                "FIDE-3.8.2.2.1"
            }
            Obstacle::RookUnmasksCheck { .. } => "FIDE-3.8.2.2.1, FIDE-3.9.2",
        }
    }

    /// The obstacle in words, for the position it was found in: lower case, no final period.
    ///
    /// The number of the move that lost a right is counted from the start of the game, at move 1 with White.
    pub fn describe(&self, setup: &Setup) -> String {
        let (board, color) = (&setup.board, setup.turn);
        match self {
            Obstacle::NoRight(loss) => describe_loss(loss, color),
            Obstacle::NoRook { square } => match board.piece_at(*square) {
                Some(piece) => format!("{square} holds a {}, not a {color} rook", piece_text(piece)),
                None => format!("there is no {color} rook on {square}"),
            },
            Obstacle::WrongRook { square, right_rook } => {
                format!("the right belongs to the rook on {right_rook}, not to the rook on {square}")
            }
            Obstacle::KingPathBlocked { square, by } => {
                format!("the king's way is blocked by the {} on {square}", piece_text(*by))
            }
            Obstacle::RookPathBlocked { square, by } => {
                format!("the rook's way is blocked by the {} on {square}", piece_text(*by))
            }
            Obstacle::InCheck { from } => match board.king_of(color) {
                Some(king) => format!("the king on {king} is in check from {}", men_text(board, *from)),
                None => format!("the king is in check from {}", men_text(board, *from)),
            },
            Obstacle::PassesAttacked { square, from } | Obstacle::LandsAttacked { square, from } => {
                format!("{square} is attacked by {}", men_text(board, *from))
            }
            Obstacle::RookUnmasksCheck { square, from } => format!(
                "after castling {} would attack the king on {square}, which the castling rook shielded",
                men_text(board, *from)
            ),
        }
    }

    /// The squares to mark on a diagram: the square in question and the attackers. Empty for a missing right.
    pub fn squares(&self) -> Bitboard {
        match *self {
            Obstacle::NoRight(_) => Bitboard::EMPTY,
            Obstacle::NoRook { square }
            | Obstacle::KingPathBlocked { square, .. }
            | Obstacle::RookPathBlocked { square, .. } => square.into(),
            Obstacle::WrongRook { square, right_rook } => Bitboard::from(square).with(right_rook),
            Obstacle::InCheck { from } => from,
            Obstacle::PassesAttacked { square, from }
            | Obstacle::LandsAttacked { square, from }
            | Obstacle::RookUnmasksCheck { square, from } => from.with(square),
        }
    }
}

/// Everything that forbids the side to move to castle to `side`; nothing means the castling is legal.
///
/// `rook` is the rook the text names, if it names one (UCI: king takes own rook). `loss` says how the right of that
/// side was lost and counts only if it is missing; without it the reason is [`LossReason::RightAbsent`].
///
/// Attacks are judged on the board before the move, except [`Obstacle::RookUnmasksCheck`], for which king and rook
/// stand on their destinations. With the wrong rook or none on the square named nothing else is judged, nor with the
/// king off its back rank. With the right missing and no rook named the outermost rook of that side is judged, which is
/// the one that a castling field would mean (XFEN-2), unless the rook was captured.
/// Source: FIDE-3.8.2, FIDE-3.9.2, FIDE-II.3, CAS-1, CAS-2.
///
/// # Examples
///
/// ```
/// use pgn960_core::castling::{CastlingSide, obstacles};
/// use pgn960_core::fen::read_strict;
///
/// let setup = read_strict(b"4k3/8/8/8/8/8/8/rR2K3 w Q - 0 1", None)?.setup;
/// let found = obstacles(&setup, CastlingSide::ASide, None, None);
/// assert_eq!(found.len(), 1);
/// assert_eq!(
///     found[0].describe(&setup),
///     "after castling the rook on a1 would attack the king on c1, which the castling rook shielded"
/// );
/// # Ok::<(), pgn960_core::fen::FenError>(())
/// ```
pub fn obstacles(setup: &Setup, side: CastlingSide, rook: Option<Square>, loss: Option<&Loss>) -> Vec<Obstacle> {
    let (board, color) = (&setup.board, setup.turn);
    let mut found = Vec::new();
    let holder = right_rook(setup, color, side);
    if holder.is_none() {
        found.push(Obstacle::NoRight(loss.cloned().unwrap_or(Loss::ABSENT)));
    }
    let Some(king) = board.king_of(color).filter(|king| king.rank() == color.backrank()) else {
        return found;
    };
    let rook = match (rook, holder) {
        (Some(square), _) if !board.by_piece(color.rook()).contains(square) => {
            found.push(Obstacle::NoRook { square });
            return found;
        }
        (Some(square), Some(right_rook)) if square != right_rook => {
            found.push(Obstacle::WrongRook { square, right_rook });
            return found;
        }
        (Some(square), _) if square.rank() == color.backrank() => square,
        (None, Some(right_rook)) => right_rook,
        (None, None) if loss.is_none_or(|loss| loss.reason != LossReason::RookCaptured) => {
            match outermost(board.by_piece(color.rook()) & color.backrank(), king, side) {
                Some(rook) => rook,
                None => return found,
            }
        }
        _ => return found,
    };

    let occupied = board.occupied();
    let attackers = |square, occupied| board.attacks_to(square, color.other(), occupied);
    let (king_to, rook_to) = (side.king_to(color), side.rook_to(color));
    let king_path = king_path(king, side, color);
    let blocking = |path: Bitboard| {
        (path & occupied)
            .without(king)
            .without(rook)
            .into_iter()
            .filter_map(|square| Some((square, board.piece_at(square)?)))
    };
    found.extend(blocking(king_path).map(|(square, by)| Obstacle::KingPathBlocked { square, by }));
    found.extend(blocking(rook_path(rook, side, color)).map(|(square, by)| Obstacle::RookPathBlocked { square, by }));

    let checkers = attackers(king, occupied);
    if checkers.any() {
        found.push(Obstacle::InCheck { from: checkers });
    }
    for square in king_path.without(king_to) {
        let from = attackers(square, occupied);
        if from.any() {
            found.push(Obstacle::PassesAttacked { square, from });
        }
    }
    let before = attackers(king_to, occupied);
    if king != king_to && before.any() {
        found.push(Obstacle::LandsAttacked { square: king_to, from: before });
    }
    let occupied_after = occupied.without(king).without(rook).with(king_to).with(rook_to);
    let unmasked = attackers(king_to, occupied_after) & !before;
    if unmasked.any() {
        found.push(Obstacle::RookUnmasksCheck { square: king_to, from: unmasked });
    }
    found
}

fn describe_loss(loss: &Loss, color: Color) -> String {
    let what = match loss.reason {
        LossReason::RightAbsent => format!("{color} has no right to castle on that side"),
        LossReason::KingMoved => format!("the {color} king has moved"),
        LossReason::RookMoved => format!("the {color} rook of that side has moved"),
        LossReason::RookCaptured => format!("the {color} rook of that side was captured"),
        LossReason::AlreadyCastled => format!("{color} has castled already"),
    };
    let number = loss.move_number.map(|number| format!("move {number}"));
    let details: Vec<String> = loss.san.clone().into_iter().chain(number).collect();
    if details.is_empty() { what } else { format!("{what} ({})", details.join(", ")) }
}

/// `the rook on f8 and the bishop on a6`.
pub fn men_text(board: &Board, squares: Bitboard) -> String {
    let men: Vec<String> = squares
        .into_iter()
        .map(|square| format!("the {} on {square}", board.role_at(square).map_or("man", role_name)))
        .collect();
    men.join(" and ")
}

/// `white bishop`.
fn piece_text(piece: Piece) -> String {
    format!("{} {}", piece.color, role_name(piece.role))
}

/// `pawn`, `knight`, ...
pub const fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen::read_strict;

    fn check(fen: &str, side: CastlingSide, rook: Option<Square>, expected: &[&str]) {
        let setup = read_strict(fen.as_bytes(), None).expect("a readable position").setup;
        let found: Vec<String> =
            obstacles(&setup, side, rook, None).iter().map(|obstacle| obstacle.describe(&setup)).collect();
        assert_eq!(found, expected, "{fen} {side}");
    }

    #[test]
    fn obstacles_in_words() {
        use CastlingSide::{ASide, HSide};
        check("4k3/8/8/8/8/8/8/4K2R w K - 0 1", HSide, None, &[]);
        check("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", HSide, None, &["f1 is attacked by the rook on f8"]);
        check("4k3/8/8/8/8/3n4/8/4K2R w K - 0 1", HSide, None, &["the king on e1 is in check from the knight on d3"]);
        check(
            "4k1r1/8/8/2b5/8/8/8/4K2R w K - 0 1",
            HSide,
            None,
            &["g1 is attacked by the bishop on c5 and the rook on g8"],
        );
        check(
            "4k3/8/8/8/8/8/8/4KB1R w K - 0 1",
            HSide,
            None,
            &[
                "the king's way is blocked by the white bishop on f1",
                "the rook's way is blocked by the white bishop on f1",
            ],
        );
        check("4k3/8/8/8/8/8/8/4K2R w - - 0 1", HSide, None, &["white has no right to castle on that side"]);
        check(
            "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1",
            ASide,
            Some(Square::A1),
            &["the right belongs to the rook on b1, not to the rook on a1"],
        );
        check(
            "4k3/8/8/8/8/8/8/NR2K3 w B - 0 1",
            ASide,
            Some(Square::A1),
            &["a1 holds a white knight, not a white rook"],
        );
        check("4k3/8/8/8/8/8/8/1R2K3 w B - 0 1", ASide, Some(Square::A1), &["there is no white rook on a1"]);
    }

    /// T1 to T5 of the standards file.
    #[test]
    fn test_vectors() {
        use CastlingSide::{ASide, HSide};
        check("2nkn3/2p1p3/8/8/8/8/8/RR3K2 w B - 0 1", ASide, None, &[]);
        check(
            "2nkn3/2p1p3/8/8/8/8/8/RR3K2 w Q - 0 1",
            ASide,
            None,
            &["the rook's way is blocked by the white rook on b1"],
        );
        check("4k3/8/8/8/8/8/8/R4KRR w GQ - 0 1", HSide, None, &[]);
        check("4k3/8/8/8/8/8/8/R4KRR w KQ - 0 1", ASide, None, &[]);
        check("4k3/8/8/8/8/8/8/2RK3R w KQ - 0 1", ASide, None, &[]);
        check("4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1", ASide, None, &[]);
        check("1r2k3/8/8/8/8/8/8/R1K5 w Q - 0 1", ASide, None, &[]);
    }

    #[test]
    fn losses_in_words() {
        let check = |reason, move_number, san: Option<&str>, expected: &str| {
            let loss = Loss { reason, ply: None, move_number, san: san.map(str::to_owned) };
            assert_eq!(describe_loss(&loss, Color::White), expected);
        };
        check(LossReason::AlreadyCastled, Some(12), Some("O-O-O"), "white has castled already (O-O-O, move 12)");
        check(LossReason::KingMoved, Some(1), Some("Kf1"), "the white king has moved (Kf1, move 1)");
        check(LossReason::RookMoved, Some(2), None, "the white rook of that side has moved (move 2)");
        check(LossReason::RookCaptured, None, None, "the white rook of that side was captured");
    }
}
