//! Our resolver and position against shakmaty's: the same answers for every move text, in random positions and in real
//! games.

use std::{collections::BTreeMap, fs};

use pgn960_core::{
    Position, Spn,
    fen::read_strict,
    san::{self, Remarks, SanFault},
    spn::back_rank_text,
    start::full_rights,
};
use pgn960_pgn::{
    opening::Opening,
    repetition::nth_occurrence,
    replay::{Step, replay},
    split::Limits,
};
use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, Move, Position as _, PositionError, Rank, Role, Setup,
    Square, attacks,
    fen::Fen,
    san::{San, SanError, SanPlus},
};

use crate::harness::{Random, each_game, files_below, fixture, read_file, shared};

/// Pairs of a position and a move text that are compared at least.
const N_PAIRS: u64 = 4_000_000;

/// Texts tried in a position beside those of its legal moves.
const N_WRONG_TEXTS: usize = 24;

/// A walk from a start position is at most this long, and one from a composed position.
const N_PLIES: [usize; 2] = [160, 16];

impl Random {
    fn square(&mut self) -> Square {
        Square::new(self.below(64) as u32)
    }
}

fn chess(setup: Setup) -> Option<Chess> {
    let position = setup.position::<Chess>(CastlingMode::Chess960);
    let position = position.or_else(PositionError::ignore_too_much_material);
    position.or_else(PositionError::ignore_impossible_check).ok()
}

/// One of the 960 start positions, or of their pairs (DFRC).
fn start(random: &mut Random) -> Chess {
    let mut spn = || Spn::new(random.below(usize::from(Spn::COUNT)) as u16).expect("a number below 960");
    let (white, other) = (spn(), spn());
    let black = if random.once_in(2) { white } else { other };
    let [white, black] = [white, black].map(|spn| back_rank_text(&spn.back_rank()));
    let fen = format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{white} w - - 0 1", black.to_lowercase());
    let mut setup = read_strict(fen.as_bytes(), None).expect("a start array").setup;
    setup.castling_rights = full_rights(&setup).expect("a start array");
    chess(setup).expect("a legal position")
}

/// A few men anywhere: many of a kind, pinned and checked, pawns about to promote or to be taken en passant, castling
/// with free ways.
fn composed(random: &mut Random) -> Chess {
    const ROLES: [Role; 12] = [
        Role::Pawn,
        Role::Pawn,
        Role::Pawn,
        Role::Pawn,
        Role::Knight,
        Role::Knight,
        Role::Bishop,
        Role::Bishop,
        Role::Rook,
        Role::Rook,
        Role::Queen,
        Role::Queen,
    ];
    loop {
        let mut setup = Setup { turn: Color::from_white(random.once_in(2)), ..Setup::empty() };
        let mut board = Board::empty();
        let at_home = random.once_in(2);
        for color in Color::ALL {
            let square = random.square();
            let square = if at_home { Square::from_coords(square.file(), color.backrank()) } else { square };
            board.set_piece_at(square, color.king());
        }
        for _ in 0..random.below(20) {
            let (square, role) = (random.square(), *random.pick(&ROLES));
            let square = match role {
                Role::Rook if at_home => Square::from_coords(square.file(), *random.pick(&[Rank::First, Rank::Eighth])),
                _ => square,
            };
            let is_last = role == Role::Pawn && Bitboard::BACKRANKS.contains(square);
            if !is_last && board.piece_at(square).is_none() {
                board.set_piece_at(square, role.of(Color::from_white(random.once_in(2))));
            }
        }
        for color in Color::ALL {
            let rooks = board.by_piece(color.rook()) & color.backrank();
            let Some(king) = board.king_of(color).filter(|king| king.rank() == color.backrank()) else { continue };
            setup.castling_rights.extend(rooks.first().filter(|&rook| rook < king));
            setup.castling_rights.extend(rooks.last().filter(|&rook| rook > king));
        }
        if random.once_in(3) {
            let pushed = Square::from_coords(random.square().file(), setup.turn.fold_wb(Rank::Fifth, Rank::Fourth));
            let behind = pushed.offset(setup.turn.fold_wb(8, -8));
            board.set_piece_at(pushed, setup.turn.other().pawn());
            behind.and_then(|behind| board.remove_piece_at(behind));
            behind.and_then(|behind| board.remove_piece_at(behind.offset(setup.turn.fold_wb(8, -8))?));
            for taker in attacks::king_attacks(pushed) & pushed.rank() & !board.occupied() {
                if random.once_in(2) {
                    board.set_piece_at(taker, setup.turn.pawn());
                }
            }
            setup.ep_square = behind;
        }
        setup.board = board;
        if let Some(position) = chess(setup) {
            return position;
        }
    }
}

