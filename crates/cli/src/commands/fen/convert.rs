//! `pgn960 fen convert`: FENs from one dialect to another, in place.

use std::{
    collections::BTreeMap,
    io::{self, Write},
    ops::{ControlFlow, Range},
    path::Path,
};

use anyhow::{Context, Result, bail};
use pgn960_core::fen::{Conversion, ConvertError, Converted, Dialect, EpPolicy};
use pgn960_pgn::{lint::diagnose::printable, location::PlaceFinder};

use super::{
    diff::{Diff, Edit},
    pieces::{ENDINGS, Kinds, Piece},
    replace::Replacement,
    report::{Finding, Listing, Tally, findings, no_fens_words, summary_words},
    sites::{QuoteFault, Site, each_site},
};
use crate::{
    Outcome,
    args::{FenConvert as Args, FenDialect, FenEp, FenFormat, FenReading, OnError},
    complain,
    input::{self, Input},
    progress::Progress,
    report::counted,
    scan::{FileEnd, Part, inputs, scan_inputs},
};

/// Converts all inputs.
pub fn run(args: &Args) -> Result<Outcome> {
    let inputs = if args.scan.paths.iter().any(|path| path.to_str().is_some_and(is_fen_argument)) {
        inputs_with_fens(args)?
    } else {
        inputs(&args.scan.paths, ENDINGS)?
    };
    // Reading a pipe takes away what it holds.
    if args.write && !inputs.iter().all(Input::may_be_file) {
        bail!("`--write` replaces files, and not all inputs are files");
    }
    let kinds =
        Kinds { input: args.input, columns: &args.column, delimiter: args.delimiter, limits: args.scan.limits() };
    let worker = Worker { args, conversion: conversion(args), wants_text: args.write || prints_text(args) };
    let mut run = Run { args, file: File::default(), total: Tally::default(), n_files: 0, n_failed: 0 };
    if args.format == FenFormat::Csv {
        write_out(&Listing::csv_header())?;
    }
    let scanned = scan_inputs(
        &args.scan,
        &inputs,
        |input, opened| {
            if let (true, Some(codec)) = (args.write, opened.codec) {
                bail!("cannot replace `{}`: it is packed as {codec}; unpack it first", input.name);
            }
            kinds.cut(input, opened)
        },
        |input_idx, piece, each| each(worker.work(&inputs[input_idx], piece)),
        |input_idx, part, progress| run.consume(&inputs[input_idx], part, progress),
    )?;
    if run.n_files > 1 && !args.scan.quiet {
        say(&summary_words("total", changes_files(args), &run.total));
    }
    Ok(match (scanned.n_unreadable + run.n_failed, run.total.n_errors()) {
        (0, 0) => Outcome::Clean,
        (0, _) => Outcome::Findings,
        _ => Outcome::Failure,
    })
}

/// Whether changes are made, and not only told.
fn changes_files(args: &Args) -> bool {
    !args.check && !args.diff
}

/// Whether standard output gets the converted text.
fn prints_text(args: &Args) -> bool {
    args.format == FenFormat::Text && !args.check && !args.diff && !args.write
}

fn conversion(args: &Args) -> Conversion {
    let to = match args.to {
        FenDialect::Xfen => Dialect::XFen,
        FenDialect::Shredder => Dialect::Shredder,
        FenDialect::Standard => Dialect::Standard,
    };
    Conversion {
        from: match args.from {
            FenReading::Auto => None,
            FenReading::Xfen => Some(Dialect::XFen),
            FenReading::Shredder => Some(Dialect::Shredder),
            FenReading::Standard => Some(Dialect::Standard),
        },
        to,
        ep: match args.ep {
            Some(FenEp::Keep) => EpPolicy::Keep,
            Some(FenEp::Legal) => EpPolicy::Legal,
            Some(FenEp::Xfen) => EpPolicy::XFen,
            None if to == Dialect::XFen => EpPolicy::XFen,
            None => EpPolicy::Keep,
        },
        is_strict: args.strict,
        fill_counters: args.fill_counters,
    }
}

/// Whether an argument is a FEN, or was meant as one, and no path: it is empty, its first word has seven slashes, or
/// other words follow one that holds only what placements hold.
fn is_fen_argument(argument: &str) -> bool {
    let (placement, rest) = argument.trim_ascii_start().split_once(' ').unwrap_or((argument, ""));
    let n_slashes = placement.bytes().filter(|&byte| byte == b'/').count();
    let is_placement = placement.bytes().all(|byte| b"pnbrqkPNBRQK12345678/".contains(&byte));
    let is_meant = n_slashes == 7 || (n_slashes > 0 && is_placement && !rest.is_empty());
    argument.trim().is_empty() || (is_meant && !Path::new(argument).exists())
}

