//! Options of `pgn960 shuffle`.

use std::path::PathBuf;

use clap::{
    Args,
    builder::{PossibleValuesParser, TypedValueParser},
};
use pgn960_core::shuffle::Procedure;

use crate::args::ListFormat;

/// Draw start positions.
///
/// The generator is ChaCha20 keyed with the seed: the same seed draws the same positions everywhere. Without a seed the
/// system gives one, which is printed to standard error.
///
/// Procedures: uniform draws the number; bodlaender-dice throws one die for dark bishop, light bishop, queen and
/// knights; king-first and cards place king, rooks, bishops and queen in turn; deal-and-reject puts the pieces anywhere
/// and begins again unless the position is one of the 960. The king-first and cards procedures are not uniform: see
/// --distribution.
///
/// Exit codes: 0 drawn, 2 could not run.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pgn960 shuffle
  pgn960 shuffle -n 5 --dfrc --format csv
  pgn960 shuffle --procedure bodlaender-dice --seed 2026 --show-draws
  pgn960 shuffle --dice '2 3 3 2 4'
  pgn960 shuffle --choices '1/6 1/1 1/6 1/3 1/2 1/3'
  pgn960 shuffle --cards 'b1 a1 c1 d1 e1 f1' --show-draws
  pgn960 shuffle --distribution --procedure king-first")]
pub struct Shuffle {
    /// Positions to draw. A position may be drawn more than once.
    #[arg(short, value_name = "N", default_value_t = 1)]
    pub n: u64,

    /// Draw with this seed, a number below 2^64.
    #[arg(long, value_name = "SEED")]
    pub seed: Option<u64>,

    /// How to draw [default: uniform].
    #[arg(long, value_parser = PossibleValuesParser::new(Procedure::ALL.map(Procedure::name)).map(procedure))]
    pub procedure: Option<Procedure>,

    /// Draw White's array and Black's, each by itself.
    #[arg(long)]
    pub dfrc: bool,

    /// Draw again what this file holds: one position a line, as a number, a back rank, a FEN, for DFRC a pair joined by
    /// a comma, or as this command prints it in any format. Lines that begin with # do not count.
    #[arg(long, value_name = "FILE")]
    pub exclude: Option<PathBuf>,

    /// Print each throw, choice or card too, wasted ones included. In csv and json they are one text, which the options
    /// below take.
    #[arg(long)]
    pub show_draws: bool,

    /// Follow real throws of a die by bodlaender-dice, such as '5 2 3 3 2 4'.
    #[arg(long, value_name = "THROWS", group = "given", conflicts_with_all = ["n", "seed", "procedure"])]
    pub dice: Option<String>,

    /// Follow choices by king-first, each as number/options counted from the a-file: king, rook left of it, rook right
    /// of it, light bishop, dark bishop, queen.
    #[arg(long, value_name = "CHOICES", group = "given", conflicts_with_all = ["n", "seed", "procedure"])]
    pub choices: Option<String>,

    /// Follow cards by squares, drawn for the same pieces in the same order.
    #[arg(long, value_name = "SQUARES", group = "given", conflicts_with_all = ["n", "seed", "procedure"])]
    pub cards: Option<String>,

    /// Print the exact chance of each position under the procedure, or under all, and which are uniform.
    #[arg(long, conflicts_with_all = ["n", "seed", "dfrc", "exclude", "show_draws", "given"])]
    pub distribution: bool,

    /// How to print.
    #[arg(long, value_enum, default_value_t = ListFormat::Text)]
    pub format: ListFormat,
}

impl Shuffle {
    /// Draws that were really made, with the procedure they follow.
    pub fn given(&self) -> Option<(Procedure, &str)> {
        let options = [
            (Procedure::BodlaenderDice, &self.dice),
            (Procedure::KingFirst, &self.choices),
            (Procedure::Cards, &self.cards),
        ];
        options.into_iter().find_map(|(procedure, given)| Some((procedure, given.as_deref()?)))
    }
}

fn procedure(name: String) -> Procedure {
    Procedure::ALL.into_iter().find(|procedure| procedure.name() == name).expect("only names of procedures get here")
}
