//! CSV with a header, one finding a row; or one rule a row, with `--statistics`.

use std::io::{self, Write};

use csv::Writer;
use pgn960_pgn::lint::{Diagnostic, diagnose::printable};
use pgn960_stats::Summary;

use super::{ReportFormat, Statistic, hidden_words};

/// Columns of findings. Programs count on their names and order; new ones are added at the end.
const FINDING: [&str; 15] = [
    "file",
    "game",
    "line",
    "column",
    "end_line",
    "end_column",
    "byte_offset",
    "code",
    "name",
    "severity",
    "message",
    "hint",
    "ply",
    "san",
    "fen",
];

/// Columns of counts.
const STATISTIC: [&str; 4] = ["code", "name", "severity", "findings"];

/// The format `csv`.
#[derive(Default)]
pub struct Csv {
    has_header: bool,
}

impl Csv {
    fn header(&mut self, out: &mut dyn Write, columns: &[&str]) -> io::Result<()> {
        if !std::mem::replace(&mut self.has_header, true) {
            row(out, columns)?;
        }
        Ok(())
    }
}

fn row<T: AsRef<[u8]>>(out: &mut dyn Write, fields: impl IntoIterator<Item = T>) -> io::Result<()> {
    let mut writer = Writer::from_writer(out);
    writer.write_record(fields)?;
    writer.flush()
}

impl ReportFormat for Csv {
    fn finding(&mut self, out: &mut dyn Write, file: &str, finding: &Diagnostic) -> io::Result<()> {
        self.header(out, &FINDING)?;
        let at_move = finding.at_move.as_deref();
        let fields: [String; FINDING.len()] = [
            printable(file),
            finding.game.map(|number| number.to_string()).unwrap_or_default(),
            finding.start.line.to_string(),
            finding.start.column.to_string(),
            finding.end.line.to_string(),
            finding.end.column.to_string(),
            finding.byte_offset.to_string(),
            finding.rule.code.to_owned(),
            finding.rule.name.to_owned(),
            finding.severity.to_string(),
            finding.message.clone(),
            finding.hint.clone().unwrap_or_default(),
            at_move.map(|at_move| at_move.ply.to_string()).unwrap_or_default(),
            at_move.map(|at_move| printable(&at_move.san)).unwrap_or_default(),
            at_move.map(|at_move| at_move.fen.clone()).unwrap_or_default(),
        ];
        row(out, fields)
    }

    fn hidden(&mut self, _: &mut dyn Write, file: &str, n_hidden: u64) -> io::Result<()> {
        // A row that is no finding would be taken for one. Nobody may be listening, and the report goes on.
        _ = writeln!(io::stderr(), "{}: {}", printable(file), hidden_words(n_hidden, "finding"));
        Ok(())
    }

    fn statistics(&mut self, out: &mut dyn Write, statistics: &[Statistic]) -> io::Result<()> {
        self.header(out, &STATISTIC)?;
        for Statistic { rule, severity, count } in statistics {
            row(out, [rule.code, rule.name, severity.name(), &count.to_string()])?;
        }
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write, _: u64, _: &Summary) -> io::Result<()> {
        self.header(out, &FINDING)
    }
}
