//! Writing FEN in its three dialects.

use shakmaty::{Bitboard, Color, File, Setup, Square, attacks};

use super::Dialect;
use crate::castling::{CastlingSide, outermost, right_rook};

/// Which en passant squares are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EpPolicy {
    /// Each square that is given. Source: FEN-5.
    Keep,
    /// A square onto which a pawn can legally take. Source: FEN-8.
    Legal,
    /// A square beside which a pawn stands that could take, were its king not in the way. Source: XFEN-5.
    XFen,
}

/// The en passant square that a writer with this policy writes.
pub fn ep_square(setup: &Setup, policy: EpPolicy) -> Option<Square> {
    setup.ep_square.filter(|&square| match policy {
        EpPolicy::Keep => true,
        EpPolicy::XFen => takers(setup, square).any(),
        EpPolicy::Legal => takers(setup, square).into_iter().any(|taker| may_take(setup, taker, square)),
    })
}

/// The position as X-FEN: `K`/`Q` for the outermost rook, else the file letter; `KQkq` for all 960 start positions.
///
/// The en passant square is written only when a pawn of the side to move stands beside the pushed pawn.
/// Source: XFEN-2, XFEN-3, XFEN-5.
pub fn to_xfen(setup: &Setup) -> String {
    assemble(setup, Letters::of(setup, Dialect::XFen), ep_square(setup, EpPolicy::XFen))
}

/// The position as Shredder-FEN: every right is a file letter, h-side first (`HAha`). The en passant square is kept.
///
/// Source: SFEN-1, SFEN-2.
pub fn to_shredder(setup: &Setup) -> String {
    assemble(setup, Letters::of(setup, Dialect::Shredder), setup.ep_square)
}

/// The position as FEN of ordinary chess, or none if a castling right is not one of a king on e and a rook on a or h.
///
/// The en passant square is kept. Source: FEN-4, FEN-5.
pub fn to_standard(setup: &Setup) -> Option<String> {
    is_expressible(setup, Dialect::Standard)
        .then(|| assemble(setup, Letters::of(setup, Dialect::Standard), setup.ep_square))
}

/// The castling field alone, `-` without rights; none if the dialect is `Standard` and cannot express a right.
///
/// Order: White then Black, h-side then a-side. Rights without an own rook on the back rank, or beyond one a side, are
/// left out: no reader would take them.
pub fn castling_field(setup: &Setup, dialect: Dialect) -> Option<String> {
    is_expressible(setup, dialect).then(|| Letters::of(setup, dialect).text().to_owned())
}

/// Whether the dialect has letters for all rights.
pub(super) fn is_expressible(setup: &Setup, dialect: Dialect) -> bool {
    dialect != Dialect::Standard || rights(setup).all(|right| right.is_standard(setup))
}

/// Whether X-FEN writes file letters only, as Shredder-FEN does.
pub(super) fn is_file_letters_in_xfen(setup: &Setup) -> bool {
    rights(setup).all(|right| right.xfen_letter(setup) == right.file_letter())
}

/// The letters of a castling field, or its dash.
#[derive(Clone, Copy)]
pub(super) struct Letters {
    bytes: [u8; 4],
    length: usize,
}

impl Letters {
    /// The field in a dialect that is taken to express all rights.
    pub(super) fn of(setup: &Setup, dialect: Dialect) -> Letters {
        let mut letters = Letters { bytes: [b'-'; 4], length: 0 };
        for right in rights(setup) {
            letters.bytes[letters.length] = match dialect {
                Dialect::Standard | Dialect::XFen => right.xfen_letter(setup),
                Dialect::Shredder => right.file_letter(),
            };
            letters.length += 1;
        }
        letters.length = letters.length.max(1);
        letters
    }

    pub(super) fn text(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.length]).expect("letters are ASCII")
    }
}

/// One castling right that has its king and its rook.
#[derive(Clone, Copy)]
struct Right {
    color: Color,
    side: CastlingSide,
    rook: Square,
}

impl Right {
    fn xfen_letter(self, setup: &Setup) -> u8 {
        let rooks = setup.board.by_piece(self.color.rook()) & self.color.backrank();
        let king = setup.board.king_of(self.color);
        if king.and_then(|king| outermost(rooks, king, self.side)) != Some(self.rook) {
            return self.file_letter();
        }
        match self.side {
            CastlingSide::HSide => self.color.fold_wb(b'K', b'k'),
            CastlingSide::ASide => self.color.fold_wb(b'Q', b'q'),
        }
    }

    fn file_letter(self) -> u8 {
        self.color.fold_wb(b'A', b'a') + u8::from(self.rook.file())
    }

