//! `pgn960 fen convert` as a user meets it, and what independent sources say of its answers.

use std::{collections::BTreeMap, fs, path::Path, process::Command};

use insta::Settings;
use pgn960_core::fen::FenErrorKind;
use serde_json::{Value, json};

use crate::{
    cases::{FEN_ERRORS, cases},
    harness::{files_below, fixture, read_file, run, run_with, shared},
};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/// Three FENs of SPN 518: X-FEN, Shredder-FEN, and one that cannot be read.
const LIST: &str = "\
# a comment\r\n\
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\r\n\
\r\n\
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - hmvc 0; id \"Jos\u{e9}\";\n\
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w GAha - 0 1\r\
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b Kq - 0 1";

/// Runs `pgn960 fen convert`, holds its exit code to what is expected, and returns standard output and standard error.
#[track_caller]
fn convert(args: &[&str], input: impl AsRef<[u8]>, exit_code: i32) -> (String, String) {
    let output = run_with(&[&["fen", "convert"], args].concat(), input.as_ref());
    let (stdout, stderr) = (output.stdout, String::from_utf8(output.stderr).unwrap());
    // Lists may hold any bytes; here they are Latin-1 at worst.
    let stdout =
        String::from_utf8(stdout).unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect());
    assert_eq!(output.status.code(), Some(exit_code), "{args:?}\n{stdout}{stderr}");
    (stdout, stderr)
}

/// Runs it quietly over an input and compares what is printed.
#[track_caller]
fn check(args: &[&str], input: impl AsRef<[u8]>, expected: &str) {
    assert_eq!(
        convert(&[&["--quiet"], args, &["-"]].concat(), input, 0),
        (expected.to_owned(), String::new()),
        "{args:?}"
    );
}

/// The JSON objects of a type that are printed.
#[track_caller]
fn listed(args: &[&str], input: impl AsRef<[u8]>, kind: &str) -> Vec<Value> {
    let (fens, summaries) = list_all(args, input);
    if kind == "fen" { fens } else { summaries }
}

/// All of them: FENs and summaries.
fn list_all(args: &[&str], input: impl AsRef<[u8]>) -> (Vec<Value>, Vec<Value>) {
    let output = run_with(&[&["fen", "convert", "--format", "json"], args].concat(), input.as_ref());
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()).partition(|line| line["type"] == "fen")
}

fn text<'a>(record: &'a Value, field: &str) -> &'a str {
    record[field].as_str().unwrap_or_else(|| panic!("{field} in {record}"))
}

/// A new directory with these files.
fn directory(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    for (name, data) in files {
        fs::write(directory.path().join(name), data).unwrap();
    }
    directory
}

fn records_by_dialect() -> BTreeMap<String, Vec<Value>> {
    let path = shared("oracle/fen_dialects.jsonl").unwrap_or_else(|| fixture("oracle/fen_dialects.jsonl"));
    let mut groups: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for line in fs::read_to_string(path).unwrap().lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        groups.entry(text(&record, "dialect").to_owned()).or_default().push(record);
    }
    groups
}

/// Every row of the table, in batches of a declared dialect. One is an empty text, which a list passes over.
#[test]
fn oracle_rows() {
    let mut n_rows = 0;
    for (dialect, records) in records_by_dialect() {
        let (empty, records): (Vec<_>, Vec<_>) = records.into_iter().partition(|record| record["input"] == "");
        n_rows += records.len() + empty.len();
        let list: String = records.iter().map(|record| text(record, "input").to_owned() + "\n").collect();
        for target in ["xfen", "shredder", "standard"] {
            let args = ["--from", &dialect, "--to", target, "--strict"];
            let expected: Vec<&str> =
                records.iter().map(|record| record[target].as_str().unwrap_or(text(record, "input"))).collect();
            let has_error = records.iter().any(|record| record[target].is_null());
            let (stdout, _) = convert(&[&args[..], &["-"]].concat(), &list, i32::from(has_error));
            assert_eq!(stdout.lines().collect::<Vec<_>>(), expected, "{dialect} to {target}");

            let found = listed(&[&args[..], &["-"]].concat(), &list, "fen");
            for (record, found) in records.iter().zip(&found) {
                let is_inexpressible = record["ok"] == true && record[target].is_null();
                let error =
                    if is_inexpressible { json!("castling-nonstandard-geometry") } else { record["error"].clone() };
                assert_eq!(found["error"].get("kind").unwrap_or(&Value::Null), &error, "{record}");
                if record["ok"] == true && !is_inexpressible {
                    let notes = &found["notes"];
                    let expected = record["noncanonical_reason"].as_str();
                    assert_eq!(notes[0]["kind"].as_str(), expected, "{record}");
                    assert!(notes[1].is_null(), "{record}");
                }
            }
        }
        for record in empty {
            let found = listed(&["--strict", ""], "", "fen");
            assert_eq!(found[0]["error"]["kind"], record["error"], "{record}");
        }
    }
    assert!(n_rows > 200);
}

