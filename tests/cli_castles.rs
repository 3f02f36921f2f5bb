//! `pgn960 castles`: what it lists, held to a recount straight from shakmaty's moves and to what `validate` finds.

use std::{collections::BTreeMap, fs, ops::ControlFlow, path::PathBuf};

use insta::Settings;
use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use serde_json::Value;
use shakmaty::{CastlingMode, Chess, Color, Move, Position, fen::Fen};

use crate::harness::{files_below, fixture, read_file, run, run_with, shared};

/// Runs `castles` and returns its standard output.
#[track_caller]
fn castles(options: &[&str], input: &[u8], exit_code: i32) -> String {
    let output = run_with(&[&["castles", "--quiet"], options, &["-"]].concat(), input);
    assert_eq!(output.status.code(), Some(exit_code), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The rows of a table.
fn rows(table: &str) -> Vec<BTreeMap<String, String>> {
    csv::Reader::from_reader(table.as_bytes()).deserialize().collect::<Result<_, _>>().unwrap()
}

/// A game with everything: castlings of both sides, a variation, king moves that may have been meant as castling, an
/// illegal castling, and castlings that no replay reaches.
const GAMES: &str = r#"[Event "King steps"]
[Variant "Chess960"]
[FEN "rk5r/8/8/8/8/8/8/RK3R2 w KQkq - 0 1"]

1. O-O (1. Kc1 O-O-O (1... Kc8 2. O-O O-O-O) 2. Kd2) 1... Kc8 2. Kg2 O-O 3. O-O-O *

[Event "No start"]
[Variant "Chess960"]
[FEN "?"]

1. O-O *

[Event "Another game"]
[Variant "Crazyhouse"]

1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. O-O *

[Event "Other spellings"]
[Variant "Chess960"]
[FEN "rk3r2/8/8/8/8/8/8/RK3R2 w KQkq - 0 1"]

1. 0-0 b8a8 2. Kxa1 *

[Event "Onto the rook"]
[Variant "Chess960"]
[FEN "rk3r2/8/8/8/8/8/8/RK3R2 w KQkq - 0 1"]

1. Kxf1 *

[Event "Repaired rights"]
[Variant "Chess960"]
[FEN "nrkrbbqn/pppppppp/8/8/8/8/PPPPPPPP/NRKRBBQN w HAha - 0 1"]

1. e4 O-O-O *

[Event "No FEN"]
[Variant "Chess960"]

1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O *
"#;

/// What `validate` counts and what `castles` counts stands in one order, that of the Laws.
#[test]
fn methods_stand_in_one_order() {
    let games = "\
        [Variant \"Chess960\"]\n[FEN \"5k2/8/8/8/8/8/8/4RKR1 w GE - 0 1\"]\n\n1. O-O *\n\n\
        [Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/4KR2 w F - 0 1\"]\n\n1. O-O *\n\n\
        [FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *\n";
    let counts = "3 h-side (1 double-move, 1 transposition, 1 king-only)";
    for command in ["validate", "castles"] {
        let output = run_with(&[command, "-"], games.as_bytes());
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(counts), "{command}: {said}");
    }
}

#[test]
fn every_format_lists_everything() {
    let options = ["--attempts", "--variations", "--format"];
    let said = ["text", "csv", "json"].map(|format| {
        let list = castles(&[&options[..], &[format]].concat(), GAMES.as_bytes(), 1);
        format!("--format {format}\n\n{list}")
    });
    let summary = run_with(&["castles", "--illegal", "--attempts", "-"], GAMES.as_bytes());
    let illegal = format!("{}\n{}", String::from_utf8_lossy(&summary.stdout), String::from_utf8_lossy(&summary.stderr));
    let mut settings = Settings::clone_current();
    settings.set_snapshot_path(fixture("pgn"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("castles", format!("{}\n--illegal\n\n{illegal}", said.join("\n"))));
}

#[test]
fn attempts_and_variations_are_listed_when_asked_for() {
    let n_rows = |options: &[&str]| castles(options, GAMES.as_bytes(), 1).lines().count();
    let all = n_rows(&["--attempts", "--variations"]);
    let without_attempts = n_rows(&["--variations"]);
    let plain = n_rows(&[]);
    assert!(plain < without_attempts && without_attempts < all, "{plain} {without_attempts} {all}");
    assert!(castles(&["--illegal"], GAMES.as_bytes(), 1).lines().all(|line| line.contains(" illegal ")));
}

#[test]
fn output_does_not_depend_on_threads_or_chunks() {
    let games = GAMES.repeat(50);
    let options = ["--format", "json", "--attempts", "--variations"];
    let once = castles(&options, games.as_bytes(), 1);
    for split in [["-j", "1", "--chunk-size", "1K"], ["-j", "3", "--chunk-size", "300"]] {
        assert_eq!(castles(&[&options[..], &split].concat(), games.as_bytes(), 1), once);
    }
}

#[test]
fn exit_codes() {
    assert_eq!(castles(&[], b"1. e4 *\n", 0), "");
    assert_eq!(run(&["castles", "no-such-file.pgn"]).status.code(), Some(2));
    assert_eq!(run(&["castles", "--format", "xml"]).status.code(), Some(2));
    let truncated = &fs::read(fixture("rules/FIL001/bad.pgn.zst")).unwrap();
    castles(&[], truncated, 2);
}

/// A castling as the recount sees it: game, half-move, colour, side, method.
type Counted = (u64, u32, &'static str, &'static str, &'static str);

/// Counts castlings with pgn-reader's reader and shakmaty's moves alone, simple and slow.
#[derive(Default)]
struct Recount {
    n_games: u64,
    castlings: Vec<Counted>,
}

struct Playing {
    position: Chess,
    number: u32,
}

impl Visitor for Recount {
    type Tags = Option<Fen>;
    type Movetext = Playing;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Option<Fen>> {
        ControlFlow::Continue(None)
    }

    fn tag(&mut self, tags: &mut Option<Fen>, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        if name == b"FEN" {
            *tags = Some(Fen::from_ascii(value.as_bytes()).unwrap());
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Option<Fen>) -> ControlFlow<(), Playing> {
        self.n_games += 1;
        let position = tags.map(|fen| fen.into_position(CastlingMode::Chess960).unwrap()).unwrap_or_default();
        ControlFlow::Continue(Playing { position, number: 0 })
    }

    fn san(&mut self, playing: &mut Playing, san: SanPlus) -> ControlFlow<()> {
        playing.number += 1;
        let played = san.san.to_move(&playing.position).unwrap();
        if let Move::Castle { king, rook } = played {
            let color = playing.position.turn();
            let is_a_side = rook.file() < king.file();
            let (king_to, rook_to) = if is_a_side { ('c', 'd') } else { ('g', 'f') };
            let (king_from, rook_from) = (king.file().char(), rook.file().char());
            let method = match (king_from == king_to, rook_from == rook_to) {
                (true, _) => "rook-only",
                (_, true) => "king-only",
                _ if king_from == rook_to && rook_from == king_to => "transposition",
                _ => "double-move",
            };
            let side = if is_a_side { "O-O-O" } else { "O-O" };
            let color = if color == Color::White { "white" } else { "black" };
            self.castlings.push((self.n_games, playing.number, color, side, method));
        }
        playing.position.play_unchecked(played);
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _: Playing) {}
}

/// The files with well-formed Chess960 games of engines and of the Mainz tournaments.
fn recounted_files() -> Vec<PathBuf> {
    let directories = ["tcec", "chessbase-mainz", "cpw-ccwc2008"].map(|name| shared(&format!("corpus/{name}")));
    let is_pgn = |path: &PathBuf| path.to_string_lossy().contains(".pgn");
    let mut files: Vec<_> =
        directories.into_iter().flatten().flat_map(|directory| files_below(&directory)).filter(is_pgn).collect();
    files.push(fixture("pgn/tcec-frc-sample.pgn"));
    files
}

#[test]
fn a_recount_with_shakmaty_counts_the_same() {
    let mut n_games = 0;
    let mut totals: BTreeMap<(String, String), u64> = BTreeMap::new();
    let (sample, others) =
        recounted_files().split_last().map(|(sample, others)| (sample.clone(), others.to_vec())).unwrap();
    let mut count = |path: &PathBuf, is_counted: bool| {
        let bytes = read_file(path);
        let mut recount = Recount::default();
        Reader::new(&bytes[..]).visit_all_games(&mut recount).unwrap();
        let table = castles(&["--format", "csv"], &bytes, 0);
        let listed: Vec<_> = rows(&table);
        let expected: Vec<_> = recount
            .castlings
            .iter()
            .map(|(game, ply, color, side, method)| {
                [game.to_string(), ply.to_string(), (*color).to_owned(), (*side).to_owned(), (*method).to_owned()]
            })
            .collect();
        let columns = ["game", "ply", "color", "side", "method"];
        let found: Vec<_> = listed.iter().map(|row| columns.map(|column| row[column].clone())).collect();
        assert_eq!(found, expected, "{}", path.display());
        if is_counted {
            n_games += recount.n_games;
            for row in listed {
                *totals.entry((row["side"].clone(), row["method"].clone())).or_default() += 1;
            }
        }
    };
    count(&sample, false);
    others.iter().for_each(|path| count(path, true));
    if others.is_empty() {
        return;
    }
    // What another program counted in the same files.
    let sum = |is_counted: fn(&(String, String)) -> bool| -> u64 {
        totals.iter().filter(|(key, _)| is_counted(key)).map(|(_, count)| count).sum()
    };
    assert_eq!(n_games, 2165 + 3);
    assert_eq!(sum(|_| true), 2750);
    assert_eq!(sum(|(side, _)| side == "O-O"), 1742);
    assert_eq!(sum(|(side, _)| side == "O-O-O"), 1008);
    assert_eq!(sum(|(_, method)| method == "rook-only"), 498);
    assert_eq!(sum(|(_, method)| method == "king-only"), 259);
}

#[test]
fn illegal_castlings_are_those_that_validate_finds() {
    let corpus = shared("corpus").into_iter().flat_map(|corpus| files_below(&corpus));
    let is_pgn = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "pgn");
    let paths: Vec<_> = files_below(&fixture("rules")).into_iter().chain(corpus).filter(is_pgn).collect();
    let paths: Vec<&str> = paths.iter().map(|path| path.to_str().unwrap()).collect();
    let json = |args: &[&str]| -> Vec<Value> {
        let output = run(&[args, &["--quiet", "--format", "json"], &paths].concat());
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let place =
        |line: &Value| ["file", "game", "line", "column", "ply", "fen", "obstacles"].map(|key| line[key].to_string());
    let found = json(&["validate", "--select", "CAS001,RES004"]);
    let found: Vec<_> = found.iter().filter(|line| line["obstacles"].is_array()).map(place).collect();
    let listed = json(&["castles", "--variations", "--illegal"]);
    let listed: Vec<_> = listed.iter().filter(|line| line["type"] == "castling").map(place).collect();
    assert!(!found.is_empty());
    assert_eq!(listed, found);
}

/// More castlings than are handed on at a time, in one game.
#[test]
fn a_game_of_many_castlings_stays_one_game() {
    let games = format!("[Event \"x\"]\n\n1. e4 {}*\n\n[Event \"y\"]\n\n1. O-O *\n", "O-O ".repeat(10_000));
    let rows = rows(&castles(&["--format", "csv"], games.as_bytes(), 1));
    let games: Vec<_> = rows.iter().map(|row| row["game"].as_str()).collect();
    assert_eq!(games.len(), 10_001);
    assert!(games[..10_000].iter().all(|&game| game == "1") && games[10_000] == "2");
}

#[test]
fn games_that_are_not_read_whole_are_told() {
    let large = format!("[Event \"x\"]\n\n1. O-O {{{}}} *\n", "x".repeat(10_000));
    for (text, expected) in [
        (large.as_str(), "-:1: game 1: the game is larger than `--max-game-size`"),
        ("[Event \"x\"]\n\n1. e4 {open 2. O-O *\n", "-:1: game 1: a comment is left open"),
    ] {
        let output = run_with(&["castles", "--max-game-size", "5K", "-"], text.as_bytes());
        assert_eq!(output.status.code(), Some(2));
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.contains(expected), "{stderr}");
    }
}

#[test]
fn a_comment_that_may_hide_castlings_is_told() {
    let text = "[Event \"x\"]\n\n1. e4 e5 2. f3 {solid Ne7 3. O-O {ok} 3... d6 *\n";
    let output = run_with(&["castles", "-"], text.as_bytes());
    assert_eq!(output.status.code(), Some(0));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.starts_with("pgn960: note: -:3: game 1: a comment holds another `{`"), "{stderr}");
}

#[test]
fn what_is_not_seen_is_told_game_by_game() {
    let text = "[Event \"x\"]\n\n1. e4 {solid e5 {ok} *\n\n[Event \"y\"]\n\n1. e4 {open *\n\n".repeat(2);
    for chunk_size in ["1", "64", "1M"] {
        let output = run_with(&["castles", "--quiet", "--chunk-size", chunk_size, "-"], text.as_bytes());
        let stderr = String::from_utf8(output.stderr).unwrap();
        let games: Vec<_> = stderr.lines().map(|line| line.split("game ").nth(1).unwrap().split(':').next()).collect();
        assert_eq!(games, [Some("1"), Some("2"), Some("3"), Some("4")], "{stderr}");
    }
}

/// Behind a move that is missing the half-moves do not tell whose castling it is, but the move numbers do.
#[test]
fn move_numbers_tell_whose_castling_is_not_judged() {
    for (moves, colors) in [
        ("1. e4 e5 2. Qh6 3. Bc4 Bc5 4. O-O Nf6 5. d3 O-O", ["white", "black"]),
        ("1. e4 e5 2. Qh6 3. Bc4 3... Bc5 4. O-O 4... Nf6 5. d3 5... O-O", ["white", "black"]),
        ("1. e4 e5 2. Qh6 (2. O-O O-O) 2... Nf6", ["white", "black"]),
    ] {
        let rows = rows(&castles(&["--variations", "--format", "csv"], format!("{moves} *\n").as_bytes(), 0));
        let found: Vec<_> = rows.iter().map(|row| row["color"].as_str()).collect();
        assert_eq!(found, colors, "{moves}");
    }
}