/// A move text in the grammar of export format, not always one that any position can have.
fn random_text(random: &mut Random, moves: &[Move]) -> String {
    if random.once_in(12) {
        let sign = *random.pick(&["", "+", "#"]);
        return format!("{}{sign}", random.pick(&["O-O", "O-O-O"]));
    }
    // Most texts are near a legal move, else nearly all would be illegal for dull reasons.
    let near = (!moves.is_empty() && !random.once_in(4)).then(|| *random.pick(moves));
    let role = near.filter(|_| !random.once_in(6)).map_or_else(|| *random.pick(&Role::ALL), |near| near.role());
    let to = near.filter(|_| !random.once_in(6)).map_or_else(|| random.square(), |near| near.to());
    let from = near.and_then(|near| near.from()).filter(|_| !random.once_in(4)).unwrap_or_else(|| random.square());
    let is_capture = near.map_or_else(|| random.once_in(3), |near| near.is_capture()) != random.once_in(5);
    let mut text = if role == Role::Pawn { String::new() } else { role.upper_char().to_string() };
    let with_rank = if role == Role::Pawn { random.once_in(12) } else { random.once_in(4) };
    let with_file = if role == Role::Pawn { is_capture != random.once_in(6) } else { random.once_in(3) };
    if with_file {
        text.push(from.file().char());
    }
    if with_rank {
        text.push(from.rank().char());
    }
    if is_capture {
        text.push('x');
    }
    text += &to.to_string();
    let is_last = Bitboard::BACKRANKS.contains(to);
    if (role == Role::Pawn && is_last) != random.once_in(12) {
        text += *random.pick(&["=Q", "=R", "=B", "=N", "=K", "=P"]);
    }
    text + *random.pick(&["", "", "", "+", "#"])
}

/// What has been tried, by what came out, so that a generator that has gone dull is noticed.
type Counts = BTreeMap<&'static str, u64>;

