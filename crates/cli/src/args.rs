//! Options as typed.

use std::{num::NonZeroUsize, path::PathBuf};

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};

/// Checks Chess960 and classical PGN archives, and says why a castling is illegal.
#[derive(Debug, Parser)]
#[command(name = "pgn960", version, arg_required_else_help = true)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Replay every game and report what is wrong, and where.
    Validate(Validate),
    /// Print the documentation of a rule.
    Rule(Rule),
}

/// Replay every game and report what is wrong, and where.
///
/// Exit codes: 0 no error, 1 some (see --fail-on), 2 something could not be read.
#[derive(Debug, ClapArgs)]
pub struct Validate {
    /// Files, directories or `-` for standard input, plain or packed as zst, gz or bz2. A directory is searched for
    /// .pgn and .bpgn files, plain or packed.
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// How to print findings [default: full on a terminal, concise elsewhere].
    #[arg(long, value_enum)]
    pub format: Option<Format>,

    /// Also report every game with its tags, start, length and result.
    #[arg(long)]
    pub games: bool,

    /// Run only these rules: codes, families, names, or ALL. Comma-separated.
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub select: Vec<String>,

    /// Do not run these rules. Comma-separated.
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub ignore: Vec<String>,

    /// Print counts per rule instead of findings.
    #[arg(long, conflicts_with = "games")]
    pub statistics: bool,

    /// Print at most this many findings of a file; the others are counted. Of one rule at most 1000 in a game are
    /// printed anyway.
    #[arg(long, value_name = "N")]
    pub max_findings: Option<u64>,

    /// Worker threads, from 1 to 256 [default: one per processor].
    #[arg(short = 'j', long, value_name = "N", value_parser = parse_threads)]
    pub threads: Option<NonZeroUsize>,

    /// Skip text of more bytes than this that holds no termination marker. Takes the units K, M and G.
    #[arg(long, value_name = "BYTES", default_value = "16M", value_parser = parse_size)]
    pub max_game_size: usize,

    /// Hand this many bytes at a time to the workers. The output does not depend on it.
    #[arg(long, value_name = "BYTES", default_value = "256K", value_parser = parse_size, hide = true)]
    pub chunk_size: usize,

    /// Exit with 1 from this severity on.
    #[arg(long, value_enum, default_value_t = FailOn::Error)]
    pub fail_on: FailOn,

    /// Print no closing summary and no progress bar.
    #[arg(short, long)]
    pub quiet: bool,

    /// Show no progress bar.
    #[arg(long)]
    pub no_progress: bool,
}

/// Print the documentation of a rule.
#[derive(Debug, ClapArgs)]
#[command(arg_required_else_help = true)]
pub struct Rule {
    /// A code such as CAS001, or a name such as illegal-castling.
    #[arg(value_name = "RULE", required_unless_present = "all", conflicts_with = "all")]
    pub rule: Option<String>,

    /// Print all rules.
    #[arg(long)]
    pub all: bool,

    /// How to print.
    #[arg(long, value_enum, default_value_t = RuleFormat::Text)]
    pub format: RuleFormat,
}

/// Output formats of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// One line a finding.
    Concise,
    /// The line with the place underlined, and the board where the position matters.
    Full,
    /// One JSON object a line.
    Json,
}

/// Output formats of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RuleFormat {
    /// Markdown.
    Text,
    /// One JSON object a line.
    Json,
}

/// The severity from which on a run has failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    /// Errors only.
    Error,
    /// Errors and warnings.
    Warning,
}

fn parse_threads(text: &str) -> Result<NonZeroUsize, String> {
    const MOST: usize = 256;
    let number = text.parse::<NonZeroUsize>().ok().filter(|number| number.get() <= MOST);
    number.ok_or_else(|| format!("expected a number from 1 to {MOST}"))
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
        Args::command().debug_assert();
    }

    #[test]
    fn sizes() {
        assert_eq!(parse_size("16M"), Ok(16 << 20));
        assert_eq!(parse_size("4KiB"), Ok(4096));
        assert_eq!(parse_size("1g"), Ok(1 << 30));
        assert!(parse_size("2G").is_err() && parse_size("0").is_err() && parse_size("many").is_err());
    }
}
