//! `pgn960 stats` as a user meets it: tables, filters, saved tables, exit codes.

use std::{fs, process::Output};

use insta::Settings;
use pgn960_stats::estimate::LEAST_FOR_INTERVAL;
use serde_json::Value;
use tempfile::TempDir;

use crate::harness::{fixture, root, run, run_with, shared};

const TOURNAMENT: &str = "fixtures/pgn/tournament.pgn";
const SAMPLE: &str = "fixtures/pgn/tcec-frc-sample.pgn";

/// Runs the command, holds its exit code to what is expected, and returns standard output and standard error.
#[track_caller]
fn check(args: &[&str], exit_code: i32) -> (String, String) {
    let Output { status, stdout, stderr } = run(&[&["stats"], args].concat());
    let (stdout, stderr) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
    assert_eq!(status.code(), Some(exit_code), "{args:?}\n{stdout}{stderr}");
    (stdout, stderr)
}

/// Compares everything that a run over both archives says with the snapshot of that name.
fn check_snapshot(name: &str, options: &[&str]) {
    let args = [options, &[TOURNAMENT, SAMPLE]].concat();
    let (stdout, stderr) = check(&args, 1);
    let said = format!("$ pgn960 stats {}\n{stdout}\nstandard error:\n{stderr}", args.join(" "));
    let mut settings = Settings::clone_current();
    settings.set_snapshot_path(fixture("stats"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name.to_owned(), said));
}

