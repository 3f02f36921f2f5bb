//! Options of `pgn960 fen`.

use std::path::PathBuf;

use clap::{
    Args, Subcommand, ValueEnum,
    builder::{OsStringValueParser, TypedValueParser as _},
};

use crate::args::Scan;

/// Convert FENs between X-FEN, Shredder-FEN and standard FEN.
#[derive(Debug, Args)]
pub struct Fen {
    #[command(subcommand)]
    pub command: FenCommand,
}

#[derive(Debug, Subcommand)]
pub enum FenCommand {
    Convert(FenConvert),
}

/// Convert FENs between X-FEN, Shredder-FEN and standard FEN.
///
/// Reads FENs given as arguments; lists with one FEN or EPD record a line; CSV (with --column); and the FEN tags of
/// PGN. Only the FENs change: operations, comments, other columns, moves, line ends and encoding stay as they are, byte
/// for byte. Every converted FEN is read back and compared with the original as a position. Text that cannot be
/// converted is reported with file, line, column and the kind of fault, and is never half converted.
///
/// A summary on standard error tells the dialects of each file: `X-FEN only` (some of KQkq), `Shredder-FEN only` (file
/// letters where X-FEN has KQkq), both (no rights, or inner rooks only), or mixed in one field or one file.
///
/// Exit codes: 0 all converted, 1 some could not be, 2 something could not be read or written.
#[derive(Debug, Args)]
#[command(
    // An empty argument is no path, but a FEN that is not there.
    mut_arg("paths", |arg| arg.value_name("INPUT").value_parser(OsStringValueParser::new().map(PathBuf::from)).help(
        "FENs in quotes, files, directories or `-` for standard input; files plain or packed as zst, gz or bz2. \
        A directory is searched for .epd, .fen, .pgn and .bpgn files, plain or packed")),
    mut_arg("max_game_size", |arg| arg.help(
        "Refuse a file with a line, record or game of more bytes than this. Takes the units K, M and G")),
    after_help = "Examples:
  pgn960 fen convert --to shredder '5rkr/8/8/8/8/8/8/5RKR w KQkq - 0 1'
  pgn960 fen convert --to xfen book.epd > converted.epd
  pgn960 fen convert --to shredder --column fen positions.csv
  pgn960 fen convert --to shredder --write games.pgn"
)]
pub struct FenConvert {
    #[command(flatten)]
    pub scan: Scan,

    /// Take only castling letters of this dialect.
    #[arg(long, value_enum, default_value_t = FenReading::Auto, value_name = "DIALECT")]
    pub from: FenReading,

    /// Write this dialect.
    #[arg(long, value_enum, default_value_t = FenDialect::Xfen, value_name = "DIALECT")]
    pub to: FenDialect,

    /// Which en passant squares to write [default: xfen when writing X-FEN, else keep].
    #[arg(long, value_enum, value_name = "SQUARES")]
    pub ep: Option<FenEp>,

    /// Take only six fields with one blank between them, or four with EPD operations, each field right.
    ///
    /// Refuses what is otherwise taken with a note: missing fields, a castling right given twice, fullmove number 0;
    /// and blanks or operations behind six fields. Still takes, with a note, castling letters in any order or mixture
    /// (`HQha`) and counters with leading zeros (`00 1`); and without a note any halfmove clock. --from refuses
    /// letters of other dialects.
    #[arg(long)]
    pub strict: bool,

    /// Give FENs cut to four fields their counters, `0 1`.
    #[arg(long)]
    pub fill_counters: bool,

    /// What the files are [default: CSV with --column, else told by name and content].
    #[arg(long, value_enum, value_name = "KIND")]
    pub input: Option<FenInput>,

    /// The CSV column with FENs: its name in the header, or its number from 1. May be given several times.
    #[arg(long, value_name = "COLUMN")]
    pub column: Vec<String>,

    /// What stands between CSV fields [default: tab, semicolon or comma, by the first line].
    #[arg(long, value_name = "CHARACTER", value_parser = parse_delimiter)]
    pub delimiter: Option<u8>,

    /// Convert this tag of PGN games too, such as CurrentPosition. May be given several times.
    #[arg(long, value_name = "NAME")]
    pub tag: Vec<String>,

    /// What to do with a line, CSV record or game whose FEN cannot be converted.
    #[arg(long, value_enum, default_value_t = OnError::Keep, value_name = "ACTION")]
    pub on_error: OnError,

    /// Only report what cannot be converted, and the summary.
    #[arg(long, group = "mode")]
    pub check: bool,

    /// Print the changes as a unified diff, which `patch` takes.
    #[arg(long, group = "mode", conflicts_with = "format")]
    pub diff: bool,

    /// Replace the files. The new text is written beside a file and takes its place when it is complete and on disk.
    /// Other hard links to a file keep the old text.
    #[arg(long, group = "mode")]
    pub write: bool,

    /// Print the converted text, or one JSON object or CSV record for every FEN.
    #[arg(long, value_enum, default_value_t = FenFormat::Text)]
    pub format: FenFormat,
}

/// Castling letters that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FenReading {
    /// Any of the others, letter by letter.
    Auto,
    /// KQkq for the outermost rooks, and file letters.
    Xfen,
    /// File letters.
    Shredder,
    /// KQkq for kings on e and rooks on a and h.
    Standard,
}

/// Castling letters that are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FenDialect {
    /// KQkq for the outermost rooks, file letters for inner ones.
    Xfen,
    /// File letters.
    Shredder,
    /// KQkq for kings on e and rooks on a and h.
    Standard,
}

/// En passant squares to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FenEp {
    /// As they are given.
    Keep,
    /// Where a pawn can legally take.
    Legal,
    /// Where a pawn stands beside the one that was pushed.
    Xfen,
}

/// Kinds of files with FENs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FenInput {
    /// One FEN or EPD record a line.
    Lines,
    /// Records with a column of FENs.
    Csv,
    /// Games with FEN tags.
    Pgn,
}

/// What becomes of text that cannot be converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OnError {
    /// It stays as it is.
    Keep,
    /// It is left out: the line, the record (unless its quotes are wrong), or the game.
    Drop,
    /// Nothing after it is read, and no file is replaced.
    Stop,
}

/// What is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FenFormat {
    /// The converted text.
    Text,
    /// One JSON object for each FEN, then a summary of each file.
    Json,
    /// One CSV record for each FEN.
    Csv,
}

fn parse_delimiter(text: &str) -> Result<u8, String> {
    match text {
        "tab" | "\\t" => Ok(b'\t'),
        _ => match text.as_bytes() {
            [byte @ (b'\t' | b' '..=b'~')] if *byte != b'"' => Ok(*byte),
            _ => Err("expected one ASCII character, or `tab`".to_owned()),
        },
    }
}
