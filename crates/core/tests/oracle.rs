//! The oracle tables, line by line, and properties over random positions.
//!
//! The tables come from the shared folder beside the workspace if it is there, else from `fixtures/oracle`.

use std::{
    collections::{BTreeSet, HashMap},
    fs,
    path::PathBuf,
};

use pgn960_core::{
    castling::{self, CastlingSide, Loss, LossReason, Obstacle},
    fen::{self, Dialect, FenErrorKind},
    spn::{Spn, back_rank_text, parse_back_rank},
    start::{self, Start},
};
use proptest::prelude::*;
use serde_json::Value;
use shakmaty::{
    Bitboard, Castles, CastlingMode, Chess, Color, EnPassantMode, File, Move, Position, Setup, Square, perft,
    uci::UciMove,
};

fn oracle_file(name: &str) -> String {
    let workspace = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let shared = workspace.join("../shared/oracle").join(name);
    let path = if shared.exists() { shared } else { workspace.join("fixtures/oracle").join(name) };
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn csv_rows(name: &str) -> Vec<HashMap<String, String>> {
    let text = oracle_file(name);
    csv::Reader::from_reader(text.as_bytes()).deserialize().map(|row| row.expect("a CSV row")).collect()
}

fn json_lines(name: &str) -> Vec<Value> {
    oracle_file(name).lines().map(|line| serde_json::from_str(line).expect("a JSON line")).collect()
}

fn text<'a>(record: &'a Value, field: &str) -> &'a str {
    record[field].as_str().unwrap_or_else(|| panic!("{field} in {record}"))
}

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

fn squares(names: &str) -> Bitboard {
    names.split_whitespace().map(square).collect()
}

fn color(letter: &str) -> Color {
    if letter == "w" { Color::White } else { Color::Black }
}

fn side(letter: &str) -> CastlingSide {
    if letter == "a" { CastlingSide::ASide } else { CastlingSide::HSide }
}

fn read(fen: &str) -> Setup {
    fen::read_strict(fen.as_bytes(), None).unwrap_or_else(|error| panic!("{fen}: {error}")).setup
}

fn position(setup: Setup) -> Chess {
    setup.position(CastlingMode::Chess960).expect("a legal position")
}

#[test]
fn spn_both_ways() {
    let rows = csv_rows("spn.csv");
    assert_eq!(rows.len(), 960);
    for row in rows {
        let spn = Spn::new(row["spn"].parse().expect("a number")).expect("a number below 960");
        let letters = &row["back_rank"];
        assert_eq!(&back_rank_text(&spn.back_rank()), letters);
        assert_eq!(parse_back_rank(letters).and_then(|rank| Spn::from_back_rank(&rank)), Some(spn));

        let setup = read(&row["xfen"]);
        assert_eq!(setup, read(&row["shredder_fen"]));
        assert_eq!(fen::to_xfen(&setup), row["xfen"]);
        assert_eq!(fen::to_shredder(&setup), row["shredder_fen"]);
        assert_eq!(Start::classify(&setup).spn(), Some(spn));
        assert_eq!(start::why_not_chess960(&setup), None);
        assert_eq!(start::full_rights(&setup), Some(setup.castling_rights));

        let king = File::from_char(row["king_file"].chars().next().expect("a file")).expect("a file");
        for (side, letter) in CastlingSide::ALL.into_iter().zip(["a", "h"]) {
            let rook = castling::right_rook(&setup, Color::White, side).expect("a right");
            assert_eq!(rook.file().to_string(), row[&format!("{letter}_rook_file")]);
            let method = castling::method(Square::from_coords(king, Color::White.backrank()), rook, side);
            assert_eq!(method.name(), row[&format!("white_{letter}_castle_method")]);
            let is_possible = castling::obstacles(&setup, side, None, None).is_empty();
            assert_eq!(is_possible, row[&format!("castle_possible_on_move_1_{letter}")] == "1");
        }
    }
}