/// The objects of a JSON report.
fn lines(report: &str) -> Vec<Value> {
    report.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn tables() {
    check_snapshot("kind", &[]);
    check_snapshot("start", &["--by", "start"]);
    check_snapshot("start-csv", &["--by", "start", "--format", "csv"]);
    check_snapshot("start-json", &["--by", "start", "--format", "json"]);
    check_snapshot("start-md", &["--by", "start", "--format", "md", "--columns", "games,white_elo,a_side"]);
    check_snapshot("castling", &["--by", "castling"]);
    check_snapshot("castling-csv", &["--by", "castling", "--format", "csv", "--columns", "games,a_side,kept"]);
    check_snapshot("method", &["--by", "method"]);
    check_snapshot("player", &["--by", "player", "--sort", "games", "--top", "3"]);
    check_snapshot("two", &["--by", "file,year"]);
    check_snapshot("first-move", &["--by", "first-move", "--columns", "games,plies", "--sort", "plies:asc"]);
}

#[test]
fn every_dimension_makes_a_table() {
    for by in [
        "start",
        "pattern",
        "kind",
        "castling",
        "method",
        "year",
        "month",
        "event",
        "player",
        "time-class",
        "rating-band",
        "first-move",
        "ending",
        "file",
        "player,method",
        "pattern,castling",
    ] {
        let (stdout, _) = check(&["--by", by, "--format", "json", SAMPLE], 0);
        let lines = lines(&stdout);
        assert_eq!(lines[0]["by"].as_array().unwrap().len(), by.split(',').count(), "{by}");
        let count = if by.contains("method") { "castlers" } else { "games" };
        let games: u64 =
            lines.iter().filter(|line| line["type"] == "row").map(|row| row[count].as_u64().unwrap()).sum();
        let expected = if by.contains("method") || by.contains("player") { 16 } else { 8 };
        assert_eq!(games, expected, "{by}: {stdout}");
    }
}

#[test]
fn filters() {
    for (filter, expected) in [
        ("kind=dfrc", 1),
        ("kind!=dfrc", 7),
        ("castling=O-O-O", 6),
        ("plies>200 or kind=dfrc", 1),
        ("player~stockfish", 7),
        ("date=2019", 1),
    ] {
        let (stdout, stderr) = check(&["--where", filter, "--format", "json", SAMPLE], 0);
        let head = &lines(&stdout)[0];
        assert_eq!((head["selected"].as_u64(), head["games"].as_u64()), (Some(expected), Some(8)), "{filter}");
        assert_eq!(stderr, format!("8 games read, {expected} counted\n"));
    }
    let (_, stderr) = check(&["--where", "kind=chess960 and plys>9", SAMPLE], 2);
    let expected = "column 19: unknown field `plys`; the fields are kind, start, pattern, ";
    assert!(stderr.contains(expected), "{stderr}");
    assert!(stderr.contains("\n  kind=chess960 and plys>9\n                    ^^^^\n"), "{stderr}");
}

#[test]
fn exit_codes() {
    check(&[SAMPLE], 0);
    let (_, stderr) = check(&[TOURNAMENT], 1);
    assert_eq!(stderr, "4 games read; 2 cannot be played to the end, `pgn960 validate` tells why\n");
    check(&["fixtures/pgn/missing.pgn", SAMPLE], 2);
    check(&["fixtures/rules/FIL001/bad.pgn.zst"], 1);
    for usage in [
        &["--by", "start,start"][..],
        &["--by", "start,kind,year"],
        &["--by", "opening"],
        &["--columns", "wins"],
        &["--sort", "wins"],
        &["--sort", "games:up"],
        &["--merge", "--by", "start"],
        &["--merge", "--where", "kind=dfrc"],
    ] {
        let (stdout, stderr) = check(&[usage, &[SAMPLE]].concat(), 2);
        assert!(stdout.is_empty() && !stderr.is_empty(), "{usage:?}");
    }
}

/// A directory with tables of these inputs, made with these options.
fn saved(options: &[&str], inputs: &[&str]) -> (TempDir, Vec<String>) {
    let directory = tempfile::tempdir().unwrap();
    let save = |(index, input): (usize, &&str)| {
        let path = directory.path().join(format!("{index}.json")).to_str().unwrap().to_owned();
        let output = run(&[&["stats", "--quiet", "--save", &path], options, &[*input]].concat());
        assert!(matches!(output.status.code(), Some(0 | 1)), "{}", String::from_utf8_lossy(&output.stderr));
        path
    };
    let paths = inputs.iter().enumerate().map(save).collect();
    (directory, paths)
}

#[test]
fn merged_tables_are_those_of_one_run() {
    let inputs = [TOURNAMENT, SAMPLE, "fixtures/rules"];
    for options in [&["--by", "start"][..], &["--by", "player", "--where", "kind!=other"], &["--by", "file,ending"]] {
        let (directory, paths) = saved(options, &inputs);
        let both = directory.path().join("both.json").to_str().unwrap().to_owned();
        check(&["--merge", &paths[2], &paths[0], "--save", &both], 1);
        for format in ["csv", "json", "text", "md"] {
            let expected = check(&[options, &["--format", format, TOURNAMENT, SAMPLE, "fixtures/rules"]].concat(), 1).0;
            for merged in
                [[&paths[0], &paths[1], &paths[2]].as_slice(), &[&paths[1], &paths[2], &paths[0]], &[&paths[1], &both]]
            {
                let merged: Vec<&str> = merged.iter().map(|path| path.as_str()).collect();
                let (stdout, _) = check(&[&["--format", format, "--merge"], &merged[..]].concat(), 1);
                assert_eq!(stdout, expected, "{format}");
            }
        }
        // What is saved does not depend on the order either.
        let again = directory.path().join("again.json").to_str().unwrap().to_owned();
        check(&["--merge", &paths[0], &paths[2], "--save", &again], 1);
        assert_eq!(fs::read(both).unwrap(), fs::read(again).unwrap());
    }
}

#[test]
fn a_table_is_not_merged_with_itself() {
    let (directory, paths) = saved(&["--by", "start"], &[SAMPLE, TOURNAMENT]);
    let detour = directory.path().join(".").join("0.json").to_str().unwrap().to_owned();
    for again in [&paths[0], &detour] {
        let (stdout, stderr) = check(&["--merge", &paths[0], &paths[1], again], 2);
        let expected = format!("`{again}`: it is given before as `{}`, and its games would count twice\n", paths[0]);
        assert!(stdout.is_empty() && stderr.ends_with(&expected), "{stderr}");
    }
}

#[test]
fn tables_with_other_keys_are_refused() {
    let (_one, by_start) = saved(&["--by", "start"], &[SAMPLE]);
    let (_other, filtered) = saved(&["--by", "start", "--where", "PLIES > 3"], &[SAMPLE]);
    let (_third, by_kind) = saved(&["--by", "kind"], &[SAMPLE]);
    for (other, expected) in [(&filtered, "by start where plies>\"3\""), (&by_kind, "by kind")] {
        let (stdout, stderr) = check(&["--merge", &by_start[0], &other[0]], 2);
        assert!(stdout.is_empty());
        assert!(stderr.contains(&format!("it is made {expected}, the one before by start")), "{stderr}");
    }
}

#[test]
fn what_is_no_saved_table_is_refused() {
    let (directory, paths) = saved(&["--by", "start"], &[SAMPLE]);
    let table = fs::read_to_string(&paths[0]).unwrap();
    let path = directory.path().join("broken.json");
    for (text, expected) in [
        (String::new(), "this is not a table saved by `--save`"),
        ("{}".to_owned(), "this is not a table saved by `--save`"),
        (table[..table.len() / 2].to_owned(), "this is not a table saved by `--save`"),
        (table.replace("pgn960-stats", "pgn960-other"), "this is not a table saved by `--save`"),
        (table.replace("\"version\":2", "\"version\":1"), "the table has version 1, this program reads version 2"),
        (table.replace("\"by\":[\"start\"]", "\"by\":[\"opening\"]"), "the table is made by `opening`"),
        (table.replace("\"by\":[\"start\"]", "\"by\":[\"kind\"]"), "row 1 of the table has no sense"),
        (table.replace("\"draws\":", "\"draws\":18446744073709551615"), "this is not a table"),
    ] {
        fs::write(&path, text).unwrap();
        let (stdout, stderr) = check(&["--merge", path.to_str().unwrap()], 2);
        assert!(stdout.is_empty() && stderr.contains(expected), "{expected}: {stderr}");
    }
    check(&["--merge", directory.path().join("missing.json").to_str().unwrap()], 2);
    check(&["--merge"], 2);
    check(&["--save", directory.path().join("missing/table.json").to_str().unwrap(), SAMPLE], 2);
}

#[test]
fn a_saved_table_does_not_replace_games() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.pgn");
    let games = fs::read(root().join(SAMPLE)).unwrap();
    fs::write(&path, &games).unwrap();
    let path = path.to_str().unwrap();
    let (_, stderr) = check(&["--save", path, path], 2);
    assert!(stderr.contains("is to be read"), "{stderr}");
    assert_eq!(fs::read(path).unwrap(), games);
}

