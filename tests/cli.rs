//! The command as a user meets it: exit codes, options, inputs, pipes and terminals.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Command, Output, Stdio},
};

use insta::Settings;
use pgn960_pgn::lint;
use serde_json::Value;
use tempfile::TempDir;

use crate::harness::{command, fixture, root, run, run_with};

/// Four games of a tournament with three errors and two warnings.
const TOURNAMENT: &str = "fixtures/pgn/tournament.pgn";

/// Eight games of engines without a fault.
const SAMPLE: &str = "fixtures/pgn/tcec-frc-sample.pgn";

/// A game with one warning.
const WARNING: &str = "fixtures/rules/MVT008/bad.pgn";

/// Runs the command, holds its exit code to what is expected, and returns standard output and standard error.
#[track_caller]
fn check(args: &[&str], exit_code: i32) -> (String, String) {
    check_output(run(args), exit_code)
}

/// The same with standard input.
#[track_caller]
fn check_with(args: &[&str], input: &[u8], exit_code: i32) -> (String, String) {
    check_output(run_with(args, input), exit_code)
}

/// The same in another directory than the root of the workspace.
#[track_caller]
fn check_in(directory: &Path, args: &[&str], exit_code: i32) -> (String, String) {
    check_output(command(args).current_dir(directory).output().unwrap(), exit_code)
}

#[track_caller]
fn check_output(output: Output, exit_code: i32) -> (String, String) {
    let (stdout, stderr) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(exit_code), "{stdout}{stderr}");
    (stdout, stderr)
}

/// Compares everything that a run over [`TOURNAMENT`] says with the snapshot of that name beside it.
fn check_snapshot(name: &str, options: &[&str]) {
    let args = [&["validate"], options, &[TOURNAMENT]].concat();
    let (stdout, stderr) = check(&args, 1);
    let said = format!("$ pgn960 {}\n{stdout}\nstandard error:\n{stderr}", args.join(" "));
    let mut settings = Settings::clone_current();
    settings.set_snapshot_path(fixture("pgn"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(format!("tournament.{name}"), said));
}

/// The lines of a JSON report that have a type.
fn lines_of_type(report: &str, wanted: &str) -> Vec<Value> {
    let lines = report.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.filter(|line| line["type"] == wanted).collect()
}

fn read(path: &str) -> Vec<u8> {
    fs::read(root().join(path)).unwrap()
}

fn zstd(data: &[u8]) -> Vec<u8> {
    zstd::encode_all(data, 3).unwrap()
}

fn gzip(data: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(data).unwrap();
    encoder.finish().unwrap()
}

fn bzip2(data: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::default());
    encoder.write_all(data).unwrap();
    encoder.finish().unwrap()
}

/// A new directory with these files.
fn directory(files: &[(&str, &[u8])]) -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    for (name, data) in files {
        let path = directory.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, data).unwrap();
    }
    directory
}

#[test]
fn exit_codes() {
    check(&["validate", SAMPLE], 0);
    check(&["validate", WARNING], 0);
    check(&["validate", TOURNAMENT], 1);
    check(&["validate", "fixtures/pgn/missing.pgn"], 2);
    check(&["--help"], 0);
    check(&["--version"], 0);
    for usage in [&[][..], &["validat"], &["validate", "--formt"], &["validate", "-j0", SAMPLE], &["rule"]] {
        let (stdout, stderr) = check(usage, 2);
        assert!(stdout.is_empty() && !stderr.is_empty());
    }
}

#[test]
fn an_unreadable_file_does_not_stop_the_others() {
    let (stdout, stderr) = check(&["validate", WARNING, "fixtures/pgn/missing.pgn", TOURNAMENT], 2);
    assert_eq!(stdout, check(&["validate", WARNING, TOURNAMENT], 1).0);
    assert!(stderr.starts_with("pgn960: error: cannot read `fixtures/pgn/missing.pgn`: "), "{stderr}");
    assert!(stderr.contains("\n2 files, 5 games "), "{stderr}");
    check(&["validate", SAMPLE, "fixtures/pgn/missing.pgn"], 2);
}