#[test]
fn castlings84() {
    let rows = csv_rows("castlings84.csv");
    assert_eq!(rows.len(), 84);
    for row in rows {
        let (color, side) = (color(&row["color"]), side(&row["side"]));
        let (king, rook) = (square(&row["king_from"]), square(&row["rook_from"]));
        assert_eq!(side.san(), row["san"]);
        assert_eq!(side.king_to(color), square(&row["king_to"]));
        assert_eq!(side.rook_to(color), square(&row["rook_to"]));
        assert_eq!(castling::method(king, rook, side).name(), row["method"]);
        let king_path = castling::king_path(king, side, color);
        assert_eq!(
            castling::must_be_empty(king, rook, side, color),
            squares(&row["squares_that_must_be_empty"]),
            "{}",
            row["id"]
        );
        assert_eq!(king_path.with(king), squares(&row["squares_that_must_not_be_attacked"]), "{}", row["id"]);
        assert_eq!(
            king_path.without(side.king_to(color)).without(king),
            squares(&row["squares_king_crosses"]),
            "{}",
            row["id"]
        );
        let rook_only = castling::rook_path(rook, side, color).with(rook) & !king_path.with(king);
        assert_eq!(rook_only, squares(&row["squares_only_rook_uses_may_be_attacked"]), "{}", row["id"]);
    }
}

/// The first event of this game that took the right away from the side to move at its end.
fn loss_in_game(record: &Value, side: CastlingSide, color: Color) -> Option<Loss> {
    let mut position = position(read(record["start_fen"].as_str()?));
    let shakmaty_side = side.into();
    for (ply, uci) in (1..).zip(record["moves"].as_array()?) {
        let uci: UciMove = uci.as_str()?.parse().expect("a move");
        let played = uci.to_move(&position).expect("a legal move");
        let (mover, move_number) = (position.turn(), Some(position.fullmoves().get()));
        let had_right = position.castles().has(color, shakmaty_side);
        let san = shakmaty::san::San::from_move(&position, played).to_string();
        position.play_unchecked(played);
        if had_right && !position.castles().has(color, shakmaty_side) {
            let reason = match played {
                _ if mover != color => LossReason::RookCaptured,
                Move::Castle { .. } => LossReason::AlreadyCastled,
                Move::Normal { role: shakmaty::Role::King, .. } => LossReason::KingMoved,
                _ => LossReason::RookMoved,
            };
            return Some(Loss { reason, ply: Some(ply), move_number, san: Some(san) });
        }
    }
    None
}

/// An obstacle in the words of the table, `by` left out, which the table does not have.
fn oracle_words(obstacle: &Obstacle) -> String {
    let list = |from: &Bitboard| from.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ");
    let details = match obstacle {
        Obstacle::NoRight(loss) => loss.reason.name().to_owned(),
        Obstacle::NoRook { square }
        | Obstacle::KingPathBlocked { square, .. }
        | Obstacle::RookPathBlocked { square, .. } => square.to_string(),
        Obstacle::WrongRook { square, right_rook } => format!("{square} {right_rook}"),
        Obstacle::InCheck { from } => format!("from {}", list(from)),
        Obstacle::PassesAttacked { square, from }
        | Obstacle::LandsAttacked { square, from }
        | Obstacle::RookUnmasksCheck { square, from } => format!("{square} from {}", list(from)),
    };
    format!("{}: {details}", obstacle.condition())
}

fn violation_words(violation: &Value) -> String {
    let mut words: Vec<String> = ["reason", "square", "right_rook"]
        .into_iter()
        .filter_map(|field| violation[field].as_str().map(str::to_owned))
        .collect();
    if let Some(from) = violation["from"].as_array() {
        words.push("from".to_owned());
        words.extend(from.iter().map(|square| square.as_str().expect("a square").to_owned()));
    }
    format!("{}: {}", text(violation, "cond"), words.join(" "))
}

