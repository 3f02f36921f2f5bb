//! The facts of games against sources of their own: pgn-reader's reader, the replay that `validate` makes, and a plain
//! recount of castlings over shakmaty's moves.

use std::{collections::BTreeMap, ops::ControlFlow};

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use pgn960_core::Position;
use pgn960_pgn::{
    lint::{Linter, Selection, select::Choice},
    opening::GameStart,
    split::Limits,
};
use pgn960_stats::{
    Table,
    dimension::Dimension,
    facts::{Ending, Facts, Gatherer, Wanted},
    saved::Saved,
    summary::StartKind,
    table::By,
};
use serde_json::Value;
use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, EnPassantMode, Move, Position as _, Role, fen::Fen, zobrist::Zobrist64,
};

use crate::{
    corpus::{Comparison, corpus},
    harness::{each_game, files_below, fixture, read_file, run, shared},
};

/// The facts of all games of a text, by our scan.
fn our_facts(bytes: &[u8]) -> Vec<Facts> {
    let (mut gatherer, mut facts) = (Gatherer::new(Wanted::ALL), Vec::new());
    each_game(bytes, Limits::default(), |_, game| {
        if game.is_game() {
            facts.push(gatherer.facts_of(game));
        }
    });
    facts
}

/// The facts of all games of a text, by pgn-reader's own reader.
fn their_facts(bytes: &[u8]) -> Vec<Facts> {
    let mut gatherer = Gatherer::new(Wanted::ALL);
    let mut reader = Reader::new(bytes);
    std::iter::from_fn(|| reader.read_game(&mut gatherer).expect("a well-formed file")).collect()
}

#[test]
fn pgn_reader_gathers_the_same() {
    let (mut n_files, mut n_games) = (0, 0);
    let linter = Linter::new(&Selection::new(&Choice::of(&["ALL"])).expect("a known word"));
    for (name, path) in corpus().unwrap_or_default() {
        let bytes = read_file(&path);
        if !Comparison::new(&bytes, &linter).is_well_formed() {
            continue;
        }
        let (ours, theirs) = (our_facts(&bytes), their_facts(&bytes));
        assert_eq!(ours.len(), theirs.len(), "{name}");
        for (index, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
            assert_eq!(ours, theirs, "{name}: game {}", index + 1);
        }
        (n_files, n_games) = (n_files + 1, n_games + ours.len());
    }
    let sample = read_file(&fixture("pgn/tcec-frc-sample.pgn"));
    assert_eq!(our_facts(&sample), their_facts(&sample));
    eprintln!("the facts of {n_games} games in {n_files} well-formed files are the same");
}

/// `validate` and `stats` must not differ in what a game is and how far it goes, damaged or not.
#[test]
fn validate_sees_the_same() {
    let linter = Linter::new(&Selection::default());
    let corpus = corpus().unwrap_or_default().into_iter().map(|(_, path)| path);
    let fixtures = files_below(&fixture(""))
        .into_iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "pgn"));
    let mut n_games = 0;
    for path in corpus.chain(fixtures) {
        let mut gatherer = Gatherer::new(Wanted::default());
        each_game(&read_file(&path), Limits { max_game_size: 1 << 16, ..Limits::default() }, |_, game| {
            if !game.is_game() {
                return;
            }
            n_games += 1;
            let checked = linter.check_game(game);
            let facts = gatherer.facts_of(game);
            let place = || format!("{}: {}", path.display(), String::from_utf8_lossy(game.bytes));
            let kind = checked.opening.as_ref().map_or(StartKind::Skipped, |opening| StartKind::of(&opening.start));
            assert_eq!(facts.kind(), kind, "{}", place());
            let Some(replay) = &checked.replay else {
                assert_eq!((facts.n_legal_plies, facts.is_complete), (0, false), "{}", place());
                return;
            };
            assert_eq!((facts.n_plies, facts.n_legal_plies), (replay.n_plies, replay.n_legal_plies()), "{}", place());
            assert_eq!(facts.is_complete, !replay.is_stopped, "{}", place());
            if facts.is_complete {
                let ends = matches!(facts.ending, Some(Ending::Mate | Ending::Stalemate));
                assert_eq!(ends, replay.ending.is_some(), "{}", place());
            }
        });
    }
    assert!(n_games > 100, "{n_games}");
}

/// What became of one side's castling, told from shakmaty's moves alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    ASide,
    HSide,
    Kept,
    LostByKing,
    LostByRook,
    LostByCapture,
    Never,
}