#[test]
fn fail_on_warning() {
    check(&["validate", "--fail-on", "error", WARNING], 0);
    check(&["validate", "--fail-on", "warning", WARNING], 1);
    check(&["validate", "--fail-on", "warning", SAMPLE], 0);
    check(&["validate", "--fail-on", "warning", "--select", "SAN007", "fixtures/rules/SAN007/bad.pgn"], 0);
}

#[test]
fn select_and_ignore() {
    let check_codes = |options: &[&str], expected: &[&str]| {
        let args = [&["validate", "--format", "json", TOURNAMENT], options].concat();
        let (report, _) = check(&args, i32::from(!expected.is_empty()));
        let codes: Vec<_> = lines_of_type(&report, "finding").iter().map(|line| line["code"].clone()).collect();
        assert_eq!(codes, expected, "{options:?}");
    };
    check_codes(&[], &["CAS001", "RES001", "MVT001", "SAN011", "SAN011"]);
    check_codes(&["--select", "CAS"], &["CAS001"]);
    check_codes(&["--select", "illegal-castling,RES001"], &["CAS001", "RES001"]);
    check_codes(&["--select", "cas001", "--select", "RES"], &["CAS001", "RES001"]);
    check_codes(&["--ignore", "SAN,RES,TAG"], &["CAS001", "MVT001"]);
    check_codes(&["--select", "ALL", "--ignore", "SAN,RES,TAG,MVT02"], &["CAS001", "MVT001"]);
    check_codes(&["--select", "SAN011,CAS", "--ignore", "SAN"], &["CAS001", "SAN011", "SAN011"]);
    check_codes(&["--ignore", "ALL"], &[]);
    check(&["validate", "--ignore", "CAS,RES,MVT", TOURNAMENT], 0);
    for option in ["--select", "--ignore"] {
        for word in ["XYZ", "CAS9", "castling", ""] {
            let (stdout, stderr) = check(&["validate", option, word, TOURNAMENT], 2);
            assert!(stdout.is_empty());
            assert!(stderr.starts_with(&format!("pgn960: error: no rule is named `{word}`: give a code")), "{stderr}");
        }
    }
}

#[test]
fn reports() {
    check_snapshot("concise", &["--format", "concise"]);
    check_snapshot("full", &["--format", "full"]);
    check_snapshot("json", &["--format", "json"]);
    check_snapshot("csv", &["--format", "csv"]);
    check_snapshot("github", &["--format", "github"]);
    check_snapshot("junit", &["--format", "junit"]);
    check_snapshot("games", &["--games"]);
    check_snapshot("games-json", &["--games", "--format", "json"]);
    check_snapshot("statistics", &["--statistics"]);
    check_snapshot("games-junit", &["--games", "--format", "junit"]);
    check_snapshot("statistics-csv", &["--statistics", "--format", "csv"]);
    check_snapshot("statistics-json", &["--statistics", "--format", "json"]);
    check_snapshot("max-findings", &["--max-findings", "2"]);
    check_snapshot("max-findings-json", &["--max-findings", "2", "--format", "json"]);
}

#[test]
fn max_findings_says_how_many_are_hidden() {
    for (most, expected) in [
        ("0", Some("5 more findings are not shown")),
        ("3", Some("2 more findings are not shown")),
        ("4", Some("1 more finding is not shown")),
        ("5", None),
    ] {
        let (stdout, _) = check(&["validate", "--max-findings", most, TOURNAMENT], 1);
        let last = expected.map(|expected| format!("{TOURNAMENT}: {expected}"));
        assert_eq!(stdout.lines().nth(most.parse().unwrap()), last.as_deref(), "{most}");
    }
    // Each file has its own measure, and what is hidden still fails the run.
    let (stdout, _) = check(&["validate", "--max-findings", "1", TOURNAMENT, WARNING, SAMPLE], 1);
    assert_eq!(stdout.lines().count(), 3, "{stdout}");
    check(&["validate", "--max-findings", "1", "--select", "SAN011", "--fail-on", "warning", TOURNAMENT], 1);
}

