//! `docs/conformance.md`: every statement of the old texts has its row, every test named exists, and the statements
//! that no other test shows.

use std::{collections::BTreeSet, fs};

use pgn960_core::{
    CastlingSide, Geometry, Position, Spn, Start, Verdict,
    castling::{Method, Obstacle, obstacles},
    fen,
    spn::parse_back_rank,
    start,
};
use shakmaty::{Bitboard, Color, Rank, Role, Setup, Square, attacks};

use crate::harness::{fixture, root, run, shared};

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("cannot read {path}: {error}"))
}

/// The cells of the rows of all tables, headings left out.
fn rows(text: &str) -> Vec<Vec<String>> {
    let cells = |line: &str| {
        let line = line.strip_prefix("| ")?.strip_suffix(" |")?;
        Some(line.split(" | ").map(|cell| cell.trim().to_owned()).collect::<Vec<_>>())
    };
    let rows = text.lines().filter_map(cells);
    rows.filter(|row| row[0] != "---" && row[0] != "no" && row[0] != "topic").collect()
}

#[test]
fn every_statement_has_its_row() {
    let rules = fs::read_to_string(fixture("oracle/rules.md")).expect("a readable file");
    if let Some(path) = shared("oracle/rules.md") {
        assert!(rules == fs::read_to_string(path).expect("a readable file"), "fixtures/oracle/rules.md is out of date");
    }
    let keys = |text: &str| rows(text).into_iter().map(|row| row[0].clone()).collect::<Vec<_>>();
    let stated = keys(&rules);
    assert_eq!(stated.len(), 89);
    assert_eq!(keys(&read("docs/conformance.md")), stated);
}

#[test]
fn every_test_named_exists() {
    let mut named = BTreeSet::new();
    for row in rows(&read("docs/conformance.md")) {
        let tests = row.last().expect("a row has cells");
        let tests: Vec<&str> = tests.split("<br>").map(|test| test.trim_matches('`')).collect();
        assert!(row.len() >= 3 && tests.iter().all(|test| test.contains("::")), "{row:?}");
        named.extend(tests.into_iter().map(str::to_owned));
    }
    assert!(named.len() > 40);
    for test in named {
        let (file, name) = test.split_once("::").expect("a file and a name");
        let text = read(file);
        let declared = text.find(&format!("fn {name}(")).unwrap_or_else(|| panic!("there is no test {test}"));
        // Its attribute stands on the line before, or, of a property, at most a comment apart.
        let attribute = text[..declared].lines().rev().take(3).find(|line| line.trim() == "#[test]");
        assert!(attribute.is_some(), "{test} is no test");
    }
}

/// 1.5: Black's men turned by half a circle are not opposite White's.
#[test]
fn a_point_mirror_has_no_number() {
    for spn in Spn::all() {
        let turned = start::setup(spn, spn.mirrored());
        assert_eq!(Start::classify(&turned), Start::Dfrc { white: spn, black: spn.mirrored() });
    }
}

/// 1.7.
#[test]
fn the_example_row() {
    let back_rank = parse_back_rank("RBKNBNRQ").expect("eight letters");
    assert_eq!(Spn::from_back_rank(&back_rank).map(Spn::get), Some(760));
}

/// 2.2: what is read with zeros is written with letters O.
#[test]
fn castling_may_be_written_with_zeros() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (zeros, letters) in [("0-0", "O-O"), ("0-0-0", "O-O-O")] {
        let output = run(&["explain", fen, zeros, "--format", "json"]);
        let explained: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a JSON object");
        assert_eq!(explained["castlings"][0]["san"], letters);
    }
}

/// 3.11 and 3.13.
#[test]
fn advice_is_in_the_help() {
    let help = String::from_utf8(run(&["explain", "--help"]).stdout).expect("UTF-8");
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("the king off the board beside its square, the rook to its square, the king to its square"));
    assert!(help.contains("It may be useful to say `I am about to castle` first"));
}

/// A board of White's king and rook alone, with the right to castle.
fn bare(geometry: Geometry) -> Setup {
    let mut setup = Setup::empty();
    setup.board.set_piece_at(geometry.king(), Color::White.king());
    setup.board.set_piece_at(geometry.rook(), Color::White.rook());
    setup.castling_rights = geometry.rook().into();
    setup
}

fn white() -> impl Iterator<Item = Geometry> {
    Geometry::all().filter(|geometry| geometry.color() == Color::White)
}

fn is_legal(setup: &Setup, geometry: Geometry) -> bool {
    obstacles(setup, geometry.side(), None, None).is_empty()
}