/// A game played move by move with shakmaty, with everything that happened.
#[derive(Debug, Default)]
struct Recount {
    /// By colour, White first: what became of castling, and with which half-move.
    fates: [Option<(Fate, usize)>; 2],
    /// Squares of king and rook before each castling.
    castlings: Vec<(usize, Move)>,
    n_plies: usize,
    ending: Option<Ending>,
    is_legal: bool,
}

struct Recounter;

impl Visitor for Recounter {
    type Tags = Option<Vec<u8>>;
    type Movetext = (Option<Chess>, Vec<SanPlus>);
    type Output = Recount;

    fn begin_tags(&mut self) -> ControlFlow<Recount, Self::Tags> {
        ControlFlow::Continue(None)
    }

    fn tag(&mut self, tags: &mut Self::Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Recount> {
        if name == b"FEN" {
            *tags = Some(value.as_bytes().to_vec());
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Self::Tags) -> ControlFlow<Recount, Self::Movetext> {
        let start = match tags {
            None => Some(Chess::new()),
            Some(fen) => Fen::from_ascii(&fen).ok().and_then(|fen| fen.into_position(CastlingMode::Chess960).ok()),
        };
        ControlFlow::Continue((start, Vec::new()))
    }

    fn begin_variation(&mut self, _: &mut Self::Movetext) -> ControlFlow<Recount, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, (_, moves): &mut Self::Movetext, san: SanPlus) -> ControlFlow<Recount> {
        moves.push(san);
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (start, moves): Self::Movetext) -> Recount {
        start.map_or_else(Recount::default, |start| recount(start, &moves))
    }
}

fn recount(start: Chess, moves: &[SanPlus]) -> Recount {
    let rights = |chess: &Chess, color: Color| chess.castles().castling_rights() & Bitboard::from(color.backrank());
    let mut recount = Recount { is_legal: true, ..Recount::default() };
    let mut chess = start;
    for color in [Color::White, Color::Black] {
        if rights(&chess, color).is_empty() {
            recount.fates[usize::from(color.is_black())] = Some((Fate::Never, 0));
        }
    }
    let key = |chess: &Chess| chess.zobrist_hash::<Zobrist64>(EnPassantMode::Legal);
    let mut seen = vec![key(&chess)];
    for san in moves {
        let Ok(played) = san.san.to_move(&chess) else {
            recount.is_legal = false;
            break;
        };
        recount.n_plies += 1;
        let (before, ply) = (chess.clone(), recount.n_plies);
        chess.play_unchecked(played);
        seen.push(key(&chess));
        if played.is_castle() {
            recount.castlings.push((ply, played));
        }
        for color in [Color::White, Color::Black] {
            let fate = &mut recount.fates[usize::from(color.is_black())];
            if fate.is_some() || rights(&chess, color).any() {
                continue;
            }
            *fate = Some(match played {
                Move::Castle { king, rook } if color == before.turn() && rook < king => (Fate::ASide, ply),
                Move::Castle { .. } if color == before.turn() => (Fate::HSide, ply),
                Move::Normal { role: Role::King, .. } if color == before.turn() => (Fate::LostByKing, ply),
                Move::Normal { .. } if color == before.turn() => (Fate::LostByRook, ply),
                _ => (Fate::LostByCapture, ply),
            });
        }
    }
    let n_repetitions = seen.iter().filter(|&key| Some(key) == seen.last()).count();
    recount.ending = if chess.is_checkmate() {
        Some(Ending::Mate)
    } else if chess.is_stalemate() {
        Some(Ending::Stalemate)
    } else if chess.is_insufficient_material() {
        Some(Ending::DeadPosition)
    } else if n_repetitions >= 5 {
        Some(Ending::FivefoldRepetition)
    } else if chess.halfmoves() >= 150 {
        Some(Ending::SeventyFiveMoves)
    } else {
        None
    };
    recount
}

/// How king and rook went, by their squares.
fn method_name(king: shakmaty::Square, rook: shakmaty::Square) -> &'static str {
    let (king_to, rook_to) = if rook < king { ('c', 'd') } else { ('g', 'f') };
    let (king, rook) = (king.file().char(), rook.file().char());
    match (king == king_to, rook == rook_to) {
        (true, _) => "rook_only",
        (_, true) => "king_only",
        _ if king == rook_to && rook == king_to => "transposition",
        _ => "double_move",
    }
}

