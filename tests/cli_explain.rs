//! `pgn960 explain`: every castling of the oracle with all that is said of it, lost rights, house rules, bad input.

use std::{collections::BTreeSet, fs};

use insta::Settings;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::harness::{fixture, run, run_with, shared};

fn explain_with(args: &[&str], input: &[u8]) -> (String, String, Option<i32>) {
    let output = run_with(&[&["explain"], args].concat(), input);
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), text(output.stderr), output.status.code())
}

/// Standard output of a run that says nothing else.
#[track_caller]
fn explain(text: &str, code: i32) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let (stdout, stderr, found) = explain_with(&words, b"");
    assert_eq!((stderr.as_str(), found), ("", Some(code)), "{stdout}");
    stdout
}

/// The part of an explanation that speaks of castlings.
#[track_caller]
fn castlings(text: &str, code: i32) -> String {
    let page = explain(text, code);
    let start = page.find("(a-side)").into_iter().chain(page.find("(h-side)")).min().expect("there is a castling");
    page[page[..start].rfind('\n').map_or(0, |end| end + 1)..].to_owned()
}

/// Compares with the snapshot of that name in `fixtures/explain`.
fn check_snapshot(name: &str, page: String) {
    let mut settings = Settings::clone_current();
    settings.set_snapshot_path(fixture("explain"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, page));
}

/// What is said of each line of standard input, as JSON.
fn explain_lines(lines: &[String]) -> Vec<Value> {
    let (stdout, stderr, _) = explain_with(&["-", "--format", "json"], lines.join("\n").as_bytes());
    assert_eq!(stderr, "");
    stdout.lines().map(|line| serde_json::from_str(line).expect("a JSON object a line")).collect()
}

/// Attempts whose text names the castling of the other side by our reading, since the rook has passed the king; they
/// are asked by side instead.
const ASKED_BY_SIDE: [&str; 2] = ["cc0481", "cc0493"];

fn castle_cases() -> Vec<Value> {
    let path = shared("oracle/castle_cases.jsonl").unwrap_or_else(|| fixture("oracle/castle_cases.jsonl"));
    let text = fs::read_to_string(path).expect("a readable file");
    text.lines().map(|line| serde_json::from_str(line).expect("a JSON object a line")).collect()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("`{value}` is a text"))
}

fn id_of(record: &Value) -> &str {
    text(&record["id"])
}

/// How a case asks for its castling: by king and rook, or by side when it names no rook.
fn question(record: &Value) -> &str {
    let squares = record["uci_960"].as_str().filter(|_| !ASKED_BY_SIDE.contains(&id_of(record)));
    squares.unwrap_or(if record["side"] == "a" { "O-O-O" } else { "O-O" })
}