#[test]
fn a_saved_table_is_no_input_of_games() {
    let (_directory, paths) = saved(&["--by", "start"], &[SAMPLE]);
    let (stdout, stderr) = check(&[&paths[0]], 2);
    assert!(stderr.contains(&format!("`{}` is a saved table; `--merge` takes it\n", paths[0])), "{stderr}");
    assert!(stdout.ends_with("-             -\n"), "{stdout}");
}

#[test]
fn text_without_a_game_is_told() {
    for (text, exit_code, expected) in [
        ("", 0, "0 games read\n"),
        ("\n \n", 0, "0 games read\n"),
        ("hello there\n", 1, "pgn960: error: -:1:1: no game found\n0 games read\n"),
        ("{only a comment}\n", 1, "pgn960: error: -:1:1: no game found\n0 games read\n"),
    ] {
        let output = run_with(&["stats", "-"], text.as_bytes());
        assert_eq!(String::from_utf8_lossy(&output.stderr), expected, "{text:?}");
        assert_eq!(output.status.code(), Some(exit_code), "{text:?}");
    }
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("notes.txt").to_str().unwrap().to_owned();
    fs::write(&path, "hello there\n").unwrap();
    let (_, stderr) = check(&[SAMPLE, &path, SAMPLE], 1);
    assert_eq!(stderr, format!("pgn960: error: {path}:1:1: no game found\n16 games read\n"));
}