/// 3.14: with any men of White on the free squares of the back rank and Black's king anywhere, a check seen after the
/// first half of a double move is a check at the end. A line opened or closed by the halves lies on the back rank or
/// leads from a final square, so that only the castling men matter.
#[test]
fn a_check_seen_half_way_is_there_at_the_end() {
    let mut n_half_way = 0;
    for geometry in white().filter(|geometry| geometry.method() == Method::DoubleMove) {
        let free = Bitboard::from(Rank::First) & !geometry.must_be_empty();
        for others in free.without(geometry.king()).without(geometry.rook()).carry_rippler() {
            let check = |rook: Square, king: Square| {
                Bitboard::FULL & attacks::rook_attacks(rook, others.with(king)) & !others.with(king)
            };
            let at_end = check(geometry.rook_to(), geometry.king_to());
            // The rook gives the check: from its start once the king has gone, or from its end before the king goes.
            let king_first = check(geometry.rook(), geometry.king_to());
            let rook_first = check(geometry.rook_to(), geometry.king());
            let halves = [(geometry.king() != geometry.rook_to(), rook_first), (!geometry.lands_on_rook(), king_first)];
            for (_, half) in halves.into_iter().filter(|(is_permitted, _)| *is_permitted) {
                // Black's king stands on no square that a castling man passes or takes, and not in check to begin with.
                let taken = geometry.must_be_empty().with(geometry.king()).with(geometry.rook());
                let seen = half & !taken & !check(geometry.rook(), geometry.king());
                n_half_way += seen.count();
                assert!((seen & !at_end).is_empty(), "{geometry:?} {others:?}: {seen:?} {at_end:?}");
            }
        }
    }
    assert!(n_half_way > 1000);
}

/// 3.16.
#[test]
fn what_may_stay_occupied() {
    let with_all = |side: CastlingSide, n_squares: usize| {
        let all =
            white().filter(|geometry| geometry.side() == side && geometry.may_stay_occupied().count() == n_squares);
        all.map(|geometry| (geometry.king(), geometry.rook())).collect::<Vec<_>>()
    };
    assert_eq!(with_all(CastlingSide::ASide, 3), [(Square::D1, Square::C1)]);
    assert_eq!(with_all(CastlingSide::HSide, 2), [(Square::F1, Square::G1)]);
    for geometry in white() {
        let mut setup = bare(geometry);
        for square in geometry.may_stay_occupied() {
            setup.board.set_piece_at(square, Color::White.knight());
        }
        assert!(is_legal(&setup, geometry), "{geometry:?}");
    }
}

/// 4.6: men on the final squares by ordinary moves have lost their right, unmoved ones have it.
#[test]
fn looking_castled_is_not_being_castled() {
    let start = fen::read_strict(b"4k3/8/8/8/8/8/8/1RK5 w Q - 0 1", None).expect("a readable FEN").setup;
    assert!(obstacles(&start, CastlingSide::ASide, None, None).is_empty());
    let moved = fen::read_strict(b"4k3/8/8/8/8/8/8/R1K5 w - - 4 9", None).expect("a readable FEN").setup;
    let found = obstacles(&moved, CastlingSide::ASide, None, None);
    assert!(matches!(found[..], [Obstacle::NoRight(_)]));
}

/// 4.10: over all occupancies of the other squares of the back rank.
#[test]
fn the_first_house_rule_is_not_equivalent() {
    let (mut n_occupancies, mut n_different) = (0, 0);
    let mut different = BTreeSet::new();
    for geometry in white() {
        let others = Bitboard::from(Rank::First).without(geometry.king()).without(geometry.rook());
        for occupied in others.carry_rippler() {
            let is_clear = (geometry.must_be_empty() & occupied).is_empty();
            let is_clear_by_house_rule = (geometry.looked_at_by_house_rule() & occupied).is_empty();
            n_occupancies += 1;
            assert!(!is_clear || is_clear_by_house_rule, "the house rule is the more lenient one");
            if is_clear != is_clear_by_house_rule {
                n_different += 1;
                different.insert((geometry.king(), geometry.rook()));
            }
            let mut setup = bare(geometry);
            for square in occupied {
                setup.board.set_piece_at(square, Color::White.knight());
            }
            assert_eq!(is_legal(&setup, geometry), is_clear, "{geometry:?} {occupied:?}");
        }
    }
    assert_eq!((n_occupancies, n_different), (2688, 32));
    let squares = [("g1", "f1"), ("b1", "c1"), ("b1", "d1"), ("c1", "d1")];
    let squares = squares.map(|(king, rook)| (king.parse().expect("a square"), rook.parse().expect("a square")));
    assert_eq!(different, BTreeSet::from(squares));
    let is_concerned = |spn: &Spn| {
        CastlingSide::ALL.into_iter().any(|side| {
            let geometry = spn.castling(Color::White, side);
            different.contains(&(geometry.king(), geometry.rook()))
        })
    };
    assert_eq!(Spn::all().filter(is_concerned).count(), 90);
}