/// A line of standard input: the game if the case has one, else the FEN in one dialect, and the castling if it has one.
fn line(record: &Value, dialect: &str) -> String {
    let (fen, moves) = match record["start_fen"].as_str() {
        Some(start) => {
            let moves: Vec<&str> = record["moves"].as_array().expect("a list").iter().map(text).collect();
            (start, moves.join(" "))
        }
        None => (text(&record[dialect]), String::new()),
    };
    let words = [fen, &moves, question(record)];
    words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Compares the fields that the oracle has with what is said of the castling.
fn compare(record: &Value, found: &Value, differences: &mut Vec<String>) {
    let id = id_of(record);
    let mut check = |field: &str, expected: &Value, found: &Value| {
        if expected != found {
            differences.push(format!("{id} {field}: expected {expected}, found {found}"));
        }
    };
    let is_asked_by_side = ASKED_BY_SIDE.contains(&id);
    for (field, expected) in record.as_object().expect("an object") {
        match field.as_str() {
            "id" | "category" | "origin" | "note" | "fen_x" | "fen_shredder" | "engines" | "start_fen" | "moves" => {}
            "rook_from" | "uci_960" if is_asked_by_side => {}
            "violations" => {
                let words = |violation: &Value| {
                    ["cond", "square", "from", "right_rook", "reason"].map(|field| violation[field].clone())
                };
                let list = |value: &Value| value.as_array().expect("a list").iter().map(words).collect::<Vec<_>>();
                check(field, &json!(list(expected)), &json!(list(&found[field])));
            }
            field => check(field, expected, &found[field]),
        }
    }
    // What the oracle leaves out where it does not apply.
    for (field, absent) in [
        ("clear_squares_w1", Value::Null),
        ("clear_squares_fide", Value::Null),
        ("rook_attacked", Value::Null),
        ("king_jumps_rook_square", Value::Null),
        ("king_lifted_extra", json!([])),
        ("rook_gives_check", Value::Null),
        ("only_legal_move", if record["legal"] == true { json!(false) } else { Value::Null }),
    ] {
        if record.get(field).is_none() {
            check(field, &absent, &found[field]);
        }
    }
}

#[test]
fn castle_cases_field_by_field() {
    let records = castle_cases();
    assert!(records.len() > 1000);
    let mut differences = Vec::new();
    let mut fields = BTreeSet::new();
    for dialect in ["fen_x", "fen_shredder"] {
        let lines: Vec<String> = records.iter().map(|record| line(record, dialect)).collect();
        let answers = explain_lines(&lines);
        assert_eq!(answers.len(), records.len());
        for (record, answer) in records.iter().zip(&answers) {
            let id = id_of(record);
            assert_eq!(
                (&answer["type"], &answer["illegal_move"]),
                (&json!("position"), &Value::Null),
                "{id}: {answer}"
            );
            assert_eq!(answer["xfen"], record["fen_x"], "{id}");
            // After a game Shredder-FEN keeps the square of every double step, while the case names it as X-FEN does.
            let without_square = |fen: &Value| {
                text(fen)
                    .split(' ')
                    .enumerate()
                    .filter(|(index, _)| *index != 3)
                    .map(|(_, field)| field.to_owned())
                    .collect::<Vec<_>>()
            };
            assert_eq!(without_square(&answer["shredder"]), without_square(&record["fen_shredder"]), "{id}");
            assert_eq!(answer["castling_given"], question(record), "{id}");
            let castlings = answer["castlings"].as_array().expect("a list");
            assert_eq!((castlings.len(), &castlings[0]["side"]), (1, &record["side"]), "{id}");
            compare(record, &castlings[0], &mut differences);
            fields.extend(record.as_object().expect("an object").keys().cloned());
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    for field in ["king_lifted_extra", "only_legal_move", "rook_gives_check", "clear_squares_w1", "start_fen"] {
        assert!(fields.contains(field), "no case has {field}");
    }
}

/// Both castlings of a position are the same as each asked for by itself, and legal ones can be played on.
#[test]
fn a_castling_given_is_one_of_both() {
    let records = castle_cases();
    let fens: BTreeSet<&str> = records.iter().map(|record| text(&record["fen_x"])).collect();
    let fens: Vec<String> = fens.into_iter().map(str::to_owned).collect();
    let asked = |san: &str| explain_lines(&fens.iter().map(|fen| format!("{fen} {san}")).collect::<Vec<_>>());
    let sides = [asked("O-O"), asked("O-O-O")];
    let (mut n_legal, mut next) = (0, Vec::new());
    for (index, both) in explain_lines(&fens).iter().enumerate() {
        for side in 0..2 {
            let castling = &both["castlings"][side];
            assert_eq!(castling, &sides[side][index]["castlings"][0], "{}", fens[index]);
            if castling["legal"] == true {
                n_legal += 1;
                next.push((
                    format!("{} {} moves", fens[index], text(&castling["san"])),
                    castling["result_fen_x"].clone(),
                ));
            }
        }
    }
    assert!(n_legal > 300);
    // A castling that is not the last word is played.
    let lines: Vec<String> = next.iter().map(|(line, _)| format!("{line} Zz9")).collect();
    for (answer, (_, expected)) in explain_lines(&lines).iter().zip(&next) {
        assert_eq!(&answer["xfen"], expected);
    }
}

#[test]
fn a_legal_castling() {
    check_snapshot("legal", explain("nr1bkq1r/pbpp1ppp/1p2pn2/8/4P3/5NP1/PPPP1PQP/NRBBK2R w KQkq - 0 5 O-O", 0));
}

#[test]
fn an_illegal_castling() {
    check_snapshot("unmasked", explain("8/8/3k4/8/8/8/b7/rR1K3b w B - 3 40", 0));
}

/// rules.md 4.10: a house rule overlooks e1.
#[test]
fn the_first_house_rule() {
    let page = castlings("rbkrbnnq/pppppppp/8/8/8/6NN/PPPPPPPP/RBKRB2Q w KQkq - 4 3 O-O", 1);
    check_snapshot("first-house-rule", page);
}

/// rules.md 4.20: a house rule forbids a castling that gives check.
#[test]
fn the_second_house_rule() {
    check_snapshot("second-house-rule", castlings("5k2/8/8/8/8/8/8/4K2R w K - 0 1 O-O", 0));
}

#[test]
fn rights_that_moves_take_away() {
    let start = "r3k2r/8/8/8/5n2/8/8/R3K2R w KQkq - 0 1";
    let page = explain(&format!("{start} moves 1. Kd2 Nd3 2.Ke2 Rf8"), 0);
    check_snapshot("rights-lost", page);
    for (moves, reason) in [
        ("Kd2 Kd7 Ke1 Ke8 O-O", "the white king has moved (Kd2, move 1) [no-right, FIDE-3.8.2.1.1]"),
        ("Ra2 Nd5 Ra1 Nf4 O-O-O", "the white rook of that side has moved (Ra2, move 1)"),
        ("Rxh8+ Ke7 Rh1 Ra7 O-O", "the white rook of that side has moved (Rxh8+, move 1)"),
        ("Rf1 Rh1 Rxh1 O-O", "the black rook of that side has moved (Rh1, move 1)"),
        ("Rxa8+ Kd7 Ra1 Kc8 O-O-O", "the white rook of that side has moved (Rxa8+, move 1)"),
        ("Rxa8+ O-O-O", "the black rook of that side was captured (Rxa8+, move 1)"),
        ("O-O Nh3+ Kh1 Nf4 Kg1 Nh3+ Kh1 Nf4 O-O-O", "white has castled already (O-O, move 1)"),
    ] {
        let page = castlings(&format!("{start} {moves}"), 1);
        assert!(page.contains(&format!("  obstacle          {reason}")), "{moves}: {page}");
    }
}

#[test]
fn moves_that_are_none() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (moves, message) in [
        ("e4 e5 Ke3", "`Ke3` is illegal: no white king can go to e3"),
        ("e5", "`e5` is illegal: no white pawn can go to e5"),
        ("hello", "`hello` is illegal: this is no move, neither in SAN nor in UCI"),
        ("Z0", "`Z0` is illegal: a null move is no move"),
        ("f3 e5 g4 Qh4# Kf2", "`Kf2` is illegal: the game is over: white is checkmated"),
        ("Nc3 a6 Nf3 a5 Nd4 a4 Nb5", "`Nb5` is illegal: this fits several legal moves: c3b5, d4b5"),
    ] {
        let (stdout, stderr, code) = explain_with(&[&[start][..], &moves.split(' ').collect::<Vec<_>>()].concat(), b"");
        assert_eq!((stderr.as_str(), code), ("", Some(1)), "{moves}: {stdout}");
        assert!(stdout.contains(message), "{moves}: {stdout}");
    }
    let (stdout, _, code) = explain_with(&[start, "e4", "O-O", "Nf3", "e5"], b"");
    assert_eq!(code, Some(1));
    assert!(stdout.contains("black O-O (h-side): illegal") && stdout.contains("2 more moves were given"), "{stdout}");
}

#[test]
fn kinds_of_starts() {
    let pawns = "pppppppp/8/8/8/8/PPPPPPPP";
    for (black, white, castling, expected) in [
        ("rnbqkbnr", "RNBQKBNR", "KQkq", "number 518, the array of ordinary chess"),
        ("bbqnnrkr", "BBQNNRKR", "HFhf", "number 0 of the 960"),
        ("rnbqkbnr", "BBQNNRKR", "KQkq", "DFRC, white 0 and black 518: number 518 of 921600"),
        (
            "krbbqnnr",
            "KRBBQNNR",
            "-",
            "shuffle (opposite bishops, both sides alike), one of 2880, not of the 960: white's king does not stand \
             between the rooks",
        ),
        (
            "bnbqkrnr",
            "BNBQKRNR",
            "-",
            "shuffle (any order of the pieces, both sides alike), one of 5040, not of the 960: white's bishops \
             stand on squares of the same colour",
        ),
        ("rnbqkbn1", "RNBQKBNR", "-", "none: black's back rank lacks a rook"),
    ] {
        let page = explain(&format!("{black}/{pawns}/{white} w {castling} - 0 1"), 0);
        assert!(page.contains(&format!("\nstart             {expected}\n")), "{page}");
    }
}

#[test]
fn legality_in_words() {
    for (fen, expected) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "legal: white is to move; 5 legal moves"),
        ("4k3/8/8/8/7q/8/8/4K3 w - - 0 1", "legal: white is to move, in check from the queen on h4; 4 legal moves"),
        ("4k3/8/8/8/8/8/r7/r3K3 w - - 0 1", "legal: white is checkmated by the rook on a1"),
        ("7k/5Q2/8/8/8/8/8/4K3 b - - 0 1", "legal: black is stalemated"),
        (
            "4k3/8/8/8/8/8/PPPPPPPP/QQQQKQQQ b - - 0 1",
            "no game leads here: there are more men than promotions could give",
        ),
        ("4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1", "no game leads here: no move can have given this check"),
    ] {
        let page = explain(fen, 0);
        assert!(page.contains(expected), "{page}");
    }
}