#[test]
fn saved_tables_come_through_a_pipe() {
    let (_directory, paths) = saved(&["--by", "start"], &[SAMPLE]);
    let output = run_with(&["stats", "--quiet", "--merge", "-"], &fs::read(&paths[0]).unwrap());
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stdout).unwrap(), check(&["--quiet", "--by", "start", SAMPLE], 0).0);
}

#[test]
fn output_does_not_depend_on_threads_or_chunks() {
    let inputs = if shared("corpus").is_some() { "../shared/corpus/tcec" } else { "fixtures" };
    for by in ["start", "player,month"] {
        let report = |threads: &str, chunk_size: &str| {
            run(&["stats", "--by", by, "--format", "csv", "-j", threads, "--chunk-size", chunk_size, inputs]).stdout
        };
        let expected = report("1", "1M");
        assert!(expected.len() > 5_000);
        for (threads, chunk_size) in [("1", "4K"), ("2", "256K"), ("7", "1K")] {
            assert!(report(threads, chunk_size) == expected, "{threads} threads, chunks of {chunk_size}");
        }
    }
}

/// Chess960 games from a back rank, so many won and lost by White.
fn games_of(back_rank: &str, n_won: usize, n_lost: usize) -> String {
    let black = back_rank.to_lowercase();
    let fen = format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{back_rank} w KQkq - 0 1");
    let game = |result| format!("[Variant \"Chess960\"]\n[FEN \"{fen}\"]\n\n1. e4 {result}\n\n");
    game("1-0").repeat(n_won) + &game("0-1").repeat(n_lost)
}

/// A share that the row settles has no interval; that of a player does, who had either colour in the games of the row.
#[test]
fn settled_shares_have_no_interval() {
    for (by, column, is_settled) in [
        ("castling", "white_a_side", true),
        ("castling", "both", true),
        ("castling", "white_score", false),
        ("castling,player", "player_a_side", false),
        ("castling,player", "both", true),
        ("method", "castler_lost", true),
        ("method", "castler_a_side", false),
        ("kind", "a_side", false),
    ] {
        let (stdout, _) = check(&["--by", by, "--columns", column, "--format", "json", SAMPLE], 0);
        let row = &lines(&stdout)[1];
        assert_eq!(row[column]["low"].is_null(), is_settled, "{by} {column}: {row}");
    }
}

#[test]
fn starts_that_are_too_much_alike_are_told() {
    let games = ["RNBQKBNR", "RNBKQBNR"].map(|back_rank| games_of(back_rank, 10, 10)).concat();
    for (format, expected) in
        [("text", "\n1 more row is not shown (--top)\n"), ("md", "\n1 more row is not shown (--top).\n")]
    {
        let args = ["stats", "--quiet", "--by", "start", "--format", format, "--top", "1", "-"];
        let stdout = String::from_utf8(run_with(&args, games.as_bytes()).stdout).unwrap();
        assert!(stdout.ends_with(expected), "{stdout}");
        assert!(stdout.contains("Chi-square 0.0 with 1 degree of freedom, p = 1.0000."), "{stdout}");
        assert!(stdout.contains("Games that depend on each other, such as pairs with colours swapped,"), "{stdout}");
    }
}

