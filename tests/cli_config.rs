//! `pgn960.toml`, baselines and completions.

use std::{fs, path::Path, process::Command};

use tempfile::TempDir;

use crate::harness::{command, root, run};

/// Four games of a tournament: CAS001, RES001, MVT001, and SAN011 twice.
const TOURNAMENT: &str = "fixtures/pgn/tournament.pgn";

/// A directory with these files; an empty text stands for [`TOURNAMENT`].
fn directory(files: &[(&str, &str)]) -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = directory.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let text =
            if text.is_empty() { fs::read_to_string(root().join(TOURNAMENT)).unwrap() } else { (*text).to_owned() };
        fs::write(path, text).unwrap();
    }
    directory
}

/// Standard output, standard error and the exit code of a validation in a directory.
fn validate(directory: &Path, args: &[&str]) -> (String, String, i32) {
    let output = command(&[&["validate"], args].concat()).current_dir(directory).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code().unwrap())
}

/// Holds the rules of what a validation finds to those expected.
#[track_caller]
fn check(directory: &Path, args: &[&str], expected: &[&str]) {
    let (stdout, stderr, _) = validate(directory, args);
    let codes: Vec<_> =
        stdout.lines().map(|line| line.split(['[', ']']).nth(1).unwrap_or_else(|| panic!("{line}"))).collect();
    assert_eq!(codes, expected, "{args:?} {stderr}");
}

#[test]
fn the_nearest_file_above_an_input_holds() {
    let files = directory(&[
        ("pgn960.toml", "select = [\"CAS\"]\n"),
        ("a.pgn", ""),
        ("old/pgn960.toml", "\u{feff}# by Notepad\r\nselect = [\"RES\"]\r\n"),
        ("old/1999/b.pgn", ""),
    ]);
    check(files.path(), &["a.pgn"], &["CAS001"]);
    check(files.path(), &["old"], &["RES001"]);
    check(files.path(), &["."], &["CAS001", "RES001"]);
    check(&files.path().join("old/1999"), &["b.pgn", "../../a.pgn"], &["RES001", "CAS001"]);
    check(files.path(), &["--config", "pgn960.toml", "old"], &["CAS001"]);
    check(files.path(), &["--isolated", "a.pgn"], &["CAS001", "RES001", "MVT001", "SAN011", "SAN011"]);
    let (_, stderr, _) = validate(files.path(), &["."]);
    assert_eq!(stderr.lines().filter(|line| line.starts_with("settings: ")).count(), 2, "{stderr}");

    let output = command(&["validate", "--quiet", "-"])
        .current_dir(files.path().join("old"))
        .write_stdin(fs::read(root().join(TOURNAMENT)).unwrap())
        .output()
        .unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert!(stdout.contains("RES001") && !stdout.contains("CAS001"), "standard input has the current directory's");
}

#[test]
fn options_win_over_the_file() {
    let files = directory(&[("pgn960.toml", "ignore = [\"SAN\", \"RES\"]\nprofile = \"archive\"\n"), ("a.pgn", "")]);
    let check = |args: &[&str], expected: &[&str]| check(files.path(), &[args, &["a.pgn"]].concat(), expected);
    check(&[], &["CAS001", "MVT001"]);
    check(&["--select", "RES"], &["RES001"]);
    check(&["--ignore", "CAS"], &["MVT001"]);
    check(&["--extend-select", "SAN011"], &["CAS001", "MVT001", "SAN011", "SAN011"]);
    check(&["--extend-select", "RES"], &["CAS001", "RES001", "MVT001"]);
    check(&["--profile", "default"], &["CAS001", "MVT001"]);
}

#[test]
fn some_rules_do_not_hold_for_some_paths() {
    let settings = "select = [\"CAS\", \"RES\"]\n[per-path-ignores]\nold = [\"CAS\"]\n\"new/*.pgn\" = [\"ALL\"]\n";
    let files = directory(&[
        ("pgn960.toml", settings),
        ("a.pgn", ""),
        ("new/deep/b.pgn", ""),
        ("new/c.pgn", ""),
        ("x/old/d.pgn", ""),
    ]);
    check(files.path(), &["a.pgn"], &["CAS001", "RES001"]);
    check(files.path(), &["new/deep"], &["CAS001", "RES001"]);
    check(files.path(), &["new/c.pgn"], &[]);
    check(&files.path().join("x"), &["old/d.pgn"], &["RES001"]);
    check(files.path(), &["--select", "ALL", "new/c.pgn"], &[]);
}

