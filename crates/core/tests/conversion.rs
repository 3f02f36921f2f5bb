//! Converting between dialects keeps the position: held to shakmaty on random positions with random rights.

use pgn960_core::fen::{self, Conversion, ConvertError, Dialect, EpPolicy, Reading, read_strict};
use proptest::{prelude::*, strategy::ValueTree};
use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, File, Piece, Position, Role, Setup, Square, fen::Fen,
    perft,
};

/// A back rank: the king's file from b to g, files of rooks, and which of them has a right on each side, if any.
type BackRank = (u8, Vec<u8>, [Option<prop::sample::Index>; 2]);

fn back_rank() -> impl Strategy<Value = BackRank> {
    let right = || prop::option::weighted(0.8, any::<prop::sample::Index>());
    (1..7_u8, prop::collection::vec(0..8_u8, 1..6), [right(), right()])
}

/// Kings and rooks on the back ranks, more rooks than two included, and other men anywhere; kings that stand alike, as
/// in one of the 960, or apart, as in DFRC. Rights may belong to inner rooks. Only what shakmaty takes for a position.
fn setup() -> impl Strategy<Value = Setup> {
    let men = prop::collection::vec((0..64_u32, 0..5_usize, any::<bool>()), 0..14);
    let parts = (back_rank(), back_rank(), any::<bool>(), men, any::<bool>(), 0..60_u32, 1..90_u32);
    parts.prop_filter_map("a legal position", |(white, black, is_alike, men, is_white, halfmoves, fullmoves)| {
        let black = if is_alike { white.clone() } else { black };
        let mut setup = Setup::empty();
        setup.turn = Color::from_white(is_white);
        (setup.halfmoves, setup.fullmoves) = (halfmoves, fullmoves.try_into().ok()?);
        for (square, role, is_white) in men {
            let role = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen][role];
            let square = Square::new(square);
            if !(role == Role::Pawn && Bitboard::BACKRANKS.contains(square)) {
                setup.board.set_piece_at(square, Piece { color: Color::from_white(is_white), role });
            }
        }
        for (color, rank) in [(Color::White, white), (Color::Black, black)] {
            place(&mut setup, color, &rank);
        }
        let position = setup.clone().position::<Chess>(CastlingMode::Chess960).ok()?;
        // Rights without a rook would be left out.
        (position.to_setup(EnPassantMode::Always) == setup).then_some(setup)
    })
}

fn place(setup: &mut Setup, color: Color, (king, rooks, rights): &BackRank) {
    let square = |file: u8| Square::from_coords(File::new(file.into()), color.backrank());
    for &rook in rooks.iter().filter(|rook| *rook != king) {
        setup.board.set_piece_at(square(rook), color.rook());
    }
    setup.board.set_piece_at(square(*king), color.king());
    let on_rank = setup.board.by_piece(color.rook()) & color.backrank();
    let sides = [0..*king, *king + 1..8];
    for (files, right) in sides.into_iter().zip(rights) {
        let side: Vec<Square> = files.map(square).filter(|&rook| on_rank.contains(rook)).collect();
        if let (Some(right), false) = (right, side.is_empty()) {
            setup.castling_rights.add(side[right.index(side.len())]);
        }
    }
}

/// The positions after double pushes, so that there are en passant squares.
fn pushed() -> impl Strategy<Value = Setup> {
    (setup(), any::<prop::sample::Index>()).prop_filter_map("a double push", |(setup, index)| {
        let mut position: Chess = setup.position(CastlingMode::Chess960).ok()?;
        let mut moves = position.legal_moves();
        moves.retain(|played| {
            let from = played.from().map_or(0, |from| from.rank() as i32);
            played.role() == Role::Pawn && (played.to().rank() as i32 - from).abs() == 2
        });
        position.play_unchecked(*moves.get(index.index(moves.len().max(1)))?);
        Some(position.to_setup(EnPassantMode::Always))
    })
}

fn convert(text: &str, from: Dialect, to: Dialect, ep: EpPolicy) -> String {
    let conversion = Conversion { from: Some(from), to, ep, is_strict: true, fill_counters: false };
    let mut out = Vec::new();
    conversion.convert(text.as_bytes(), &mut out).unwrap_or_else(|error| panic!("{text}: {error}"));
    String::from_utf8(out).expect("a FEN is ASCII")
}

