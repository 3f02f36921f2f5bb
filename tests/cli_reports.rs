//! The formats that other programs read, as these programs read them; and files to write reports into.

use std::{collections::BTreeMap, fs, io::Cursor, path::Path};

use junit_parser::TestStatus;
use pgn960_pgn::lint;
use serde_json::Value;

use crate::harness::{command, fixture, root, run, run_with};

/// Four games of a tournament with three errors and two warnings.
const TOURNAMENT: &str = "fixtures/pgn/tournament.pgn";

/// A file that is not there.
const MISSING: &str = "fixtures/pgn/missing.pgn";

/// The fixtures of all rules, whose names begin with capitals.
fn rule_fixtures() -> Vec<String> {
    let paths = lint::rules().iter().map(|rule| format!("fixtures/rules/{}/bad.pgn", rule.code));
    paths.filter(|path| root().join(path).exists()).collect()
}

/// The report over these files with all rules, whatever the exit code is.
fn report(format: &str, options: &[&str], files: &[&str]) -> String {
    let args = [&["validate", "--quiet", "--select", "ALL", "--format", format], options, files].concat();
    String::from_utf8(run(&args).stdout).expect("reports are UTF-8")
}

/// The findings of a JSON report.
fn findings(report: &str) -> Vec<Value> {
    let lines = report.lines().map(|line| serde_json::from_str::<Value>(line).expect("each line is JSON"));
    lines.filter(|line| line["type"] == "finding").collect()
}

/// Reads a SARIF report and holds it to the schema.
#[track_caller]
fn sarif(report: &str) -> Value {
    let schema = fs::read_to_string(fixture("schemas/sarif-schema-2.1.0.json")).unwrap();
    let schema = serde_json::from_str(&schema).unwrap();
    let validator = jsonschema::options().should_validate_formats(true).build(&schema).unwrap();
    let log: Value = serde_json::from_str(report).unwrap_or_else(|error| panic!("{error}\n{report}"));
    let errors: Vec<_> = validator.iter_errors(&log).map(|error| error.to_string()).collect();
    assert_eq!(errors, [""; 0]);
    log
}

#[test]
fn sarif_follows_its_schema_and_tells_what_json_tells() {
    let paths = rule_fixtures();
    let files: Vec<&str> = paths.iter().map(String::as_str).collect();
    let log = sarif(&report("sarif", &[], &files));
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    assert_eq!(rules.len(), lint::rules().len());
    let results = run["results"].as_array().unwrap();
    let expected = findings(&report("json", &[], &files));
    assert_eq!(results.len(), expected.len());
    assert!(results.len() > 60);
    let mut n_fixes = 0;
    for (result, finding) in results.iter().zip(&expected) {
        assert_eq!(result["ruleId"], finding["code"]);
        assert_eq!(rules[result["ruleIndex"].as_u64().unwrap() as usize]["id"], finding["code"]);
        let level = match finding["severity"].as_str().unwrap() {
            "info" => "note",
            severity => severity,
        };
        assert_eq!(result["level"], level);
        // Braces are doubled in messages, where they could stand for arguments.
        let text = result["message"]["text"].as_str().unwrap().replace("{{", "{").replace("}}", "}");
        assert!(text.starts_with(finding["message"].as_str().unwrap()), "{text}");
        let location = &result["locations"][0]["physicalLocation"];
        assert_eq!(location["artifactLocation"]["uri"], finding["file"]);
        let region = &location["region"];
        for (key, expected) in [
            ("startLine", "line"),
            ("startColumn", "column"),
            ("endLine", "end_line"),
            ("endColumn", "end_column"),
            ("byteOffset", "byte_offset"),
        ] {
            assert_eq!(region[key], finding[expected], "{key}");
        }
        assert_eq!(result["properties"]["fen"], finding["fen"]);
        if let Some(fixes) = result.get("fixes") {
            n_fixes += 1;
            check_fix(&finding["file"], &fixes[0]["artifactChanges"][0], &finding["fix"]);
        }
    }
    assert!(n_fixes > 10, "{n_fixes}");
    assert_eq!(run["invocations"][0]["executionSuccessful"], true);
}