#[test]
fn quiet_leaves_only_the_report() {
    for options in [&["--format", "concise"][..], &["--format", "json"], &["--statistics"]] {
        let (stdout, stderr) = check(&[&["validate", TOURNAMENT], options].concat(), 1);
        assert!(stderr.ends_with("3 errors, 2 warnings, 0 info\n"), "{stderr}");
        assert_eq!(check(&[&["validate", "--quiet", TOURNAMENT], options].concat(), 1), (stdout, String::new()));
    }
    let (_, stderr) = check(&["validate", "--quiet", "fixtures/pgn/missing.pgn"], 2);
    assert!(stderr.starts_with("pgn960: error: "), "an error is always said");
}

#[test]
fn standard_input() {
    let game = read(TOURNAMENT);
    let expected = check(&["validate", TOURNAMENT], 1).0.replace(TOURNAMENT, "-");
    assert_eq!(check_with(&["validate", "-"], &game, 1).0, expected);
    assert_eq!(check_with(&["validate"], &game, 1).0, expected);
    assert_eq!(check_with(&["validate", "-"], &gzip(&game), 1).0, expected);
    let between = check_with(&["validate", WARNING, "-", WARNING], &game, 1).0;
    let warning = check(&["validate", WARNING], 0).0;
    assert_eq!(between, format!("{warning}{expected}{warning}"));
}

#[test]
fn directories_are_searched_in_byte_order() {
    let game = b"1. e4\n";
    let packed = zstd(game);
    let files = directory(&[
        ("games/b.pgn", game),
        ("games/B.pgn", game),
        ("games/a.pgn.zst", &packed),
        ("games/sub/z.PGN", game),
        ("games/sub.pgn", game),
        ("games/.hidden.pgn", game),
        ("games/.hidden/c.pgn", game),
        ("games/notes.txt", game),
        ("games/games.zip", b"PK\x03\x04"),
        ("empty/notes.txt", game),
    ]);
    #[cfg(unix)]
    std::os::unix::fs::symlink("b.pgn", files.path().join("games/link.pgn")).unwrap();
    let names = |args: &[&str]| -> Vec<String> {
        let (report, _) = check_in(files.path(), &[&["validate"], args].concat(), 0);
        report.lines().map(|line| line.split(':').next().unwrap().to_owned()).collect()
    };
    let found = ["games/B.pgn", "games/a.pgn.zst", "games/b.pgn", "games/sub/z.PGN", "games/sub.pgn"];
    assert_eq!(names(&["games"]), found);
    let named = ["games/sub/z.PGN", "games/.hidden.pgn", "games/notes.txt"];
    assert_eq!(names(&["games/sub", "games/.hidden.pgn", "games/notes.txt"]), named);
    let (stdout, stderr) = check_in(files.path(), &["validate", "empty"], 2);
    assert_eq!(
        (&*stdout, &*stderr),
        ("", "pgn960: error: no files named .pgn, .bpgn found in the directories given\n")
    );
}

#[test]
fn packed_files_are_read_as_plain_ones() {
    let game = read(TOURNAMENT);
    let files =
        [("t.pgn.zst", zstd(&game)), ("t.pgn.gz", gzip(&game)), ("t.pgn.bz2", bzip2(&game)), ("t", zstd(&game))];
    let directory = directory(&files.each_ref().map(|(name, data)| (*name, &data[..])));
    let report = |directory: &Path, path| check_in(directory, &["validate", "--games", "--format", "json", path], 1).0;
    let expected = report(&root(), TOURNAMENT);
    assert!(expected.len() > 4000);
    for (name, _) in files {
        let quoted = |name: &str| format!("\"{name}\"");
        assert_eq!(report(directory.path(), name).replace(&quoted(name), &quoted(TOURNAMENT)), expected, "{name}");
    }
}