/// The FENs among the cases: strictly those that are right, leniently those marked so too, and no other.
#[test]
fn cases_of_fens() {
    let mut n_cases = 0;
    for case in cases().iter().filter(|case| case["input_kind"] == "fen") {
        let (id, input, expect) = (text(case, "id"), text(case, "input"), &case["expect"]);
        n_cases += 1;
        for is_strict in [true, false] {
            for target in ["xfen", "shredder"] {
                let strict = if is_strict { &["--strict"][..] } else { &[] };
                let found = listed(&[strict, &["--to", target, input]].concat(), "", "fen");
                let [found] = &found[..] else { panic!("{id}: one FEN") };
                let is_taken = expect["valid"] == true || (expect["valid"] == "lenient" && !is_strict);
                // Only a reader that warns looks at the clock; strictly a FEN is judged field by field.
                let is_taken = is_taken || id == "F30";
                assert_eq!(found["output"], if is_taken { expect[target].clone() } else { Value::Null }, "{id}");
                if !is_taken && expect["valid"] != "lenient" {
                    let expected =
                        if expect["error"].is_null() { &expect["errors"][0]["code"] } else { &expect["error"] };
                    let kinds = FEN_ERRORS.iter().find(|(name, _)| *name == *expected).expect("a known word").1;
                    let kind = &found["error"]["kind"];
                    assert!(
                        kinds.iter().map(|kind| FenErrorKind::code(*kind)).any(|code| *kind == code),
                        "{id}: {kind}"
                    );
                }
                if let Some(suggested) = expect["suggest_xfen"].as_str() {
                    assert_eq!(found["error"]["hint"], suggested, "{id}");
                }
                if is_taken && !is_strict {
                    let words =
                        expect["warnings"].as_array().or(expect["info"].as_array()).map_or(&[][..], Vec::as_slice);
                    let notes = found["notes"].as_array().unwrap();
                    assert_eq!(notes.len(), words.len(), "{id}: {notes:?}");
                }
            }
        }
    }
    assert_eq!(n_cases, 21);
}

#[test]
fn a_list_changes_in_its_fens_only() {
    let (stdout, stderr) = convert(&["--to", "shredder", "-"], LIST, 1);
    assert_eq!(stdout, LIST.replace("KQkq", "HAha").replace("b Kq", "b Ha"));
    let expected = "\
        -:5:47: error[castling-right-without-rook]: castling right `G`: no white rook on g1; perhaps \
        `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1` was meant\n\
        -: 4 FENs (2 X-FEN only, 1 Shredder-FEN only, mixed in one file), 2 changed, \
        3 read back as the same position, 1 not converted\n";
    assert_eq!(stderr, expected);
    let suite = |field: &str| format!("# a\n\nid 0\nepd {START} w {field} - 0 1\nperft 1 20\n");
    check(&["--to", "shredder"], suite("KQkq"), &suite("HAha"));
    // Bytes that are no UTF-8, byte order marks, and what DOS programs end a file with.
    let odd =
        |field: &str| [b"\xef\xbb\xbf", format!("{START} w {field} - id \"").as_bytes(), b"\xe9\";\n\x1a"].concat();
    let output = run_with(&["fen", "convert", "--to", "shredder", "--quiet", "-"], &odd("KQkq"));
    assert_eq!((output.stdout, output.stderr), (odd("HAha"), Vec::new()));
}

#[test]
fn what_to_do_with_errors() {
    let (stdout, stderr) = convert(&["--on-error", "drop", "-"], LIST, 1);
    let without = LIST.replace(&format!("{START} w GAha - 0 1\r"), "").replace("HAha", "KQkq");
    assert_eq!(stdout, without);
    assert!(stderr.ends_with("1 not converted, 1 dropped\n"), "{stderr}");
    for chunk_size in ["1", "100", "256K"] {
        let (stdout, stderr) = convert(&["--on-error", "stop", "--chunk-size", chunk_size, "-"], LIST, 1);
        assert_eq!(stdout, without.split(&format!("{START} b")).next().unwrap());
        assert!(stderr.contains("-: 3 FENs ") && stderr.contains(" 2 read back"), "{stderr}");
    }
}

#[test]
fn neither_threads_nor_chunk_size_change_anything() {
    let list: String = LIST.repeat(7);
    let csv: String = list.lines().map(|line| format!("\"a\nb\";{}\r\n\u{feff}\n", line.replace(';', ","))).collect();
    let game = format!("[Event \"?\"]\n[FEN \"{START} w Qk - 0 1\"]\n\n1. e4 {{ x\n\n[FEN \"x\"] }} *\n\n");
    for (args, input) in
        [(&[][..], list), (&["--column", "2", "--delimiter", ";"][..], csv), (&["--tag", "White"][..], game.repeat(5))]
    {
        for mode in [&[][..], &["--check"], &["--diff"], &["--format", "json"], &["--on-error", "drop"]] {
            let run = |extra: &[&str]| {
                let args = [&["fen", "convert", "--to", "shredder"], args, mode, extra, &["-"]].concat();
                run_with(&args, format!("\u{feff}{input}").as_bytes())
            };
            let expected = run(&["-j1"]);
            assert!(!expected.stdout.is_empty() || mode == ["--check"]);
            for extra in [["-j3", "--chunk-size=1"], ["-j2", "--chunk-size=77"]] {
                let found = run(&extra);
                assert_eq!(String::from_utf8_lossy(&found.stdout), String::from_utf8_lossy(&expected.stdout));
                assert_eq!(String::from_utf8_lossy(&found.stderr), String::from_utf8_lossy(&expected.stderr));
            }
        }
    }
}