/// Replacing by line and column comes to the same as replacing by byte.
fn check_fix(file: &Value, change: &Value, fix: &Value) {
    assert_eq!(change["artifactLocation"]["uri"], *file);
    let text = fs::read(root().join(file.as_str().unwrap())).unwrap();
    let byte_at = |line: &Value, column: &Value| {
        let line_start = text.split_inclusive(|&byte| byte == b'\n').take(line.as_u64().unwrap() as usize - 1);
        let line_start: usize = line_start.map(<[u8]>::len).sum();
        let rest = String::from_utf8_lossy(&text[line_start..]).into_owned();
        let rest = rest.strip_prefix('\u{feff}').unwrap_or(&rest).to_owned();
        line_start + rest.chars().take(column.as_u64().unwrap() as usize - 1).map(char::len_utf8).sum::<usize>()
    };
    let edits = fix["edits"].as_array().unwrap();
    let replacements = change["replacements"].as_array().unwrap();
    assert_eq!(replacements.len(), edits.len());
    for (replacement, edit) in replacements.iter().zip(edits) {
        let region = &replacement["deletedRegion"];
        let start = byte_at(&region["startLine"], &region["startColumn"]);
        let end = byte_at(&region["endLine"], &region["endColumn"]);
        assert_eq!(start, edit["byte_offset"].as_u64().unwrap() as usize);
        assert_eq!(end - start, edit["length"].as_u64().unwrap() as usize);
        assert_eq!(replacement["insertedContent"]["text"], edit["text"]);
    }
}

#[test]
fn sarif_tells_what_is_not_shown_and_not_read() {
    let log = sarif(&report("sarif", &["--max-findings", "2"], &[TOURNAMENT, MISSING]));
    let run = &log["runs"][0];
    assert_eq!(run["results"].as_array().unwrap().len(), 2);
    let invocation = &run["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    let told: Vec<_> = invocation["toolExecutionNotifications"].as_array().unwrap().iter().collect();
    assert_eq!(told.len(), 2);
    assert_eq!((&told[0]["level"], &told[1]["level"]), (&"note".into(), &"error".into()));
    assert!(told[0]["message"]["text"].as_str().unwrap().ends_with(" more findings are not shown"));
    assert!(told[1]["message"]["text"].as_str().unwrap().starts_with("cannot read `fixtures/pgn/missing.pgn`: "));

    let nothing = sarif(&report("sarif", &[], &["fixtures/pgn/tcec-frc-sample.pgn", "--ignore", "ALL"]));
    assert_eq!(nothing["runs"][0]["results"], Value::Array(Vec::new()));
}

#[test]
fn sarif_fingerprints_outlast_other_changes() {
    let prints = |text: &str| -> Vec<(String, String)> {
        let output = run_with(&["validate", "--quiet", "--format", "sarif", "-"], text.as_bytes());
        let log = sarif(&String::from_utf8(output.stdout).unwrap());
        let results = log["runs"][0]["results"].as_array().unwrap().clone();
        let print = |result: &Value| result["partialFingerprints"]["pgn960Finding/v1"].as_str().unwrap().to_owned();
        results.iter().map(|result| (result["ruleId"].as_str().unwrap().to_owned(), print(result))).collect()
    };
    let text = fs::read_to_string(root().join(TOURNAMENT)).unwrap();
    let expected = prints(&text);
    assert_eq!(expected.len(), 5);
    let moved = format!("[White \"New\"]\n[Black \"Game\"]\n[Result \"*\"]\n\n*\n\n{text}");
    assert_eq!(prints(&moved), expected);
    let mended = prints(&text.replace("5. O-O Be7", "5. Nd4 Be7"));
    assert!(expected[1..].iter().all(|print| mended.contains(print)), "{mended:?}");
}

#[test]
fn csv_has_a_row_for_every_finding() {
    let paths = rule_fixtures();
    let files: Vec<&str> = paths.iter().map(String::as_str).collect();
    let report_of = |files: &[&str]| report("csv", &[], files);
    let text = report_of(&files);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let rows: Vec<BTreeMap<String, String>> = reader.deserialize().map(Result::unwrap).collect();
    let expected = findings(&report("json", &[], &files));
    assert_eq!(rows.len(), expected.len());
    for (row, finding) in rows.iter().zip(&expected) {
        assert_eq!(row.len(), 15);
        for (column, field) in row {
            let wanted = match &finding[column.as_str()] {
                Value::String(text) => text.clone(),
                Value::Null => String::new(),
                other => other.to_string(),
            };
            // Programs that read JSON find the change itself there.
            assert!(*field == wanted || column == "hint" && field.starts_with("write `"), "{column}: {row:?}");
        }
    }
    let header = text.lines().next().unwrap();
    assert_eq!(report_of(&["--ignore", "ALL", TOURNAMENT]), format!("{header}\n"));
}

#[test]
fn csv_says_elsewhere_what_is_not_shown() {
    let output = run(&["validate", "--quiet", "--format", "csv", "--max-findings", "1", TOURNAMENT]);
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 2);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(stderr, format!("{TOURNAMENT}: 4 more findings are not shown\n"));
}