/// The inputs when there are FENs among the arguments: those next to each other are one input, a FEN a line.
fn inputs_with_fens(args: &Args) -> Result<Vec<Input>> {
    let paths = &args.scan.paths;
    let mut inputs = Vec::new();
    let mut fens = Vec::new();
    for (index, path) in paths.iter().enumerate() {
        match path.to_str().filter(|argument| is_fen_argument(argument)) {
            Some(fen) => {
                let next = paths.get(index + 1).and_then(|next| next.to_str());
                if !fen.contains(' ') && matches!(next, Some("w" | "b")) {
                    bail!("a FEN is one argument: put quotes around `{fen} {} ...`", next.unwrap_or_default());
                }
                fens.extend_from_slice(fen.as_bytes());
                fens.push(b'\n');
            }
            None => {
                take_fens(&mut fens, &mut inputs);
                inputs.extend(input::expand(std::slice::from_ref(path), ENDINGS));
            }
        }
    }
    take_fens(&mut fens, &mut inputs);
    Ok(inputs)
}

fn take_fens(fens: &mut Vec<u8>, inputs: &mut Vec<Input>) {
    if !fens.is_empty() {
        inputs.push(Input::text("arguments", std::mem::take(fens)));
    }
}

/// What the workers need to know.
struct Worker<'a> {
    args: &'a Args,
    conversion: Conversion,
    /// Whether the converted text is wanted, and not only what is told about it.
    wants_text: bool,
}

/// What became of a piece.
#[derive(Default)]
pub struct PieceReport {
    text: Vec<u8>,
    listing: Vec<u8>,
    /// For a diff, the text as it was and what changes in it.
    old: Vec<u8>,
    edits: Vec<Edit>,
    findings: Vec<Finding>,
    tally: Tally,
    /// A FEN could not be converted, and nothing behind it is wanted.
    is_stopped: bool,
    /// Why the piece could not be worked on at all.
    failure: Option<String>,
}

/// A FEN of the unit being worked on.
struct Tried {
    site: Site,
    /// Where the converted text lies among that of the unit, or why there is none.
    result: Result<(Range<usize>, Converted), Failure>,
}

enum Failure {
    Fen(ConvertError),
    Quotes(QuoteFault),
}

impl Worker<'_> {
    fn work(&self, input: &Input, piece: &Piece) -> PieceReport {
        let (bytes, line) = match piece {
            Piece::Lines { part, .. } | Piece::Records(part, _) => (&part.bytes, part.line),
            Piece::Games(chunk) if chunk.skipped > 0 => {
                let failure = format!(
                    "cannot convert `{}`: a game from line {} on has {} bytes, more than `--max-game-size`",
                    input.name, chunk.line, chunk.skipped
                );
                return PieceReport { failure: Some(failure), ..PieceReport::default() };
            }
            Piece::Games(chunk) => (&chunk.bytes, chunk.line),
        };
        let mut work = PieceWork {
            worker: self,
            bytes,
            finder: PlaceFinder::new(bytes, line),
            listing: Listing::new(self.args.format, &input.name),
            n_copied: 0,
            converted: Vec::new(),
            tried: Vec::new(),
            report: PieceReport::default(),
        };
        each_site(piece, &self.args.tag, |site| work.try_site(site));
        work.finish()
    }
}

/// A piece being worked on.
struct PieceWork<'a> {
    worker: &'a Worker<'a>,
    bytes: &'a [u8],
    finder: PlaceFinder<'a>,
    listing: Listing<'a>,
    /// Bytes of the piece that the text has.
    n_copied: usize,
    /// Converted FENs of the unit.
    converted: Vec<u8>,
    tried: Vec<Tried>,
    report: PieceReport,
}