#[test]
fn a_directory_of_that_name_is_a_fault() {
    let files = directory(&[("pgn960.toml/x", ""), ("a.pgn", "")]);
    let (stdout, stderr, exit_code) = validate(files.path(), &["a.pgn"]);
    assert_eq!((stdout.as_str(), exit_code), ("", 2));
    assert!(stderr.contains("pgn960.toml` is no file"), "{stderr}");
}

#[test]
fn faults_of_the_file_are_told_with_their_place() {
    for (text, expected) in [
        ("selct = []\n", "1:1: unknown field `selct`, expected one of "),
        ("\nignore = [\"SAN\", \"SAN999\"]\n", "2:18: no rule is named `SAN999`: "),
        ("profile = \"mine\"\n", "1:11: no profile is named `mine`: use `default`, `strict`, "),
        ("threads = 0\n", "1:11: expected a number from 1 to 256\n"),
        ("threads = 257\n", "1:11: expected a number from 1 to 256\n"),
        ("select = 3\n", "1:10: invalid type: integer `3`"),
        ("[per-path-ignores]\n\"{a\" = [\"SAN\"]\n", "2:1: error parsing glob "),
        ("[per-path-ignores]\na = [\"X\"]\n", "2:6: no rule is named `X`: "),
        ("select = [", "1:"),
        (&format!("[per-path-ignores]\n\"{}\" = [\"SAN\"]\n", "*".repeat(100_000)), "2:1: "),
    ] {
        let files = directory(&[("pgn960.toml", text), ("a.pgn", "")]);
        let (stdout, stderr, exit_code) = validate(files.path(), &["a.pgn"]);
        assert_eq!((&*stdout, exit_code), ("", 2), "{text}");
        assert!(stderr.starts_with("pgn960: error: ") && stderr.lines().count() == 1, "{stderr}");
        assert!(stderr.contains(&format!("pgn960.toml:{expected}")), "{text}: {stderr}");
    }
    let files = directory(&[("a.pgn", "")]);
    let (_, stderr, exit_code) = validate(files.path(), &["--config", "none.toml", "a.pgn"]);
    assert_eq!(exit_code, 2);
    assert!(stderr.starts_with("pgn960: error: cannot read `none.toml`: "), "{stderr}");
}

#[test]
fn a_baseline_withholds_what_is_known() {
    let files = directory(&[("games/a.pgn", ""), ("games/b.pgn", "")]);
    let (stdout, stderr, exit_code) = validate(files.path(), &["--write-baseline", "known.jsonl", "games"]);
    assert_eq!((&*stdout, exit_code), ("", 0));
    assert!(stderr.ends_with("10 findings written into the baseline\n"), "{stderr}");
    let baseline = fs::read_to_string(files.path().join("known.jsonl")).unwrap();
    assert_eq!(baseline.lines().count(), 9, "two findings of a game are one entry: {baseline}");

    let known = ["--baseline", "known.jsonl", "games"];
    for threads in ["1", "3"] {
        let args = [&["-j", threads, "--chunk-size", "100"], &known[..]].concat();
        let (stdout, stderr, exit_code) = validate(files.path(), &args);
        assert_eq!((&*stdout, exit_code), ("", 0));
        assert!(stderr.ends_with("0 errors, 0 warnings, 0 info\n10 known findings are not reported\n"), "{stderr}");
    }
    // From elsewhere, and moved together with the games.
    check(&files.path().join("games"), &["--baseline", "../known.jsonl", "a.pgn"], &[]);
    fs::create_dir(files.path().join("moved")).unwrap();
    fs::rename(files.path().join("games"), files.path().join("moved/games")).unwrap();
    fs::rename(files.path().join("known.jsonl"), files.path().join("moved/known.jsonl")).unwrap();
    let moved = files.path().join("moved");
    check(&moved, &known, &[]);

    // Other games come, a fault goes, and a new one is told.
    let text = fs::read_to_string(moved.join("games/a.pgn")).unwrap();
    let text = text.replace("0-0 0-0", "O-O O-O").replace("6. d3 O-O", "6. d3 Qa1");
    let text = format!("[White \"N\"]\n[Black \"G\"]\n[Result \"*\"]\n\n1. e4 0-0 *\n\n{text}");
    fs::write(moved.join("games/a.pgn"), text).unwrap();
    let (stdout, stderr, exit_code) = validate(&moved, &known);
    assert_eq!(exit_code, 1);
    assert!(stdout.lines().all(|line| line.starts_with("games/a.pgn:5:")), "{stdout}");
    assert!(stderr.contains("8 known findings are not reported, 2 of the baseline no longer found\n"), "{stderr}");
    let (json, ..) = validate(&moved, &[&["--format", "json", "--games"], &known[..]].concat());
    assert!(json.lines().nth(3).unwrap().ends_with("\"errors\":0,\"warnings\":0}"), "{json}");
}