/// The table of the archives of TCEC and of Mainz is what a plain recount comes to.
#[test]
fn castlings_are_recounted() {
    let folders: Vec<_> =
        ["corpus/tcec", "corpus/chessbase-mainz", "corpus/cpw-ccwc2008"].into_iter().filter_map(shared).collect();
    let sample = fixture("pgn/tcec-frc-sample.pgn");
    let paths = if folders.is_empty() { vec![sample] } else { folders };
    let files = paths.iter().flat_map(|path| if path.is_dir() { files_below(path) } else { vec![path.clone()] });
    let mut counts = BTreeMap::<&str, u64>::new();
    let mut plies = Vec::new();
    let mut fates = BTreeMap::<(usize, Fate), u64>::new();
    let (mut n_played, mut n_same, mut n_opposite) = (0, 0, 0);
    for path in files.filter(|path| path.to_string_lossy().contains(".pgn")) {
        let mut reader = Reader::new(std::io::Cursor::new(read_file(&path)));
        while let Some(game) = reader.read_game(&mut Recounter).expect("a well-formed file") {
            for &(ply, played) in &game.castlings {
                let Move::Castle { king, rook } = played else { unreachable!("only castlings are noted") };
                let side = if rook < king { "a_side_castlings" } else { "h_side_castlings" };
                for name in ["castlings", side, method_name(king, rook)] {
                    *counts.entry(name).or_default() += 1;
                }
                plies.push(ply);
            }
            if game.is_legal && game.n_plies > 0 {
                n_played += 1;
                let game_fates = game.fates.map(|fate| fate.map_or(Fate::Kept, |(fate, _)| fate));
                for (color, fate) in game_fates.into_iter().enumerate() {
                    *fates.entry((color, fate)).or_default() += 1;
                }
                match game_fates {
                    [Fate::ASide, Fate::ASide] | [Fate::HSide, Fate::HSide] => n_same += 1,
                    [Fate::ASide, Fate::HSide] | [Fate::HSide, Fate::ASide] => n_opposite += 1,
                    _ => {}
                }
            }
        }
    }
    let paths: Vec<_> = paths.iter().map(|path| path.to_str().unwrap()).collect();
    let output = run(&[&["stats", "--quiet", "--format", "json"], &paths[..]].concat());
    let stdout = String::from_utf8(output.stdout).unwrap();
    let total: Value = serde_json::from_str(stdout.lines().last().unwrap()).unwrap();
    for (name, count) in &counts {
        assert_eq!(total[name], *count, "{name}");
    }
    if paths.len() == 3 {
        let known = ["castlings", "h_side_castlings", "a_side_castlings", "rook_only", "king_only"];
        assert_eq!(known.map(|name| counts[name]), [2750, 1742, 1008, 498, 259]);
    }
    plies.sort_unstable();
    for (name, percent) in [("castling_ply_10", 10), ("castling_ply", 50), ("castling_ply_90", 90)] {
        let rank = (plies.len() * percent).div_ceil(100).max(1);
        assert_eq!(total[name], plies[rank - 1] as f64, "{name}");
    }
    assert_eq!(total["played"], n_played);
    let check_rate = |name: &str, count: u64| {
        let rate = total[name]["value"].as_f64().unwrap();
        assert!((rate * n_played as f64 - count as f64).abs() < 1e-3, "{name}: {rate} of {n_played}, not {count}");
    };
    for (color, side) in ["white", "black"].into_iter().enumerate() {
        let count = |fate| fates.get(&(color, fate)).copied().unwrap_or(0);
        for (name, fate) in [
            ("a_side", Fate::ASide),
            ("h_side", Fate::HSide),
            ("kept", Fate::Kept),
            ("lost_by_king", Fate::LostByKing),
            ("lost_by_rook", Fate::LostByRook),
            ("lost_by_capture", Fate::LostByCapture),
            ("never", Fate::Never),
        ] {
            check_rate(&format!("{side}_{name}"), count(fate));
        }
    }
    check_rate("same_side", n_same);
    check_rate("opposite_sides", n_opposite);
}

