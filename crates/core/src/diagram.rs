//! A position as eight lines of ASCII text with marked squares. Colours and images are the caller's affair.

use std::fmt;

use shakmaty::{Bitboard, Board, File, Rank, Square};

/// A board to be drawn, White below.
///
/// Display shows the same as [`Diagram::text`].
#[derive(Clone, Copy, Debug)]
pub struct Diagram<'a> {
    board: &'a Board,
    marked: Bitboard,
}

impl<'a> Diagram<'a> {
    /// This board with no square marked.
    pub fn new(board: &'a Board) -> Diagram<'a> {
        Diagram { board, marked: Bitboard::EMPTY }
    }

    /// The same with these squares marked instead.
    #[must_use]
    pub fn marked(self, marked: Bitboard) -> Diagram<'a> {
        Diagram { marked, ..self }
    }

    /// Nine lines, each ended by a line feed: the ranks from 8 to 1 and the file letters.
    ///
    /// A marked square stands in brackets; between two marked neighbours stands a bar.
    ///
    /// ```
    /// use pgn960_core::diagram::Diagram;
    /// use shakmaty::{Bitboard, Board, Square};
    ///
    /// let marked = Bitboard::from_iter([Square::A8, Square::E8, Square::F8]);
    /// let text = Diagram::new(&Board::new()).marked(marked).text();
    /// assert_eq!(text.lines().next(), Some(" 8[r]n b q[k|b]n r"));
    /// assert_eq!(text.lines().last(), Some("   a b c d e f g h"));
    /// ```
    pub fn text(&self) -> String {
        self.to_string()
    }
}

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            write!(f, " {rank}")?;
            let mut was_marked = false;
            for file in File::ALL {
                let square = Square::from_coords(file, rank);
                let is_marked = self.marked.contains(square);
                let border = match (was_marked, is_marked) {
                    (false, false) => ' ',
                    (false, true) => '[',
                    (true, false) => ']',
                    (true, true) => '|',
                };
                write!(f, "{border}{}", self.board.piece_at(square).map_or('.', |piece| piece.char()))?;
                was_marked = is_marked;
            }
            writeln!(f, "{}", if was_marked { "]" } else { "" })?;
        }
        writeln!(f, "   a b c d e f g h")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_at_the_edge() {
        let mut board = Board::empty();
        board.set_piece_at(Square::H1, shakmaty::Color::White.rook());
        let text = Diagram::new(&board).marked(Bitboard::from(Square::H1) | Bitboard::from(Square::A8)).text();
        let empty = " . . . . . . . .";
        let lines: Vec<String> = (2..=7).rev().map(|rank| format!(" {rank}{empty}\n")).collect();
        assert_eq!(text, format!(" 8[.]. . . . . . .\n{} 1 . . . . . . .[R]\n   a b c d e f g h\n", lines.concat()));
    }
}
