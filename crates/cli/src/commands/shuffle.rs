//! `pgn960 shuffle`: draws start positions, follows real draws, and prints the chances of each position.

use std::{
    collections::HashSet,
    io::{self, BufWriter, Write},
    path::Path,
};

use anyhow::{Context, Result, anyhow, bail};
use num_rational::Ratio;
use pgn960_core::{
    fen,
    shuffle::{Draw, Procedure, Question},
    spn::{Spn, back_rank_text},
    start,
};
use pgn960_pgn::lint::diagnose::printable;
use serde_json::Value;
use shakmaty::Color;

use super::spn::{START_COLUMNS, read_start};
use crate::{
    Outcome,
    args::{ListFormat, Shuffle as Args},
    generator::{Generator, unforeseeable_seed},
    input::Input,
    lines::each_line,
    note,
    table::{Cell, Format, Printer, aligned},
};

/// Draws, or prints the distribution.
pub fn run(args: &Args) -> Result<Outcome> {
    let out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    if args.distribution {
        print_distribution(args.procedure, args.format, out)?;
        return Ok(Outcome::Clean);
    }
    let (procedure, given) = match args.given() {
        Some((procedure, given)) => (procedure, Some(given)),
        None => (args.procedure.unwrap_or(Procedure::Uniform), None),
    };
    let rules = Rules { procedure, is_dfrc: args.dfrc, excluded: read_excluded(args.exclude.as_deref())? };
    rules.check_possible()?;
    let shuffled = given.map(|given| rules.follow(given)).transpose()?;
    let mut printer = StartPrinter::new(args.format, args.show_draws, &rules, out)?;
    let mut print = |shuffled| printer.print(&shuffled).context("cannot write to standard output");
    if let Some(shuffled) = shuffled {
        print(shuffled)?;
    } else {
        let seed = args.seed.map_or_else(unforeseeable_seed, Ok)?;
        let mut generator = Generator::new(seed);
        for _ in 0..args.n {
            print(rules.draw(|question| Ok(generator.choose(question.n_options())))?)?;
        }
        if args.seed.is_none() {
            note(&format!("`--seed {seed}` draws the same again"));
        }
    }
    printer.finish().context("cannot write to standard output")?;
    Ok(Outcome::Clean)
}

/// How positions are drawn.
struct Rules {
    procedure: Procedure,
    is_dfrc: bool,
    /// White's and Black's arrays that are drawn again.
    excluded: HashSet<(Spn, Spn)>,
}

/// A start position and what was drawn on the way to it.
struct Shuffled {
    white: Spn,
    black: Spn,
    steps: Vec<Step>,
}

enum Step {
    /// A draw, for DFRC with the side whose array it belongs to.
    Draw(Option<Color>, Draw),
    /// The draws since the last such step led to these arrays of White and Black, which are excluded.
    Excluded(Spn, Spn),
}

impl Rules {
    /// Fails when every position is excluded.
    fn check_possible(&self) -> Result<()> {
        let count = usize::from(Spn::COUNT);
        let n_excluded = self.excluded.iter().filter(|(white, black)| self.is_dfrc || white == black).count();
        if n_excluded == if self.is_dfrc { count * count } else { count } {
            bail!("all positions are excluded");
        }
        Ok(())
    }

    fn draw(&self, mut answer: impl FnMut(Question) -> Result<usize>) -> Result<Shuffled> {
        let mut steps = Vec::new();
        let mut draw = |color, steps: &mut Vec<Step>| -> Result<Spn> {
            let drawn = self.procedure.draw(&mut answer)?;
            steps.extend(drawn.draws.into_iter().map(|draw| Step::Draw(color, draw)));
            Ok(drawn.spn)
        };
        loop {
            let (white, black) = if self.is_dfrc {
                (draw(Some(Color::White), &mut steps)?, draw(Some(Color::Black), &mut steps)?)
            } else {
                let spn = draw(None, &mut steps)?;
                (spn, spn)
            };
            if !self.excluded.contains(&(white, black)) {
                return Ok(Shuffled { white, black, steps });
            }
            steps.push(Step::Excluded(white, black));
        }
    }

