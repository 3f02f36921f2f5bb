//! `file:line:col: severity[CODE]: message`, one line a finding.

use std::io::{self, Write};

use pgn960_pgn::lint::{Diagnostic, diagnose::printable};

use super::{GameRecord, ReportFormat, Statistic, Styles, counted, hidden_words};
use crate::commands::validate::start_words;

/// The format `concise`.
pub struct Concise {
    styles: Styles,
}

impl Concise {
    /// With these colours.
    pub fn new(styles: Styles) -> Concise {
        Concise { styles }
    }
}

impl ReportFormat for Concise {
    fn finding(&mut self, out: &mut dyn Write, file: &str, finding: &Diagnostic) -> io::Result<()> {
        let (place, style) = (self.styles.place, self.styles.severity(finding.severity));
        writeln!(
            out,
            "{place}{}:{}:{}{place:#}: {style}{}[{}]{style:#}: {}",
            printable(file),
            finding.start.line,
            finding.start.column,
            finding.severity,
            finding.rule.code,
            finding.message_with_hint(),
        )
    }

    fn game(&mut self, out: &mut dyn Write, file: &str, game: &GameRecord) -> io::Result<()> {
        let place = self.styles.place;
        let start = game.start.map_or_else(|| "unknown start".to_owned(), start_words);
        writeln!(
            out,
            "{place}{}:{}{place:#}: game {}: {}, {start}, {} of {} half-moves legal, {}, {}, {}",
            printable(file),
            game.line,
            game.number,
            game.status.name(),
            game.n_legal_plies,
            game.n_plies,
            game.marker.as_deref().unwrap_or("no marker"),
            counted(game.n_errors, "error"),
            counted(game.n_warnings, "warning"),
        )
    }

    fn hidden(&mut self, out: &mut dyn Write, file: &str, n_hidden: u64) -> io::Result<()> {
        writeln!(out, "{}: {}", printable(file), hidden_words(n_hidden, "finding"))
    }

    fn statistics(&mut self, out: &mut dyn Write, statistics: &[Statistic]) -> io::Result<()> {
        let width = statistics.iter().map(|statistic| statistic.count.to_string().len()).max().unwrap_or(0);
        for Statistic { rule, severity, count } in statistics {
            let style = self.styles.severity(*severity);
            writeln!(out, "{count:>width$} {style}{severity}[{}]{style:#} {}", rule.code, rule.name)?;
        }
        Ok(())
    }
}