#[test]
fn github_commands_hold_every_finding() {
    let paths = rule_fixtures();
    let files: Vec<&str> = paths.iter().map(String::as_str).collect();
    let text = report("github", &[], &[&files[..], &[MISSING]].concat());
    let mut lines: Vec<&str> = text.lines().collect();
    let last = lines.pop().unwrap();
    assert!(last.starts_with("::error file=fixtures/pgn/missing.pgn::cannot read `fixtures/pgn/missing.pgn`: "));
    let expected = findings(&report("json", &[], &files));
    assert_eq!(lines.len(), expected.len());
    for (line, finding) in lines.iter().zip(&expected) {
        let (command, message) = line.strip_prefix("::").unwrap().split_once("::").unwrap();
        let (command, properties) = command.split_once(' ').unwrap();
        let expected_command = match finding["severity"].as_str().unwrap() {
            "info" => "notice",
            severity => severity,
        };
        assert_eq!(command, expected_command);
        let unescaped = |text: &str| text.replace("%2C", ",").replace("%3A", ":").replace("%25", "%");
        let properties: BTreeMap<_, _> =
            properties.split(',').map(|pair| pair.split_once('=').unwrap()).map(|(k, v)| (k, unescaped(v))).collect();
        assert_eq!(properties["file"], finding["file"].as_str().unwrap());
        assert_eq!(properties["line"], finding["line"].to_string());
        assert_eq!(properties["col"], finding["column"].to_string());
        assert!(properties["title"].starts_with(finding["code"].as_str().unwrap()));
        assert!(message.replace("%25", "%").starts_with(finding["message"].as_str().unwrap()));
    }
}

/// Reads a JUnit report with a parser of JUnit, and with one of XML, which is stricter about characters.
#[track_caller]
fn junit(report: &str) -> junit_parser::TestSuites {
    roxmltree::Document::parse(report).unwrap_or_else(|error| panic!("{error}\n{report}"));
    let suites = junit_parser::from_reader(Cursor::new(report)).unwrap_or_else(|error| panic!("{error}\n{report}"));
    for suite in &suites.suites {
        assert_eq!(suite.tests, suite.cases.len() as u64);
        assert_eq!(suite.failures, suite.cases.iter().filter(|case| case.status.is_failure()).count() as u64);
        assert_eq!(suite.errors, suite.cases.iter().filter(|case| case.status.is_error()).count() as u64);
        assert!(suite.tests > 0, "a suite without a case is taken for a fault of the tool");
    }
    suites
}

#[test]
fn junit_cases_hold_every_finding() {
    let paths = rule_fixtures();
    let files: Vec<&str> = paths.iter().map(String::as_str).collect();
    let suites = junit(&report("junit", &[], &files)).suites;
    assert_eq!(suites.iter().map(|suite| &suite.name).collect::<Vec<_>>(), files.iter().collect::<Vec<_>>());
    let expected = findings(&report("json", &[], &files));
    let n_told = |is_failure: bool| -> usize {
        let cases = suites.iter().flat_map(|suite| &suite.cases);
        let lines = cases.map(|case| match (&case.status, is_failure) {
            (TestStatus::Failure(failure), true) => failure.text.lines().count(),
            (_, true) => 0,
            (_, false) => case.system_out.as_ref().map_or(0, |text| text.lines().count()),
        });
        lines.sum()
    };
    let n_errors = expected.iter().filter(|finding| finding["severity"] == "error").count();
    assert_eq!(n_told(true), n_errors);
    assert_eq!(n_told(false), expected.len() - n_errors);
    // Each game has one case at most, and one with a finding has one.
    for suite in &suites {
        // What a file is found to be as a whole belongs to the last case, even where a game shows it.
        let is_of_whole = |finding: &Value| {
            let rule = lint::find_rule(finding["code"].as_str().unwrap()).unwrap();
            matches!(rule.check, lint::Check::File(..))
        };
        let is_of_file = |finding: &&Value| finding["file"] == suite.name.as_str() && !is_of_whole(finding);
        let mut games: Vec<_> =
            expected.iter().filter(is_of_file).filter_map(|finding| finding["game"].as_u64()).collect();
        games.dedup();
        let names: Vec<_> =
            suite.cases.iter().map(|case| &case.original_name).filter(|name| name.starts_with("game ")).collect();
        assert_eq!(names.len(), games.len(), "{}", suite.name);
        for (name, game) in names.iter().zip(games) {
            let number = name.strip_prefix("game ").and_then(|rest| rest.split(':').next()).unwrap();
            assert_eq!(number.split(',').next().unwrap(), game.to_string());
        }
    }
}

