//! Findings and games to text, one file a format.

mod concise;
mod csv;
mod full;
mod github;
pub mod json;
mod junit;
mod sarif;

use std::{
    io::{self, Write},
    path::PathBuf,
};

use anstyle::{AnsiColor, Style};
use anyhow::Result;
use pgn960_core::{CastlingSide, Start};
use pgn960_pgn::lint::{Diagnostic, Rule, Severity, diagnose::printable, find_rule};
use pgn960_stats::Summary;

pub use json::obstacle_json;

use self::{concise::Concise, csv::Csv, full::Full, github::Github, json::Json, junit::Junit, sarif::Sarif};
use crate::{
    args::{FailOn, Format},
    output::Output,
};

/// How a format tells the parts of a report, in the order in which they come.
trait ReportFormat {
    /// What stands before everything else.
    fn begin(&mut self, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// A game, before its findings. Not for a format without [`Format::has_games`].
    fn game(&mut self, _: &mut dyn Write, _file: &str, _: &GameRecord) -> io::Result<()> {
        Ok(())
    }

    /// A finding.
    fn finding(&mut self, out: &mut dyn Write, file: &str, finding: &Diagnostic) -> io::Result<()>;

    /// Findings of a file that are counted and not shown, after those that are.
    fn hidden(&mut self, out: &mut dyn Write, file: &str, n_hidden: u64) -> io::Result<()>;

    /// The end of a file, and why it could not be read.
    fn end_file(&mut self, _: &mut dyn Write, _file: &str, _failure: Option<&str>) -> io::Result<()> {
        Ok(())
    }

    /// The counts of rules, the most frequent first. Not for a format without [`Format::has_statistics`].
    fn statistics(&mut self, _: &mut dyn Write, _: &[Statistic]) -> io::Result<()> {
        Ok(())
    }

    /// What ends it.
    fn finish(&mut self, _: &mut dyn Write, _n_files: u64, _: &Summary) -> io::Result<()> {
        Ok(())
    }
}

/// The count of a rule.
struct Statistic {
    rule: &'static Rule,
    severity: Severity,
    count: u64,
}

/// A game as a report tells it.
pub struct GameRecord {
    /// From 1 in its file.
    pub number: u64,
    /// Line of its first token.
    pub line: u64,
    /// Absolute offset of its first token, after decompression.
    pub byte_offset: u64,
    /// Names and values in order.
    pub tags: Vec<(String, String)>,
    /// How it starts, if there is a position.
    pub start: Option<Start>,
    /// How far it was replayed.
    pub status: Status,
    /// Move tokens of the main line.
    pub n_plies: u32,
    /// Legal moves at the start of the main line.
    pub n_legal_plies: u32,
    /// X-FEN after the last legal move.
    pub last_fen: Option<String>,
    /// The Result tag.
    pub result: Option<String>,
    /// The termination marker.
    pub marker: Option<String>,
    /// Findings of severity error.
    pub n_errors: u64,
    /// Findings of severity warning.
    pub n_warnings: u64,
}

/// How far a game was replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// To its end.
    Ok,
    /// Not to its end.
    Error,
    /// Not at all: there is no position to start from.
    NoStart,
    /// Not at all: it is another game, or too large.
    Skipped,
}

impl Status {
    /// The word that reports use.
    pub fn name(self) -> &'static str {
        match self {
            Status::Ok => "ok",
            Status::Error => "error",
            Status::NoStart => "no_start",
            Status::Skipped => "skipped",
        }
    }
}

/// Writes a report in a format.
pub struct Reporter {
    output: Output,
    format: Box<dyn ReportFormat>,
}

/// Styles of a report; all plain where colours are not wanted.
#[derive(Clone, Copy, Default)]
struct Styles {
    is_colored: bool,
    error: Style,
    warning: Style,
    info: Style,
    place: Style,
}

impl Styles {
    fn of(output: &Output) -> Styles {
        let choice = anstream::AutoStream::choice(&io::stdout());
        let is_colored = matches!(choice, anstream::ColorChoice::Always | anstream::ColorChoice::AlwaysAnsi);
        if !(is_colored && output.is_stdout()) {
            return Styles::default();
        }
        let bold = |color: AnsiColor| color.on_default().bold();
        Styles {
            is_colored: true,
            error: bold(AnsiColor::Red),
            warning: bold(AnsiColor::Yellow),
            info: bold(AnsiColor::Cyan),
            place: Style::new().bold(),
        }
    }

    fn severity(&self, severity: Severity) -> Style {
        match severity {
            Severity::Error => self.error,
            Severity::Warning => self.warning,
            Severity::Info => self.info,
        }
    }
}

