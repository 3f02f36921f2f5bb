//! Options of `pgn960 castling-table`.

use clap::Args;
use shakmaty::Square;

use crate::args::ListFormat;

/// Print the 84 castlings, and what each asks of the board.
///
/// Castling is one move of king and rook. The king lands on the c-file with the rook beside it on d (a-side, O-O-O), or
/// on the g-file with the rook on f (h-side, O-O). Which squares must be empty and which must not be attacked depends
/// on where the two start; that is all a castling is, so 42 castlings a colour are all there are.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pgn960 castling-table
  pgn960 castling-table --king b1 --rook c1
  pgn960 castling-table --format csv

Text shows one castling in full and of several the most important columns; CSV and JSON have all.")]
pub struct CastlingTable {
    /// Only castlings of a king on this square.
    #[arg(long, value_name = "SQUARE", value_parser = parse_square)]
    pub king: Option<Square>,

    /// Only castlings with a rook on this square.
    #[arg(long, value_name = "SQUARE", value_parser = parse_square)]
    pub rook: Option<Square>,

    /// How to print.
    #[arg(long, value_enum, default_value_t = ListFormat::Text)]
    pub format: ListFormat,
}

fn parse_square(text: &str) -> Result<Square, String> {
    text.to_ascii_lowercase().parse().map_err(|_| "expected a square, such as b1".to_owned())
}