/// Compares what a text means in a position, here and there.
fn compare(position: &Position, chess: &Chess, text: &str, counts: &mut Counts) {
    let place = || format!("`{text}` in {}", pgn960_core::fen::to_shredder(&position.to_setup()));
    let (ours, theirs) = (san::parse(text.as_bytes()), SanPlus::from_ascii(text.as_bytes()));
    let Ok(theirs) = theirs else {
        assert!(ours.is_none_or(|written| !written.spelling().is_standard()), "only we can read {}", place());
        return;
    };
    let Some(written) = ours else {
        // A promotion to king or pawn: we say at once that it is no move, shakmaty finds no such move.
        assert_eq!(theirs.san.to_move(chess), Err(SanError::IllegalSan), "only we cannot read {}", place());
        *counts.entry("unreadable").or_default() += 1;
        return;
    };
    assert_eq!(written.san_plus(), theirs, "{}", place());
    if !written.spelling().is_standard() {
        // Origin and destination of a pawn are coordinates, which may also move a piece.
        assert!(written.spelling().contains(san::Spelling::COORDINATES), "{}", place());
        return;
    }
    // A missing or a wrong `x` is a remark here and illegal there. Everything else is the same.
    let is_occupied = |square| chess.board().role_at(square).is_some();
    let (meant, is_capture_written) = match theirs.san {
        San::Normal { role: Role::Pawn, file: Some(file), rank, capture: false, to, promotion }
            if file != to.file() =>
        {
            (San::Normal { role: Role::Pawn, file: Some(file), rank, capture: true, to, promotion }, false)
        }
        San::Normal { role, file, rank, capture, to, promotion } if role != Role::Pawn => {
            (San::Normal { role, file, rank, capture: is_occupied(to), to, promotion }, capture)
        }
        San::Normal { capture, .. } => (theirs.san, capture),
        san => (san, false),
    };
    let (origin, is_capture) = match meant {
        San::Normal { file, rank, capture, .. } => ((file, rank), capture),
        _ => ((None, None), false),
    };
    if meant != theirs.san {
        assert_eq!(theirs.san.to_move(chess), Err(SanError::IllegalSan), "{}", place());
    }
    let expected = meant.to_move(chess).map_err(|error| match error {
        SanError::IllegalSan => SanFault::Illegal,
        SanError::AmbiguousSan => SanFault::Ambiguous,
    });
    let found = position.resolve(written);
    assert_eq!(found.map(|resolved| resolved.played.unpack()), expected, "{}", place());
    *counts.entry(outcome_name(&expected)).or_default() += 1;
    let Ok(resolved) = found else { return };
    let played = resolved.played.unpack();
    let mut remarks = Remarks::default();
    for (name, remark, is_so) in [
        ("over-disambiguated", Remarks::OVER_DISAMBIGUATED, is_over_disambiguated(chess, played, origin)),
        ("rank for file", Remarks::RANK_FOR_FILE, is_rank_for_file(chess, played, origin)),
        ("missing x", Remarks::MISSING_CAPTURE_SIGN, is_capture && !is_capture_written),
        ("wrong x", Remarks::WRONG_CAPTURE_SIGN, !is_capture && is_capture_written),
        (
            "missing pawn file",
            Remarks::MISSING_PAWN_FILE,
            is_capture && played.role() == Role::Pawn && origin.0.is_none(),
        ),
        ("disambiguated", Remarks::default(), origin != (None, None) && played.role() != Role::Pawn),
    ] {
        remarks = remarks.with_if(remark, is_so);
        *counts.entry(name).or_default() += u64::from(is_so);
    }
    assert_eq!(resolved.remarks, remarks, "{}", place());
}

fn outcome_name(outcome: &Result<Move, SanFault>) -> &'static str {
    match outcome {
        Err(SanFault::Ambiguous) => "ambiguous",
        Err(_) => "illegal",
        Ok(Move::Castle { .. }) => "castling",
        Ok(Move::EnPassant { .. }) => "en passant",
        Ok(Move::Normal { promotion: Some(_), .. }) => "promotion",
        Ok(_) => "other move",
    }
}

/// Whether a text says more of the origin than the export text of its move does.
fn is_over_disambiguated<F, R>(chess: &Chess, played: Move, (file, rank): (Option<F>, Option<R>)) -> bool {
    let San::Normal { file: due_file, rank: due_rank, .. } = San::from_move(chess, played) else { return false };
    if played.role() == Role::Pawn {
        return rank.is_some() || (file.is_some() && due_file.is_none());
    }
    let n_given = usize::from(file.is_some()) + usize::from(rank.is_some());
    n_given > usize::from(due_file.is_some()) + usize::from(due_rank.is_some())
}

/// Whether a text tells the origin by its rank, and the export text of its move by its file.
fn is_rank_for_file<F, R>(chess: &Chess, played: Move, (file, rank): (Option<F>, Option<R>)) -> bool {
    let San::Normal { file: due_file, rank: due_rank, .. } = San::from_move(chess, played) else { return false };
    file.is_none() && rank.is_some() && due_file.is_some() && due_rank.is_none() && played.role() != Role::Pawn
}