#[test]
fn junit_fails_as_the_run_does() {
    let suites = junit(&report("junit", &["--games"], &[TOURNAMENT, MISSING])).suites;
    assert_eq!(suites.len(), 2);
    assert_eq!((suites[0].tests, suites[0].failures), (5, 3));
    assert_eq!((suites[1].tests, suites[1].errors), (1, 1));
    let warnings = junit(&report("junit", &["--select", "SAN011", "--fail-on", "warning"], &[TOURNAMENT])).suites;
    assert_eq!(warnings[0].failures, 4, "{warnings:?}");
    let clean = junit(&report("junit", &["--ignore", "ALL"], &[TOURNAMENT])).suites;
    assert_eq!((clean[0].tests, clean[0].failures), (1, 0));
}

#[test]
fn nothing_in_a_file_breaks_a_report() {
    let odd = "<![CDATA[ ]]> & \"quoted\" {0} \u{b}\u{1b}[31m\u{202e}\u{fffe}\u{85} 100%, =1+1";
    let value = odd.replace('"', "\\\"");
    let text =
        format!("Dear {odd}\n\n[White \"{value}\"]\n[Black \"{value}\"]\n[Result \"{value}\"]\n\n1. e4 {odd} x *\n");
    let of = |format: &str| {
        let args = ["validate", "--quiet", "--select", "ALL", "--format", format, "-"];
        String::from_utf8(run_with(&args, text.as_bytes()).stdout).unwrap()
    };
    let n_findings = findings(&of("json")).len();
    assert!(n_findings > 3);
    let suites = junit(&of("junit"));
    assert!(suites.suites[0].cases[1].name.contains("<![CDATA[ ]]> & \"quoted\""), "{suites:?}");
    assert_eq!(sarif(&of("sarif"))["runs"][0]["results"].as_array().unwrap().len(), n_findings);
    assert_eq!(csv::Reader::from_reader(of("csv").as_bytes()).records().map(Result::unwrap).count(), n_findings);
    assert_eq!(of("github").lines().count(), n_findings);
}

#[test]
fn formats_refuse_what_they_have_no_place_for() {
    for (format, options) in [
        ("csv", &["--games"][..]),
        ("sarif", &["--games", "--statistics"]),
        ("github", &["--games", "--statistics"]),
        ("junit", &["--statistics", "--max-findings=3"]),
    ] {
        for option in options {
            let output = run(&["validate", "--format", format, option, TOURNAMENT]);
            assert_eq!(output.status.code(), Some(2));
            assert!(output.stdout.is_empty());
            let stderr = String::from_utf8(output.stderr).unwrap();
            let option = option.split('=').next().unwrap();
            let expected =
                format!("pgn960: error: `{option}` does not go with the format `{format}`, but with concise, ");
            assert!(stderr.starts_with(&expected), "{stderr}");
        }
    }
}

/// The exit code of a validation whose report goes into a file, and what it says on standard error.
#[track_caller]
fn write_report(directory: &Path, file: &str, options: &[&str]) -> (i32, String) {
    let input = root().join(TOURNAMENT);
    let args = [&["validate", "--quiet", "--output-file", file], options, &[input.to_str().unwrap()]].concat();
    let output = command(&args).current_dir(directory).output().unwrap();
    assert!(output.stdout.is_empty());
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_report_can_go_into_a_file() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("report");
    let input = root().join(TOURNAMENT);
    for format in ["concise", "full", "json", "csv", "sarif", "github", "junit"] {
        let options = ["--format", format];
        assert_eq!(write_report(directory.path(), "report", &options), (1, String::new()));
        let expected = run(&["validate", "--quiet", "--format", format, input.to_str().unwrap()]).stdout;
        assert_eq!(fs::read(&path).unwrap(), expected, "{format}");
    }
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1, "nothing else is left there");

    // A file that could not be read does not keep the rest of the report from its place.
    assert_eq!(write_report(directory.path(), "report", &[MISSING]).0, 2);
    assert!(fs::read_to_string(&path).unwrap().contains("CAS001"));
}

