//! Options of `pgn960 castles`.

use clap::{Args, ValueEnum};

use crate::args::Scan;

/// List every castling of every game with its verdict.
///
/// A verdict that rests on something that the game does not say says so: castling rights that were repaired, or a
/// start that was assumed.
///
/// Columns of the CSV, and fields of the JSON: `ply` counts half-moves from 1; `variation` is 0 in the main line;
/// `wording` tells whether castling, king and rook squares or a king move is written; `method` is the manner of a legal
/// one; `conditions`, `clauses` and `reasons`, in JSON `obstacles` and `not_judged`, tell what forbids an illegal one
/// or why it is not judged; `plain_king_move_legal` whether the king could go to that square as an ordinary move;
/// `start_note` what the verdict rests on that the game does not say; `fen` is the position before it.
///
/// Exit codes: 0 no illegal castling, 1 some, 2 something could not be read.
#[derive(Debug, Args)]
pub struct Castles {
    #[command(flatten)]
    pub scan: Scan,

    /// How to print.
    #[arg(long, value_enum, default_value_t = CastlesFormat::Text)]
    pub format: CastlesFormat,

    /// List illegal castlings only. All are counted.
    #[arg(long)]
    pub illegal: bool,

    /// Also list king moves that may have been meant as castling: to the c- or g-file while the right to castle there
    /// is held, or onto the own rook. Their verdict tells whether castling was legal; they do not change the exit code.
    #[arg(long)]
    pub attempts: bool,

    /// Also list castlings in variations.
    #[arg(long)]
    pub variations: bool,
}

/// Output formats of castlings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CastlesFormat {
    /// One line a castling.
    Text,
    /// A table with a header, one row a castling.
    Csv,
    /// One JSON object a line, and a summary.
    Json,
}