/// Compares the positions themselves.
fn compare_positions(position: &Position, chess: &Chess) {
    let place = || pgn960_core::fen::to_shredder(&position.to_setup());
    assert!(position == chess, "{}", place());
    assert_eq!(position, &Position::from_chess(chess), "{}", place());
    assert_eq!(position.is_check(), chess.is_check(), "{}", place());
    assert_eq!(position.has_legal_move(), !chess.legal_moves().is_empty(), "{}", place());
    assert_eq!(position.is_checkmate(), chess.is_checkmate(), "{}", place());
}

#[test]
fn random_positions() {
    let mut random = Random(960);
    let (mut n_pairs, mut n_positions, mut counts) = (0, 0, Counts::new());
    for walk in 0.. {
        if n_pairs >= N_PAIRS {
            break;
        }
        let is_composed = walk % 16 > 0;
        let mut chess = if is_composed { composed(&mut random) } else { start(&mut random) };
        let mut position = Position::from_chess(&chess);
        for _ in 0..N_PLIES[usize::from(is_composed)] {
            compare_positions(&position, &chess);
            n_positions += 1;
            let moves = chess.legal_moves();
            for &played in &moves {
                let text = SanPlus::from_move(chess.clone(), played).to_string();
                compare(&position, &chess, &text, &mut counts);
                let resolved = san::parse(text.as_bytes()).map(|written| position.resolve(written));
                let expected = san::Resolved { played: played.into(), remarks: Remarks::default() };
                assert_eq!(resolved, Some(Ok(expected)), "`{text}` in {:?}", position.to_setup());
            }
            // What is rare in random games decides about half of the texts.
            let rare: Vec<_> =
                moves.iter().copied().filter(|played| played.is_castle() || played.is_en_passant()).collect();
            for index in 0..N_WRONG_TEXTS {
                let near = if index % 2 == 0 && !rare.is_empty() { &rare[..] } else { &moves };
                let text = random_text(&mut random, near);
                compare(&position, &chess, &text, &mut counts);
            }
            n_pairs += (moves.len() + N_WRONG_TEXTS) as u64;
            if moves.is_empty() {
                break;
            }
            let captures: Vec<_> = moves.iter().copied().filter(|played| played.is_capture()).collect();
            let choice = match random.below(4) {
                0 if !captures.is_empty() => &captures[..],
                1 if !rare.is_empty() => &rare,
                _ => &moves,
            };
            let played = *random.pick(choice);
            let before = position.clone();
            let undo = position.undo_of(played.into());
            position.play(played.into());
            chess.play_unchecked(played);
            let mut back = position.clone();
            back.take_back(&undo);
            assert_eq!(back, before, "{played:?} taken back");
        }
    }
    eprintln!("{n_pairs} texts in {n_positions} positions: {counts:?}");
    for (name, least) in [
        ("other move", 1_000_000),
        ("illegal", 500_000),
        ("ambiguous", 10_000),
        ("castling", 2_000),
        ("en passant", 1_000),
        ("promotion", 10_000),
        ("disambiguated", 100_000),
        ("over-disambiguated", 100_000),
        ("rank for file", 1_000),
        ("missing x", 5_000),
        ("wrong x", 50_000),
        ("missing pawn file", 500),
        ("unreadable", 10_000),
    ] {
        let count = counts.get(name).copied().unwrap_or(0);
        assert!(count >= least, "only {count} of `{name}`: {counts:?}");
    }
}

/// Replays every game of a text there as well, and compares move by move.
fn compare_games(bytes: &[u8]) -> u64 {
    let mut n_plies = 0;
    each_game(bytes, Limits::default(), |_, game| {
        if !game.is_game() {
            return;
        }
        let opening = Opening::of(game);
        let Some(start) = opening.start.position() else { return };
        let mut main_line = start.to_chess();
        replay(
            game,
            start,
            |_| true,
            |step| {
                let Step::Ply(ply) = step else { return };
                let before = ply.before();
                let mut chess = if ply.depth == 0 { main_line.clone() } else { before.to_chess() };
                compare_positions(&before, &chess);
                if ply.written.spelling().is_standard() {
                    compare(&before, &chess, &game.decoded(ply.span), &mut Counts::new());
                }
                chess.play_unchecked(ply.played.unpack());
                compare_positions(ply.after(), &chess);
                if ply.depth == 0 {
                    main_line = chess;
                }
                n_plies += 1;
            },
        );
    });
    n_plies
}

