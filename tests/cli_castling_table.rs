//! `pgn960 castling-table`: the independent table, one castling, and what is none.

use std::fs;

use serde_json::Value;

use crate::harness::{fixture, run, shared};

fn table(args: &[&str]) -> (String, String, Option<i32>) {
    let output = run(&[&["castling-table"], args].concat());
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), text(output.stderr), output.status.code())
}

fn oracle() -> String {
    let path = shared("oracle/castlings84.csv").unwrap_or_else(|| fixture("oracle/castlings84.csv"));
    fs::read_to_string(path).expect("a readable file")
}

#[test]
fn the_table_is_the_oracles() {
    let (stdout, stderr, code) = table(&["--format", "csv"]);
    assert_eq!((stderr.as_str(), code), ("", Some(0)));
    assert!(stdout == oracle(), "the table differs from castlings84.csv");
}

#[test]
fn json_says_the_same() {
    let (stdout, _, _) = table(&["--format", "json"]);
    let oracle = oracle();
    let columns: Vec<&str> = oracle.lines().next().expect("a header").split(',').collect();
    assert_eq!(stdout.lines().count(), 84);
    for (line, row) in stdout.lines().zip(oracle.lines().skip(1)) {
        let object: Value = serde_json::from_str(line).expect("a JSON object a line");
        for (column, cell) in columns.iter().zip(row.split(',')) {
            let text = match &object[column] {
                Value::String(text) => text.clone(),
                Value::Array(squares) => {
                    squares.iter().map(|square| square.as_str().expect("a square")).collect::<Vec<_>>().join(" ")
                }
                Value::Bool(flag) => u8::from(*flag).to_string(),
                value => value.to_string(),
            };
            assert_eq!(text, cell, "{column} of {row}");
        }
    }
}

/// The counts of rules.md 3.2, 3.5 to 3.9, 3.15 and 4.15, for one colour.
#[test]
fn counts() {
    let (stdout, _, _) = table(&["--format", "json"]);
    let castlings: Vec<Value> =
        stdout.lines().map(|line| serde_json::from_str(line).expect("a JSON object a line")).collect();
    for color in ["w", "b"] {
        let count =
            |has: &dyn Fn(&Value) -> bool| castlings.iter().filter(|row| row["color"] == color && has(row)).count();
        let methods = |side: &str| {
            ["double-move", "transposition", "king-only", "rook-only"]
                .map(|method| count(&|row| row["side"] == side && row["method"] == method))
        };
        assert_eq!((methods("a"), methods("h")), ([15, 1, 3, 2], [15, 1, 4, 1]));
        let orders = ["king-first", "rook-first", "free"].map(|order| count(&|row| row["order_of_moving"] == order));
        assert_eq!(orders, [3, 7, 20]);
        assert_eq!(count(&|row| row["method"] == "king-only" && row["who_jumps"] == "king"), 7);
        assert_eq!(count(&|row| row["method"] == "rook-only" && row["who_jumps"] == "rook"), 3);
        assert_eq!(count(&|row| row["first_half_may_be_plain_king_move"] == true), 4);
        assert_eq!(count(&|row| row["first_half_may_be_plain_rook_move"] == true), 26);
        let (jumped, landed) = ("king_jumps_castling_rook_square", "king_lands_on_castling_rook_square");
        assert_eq!(count(&|row| row[jumped] == false && row[landed] == false), 17);
        assert!(castlings.iter().all(|row| row["start_positions"].as_u64() > Some(0)));
    }
}

#[test]
fn one_castling() {
    let (stdout, stderr, code) = table(&["--king", "f1", "--rook", "B1"]);
    assert_eq!((stderr.as_str(), code), ("", Some(0)));
    insta::assert_snapshot!(stdout, @"
    id                                             wafb
    color                                          w
    side                                           a
    SAN                                            O-O-O
    king from                                      f1
    rook from                                      b1
    king to                                        c1
    rook to                                        d1
    method                                         double-move
    must be empty                                  c1 d1 e1
    must not be attacked                           c1 d1 e1 f1
    crossed by the king                            d1 e1
    may be attacked, used by the rook only         b1
    order in which the hands may move              free
    piece that jumps over the other                king/rook
    king passes the square of the rook             no
    king lands on the square of the rook           no
    may begin like a plain king move               no
    may begin like a plain rook move               yes
    may be occupied, unlike in classical castling  a1
    an enemy rook or queen there would give check  a1
    start positions with king and rook so          30
    UCI_Chess960                                   f1b1
    ");
}

#[test]
fn several_in_short() {
    let (stdout, _, _) = table(&["--king", "c8"]);
    insta::assert_snapshot!(stdout, @"
    castling     king   rook   method       must be empty  must not be attacked  hands       starts
    black O-O-O  c8-c8  a8-d8  rook-only    b8 d8          c8                    one piece   78
    black O-O-O  c8-c8  b8-d8  rook-only    d8             c8                    one piece   90
    black O-O    c8-g8  d8-f8  double-move  e8 f8 g8       c8 d8 e8 f8 g8        free        36
    black O-O    c8-g8  e8-f8  double-move  d8 f8 g8       c8 d8 e8 f8 g8        free        30
    black O-O    c8-g8  f8-f8  king-only    d8 e8 g8       c8 d8 e8 f8 g8        one piece   36
    black O-O    c8-g8  g8-f8  double-move  d8 e8 f8       c8 d8 e8 f8 g8        rook-first  30
    black O-O    c8-g8  h8-f8  double-move  d8 e8 f8 g8    c8 d8 e8 f8 g8        free        36
    ");
    assert_eq!(table(&["--rook", "h1", "--format", "csv"]).0.lines().count(), 7);
}

#[test]
fn what_is_no_castling() {
    for (args, message) in [
        (&["--king", "a1"][..], "no castling has its king on a1: kings start on b1 to g1 or b8 to g8"),
        (&["--rook", "c4"], "no castling has its rook on c4: rooks start on the first or the eighth rank"),
        (&["--king", "e1", "--rook", "e8"], "no castling has its king on e1 and its rook on e8"),
        (&["--king", "e1", "--rook", "e1"], "no castling has its king on e1 and its rook on e1"),
        (&["--king", "z9"], "expected a square, such as b1"),
    ] {
        let (stdout, stderr, code) = table(args);
        assert_eq!((stdout.as_str(), code), ("", Some(2)));
        assert!(stderr.contains(message), "{stderr}");
    }
}
