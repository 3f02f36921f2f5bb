//! Options of `pgn960 spn`.

use clap::{Args, ValueEnum};

use crate::{
    args::{ListFormat, glossary},
    table::Format,
};

/// Tell start positions by number, back rank and FEN.
///
/// Each POSITION is answered with its number, its back rank and its FEN in both dialects. Numbers are Scharnagl's:
/// 0 to 959, 518 is the array of ordinary chess. A pair of numbers or back ranks, White's and Black's, is a DFRC start;
/// its index is 960 times White's number plus Black's.
///
/// Exit codes: 0 every position has a number, 1 some has none or cannot be read, 2 could not run.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = after_long_help())]
pub struct Spn {
    /// A number, a back rank, a pair of them joined by a comma, a FEN in quotes, or `-` for one of these a line from
    /// standard input.
    #[arg(value_name = "POSITION")]
    pub positions: Vec<String>,

    /// A DFRC start: White and Black, as numbers or back ranks, or the index of the pair, 0 to 921599.
    #[arg(long, value_name = "W,B")]
    pub dfrc: Vec<String>,

    /// Print a table of the 960 start positions instead.
    #[arg(long, value_name = "FORMAT", value_enum, conflicts_with_all = ["positions", "dfrc", "format"])]
    pub table: Option<Format>,

    /// Only rows of the table with this value in this column. All conditions must hold. --help lists the columns.
    #[arg(long = "where", value_name = "COLUMN=VALUE", requires = "table")]
    pub conditions: Vec<Condition>,

    /// How start positions are numbered, both in what is given and in what is printed. In 1-960, as some lists count,
    /// 960 means 0; nothing else shifts.
    #[arg(long, value_enum, default_value_t = Numbering::From0)]
    pub numbering: Numbering,

    /// How to print.
    #[arg(long, value_enum, default_value_t = ListFormat::Text)]
    pub format: ListFormat,
}

const EXAMPLES: &str = "\
Examples:
  pgn960 spn 518
  pgn960 spn BBQNNRKR 'rkrbbnnq/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1'
  pgn960 spn --dfrc 0,953 --format json
  pgn960 spn --table csv --where castle_possible_on_move_1_h=1
  pgn960 spn --table md --where king_file=b --where h_rook_file=c";

/// Columns of the table of start positions, with what they say.
pub const TABLE: [(&str, &str); 16] = [
    ("spn", "number, 0 to 959"),
    ("number_1_to_960", "the same with 960 for 0"),
    ("back_rank", "such as RNBQKBNR"),
    ("xfen", "the position as X-FEN"),
    ("shredder_fen", "the position as Shredder-FEN"),
    ("a_rook_file", "file of the rook that castles to the a-side"),
    ("king_file", "file of the king"),
    ("h_rook_file", "file of the rook that castles to the h-side"),
    ("white_a_castle_method", "double-move, transposition, king-only or rook-only"),
    ("white_h_castle_method", "the same of the h-side"),
    ("castle_possible_on_move_1_a", "1 if White may castle to the a-side with the first move, else 0"),
    ("castle_possible_on_move_1_h", "the same of the h-side"),
    ("other_rook_obstructs_a", "1 if the rook of the h-side stands in the way of castling to the a-side, else 0"),
    ("other_rook_obstructs_h", "the same the other way round"),
    ("mirror_spn", "number of the position read from h to a"),
    ("legal_first_moves", "legal moves of White"),
];

fn after_long_help() -> String {
    format!("{EXAMPLES}\n\nColumns of the table, for --where:\n\n{}", glossary(&TABLE))
}

/// How start positions are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Numbering {
    /// Scharnagl's own numbers.
    #[value(name = "0-959")]
    From0,
    /// The same, but 960 stands for 0.
    #[value(name = "1-960")]
    From1,
}

impl Numbering {
    /// The start position that a number means.
    ///
    /// # Errors
    ///
    /// A message for a number that means none.
    pub fn read(self, number: u64) -> Result<pgn960_core::Spn, String> {
        let number = match (self, number) {
            (Numbering::From1, 960) => 0,
            (Numbering::From1, 0) => return Err("in the numbering 1-960 there is no 0: it is called 960".to_owned()),
            (_, number) => number,
        };
        u16::try_from(number).ok().and_then(pgn960_core::Spn::new).ok_or_else(|| match (self, number) {
            (Numbering::From0, 960) => "there is no start position 960: numbers run from 0 to 959; where a list runs \
                                        from 1 to 960, its 960 is 0 (`--numbering 1-960` reads it so)"
                .to_owned(),
            (Numbering::From0, _) => format!("there is no start position {number}: numbers run from 0 to 959"),
            (Numbering::From1, _) => format!("there is no start position {number}: numbers run from 1 to 960"),
        })
    }

    /// The number of a start position.
    pub fn number(self, spn: pgn960_core::Spn) -> u16 {
        match (self, spn.get()) {
            (Numbering::From1, 0) => 960,
            (_, number) => number,
        }
    }
}

/// What a column of a table has to hold.
#[derive(Clone, Debug)]
pub struct Condition {
    /// The column.
    pub column: String,
    /// Its value.
    pub value: String,
}

impl std::str::FromStr for Condition {
    type Err = String;

    fn from_str(text: &str) -> Result<Condition, String> {
        let (column, value) = text.split_once('=').ok_or("expected COLUMN=VALUE, such as king_file=b")?;
        Ok(Condition { column: column.trim().to_owned(), value: value.trim().to_owned() })
    }
}