#[test]
fn a_file_cut_short_gives_its_games_and_an_error() {
    let sample = read(SAMPLE);
    let report =
        |data: &[u8], exit_code| check_with(&["validate", "--games", "--format", "json", "-"], data, exit_code).0;
    let games = |report: &str| lines_of_type(report, "game");
    let expected = games(&report(&sample, 0));
    let last_game = expected[7]["byte_offset"].as_u64().unwrap() as usize;
    for pack in [zstd, gzip, bzip2] {
        // Seven games, and the first bytes of what held the eighth.
        let report = report(&[&pack(&sample[..last_game])[..], &pack(&sample[last_game..])[..8]].concat(), 1);
        assert_eq!(games(&report), expected[..7]);
        let findings = lines_of_type(&report, "finding");
        assert_eq!(findings.len(), 1, "{report}");
        assert_eq!(findings[0]["code"], "FIL001");
        assert!(findings[0]["message"].as_str().unwrap().ends_with(" data is cut off; 7 games were read before it"));
    }
    // Within a game: what is there of it counts as one.
    let packed = gzip(&sample);
    let report = report(&packed[..packed.len() / 2], 1);
    let found = games(&report);
    assert!((2..8).contains(&found.len()), "{report}");
    assert_eq!(found[..found.len() - 1], expected[..found.len() - 1]);
    assert_eq!(lines_of_type(&report, "finding").last().unwrap()["code"], "FIL001");
}

#[test]
fn foreign_data_is_refused() {
    let check_refused = |data: &[u8], expected: &str| {
        let (stdout, stderr) = check_with(&["validate", "--quiet", "-"], data, 2);
        assert_eq!(stderr, format!("pgn960: error: cannot read `-`: {expected}\n"));
        assert!(stdout.is_empty());
    };
    check_refused(b"PK\x03\x04\x14\0\0\0", "a zip archive is not supported; unpack it first");
    check_refused(b"\xff\xfe[\0E\0v\0e\0n\0t\0 \0\"\0A\0\"\0]\0", "UTF-16 text is not supported; convert it to UTF-8");
    check_refused(b"[\0E\0v\0e\0n\0t\0 \0\"\0A\0\"\0]\0", "UTF-16 text is not supported; convert it to UTF-8");
    check_refused(b"\n<!DOCTYPE html>\n<html>", "an HTML page is not supported; download the file that it links to");
    check_refused(&gzip(b"PK\x03\x04\x14\0\0\0"), "inside gzip data: a zip archive is not supported; unpack it first");
    check_refused(&gzip(&zstd(b"1. e4 *")), "zstd data inside gzip data is not supported; decompress it once");
}

#[test]
fn empty_files_are_valid() {
    for input in [&b""[..], b"\n", b" \r\n\t\n", b"\xef\xbb\xbf"] {
        assert_eq!(check_with(&["validate", "--select", "ALL", "-"], input, 0).0, "", "{input:?}");
    }
    assert_eq!(check_with(&["validate", "-"], &zstd(b""), 0).0, "");
    let (stdout, _) = check_with(&["validate", "-"], b"Dear players,\n", 1);
    assert!(stdout.ends_with("-:1:1: error[FIL002]: no game found\n"), "{stdout}");
}

#[test]
fn documentation_of_rules() {
    let (text, stderr) = check(&["rule", "CAS001"], 0);
    assert!(text.starts_with("# illegal-castling (CAS001)\n\nSeverity: error\n\n## What it does\n"), "{text}");
    assert!(stderr.is_empty());
    assert_eq!(check(&["rule", "cas001"], 0).0, text);
    assert_eq!(check(&["rule", "illegal-castling"], 0).0, text);

    let (all, _) = check(&["rule", "--all"], 0);
    let each = lint::rules().iter().map(|rule| check(&["rule", rule.code], 0).0);
    assert_eq!(all, each.collect::<Vec<_>>().join("\n"));

    let (json, _) = check(&["rule", "--all", "--format", "json"], 0);
    let rules = lines_of_type(&json, "rule");
    assert_eq!(rules.len(), lint::rules().len());
    for (line, rule) in rules.iter().zip(lint::rules()) {
        assert_eq!(line["code"], rule.code);
        assert_eq!(line["name"], rule.name);
        assert_eq!(line["severity"], rule.severity.name());
        assert_eq!(line["documentation"], rule.text());
    }

    let (stdout, stderr) = check(&["rule", "CAS999"], 2);
    assert_eq!(
        stderr,
        "pgn960: error: no rule is named `CAS999`: give a code such as `CAS001`, a family such as `CAS`, a name or \
         `ALL`\n"
    );
    assert!(stdout.is_empty());
    check(&["rule", "CAS001", "--all"], 2);
}