fn shakmaty_position(text: &str) -> Chess {
    let fen: Fen = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    fen.into_position(CastlingMode::Chess960).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn check(setup: &Setup) -> Result<(), TestCaseError> {
    let [xfen, shredder] = [Dialect::XFen, Dialect::Shredder];
    let texts = [fen::to_xfen(setup), fen::to_shredder(setup)];
    let kept = Setup { ep_square: fen::ep_square(setup, EpPolicy::XFen), ..setup.clone() };
    prop_assert_eq!(&read_strict(texts[0].as_bytes(), Some(xfen))?.setup, &kept);
    prop_assert_eq!(&read_strict(texts[1].as_bytes(), Some(shredder))?.setup, setup);

    prop_assert_eq!(&convert(&texts[1], shredder, xfen, EpPolicy::XFen), &texts[0]);
    let with_square = convert(&texts[1], shredder, xfen, EpPolicy::Keep);
    prop_assert_eq!(&convert(&with_square, xfen, shredder, EpPolicy::Keep), &texts[1]);

    let position: Chess = setup.clone().position(CastlingMode::Chess960).expect("a legal position");
    for (policy, mode) in [(EpPolicy::XFen, EnPassantMode::PseudoLegal), (EpPolicy::Legal, EnPassantMode::Legal)] {
        prop_assert_eq!(fen::ep_square(setup, policy), position.to_setup(mode).ep_square);
    }
    let n_leaves = perft(&position, 3);
    for text in &texts {
        prop_assert_eq!(perft(&shakmaty_position(text), 3), n_leaves, "{}", text);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(250) })]

    #[test]
    fn the_position_stays(setup in setup()) {
        check(&setup)?;
    }

    #[test]
    fn en_passant_squares_stay(setup in pushed()) {
        check(&setup)?;
    }

    #[test]
    fn a_reading_is_what_readers_of_one_dialect_take(setup in setup()) {
        for text in [fen::to_xfen(&setup), fen::to_shredder(&setup)] {
            let reading = read_strict(text.as_bytes(), None)?.reading();
            let is_shredder = read_strict(text.as_bytes(), Some(Dialect::Shredder)).is_ok();
            let is_xfen = text == fen::to_xfen(&setup);
            prop_assert_eq!(reading == Reading::Both, is_shredder && is_xfen);
            prop_assert_eq!(reading == Reading::XFen, !is_shredder);
        }
    }
}

/// Lines as lists have them, whole and broken.
fn line() -> impl Strategy<Value = Vec<u8>> {
    const PIECES: &[&str] = &[
        "4k3/8/8/8/8/8/8/R3K1RR",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        " w",
        " b",
        " GQ",
        " KQkq",
        " HAha",
        " -",
        " e3",
        " 0",
        " 1",
        " 00",
        " bm e4;",
        " x",
        ";",
        " ",
        "/",
        "8",
        "\t",
        "é",
    ];
    let piece = prop_oneof![
        20 => prop::sample::select(PIECES).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 1..4),
    ];
    prop::collection::vec(piece, 0..9).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(20_000) })]

    #[test]
    fn a_line_is_converted_whole_or_not_at_all(line in line(), [is_strict, fill_counters] in any::<[bool; 2]>()) {
        for to in [Dialect::XFen, Dialect::Shredder, Dialect::Standard] {
            let conversion = Conversion { from: None, to, ep: EpPolicy::Keep, is_strict, fill_counters };
            let mut out = b"before".to_vec();
            let result = conversion.convert(&line, &mut out);
            match result {
                Ok(converted) => {
                    prop_assert!(converted.notes.iter().all(|note| note.span.end <= line.len()));
                    let mut again = Vec::new();
                    prop_assert!(conversion.convert(&out[6..], &mut again).is_ok());
                    prop_assert_eq!(&again, &out[6..]);
                }
                Err(ConvertError::Fen(error) | ConvertError::Inexpressible { error, .. }) => {
                    prop_assert!(error.span.start <= error.span.end && error.span.end <= line.len());
                    prop_assert_eq!(&out, b"before");
                }
                Err(error) => prop_assert!(false, "{error}"),
            }
        }
    }
}

/// The generator makes the positions that it is there for.
#[test]
fn positions_are_of_all_kinds() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (mut n_inner, mut n_many, mut n_unlike, mut n_alike) = (0, 0, 0, 0);
    for _ in 0..200 {
        let setup = setup().new_tree(&mut runner).expect("a position").current();
        let board: &Board = &setup.board;
        let [white, black] = Color::ALL.map(|color| board.king_of(color).expect("a king").file());
        n_inner += u32::from(
            fen::to_xfen(&setup)
                .split(' ')
                .nth(2)
                .expect("a field")
                .contains(|letter: char| File::from_char(letter.to_ascii_lowercase()).is_some()),
        );
        n_many += u32::from(board.rooks().count() > 4);
        n_unlike += u32::from(white != black);
        n_alike += u32::from(white == black && setup.castling_rights.any());
    }
    assert!(n_inner > 20 && n_many > 20 && n_unlike > 20 && n_alike > 20, "{n_inner} {n_many} {n_unlike} {n_alike}");
}