#[test]
fn castle_cases() {
    let records = json_lines("castle_cases.jsonl");
    assert!(records.len() > 1000);
    let mut conditions = BTreeSet::new();
    for record in &records {
        let (id, color, side) = (text(record, "id"), color(text(record, "color")), side(text(record, "side")));
        let expected: Vec<String> =
            record["violations"].as_array().expect("a list").iter().map(violation_words).collect();
        let rook = record["uci_960"].as_str().map(|uci| square(&uci[2..4]));
        let loss = loss_in_game(record, side, color);
        for fen in [text(record, "fen_x"), text(record, "fen_shredder")] {
            let setup = read(fen);
            assert_eq!(setup.turn, color, "{id}");
            let found = castling::obstacles(&setup, side, rook, loss.as_ref());
            let words: Vec<String> = found.iter().map(oracle_words).collect();
            assert_eq!(words, expected, "{id} {fen}");
            assert_eq!(found.is_empty(), record["legal"] == true, "{id}");
            conditions.extend(found.iter().map(Obstacle::condition));
            for obstacle in &found {
                assert!(!obstacle.describe(&setup).is_empty() && !obstacle.clause().is_empty(), "{id}");
            }
        }
        let setup = read(text(record, "fen_x"));
        assert_eq!(fen::to_xfen(&setup), text(record, "fen_x"), "{id}");
        assert_eq!(fen::to_shredder(&setup), text(record, "fen_shredder"), "{id}");
    }
    assert_eq!(conditions.len(), 9, "every condition occurs: {conditions:?}");
}

#[test]
fn fen_dialects() {
    let records = json_lines("fen_dialects.jsonl");
    assert!(records.len() > 200);
    for record in &records {
        let id = text(record, "id");
        let dialect = match text(record, "dialect") {
            "standard" => Some(Dialect::Standard),
            "xfen" => Some(Dialect::XFen),
            "shredder" => Some(Dialect::Shredder),
            _ => None,
        };
        match fen::read_strict(text(record, "input").as_bytes(), dialect) {
            Err(error) => assert_eq!(Some(error.kind.code()), record["error"].as_str(), "{id}: {error}"),
            Ok(fen) => {
                assert_eq!(record["ok"], true, "{id}");
                assert_eq!(fen.canonical.is_ok(), record["canonical"] == true, "{id}");
                let reason = fen.canonical.err().map(fen::Noncanonical::name);
                assert_eq!(reason, record["noncanonical_reason"].as_str(), "{id}");
                assert_eq!(fen::to_xfen(&fen.setup), text(record, "xfen"), "{id}");
                assert_eq!(fen::to_shredder(&fen.setup), text(record, "shredder"), "{id}");
                assert_eq!(fen::to_standard(&fen.setup).as_deref(), record["standard"].as_str(), "{id}");
                for (color, letter) in [(Color::White, "w"), (Color::Black, "b")] {
                    for (side, side_letter) in CastlingSide::ALL.into_iter().zip(["a", "h"]) {
                        let rook = castling::right_rook(&fen.setup, color, side).map(|rook| rook.to_string());
                        assert_eq!(rook.as_deref(), record["rights"][letter][side_letter].as_str(), "{id}");
                    }
                }
            }
        }
    }
}

#[test]
fn error_words_are_unique() {
    let codes: BTreeSet<&str> = FenErrorKind::ALL.iter().map(|kind| kind.code()).collect();
    assert_eq!(codes.len(), FenErrorKind::ALL.len());
    assert_eq!(codes.len(), 24);
}

#[test]
fn perft960() {
    for row in csv_rows("perft960.csv") {
        let from_xfen = position(read(&row["fen_x"]));
        assert_eq!(from_xfen, position(read(&row["fen_shredder"])), "{}", row["id"]);
        for depth in 1..=4 {
            let expected = &row[&format!("perft{depth}")];
            assert_eq!(&perft(&from_xfen, depth).to_string(), expected, "{} depth {depth}", row["id"]);
        }
    }
}

/// A start position with all rights.
fn start_setup(white: Spn, black: Spn) -> Setup {
    let fen = format!(
        "{}/pppppppp/8/8/8/8/PPPPPPPP/{} w - - 0 1",
        back_rank_text(&black.back_rank()).to_lowercase(),
        back_rank_text(&white.back_rank())
    );
    let mut setup = read(&fen);
    setup.castling_rights = start::full_rights(&setup).expect("a start array");
    setup
}

fn spn() -> impl Strategy<Value = Spn> {
    (0..Spn::COUNT).prop_map(|number| Spn::new(number).expect("a number below 960"))
}