#[test]
fn lists_of_rules() {
    let (castlings, stderr) = check(&["rule", "cas"], 0);
    let line = "CAS001  illegal-castling  error  Reports a castling that is not legal, with every condition that \
                forbids it and the clause of the rules behind each\n";
    assert_eq!((castlings.as_str(), stderr.as_str()), (line, ""));
    let (all, _) = check(&["rule", "ALL"], 0);
    assert_eq!(all.lines().count(), lint::rules().len());
    for (line, rule) in all.lines().zip(lint::rules()) {
        assert!(line.starts_with(&format!("{}  {} ", rule.code, rule.name)) && line.contains("  Reports"), "{line}");
    }
    let (json, _) = check(&["rule", "CAS", "--format", "json"], 0);
    assert_eq!(json.lines().count(), castlings.lines().count());
}

/// Every command, subcommands included.
fn commands() -> Vec<clap::Command> {
    let mut found = vec![pgn960::command()];
    let mut next = 0;
    while next < found.len() {
        let subcommands: Vec<_> = found[next].get_subcommands().cloned().collect();
        found.extend(subcommands);
        next += 1;
    }
    found
}

/// Prose has a line a paragraph, so that it can be wrapped to any width; what must stay on a line is indented and fits.
#[test]
fn help_can_be_wrapped() {
    const WIDTH: usize = 80;
    for command in commands() {
        let mut texts = Vec::new();
        texts.extend([command.get_about(), command.get_long_about()]);
        texts.extend([command.get_after_help(), command.get_after_long_help()]);
        for arg in command.get_arguments() {
            texts.extend([arg.get_help(), arg.get_long_help()]);
        }
        for text in texts.into_iter().flatten().map(ToString::to_string) {
            let lines: Vec<&str> = text.lines().collect();
            for line in lines.iter().filter(|line| line.starts_with("  ")) {
                assert!(line.chars().count() <= WIDTH, "{}: {line}", command.get_name());
            }
            for pair in lines.windows(2) {
                let is_broken = !pair[0].is_empty() && !pair[1].is_empty() && !pair[1].starts_with("  ");
                assert!(!is_broken, "{}: {pair:?}", command.get_name());
            }
        }
        let help = command.clone().term_width(WIDTH).render_long_help().to_string();
        for line in help.lines() {
            assert!(line.chars().count() <= WIDTH, "{}: {line}", command.get_name());
        }
    }
}

/// A comment on a command's variant would hide the text of its type, which tells the exit codes.
#[test]
fn help_tells_exit_codes() {
    let plain = ["pgn960", "fen", "castling-table", "completions"];
    for command in commands().into_iter().filter(|command| !plain.contains(&command.get_name())) {
        let help = command.clone().render_long_help().to_string();
        assert!(help.contains("\nExit codes: 0 "), "{}", command.get_name());
    }
}