/// Game by game: plies, endings, and when a right went.
#[test]
fn each_game_is_recounted() {
    let paths = match shared("corpus/tcec") {
        Some(folder) => files_below(&folder),
        None => vec![fixture("pgn/tcec-frc-sample.pgn")],
    };
    let mut endings = BTreeMap::<&str, u64>::new();
    for path in paths.into_iter().filter(|path| path.to_string_lossy().contains(".pgn")) {
        let bytes = read_file(&path);
        let facts = our_facts(&bytes);
        let mut reader = Reader::new(&bytes[..]);
        for (index, facts) in facts.iter().enumerate() {
            let game = reader.read_game(&mut Recounter).expect("a well-formed file").expect("as many games");
            let place = format!("{}: game {}", path.display(), index + 1);
            assert_eq!(facts.n_legal_plies as usize, game.n_plies, "{place}");
            assert_eq!(facts.ending, game.ending.filter(|_| game.is_legal), "{place}");
            for color in [Color::White, Color::Black] {
                use pgn960_core::castling::LossReason;
                use pgn960_stats::facts::Castling;
                let found = match facts.castling[color] {
                    Castling::Castled { side: pgn960_core::CastlingSide::ASide, ply, .. } => Some((Fate::ASide, ply)),
                    Castling::Castled { ply, .. } => Some((Fate::HSide, ply)),
                    Castling::Lost { reason: LossReason::KingMoved, ply } => Some((Fate::LostByKing, ply)),
                    Castling::Lost { reason: LossReason::RookMoved, ply } => Some((Fate::LostByRook, ply)),
                    Castling::Lost { ply, .. } => Some((Fate::LostByCapture, ply)),
                    Castling::Kept => None,
                    Castling::Never => Some((Fate::Never, 0)),
                };
                let found = found.map(|(fate, ply)| (fate, ply as usize));
                assert_eq!(found, game.fates[usize::from(color.is_black())], "{place}");
            }
            if let Some(ending) = facts.ending {
                *endings.entry(ending.name()).or_default() += 1;
            }
        }
    }
    eprintln!("{endings:?}");
}

/// SPN-9: in 90 arrays a side may castle to the h-side at once, in 72 to the a-side.
#[test]
fn castling_at_once() {
    use pgn960_core::{CastlingSide, Spn, fen, spn::back_rank_text};
    let count = |color: Color, side: CastlingSide| {
        let may = |spn: &Spn| {
            let rank = back_rank_text(&spn.back_rank());
            let text = format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w KQkq - 0 1", rank.to_lowercase());
            let setup = fen::read_strict(text.as_bytes(), None).expect("a start position").setup;
            let position = Position::from_setup(setup).expect("a legal position");
            let mut facts = our_facts(b"1. e4 *\n").remove(0);
            facts.start = GameStart::Position(position, pgn960_core::Start::Chess960(*spn));
            facts.may_castle_at_once(color, side)
        };
        Spn::all().filter(may).count()
    };
    for color in Color::ALL {
        assert_eq!((count(color, CastlingSide::HSide), count(color, CastlingSide::ASide)), (90, 72));
    }
}

/// Tables of random parts of an archive, stored, read again and merged in random order and grouping, are the table of
/// the whole: row by row, and as they are stored.
#[test]
fn any_parts_merge_to_the_whole() {
    let paths = match shared("corpus/tcec") {
        Some(folder) => files_below(&folder),
        None => vec![fixture("pgn/tcec-frc-sample.pgn"), fixture("pgn/tournament.pgn")],
    };
    let facts: Vec<Facts> = paths.iter().flat_map(|path| our_facts(&read_file(path))).collect();
    let stored = |table: &Table| serde_json::to_string(&Saved::new(table, None)).expect("a table is JSON");
    let mut random = 960_u64;
    let mut below = |bound: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % bound
    };
    for dimensions in [&[Dimension::Start][..], &[Dimension::Player, Dimension::Castling], &[Dimension::Method]] {
        let by = By::new(dimensions).expect("one or two dimensions");
        let mut whole = Table::new(by.clone());
        facts.iter().for_each(|facts| whole.observe(facts, true));
        for n_parts in [1, 2, 7, 40] {
            let mut parts = vec![Table::new(by.clone()); n_parts];
            facts.iter().for_each(|facts| parts[below(n_parts)].observe(facts, true));
            while parts.len() > 1 {
                let other = parts.swap_remove(below(parts.len()));
                let read: Saved = serde_json::from_str(&stored(&other)).expect("JSON is a table");
                let index = below(parts.len());
                parts[index].merge(read.into_table().expect("a table of ours").0);
            }
            assert_eq!(parts[0], whole, "{dimensions:?} in {n_parts} parts");
            assert_eq!(stored(&parts[0]), stored(&whole));
        }
    }
}
