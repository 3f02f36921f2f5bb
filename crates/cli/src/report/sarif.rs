//! SARIF 2.1.0, for code scanning and viewers: all rules, then one result a line, then what went wrong in reading.
//!
//! Section numbers are those of the standard, <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>.

use std::{
    io::{self, Write},
    path::Path,
};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use pgn960_pgn::{
    lint::{Diagnostic, Rule, Safety, Severity, diagnose::AbsoluteFix, rules},
    location::Place,
};
use pgn960_stats::Summary;
use serde_json::{Value, json};

use super::{
    ReportFormat, hidden_words,
    json::{encode, obstacle_json},
};

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// What a path may hold as it is. A colon is escaped, lest a relative path begin like an address.
const PATH: AsciiSet = NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The format `sarif`.
#[derive(Default)]
pub struct Sarif {
    n_results: u64,
    notifications: Vec<Value>,
    has_failure: bool,
}

impl ReportFormat for Sarif {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let driver = json!({
            "name": env!("CARGO_PKG_NAME"),
            "version": env!("CARGO_PKG_VERSION"),
            "semanticVersion": env!("CARGO_PKG_VERSION"),
            "shortDescription": message(env!("CARGO_PKG_DESCRIPTION")),
            "rules": rules().iter().map(|rule| rule_json(rule)).collect::<Vec<_>>(),
        });
        write!(
            out,
            "{{\"$schema\":\"{SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[{{\"tool\":{{\"driver\":{}}},\
             \"columnKind\":\"unicodeCodePoints\",\"results\":[",
            encode(&driver)
        )
    }

    fn finding(&mut self, out: &mut dyn Write, file: &str, finding: &Diagnostic) -> io::Result<()> {
        let separator = if self.n_results == 0 { "" } else { "," };
        self.n_results += 1;
        write!(out, "{separator}\n{}", encode(&result_json(file, finding)))
    }

    fn hidden(&mut self, _: &mut dyn Write, file: &str, n_hidden: u64) -> io::Result<()> {
        self.notify("note", file, &hidden_words(n_hidden, "finding"));
        Ok(())
    }

    fn end_file(&mut self, _: &mut dyn Write, file: &str, failure: Option<&str>) -> io::Result<()> {
        if let Some(failure) = failure {
            self.has_failure = true;
            self.notify("error", file, failure);
        }
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write, _: u64, _: &Summary) -> io::Result<()> {
        let invocation = json!({
            "executionSuccessful": !self.has_failure,
            "toolExecutionNotifications": self.notifications,
        });
        writeln!(out, "\n],\"invocations\":[{}]}}]}}", encode(&invocation))
    }
}

impl Sarif {
    fn notify(&mut self, level: &str, file: &str, text: &str) {
        let location = json!({ "physicalLocation": { "artifactLocation": { "uri": uri(file) } } });
        self.notifications.push(json!({ "level": level, "message": message(text), "locations": [location] }));
    }
}

/// A rule (3.49).
fn rule_json(rule: &Rule) -> Value {
    let text = rule.text();
    let what = text.strip_prefix("## What it does\n").unwrap_or(&text);
    let what = what.split("\n##").next().unwrap_or(what).trim().replace('\n', " ");
    let short = what.split_inclusive(". ").next().unwrap_or(&what).trim_end();
    json!({
        "id": rule.code,
        "name": rule.name,
        "shortDescription": message(short),
        "fullDescription": message(&what),
        "help": { "text": escaped(&text), "markdown": escaped(&text) },
        "defaultConfiguration": { "level": level(rule.severity) },
        // These two are read by GitHub's code scanning.
        "properties": { "tags": [rule.family()], "problem.severity": problem_severity(rule.severity) },
    })
}

/// A result (3.27).
fn result_json(file: &str, finding: &Diagnostic) -> Value {
    let rule_idx = rules().iter().position(|&rule| rule == finding.rule);
    let mut region = region(finding.start, finding.end);
    region["byteOffset"] = finding.byte_offset.into();
    region["byteLength"] = finding.byte_length.into();
    let mut properties = json!({});
    if let Some(game) = finding.game {
        properties["game"] = game.into();
    }
    if let Some(at_move) = &finding.at_move {
        properties["ply"] = at_move.ply.into();
        properties["san"] = at_move.san.as_str().into();
        properties["fen"] = at_move.fen.as_str().into();
        if !at_move.obstacles.is_empty() {
            let obstacles = at_move.obstacles.iter().map(|(obstacle, text)| obstacle_json(obstacle, text));
            properties["obstacles"] = obstacles.collect();
        }
    }
    let mut result = json!({
        "ruleId": finding.rule.code,
        "ruleIndex": rule_idx,
        "level": level(finding.severity),
        "message": message(&finding.message_with_hint()),
        "locations": [{ "physicalLocation": { "artifactLocation": { "uri": uri(file) }, "region": region } }],
    });
    if let Some(fingerprint) = finding.fingerprint {
        result["partialFingerprints"] = json!({ "pgn960Finding/v1": fingerprint.to_string() });
    }
    // A viewer offers to make the changes it is told of.
    // A byte order mark has no column, so that a region cannot take it away.
    let is_told = |fix: &&AbsoluteFix| fix.edits.iter().all(|edit| edit.start != edit.end || edit.byte_length == 0);
    if let Some(fix) = finding.fix.as_ref().filter(|fix| fix.safety != Safety::DisplayOnly).filter(is_told) {
        result["fixes"] = json!([fix_json(file, fix, finding.hint.as_deref())]);
    }
    result["properties"] = properties;
    result
}

/// A fix (3.55).
fn fix_json(file: &str, fix: &AbsoluteFix, hint: Option<&str>) -> Value {
    let replacements = fix
        .edits
        .iter()
        .map(|edit| json!({ "deletedRegion": region(edit.start, edit.end), "insertedContent": { "text": edit.text } }));
    let change = hint.unwrap_or("change the text");
    let consequence = if fix.safety == Safety::Safe { "keeps the meaning" } else { "may change the meaning" };
    json!({
        "description": message(&format!("{change}, which {consequence}")),
        "artifactChanges": [{
            "artifactLocation": { "uri": uri(file) },
            "replacements": replacements.collect::<Vec<_>>(),
        }],
    })
}

/// A region of text (3.30); its end is exclusive, as ours is.
fn region(start: Place, end: Place) -> Value {
    json!({ "startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column })
}

fn message(text: &str) -> Value {
    json!({ "text": escaped(text) })
}

/// Braces stand for arguments in a message (3.11.5).
fn escaped(text: &str) -> String {
    text.replace('{', "{{").replace('}', "}}")
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

fn problem_severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "recommendation",
    }
}

/// The address of a file: relative where its path is, as code scanning wants it.
fn uri(file: &str) -> String {
    let path = if cfg!(windows) { file.replace('\\', "/") } else { file.to_owned() };
    let encoded = utf8_percent_encode(&path, &PATH);
    match Path::new(file).is_absolute() {
        true if path.starts_with('/') => format!("file://{encoded}"),
        true => format!("file:///{encoded}"),
        false => encoded.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_files() {
        assert_eq!(uri("games/a b.pgn"), "games/a%20b.pgn");
        assert_eq!(uri("C:games,100%.pgn"), "C%3Agames%2C100%25.pgn");
        assert_eq!(uri("Ångström.pgn"), "%C3%85ngstr%C3%B6m.pgn");
        if cfg!(unix) {
            assert_eq!(uri("/archive/x#1.pgn"), "file:///archive/x%231.pgn");
        }
    }
}
