//! Every rule on its fixtures: `bad` shows the fault, `good` is its mended twin. `fixtures/README.md` tells the layout.

use std::{collections::BTreeSet, fs};

use insta::Settings;
use pgn960_pgn::lint;
use serde_json::Value;

use crate::harness::{fixture, root, run};

#[test]
fn every_rule_has_fixtures_and_every_fixture_a_rule() {
    let rules: BTreeSet<_> = lint::rules().iter().map(|rule| rule.code.to_owned()).collect();
    assert_eq!(folders(), rules);
}

#[test]
fn bad_fixtures_show_their_fault_and_good_ones_do_not() {
    folders().iter().for_each(|code| check(code));
}

/// Judges the two inputs of a rule, and compares what is printed about the bad one with the snapshot beside it.
fn check(code: &str) {
    let (bad, _) = validate(code, "bad", "json");
    let faults = findings(&bad);
    assert!(faults.iter().any(|(found, _)| found == code), "{code}: bad input without the fault\n{bad}");

    let (good, exit_code) = validate(code, "good", "json");
    let is_fault = |(found, severity): &(String, String)| found == code || severity != "info";
    assert!(!findings(&good).iter().any(is_fault), "{code}: good input with a fault\n{good}");
    assert_eq!(exit_code, 0, "{code}: good input");

    let has_error = faults.iter().any(|(_, severity)| severity == "error");
    let reports = ["concise", "full", "json"].map(|format| {
        let (report, exit_code) = validate(code, "bad", format);
        assert_eq!(exit_code, i32::from(has_error), "{code}: exit code with {format}");
        format!("--format {format}\n\n{report}")
    });
    let mut settings = Settings::clone_current();
    settings.set_snapshot_path(fixture("rules").join(code));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("bad", reports.join("\n")));
}

/// Runs the default rules and this one over an input and returns standard output and exit code.
fn validate(code: &str, name: &str, format: &str) -> (String, i32) {
    let folder = format!("fixtures/rules/{code}");
    let extra = fs::read_to_string(root().join(&folder).join("args")).unwrap_or_default();
    let path = ["pgn", "pgn.zst"]
        .map(|extension| format!("{folder}/{name}.{extension}"))
        .into_iter()
        .find(|path| root().join(path).exists())
        .unwrap_or_else(|| panic!("{folder} lacks {name}.pgn"));
    let mut args = vec!["validate", "--quiet", "--extend-select", code, "--format", format];
    args.extend(extra.split_whitespace());
    args.push(&path);
    let output = run(&args);
    assert!(output.stderr.is_empty(), "{path}: {}", String::from_utf8_lossy(&output.stderr));
    let report = String::from_utf8(output.stdout).expect("reports are UTF-8");
    (report, output.status.code().expect("the command ends by itself"))
}

/// Code and severity of each finding in a JSON report.
fn findings(report: &str) -> Vec<(String, String)> {
    let lines = report.lines().map(|line| serde_json::from_str::<Value>(line).expect("each line is JSON"));
    let text = |line: &Value, key| line[key].as_str().expect("findings have these").to_owned();
    lines.filter(|line| line["type"] == "finding").map(|line| (text(&line, "code"), text(&line, "severity"))).collect()
}

/// The folders of `fixtures/rules`.
fn folders() -> BTreeSet<String> {
    let entries = fs::read_dir(fixture("rules")).expect("there are fixtures");
    entries.map(|entry| entry.expect("it can be listed").file_name().into_string().expect("codes are ASCII")).collect()
}
