//! Findings and games to text, one file a format.

mod concise;
mod full;
pub mod json;

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use pgn960_core::{CastlingSide, Start};
use pgn960_pgn::lint::{Diagnostic, Severity, diagnose::printable, find_rule};
use pgn960_stats::Summary;

pub use json::obstacle_json;

use crate::args::Format;

/// Something to report.
pub enum Item {
    /// A game, with `--games`.
    Game(Box<GameRecord>),
    /// A finding.
    Finding(Diagnostic),
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

/// Collects text for standard output in a format.
pub struct Reporter {
    format: Format,
    styles: Styles,
    buffer: Vec<u8>,
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
    fn of_stdout() -> Styles {
        let choice = anstream::AutoStream::choice(&io::stdout());
        if !matches!(choice, anstream::ColorChoice::Always | anstream::ColorChoice::AlwaysAnsi) {
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

    fn of(&self, severity: Severity) -> Style {
        match severity {
            Severity::Error => self.error,
            Severity::Warning => self.warning,
            Severity::Info => self.info,
        }
    }
}

impl Reporter {
    /// A reporter with the colours that standard output can show.
    pub fn new(format: Format) -> Reporter {
        Reporter { format, styles: Styles::of_stdout(), buffer: Vec::new() }
    }

    /// Whether there is nothing to write.
    pub fn is_empty(&self) -> bool {
        self.buffer.is_empty()
    }

    /// Adds a finding or a game of a file.
    pub fn item(&mut self, file: &str, item: &Item) {
        let text = match (self.format, item) {
            (Format::Json, Item::Finding(finding)) => json::finding(file, finding),
            (Format::Json, Item::Game(game)) => json::game(file, game),
            (Format::Full, Item::Finding(finding)) => full::finding(&printable(file), finding, &self.styles),
            (Format::Concise, Item::Finding(finding)) => concise::finding(&printable(file), finding, &self.styles),
            (Format::Full | Format::Concise, Item::Game(game)) => concise::game(&printable(file), game, &self.styles),
        };
        self.buffer.extend_from_slice(text.as_bytes());
    }

    /// Says how many findings of a file were counted and not shown.
    pub fn hidden(&mut self, file: &str, n_hidden: u64) {
        let text = match self.format {
            Format::Json => json::hidden(file, n_hidden),
            Format::Full | Format::Concise => {
                let (noun, verb) = if n_hidden == 1 { ("finding", "is") } else { ("findings", "are") };
                format!("{}: {n_hidden} more {noun} {verb} not shown\n", printable(file))
            }
        };
        self.buffer.extend_from_slice(text.as_bytes());
    }

    /// Writes what has been collected.
    pub fn write(&mut self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let result = out.write_all(&self.buffer).and_then(|()| out.flush());
        self.buffer.clear();
        result
    }

    /// Writes what ends a report: counts per rule when asked for, and the summary in JSON.
    pub fn finish(&mut self, with_statistics: bool, n_files: u64, summary: &Summary) -> io::Result<()> {
        if with_statistics {
            let mut counts: Vec<_> = summary.findings.iter().map(|(&key, &count)| (key, count)).collect();
            counts.sort_by_key(|&(key, count)| (std::cmp::Reverse(count), key));
            let width = counts.iter().map(|(_, count)| count.to_string().len()).max().unwrap_or(0);
            for ((code, severity), count) in counts {
                let rule = find_rule(code).expect("findings come from rules");
                let text = match self.format {
                    Format::Json => json::statistic(rule, severity, count),
                    Format::Full | Format::Concise => {
                        let style = self.styles.of(severity);
                        format!("{count:>width$} {style}{severity}[{code}]{style:#} {}\n", rule.name)
                    }
                };
                self.buffer.extend_from_slice(text.as_bytes());
            }
        }
        if self.format == Format::Json {
            self.buffer.extend_from_slice(json::summary(n_files, summary).as_bytes());
        }
        self.write()
    }

    /// Says on standard error what the run has seen.
    pub fn say_summary(&self, n_files: u64, summary: &Summary) {
        let starts: Vec<_> = summary.starts.iter().map(|(kind, count)| format!("{count} {}", kind.name())).collect();
        let starts = if starts.is_empty() { String::new() } else { format!(" ({})", starts.join(", ")) };
        let castlings = CastlingSide::ALL.map(|side| {
            let methods: Vec<_> = summary
                .castlings
                .iter()
                .filter(|((counted, _), _)| *counted == side)
                .map(|((_, method), count)| format!("{count} {method}"))
                .collect();
            let methods = if methods.is_empty() { String::new() } else { format!(" ({})", methods.join(", ")) };
            format!("{} {side}{methods}", summary.n_castlings(side))
        });
        let lines = format!(
            "{}, {}{starts}, {}\ncastlings: {}\n{}, {}, {}\n",
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
}

/// `1 game`, `2 games`.
pub fn counted(count: u64, noun: &str) -> String {
    let plural = if count == 1 || noun == "info" { "" } else { "s" };
    format!("{count} {noun}{plural}")
}
