//! JUnit XML, for the test pages of CI servers: a suite is a file, a case a game.
//!
//! An archive has millions of games, and such pages cannot show as many cases. So those games have a case in which
//! something was found, and all with `--games`; the last case of a suite is the file itself, so that a suite is never
//! empty. A case fails by what fails the run; other findings stand in its output.

use std::io::{self, BufWriter, Seek, Write};

use pgn960_pgn::lint::{Diagnostic, diagnose::is_printable};
use pgn960_stats::Summary;
use quick_xml::{Writer, events::BytesText, writer::ElementWriter};
use tempfile::SpooledTempFile;

use super::{GameRecord, ReportFormat, hidden_words};
use crate::args::FailOn;

/// Bytes of a suite that are kept in memory; what is more waits on disk until its counts are known.
const SPOOL_SIZE: usize = 1 << 20;

/// The format `junit`.
pub struct Junit {
    fail_on: FailOn,
    suite: Suite,
    case: Case,
}

/// A file, whose cases wait for the counts that stand before them.
struct Suite {
    cases: BufWriter<SpooledTempFile>,
    n_cases: u64,
    n_failed: u64,
    n_unreadable: u64,
}

/// A game being told, or text outside games.
#[derive(Default)]
struct Case {
    game: Option<GameTitle>,
    /// Findings that fail the run, as lines, with the rule of the first.
    failures: Vec<String>,
    code: Option<&'static str>,
    /// Other findings, as lines.
    others: Vec<String>,
}

struct GameTitle {
    number: u64,
    name: String,
    line: u64,
}

impl Junit {
    /// Cases fail from this severity on.
    pub fn new(fail_on: FailOn) -> Junit {
        Junit { fail_on, suite: Suite::default(), case: Case::default() }
    }

    /// Writes the case that was being told, if there is anything to it, and begins the next.
    fn next_case(&mut self, file: &str, next: Option<GameTitle>) -> io::Result<()> {
        let case = std::mem::replace(&mut self.case, Case { game: next, ..Case::default() });
        let is_empty = case.game.is_none() && case.failures.is_empty() && case.others.is_empty();
        if is_empty { Ok(()) } else { self.suite.add(file, case, "text outside games", None) }
    }
}

impl ReportFormat for Junit {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"pgn960\">\n")
    }

    fn game(&mut self, _: &mut dyn Write, file: &str, game: &GameRecord) -> io::Result<()> {
        self.next_case(file, Some(GameTitle { number: game.number, name: title(game), line: game.line }))
    }

    fn finding(&mut self, _: &mut dyn Write, file: &str, finding: &Diagnostic) -> io::Result<()> {
        // A file's own findings may be shown at a game that has been told.
        if self.case.game.as_ref().is_some_and(|game| finding.game != Some(game.number)) {
            self.next_case(file, None)?;
        }
        let line = format!(
            "{}:{}: {}[{}]: {}",
            finding.start.line,
            finding.start.column,
            finding.severity,
            finding.rule.code,
            finding.message_with_hint()
        );
        let is_failure = finding.severity >= self.fail_on.severity();
        if is_failure {
            self.case.code.get_or_insert(finding.rule.code);
            self.case.failures.push(line);
        } else {
            self.case.others.push(line);
        }
        Ok(())
    }

    fn hidden(&mut self, _: &mut dyn Write, file: &str, n_hidden: u64) -> io::Result<()> {
        if self.case.game.is_some() {
            self.next_case(file, None)?;
        }
        self.case.others.push(hidden_words(n_hidden, "finding"));
        Ok(())
    }

    fn end_file(&mut self, out: &mut dyn Write, file: &str, failure: Option<&str>) -> io::Result<()> {
        if self.case.game.is_some() {
            self.next_case(file, None)?;
        }
        let mut suite = std::mem::take(&mut self.suite);
        suite.add(file, std::mem::take(&mut self.case), "the file as a whole", failure)?;
        let counts =
            [("tests", suite.n_cases), ("failures", suite.n_failed), ("errors", suite.n_unreadable), ("skipped", 0)];
        write!(out, "<testsuite name=\"{}\"", quick_xml::escape::escape(&*text(file)))?;
        counts.iter().try_for_each(|(name, count)| write!(out, " {name}=\"{count}\""))?;
        writeln!(out, ">")?;
        let mut cases = suite.cases.into_inner()?;
        cases.rewind()?;
        io::copy(&mut cases, out)?;
        writeln!(out, "</testsuite>")
    }

    fn finish(&mut self, out: &mut dyn Write, _: u64, _: &Summary) -> io::Result<()> {
        writeln!(out, "</testsuites>")
    }
}

impl Default for Suite {
    fn default() -> Suite {
        Suite { cases: BufWriter::new(SpooledTempFile::new(SPOOL_SIZE)), n_cases: 0, n_failed: 0, n_unreadable: 0 }
    }
}

impl Suite {
    fn add(&mut self, file: &str, case: Case, otherwise: &str, unreadable: Option<&str>) -> io::Result<()> {
        self.n_cases += 1;
        self.n_failed += u64::from(!case.failures.is_empty());
        self.n_unreadable += u64::from(unreadable.is_some());
        let mut xml = Writer::new_with_indent(&mut self.cases, b' ', 2);
        let name = case.game.as_ref().map_or(otherwise, |game| &game.name);
        let file = text(file);
        let line = case.game.as_ref().map_or(1, |game| game.line).to_string();
        let attributes = [("classname", &*file), ("name", name), ("file", &*file), ("line", &*line)];
        let element = xml.create_element("testcase").with_attributes(attributes);
        if case.failures.is_empty() && case.others.is_empty() && unreadable.is_none() {
            element.write_empty()?;
        } else {
            element.write_inner_content(|xml| {
                if let Some(reason) = unreadable {
                    xml.create_element("error").with_attribute(("message", &*text(reason))).write_empty()?;
                }
                if let (Some(first), Some(code)) = (case.failures.first(), case.code) {
                    let attributes = [("message", &*text(first)), ("type", code)];
                    write_lines(xml.create_element("failure").with_attributes(attributes), &case.failures)?;
                }
                if !case.others.is_empty() {
                    write_lines(xml.create_element("system-out"), &case.others)?;
                }
                Ok(())
            })?;
        }
        self.cases.write_all(b"\n")
    }
}

fn write_lines<W: Write>(element: ElementWriter<'_, W>, lines: &[String]) -> io::Result<()> {
    element.write_text_content(BytesText::new(&text(&lines.join("\n")))).map(drop)
}

/// A game as its players and round tell it, whatever its place in the file; the number keeps it apart from others.
fn title(game: &GameRecord) -> String {
    let tag = |name: &str| {
        let value = game.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str());
        value.filter(|value| !matches!(*value, "" | "?")).map(|value| value.chars().take(60).collect::<String>())
    };
    let mut title = format!("game {}", game.number);
    if let (Some(white), Some(black)) = (tag("White"), tag("Black")) {
        title += &format!(": {white} - {black}");
    }
    if let Some(round) = tag("Round") {
        title += &format!(", round {round}");
    }
    text(&title)
}

/// Text without the characters that XML cannot hold, or that would disturb a reader.
fn text(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for symbol in text.chars() {
        let is_plain = symbol == '\n' || is_printable(symbol) && !matches!(symbol, '\u{fffe}' | '\u{ffff}');
        if is_plain { shown.push(symbol) } else { shown.extend(symbol.escape_default()) }
    }
    shown
}