    /// The position that draws lead to which were made by hand, given with blanks or commas between them.
    fn follow(&self, given: &str) -> Result<Shuffled> {
        let noun = match self.procedure {
            Procedure::BodlaenderDice => "throw",
            Procedure::Cards => "card",
            Procedure::Uniform | Procedure::KingFirst | Procedure::DealAndReject => "choice",
        };
        let mut words = given.split([' ', ',', '\t', '\n', '\r']).filter(|word| !word.is_empty());
        let mut n_read = 0;
        let shuffled = self.draw(|question| {
            n_read += 1;
            let subject = question.subject();
            let word =
                words.next().ok_or_else(|| anyhow!("{noun} {n_read} is missing: the {subject} has no square yet"))?;
            let option = self.procedure.read_answer(question, &word.to_ascii_lowercase());
            option.map_err(|error| anyhow!("{noun} {n_read}, `{}`: {error}", printable(word)))
        })?;
        match words.count() {
            0 => Ok(shuffled),
            1 => bail!("the position is complete after {n_read}, but 1 more is given"),
            n_left => bail!("the position is complete after {n_read}, but {n_left} more are given"),
        }
    }
}

/// Reads the arrays of White and Black that are not to be drawn.
fn read_excluded(path: Option<&Path>) -> Result<HashSet<(Spn, Spn)>> {
    let mut excluded = HashSet::new();
    let Some(path) = path else { return Ok(excluded) };
    let input = if path.as_os_str() == "-" { Input::stdin() } else { Input::file(path.to_owned()) };
    let mut columns = None;
    each_line(&input, |line| {
        if line.bytes.starts_with(b"#") {
            return Ok(());
        }
        let text = String::from_utf8_lossy(line.bytes);
        let arrays = match (&columns, csv_columns(&text)) {
            (_, Some(found)) => {
                columns = Some(found);
                return Ok(());
            }
            (Some(columns), None) => read_record(&text, *columns),
            (None, None) if text.starts_with('{') => read_json(&text),
            (None, None) => read_line(&text),
        };
        let arrays = arrays.map_err(|message| anyhow!("`{}`, line {}: {message}", input.name, line.number))?;
        excluded.insert(arrays);
        Ok(())
    })?;
    Ok(excluded)
}

/// The columns that tell the position to whoever reads it again.
const BACK_RANKS: [&str; 2] = ["white_back_rank", "black_back_rank"];

/// Which columns of CSV have the back ranks, if this is the line that names them.
fn csv_columns(text: &str) -> Option<[usize; 2]> {
    let [white, black] = BACK_RANKS.map(|name| text.split(',').position(|column| column == name));
    Some([white?, black?])
}

/// Reads a record of CSV as this command prints it; before the draws, which come last, none of its fields has quotes.
fn read_record(text: &str, columns: [usize; 2]) -> Result<(Spn, Spn), String> {
    let [white, black] = columns.map(|column| text.split(',').nth(column).unwrap_or_default());
    read_start(&format!("{white},{black}"))
}

fn read_json(text: &str) -> Result<(Spn, Spn), String> {
    let start: Value = serde_json::from_str(text).map_err(|error| format!("this is no JSON object: {error}"))?;
    let [white, black] = BACK_RANKS.map(|name| start[name].as_str().ok_or_else(|| format!("it has no text `{name}`")));
    read_start(&format!("{},{}", white?, black?))
}

/// Reads a position, or a line as this command prints it: numbers, back ranks and FEN, which must then agree.
fn read_line(text: &str) -> Result<(Spn, Spn), String> {
    let text = text.trim();
    let is_fen = |text: &str| text.split_whitespace().next().is_some_and(|word| word.contains('/'));
    if is_fen(text) {
        return read_start(text);
    }
    let mut parts = text.splitn(3, char::is_whitespace);
    let arrays = read_start(parts.next().unwrap_or_default())?;
    for part in parts {
        if read_start(part)? != arrays {
            return Err(format!("`{}` is another position than what stands before it", printable(part)));
        }
    }
    Ok(arrays)
}

