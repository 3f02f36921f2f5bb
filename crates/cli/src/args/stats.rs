//! Options of `pgn960 stats`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use pgn960_stats::{
    dimension::Dimension,
    estimate::LEAST_FOR_INTERVAL,
    filter::{FIELDS, Filter},
    metric::Column,
    metrics::Cell,
    report::{COMPARED, Sort},
};

use crate::args::{Scan, glossary};

/// Count games, results and castlings, by start position or otherwise.
///
/// Results are what the marker behind the moves says, or else the Result tag. Castlings are counted wherever they are
/// legal; rates of castling and lengths are taken over the games that have moves, all of them legal (`played`). Scores,
/// lengths and rates come with an interval that is to hold the true value in 95 of 100 cases; those of few games have
/// none (see Columns). A game that stands twice counts twice; `pgn960 validate --duplicates` finds those of a file.
///
/// Exit codes: 0 fine, 1 a file is damaged or holds text but no game, or a game cannot be played to its end,
/// 2 something could not be read.
#[derive(Debug, Args)]
#[command(after_long_help = after_long_help())]
pub struct Stats {
    #[command(flatten)]
    pub scan: Scan,

    /// What the rows stand for: start, pattern, kind, castling, method, year, month, event, player, time-class,
    /// rating-band, first-move, ending or file. Two of them, with a comma between, make a row of each pair. --help
    /// tells more [default: kind].
    ///
    /// A row takes about 700 bytes of memory, and 1 to 3 kilobytes more when it is printed, so that tables by event,
    /// player or file grow with their number, and tables by start with the number of DFRC pairs met. All others stay
    /// small.
    #[arg(long, value_name = "DIMENSION", value_delimiter = ',', value_parser = parse_dimension)]
    pub by: Vec<Dimension>,

    /// Count only the games that this filter lets through, such as 'kind=chess960 and rating>=2400'. --help tells more.
    #[arg(long, value_name = "FILTER", value_parser = parse_filter)]
    pub r#where: Option<Filter>,

    /// Tell whether the start positions were drawn uniformly, and which procedure explains them best, instead of a
    /// table. Each Chess960 game counts as a draw of its own: games that share a draw, such as the boards of a round or
    /// both games of a pair with colours swapped, make any draw look unfair. So filter for one of them, best by --where
    /// 'white="Last, First"': of each round or pair it leaves one game at most, while `player=` leaves both of a pair.
    /// `p` tells of each procedure whether it explains the positions, `posterior` only which one does so best: it may
    /// be near 1 when none does.
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

    /// Print only rows of at least so many games, in tables by method castlings. Start positions are held against each
    /// other without the others.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub min_games: u64,

    /// Also save the table to this file, to be merged with others.
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,

    /// Merge tables saved with --save, given as PATH, instead of reading games. The result is that of one run over all
    /// games together. What the tables were made --by and --where stands in them, must be the same, and is not given
    /// again. A file given twice is refused; tables that were made from the same games are not noticed.
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

/// The rows of tables, the fields of filters and the columns.
fn after_long_help() -> String {
    let fields: Vec<_> = FIELDS.iter().map(|field| (field.name, field.about)).collect();
    let rows: Vec<_> = Dimension::ALL.iter().map(|dimension| (dimension.name(), dimension.about())).collect();
    let columns =
        |columns: Vec<Column>| glossary(&columns.iter().map(|column| (column.name, column.about)).collect::<Vec<_>>());
    let (fields, rows) = (glossary(&fields), glossary(&rows));
    let (every, compared) = (columns(Cell::columns().collect()), columns(COMPARED.to_vec()));
    format!(
        "\
Rows (--by):

{rows}
`?` is the row of games that do not tell. The class of a time control goes by a player's time, base + 40 x increment: \
ultrabullet below 30 seconds, bullet below 3 minutes, blitz below 8, rapid below 25, else classical; without a clock, \
correspondence.

Filters:

A filter compares fields with values and joins comparisons by `and`, `or`, `not` and parentheses:

  kind=chess960 and rating>=2400 and not (event~\"titled tuesday\" or plies<10)
  start=518,534 and date=2020..2024.06

Numbers and dates take = != < <= > >= and ranges such as 2000..2400; words take = and !=; texts take = and != for the \
whole and ~ and !~ for a part, without regard to case. Several values, with commas between, mean any of them. A game \
that does not have a field meets no comparison of it, not even `!=`. Values with blanks stand in quotes.

{fields}
Position 518 is the classical array: start=518 finds the games of both kinds, those said to be Chess960 and those that \
are not; add kind=chess960 or kind=standard for one of them.

Columns:

In tables by player, `white` in a name reads `player` and `black` reads `opponent`; in tables by method, `castler` and \
`opponent`, and `games` reads `castlers`, as every column counts a game once for each side that castles. A share that \
a row itself settles, such as `a_side` by castling, has no interval.

Scores, Elo differences and lengths of fewer than {LEAST_FOR_INTERVAL} games have none either, as it would often be \
too narrow. With so many games it holds true scores from 30 to 70 % in at least 90 of 100 cases, with 100 games in \
about 95; scores nearer to 0 or 100 % take more games. Where all games ended alike, the interval holds the scores \
under which that has a chance of at least 5 %. Intervals are for games that do not depend on each other.

{every}
Tables by start:

They hold the Chess960 and DFRC starts against each other, by a chi-square test of White's scores and by the columns \
below. The row `standard`, ordinary games from the classical array, takes no part, as nobody drew their start.

The chance error of a game is taken from all games together, not from each row: in a row of few games it would be a \
guess, 0 when they ended alike, and starts that do not differ would stand out.

All this is for games that do not depend on each other. Pairs with colours swapped, as in engine tests, do: chi-square \
comes out too small then, `p` and `q` too large, and differences are missed.

{compared}"
    )
}
