//! What is told about FENs: findings, listings of every FEN, and the summary of a file.

use std::collections::BTreeMap;

use anyhow::Result;
use pgn960_core::fen::{self, ConvertError, Converted, Dialect, Reading};
use pgn960_pgn::{
    lint::diagnose::printable,
    location::{Place, PlaceFinder, count_characters, decode},
};
use serde::Serialize;

use super::sites::QuoteFault;
use crate::{args::FenFormat, report::counted};

/// Something to be said about a FEN.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// Whether it keeps the FEN from being converted.
    #[serde(skip)]
    pub is_error: bool,
    /// Whether it is about a FEN, so that the listing of that tells it.
    #[serde(skip)]
    pub is_of_fen: bool,
    /// The word for its kind.
    #[serde(rename = "kind")]
    pub code: &'static str,
    /// Where it is in the file, both from 1.
    line: u64,
    column: u64,
    /// The column inside the FEN, from 1.
    fen_column: u64,
    message: String,
    /// A FEN that may have been meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
}

/// What there is to say about a FEN that starts at this byte of its piece.
pub fn findings(
    result: Result<&Converted, &ConvertError>,
    text: &[u8],
    start: usize,
    finder: &mut PlaceFinder<'_>,
) -> Vec<Finding> {
    let mut finding = |is_error: bool, code: &'static str, at: usize, message: String| {
        let Place { line, column } = finder.go_to(start + at);
        let fen_column = 1 + count_characters(&text[..at]);
        Finding { is_error, is_of_fen: true, code, line, column, fen_column, message, hint: None }
    };
    match result {
        Err(ConvertError::Fen(error)) => {
            let hint = fen::suggest(text, error).filter(|hint| hint.as_bytes() != text);
            let found = finding(true, error.kind.code(), error.span.start, error.message.clone());
            vec![Finding { hint, ..found }]
        }
        Err(ConvertError::Inexpressible { error, .. }) => {
            vec![finding(true, error.kind.code(), error.span.start, error.message.clone())]
        }
        Err(error) => vec![finding(true, "not-the-same", 0, error.to_string())],
        Ok(converted) => {
            let spelling = converted.fen.canonical.err().map(|fault| {
                let field = text.split(|&byte| byte == b' ').take(2).map(|field| field.len() + 1).sum();
                finding(false, fault.name(), field, spelling(converted, &text[field..]))
            });
            let notes = converted.notes.iter();
            let notes = notes.map(|note| finding(false, note.kind.code(), note.span.start, note.message.clone()));
            spelling.into_iter().chain(notes).collect()
        }
    }
}

/// Which dialects a FEN can be read in, converted or not.
fn reading(result: Result<&Converted, &ConvertError>) -> Option<Reading> {
    match result {
        Ok(converted) => Some(converted.fen.reading()),
        Err(ConvertError::Inexpressible { fen, .. }) => Some(fen.reading()),
        Err(_) => None,
    }
}

/// Says how a castling field, which these bytes start with, would have been written.
fn spelling(converted: &Converted, rest: &[u8]) -> String {
    let written = decode(rest.split(|&byte| byte == b' ').next().unwrap_or_default());
    let field = |dialect| fen::castling_field(&converted.fen.setup, dialect).unwrap_or_default();
    let (xfen, shredder) = (field(Dialect::XFen), field(Dialect::Shredder));
    format!("castling field `{written}`: X-FEN writes `{xfen}`, Shredder-FEN `{shredder}`")
}

impl Finding {
    /// Notes of a kind that are printed for a file; the others are counted.
    pub const MOST_NOTES: u64 = 5;

    /// A finding about a file as a whole.
    pub fn of_file(place: Place, message: String) -> Finding {
        Finding::of_text(place, "truncated-input", message)
    }

    /// A finding about a CSV field that begins with a quote at this byte of its piece.
    pub fn of_quotes(fault: QuoteFault, start: usize, finder: &mut PlaceFinder<'_>) -> Finding {
        let place = finder.go_to(start);
        match fault {
            QuoteFault::Unclosed => {
                let message = "this quote is not closed, so that all behind it is one field";
                Finding::of_text(place, "unclosed-quote", message.to_owned())
            }
            QuoteFault::TextBehind(at) => {
                let Place { line, column } = finder.look_up(at);
                let message = format!("text follows the quote that closes this field, at line {line}, column {column}");
                Finding::of_text(place, "text-behind-quote", message)
            }
        }
    }

    /// An error about other text than a FEN.
    fn of_text(place: Place, code: &'static str, message: String) -> Finding {
        let Place { line, column } = place;
        Finding { is_error: true, is_of_fen: false, code, line, column, fen_column: 1, message, hint: None }
    }

