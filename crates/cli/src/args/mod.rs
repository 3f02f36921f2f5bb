//! Options as typed, one file for each command.

mod castles;
mod castling_table;
mod completions;
mod explain;
mod fen;
mod rule;
mod shuffle;
mod spn;
mod stats;
mod validate;

use std::{num::NonZeroUsize, path::PathBuf};

use clap::{Args, Parser, Subcommand, ValueEnum};
use pgn960_pgn::split::Limits;

pub use castles::{Castles, CastlesFormat};
pub use castling_table::CastlingTable;
pub use completions::Completions;
pub use explain::{BoardStyle, Explain, ExplainFormat};
pub use fen::{Fen, FenCommand, FenConvert, FenDialect, FenEp, FenFormat, FenInput, FenReading, OnError};
pub use rule::{Rule, RuleFormat};
pub use shuffle::Shuffle;
pub use spn::{Numbering, Spn, TABLE};
pub use stats::{Stats, TableFormat};
pub use validate::{FailOn, Format, Validate};

/// Checks Chess960 and classical PGN archives, and says why a castling is illegal.
#[derive(Debug, Parser)]
#[command(name = "pgn960", version, arg_required_else_help = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

// The help of a command is what its type says. A comment on a variant would stand in for it, exit codes and all.
#[derive(Debug, Subcommand)]
pub enum Command {
    Validate(Validate),
    Castles(Castles),
    Fen(Fen),
    Explain(Explain),
    Stats(Stats),
    Rule(Rule),
    CastlingTable(CastlingTable),
    Spn(Spn),
    Shuffle(Shuffle),
    Completions(Completions),
}

/// Which games to read, and how: what every command over archives takes.
#[derive(Clone, Debug, Args)]
pub struct Scan {
    /// Files, directories or `-` for standard input (also when none is given), plain or packed as zst, gz or bz2. A
    /// directory is searched for .pgn and .bpgn files, plain or packed.
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// Worker threads, from 1 to 256 [default: one per processor].
    #[arg(short = 'j', long, value_name = "N", value_parser = parse_threads)]
    pub threads: Option<NonZeroUsize>,

    /// Skip text of more bytes than this that holds no termination marker. Takes the units K, M and G.
    #[arg(long, value_name = "BYTES", default_value = "16M", value_parser = parse_size)]
    pub max_game_size: usize,

    /// Hand this many bytes at a time to the workers. The output does not depend on it.
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().chunk_size, value_parser = parse_size)]
    #[arg(hide = true)]
    pub chunk_size: usize,

    /// Print no closing summary and no progress bar.
    #[arg(short, long)]
    pub quiet: bool,

    /// Show no progress bar.
    #[arg(long)]
    pub no_progress: bool,
}

/// Output formats of lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ListFormat {
    /// For reading.
    Text,
    /// One JSON object a line.
    Json,
    /// A header line, then a line each.
    Csv,
}

/// Names with what they mean, a line each, for the end of a help text.
///
/// clap would wrap long lines back to where the names stand. It leaves alone what fits into 80 columns already.
fn glossary(entries: &[(&str, &str)]) -> String {
    const WIDTH: usize = 80;
    let longest = entries.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for (name, meaning) in entries {
        let mut line = format!("  {name:<longest$} ");
        for word in meaning.split(' ') {
            if line.len() + 1 + word.len() > WIDTH {
                text += &(line + "\n");
                line = " ".repeat(longest + 3);
            }
            line = line + " " + word;
        }
        text += &(line + "\n");
    }
    text
}

/// Worker threads that may be asked for.
pub const MOST_THREADS: usize = 256;

fn parse_threads(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse::<NonZeroUsize>().ok().filter(|number| number.get() <= MOST_THREADS);
    number.ok_or_else(|| format!("expected a number from 1 to {MOST_THREADS}"))
}

/// A number of bytes, with K, M or G for powers of 1024.
fn parse_size(text: &str) -> Result<usize, String> {
    const LARGEST: usize = 1 << 30;
    let (digits, unit) = match text.trim_end_matches(['b', 'B', 'i']).to_ascii_uppercase() {
        upper if upper.ends_with('K') => (upper[..upper.len() - 1].to_owned(), 1 << 10),
        upper if upper.ends_with('M') => (upper[..upper.len() - 1].to_owned(), 1 << 20),
        upper if upper.ends_with('G') => (upper[..upper.len() - 1].to_owned(), 1 << 30),
        upper => (upper, 1),
    };
    let size = digits.parse::<usize>().ok().and_then(|number| number.checked_mul(unit));
    match size {
        Some(size @ 1..=LARGEST) => Ok(size),
        Some(_) => Err("a size between 1 and 1G is expected".to_owned()),
        None => Err("expected a number, perhaps with K, M or G".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn arguments_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn sizes() {
        assert_eq!(parse_size("16M"), Ok(16 << 20));
        assert_eq!(parse_size("4KiB"), Ok(4096));
        assert_eq!(parse_size("1g"), Ok(1 << 30));
        assert!(parse_size("2G").is_err() && parse_size("0").is_err() && parse_size("many").is_err());
    }
}
