//! `pgn960 spn`: the independent table both ways, batches, numberings and refusals.

use std::fs;

use insta::Settings;
use serde_json::Value;

use crate::harness::{fixture, run, run_with, shared};

/// Standard output, standard error and the exit code of a run with standard input.
fn spn_with(args: &[&str], input: &str) -> (String, String, Option<i32>) {
    let output = run_with(&[&["spn"], args].concat(), input.as_bytes());
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), text(output.stderr), output.status.code())
}

fn spn(args: &[&str]) -> (String, String, Option<i32>) {
    spn_with(args, "")
}

/// Compares with the snapshot of that name in `fixtures/spn`.
fn check_snapshot(name: &str, text: &str) {
    let mut settings = Settings::clone_current();
    settings.set_snapshot_path(fixture("spn"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// The objects that a run prints, which must be without fault.
fn answers(args: &[&str], input: &str) -> Vec<Value> {
    let (stdout, stderr, code) = spn_with(&[args, &["--format", "json"]].concat(), input);
    assert_eq!((stderr.as_str(), code), ("", Some(0)));
    stdout.lines().map(|line| serde_json::from_str(line).expect("a JSON object a line")).collect()
}

fn table() -> String {
    let path = shared("oracle/spn.csv").unwrap_or_else(|| fixture("oracle/spn.csv"));
    fs::read_to_string(path).expect("a readable file")
}

/// The rows of the table, each as the texts of its cells.
fn rows() -> Vec<Vec<String>> {
    table().lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

#[test]
fn the_table_is_the_oracles() {
    let (stdout, stderr, code) = spn(&["--table", "csv"]);
    assert_eq!((stderr.as_str(), code), ("", Some(0)));
    assert!(stdout == table(), "the table differs from spn.csv");
}

#[test]
fn number_back_rank_and_fen_lead_to_each_other() {
    let rows = rows();
    assert_eq!(rows.len(), 960);
    // Columns: number, number of 1 to 960, back rank, X-FEN, Shredder-FEN.
    for (column, options) in [(0, &[][..]), (2, &[]), (3, &[]), (4, &[]), (1, &["--numbering", "1-960"])] {
        let input: String = rows.iter().map(|row| row[column].clone() + "\n").collect();
        let answers = answers(options, &input);
        assert_eq!(answers.len(), 960);
        for (row, answer) in rows.iter().zip(&answers) {
            let number = if options.is_empty() { &row[0] } else { &row[1] };
            assert_eq!(answer["spn"].to_string(), *number);
            assert_eq!(answer["white_back_rank"], row[2]);
            assert_eq!(answer["black_back_rank"], row[2]);
            assert_eq!(answer["xfen"], row[3]);
            assert_eq!(answer["shredder_fen"], row[4]);
            assert_eq!(answer["kind"], if row[0] == "518" { "standard" } else { "chess960" });
            assert_eq!((&answer["why_not"], &answer["notes"]), (&Value::Null, &Value::Null));
        }
    }
}

#[test]
fn conditions_choose_rows() {
    let (stdout, _, code) = spn(&["--table", "csv", "--where", "king_file=B", "--where", "mirror_spn=959"]);
    assert_eq!((stdout.lines().count(), code), (1, Some(0)));
    for (conditions, n_rows) in [
        (&["castle_possible_on_move_1_a=1"][..], 72),
        (&["castle_possible_on_move_1_h=1"], 90),
        (&["castle_possible_on_move_1_a=1", "castle_possible_on_move_1_h=1"], 0),
        (&["other_rook_obstructs_a=1"], 72),
        (&["other_rook_obstructs_h=1"], 18),
        (&["legal_first_moves=18"], 22),
        (&["white_a_castle_method=king-only", "white_h_castle_method=rook-only"], 18),
        (&["back_rank=rnbqkbnr"], 1),
        (&["xfen=bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"], 1),
    ] {
        let args: Vec<&str> = conditions.iter().flat_map(|condition| ["--where", condition]).collect();
        let (stdout, stderr, code) = spn(&[&["--table", "json"], &args[..]].concat());
        assert_eq!((stdout.lines().count(), stderr.as_str(), code), (n_rows, "", Some(0)), "{conditions:?}");
    }
    let (_, stderr, code) = spn(&["--table", "csv", "--where", "king=b"]);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("no column `king`; the columns are spn, number_1_to_960, back_rank"), "{stderr}");
    let (_, stderr, code) = spn(&["--table", "csv", "--where", "king_file"]);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("expected COLUMN=VALUE"), "{stderr}");
}

/// rules.md 6.9.
#[test]
fn mirror_images() {
    let rows = rows();
    let mirror = |row: &[String]| rows[row[14].parse::<usize>().expect("a number")].clone();
    let is_different = |row: &&Vec<String>| (&row[8], &row[9]) != (&mirror(row)[9], &mirror(row)[8]);
    assert!(rows.iter().all(|row| row[14] != row[0] && mirror(row)[14] == row[0]));
    assert_eq!(rows.iter().filter(is_different).count(), 828);
    assert_eq!(rows.iter().filter(|row| row[15] != mirror(row)[15]).count(), 324);
}

#[test]
fn table_as_markdown_and_json() {
    let (stdout, _, _) = spn(&["--table", "md", "--where", "spn=518"]);
    check_snapshot("table-markdown", &stdout);
    let (stdout, _, _) = spn(&["--table", "json", "--where", "spn=960", "--numbering", "1-960"]);
    check_snapshot("table-json", &stdout);
}

/// rules.md 1.8: 960 is 0, and only where that is asked for.
#[test]
fn numberings() {
    let (stdout, stderr, code) = spn(&["960"]);
    assert_eq!((stdout.as_str(), code), ("", Some(1)));
    check_snapshot("refused-960", &stderr);
    let (stdout, _, code) = spn(&["960", "1", "--numbering", "1-960", "--format", "csv"]);
    assert_eq!(code, Some(0));
    let answers: Vec<_> = stdout.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>()).collect();
    assert_eq!((answers[0][2], answers[0][6]), ("960", "BBQNNRKR"));
    assert_eq!((answers[1][2], answers[1][6]), ("1", "BQNBNRKR"));
    for (args, message) in [
        (&["0", "--numbering", "1-960"][..], "argument 1: in the numbering 1-960 there is no 0: it is called 960"),
        (&["961", "--numbering", "1-960"], "argument 1: there is no start position 961: numbers run from 1 to 960"),
        (&["1000"], "argument 1: there is no start position 1000: numbers run from 0 to 959"),
        (&["99999999999999999999"], "argument 1: `99999999999999999999` is no start position number"),
    ] {
        let (stdout, stderr, code) = spn(args);
        assert_eq!((stdout.as_str(), stderr, code), ("", format!("pgn960: error: {message}\n"), Some(1)));
    }
}

/// rules.md 6.6.
#[test]
fn dfrc_pairs_and_indices() {
    let fen = "rkrbbnnq/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1";
    let questions = ["--dfrc", "0,953", "--dfrc", "953", "--dfrc", "BBQNNRKR, rkrbbnnq", "0,953", fen];
    for answer in answers(&questions, "") {
        assert_eq!((&answer["kind"], &answer["spn"]), (&Value::from("dfrc"), &Value::Null));
        assert_eq!((answer["dfrc_white"].as_u64(), answer["dfrc_black"].as_u64()), (Some(0), Some(953)));
        assert_eq!((answer["dfrc_index"].as_u64(), answer["xfen"].as_str()), (Some(953), Some(fen)));
    }
    let answers = answers(&["--dfrc", "518,518", "--dfrc", "960,1", "--numbering", "1-960"], "");
    assert_eq!((answers[0]["spn"].as_u64(), answers[0]["dfrc_index"].as_u64()), (Some(518), Some(518 * 961)));
    assert_eq!((answers[1]["dfrc_white"].as_u64(), answers[1]["dfrc_index"].as_u64()), (Some(960), Some(1)));
    for (pair, message) in [
        ("921600", "there is no DFRC start 921600: they run from 0 to 921599"),
        ("0,960", "there is no start position 960: numbers run from 0 to 959; where"),
        ("0,KRBBQNNR", "`KRBBQNNR` is not one of the 960: white's king does not stand between the rooks"),
        ("0", ""),
        ("0:1", "expected White's and Black's start position joined by a comma, such as 0,953"),
        ("1,2,3", "`2,3` is neither a number nor a back rank"),
    ] {
        let (_, stderr, code) = spn(&["--dfrc", pair]);
        assert!(stderr.contains(message), "{stderr}");
        assert_eq!(code, Some(i32::from(!message.is_empty())), "{pair}");
    }
}

#[test]
fn bad_lines_do_not_stop_a_batch() {
    let moved = "nqbnrkrb/pppppppp/8/8/2P5/8/PP1PPPPP/NQBNRKRB b KQkq - 0 1";
    let short = "bbrkqrnn/pppppppp/8/8/8/8/PPPPPPPP/BBRKQRNN w FC -";
    let long = "x".repeat(200_000);
    let input = format!(
        "\u{feff}518\r\nhello\r\n\r\n  BBQNNRKR \n{moved}\r{short}\n{long}\n8/8 w\n\
         rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNQ w HAha - 0 1\n5"
    );
    let (stdout, stderr, code) = spn_with(&["--format", "csv"], &input);
    assert_eq!(code, Some(1));
    check_snapshot("batch", &stdout);
    check_snapshot("batch-errors", &stderr);
}

#[test]
fn text_for_reading() {
    let (stdout, stderr, code) = spn(&["0", "KRBBQNNR", "--dfrc", "0,518"]);
    assert_eq!((stderr.as_str(), code), ("", Some(1)));
    check_snapshot("text", &stdout);
}

/// The area `spn` of the cases after public bug reports, as the command answers them.
#[test]
fn cases() {
    let path = shared("cases/cases.jsonl").unwrap_or_else(|| fixture("cases/cases.jsonl"));
    let text = fs::read_to_string(path).expect("a readable file");
    let cases = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("a JSON object a line"));
    let mut n_cases = 0;
    for case in cases.filter(|case| case["area"] == "spn") {
        let (id, input, expect) = (&case["id"], &case["input"], &case["expect"]);
        let question = input["fen"].as_str().or(input["rank"].as_str()).map(str::to_owned);
        if let Some(question) = question.or(input["spn"].as_u64().map(|number| number.to_string())) {
            let (stdout, stderr, code) = spn(&[&question, "--format", "json"]);
            if expect["error"] == "spn_out_of_range" {
                assert!(stderr.contains("numbers run from 0 to 959") && code == Some(1), "{id}: {stderr}");
            } else {
                let answer: Value = serde_json::from_str(&stdout).expect("a JSON object");
                for (field, value) in expect.as_object().expect("an object").iter().filter(|(name, _)| *name != "label")
                {
                    assert_eq!(&answer[field], value, "{id}: {field}");
                }
                // A start of its own kind is an answer; a position that is no start has none.
                assert_eq!(code, Some(i32::from(answer["kind"] == "other")), "{id}");
            }
        } else if input["all"] == true {
            let (stdout, _, _) = spn(&["--table", "json"]);
            let rank =
                |line: &str| serde_json::from_str::<Value>(line).expect("a JSON object")["back_rank"].to_string();
            let mut ranks: Vec<_> = stdout.lines().map(rank).collect();
            assert_eq!(ranks.len() as u64, expect["count"].as_u64().expect("a number"), "{id}");
            ranks.sort();
            ranks.dedup();
            assert_eq!(ranks.len() as u64, expect["distinct"].as_u64().expect("a number"), "{id}");
        } else {
            // Counting the starts of games is for another command: see `tests/cases.rs`.
            assert!(input["games_spn"].is_array(), "{id}");
        }
        n_cases += 1;
    }
    assert_eq!(n_cases, 7);
}

#[test]
fn help_shows_what_can_be_run() {
    let help = String::from_utf8(run(&["spn", "--help"]).stdout).expect("UTF-8");
    let examples: Vec<&str> = help.lines().filter_map(|line| line.strip_prefix("  pgn960 spn ")).collect();
    assert_eq!(examples.len(), 5);
    for example in examples {
        let words: Vec<&str> = example
            .split('\'')
            .enumerate()
            .flat_map(|(index, part)| if index % 2 == 1 { vec![part] } else { part.split_whitespace().collect() })
            .collect();
        let (stdout, stderr, code) = spn(&words);
        // More than the heading of a table.
        let is_told = stdout.lines().count() > if example.contains("--table") { 2 } else { 0 };
        assert!(is_told && stderr.is_empty() && code == Some(0), "{example}: {stderr}");
    }
}
