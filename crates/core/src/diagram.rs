//! A position as eight lines of text or as an SVG image, with marked squares. Colours of a terminal are the caller's
//! affair.

use std::fmt;

use shakmaty::{Bitboard, Board, Color, File, Piece, Rank, Role, Square};
use svg::{
    Document, Node,
    node::element::{Description, Rectangle, Text, Title},
};

/// A board to be drawn, White below.
///
/// Display shows the same as [`Diagram::text`].
#[derive(Clone, Copy, Debug)]
pub struct Diagram<'a> {
    board: &'a Board,
    marked: Bitboard,
    shaded: Bitboard,
}

impl<'a> Diagram<'a> {
    /// This board with no square marked.
    pub fn new(board: &'a Board) -> Diagram<'a> {
        Diagram { board, marked: Bitboard::EMPTY, shaded: Bitboard::EMPTY }
    }

    /// The same with these squares marked instead.
    #[must_use]
    pub fn marked(self, marked: Bitboard) -> Diagram<'a> {
        Diagram { marked, ..self }
    }

    /// The same with these squares shaded instead, which only an image shows.
    #[must_use]
    pub fn shaded(self, shaded: Bitboard) -> Diagram<'a> {
        Diagram { shaded, ..self }
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

    /// The same with figurines for letters.
    pub fn unicode(&self) -> String {
        self.lines(|man| man.map_or('·', figurine))
    }

    fn lines(&self, symbol: impl Fn(Option<Piece>) -> char) -> String {
        let mut text = String::new();
        for rank in Rank::ALL.into_iter().rev() {
            text += &format!(" {rank}");
            let mut was_marked = false;
            for file in File::ALL {
                let square = Square::from_coords(file, rank);
                let is_marked = self.marked.contains(square);
                text.push(match (was_marked, is_marked) {
                    (false, false) => ' ',
                    (false, true) => '[',
                    (true, false) => ']',
                    (true, true) => '|',
                });
                text.push(symbol(self.board.piece_at(square)));
                was_marked = is_marked;
            }
            text += if was_marked { "]\n" } else { "\n" };
        }
        text + "   a b c d e f g h\n"
    }

    /// An SVG image of the board with a title for those who cannot see it, and lines of text below it.
    ///
    /// Marked squares have a red border, shaded ones a tint. Men are the figurines of a font that every system has.
    pub fn svg(&self, title: &str, captions: &[String]) -> String {
        const LINE: usize = 16;
        let captions: Vec<String> = captions.iter().flat_map(|caption| wrap(caption)).collect();
        let side = 8 * SIZE + 2 * MARGIN;
        let height = side + if captions.is_empty() { 0 } else { LINE * captions.len() + MARGIN / 2 };
        let mut image = Document::new()
            .set("viewBox", (0, 0, side, height))
            .set("width", side)
            .set("height", height)
            .set("role", "img")
            .set("font-family", "'DejaVu Sans', 'Segoe UI Symbol', 'Apple Symbols', 'Noto Sans Symbols 2', sans-serif")
            .add(Title::new(title))
            .add(Description::new().add(svg::node::Text::new(self.text())))
            .add(rectangle(0, 0, side, height).set("fill", "#ffffff"));
        for square in Square::ALL {
            self.draw_square(square, &mut image);
        }
        // Borders lie above the neighbours' grounds.
        for square in self.marked {
            let (left, top) = corner(square);
            let border = rectangle(left + 2, top + 2, SIZE - 4, SIZE - 4);
            image.append(border.set("fill", "none").set("stroke", "#d02020").set("stroke-width", 4));
        }
        for index in 0..8 {
            let middle = MARGIN + index * SIZE + SIZE / 2;
            let file = File::ALL[index].char().to_string();
            let rank = Rank::ALL[7 - index].char().to_string();
            image.append(label(file, middle, side - 6));
            image.append(label(rank, MARGIN / 2, middle + 4));
        }
        for (index, caption) in captions.into_iter().enumerate() {
            let text =
                Text::new(caption).set("x", MARGIN).set("y", side + LINE * index + LINE / 2).set("font-size", 12);
            image.append(text.set("xml:space", "preserve"));
        }
        image.to_string() + "\n"
    }

