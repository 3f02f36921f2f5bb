//! Workflow commands, from which GitHub makes annotations: `::error file=…,line=…::message`, one line a finding.

use std::io::{self, Write};

use pgn960_pgn::lint::{Diagnostic, Severity, diagnose::printable};

use super::{ReportFormat, hidden_words};

/// The format `github`.
pub struct Github;

impl ReportFormat for Github {
    fn finding(&mut self, out: &mut dyn Write, file: &str, finding: &Diagnostic) -> io::Result<()> {
        let command = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "notice",
        };
        let (start, end) = (finding.start, finding.end);
        write!(out, "::{command} file={},line={},col={}", property(file), start.line, start.column)?;
        if end.line == start.line {
            // GitHub takes an end column for places on one line only.
            write!(out, ",endLine={},endColumn={}", end.line, end.column)?;
        }
        let title = format!("{} {}", finding.rule.code, finding.rule.name);
        writeln!(out, ",title={}::{}", property(&title), data(&finding.message_with_hint()))
    }

    fn hidden(&mut self, out: &mut dyn Write, file: &str, n_hidden: u64) -> io::Result<()> {
        writeln!(out, "::notice file={}::{}", property(file), hidden_words(n_hidden, "finding"))
    }

    fn end_file(&mut self, out: &mut dyn Write, file: &str, failure: Option<&str>) -> io::Result<()> {
        failure.map_or(Ok(()), |failure| writeln!(out, "::error file={}::{}", property(file), data(failure)))
    }
}

/// What stands behind the second `::`.
fn data(text: &str) -> String {
    printable(text).replace('%', "%25")
}

/// What stands behind a `=`.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_a_property_but_a_comma() {
        assert_eq!(property("100%,a:b.pgn"), "100%25%2Ca%3Ab.pgn");
        assert_eq!(data("a: 100%, b\r\n::error::c"), "a: 100%25, b\\r\\n::error::c");
    }
}