#[test]
fn counters() {
    let short = format!("{START} w HAha -");
    let note = format!(
        "arguments:1:{}: note[missing-fields]: four fields without counters and without operations\n",
        short.len() + 1
    );
    assert_eq!(convert(&["-q", &short], "", 0), (format!("{START} w KQkq -\n"), note));
    for strict in [&[][..], &["--strict"]] {
        let args = [&["-q", "--fill-counters"], strict, &[&*short]].concat();
        assert_eq!(convert(&args, "", 0), (format!("{START} w KQkq - 0 1\n"), String::new()));
    }
    let (_, stderr) = convert(&["-q", "--strict", &short], "", 1);
    assert!(stderr.starts_with("arguments:1:1: error[field-count]: "), "{stderr}");
    // EPD operations stand for themselves, also when counters are filled.
    check(&["--fill-counters"], format!("{START} w HAha - bm e4;\n"), &format!("{START} w KQkq - bm e4;\n"));
    check(&["--strict"], format!("{START} w HAha - bm e4;\n"), &format!("{START} w KQkq - bm e4;\n"));
    let (stdout, _) = convert(&["-q", &format!("{START} w HAha - 7")], "", 0);
    assert_eq!(stdout, format!("{START} w KQkq - 7 1\n"));
}

#[test]
fn en_passant_squares() {
    // A legal capture, one that uncovers an attack along the rank, and a pushed pawn with none beside it.
    let list =
        "4k3/8/8/8/pP6/8/8/4K3 b - b3 0 1\n8/8/8/8/k1pP3R/8/8/4K3 b - d3 0 1\n4k3/8/8/8/3P4/8/8/4K3 b - d3 0 1\n";
    let squares = |args: &[&str]| {
        let (stdout, _) = convert(&[args, &["-q", "-"]].concat(), list, 0);
        stdout.lines().map(|line| line.split(' ').nth(3).unwrap().to_owned()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(squares(&["--to", "xfen"]), "b3 d3 -");
    assert_eq!(squares(&["--to", "shredder"]), "b3 d3 d3");
    assert_eq!(squares(&["--to", "standard"]), "b3 d3 d3");
    assert_eq!(squares(&["--to", "xfen", "--ep", "keep"]), "b3 d3 d3");
    assert_eq!(squares(&["--to", "shredder", "--ep", "xfen"]), "b3 d3 -");
    assert_eq!(squares(&["--to", "standard", "--ep", "legal"]), "b3 - -");
    let (_, stderr) = convert(&["--ep", "legal", "-"], list, 0);
    assert!(stderr.ends_with(", 2 en passant squares left out\n"), "{stderr}");
}

#[test]
fn csv_columns() {
    let table = format!(
        "\u{feff}id,\"the \"\"fen\"\"\",note\r\n1,{START} w KQkq - 0 1,\"a\n{START} w KQkq - 0 1\"\r\n\r\n\
        2,\"{START} w KQkq - 0 1\",\"x, \"\"y\"\"\"\n3\n4,,"
    );
    let quoted = format!("\"{START} w KQkq");
    let expected = table.replacen("w KQkq", "w HAha", 1).replace(&quoted, &quoted.replace("KQkq", "HAha"));
    for column in ["the \"fen\"", "2"] {
        check(&["--to", "shredder", "--column", column], &table, &expected);
    }
    // A record is converted whole or not at all.
    let pair = |one: &str, other: &str| format!("{START} w {one} - 0 1;x;{START} b {other} - 0 1\r");
    let table = pair("KQkq", "KQkq") + &pair("KQkq", "x") + &pair("-", "k");
    let (stdout, stderr) = convert(&["--to", "shredder", "--column=3", "--column=1", "-"], &table, 1);
    assert_eq!(stdout, pair("HAha", "HAha") + &pair("KQkq", "x") + &pair("-", "h"));
    let place = pair("KQkq", "x").find('x').unwrap() + START.len() + 6;
    assert!(stderr.starts_with(&format!("-:2:{place}: error[castling-bad-letter]: ")), "{stderr}");
    assert!(stderr.ends_with("3 changed, 4 read back as the same position, 2 not converted\n"), "{stderr}");
    let (stdout, _) = convert(&["--column=3", "--column=1", "--on-error", "drop", "-"], &table, 1);
    assert_eq!(stdout, pair("KQkq", "KQkq") + &pair("-", "k"));
}

#[test]
fn csv_files_need_a_column() {
    let directory = directory(&[("a.csv", format!("id\tfen\n0\t{START} w HAha - 0 1\n").as_bytes())]);
    let path = directory.path().join("a.csv");
    let path = path.to_str().unwrap();
    let (stdout, stderr) = convert(&[path], "", 2);
    let ending = "as CSV: name the column of FENs with `--column`; the first record is `id`, `fen`\n";
    assert!(stdout.is_empty() && stderr.ends_with(ending), "{stderr}");
    let (_, stderr) = convert(&["--column", "Fen", path], "", 2);
    assert!(stderr.ends_with("as CSV: no column is named `Fen`; there are `id`, `fen`\n"), "{stderr}");
    let (_, stderr) = convert(&["--column", "3", path], "", 2);
    assert!(stderr.ends_with("as CSV: there is no column 3; the first record has 2\n"), "{stderr}");
    let (stdout, _) = convert(&["--column", "fen", path], "", 0);
    assert_eq!(stdout, format!("id\tfen\n0\t{START} w KQkq - 0 1\n"));
}

/// A field in quotes that goes on where it should have ended hides the FENs of other records.
#[test]
fn csv_quotes_hide_no_fen() {
    let check = |table: &str, options: &[&str], said: &str, expected: &str| {
        for chunk_size in ["1", "100", "256K"] {
            let args = [&["--to", "shredder", "--column", "fen", "--chunk-size", chunk_size], options, &["-"]].concat();
            let (stdout, stderr) = convert(&args, table, 1);
            assert_eq!(stdout, expected, "{table}");
            assert!(stderr.starts_with(said), "{stderr}");
        }
    };
    let row = |field: &str, note: &str| format!("{START} w {field} - 0 1,{note}\n");
    let column = START.len() + " w Kk - 0 1,".len() + 1;
    let table = |last: &str| {
        format!(
            "fen,n\n{}{}",
            row("KQkq", "a\"b \"c\""),
            [row("Kk", "\"un"), row("KQkq", "b"), row("k", last)].concat()
        )
    };

    let said =
        format!("-:3:{column}: error[unclosed-quote]: this quote is not closed, so that all behind it is one field\n");
    let open = table("c");
    let expected = open.replacen("KQkq", "HAha", 1);
    for options in [&[][..], &["--on-error", "drop"]] {
        check(&open, options, &said, &expected);
    }
    check(&open, &["--on-error", "stop"], &said, expected.split_inclusive('\n').take(2).collect::<String>().as_str());
    let (fens, summary) = list_all(&["--column", "fen", "-"], &open);
    assert_eq!((fens.len(), &fens[1]["output"]), (2, &Value::Null));
    assert_eq!(summary[0]["errors"], json!({"unclosed-quote": 1}));
    let (_, stderr) = convert(&["--column", "fen", "--format", "json", "-"], &open, 1);
    assert!(stderr.starts_with(&said), "{stderr}");
    let (_, stderr) = convert(&["--column", "fen", "--max-game-size", "150", "-"], &open, 2);
    assert!(stderr.contains("a record has more than 150 bytes, from line 3 on; perhaps a quote is not"), "{stderr}");

    let place = START.len() + " w k - 0 1,".len() + 2;
    let said = format!(
        "-:3:{column}: error[text-behind-quote]: \
        text follows the quote that closes this field, at line 5, column {place}\n"
    );
    let closed = table("\"c\"") + &row("KQkq", "\"d\" ");
    let (first, last) = closed.rsplit_once("KQkq").unwrap();
    check(&closed, &[], &said, &format!("{}HAha{last}", first.replacen("KQkq", "HAha", 1)));
    // In the column of the FENs, in the header, and in the same line.
    check(&format!("fen,n\n\"{START}"), &[], "-:2:1: error[unclosed-quote]: ", &format!("fen,n\n\"{START}"));
    check(&format!("fen,\"n\n{START}"), &[], "-:1:5: error[unclosed-quote]: ", &format!("fen,\"n\n{START}"));
    let line = format!("n,fen\n\"a,{START} w KQkq - 0 1,\"b\n");
    check(&line, &[], "-:2:1: error[text-behind-quote]: ", &line);
}

/// Records that end in CRLF are parts of a file too, so that it may be larger than one record.
#[test]
fn csv_files_are_read_in_parts() {
    let table = |field: &str| format!("fen,n\r\n{}", format!("{START} w {field} - 0 1,x\r\n").repeat(10));
    for options in [&[][..], &["--chunk-size=1"]] {
        let args = [&["--to=shredder", "--column=fen", "--max-game-size=200"], options].concat();
        check(&args, table("KQkq"), &table("HAha"));
    }
}

/// Two games with other things that look like FENs.
fn games() -> String {
    format!(
        "\u{feff}; a preamble [FEN \"x\"]\r\n\r\n[Event \"{START} w KQkq - 0 1\"]\r\n\
        [FEN   \"{START} w KQkq - 0 1\" ]\r\n\
        [CurrentPosition \"{START} w HAha -\"]\r\n\r\n1. e4 {{\r\n[FEN \"{START} w KQkq - 0 1\"]\r\n}} e5  *\r\n\r\n\
        [Fen \"?\"]\n[FEN \"{START} w KQkq - 0 1\"]\n\n1.d4 *"
    )
}

/// Strictness is about what a FEN means, not about what a tidy writer writes: both are told, in both modes.
#[test]
fn untidy_fens_are_told_in_both_modes() {
    for mode in [&[][..], &["--strict"]] {
        let fen = format!("{START} w qkQK - 00 01");
        let (stdout, stderr) = convert(&[mode, &["-q", &fen]].concat(), "", 0);
        assert_eq!(stdout, format!("{START} w KQkq - 0 1\n"));
        let notes = "\
            arguments:1:47: note[order]: castling field `qkQK`: X-FEN writes `KQkq`, Shredder-FEN `HAha`\n\
            arguments:1:54: note[leading-zeros]: halfmove clock `00` has leading zeros\n\
            arguments:1:57: note[leading-zeros]: fullmove number `01` has leading zeros\n";
        assert_eq!(stderr, notes, "{mode:?}");
    }
}

/// A file of something else is told as such, unless the kind of file is what the user said.
#[test]
fn what_is_no_list() {
    let table = "name;fen\n".repeat(8);
    let (_, stderr) = convert(&["-"], &table, 1);
    let hint = "\n-: nothing in it is a FEN; `--column` reads tables with a column of FENs, \
                `--input pgn` the FEN tags of games\n-: 8 FENs, 0 changed";
    assert_eq!(stderr.lines().count(), 10, "{stderr}");
    assert!(stderr.contains(hint), "{stderr}");
    let readable = format!("{table}{START} w KQkq - 0 1\n");
    for (args, text) in [(&["--input", "lines", "-"][..], &table), (&["-q", "-"], &table), (&["-"], &readable)] {
        assert!(!convert(args, text, 1).1.contains("nothing in it"), "{args:?}");
    }
}

/// A single square is no squares.
#[test]
fn counts_agree_with_their_nouns() {
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\n";
    assert!(convert(&["-"], fen, 0).1.ends_with(", 1 en passant square left out\n"));
    assert!(convert(&["-"], fen.repeat(2), 0).1.ends_with(", 2 en passant squares left out\n"));
}

#[test]
fn tags_of_games() {
    let games = games();
    let (stdout, stderr) = convert(&["--to", "shredder", "-"], &games, 1);
    let expected = games.replacen(
        "[FEN   \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq",
        "[FEN   \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha",
        1,
    );
    assert_eq!(stdout, expected);
    assert!(stderr.starts_with("-:11:7: error[placement-rank-count]: "), "{stderr}");
    assert!(
        stderr.ends_with("-: 3 FENs (2 X-FEN only), 1 changed, 1 read back as the same position, 2 not converted\n"),
        "{stderr}"
    );
    let (stdout, _) = convert(&["--tag", "currentposition", "--on-error", "drop", "-"], &games, 1);
    assert_eq!(stdout, games.split("[Fen").next().unwrap().replace("HAha", "KQkq"));
    let (stdout, _) = convert(&["--to", "shredder", "--on-error", "stop", "-"], &games, 1);
    assert_eq!(stdout, expected.split("[Fen").next().unwrap());
    // A list is not taken for games, and games are not taken for a list, unless told.
    let (_, stderr) = convert(&["--input", "lines", "-"], &games, 1);
    assert!(stderr.contains("error[placement-rank-count]"), "{stderr}");
}

#[test]
fn a_game_larger_than_allowed_is_not_lost() {
    let game = format!("[FEN \"{START} w KQkq - 0 1\"]\n\n{{ {} }}\n", "x".repeat(2000));
    let (stdout, stderr) = convert(&["--max-game-size", "1000", "--to", "shredder", "-"], &game, 2);
    assert!(stdout.is_empty() && stderr.contains("more than `--max-game-size`"), "{stdout}{stderr}");
    let (_, stderr) = convert(&["--max-game-size", "1000", "-"], "x".repeat(2000), 2);
    assert!(stderr.starts_with("pgn960: error: cannot read `-`: a line has more than 1000 bytes"), "{stderr}");
    check(&["--to", "shredder"], &game, &game.replace("KQkq", "HAha"));
}

#[test]
fn arguments() {
    let fen = |field: &str| format!("{START} w {field} - 0 1");
    let (stdout, stderr) = convert(&["--to", "shredder", &fen("KQkq"), &fen("Kq")], "", 0);
    assert_eq!(stdout, format!("{}\n{}\n", fen("HAha"), fen("Ha")));
    assert_eq!(stderr, "arguments: 2 FENs (2 X-FEN only), 2 changed, 2 read back as the same position\n");
    let (stdout, stderr) = convert(&["-q", &fen("HAha"), "-", &fen("x"), "missing.epd"], fen("Ha"), 2);
    assert_eq!(stdout, format!("{}\n{}{}\n", fen("KQkq"), fen("Kq"), fen("x")));
    assert!(
        stderr.contains("arguments:1:47: error[castling-bad-letter]: ") && stderr.contains("`missing.epd`"),
        "{stderr}"
    );
    let (_, stderr) = convert(&[START, "w", "KQkq", "-", "0", "1"], "", 2);
    assert_eq!(stderr, format!("pgn960: error: a FEN is one argument: put quotes around `{START} w ...`\n"));
    let shuffled = START.replace("RNBQ", "QNBR");
    let (stdout, stderr) = convert(&["--to", "standard", &format!("{shuffled} w Q - 0 1")], "", 1);
    assert_eq!(stdout, format!("{shuffled} w Q - 0 1\n"));
    let expected = "arguments:1:47: error[castling-nonstandard-geometry]: standard FEN has no letters for the castling \
        rights `Q`\narguments: 1 FEN (1 X-FEN only), 0 changed, 0 read back as the same position, 1 not converted\n";
    assert_eq!(stderr, expected);
    let (_, stderr) = convert(&["no/such/file with blanks.epd"], "", 2);
    assert!(stderr.starts_with("pgn960: error: cannot read `no/such/file with blanks.epd`: "), "{stderr}");
    let (_, stderr) = convert(&["--write", &fen("KQkq")], "", 2);
    assert_eq!(stderr, "pgn960: error: `--write` replaces files, and not all inputs are files\n");
}

#[test]
fn check_and_diff_print_no_text() {
    let (stdout, stderr) = convert(&["--check", "--to", "shredder", "-"], LIST, 1);
    assert_eq!(stdout.lines().count(), 1);
    assert!(stdout.starts_with("-:5:47: error[castling-right-without-rook]: "), "{stdout}");
    assert!(stderr.starts_with("-: 4 FENs ") && stderr.contains(", 2 to change, "), "{stderr}");

    let list = format!("# a\n{START} w KQkq - 0 1\n{START} w - - 0 1\n{START} w KQkq - 0 1\n{START} b K - 0 1");
    let hunk = |line: &str, changes: &[&str]| format!("@@ -{line} +{line} @@\n{}", changes.concat());
    let side = |sign: &str, turn: &str, field: &str| format!("{sign}{START} {turn} {field} - 0 1\n");
    let note = "\\ No newline at end of file\n";
    let expected = "--- -\n+++ -\n".to_owned()
        + &hunk("2", &[&side("-", "w", "KQkq"), &side("+", "w", "HAha")])
        + &hunk("4", &[&side("-", "w", "KQkq"), &side("+", "w", "HAha")])
        + &hunk("5", &[&side("-", "b", "K"), note, &side("+", "b", "H"), note]);
    check(&["--diff", "--to", "shredder"], list, &expected);
}

/// Lines of a diff end in LF only, whatever ends those of the list; and names may hold anything.
///
/// It takes GNU patch: others do not read names in quotes.
#[cfg(target_os = "linux")]
#[test]
fn diffs_can_be_applied() {
    use std::{
        ffi::OsStr,
        io::Write,
        os::unix::ffi::OsStrExt,
        process::{Output, Stdio},
    };

    let fen = |field: &str| format!("{START} w {field} - 0 1");
    let lists = [
        [fen("KQkq"), fen("Kk")].join("\r"),
        [fen("KQkq"), fen("Kk"), String::new()].join("\r\n"),
        format!("# a\r{}\n{}\r{}\r\n\r{}\n{}", fen("Kk"), fen("-"), fen("Q"), fen("x"), fen("KQkq")),
    ];
    let names: [&[u8]; 8] = [b"a.epd", b"a b.epd", b" a", b"a\tb", b"a\nb", b"\x1b[1m", b"\"q\\", b"\xe9.epd"];
    let directory = tempfile::tempdir().unwrap();
    let run = |program: &str, args: &[&OsStr], input: &[u8]| -> Output {
        let mut command = Command::new(program);
        command.args(args).current_dir(&directory).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        child.wait_with_output().unwrap()
    };
    for (list, name) in lists.iter().flat_map(|list| names.map(|name| (list, OsStr::from_bytes(name)))) {
        let path = directory.path().join(name);
        fs::write(&path, list).unwrap();
        for options in [&["--on-error=keep"][..], &["--on-error=drop"], &["--on-error=drop", "--chunk-size=1"]] {
            let args = [&["fen", "convert", "--quiet", "--to=shredder", "--input=lines"], options].concat();
            let mut args: Vec<&OsStr> = args.into_iter().map(OsStr::new).collect();
            args.push(name);
            let converted = run(env!("CARGO_BIN_EXE_pgn960"), &args, b"").stdout;
            args.push(OsStr::new("--diff"));
            let diff = run(env!("CARGO_BIN_EXE_pgn960"), &args, b"").stdout;
            let patched = run("patch", &["--binary", "-p0"].map(OsStr::new), &diff);
            let said = String::from_utf8_lossy(&patched.stdout);
            assert!(patched.status.success(), "{name:?} {said}\n{}", String::from_utf8_lossy(&diff));
            assert_eq!(fs::read(&path).unwrap(), converted, "{name:?} {said}\n{}", String::from_utf8_lossy(&diff));
            fs::write(&path, list).unwrap();
        }
    }
    let args = ["--diff", "--max-game-size=100", "-"];
    let (_, stderr) = convert(&args, lists[0].replace("/8/", "/8/\r"), 2);
    assert!(
        stderr.contains("cannot make a diff of `-`: line 1, up to the next LF, has more than 100 bytes"),
        "{stderr}"
    );
}

#[test]
fn notes_of_a_kind_are_counted_after_five() {
    let list = format!("{START} w AHah - 0 1\n").repeat(8);
    let (stdout, stderr) = convert(&["-"], &list, 0);
    assert_eq!(stdout, list.replace("AHah", "KQkq"));
    let notes: Vec<_> = stderr.lines().filter(|line| line.contains(": note[order]: ")).collect();
    assert_eq!(notes.len(), 5);
    assert_eq!(notes[4], "-:5:47: note[order]: castling field `AHah`: X-FEN writes `KQkq`, Shredder-FEN `HAha`");
    assert!(stderr.contains("\n-: 3 more notes[order]\n"), "{stderr}");
    assert_eq!(listed(&["-"], &list, "fen").iter().filter(|fen| fen["notes"][0]["kind"] == "order").count(), 8);
}

#[test]
fn listings() {
    let found = listed(&["--to", "shredder", "-"], LIST, "fen");
    let fen = |line: u64, input: &str, output: &str, dialect: &str| {
        json!({"type": "fen", "file": "-", "line": line, "column": 1, "input": format!("{START} {input}"),
            "output": format!("{START} {output}"), "dialect": dialect, "error": null, "notes": []})
    };
    assert_eq!(found[0], fen(2, "w KQkq - 0 1", "w HAha - 0 1", "xfen"));
    let epd = "w HAha - hmvc 0; id \"Jos\u{e9}\";";
    assert_eq!(found[1], fen(4, epd, epd, "shredder"));
    assert_eq!((&found[2]["output"], &found[2]["error"]["fen_column"]), (&Value::Null, &json!(47)));
    let summary = listed(&["--to", "shredder", "-"], LIST, "summary");
    let expected = json!([{"type": "summary", "file": "-", "fens": 4, "dialects": {"shredder": 1, "xfen": 2},
        "is_mixed": true, "converted": 3, "changed": 2, "ep_squares_dropped": 0, "units_dropped": 0,
        "errors": {"castling-right-without-rook": 1}, "notes": {}}]);
    assert_eq!(json!(summary), expected);
    let (stdout, _) = convert(&["--format", "csv", "-q", "-"], LIST, 1);
    let lines: Vec<_> = stdout.lines().collect();
    assert_eq!(lines[0], "file,line,column,input,output,dialect,error,fen_column,message,notes");
    assert_eq!(lines[1], format!("-,2,1,{START} w KQkq - 0 1,{START} w KQkq - 0 1,xfen,,,,"));
    assert_eq!(
        lines[3],
        format!("-,5,1,{START} w GAha - 0 1,,,castling-right-without-rook,47,castling right `G`: no white rook on g1,")
    );
}

#[cfg(unix)]
mod write {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    use super::*;

    fn paths(directory: &Path) -> Vec<String> {
        files_below(directory).iter().map(|path| path.file_name().unwrap().to_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn replaces_whole_files() {
        let directory = directory(&[("a.epd", LIST.as_bytes()), ("b.pgn", games().as_bytes())]);
        let path = |name: &str| directory.path().join(name);
        fs::set_permissions(path("a.epd"), fs::Permissions::from_mode(0o640)).unwrap();
        symlink(path("a.epd"), path("link.epd")).unwrap();
        let link = path("link.epd");
        let (stdout, stderr) =
            convert(&["--write", "--to", "shredder", link.to_str().unwrap(), path("b.pgn").to_str().unwrap()], "", 1);
        assert!(stdout.is_empty() && stderr.contains("\ntotal: 7 FENs "), "{stderr}");
        assert_eq!(fs::read_to_string(path("a.epd")).unwrap(), LIST.replace("KQkq", "HAha").replace("b Kq", "b Ha"));
        assert!(fs::read_to_string(path("b.pgn")).unwrap().contains("w HAha - 0 1\" ]"));
        assert!(fs::symlink_metadata(link).unwrap().is_symlink());
        assert_eq!(fs::metadata(path("a.epd")).unwrap().mode() & 0o7777, 0o640);
        assert_eq!(paths(directory.path()), ["a.epd", "b.pgn", "link.epd"]);
    }

    #[test]
    fn leaves_what_need_not_change() {
        let directory = directory(&[("a.epd", format!("{START} w KQkq - 0 1").as_bytes())]);
        let path = directory.path().join("a.epd");
        let inode = fs::metadata(&path).unwrap().ino();
        convert(&["--write", path.to_str().unwrap()], "", 0);
        assert_eq!(fs::metadata(&path).unwrap().ino(), inode);
    }

    /// Nothing of these is written, and no temporary file stays.
    #[test]
    fn leaves_what_it_may_not_or_cannot_replace() {
        let directory = directory(&[("a.epd", LIST.as_bytes()), ("b.epd", LIST.repeat(1000).as_bytes())]);
        let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
        let packed = zstd::encode_all(LIST.as_bytes(), 3).unwrap();
        fs::write(path("c.epd.zst"), &packed).unwrap();
        let check = |args: &[&str], exit_code: i32, said: &str| {
            let (stdout, stderr) = convert(&[&["--write", "--to", "shredder"], args].concat(), "", exit_code);
            assert!(stdout.is_empty() && stderr.contains(said), "{stderr}");
            assert_eq!(fs::read_to_string(path("a.epd")).unwrap(), LIST);
            assert_eq!(fs::read(path("c.epd.zst")).unwrap(), packed);
            assert_eq!(paths(directory.path()).len(), 3);
        };
        fs::set_permissions(path("a.epd"), fs::Permissions::from_mode(0o444)).unwrap();
        check(&[&path("a.epd")], 2, "is left as it was: it is read-only\n");
        check(&[&path("a.epd")], 2, ", 2 to change, ");
        fs::set_permissions(path("a.epd"), fs::Permissions::from_mode(0o644)).unwrap();
        check(&[&path("c.epd.zst")], 2, "it is packed as zstd; unpack it first\n");
        check(&["--on-error", "stop", &path("a.epd")], 1, " 1 not converted\n");

        // A pipe is not even read: nobody writes to this one, and opening it would wait for somebody.
        let pipe = path("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let (_, stderr) = convert(&["--write", "--to", "shredder", &path("a.epd"), &pipe], "", 2);
        assert_eq!(stderr, "pgn960: error: `--write` replaces files, and not all inputs are files\n");
        assert_eq!(fs::read_to_string(path("a.epd")).unwrap(), LIST);
        fs::remove_file(pipe).unwrap();

        // No more than 8 KiB may be written to a file.
        let script = format!(
            "trap '' XFSZ; ulimit -f 8; exec {} fen convert --write --to shredder {}",
            env!("CARGO_BIN_EXE_pgn960"),
            path("b.epd")
        );
        let output = Command::new("sh").args(["-c", &script]).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains("b.epd` is left as it was: File too large"));
        assert_eq!(fs::read_to_string(path("b.epd")).unwrap(), LIST.repeat(1000));
        assert_eq!(paths(directory.path()).len(), 3);
    }

    #[test]
    fn two_runs_at_once() {
        let directory = directory(&[("a.epd", LIST.repeat(3000).as_bytes())]);
        let path = directory.path().join("a.epd");
        let start = |to: &str| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_pgn960"));
            command.args(["fen", "convert", "-q", "--write", "--to", to]).arg(&path);
            command.stderr(std::process::Stdio::null()).spawn().unwrap()
        };
        let mut runs = [start("shredder"), start("shredder"), start("xfen")];
        runs.iter_mut().for_each(|run| _ = run.wait().unwrap());
        let text = fs::read_to_string(&path).unwrap();
        let converted = |to: &str| convert(&["-q", "--to", to, "-"], LIST.repeat(3000), 1).0;
        assert!(text == LIST.repeat(3000) || text == converted("shredder") || text == converted("xfen"));
        assert_eq!(paths(directory.path()), ["a.epd"]);
    }
}

/// The examples of the help text, run by a shell beside files of these names.
#[cfg(unix)]
#[test]
fn examples_in_the_help() {
    let help = String::from_utf8(run(&["fen", "convert", "--help"]).stdout).unwrap();
    let examples: Vec<_> = help.lines().filter_map(|line| line.strip_prefix("  pgn960 ")).collect();
    assert_eq!(examples.len(), 4);
    let fen = format!("{START} w KQkq - 0 1");
    let directory = directory(&[
        ("book.epd", fen.as_bytes()),
        ("positions.csv", format!("id,fen\n1,{fen}\n").as_bytes()),
        ("games.pgn", format!("[FEN \"{fen}\"]\n\n*\n").as_bytes()),
    ]);
    for example in examples {
        let script = format!("{} {example}", env!("CARGO_BIN_EXE_pgn960"));
        let output = Command::new("sh").args(["-c", &script]).current_dir(&directory).output().unwrap();
        assert!(output.status.success(), "{example}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

/// Lists, tables and games of `../shared/corpus`: to Shredder-FEN and back, and what is told about each.
///
/// Large books are read as far as their first 60 kB, and larger archives of games are left out.
#[test]
fn corpus_there_and_back() {
    const MOST: usize = 60_000;
    let Some(corpus) = shared("corpus") else { return };
    let mut told = String::new();
    for path in files_below(&corpus) {
        let name = path.strip_prefix(&corpus).unwrap().display().to_string();
        let is_of = |endings: &[&str]| endings.iter().any(|ending| name.trim_end_matches(".zst").ends_with(ending));
        let options: &[&str] = match &*name {
            "MANIFEST.csv" | "pychess_results.csv" | "README.md" => continue,
            "fen-lists/kokopu-fens.csv" => {
                &["--column=FEN_IN", "--column=FEN_OUT_DEFAULT", "--column=FEN_OUT_WITHOUT_XFEN"]
            }
            "fen-lists/kokopu-positions.csv" => &["--column=FEN"],
            "fen-lists/kokopu-scharnagl.csv" => &["--column=FEN"],
            "fen-lists/en-croissant-frc.tsv" => &["--column=fen"],
            _ if is_of(&[".pgn", ".bpgn"]) => &["--input=pgn"],
            _ => &["--input=lines"],
        };
        let mut text = read_file(&path);
        if text.len() > MOST && !is_of(&[".pgn", ".bpgn"]) {
            text.truncate(MOST);
            text.truncate(text.iter().rposition(|&byte| byte == b'\n').unwrap() + 1);
        }
        // The bench archives repeat games of others.
        if text.len() > 10 * MOST || name.starts_with("bench/") {
            continue;
        }
        let to = |dialect: &str, text: &[u8]| {
            let output = run_with(
                &[&["fen", "convert", "--quiet", "--ep=keep", "--to", dialect], options, &["-"]].concat(),
                text,
            );
            assert!(output.status.code().unwrap() < 2, "{name}");
            output.stdout
        };
        let xfen = to("xfen", &text);
        let shredder = to("shredder", &text);
        assert_eq!(to("xfen", &shredder), xfen, "{name}");
        assert_eq!(to("shredder", &xfen), shredder, "{name}");

        // Where a field is spelt as its dialect spells it, the text comes back as it was.
        let list = |to: &str| list_all(&[&["--ep=keep", "--to", to], options, &["-"]].concat(), &text);
        let (fens, summary) = list("xfen");
        for (one, other) in fens.iter().zip(list("shredder").0) {
            if one["error"].is_null() && one["notes"] == json!([]) && !one["output"].is_null() {
                // Counters are written without leading zeros.
                let words = one["input"].as_str().unwrap().split(' ').enumerate();
                let words = words.map(|(index, word)| match word.trim_start_matches('0') {
                    "" if matches!(index, 4 | 5) => "0",
                    number if matches!(index, 4 | 5) => number,
                    _ => word,
                });
                let input = &json!(words.collect::<Vec<_>>().join(" "));
                assert!(&one["output"] == input || &other["output"] == input, "{name}: {input}");
            }
        }
        if summary[0]["fens"] != 0 {
            told += &format!("{name}\n    {} FENs", summary[0]["fens"]);
            for field in ["dialects", "errors", "notes"] {
                let counts = summary[0][field].as_object().unwrap();
                told += &counts.iter().map(|(kind, count)| format!(", {count} {kind}")).collect::<String>();
            }
            told += "\n";
        }
    }
    let mut settings = Settings::clone_current();
    settings.set_snapshot_path(fixture("corpus"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("fen-dialects", told));
}