#[test]
fn fens_that_cannot_be_read() {
    check_snapshot("unreadable", explain("rbkrbnnq/pppppppp/8/8/8/8/PPPPPPPP/RBKRBNNQ w HAha - 0 1 O-O", 1));
    check_snapshot("unreadable-json", explain("4k3/8/8/8/8/8/8/R3K2B w HA - 0 1 --format json", 1));
    for (text, message) in [
        ("8/8 w", "8/8 w\n^^^\nnot readable: expected eight ranks in the placement, found 2 [placement-rank-count]\n"),
        (
            "hello world",
            "hello world\n^^^^^\nnot readable: expected eight ranks in the placement, found 1 [placement-rank-count]\n",
        ),
    ] {
        assert_eq!(explain(text, 1), message);
    }
    // Text of a file must not move the cursor.
    let (stdout, _, code) = explain_with(&["-"], b"4k3/8/8/8/8/8/8/\x1b[2J w\xff - - 0 1\r\n\r\n");
    assert_eq!(code, Some(1));
    assert!(!stdout.contains('\x1b') && stdout.starts_with("line 1\n"), "{stdout:?}");
}

#[test]
fn images() {
    let fen = "nr1bkq1r/p1pp1ppp/bp2pn2/8/4P3/5NP1/PPPP1PQP/NRBBK2R w KQkq - 0 5";
    let directory = TempDir::new().expect("a directory");
    let path = directory.path().join("board.svg");
    let (page, _, code) = explain_with(&[fen, "O-O", "--svg", path.to_str().expect("UTF-8")], b"");
    assert_eq!(code, Some(1));
    assert!(page.contains("f1 is attacked by the bishop on a6"));
    let image = fs::read_to_string(&path).expect("the image is there");
    let (printed, _, code) = explain_with(&[fen, "O-O", "--format", "svg"], b"");
    assert_eq!((code, &printed), (Some(1), &image));
    assert!(image.contains("white O-O: illegal: f1 is attacked by the bishop on"), "{image}");
    // Two squares marked, four of the ways of king and rook shaded.
    assert_eq!(image.matches("#d02020").count(), 2);
    assert_eq!(image.matches("#b9d7a8").count() + image.matches("#7fa66a").count(), 4);

    let nowhere = directory.path().join("no/board.svg");
    let (stdout, stderr, code) = explain_with(&[fen, "--svg", nowhere.to_str().expect("UTF-8")], b"");
    assert_eq!((stdout.as_str(), code), ("", Some(2)));
    assert!(stderr.contains("cannot write `"), "{stderr}");
    assert_eq!(explain_with(&["-", "--format", "svg"], fen.as_bytes()).2, Some(2));
    assert_eq!(explain_with(&["8/8", "w", "--format", "svg"], b"").2, Some(2));
}