/// The letters of the eight classical pieces in any order.
fn shuffled() -> impl Strategy<Value = String> {
    Just("BBKNNQRR".chars().collect::<Vec<_>>()).prop_shuffle().prop_map(String::from_iter)
}

/// The positions of a random game, the start first.
fn walk() -> impl Strategy<Value = Vec<Chess>> {
    (spn(), spn(), any::<bool>(), prop::collection::vec(any::<u16>(), 0..100)).prop_map(
        |(white, black, is_mirrored, choices)| {
            let mut game = position(start_setup(white, if is_mirrored { white } else { black }));
            let mut positions = vec![game.clone()];
            for choice in choices {
                let moves = game.legal_moves();
                if moves.is_empty() {
                    break;
                }
                game.play_unchecked(moves[usize::from(choice) % moves.len()]);
                positions.push(game.clone());
            }
            positions
        },
    )
}

fn castling_moves(position: &Chess) -> Vec<(CastlingSide, Square)> {
    let moves = position.legal_moves();
    let castlings = moves.iter().filter_map(|played| match played {
        Move::Castle { rook, .. } => played.castling_side().map(|side| (side.into(), *rook)),
        _ => None,
    });
    castlings.collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn legal_iff_no_obstacle(positions in walk()) {
        for position in positions {
            let legal = castling_moves(&position);
            let setup = position.to_setup(EnPassantMode::Always);
            for side in CastlingSide::ALL {
                let found = castling::obstacles(&setup, side, None, None);
                prop_assert_eq!(found.is_empty(), legal.iter().any(|&(other, _)| other == side));
                let own_rooks = setup.board.by_piece(setup.turn.rook());
                for square in Square::ALL {
                    let found = castling::obstacles(&setup, side, Some(square), None);
                    prop_assert_eq!(found.is_empty(), legal.contains(&(side, square)));
                    if !own_rooks.contains(square) && castling::right_rook(&setup, setup.turn, side).is_some() {
                        prop_assert_eq!(found, vec![Obstacle::NoRook { square }]);
                    }
                }
            }
        }
    }

    #[test]
    fn mirrored_colours_mirror_the_obstacles(positions in walk()) {
        for position in positions {
            let setup = position.to_setup(EnPassantMode::Always);
            let mirrored = setup.clone().into_mirrored();
            for side in CastlingSide::ALL {
                let names = |setup: &Setup| -> Vec<(&'static str, u64)> {
                    let found = castling::obstacles(setup, side, None, None);
                    found.iter().map(|obstacle| (obstacle.condition(), {
                        let squares = obstacle.squares();
                        if setup.turn == Color::White { squares.0 } else { squares.flip_vertical().0 }
                    })).collect()
                };
                let (mut one, mut other) = (names(&setup), names(&mirrored));
                one.sort_unstable();
                other.sort_unstable();
                prop_assert_eq!(one, other);
            }
        }
    }

    #[test]
    fn write_then_read(positions in walk()) {
        for position in positions {
            let setup = position.to_setup(EnPassantMode::Always);
            let shredder = fen::to_shredder(&setup);
            let fen = fen::read_strict(shredder.as_bytes(), Some(Dialect::Shredder))?;
            prop_assert_eq!(fen.canonical, Ok(()));
            prop_assert_eq!(&fen.setup, &setup);

            let reduced = position.to_setup(EnPassantMode::PseudoLegal);
            let xfen = fen::to_xfen(&setup);
            prop_assert_eq!(&xfen, &fen::to_xfen(&reduced));
            for dialect in [None, Some(Dialect::XFen)] {
                let fen = fen::read_strict(xfen.as_bytes(), dialect)?;
                prop_assert_eq!(fen.canonical, Ok(()));
                prop_assert_eq!(&fen.setup, &reduced);
            }
            if let Some(standard) = fen::to_standard(&setup) {
                prop_assert_eq!(fen::read_strict(standard.as_bytes(), Some(Dialect::Standard))?.setup, setup);
            }
        }
    }

    #[test]
    fn start_numbers(white in spn(), black in spn(), turn in any::<bool>()) {
        let mut setup = start_setup(white, black);
        let expected = match (white, black) {
            _ if white != black => Start::Dfrc { white, black },
            (Spn::STANDARD, _) => Start::Standard,
            _ => Start::Chess960(white),
        };
        prop_assert_eq!(Start::classify(&setup), expected);
        prop_assert_eq!(start::why_not_chess960(&setup).is_none(), white == black);
        setup.turn = Color::from_white(turn);
        prop_assert_eq!(start::why_not_chess960(&setup).is_none(), Start::classify(&setup).spn().is_some());
    }

    #[test]
    fn shuffled_back_ranks(white in shuffled(), black in shuffled()) {
        let mut setup = start_setup(Spn::STANDARD, Spn::STANDARD);
        let fen = format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{white} w - - 0 1", black.to_lowercase());
        setup.board = read(&fen).board;
        let is_array = |text: &str| parse_back_rank(text).and_then(|rank| Spn::from_back_rank(&rank)).is_some();
        let arrays = is_array(&white) && is_array(&black);
        prop_assert_eq!(Start::classify(&setup) == Start::Shuffle, !arrays);
        prop_assert_eq!(start::full_rights(&setup).is_some(), arrays);
        prop_assert_eq!(start::why_not_chess960(&setup).is_none(), Start::classify(&setup).spn().is_some());
    }
}