/// Prints positions in one of the formats.
enum StartPrinter<'a, W: Write> {
    Text { out: W, show_draws: bool, rules: &'a Rules },
    Table { printer: Printer<W>, show_draws: bool, rules: &'a Rules, n_printed: u64 },
}

impl<'a, W: Write> StartPrinter<'a, W> {
    fn new(format: ListFormat, show_draws: bool, rules: &'a Rules, out: W) -> Result<Self> {
        let format = match format {
            ListFormat::Text => return Ok(StartPrinter::Text { out, show_draws, rules }),
            ListFormat::Json => Format::Json,
            ListFormat::Csv => Format::Csv,
        };
        let last: &[&str] = if show_draws { &["draws"] } else { &[] };
        let columns = [&["draw"], &START_COLUMNS[..], last].concat();
        Ok(StartPrinter::Table { printer: Printer::new(format, &columns, out)?, show_draws, rules, n_printed: 0 })
    }

    fn print(&mut self, shuffled: &Shuffled) -> Result<()> {
        let Shuffled { white, black, steps } = shuffled;
        let setup = start::setup(*white, *black);
        match self {
            StartPrinter::Text { out, show_draws, rules } => {
                if *show_draws {
                    out.write_all(steps_text(rules.procedure, steps).as_bytes())?;
                }
                writeln!(out, "{} {}", arrays_text(*white, *black), fen::to_xfen(&setup))?;
            }
            StartPrinter::Table { printer, show_draws, rules, n_printed } => {
                *n_printed += 1;
                let mut cells = vec![
                    Cell::Number(*n_printed),
                    Cell::number((white == black).then(|| white.get())),
                    Cell::Number(white.get().into()),
                    Cell::Number(black.get().into()),
                    Cell::Number(start::dfrc_index(*white, *black).into()),
                    Cell::text(back_rank_text(&white.back_rank())),
                    Cell::text(back_rank_text(&black.back_rank())),
                    Cell::text(fen::to_xfen(&setup)),
                    Cell::text(fen::to_shredder(&setup)),
                ];
                if *show_draws {
                    let answers = steps.iter().filter_map(|step| match step {
                        Step::Draw(_, draw) => Some(rules.procedure.write_answer(draw.question, draw.option)),
                        Step::Excluded(..) => None,
                    });
                    cells.push(Cell::Text(answers.collect::<Vec<_>>().join(" ")));
                }
                printer.row(&cells)?;
            }
        }
        Ok(())
    }

    fn finish(self) -> io::Result<()> {
        match self {
            StartPrinter::Text { mut out, .. } => out.flush(),
            StartPrinter::Table { printer, .. } => printer.finish().map(drop),
        }
    }
}

/// `518 RNBQKBNR`, or `518,0 RNBQKBNR,BBQNNRKR` where the sides differ.
fn arrays_text(white: Spn, black: Spn) -> String {
    let [white_rank, black_rank] = [white, black].map(|spn| back_rank_text(&spn.back_rank()));
    if white == black { format!("{white} {white_rank}") } else { format!("{white},{black} {white_rank},{black_rank}") }
}

/// A line a draw: its number, what it was for, what was drawn and what came of it.
fn steps_text(procedure: Procedure, steps: &[Step]) -> String {
    let mut text = String::new();
    let mut n_draws = 0;
    for step in steps {
        match step {
            Step::Draw(color, Draw { question, option, is_wasted }) => {
                n_draws += 1;
                let side = color.map_or(String::new(), |color| format!("{color}'s "));
                let answer = procedure.write_answer(*question, *option);
                let square = question.square(*option).map_or(String::new(), |square| square.to_string());
                let gives = if square.is_empty() || square == answer { String::new() } else { format!(", {square}") };
                let wasted = if *is_wasted { ", wasted" } else { "" };
                text += &format!("# {n_draws}. {side}{}: {answer}{gives}{wasted}\n", question.subject());
            }
            Step::Excluded(white, black) => {
                text += &format!("# {} is excluded and drawn again\n", arrays_text(*white, *black));
            }
        }
    }
    text
}

/// The chances under one procedure, or under all side by side.
fn print_distribution(procedure: Option<Procedure>, format: ListFormat, mut out: impl Write) -> Result<()> {
    const ONE: [&str; 3] = ["spn", "back_rank", "probability"];
    const ALL: [&str; 7] = ["spn", "back_rank", "uniform", "bodlaender-dice", "king-first", "cards", "deal-and-reject"];
    let (procedures, columns) = match procedure {
        Some(procedure) => (vec![procedure], &ONE[..]),
        None => (Procedure::ALL.to_vec(), &ALL[..]),
    };
    let distributions: Vec<_> = procedures.iter().map(|procedure| procedure.distribution()).collect();
    let verdicts = procedures.iter().zip(&distributions).map(|(procedure, chances)| verdict(*procedure, chances));
    let rows = Spn::all().map(|spn| {
        let chances = distributions.iter().map(|chances| Cell::Text(chances[usize::from(spn.get())].to_string()));
        let head = [Cell::Number(spn.get().into()), Cell::text(back_rank_text(&spn.back_rank()))];
        head.into_iter().chain(chances).collect::<Vec<_>>()
    });
    let format = match format {
        ListFormat::Text => {
            for verdict in verdicts {
                writeln!(out, "{verdict}")?;
            }
            let heading = columns.iter().map(|column| (*column).to_owned()).collect();
            let rows = rows.map(|row| row.iter().map(Cell::to_string).collect());
            write!(out, "\n{}", aligned(&std::iter::once(heading).chain(rows).collect::<Vec<_>>()))?;
            return Ok(out.flush()?);
        }
        ListFormat::Json => Format::Json,
        ListFormat::Csv => Format::Csv,
    };
    let mut printer = Printer::new(format, columns, out)?;
    for row in rows {
        printer.row(&row)?;
    }
    printer.finish()?;
    verdicts.for_each(|verdict| note(&verdict));
    Ok(())
}

/// Whether a procedure is uniform, in words.
fn verdict(procedure: Procedure, chances: &[Ratio<u64>]) -> String {
    let uniform = Ratio::new(1, u64::from(Spn::COUNT));
    let (Some(least), Some(greatest)) = (chances.iter().min(), chances.iter().max()) else { return String::new() };
    if least == greatest {
        return format!("{procedure} is uniform: every position has the chance {uniform}");
    }
    let distance: Ratio<u64> = chances.iter().filter(|&&chance| chance > uniform).map(|chance| chance - uniform).sum();
    format!(
        "{procedure} is not uniform: chances run from {least} to {greatest}, total variation from uniform {distance}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use pgn960_stats::fit::{goodness_of_fit, noncentrality_per_draw, power};

    fn check_line(text: &str, expected: Result<(u16, u16), &str>) {
        let found = read_line(text).map(|(white, black)| (white.get(), black.get()));
        assert_eq!(found, expected.map_err(str::to_owned), "{text}");
    }

    #[test]
    fn lines_to_exclude() {
        check_line("518", Ok((518, 518)));
        check_line("bbqnnrkr", Ok((0, 0)));
        check_line("518,0", Ok((518, 0)));
        check_line("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Ok((518, 518)));
        check_line("0 BBQNNRKR bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1", Ok((0, 0)));
        check_line("518,0 RNBQKBNR,BBQNNRKR", Ok((518, 0)));
        check_line("518 BBQNNRKR", Err("`BBQNNRKR` is another position than what stands before it"));
    }

    fn counts(procedure: Procedure, seed: u64, n: usize) -> Vec<u64> {
        let mut generator = Generator::new(seed);
        let mut counts = vec![0; usize::from(Spn::COUNT)];
        for _ in 0..n {
            let drawn = procedure.draw(|question| Ok::<_, ()>(generator.choose(question.n_options())));
            counts[usize::from(drawn.expect("a generator always answers").spn.get())] += 1;
        }
        counts
    }

    fn probabilities(procedure: Procedure) -> Vec<f64> {
        procedure.distribution().iter().map(|share| *share.numer() as f64 / *share.denom() as f64).collect()
    }

    #[test]
    fn uniform_passes_over_a_million_draws() {
        let test = goodness_of_fit(&counts(Procedure::Uniform, 1, 1_000_000), &probabilities(Procedure::Uniform));
        assert_eq!(test.degrees_of_freedom, 959);
        assert!(!test.rejects() && test.p < 0.999, "{test:?}");
    }

    /// Fewer draws than the power asks for would not tell the procedures apart.
    #[test]
    fn every_procedure_draws_its_own_distribution() {
        let n = 100_000;
        let uniform = probabilities(Procedure::Uniform);
        for procedure in Procedure::ALL {
            let (counts, own) = (counts(procedure, 2, n), probabilities(procedure));
            let test = goodness_of_fit(&counts, &own);
            assert!(!test.rejects() && test.p < 0.999, "{procedure}: {test:?}");
            let is_uniform = own == uniform;
            assert_eq!(goodness_of_fit(&counts, &uniform).p > 1e-9, is_uniform, "{procedure}");
            let power = power(959, n as f64 * noncentrality_per_draw(&own, &uniform));
            assert!(is_uniform || power > 0.999_999, "{procedure}: {power}");
        }
    }
}