impl PieceWork<'_> {
    /// Converts one FEN. False when nothing behind its unit is wanted.
    fn try_site(&mut self, site: Site) -> bool {
        if self.tried.last().is_some_and(|last| last.site.unit != site.unit) {
            self.finish_unit();
        }
        if self.report.is_stopped {
            return false;
        }
        let start = self.converted.len();
        let result = if let Some(fault) = site.fault {
            Err(Failure::Quotes(fault))
        } else {
            let result = self.worker.conversion.convert(&self.bytes[site.text.clone()], &mut self.converted);
            result.map(|converted| (start..self.converted.len(), converted)).map_err(Failure::Fen)
        };
        self.tried.push(Tried { site, result });
        true
    }

    /// Takes over the FENs of a line, record or game: all of them, or none when one could not be converted.
    fn finish_unit(&mut self) {
        let Some(unit) = self.tried.first().map(|tried| tried.site.unit.clone()) else { return };
        let (mut tried, mut converted) = (std::mem::take(&mut self.tried), std::mem::take(&mut self.converted));
        let has_failed = tried.iter().any(|tried| tried.result.is_err());
        let mut has_whole_fields = true;
        for Tried { site, result } in &tried {
            let text = &self.bytes[site.text.clone()];
            let output = result.as_ref().ok().map(|(range, _)| &converted[range.clone()]).filter(|_| !has_failed);
            let result = match result {
                Ok((_, converted)) => Ok(converted),
                Err(Failure::Fen(error)) => Err(error),
                Err(Failure::Quotes(fault)) => {
                    has_whole_fields = false;
                    let finding = Finding::of_quotes(*fault, site.text.start, &mut self.finder);
                    self.report.tally.count(&finding);
                    self.report.findings.push(finding);
                    continue;
                }
            };
            let listed = self.listing.is_wanted().then(|| self.finder.go_to(site.text.start));
            let findings = findings(result, text, site.text.start, &mut self.finder);
            self.report.tally.observe(result, text, output, &findings);
            if let Some(place) = listed {
                self.listing.push(place, text, output, result, &findings);
            }
            self.report.findings.extend(findings);
            if let Some(output) = output {
                self.replace(site.text.clone(), output);
            }
        }
        match self.worker.args.on_error {
            // Where quotes are wrong, nobody knows how many records are taken for one.
            OnError::Drop if has_failed && has_whole_fields => {
                self.report.tally.n_dropped += 1;
                self.replace(unit, b"");
            }
            OnError::Stop if has_failed => {
                self.report.is_stopped = true;
                self.copy_to(unit.start);
            }
            _ => {}
        }
        tried.clear();
        converted.clear();
        (self.tried, self.converted) = (tried, converted);
    }

    fn replace(&mut self, range: Range<usize>, new: &[u8]) {
        self.copy_to(range.start);
        if self.worker.wants_text {
            self.report.text.extend_from_slice(new);
        }
        self.n_copied = range.end;
        if self.worker.args.diff && *new != self.bytes[range.clone()] {
            self.report.edits.push((range, new.to_vec()));
        }
    }

    fn copy_to(&mut self, end: usize) {
        if self.worker.wants_text {
            self.report.text.extend_from_slice(&self.bytes[self.n_copied..end]);
        }
        self.n_copied = end;
    }

    fn finish(mut self) -> PieceReport {
        self.finish_unit();
        if !self.report.is_stopped {
            self.copy_to(self.bytes.len());
        }
        self.report.listing = self.listing.finish();
        if self.worker.args.diff {
            self.report.old = self.bytes[..self.n_copied].to_vec();
        }
        self.report
    }
}

/// The ordered end of the scan.
struct Run<'a> {
    args: &'a Args,
    file: File,
    total: Tally,
    n_files: u64,
    /// Files that could not be replaced.
    n_failed: u64,
}

/// What is known of the file being read.
#[derive(Default)]
struct File {
    tally: Tally,
    /// Its new text, as long as nothing has gone wrong with it.
    replacement: Option<Replacement>,
    /// How many findings of a kind have been printed.
    n_shown: BTreeMap<&'static str, u64>,
    diff: Diff,
}