    fn draw_square(&self, square: Square, image: &mut Document) {
        let (left, top) = corner(square);
        let color = match (square.is_light(), self.shaded.contains(square)) {
            (true, false) => "#f0d9b5",
            (false, false) => "#b58863",
            (true, true) => "#b9d7a8",
            (false, true) => "#7fa66a",
        };
        image.append(rectangle(left, top, SIZE, SIZE).set("fill", color));
        if let Some(piece) = self.board.piece_at(square) {
            // The solid figurine in the man's colour; the sign behind it keeps it from being drawn as a picture.
            let symbol = format!("{}\u{fe0e}", figurine(piece.role.of(Color::Black)));
            let text = Text::new(symbol)
                .set("x", left + SIZE / 2)
                .set("y", top + SIZE - 10)
                .set("font-size", SIZE - 9)
                .set("text-anchor", "middle")
                .set("fill", piece.color.fold_wb("#ffffff", "#101010"))
                .set("stroke", piece.color.fold_wb("#101010", "none"))
                .set("stroke-width", 1);
            image.append(text);
        }
    }
}

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines(|man| man.map_or('.', Piece::char)))
    }
}

/// Width of a square in an image.
const SIZE: usize = 45;

/// Room around the board, for letters and numbers.
const MARGIN: usize = 22;

fn corner(square: Square) -> (usize, usize) {
    (MARGIN + square.file() as usize * SIZE, MARGIN + (7 - square.rank() as usize) * SIZE)
}

fn rectangle(left: usize, top: usize, width: usize, height: usize) -> Rectangle {
    Rectangle::new().set("x", left).set("y", top).set("width", width).set("height", height)
}

fn label(text: String, x: usize, y: usize) -> Text {
    Text::new(text).set("x", x).set("y", y).set("font-size", 12).set("text-anchor", "middle")
}

/// Lines that fit below the board.
fn wrap(text: &str) -> Vec<String> {
    const WIDTH: usize = 52;
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is a line");
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(format!("  {word}"));
        } else {
            *line += if line.is_empty() { "" } else { " " };
            *line += word;
        }
    }
    lines
}

/// The chess figurine of a man: `♔` is White's king, `♚` Black's.
pub fn figurine(piece: Piece) -> char {
    let [white, black] = match piece.role {
        Role::King => ['♔', '♚'],
        Role::Queen => ['♕', '♛'],
        Role::Rook => ['♖', '♜'],
        Role::Bishop => ['♗', '♝'],
        Role::Knight => ['♘', '♞'],
        Role::Pawn => ['♙', '♟'],
    };
    piece.color.fold_wb(white, black)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_at_the_edge() {
        let mut board = Board::empty();
        board.set_piece_at(Square::H1, Color::White.rook());
        let text = Diagram::new(&board).marked(Bitboard::from(Square::H1) | Bitboard::from(Square::A8)).text();
        let empty = " . . . . . . . .";
        let lines: Vec<String> = (2..=7).rev().map(|rank| format!(" {rank}{empty}\n")).collect();
        assert_eq!(text, format!(" 8[.]. . . . . . .\n{} 1 . . . . . . .[R]\n   a b c d e f g h\n", lines.concat()));
    }

    #[test]
    fn figurines() {
        let text = Diagram::new(&Board::new()).unicode();
        assert_eq!(text.lines().next(), Some(" 8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜"));
        assert_eq!(text.lines().nth(7), Some(" 1 ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖"));
        assert_eq!(text.lines().nth(3), Some(" 5 · · · · · · · ·"));
    }

    #[test]
    fn image() {
        let board = Board::new();
        let diagram = Diagram::new(&board).marked(Square::E1.into()).shaded(Square::F1.into());
        let text = diagram.svg("a <title> & more", &["word ".repeat(30), "short".to_owned()]);
        assert!(text.starts_with("<svg") && text.ends_with("</svg>\n"), "{text}");
        assert_eq!(text.matches("♟").count(), 16);
        assert_eq!(text.matches("#d02020").count(), 1);
        assert_eq!(text.matches("#b9d7a8").count(), 1);
        assert!(text.contains("a &lt;title&gt; &amp; more"), "{text}");
        assert_eq!(text.matches("preserve").count(), 4);
    }
}
