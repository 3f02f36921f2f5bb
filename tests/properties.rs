//! What holds for any bytes: reading, replaying and reporting never panic, every byte belongs to an event, and neither
//! threads nor chunk size change anything.

use std::{fmt, num::NonZeroUsize, ops::ControlFlow};

use pgn960_pgn::{
    lint::{
        Choice, Linter, Selection,
        diagnose::{Detail, GamePlace, diagnose},
    },
    location::PlaceFinder,
    parse::Parser,
    pipeline,
    split::{Chunk, Limits},
    visit::visit,
};
use proptest::prelude::*;

use crate::{
    corpus::{Recorder, check_coverage},
    harness::chunks,
};

const ALL_DETAIL: Detail = Detail { at_move: true, fix: true, suggestion: true, excerpt: true, fingerprint: true };

const CHUNK_SIZES: [usize; 5] = [1, 7, 100, 4096, 1 << 20];

fn config(n_cases: u32) -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(n_cases) }
}

/// Pieces of PGN, whole and broken.
fn piece() -> impl Strategy<Value = Vec<u8>> {
    const PIECES: &[&str] = &[
        "[Event \"?\"]\n",
        "[Event \"a \\\"b\\\" [c]\"]\n",
        "[Result \"1-0\"]\n",
        "[Variant \"Chess960\"]\n",
        "[Variant \"Atomic\"]\n",
        "[SetUp \"1\"]\n",
        "[FEN \"nqbnrkrb/pppppppp/8/8/8/8/PPPPPPPP/NQBNRKRB w KQkq - 0 1\"]\n",
        "[FEN \"nqbnrkrb/pppppppp/8/8/8/8/PPPPPPPP/NQBNRKRB w HAha - 0 1\"]\n",
        "[FEN \"4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1\"]\n",
        "[FEN \"?\"]\n",
        "[Fen x]\n",
        "[White \"unclosed\n",
        "[Black \"slash\\\"]\n",
        "[",
        "]",
        "\"",
        "\\",
        "\n",
        "\n\n",
        "\r\n",
        "\r\r",
        "\u{feff}",
        "\t",
        "\x0b",
        "{",
        "}",
        "{ a comment [%clk 0:01] }",
        "; to the end of the line\n",
        "\n% escaped\n",
        "(",
        ")",
        "1. ",
        "1... ",
        "9.",
        "4294967296. ",
        "e4",
        "e5",
        "Nf3",
        "Nf6",
        "Ngf3",
        "d4 d5",
        "exd5",
        "exd6 e.p.",
        "exd6e.p.",
        "O-O",
        "O-O-O",
        "0-0",
        "0\u{2013}0",
        "e8=Q",
        "e8Q#",
        "a8=N+",
        "g1f3",
        "e1g1",
        "Ng1-f3",
        "\u{2658}f3",
        "Z0",
        "--",
        "Sf3",
        "nf3",
        "P@e4",
        "$1",
        "$999999",
        "$",
        "!?",
        "?!?",
        "1-0",
        "1-0\n[Event \"?\"]\n",
        "0-1",
        "1/2-1/2",
        "\u{bd}-\u{bd}",
        "0.5-0.5",
        "1/2",
        "*",
        "* ",
        "resigns",
        "Jos\u{e9}",
        "...",
        "<x>",
    ];
    prop_oneof![
        20 => prop::sample::select(PIECES).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 1..4),
    ]
}

/// Bytes that are shown as text when a property fails.
#[derive(Clone)]
struct Text(Vec<u8>);

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.escape_ascii())
    }
}

/// Text that is much like PGN.
fn soup() -> impl Strategy<Value = Text> {
    let separator = prop::sample::select(vec!["", " ", " ", " ", "\n", "\n\n"]);
    prop::collection::vec((piece(), separator), 0..60).prop_map(|pieces| {
        let join = |(piece, separator): (Vec<u8>, &str)| [&piece[..], separator.as_bytes()].concat();
        Text(pieces.into_iter().flat_map(join).collect())
    })
}