#[test]
fn a_second_fault_of_a_kind_is_new() {
    let games = "[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. 0-0 O-O *\n";
    let files = directory(&[("a.pgn", games)]);
    validate(files.path(), &["--write-baseline", "known.jsonl", "a.pgn"]);
    fs::write(files.path().join("a.pgn"), games.replace("4. 0-0 O-O", "4. 0-0 0-0")).unwrap();
    check(files.path(), &["--baseline", "known.jsonl", "a.pgn"], &["SAN011"]);
    fs::write(files.path().join("a.pgn"), format!("{games}\n{}", games.replace("\"A\"", "\"C\""))).unwrap();
    check(files.path(), &["--baseline", "known.jsonl", "a.pgn"], &["SAN011"]);
}

#[test]
fn a_baseline_counts_what_is_not_listed() {
    let game = format!("[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n{}*\n", "foo? ".repeat(1500));
    let files = directory(&[("a.pgn", &game)]);
    let (_, stderr, exit_code) = validate(files.path(), &["--write-baseline", "known.jsonl", "a.pgn"]);
    assert_eq!(exit_code, 0, "{stderr}");
    let (stdout, stderr, exit_code) = validate(files.path(), &["--baseline", "known.jsonl", "a.pgn"]);
    assert_eq!((&*stdout, exit_code), ("", 0), "{stderr}");
}

#[test]
fn a_baseline_stays_when_something_cannot_be_read() {
    let files = directory(&[("a.pgn", "1. e4 e4 *\n")]);
    let write = |paths: &[&str]| validate(files.path(), &[&["--write-baseline", "known.jsonl"], paths].concat());
    assert_eq!(write(&["a.pgn"]).2, 0);
    let baseline = fs::read_to_string(files.path().join("known.jsonl")).unwrap();
    let (_, stderr, exit_code) = write(&["a.pgn", "missing.pgn"]);
    assert_eq!(exit_code, 2);
    assert!(stderr.ends_with("the baseline is not written, as something could not be read\n"), "{stderr}");
    assert_eq!(fs::read_to_string(files.path().join("known.jsonl")).unwrap(), baseline);
    assert_eq!(fs::read_dir(files.path()).unwrap().count(), 2, "nothing else is left behind");
}

#[test]
fn what_is_no_baseline_is_refused() {
    let header = "{\"pgn960_baseline\":1}\n";
    let entry = "{\"file\":\"a\",\"code\":\"CAS001\",\"message\":\"m\",\"fingerprint\":\"x\",\"count\":1}\n";
    for (text, expected) in [
        ("1. e4 *\n".to_owned(), "known:1: this is no baseline: "),
        (format!("{header}{{}}\n"), "known:2: this is no entry of a baseline: "),
        (format!("{header}{entry}"), "known:2: the fingerprint is no number of base 16: "),
    ] {
        let files = directory(&[("known", &text), ("a.pgn", "")]);
        let (stdout, stderr, exit_code) = validate(files.path(), &["--baseline", "known", "a.pgn"]);
        assert_eq!((&*stdout, exit_code), ("", 2));
        assert!(stderr.starts_with(&format!("pgn960: error: {expected}")), "{stderr}");
    }
    let files = directory(&[("a.pgn", "")]);
    let (_, stderr, exit_code) = validate(files.path(), &["--write-baseline", "a.pgn", "a.pgn"]);
    assert_eq!(exit_code, 2);
    assert!(stderr.contains("is to be read as `a.pgn`"), "{stderr}");
}

#[test]
fn every_shell_has_completions() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = run(&["completions", shell]);
        assert_eq!(output.status.code(), Some(0));
        assert!(String::from_utf8(output.stdout).unwrap().contains("write-baseline"), "{shell}");
    }
    assert_eq!(run(&["completions", "cmd"]).status.code(), Some(2));
}

#[test]
fn bash_loads_its_completions() {
    let completed = |words: &str| {
        let script = format!(
            "source <('{}' completions bash) && COMP_WORDS=(pgn960 {words}) && \
             COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)) && \
             _pgn960 pgn960 \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD-1]}}\" && \
             complete -p pgn960 >/dev/null && echo \"${{COMPREPLY[@]}}\"",
            env!("CARGO_BIN_EXE_pgn960")
        );
        let output = Command::new("bash").args(["--norc", "-c", &script]).output().expect("there is a bash");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
    };
    assert_eq!(completed("val"), "validate");
    assert_eq!(completed("validate --write-b"), "--write-baseline");
    assert_eq!(completed("validate --profile str"), "strict");
    assert_eq!(completed("validate --format sar"), "sarif");
}