#[test]
fn line_ends_change_nothing() {
    let rules = lint::rules().iter().map(|rule| format!("fixtures/rules/{}/bad.pgn", rule.code));
    // But for the rules that are about line ends.
    const ABOUT_LINE_ENDS: &str = "ENC005,ENC006";
    let has_feeds = |path: &String| root().join(path).exists() && !read(path).contains(&b'\r');
    let paths: Vec<_> = rules.chain([TOURNAMENT.to_owned()]).filter(has_feeds).collect();
    let texts: Vec<_> = paths.iter().map(|path| read(path)).collect();
    let report = |line_end: &[u8]| {
        let ended = |text: &Vec<u8>| text.split(|&byte| byte == b'\n').collect::<Vec<_>>().join(line_end);
        let files: Vec<_> = paths.iter().map(String::as_str).zip(texts.iter().map(ended)).collect();
        let directory = directory(&files.iter().map(|(path, text)| (*path, &text[..])).collect::<Vec<_>>());
        check_in(
            directory.path(),
            &["validate", "--select", "ALL", "--ignore", ABOUT_LINE_ENDS, "--games", "fixtures"],
            1,
        )
        .0
    };
    let expected = report(b"\n");
    assert!(expected.lines().count() > 100);
    assert_eq!(report(b"\r\n"), expected);
    assert_eq!(report(b"\r"), expected);
}

#[test]
fn games_are_told_with_their_tags_and_plies() {
    let (report, _) = check(&["validate", "--games", "--format", "json", SAMPLE], 0);
    let games = lines_of_type(&report, "game");
    assert_eq!(games.len(), 8);
    for game in games {
        let names: Vec<_> = game["tags"].as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(names[..7], ["Event", "Site", "Date", "Round", "White", "Black", "Result"]);
        assert_eq!(game["legal_plies"].to_string(), game["tags"]["PlyCount"].as_str().unwrap());
    }
}