/// Everything that can be said of a chunk: games as a visitor is told of them, and findings with their places.
fn look(chunk: &Chunk, linter: &Linter) -> Vec<String> {
    let mut said = Vec::new();
    if chunk.skipped > 0 {
        return vec![format!("skipped {} bytes from {}, line {}", chunk.skipped, chunk.offset, chunk.line)];
    }
    let mut finder = PlaceFinder::new(&chunk.bytes, chunk.line);
    let mut parser = Parser::default();
    let ends = chunk.starts[1..].iter().map(|&end| end as usize).chain([chunk.bytes.len()]);
    for (start, end) in chunk.starts.iter().map(|&start| start as usize).zip(ends) {
        parser.parse_slice(&chunk.bytes[start..end], |offset, game| {
            let offset = start + offset;
            said.push(format!("game at {}: {:?}", chunk.offset + offset as u64, visit(game, &mut Recorder)));
            let checked = linter.check_game(game);
            let place = GamePlace { number: Some(1), offset, chunk_offset: chunk.offset };
            let diagnostics = diagnose(checked.findings, game, place, &mut finder, ALL_DETAIL);
            said.extend(diagnostics.into_iter().map(|found| format!("{found:?}")));
        });
    }
    said
}

/// Slices as the splitter sees them: offset and bytes, or how many bytes were skipped.
fn slices(bytes: &[u8], limits: Limits) -> Vec<(u64, Vec<u8>, u64)> {
    let mut found = Vec::new();
    for chunk in chunks(bytes, limits) {
        if chunk.skipped > 0 {
            found.push((chunk.offset, Vec::new(), chunk.skipped));
            continue;
        }
        let ends = chunk.starts[1..].iter().map(|&end| end as usize).chain([chunk.bytes.len()]);
        for (start, end) in chunk.starts.iter().map(|&start| start as usize).zip(ends) {
            found.push((chunk.offset + start as u64, chunk.bytes[start..end].to_vec(), 0));
        }
    }
    found
}

/// Everything that is said of a text, by a number of threads.
fn report(bytes: &[u8], limits: Limits, n_threads: usize, linter: &Linter) -> Vec<String> {
    let mut said = Vec::new();
    pipeline::run(
        NonZeroUsize::new(n_threads).expect("not zero"),
        |mut sender| _ = chunks(bytes, limits).into_iter().all(|chunk| sender.send(chunk)),
        |chunk, mut sender| _ = sender.send(look(&chunk, linter)),
        |part| {
            said.extend(part);
            ControlFlow::Continue(())
        },
    )
    .expect("the system gives threads");
    said
}

fn all_rules() -> Linter {
    Linter::new(&Selection::new(&Choice::of(&["ALL"])).expect("a known word"))
}

fn check(bytes: &[u8], max_game_size: usize) {
    let linter = all_rules();
    for max_game_size in [Limits::default().max_game_size, max_game_size] {
        let limits = |chunk_size| Limits { chunk_size, max_game_size };
        let expected = slices(bytes, limits(1 << 20));
        let said: Vec<_> = chunks(bytes, limits(1 << 20)).iter().flat_map(|chunk| look(chunk, &linter)).collect();
        for chunk_size in CHUNK_SIZES {
            check_coverage(bytes, limits(chunk_size));
            assert_eq!(slices(bytes, limits(chunk_size)), expected, "chunk size {chunk_size}");
            let parts = chunks(bytes, limits(chunk_size));
            let found: Vec<_> = parts.iter().flat_map(|chunk| look(chunk, &linter)).collect();
            assert_eq!(found, said, "chunk size {chunk_size}");
        }
    }
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn any_bytes_can_be_read(bytes in prop::collection::vec(any::<u8>(), 0..300), max_game_size in 1..200_usize) {
        check(&bytes, max_game_size);
    }
}

proptest! {
    #![proptest_config(config(3000))]

    #[test]
    fn soup_can_be_read(text in soup(), max_game_size in 1..400_usize) {
        check(&text.0, max_game_size);
    }
}

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn threads_change_nothing(text in soup(), chunk_size in 1..200_usize) {
        let (linter, limits) = (all_rules(), Limits { chunk_size, ..Limits::default() });
        let expected = report(&text.0, limits, 1, &linter);
        for n_threads in [2, 7] {
            prop_assert_eq!(&report(&text.0, limits, n_threads, &linter), &expected);
        }
    }
}

/// A megabyte of each of these on one line would be felt if reading took more than linear time.
#[test]
fn long_lines_are_read_in_linear_time() {
    let linter = all_rules();
    let before = "[Event \"x\"]\n\n1. e4 ";
    for unit in ["[", "x [A ", "[A \"x\" ", "[A \"\\x\"]", "[A  \"x\"]", "(", ")", "}", "{}", "\u{1a}", "* ", "N", "1"]
    {
        let long = unit.repeat(1_000_000 / unit.len());
        for text in [long.clone(), format!("{before}{long}"), format!("{before}*\n\n{long}")] {
            let found: Vec<_> =
                chunks(text.as_bytes(), Limits::default()).iter().flat_map(|chunk| look(chunk, &linter)).collect();
            assert!(!found.is_empty(), "{unit:?}");
        }
    }
}