#[test]
fn what_hides_rows_is_told() {
    for (options, expected) in [
        (&["--top", "1", "--min-games", "2"][..], "6 more rows are not shown (--top, --min-games)\n"),
        (&["--min-games", "2"], "4 more rows are not shown (--min-games)\n"),
        (&["--top", "6"], "1 more row is not shown (--top)\n"),
    ] {
        let (stdout, _) = check(&[&["--by", "file,year"], options, &[TOURNAMENT, SAMPLE]].concat(), 1);
        assert!(stdout.ends_with(expected), "{stdout}");
    }
}

#[test]
fn starts_that_stand_out_are_found() {
    let even = ["RNBQKBNR", "RNBKQBNR", "BRNKNBQR", "NRKBRNBQ", "BBNRKNQR"].map(|start| games_of(start, 20, 20));
    let games = even.concat() + &games_of("BBQNNRKR", 40, 0);
    let args = ["stats", "--quiet", "--by", "start", "--columns", "q", "--sort", "q:asc", "-"];
    let stdout = String::from_utf8(run_with(&args, games.as_bytes()).stdout).unwrap();
    assert!(stdout.contains(" 1 of them stands out (q <= 0.05); `--sort q:asc` lists it first.\n"), "{stdout}");
    let (_, rows) = stdout.split_once("back_rank").unwrap();
    assert!(rows.lines().nth(1).unwrap().contains("BBQNNRKR"), "{stdout}");
}

/// No digit is printed that is not known, and a reader can redo the arithmetic.
#[test]
fn numbers_can_be_redone() {
    let text = "[WhiteElo \"2450\"]\n[BlackElo \"2400\"]\n\n1. e4 1-0\n\n".repeat(3);
    let output = run_with(&["stats", "--quiet", "--format", "json", "-"], text.as_bytes());
    let row = &lines(std::str::from_utf8(&output.stdout).unwrap())[1];
    // 1 / (1 + 10^(-50/400))
    assert_eq!(row["expected_score"], 0.571_463_12);

    let games = [games_of("RNBQKBNR", 20, 5), games_of("BBQNNRKR", 5, 20), games_of("RNBKQBNR", 20, 20)].concat();
    let output = run_with(&["stats", "--quiet", "--by", "start", "--format", "json", "-"], games.as_bytes());
    let lines = lines(std::str::from_utf8(&output.stdout).unwrap());
    for row in lines.iter().filter(|line| line["type"] == "row") {
        let number = |value: &Value| value.as_f64().unwrap();
        let (own, mean) = (number(&row["own_weight"]), number(&row["starts_mean"]));
        assert!(0.0 < own && own < 1.0, "{row}");
        let expected = own * number(&row["white_score"]["value"]) + (1.0 - own) * mean;
        assert!((number(&row["shrunk"]) - expected).abs() < 1e-7, "{row}");
        assert_eq!(mean, number(&lines[0]["comparison"]["starts_mean"]));
    }
}

/// Names come out of files; none may reach a terminal as it is.
#[test]
fn names_are_escaped() {
    let text = "[White \"a\u{1b}[31mb|c\"]\n[Black \"d,\\\"e\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n";
    for (format, expected) in [
        ("text", "a\\u{1b}[31mb|c"),
        ("md", "| a\\\\u{1b}[31mb\\|c |"),
        ("csv", "a\\u{1b}[31mb|c,1,"),
        ("json", "\"a\\u001b[31mb|c\""),
    ] {
        let output = run_with(&["stats", "--by", "player", "--format", format, "-"], text.as_bytes());
        let stdout = String::from_utf8(output.stdout).unwrap();
        assert!(stdout.contains(expected), "{format}: {stdout}");
    }
}

#[test]
fn the_help_names_what_there_is() {
    let help = String::from_utf8(run(&["stats", "--help"]).stdout).unwrap();
    for word in ["rating-band", "castling-at-once", "white_lost_by_capture", "h_side_ply_90", "own_weight", "--merge"] {
        assert!(help.contains(word), "{word}");
    }
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    assert!(readme.contains(&format!("from {LEAST_FOR_INTERVAL} games on")));
    assert!(root().join(TOURNAMENT).exists());
}