    /// A line of text.
    pub fn line(&self, name: &str) -> String {
        let Finding { code, line, column, message, .. } = self;
        let severity = if self.is_error { "error" } else { "note" };
        let hint = self.hint.as_ref().map_or(String::new(), |hint| format!("; perhaps `{hint}` was meant"));
        format!("{}:{line}:{column}: {severity}[{code}]: {}{hint}\n", printable(name), printable(message))
    }
}

/// Collects a record for every FEN, in a format.
pub struct Listing<'a> {
    format: FenFormat,
    file: &'a str,
    out: Vec<u8>,
}

/// A FEN as JSON.
#[derive(Serialize)]
struct FenJson<'a> {
    r#type: &'static str,
    file: &'a str,
    line: u64,
    column: u64,
    input: &'a str,
    output: Option<&'a str>,
    /// How the castling field can be read.
    dialect: Option<&'static str>,
    error: Option<&'a Finding>,
    notes: Vec<&'a Finding>,
}

impl<'a> Listing<'a> {
    /// Columns of the CSV format.
    const COLUMNS: [&'static str; 10] =
        ["file", "line", "column", "input", "output", "dialect", "error", "fen_column", "message", "notes"];

    /// The line that names the columns of the CSV format.
    pub fn csv_header() -> Vec<u8> {
        (Listing::COLUMNS.join(",") + "\n").into_bytes()
    }

    /// Nothing yet of this file.
    pub fn new(format: FenFormat, file: &'a str) -> Listing<'a> {
        Listing { format, file, out: Vec::new() }
    }

    /// Whether the format has records.
    pub fn is_wanted(&self) -> bool {
        self.format != FenFormat::Text
    }

    /// Adds a FEN that starts at a place. Without output it was not converted.
    pub fn push(
        &mut self,
        place: Place,
        input: &[u8],
        output: Option<&[u8]>,
        result: Result<&Converted, &ConvertError>,
        findings: &[Finding],
    ) {
        let (input, output) = (decode(input), output.map(decode));
        let dialect = reading(result).map(Reading::name);
        let (errors, notes): (Vec<_>, Vec<_>) = findings.iter().partition(|finding| finding.is_error);
        let error = errors.first().copied();
        match self.format {
            FenFormat::Text => {}
            FenFormat::Json => {
                let json = FenJson {
                    r#type: "fen",
                    file: self.file,
                    line: place.line,
                    column: place.column,
                    input: &input,
                    output: output.as_deref(),
                    dialect,
                    error,
                    notes,
                };
                serde_json::to_writer(&mut self.out, &json).expect("a vector takes everything");
                self.out.push(b'\n');
            }
            FenFormat::Csv => {
                let record = [
                    self.file,
                    &place.line.to_string(),
                    &place.column.to_string(),
                    &input,
                    output.as_deref().unwrap_or_default(),
                    dialect.unwrap_or_default(),
                    error.map_or("", |error| error.code),
                    &error.map_or(String::new(), |error| error.fen_column.to_string()),
                    error.map_or("", |error| &error.message),
                    &notes.iter().map(|note| note.code).collect::<Vec<_>>().join(" "),
                ];
                let mut writer = csv::Writer::from_writer(&mut self.out);
                writer.write_record(record).and_then(|()| Ok(writer.flush()?)).expect("a vector takes everything");
            }
        }
    }

    /// What was collected.
    pub fn finish(self) -> Vec<u8> {
        self.out
    }
}

/// Counts over FENs, which add up in any order.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// FENs, converted or not.
    n_fens: u64,
    /// Those that were read, by the dialects they can be read in.
    readings: BTreeMap<Reading, u64>,
    /// Those that were converted and read back as the same position.
    n_converted: u64,
    /// Those of which the text has changed.
    pub n_changed: u64,
    /// En passant squares that were left out.
    n_dropped_ep_squares: u64,
    /// Lines, records or games that were left out.
    pub n_dropped: u64,
    /// Errors and notes, by kind.
    pub errors: BTreeMap<&'static str, u64>,
    notes: BTreeMap<&'static str, u64>,
}

/// The counts of a file as JSON.
#[derive(Serialize)]
struct SummaryJson<'a> {
    r#type: &'static str,
    file: &'a str,
    fens: u64,
    dialects: BTreeMap<&'static str, u64>,
    is_mixed: bool,
    converted: u64,
    changed: u64,
    ep_squares_dropped: u64,
    units_dropped: u64,
    errors: &'a BTreeMap<&'static str, u64>,
    notes: &'a BTreeMap<&'static str, u64>,
}

