//! Options of `pgn960 stats`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use pgn960_stats::{
    dimension::Dimension,
    filter::{FIELDS, Filter},
    metrics::Cell,
    report::Sort,
};

use crate::args::Scan;

/// Count games, results and castlings, by start position or otherwise.
///
/// Results are what the marker behind the moves says, or else the Result tag. Castlings are counted wherever they are
/// legal; rates of castling and lengths are taken over the games that have moves, all of them legal (`played`). Scores
/// and rates come with an interval that holds the true value in 95 of 100 cases.
///
/// Exit codes: 0 fine, 1 a file is damaged or holds no game or a game cannot be played to its end, 2 something could not
/// be read.
#[derive(Debug, Args)]
#[command(after_long_help = after_long_help())]
pub struct Stats {
    #[command(flatten)]
    pub scan: Scan,

    /// What the rows stand for: start, pattern, kind, castling, method, year, month, event, player, time-class,
    /// rating-band, first-move, ending or file. Two of them, with a comma between, make a row of each pair
    /// [default: kind].
    ///
    /// A row takes about 600 bytes of memory, so that tables by event, player or file grow with their number, and
    /// tables by start with the number of DFRC pairs met. All others stay small.
    #[arg(long, value_name = "DIMENSION", value_delimiter = ',', value_parser = parse_dimension)]
    pub by: Vec<Dimension>,

    /// Count only the games that this filter lets through, such as 'kind=chess960 and rating>=2400'. --help tells more.
    #[arg(long, value_name = "FILTER", value_parser = parse_filter)]
    pub r#where: Option<Filter>,

    /// Tell whether the start positions were drawn uniformly, and which procedure explains them best, instead of
    /// a table. Each Chess960 game counts as a draw of its own: games that share a draw, such as the boards of a round,
    /// make any draw look unfair, so filter for one of them.
    #[arg(long, conflicts_with_all = ["by", "columns", "sort", "top", "min_games"])]
    pub uniformity: bool,

    /// How to print.
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub format: TableFormat,

    /// Print these columns, comma-separated, or `all` [default: the main ones as text and md, all as csv and json].
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    pub columns: Vec<String>,

    /// Sort by this column, the greatest first; with `:asc` behind it, the least first.
    #[arg(long, value_name = "COLUMN", value_parser = parse_sort)]
    pub sort: Option<Sort>,

    /// Print only so many rows.
    #[arg(long, value_name = "N")]
    pub top: Option<usize>,

    /// Print only rows of at least so many games. Start positions are held against each other without the others.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub min_games: u64,

    /// Also save the table to this file, to be merged with others.
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,

    /// Merge tables saved with --save, given as PATH, instead of reading games. The result is that of one run over all
    /// games together. The tables must have the same --by and --where.
    #[arg(long, conflicts_with_all = ["by", "where"])]
    pub merge: bool,
}

/// Output formats of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    /// Aligned columns.
    Text,
    /// Comma-separated values; an estimate has three columns: name, name_low, name_high.
    Csv,
    /// One JSON object a line.
    Json,
    /// A Markdown table.
    Md,
}

fn parse_dimension(text: &str) -> Result<Dimension, String> {
    Dimension::parse(text).ok_or_else(|| {
        let names: Vec<_> = Dimension::ALL.iter().map(|dimension| dimension.name()).collect();
        format!("expected one of {}", names.join(", "))
    })
}

/// A filter; an error shows the place.
fn parse_filter(text: &str) -> Result<Filter, String> {
    Filter::parse(text).map_err(|error| {
        let column = text[..error.span.start].chars().count();
        let width = text[error.span.clone()].chars().count().max(1);
        // A place cannot be shown below a text of several lines.
        let shown: String = text.chars().map(|symbol| if symbol.is_control() { ' ' } else { symbol }).collect();
        format!("column {}: {error}\n  {shown}\n  {}{}", column + 1, " ".repeat(column), "^".repeat(width))
    })
}

fn parse_sort(text: &str) -> Result<Sort, String> {
    let (column, order) = text.split_once(':').unwrap_or((text, "desc"));
    match order {
        "asc" | "desc" => Ok(Sort { column: column.to_owned(), is_ascending: order == "asc" }),
        _ => Err("expected `:asc` or `:desc` behind the column".to_owned()),
    }
}

/// The fields of filters and the columns of tables.
fn after_long_help() -> String {
    let list = |pairs: &mut dyn Iterator<Item = (&str, &str)>| {
        pairs.map(|(name, about)| format!("  {name:<22} {about}\n")).collect::<String>()
    };
    let fields = list(&mut FIELDS.iter().map(|field| (field.name, field.about)));
    let columns: Vec<_> = Cell::columns().collect();
    let columns = list(&mut columns.iter().map(|column| (column.name, column.about)));
    format!(
        "\
Filters:
  A filter compares fields with values and joins comparisons by `and`, `or`, `not` and parentheses:

    kind=chess960 and rating>=2400 and not (event~\"titled tuesday\" or plies<10)
    start=518,534 and date=2020..2024.06

  Numbers and dates take = != < <= > >= and ranges such as 2000..2400; words take = and !=; texts take = and != for
  the whole and ~ and !~ for a part, without regard to case. Several values, with commas between, mean any of them. A
  game that does not have a field meets no comparison of it, not even `!=`. Values with blanks stand in quotes.

{fields}
Columns:
  In tables by player, `white` in a name reads `player` and `black` reads `opponent`; in tables by method, `castler` and
  `opponent`. Tables by start have `shrunk`, `p` and `q` as well.

{columns}"
    )
}