#[test]
fn figurines() {
    let (stdout, _, _) = explain_with(&["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "--board", "unicode"], b"");
    assert!(stdout.contains(" 1 · · · · ♔ · · ♖\n") && stdout.contains("   1 · · · · ·[♖|♔]·\n"), "{stdout}");
}

/// What stands where the counters should be is a counter when a FEN of six words was given as one.
#[test]
fn counters_that_are_none() {
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    for (rest, kind) in [("-1 1", "halfmove"), ("x 1", "halfmove"), ("0 one", "fullmove"), ("x 1 e4", "halfmove")] {
        let fen = format!("{board} {rest}");
        let (stdout, _, code) = explain_with(&[&fen, "--format", "json"], b"");
        let answer: Value = serde_json::from_str(&stdout).expect("JSON");
        assert_eq!((&answer["kind"], code), (&json!(kind), Some(1)), "{fen}");
        assert_eq!(explain_lines(&[fen])[0], answer);
    }
    for (rest, moves) in [("e4 e5", ["e4", "e5"]), ("1.e4 e5", ["e4", "e5"]), ("moves e4 e5", ["e4", "e5"])] {
        let answer = &explain_lines(&[format!("{board} {rest}")])[0];
        assert_eq!(answer["moves"], json!(moves), "{rest}");
    }
    let page = explain(&format!("{board} e4 one"), 1);
    assert!(page.contains("`one` is illegal: this is no move"), "{page}");
}

#[test]
fn a_number_is_for_another_command() {
    let hint = "expected eight ranks in the placement, found 1; `pgn960 spn 518` tells the FEN of a start position";
    assert!(explain("518", 1).contains(hint));
    assert!(!explain("961", 1).contains("spn") && !explain("x", 1).contains("spn"));
}

#[test]
fn one_move_is_one() {
    let page = explain("4k3/8/8/8/8/8/8/4K2R w K - 0 1 Kd3 Kd8", 1);
    assert!(page.ends_with("\n1 more move was given and not looked at\n"), "{page}");
}

#[test]
fn help_shows_what_can_be_run() {
    let help = String::from_utf8(run(&["explain", "--help"]).stdout).expect("UTF-8");
    let examples: Vec<&str> = help.lines().filter_map(|line| line.strip_prefix("  pgn960 explain ")).collect();
    assert_eq!(examples.len(), 3);
    for example in examples {
        let words: Vec<String> = example.replace('\'', "").split(' ').map(str::to_owned).collect();
        let (stdout, stderr, code) = explain_with(&words.iter().map(String::as_str).collect::<Vec<_>>(), b"");
        assert!(stdout.len() > 500 && stderr.is_empty() && code.is_some_and(|code| code < 2), "{example}: {stderr}");
    }
}