/// 4.12.
#[test]
fn a_destination_must_be_empty() {
    for geometry in white() {
        let destinations = Bitboard::from(geometry.king_to()).with(geometry.rook_to());
        for square in destinations.without(geometry.king()).without(geometry.rook()) {
            let mut setup = bare(geometry);
            setup.board.set_piece_at(square, Color::White.knight());
            assert!(!is_legal(&setup, geometry), "{geometry:?} {square}");
        }
    }
}

/// 4.15 and 4.18: one enemy man on every square, for every castling.
#[test]
fn an_attacked_rook_forbids_nothing_by_itself() {
    let (mut n_positions, mut n_legal, mut n_attacked) = (0, 0, 0);
    let mut may_be_attacked = BTreeSet::new();
    for geometry in white() {
        for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn] {
            for square in Square::ALL {
                let is_pawn_on_edge = role == Role::Pawn && Bitboard::BACKRANKS.contains(square);
                if square == geometry.king() || square == geometry.rook() || is_pawn_on_edge {
                    continue;
                }
                let mut setup = bare(geometry);
                setup.board.set_piece_at(square, role.of(Color::Black));
                n_positions += 1;
                if !is_legal(&setup, geometry) {
                    continue;
                }
                n_legal += 1;
                let attackers = setup.board.attacks_to(geometry.rook(), Color::Black, setup.board.occupied());
                if attackers.any() {
                    n_attacked += 1;
                    may_be_attacked.insert((geometry.king(), geometry.rook()));
                    assert!(!geometry.jumps_rook_square() && !geometry.lands_on_rook(), "{geometry:?}");
                }
            }
        }
    }
    assert_eq!((n_positions, n_legal, n_attacked, may_be_attacked.len()), (12432, 7064, 363, 17));
}

/// 4.19.
#[test]
fn a_rook_unmasks_from_the_corner_only() {
    for geometry in white() {
        let is_on_b = geometry.side() == CastlingSide::ASide && geometry.rook() == Square::B1;
        let expected = if is_on_b { Bitboard::from(Square::A1) } else { Bitboard::EMPTY };
        assert_eq!(geometry.unmasked_from(), expected, "{geometry:?}");
        let mut setup = bare(geometry);
        if is_on_b {
            setup.board.set_piece_at(Square::A1, Color::Black.queen());
            let found = obstacles(&setup, geometry.side(), None, None);
            assert!(matches!(found[..], [Obstacle::RookUnmasksCheck { square: Square::C1, .. }]), "{found:?}");
        }
    }
}

/// 4.22 and 4.23.
#[test]
fn starts_with_a_castling_or_an_obstruction() {
    let both = |has: fn(Spn, CastlingSide) -> bool| {
        Spn::all().filter(|&spn| CastlingSide::ALL.iter().all(|&side| has(spn, side))).count()
    };
    let either = |has: fn(Spn, CastlingSide) -> bool| {
        Spn::all().filter(|&spn| CastlingSide::ALL.iter().any(|&side| has(spn, side))).count()
    };
    assert_eq!((either(Spn::can_castle_at_once), both(Spn::can_castle_at_once)), (162, 0));
    assert_eq!((either(Spn::is_obstructed_by_other_rook), both(Spn::is_obstructed_by_other_rook)), (90, 0));
    for spn in Spn::all() {
        let position = Position::from_setup(start::setup(spn, spn)).expect("a legal position");
        for side in CastlingSide::ALL {
            let verdict = Verdict::new(&position, side, None, None);
            assert_eq!(verdict.is_legal(), spn.can_castle_at_once(side), "{spn} {side}");
            if verdict.is_legal() {
                assert_eq!(verdict.geometry.map(Geometry::method), Some(Method::Transposition));
            }
        }
    }
}

/// 5.4: kings on e, rooks on a and h.
#[test]
fn starts_in_standard_fen() {
    let numbers = Spn::all().filter(|&spn| fen::to_standard(&start::setup(spn, spn)).is_some()).map(Spn::get);
    let expected = [414, 430, 446, 454, 460, 461, 502, 508, 509, 518, 524, 525, 532, 533, 548, 549, 692, 693];
    assert_eq!(numbers.collect::<Vec<_>>(), expected);
}
