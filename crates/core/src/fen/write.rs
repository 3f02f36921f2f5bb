//! Writing FEN in its three dialects.

use shakmaty::{Color, File, Setup, Square, attacks};

use super::Dialect;
use crate::castling::{CastlingSide, outermost, right_rook};

/// The position as X-FEN: `K`/`Q` for the outermost rook, else the file letter; `KQkq` for all 960 start positions.
///
/// The en passant square is written only when a pawn of the side to move stands beside the pushed pawn.
/// Source: XFEN-2, XFEN-3, XFEN-5.
pub fn to_xfen(setup: &Setup) -> String {
    let ep_square = setup.ep_square.filter(|&square| has_taker(setup, square));
    assemble(setup, &letters(setup, Dialect::XFen), ep_square)
}

/// The position as Shredder-FEN: every right is a file letter, h-side first (`HAha`). The en passant square is kept.
///
/// Source: SFEN-1, SFEN-2.
pub fn to_shredder(setup: &Setup) -> String {
    assemble(setup, &letters(setup, Dialect::Shredder), setup.ep_square)
}

/// The position as FEN of ordinary chess, or none if a castling right is not one of a king on e and a rook on a or h.
///
/// The en passant square is kept. Source: FEN-4, FEN-5.
pub fn to_standard(setup: &Setup) -> Option<String> {
    let castling = castling_field(setup, Dialect::Standard)?;
    Some(assemble(setup, &castling, setup.ep_square))
}

/// The castling field alone, `-` without rights; none if the dialect is `Standard` and cannot express a right.
///
/// Order: White then Black, h-side then a-side. Rights without an own rook on the back rank, or beyond one a side, are
/// left out: no reader would take them.
pub fn castling_field(setup: &Setup, dialect: Dialect) -> Option<String> {
    if dialect == Dialect::Standard && !rights(setup).all(|right| right.is_standard(setup)) {
        return None;
    }
    Some(letters(setup, dialect))
}

/// The castling field in a dialect that is taken to express all rights.
fn letters(setup: &Setup, dialect: Dialect) -> String {
    let letters: String = match dialect {
        Dialect::Standard | Dialect::XFen => rights(setup).map(|right| right.xfen_letter(setup)).collect(),
        Dialect::Shredder => rights(setup).map(Right::file_letter).collect(),
    };
    if letters.is_empty() { "-".to_owned() } else { letters }
}

/// One castling right that has its king and its rook.
#[derive(Clone, Copy)]
struct Right {
    color: Color,
    side: CastlingSide,
    rook: Square,
}

impl Right {
    fn xfen_letter(self, setup: &Setup) -> char {
        let rooks = setup.board.by_piece(self.color.rook()) & self.color.backrank();
        let king = setup.board.king_of(self.color);
        if king.and_then(|king| outermost(rooks, king, self.side)) != Some(self.rook) {
            return self.file_letter();
        }
        match self.side {
            CastlingSide::HSide => self.color.king().char(),
            CastlingSide::ASide => self.color.queen().char(),
        }
    }

    fn file_letter(self) -> char {
        self.color.fold_wb(self.rook.file().upper_char(), self.rook.file().char())
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

fn has_taker(setup: &Setup, ep_square: Square) -> bool {
    let takers = attacks::pawn_attacks(setup.turn.other(), ep_square) & setup.board.by_piece(setup.turn.pawn());
    takers.any()
}

fn assemble(setup: &Setup, castling: &str, ep_square: Option<Square>) -> String {
    let ep_square = ep_square.map_or("-".to_owned(), |square| square.to_string());
    let (board, turn) = (&setup.board, setup.turn.char());
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
}