/// Reading must neither panic nor point outside the text, and the two readers must agree where both take the text.
fn check_readers(bytes: &[u8]) -> Result<(), TestCaseError> {
    for dialect in [None, Some(Dialect::Standard), Some(Dialect::XFen), Some(Dialect::Shredder)] {
        let strict = fen::read_strict(bytes, dialect);
        let lenient = fen::read_lenient(bytes, dialect);
        for error in [strict.as_ref().err(), lenient.as_ref().err()].into_iter().flatten() {
            prop_assert!(error.span.start <= error.span.end && error.span.end <= bytes.len());
            prop_assert!(error.message.len() < 400);
            if let Some(suggestion) = fen::suggest(bytes, error) {
                let fen = fen::read_strict(suggestion.as_bytes(), Some(Dialect::XFen))?;
                prop_assert_eq!(fen.canonical, Ok(()));
            }
        }
        if let Ok((fen, notes)) = &lenient {
            prop_assert!(notes.iter().all(|note| note.span.start <= note.span.end && note.span.end <= bytes.len()));
            prop_assert!(Castles::from_setup(&fen.setup, CastlingMode::Chess960).is_ok());
            let again = fen::read_strict(fen::to_shredder(&fen.setup).as_bytes(), Some(Dialect::Shredder))?;
            prop_assert_eq!(&again.setup, &fen.setup);
        }
        if let Ok(fen) = strict {
            prop_assert_eq!(Some(fen), lenient.ok().map(|(fen, _)| fen));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(4000) })]

    #[test]
    fn any_bytes_can_be_read(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        check_readers(&bytes)?;
    }

    #[test]
    fn fen_like_bytes_can_be_read(
        text in "[KQRBNPkqrbnp1-8/ ]{0,60}( [wb] ?)[KQkqA-Ha-h -]{0,9}[a-h3-6 -]{0,4}[0-9 -]{0,9}",
    ) {
        check_readers(text.as_bytes())?;
    }

    #[test]
    fn damaged_fen_can_be_read(
        white in spn(),
        black in spn(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3u8), 1..4),
    ) {
        let mut bytes = fen::to_xfen(&start_setup(white, black)).into_bytes();
        for (index, byte, kind) in damage {
            let at = index.index(bytes.len());
            let byte = if byte < 128 { b"KQkqABHabh -0918/wbPpe36"[usize::from(byte) % 24] } else { byte };
            match kind {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                _ => drop(bytes.remove(at)),
            }
        }
        check_readers(&bytes)?;
    }
}

/// A megabyte of each of these would be felt if the readers took more than linear time.
#[test]
fn long_texts_are_read_in_linear_time() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for unit in [" ", "/", "K", "KQkqHAha", "8", "\0", "\u{e4}", "-", "0"] {
        let long = unit.repeat(1_000_000);
        for text in [long.clone(), format!("{start} w {long} - 0 1"), format!("{start} w KQkq - {long} 1")] {
            check_readers(text.as_bytes()).expect("readable or refused");
        }
    }
}