#[test]
fn games_of_the_fixtures() {
    for path in files_below(&fixture("")) {
        if path.extension().is_some_and(|extension| extension == "pgn") {
            compare_games(&fs::read(&path).expect("a readable file"));
        }
    }
}

#[test]
fn games_of_an_archive() {
    let Some(path) = shared("corpus/bench/frc-dense.pgn.zst") else {
        eprintln!("skipped: there is no ../shared/corpus");
        return;
    };
    let n_plies = compare_games(&read_file(&path));
    assert!(n_plies > 100_000, "only {n_plies} plies");
}

/// Number of half-moves after which a position stands for the `n`th time, by comparing every position with all before.
fn nth_occurrence_recounted(start: &Chess, moves: &[Move], n: usize) -> Option<usize> {
    let identity = |chess: &Chess| {
        let setup = chess.to_setup(EnPassantMode::Legal);
        Setup { halfmoves: 0, fullmoves: Setup::empty().fullmoves, ..setup }
    };
    let mut chess = start.clone();
    let mut seen = vec![identity(&chess)];
    moves.iter().position(|&played| {
        chess.play_unchecked(played);
        seen.push(identity(&chess));
        seen.iter().filter(|&other| Some(other) == seen.last()).count() == n
    })
}

/// Few men walk to and fro, so that positions come back, also with the other side to move, over castlings and captures.
#[test]
fn repetitions_are_found() {
    let mut random = Random(5);
    let mut n_found = BTreeMap::new();
    for _ in 0..1500 {
        let from = if random.once_in(3) { start(&mut random) } else { composed(&mut random) };
        let (mut chess, mut moves, mut text) = (from.clone(), Vec::new(), String::new());
        let restlessness = 1 + random.below(4);
        for _ in 0..80 {
            let legal = chess.legal_moves();
            let is_back = |played: &Move| {
                moves.len() >= 2 && {
                    let last: Move = moves[moves.len() - 2];
                    (played.from(), played.to()) == (Some(last.to()), last.from().unwrap_or(last.to()))
                }
            };
            let back: Vec<Move> =
                legal.iter().copied().filter(|played| !played.is_zeroing() && is_back(played)).collect();
            let choice = if back.is_empty() || random.once_in(restlessness) { &legal[..] } else { &back[..] };
            if choice.is_empty() {
                break;
            }
            let played = *random.pick(choice);
            text += &format!("{} ", SanPlus::from_move_and_play_unchecked(&mut chess, played));
            moves.push(played);
        }
        let fen = Fen::from_position(&from, EnPassantMode::Always);
        let text = format!("[Variant \"Chess960\"]\n[FEN \"{fen}\"]\n\n{text}*\n");
        each_game(text.as_bytes(), Limits::default(), |_, game| {
            let opening = Opening::of(game);
            // A right to castle of a king in the corner is none.
            let Some(start) = opening.start.position() else { return };
            let replay = replay(game, start, |_| false, |_| {});
            assert_eq!(replay.moves.len(), moves.len(), "{text}");
            for n in 2..=5 {
                let expected = nth_occurrence_recounted(&from, &moves, n).map(|index| index + 1);
                assert_eq!(nth_occurrence(&replay, n), expected, "{n} times: {text}");
                *n_found.entry((n, expected.is_some())).or_insert(0) += 1;
            }
        });
    }
    assert!((2..=5).all(|n| n_found[&(n, true)] > 50 && n_found[&(n, false)] > 50), "{n_found:?}");
}