impl Tally {
    /// Counts a FEN and what became of it.
    pub fn observe(
        &mut self,
        result: Result<&Converted, &ConvertError>,
        input: &[u8],
        output: Option<&[u8]>,
        findings: &[Finding],
    ) {
        self.n_fens += 1;
        if let Some(reading) = reading(result) {
            *self.readings.entry(reading).or_default() += 1;
        }
        if let (Ok(converted), Some(output)) = (result, output) {
            self.n_converted += 1;
            self.n_changed += u64::from(output != input);
            self.n_dropped_ep_squares += u64::from(converted.drops_ep_square);
        }
        findings.iter().for_each(|finding| self.count(finding));
    }

    /// Counts a finding.
    pub fn count(&mut self, finding: &Finding) {
        let counts = if finding.is_error { &mut self.errors } else { &mut self.notes };
        *counts.entry(finding.code).or_default() += 1;
    }

    /// Adds other counts.
    pub fn merge(&mut self, other: Tally) {
        self.n_fens += other.n_fens;
        self.n_converted += other.n_converted;
        self.n_changed += other.n_changed;
        self.n_dropped_ep_squares += other.n_dropped_ep_squares;
        self.n_dropped += other.n_dropped;
        other.readings.into_iter().for_each(|(reading, count)| *self.readings.entry(reading).or_default() += count);
        other.errors.into_iter().for_each(|(code, count)| *self.errors.entry(code).or_default() += count);
        other.notes.into_iter().for_each(|(code, count)| *self.notes.entry(code).or_default() += count);
    }

    /// Whether the converted text is another one than that read.
    pub fn changes_text(&self) -> bool {
        self.n_changed + self.n_dropped > 0
    }

    /// Whether there are many FENs, and not one that can be read: the text is hardly a list of FENs.
    pub fn has_none_readable(&self) -> bool {
        const MANY: u64 = 5;
        self.n_fens >= MANY && self.readings.is_empty()
    }

    /// Errors of all kinds.
    pub fn n_errors(&self) -> u64 {
        self.errors.values().sum()
    }

    /// Whether there are FENs of which one reader of a single dialect cannot read all.
    fn is_mixed(&self) -> bool {
        let has = |reading| self.readings.contains_key(&reading);
        has(Reading::Mixed) || (has(Reading::XFen) && has(Reading::Shredder))
    }

    /// A line of JSON about a file.
    pub fn to_json(&self, file: &str) -> Result<String> {
        let json = SummaryJson {
            r#type: "summary",
            file,
            fens: self.n_fens,
            dialects: self.readings.iter().map(|(reading, count)| (reading.name(), *count)).collect(),
            is_mixed: self.is_mixed(),
            converted: self.n_converted,
            changed: self.n_changed,
            ep_squares_dropped: self.n_dropped_ep_squares,
            units_dropped: self.n_dropped,
            errors: &self.errors,
            notes: &self.notes,
        };
        Ok(serde_json::to_string(&json)? + "\n")
    }
}

/// The counts of a file in a line of words. What is not done is still to be changed.
pub fn summary_words(name: &str, is_done: bool, tally: &Tally) -> String {
    let mut words = vec![counted(tally.n_fens, "FEN")];
    let mut readings: Vec<_> = Reading::ALL
        .into_iter()
        .filter_map(|reading| {
            let count = tally.readings.get(&reading)?;
            Some(match reading {
                Reading::XFen => format!("{count} X-FEN only"),
                Reading::Shredder => format!("{count} Shredder-FEN only"),
                Reading::Both => format!("{count} readable as both"),
                Reading::Mixed => format!("{count} mixed in one field"),
            })
        })
        .collect();
    if tally.is_mixed() && tally.readings.len() > 1 {
        readings.push("mixed in one file".to_owned());
    }
    if !readings.is_empty() {
        words[0] += &format!(" ({})", readings.join(", "));
    }
    words.push(format!("{} {}", tally.n_changed, if is_done { "changed" } else { "to change" }));
    words.push(format!("{} read back as the same position", tally.n_converted));
    if tally.n_dropped_ep_squares > 0 {
        words.push(format!("{} left out", counted(tally.n_dropped_ep_squares, "en passant square")));
    }
    if tally.n_fens > tally.n_converted {
        words.push(format!("{} not converted", tally.n_fens - tally.n_converted));
    }
    if tally.n_dropped > 0 {
        words.push(format!("{} dropped", tally.n_dropped));
    }
    format!("{}: {}\n", printable(name), words.join(", "))
}

/// Tells what to do about a file of which nothing is a FEN.
pub fn no_fens_words(name: &str) -> String {
    format!(
        "{}: nothing in it is a FEN; `--column` reads tables with a column of FENs, `--input pgn` the FEN tags of \
         games\n",
        printable(name)
    )
}