    fn is_standard(self, setup: &Setup) -> bool {
        is_standard(setup.board.king_of(self.color), self.rook, self.side)
    }
}

/// Whether a king and a rook stand where ordinary chess lets them castle: on e and a (a-side) or h (h-side).
pub(super) fn is_standard(king: Option<Square>, rook: Square, side: CastlingSide) -> bool {
    let corner = match side {
        CastlingSide::ASide => File::A,
        CastlingSide::HSide => File::H,
    };
    king.is_some_and(|king| king.file() == File::E) && rook.file() == corner
}

fn rights(setup: &Setup) -> impl Iterator<Item = Right> {
    let sides = [CastlingSide::HSide, CastlingSide::ASide];
    Color::ALL
        .into_iter()
        .flat_map(move |color| sides.map(|side| (color, side)))
        .filter_map(|(color, side)| Some(Right { color, side, rook: right_rook(setup, color, side)? }))
}

/// Pawns of the side to move that attack the en passant square.
fn takers(setup: &Setup, ep_square: Square) -> Bitboard {
    attacks::pawn_attacks(setup.turn.other(), ep_square) & setup.board.by_piece(setup.turn.pawn())
}

/// Whether this pawn's king is not attacked once it has taken.
fn may_take(setup: &Setup, taker: Square, ep_square: Square) -> bool {
    let pushed = Square::from_coords(ep_square.file(), taker.rank());
    let mut board = setup.board.clone();
    board.discard_piece_at(taker);
    board.discard_piece_at(pushed);
    board.set_piece_at(ep_square, setup.turn.pawn());
    let king = board.king_of(setup.turn);
    king.is_none_or(|king| board.attacks_to(king, setup.turn.other(), board.occupied()).is_empty())
}

fn assemble(setup: &Setup, castling: Letters, ep_square: Option<Square>) -> String {
    let ep_square = ep_square.map_or("-".to_owned(), |square| square.to_string());
    let (board, turn, castling) = (&setup.board, setup.turn.char(), castling.text());
    format!("{board} {turn} {castling} {ep_square} {} {}", setup.halfmoves, setup.fullmoves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen::read_strict;

    fn check(input: &str, xfen: &str, shredder: &str, standard: Option<&str>) {
        let setup = read_strict(input.as_bytes(), None).expect("a readable position").setup;
        let field = |fen: String| fen.split(' ').skip(2).take(2).collect::<Vec<_>>().join(" ");
        assert_eq!(field(to_xfen(&setup)), xfen, "{input}");
        assert_eq!(field(to_shredder(&setup)), shredder, "{input}");
        assert_eq!(to_standard(&setup).map(field).as_deref(), standard, "{input}");
    }

    #[test]
    fn three_dialects() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        check(&format!("{start} w AHah - 0 1"), "KQkq -", "HAha -", Some("KQkq -"));
        check(&format!("{start} w qkHA - 0 1"), "KQkq -", "HAha -", Some("KQkq -"));
        check("4k3/8/8/8/8/8/8/R4KRR w GQ - 0 1", "GQ -", "GA -", None);
        check("4k3/8/8/8/8/8/8/2RK3R w KQ - 0 1", "KQ -", "HC -", None);
        check("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "- -", "- -", Some("- -"));
    }

    #[test]
    fn en_passant_square() {
        check("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", "- e6", "- e6", Some("- e6"));
        check("4k3/8/8/p7/7P/8/8/4K3 w - a6 0 1", "- -", "- a6", Some("- a6"));
    }

    #[test]
    fn en_passant_policies() {
        let check = |input: &str, xfen: Option<Square>, legal: Option<Square>| {
            let setup = read_strict(input.as_bytes(), None).expect("a readable position").setup;
            let policies = [EpPolicy::Keep, EpPolicy::XFen, EpPolicy::Legal];
            let found = policies.map(|policy| ep_square(&setup, policy));
            assert_eq!(found, [setup.ep_square, xfen, legal], "{input}");
        };
        check("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", Some(Square::E6), Some(Square::E6));
        check("4k3/8/8/p7/7P/8/8/4K3 w - a6 0 1", None, None);
        check("4k3/8/8/4p3/8/8/8/4K3 w - - 0 1", None, None);
        // Both pawns leave the rank between king and rook.
        check("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", Some(Square::D6), None);
        // One of two takers is pinned.
        check("4k3/8/8/3PpP2/8/8/8/4K2b w - e6 0 1", Some(Square::E6), Some(Square::E6));
        check("3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1", Some(Square::E3), None);
    }
}