#[test]
fn an_old_report_stays_until_there_is_a_new_one() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("report"), "old").unwrap();
    let (exit_code, stderr) = write_report(directory.path(), "report", &["--select", "XYZ999"]);
    assert_eq!(exit_code, 2);
    assert!(stderr.contains("XYZ999"));
    assert_eq!(fs::read_to_string(directory.path().join("report")).unwrap(), "old");
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);

    let (exit_code, stderr) = write_report(directory.path(), "none/report", &[]);
    assert_eq!(exit_code, 2);
    assert!(stderr.starts_with("pgn960: error: cannot write `none/report`: "), "{stderr}");
    let (exit_code, stderr) = write_report(directory.path(), ".", &[]);
    assert_eq!(exit_code, 2);
    assert!(stderr.starts_with("pgn960: error: cannot write `.`: "), "{stderr}");
}

#[test]
fn a_report_does_not_replace_the_games() {
    let directory = tempfile::tempdir().unwrap();
    let games = fs::read(root().join(TOURNAMENT)).unwrap();
    fs::write(directory.path().join("games.pgn"), &games).unwrap();
    for (input, name) in [("games.pgn", "games.pgn"), (".", "./games.pgn")] {
        let args = ["validate", "--output-file", "games.pgn", input];
        let output = command(&args).current_dir(directory.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(stderr, format!("pgn960: error: the file to write, `games.pgn`, is to be read as `{name}`\n"));
        assert_eq!(fs::read(directory.path().join("games.pgn")).unwrap(), games);
    }
}

#[test]
fn a_report_does_not_replace_what_the_run_reads() {
    let directory = tempfile::tempdir().unwrap();
    let games = fs::read(root().join(TOURNAMENT)).unwrap();
    fs::write(directory.path().join("games.pgn"), &games).unwrap();
    fs::write(directory.path().join("pgn960.toml"), "ignore = [\"SAN\"]\n").unwrap();
    let run = |args: &[&str]| command(args).current_dir(directory.path()).output().unwrap();
    run(&["validate", "--write-baseline", "baseline", "games.pgn"]);
    for (name, options) in [
        ("baseline", &["--baseline", "baseline", "--output-file"][..]),
        ("pgn960.toml", &["--output-file"]),
        ("pgn960.toml", &["--write-baseline"]),
        ("games.pgn", &["--write-baseline"]),
    ] {
        let old = fs::read(directory.path().join(name)).unwrap();
        let output = run(&[&["validate"], options, &[name, "games.pgn"]].concat());
        assert_eq!(output.status.code(), Some(2), "{name}");
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.contains(&format!("the file to write, `{name}`, is to be read")), "{stderr}");
        assert_eq!(fs::read(directory.path().join(name)).unwrap(), old);
    }
}

#[test]
fn a_fix_of_many_edits_is_told_in_linear_time() {
    let text = format!("[Event \"x\"]\n\n1. e4 {}*\n", "\t\n".repeat(100_000));
    for format in ["json", "sarif"] {
        let output = run_with(&["validate", "--select", "ENC004", "--format", format, "-"], text.as_bytes());
        let told = String::from_utf8(output.stdout).unwrap();
        assert!(told.len() > 2_000_000, "{format}");
    }
}

#[cfg(unix)]
#[test]
fn read_only_files_and_links_to_nothing_are_left_alone() {
    use std::os::unix::fs::symlink;
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("report");
    fs::write(&path, "old").unwrap();
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    assert_eq!(write_report(directory.path(), "report", &[]).0, 2);
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    symlink("nothing", directory.path().join("link")).unwrap();
    assert_eq!(write_report(directory.path(), "link", &[]).0, 2);
    assert!(directory.path().join("link").is_symlink());
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay_what_they_were() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let directory = tempfile::tempdir().unwrap();
    let (target, link) = (directory.path().join("target"), directory.path().join("link"));
    fs::write(&target, "old").unwrap();
    fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("target", &link).unwrap();
    assert_eq!(write_report(directory.path(), "link", &[]).0, 1);
    assert!(link.is_symlink());
    assert!(fs::read_to_string(&target).unwrap().contains("CAS001"));
    assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o640);
}

#[cfg(target_os = "linux")]
#[test]
fn devices_are_written_to() {
    let directory = tempfile::tempdir().unwrap();
    assert_eq!(write_report(directory.path(), "/dev/null", &[]), (1, String::new()));
    let (exit_code, stderr) = write_report(directory.path(), "/dev/full", &[]);
    assert_eq!(exit_code, 2);
    assert!(stderr.starts_with("pgn960: error: cannot write `/dev/full`: No space left on device"), "{stderr}");
}
