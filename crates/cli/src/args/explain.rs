//! Options of `pgn960 explain`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// Explain a FEN and every castling of its side to move.
///
/// Names each field, tells castling rights by the rook's square, writes the FEN in each dialect, says which start it
/// is and whether it is legal, and for each castling the verdict with every obstacle, its square, piece and clause.
///
/// Moves are played first. Rights that they take away are told, with the move that did. If the last one is a castling,
/// this castling is explained, legal or not.
///
/// Exit codes: 0 explained, 1 the FEN cannot be read or a move or castling given is illegal, 2 could not run.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pgn960 explain '1r3bkr/8/8/8/8/8/8/1R3BKR w HBhb - 0 1' O-O
  pgn960 explain r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 Ra2 Rh6 Ra1 Rh8 O-O-O
  pgn960 explain rr3k2/8/8/8/8/8/8/RR3K2 w Bb - 0 1 f1b1 --format json

JSON has the verdict by the Laws as `legal`, and beside it those of two house rules that are wrong:

  legal_under_clear_way_house_rule  only the squares between king and rook and
                                    their destinations need to be empty
  legal_under_house_rule            castling may not give check with the rook

`clear_squares_fide` and `clear_squares_w1` tell whether the way is clear by the Laws, and by the first of the two.

On a board, FIDE recommends to castle so: the king off the board beside its square, the rook to its square, the king \
to its square. It may be useful to say `I am about to castle` first. All of it is one move, over when the clock is \
pressed; a check seen half-way means nothing.")]
pub struct Explain {
    /// A FEN and moves in SAN or UCI (castling as king takes rook), quoted or not; or `-` for one FEN with its moves a
    /// line from standard input. The counters of the FEN may be left out; of six words between quotes the last two are
    /// counters, unless they are spelt like moves.
    #[arg(value_name = "FEN [MOVE]", required = true, num_args = 1..)]
    pub words: Vec<String>,

    /// How to print.
    #[arg(long, value_enum, default_value_t = ExplainFormat::Text)]
    pub format: ExplainFormat,

    /// Also write the board with the squares marked to this file, as an SVG image.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// How boards are drawn in text.
    #[arg(long, value_enum, default_value_t = BoardStyle::Ascii)]
    pub board: BoardStyle,
}

/// Output formats of an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExplainFormat {
    /// For reading.
    Text,
    /// One JSON object a position, with the verdicts of the Laws and of two house rules (see the end of --help).
    Json,
    /// The board with the squares marked, as an image.
    Svg,
}

/// How boards are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BoardStyle {
    /// Letters, as in a FEN.
    Ascii,
    /// Chess figurines.
    Unicode,
}