impl Run<'_> {
    fn consume(&mut self, input: &Input, part: Part<PieceReport>, progress: &Progress) -> Result<ControlFlow<()>> {
        match part {
            Part::Begin => {
                let name = input.path().map_or(input.name.as_bytes(), |path| path.as_os_str().as_encoded_bytes());
                self.file = File { diff: Diff::new(name), ..File::default() };
                if let (true, Some(path)) = (self.args.write, input.path()) {
                    let begun = Replacement::begin(path);
                    self.keep_replacement(input, begun, progress);
                }
                Ok(ControlFlow::Continue(()))
            }
            Part::Work(report) => self.take_piece(input, report, progress),
            Part::End(end) => {
                self.take_end(input, end, progress)?;
                Ok(ControlFlow::Continue(()))
            }
        }
    }

    fn take_piece(&mut self, input: &Input, report: PieceReport, progress: &Progress) -> Result<ControlFlow<()>> {
        if let Some(failure) = report.failure {
            bail!(failure);
        }
        self.file.tally.merge(report.tally);
        if let Some(mut replacement) = self.file.replacement.take() {
            let written = replacement.write(&report.text).map(|()| replacement).map_err(anyhow::Error::from);
            self.keep_replacement(input, written, progress);
        }
        let mut out = if prints_text(self.args) { report.text } else { report.listing };
        self.file.diff.push(&report.old, &report.edits, &mut out);
        let ((n_bytes, line), most) = (self.file.diff.open_line(), self.args.scan.max_game_size);
        if n_bytes > most {
            bail!("cannot make a diff of `{}`: line {line}, up to the next LF, has more than {most} bytes", input.name);
        }
        let mut said = String::new();
        let is_text = self.args.format == FenFormat::Text;
        for finding in report.findings.iter().filter(|finding| is_text || !finding.is_of_fen) {
            let n_shown = self.file.n_shown.entry(finding.code).or_default();
            *n_shown += 1;
            if finding.is_error || *n_shown <= Finding::MOST_NOTES {
                said += &finding.line(&input.name);
            }
        }
        if self.args.check {
            out.extend_from_slice(said.as_bytes());
            said.clear();
        }
        progress.suspend(|| {
            say(&said);
            write_out(&out)
        })?;
        if report.is_stopped {
            self.finish_file(input, false, progress)?;
            return Ok(ControlFlow::Break(()));
        }
        Ok(ControlFlow::Continue(()))
    }

    fn take_end(&mut self, input: &Input, end: FileEnd, progress: &Progress) -> Result<()> {
        let is_whole = end.failure.is_none() && end.damage.is_none();
        if let Some(damage) = end.damage {
            let finding = Finding::of_file(end.place.1, damage);
            self.file.tally.count(&finding);
            progress.suspend(|| say(&finding.line(&input.name)));
        }
        if end.failure.is_some() {
            return Ok(());
        }
        let mut hunk = Vec::new();
        self.file.diff.finish(&mut hunk);
        progress.suspend(|| write_out(&hunk))?;
        self.finish_file(input, is_whole, progress)
    }

    /// Replaces the file if it was read whole and something has changed, and tells what was found in it.
    fn finish_file(&mut self, input: &Input, is_whole: bool, progress: &Progress) -> Result<()> {
        let mut file = std::mem::take(&mut self.file);
        let is_done = match file.replacement.take() {
            Some(_) if !is_whole => false,
            Some(replacement) if file.tally.changes_text() => {
                replacement.commit().inspect_err(|error| self.fail(input, error, progress)).is_ok()
            }
            None if self.args.write => false,
            _ => changes_files(self.args),
        };
        let most = Finding::MOST_NOTES;
        let hidden = file.n_shown.iter().filter(|(_, n_shown)| **n_shown > most);
        let mut words: String = hidden
            .filter(|(code, _)| !file.tally.errors.contains_key(*code))
            .map(|(code, n_shown)| {
                format!("{}: {}[{code}]\n", printable(&input.name), counted(n_shown - most, "more note"))
            })
            .collect();
        if !self.args.scan.quiet {
            if file.tally.has_none_readable() && self.args.input.is_none() && self.args.column.is_empty() {
                words += &no_fens_words(&input.name);
            }
            words += &summary_words(&input.name, is_done, &file.tally);
        }
        let listed = match self.args.format {
            FenFormat::Json => file.tally.to_json(&input.name)?,
            FenFormat::Text | FenFormat::Csv => String::new(),
        };
        if self.args.write && !is_done {
            file.tally.n_changed = 0;
        }
        self.total.merge(file.tally);
        self.n_files += 1;
        progress.suspend(|| {
            say(&words);
            write_out(listed.as_bytes())
        })
    }

    fn keep_replacement(&mut self, input: &Input, result: Result<Replacement>, progress: &Progress) {
        match result {
            Ok(replacement) => self.file.replacement = Some(replacement),
            Err(error) => self.fail(input, &error, progress),
        }
    }

    /// Says that a file is not replaced.
    fn fail(&mut self, input: &Input, error: &anyhow::Error, progress: &Progress) {
        self.n_failed += 1;
        progress.suspend(|| complain(&format!("`{}` is left as it was: {error:#}", input.name)));
    }
}

/// Writes to standard output.
fn write_out(text: &[u8]) -> Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text).and_then(|()| out.flush()).context("cannot write to standard output")
}

/// Says something on standard error, where nobody may be listening.
fn say(text: &str) {
    _ = io::stderr().write_all(text.as_bytes());
}