#[test]
fn a_closed_pipe_ends_the_run_quietly() {
    let directory = directory(&[("games.pgn", b"[Round \"1\"]\n\n1. e4 Ke7 *\n\n".repeat(20_000).as_slice())]);
    let formats = ["concise", "full", "json", "csv", "sarif", "github", "junit"];
    let validate = formats.map(|format| vec!["validate", "--format", format, "games.pgn"]);
    for args in validate.into_iter().chain([vec!["rule", "--all"]]) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_pgn960"))
            .args(args)
            .current_dir(directory.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(line.ends_with('\n'));
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        assert_eq!(output.status.code(), Some(0));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let formats = ["concise", "full", "json", "csv", "sarif", "github", "junit"];
    let validate = formats.map(|format| vec!["validate", "--format", format, TOURNAMENT]);
    for args in validate.into_iter().chain([vec!["rule", "--all"]]) {
        let output = Command::new(env!("CARGO_BIN_EXE_pgn960"))
            .args(args)
            .current_dir(root())
            .stdout(fs::OpenOptions::new().write(true).open("/dev/full").unwrap())
            .output()
            .unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr.starts_with("pgn960: error: ") && stderr.contains("No space left on device"), "{stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
    }
}

#[test]
fn no_colours_in_a_pipe() {
    for format in ["concise", "full", "json", "csv", "sarif", "github", "junit"] {
        let args = ["validate", "--format", format, TOURNAMENT, "missing.pgn"];
        let output = command(&args).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").output().unwrap();
        assert!(!output.stdout.contains(&0x1b) && !output.stderr.contains(&0x1b), "{format}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn colours_and_progress_on_a_terminal() {
    let Ok(script) = Command::new("script").arg("--version").output() else {
        return eprintln!("skipped: there is no `script` to make a terminal");
    };
    assert!(script.status.success());
    let shown = |line: &str, no_color: &str| {
        let line = line.replace("pgn960", &format!("'{}'", env!("CARGO_BIN_EXE_pgn960")));
        let mut command = Command::new("script");
        command.args(["--quiet", "--command", &line, "/dev/null"]).current_dir(root()).stdin(Stdio::null());
        command.env("SHELL", "/bin/sh").env("TERM", "xterm").env("NO_COLOR", no_color);
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    let validate = format!("pgn960 validate {TOURNAMENT}");
    // An empty NO_COLOR is none.
    let report = shown(&format!("{validate} 2>/dev/null"), "");
    assert!(report.contains("\x1b[91merror[CAS001]"), "{report}");
    assert!(report.contains(" 1 N R B B K[.]. R"), "the full format is the default: {report}");
    let plain = shown(&format!("{validate} 2>/dev/null"), "1");
    assert!(!plain.contains('\x1b') && plain.contains("error[CAS001]"), "{plain}");

    let slow = |options: &str| format!("(sleep 0.3; cat {TOURNAMENT}) | pgn960 validate {options} - >/dev/null");
    let progress = shown(&slow(""), "");
    assert!(progress.contains(" 0 B/s") && progress.ends_with("3 errors, 2 warnings, 0 info\r\n"), "{progress}");
    assert!(!shown(&slow("--no-progress"), "").contains("B/s"));
    assert_eq!(shown(&slow("--quiet"), ""), "");
}

#[test]
fn many_games_in_one_chunk_keep_their_numbers() {
    const N_GAMES: usize = 10_000;
    let text = b"*\n\n".repeat(N_GAMES);
    let (stdout, _) = check_with(&["validate", "--games", "--format", "json", "-"], &text, 0);
    let games = lines_of_type(&stdout, "game");
    assert_eq!(games.len(), N_GAMES);
    for (index, game) in games.iter().enumerate() {
        assert_eq!(game["game"], index + 1);
        assert_eq!(game["line"], 2 * index + 1);
    }
}

#[test]
fn each_fault_is_told_once_and_none_is_passed_over() {
    for (movetext, expected) in [
        // Behind the marker it is one fault that there is text at all; an open comment hides more and is another.
        ("e4 e5 * ) ( foo", &["MVT007 3:9"][..]),
        ("e4 e5 * foo {", &["MVT007 3:9", "MVT001 3:13"]),
        // The end of file of DOS is nothing at the end of the file only.
        ("e4 e5 *\n\x1a", &[]),
        ("e4 \x1a e5 *", &["MVT004 3:4"]),
        ("4294967297. e4 *", &["MVT005 3:1"]),
        ("e4 [[x] e5 *", &["MVT004 3:4"]),
        ("e4 [ e5 *", &["MVT004 3:4"]),
    ] {
        let text = format!("[Result \"*\"]\n\n{movetext}\n");
        let options = ["validate", "--select", "MVT", "--format", "json", "-"];
        let output = run_with(&options, text.as_bytes());
        let stdout = String::from_utf8(output.stdout).unwrap();
        let found: Vec<_> = lines_of_type(&stdout, "finding")
            .iter()
            .map(|finding| {
                let code = finding["code"].as_str().unwrap();
                format!("{code} {}:{}", finding["line"], finding["column"])
            })
            .collect();
        assert_eq!(found, expected, "{movetext:?}");
    }
}

#[test]
fn nothing_from_outside_disturbs_a_terminal() {
    let odd = "\u{1b}[31m\u{202e}";
    let (_, stderr) = check(&["validate", &format!("/nowhere{odd}")], 2);
    assert!(stderr.contains("\\u{1b}[31m\\u{202e}") && !stderr.contains(['\u{1b}', '\u{202e}']), "{stderr}");
    let text = format!("e4 {odd}foo *\n");
    for format in ["concise", "full", "json", "csv", "sarif", "github", "junit"] {
        let (stdout, _) = check_with(&["validate", "--format", format, "-"], text.as_bytes(), 1);
        assert!(stdout.contains("foo") && !stdout.contains(['\u{1b}', '\u{202e}']), "{stdout}");
    }
}

#[test]
fn a_message_does_not_repeat_megabytes() {
    let text = format!("[Variant \"{}\"]\n\n*\n", "x".repeat(1 << 20));
    let (stdout, _) = check_with(&["validate", "--format", "concise", "-"], text.as_bytes(), 0);
    assert!(stdout.contains("POS002") && stdout.len() < 1000, "{} bytes", stdout.len());
}

#[test]
fn threads_are_bounded() {
    for threads in ["0", "257", "many"] {
        let (_, stderr) = check(&["validate", "-j", threads, TOURNAMENT], 2);
        assert!(stderr.contains("from 1 to 256"), "{stderr}");
    }
}