impl Reporter {
    /// A reporter with the colours that its output can show.
    pub fn new(format: Format, output: Output, fail_on: FailOn) -> Reporter {
        let styles = Styles::of(&output);
        let format: Box<dyn ReportFormat> = match format {
            Format::Concise => Box::new(Concise::new(styles)),
            Format::Full => Box::new(Full::new(styles)),
            Format::Json => Box::new(Json),
            Format::Csv => Box::new(Csv::default()),
            Format::Sarif => Box::new(Sarif::default()),
            Format::Github => Box::new(Github),
            Format::Junit => Box::new(Junit::new(fail_on)),
        };
        Reporter { output, format }
    }

    /// Whether something waits to be written.
    pub fn is_waiting(&self) -> bool {
        self.output.is_waiting()
    }

    /// Writes what waits.
    pub fn flush(&mut self) -> Result<()> {
        let result = self.output.flush();
        self.output.explain(result)
    }

    fn tell(&mut self, part: impl FnOnce(&mut dyn ReportFormat, &mut dyn Write) -> io::Result<()>) -> Result<()> {
        let result = part(&mut *self.format, &mut self.output);
        self.output.explain(result)
    }

    /// Begins the report.
    pub fn begin(&mut self) -> Result<()> {
        self.tell(|format, out| format.begin(out))
    }

    /// Adds a game of a file.
    pub fn game(&mut self, file: &str, game: &GameRecord) -> Result<()> {
        self.tell(|format, out| format.game(out, file, game))
    }

    /// Adds a finding in a file.
    pub fn finding(&mut self, file: &str, finding: &Diagnostic) -> Result<()> {
        self.tell(|format, out| format.finding(out, file, finding))
    }

    /// Says how many findings of a file were counted and not shown.
    pub fn hidden(&mut self, file: &str, n_hidden: u64) -> Result<()> {
        self.tell(|format, out| format.hidden(out, file, n_hidden))
    }

    /// Ends a file, and says why it could not be read.
    pub fn end_file(&mut self, file: &str, failure: Option<&str>) -> Result<()> {
        self.tell(|format, out| format.end_file(out, file, failure))
    }

    /// Ends the report, with counts per rule when asked for.
    pub fn finish(mut self, with_statistics: bool, n_files: u64, summary: &Summary) -> Result<()> {
        if with_statistics {
            let mut counts: Vec<_> = summary.findings.iter().map(|(&key, &count)| (key, count)).collect();
            counts.sort_by_key(|&(key, count)| (std::cmp::Reverse(count), key));
            let statistic = |((code, severity), count)| Statistic {
                rule: find_rule(code).expect("findings come from rules"),
                severity,
                count,
            };
            let statistics: Vec<_> = counts.into_iter().map(statistic).collect();
            self.tell(|format, out| format.statistics(out, &statistics))?;
        }
        self.tell(|format, out| format.finish(out, n_files, summary))?;
        self.output.commit()
    }
}

/// Says on standard error what the run has seen.
pub fn say_summary(n_files: u64, summary: &Summary, settings: &[PathBuf], baseline: Option<&str>) {
    let starts: Vec<_> = summary.starts.iter().map(|(kind, count)| format!("{count} {}", kind.name())).collect();
    let starts = if starts.is_empty() { String::new() } else { format!(" ({})", starts.join(", ")) };
    let castlings = CastlingSide::ALL.map(|side| {
        let methods: Vec<_> = summary
            .castlings
            .iter()
            .filter(|((counted, _), _)| *counted == side)
            .map(|((_, method), count)| format!("{count} {}", method.name()))
            .collect();
        let methods = if methods.is_empty() { String::new() } else { format!(" ({})", methods.join(", ")) };
        format!("{} {side}{methods}", summary.n_castlings(side))
    });
    let settings: String =
        settings.iter().map(|path| format!("settings: {}\n", printable(&path.display().to_string()))).collect();
    let baseline = baseline.map(|told| format!("{told}\n")).unwrap_or_default();
    let lines = format!(
        "{settings}{}, {}{starts}, {}\ncastlings: {}\n{}, {}, {}\n{baseline}",
        counted(n_files, "file"),
        counted(summary.n_games, "game"),
        counted(summary.n_plies, "half-move"),
        castlings.join(", "),
        counted(summary.n_findings(Severity::Error), "error"),
        counted(summary.n_findings(Severity::Warning), "warning"),
        counted(summary.n_findings(Severity::Info), "info"),
    );
    // Nobody may be listening any more; the report itself has been written.
    _ = io::stderr().write_all(lines.as_bytes());
}

/// How many findings, or what the noun says, are not shown, in words.
pub fn hidden_words(n_hidden: u64, noun: &str) -> String {
    let verb = if n_hidden == 1 { "is" } else { "are" };
    format!("{} {verb} not shown", counted(n_hidden, &format!("more {noun}")))
}

/// `1 game`, `2 games`.
pub fn counted(count: u64, noun: &str) -> String {
    let plural = if count == 1 || noun == "info" { "" } else { "s" };
    format!("{count} {noun}{plural}")
}
