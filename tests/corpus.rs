//! Real files by other people's programs, where `../shared/corpus` is there: our reader against pgn-reader's and
//! python-chess's, events that cover every byte, output that depends on neither threads nor chunk size.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    ops::ControlFlow,
    path::PathBuf,
};

use pgn_reader::{Nag, Outcome, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};
use pgn960_pgn::{
    Event, Game,
    event::EventKind,
    lint::{Checked, Choice, Linter, Selection, Severity},
    location::{BYTE_ORDER_MARK, count_lines},
    opening::Variant,
    parse::Parser,
    split::Limits,
    visit::visit,
};
use shakmaty::{CastlingMode, Chess, Position as _, PositionError, fen::Fen};

use crate::harness::{chunks, each_game, files_below, fixture, read_file, run, shared};

/// What keeps pgn-reader from seeing what we see, by the rule that reports it. The first that applies is told.
const REASONS: &[(&str, &str)] = &[
    ("MVT001", "a comment is not closed: pgn-reader gives up"),
    ("MVT006", "an empty line in the movetext: pgn-reader ends the game there"),
    (NO_MOVETEXT, "games without movetext: pgn-reader joins them"),
    (NO_GAME, "text that is no game: pgn-reader counts it as one"),
    ("POS004", "another game: its moves are not judged here"),
    ("SAN010", "a promotion without `=`: pgn-reader drops it"),
    ("SAN012", "moves as coordinates: pgn-reader takes them for moves of pawns"),
    ("SAN003", "a move that cannot be read ends the line: pgn-reader drops it and goes on"),
    ("SAN008", "a capture without `x`: shakmaty calls it illegal"),
    ("SAN016", "a `++`: pgn-reader drops the move"),
    ("MVT003", "a parenthesis without its partner: pgn-reader tells it to the visitor"),
    ("MVT004", "an unknown token: pgn-reader reads something out of it, or drops the move before it"),
    ("TAG001", "a malformed tag pair: pgn-reader reads another value or none"),
    ("TAG004", "a tag name in the wrong case: it counts here"),
];

/// Stands among the codes for a game that has neither a move nor a marker.
const NO_MOVETEXT: &str = "no movetext";

/// Stands among the codes for text before, between or behind games.
const NO_GAME: &str = "no game";

/// Where python-chess 1.11.2 counts other games than we do: file, our number, its number, reason.
const PYTHON_CHESS: &[(&str, usize, usize, &str)] = &[
    ("chesslib-data/ep.pgn", 1, 2, EMPTY_LINE),
    ("chesslib-data/err.pgn", 1, 2, EMPTY_LINE),
    ("chessops/headers-and-moves-on-the-same-line.pgn", 3, 2, "it takes tag pairs behind movetext for comments"),
    ("kokopu/misc.pgn", 15, 34, EMPTY_LINE),
    ("kokopu/syntactic-error-2.pgn", 0, 1, "it counts a text without tag, move and marker as a game"),
    ("kokopu/syntactic-error-4.pgn", 2, 1, "an unclosed comment swallows the next game"),
    ("lichess/broadcast-FWWRC.pgn", 605, 1, "it joins games without movetext"),
    ("old-pgn-collections/d00_chess_informant.pgn", 103, 104, "it counts a lone byte behind the last game as a game"),
    ("old-pgn-collections/human_computer.pgn", 29, 30, EMPTY_LINE),
    ("python-chess-data/testpy-literal-05.pgn", 1, 3, EMPTY_LINE),
    ("scalachess-fixtures/fromCrafty.pgn", 1, 13, EMPTY_LINE),
    ("scalachess-fixtures/gameWithComments.pgn", 1, 2, EMPTY_LINE),
    ("twic/chess960-explorer_database_headers-only.pgn.zst", 4444, 1, "it joins games without movetext"),
    ("twic/chess960-explorer_freestyle_headers-only.pgn", 983, 1, "it joins games without movetext"),
];

const EMPTY_LINE: &str = "it ends a game at an empty line in the movetext";

/// The PGN files of the corpus with their paths in it, or None with a word when there is no corpus.
pub fn corpus() -> Option<Vec<(String, PathBuf)>> {
    let Some(root) = shared("corpus") else {
        eprintln!("skipped: there is no ../shared/corpus");
        return None;
    };
    let named = |path: PathBuf| {
        let name = path.strip_prefix(&root).expect("below the root").to_str().expect("a UTF-8 path").to_owned();
        name.trim_end_matches(".zst").ends_with("pgn").then_some((name, path))
    };
    Some(files_below(&root).into_iter().filter_map(named).collect())
}

/// What a visitor is told of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// Every call with its arguments, in order.
    calls: Vec<u8>,
    /// Moves of the main line.
    moves: Vec<SanPlus>,
    /// Legal moves at the start of the main line.
    n_legal: u32,
    position: Option<Chess>,
    fen: Option<Vec<u8>>,
    depth: usize,
    in_comment: bool,
}

impl Record {
    fn call(&mut self, kind: u8, bytes: &[u8]) -> ControlFlow<Record> {
        self.calls.push(kind);
        self.calls.extend_from_slice(bytes);
        self.calls.push(b'\n');
        ControlFlow::Continue(())
    }
}

/// Writes down what it is told, variations included, and replays the main line with shakmaty.
pub struct Recorder;

impl Visitor for Recorder {
    type Tags = Record;
    type Movetext = Record;
    type Output = Record;

    fn begin_tags(&mut self) -> ControlFlow<Record, Record> {
        ControlFlow::Continue(Record::default())
    }

    fn tag(&mut self, record: &mut Record, name: &[u8], value: RawTag<'_>) -> ControlFlow<Record> {
        if name == b"FEN" {
            record.fen.get_or_insert(value.decode().into_owned());
        }
        // pgn-reader takes only one of several blanks before the value off the name.
        record.call(b'[', name.trim_ascii_end())?;
        record.call(b'"', value.as_bytes())
    }

    fn begin_movetext(&mut self, mut record: Record) -> ControlFlow<Record, Record> {
        record.position = match &record.fen {
            None => Some(Chess::new()),
            Some(fen) => Fen::from_ascii(fen).ok().and_then(|fen| {
                fen.into_position(CastlingMode::Chess960)
                    .or_else(PositionError::ignore_too_much_material)
                    .or_else(PositionError::ignore_impossible_check)
                    .ok()
            }),
        };
        ControlFlow::Continue(record)
    }

    fn san(&mut self, record: &mut Record, san: SanPlus) -> ControlFlow<Record> {
        if record.depth == 0 {
            record.moves.push(san);
            record.position = record.position.take().and_then(|position| {
                let played = san.san.to_move(&position).ok()?;
                record.n_legal += 1;
                position.play(played).ok()
            });
        }
        record.call(b'm', san.to_string().as_bytes())
    }

    fn nag(&mut self, record: &mut Record, nag: Nag) -> ControlFlow<Record> {
        record.call(b'$', nag.to_string().as_bytes())
    }

    fn partial_comment(&mut self, record: &mut Record, comment: RawComment<'_>) -> ControlFlow<Record> {
        if !std::mem::replace(&mut record.in_comment, true) {
            record.calls.push(b'{');
        }
        record.calls.extend_from_slice(comment.as_bytes());
        ControlFlow::Continue(())
    }

    fn comment(&mut self, record: &mut Record, comment: RawComment<'_>) -> ControlFlow<Record> {
        self.partial_comment(record, comment)?;
        record.in_comment = false;
        record.calls.push(b'\n');
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, record: &mut Record) -> ControlFlow<Record, Skip> {
        record.depth += 1;
        record.calls.extend_from_slice(b"(\n");
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self, record: &mut Record) -> ControlFlow<Record> {
        record.depth = record.depth.saturating_sub(1);
        record.call(b')', b"")
    }

    fn outcome(&mut self, record: &mut Record, outcome: Outcome) -> ControlFlow<Record> {
        record.call(b'=', outcome.to_string().as_bytes())
    }

    fn end_game(&mut self, record: Record) -> Record {
        record
    }
}

/// A game as our reader and replay see it.
struct Seen {
    record: Record,
    n_legal: u32,
    codes: BTreeSet<&'static str>,
}

/// Codes of what may make pgn-reader see a game otherwise.
fn odd_codes(game: &Game<'_>, checked: &Checked) -> BTreeSet<&'static str> {
    let may_differ = |rule: &pgn960_pgn::lint::Rule| match rule.family() {
        "ENC" | "TAG" | "MVT" => rule.severity > Severity::Info,
        // The spelling of a move, as opposed to whether it is legal.
        "SAN" => rule.code == "SAN003" || rule.code >= "SAN008",
        _ => rule.code == "POS004",
    };
    let rules = checked.findings.iter().map(|finding| finding.rule);
    let mut codes: BTreeSet<_> = rules.filter(|rule| may_differ(rule)).map(|rule| rule.code).collect();
    let is_movetext = |event: &Event| matches!(event.kind, EventKind::San(_) | EventKind::Marker(_));
    if !game.is_game() {
        codes.insert(NO_GAME);
    } else if !game.events.iter().any(is_movetext) {
        codes.insert(NO_MOVETEXT);
    }
    codes
}

/// What the two readers make of a file.
pub struct Comparison {
    ours: Vec<Seen>,
    theirs: Vec<Record>,
    /// What may make a difference, in all of the file.
    codes: BTreeSet<&'static str>,
    /// Whether every game is ordinary chess or Chess960.
    is_chess: bool,
    /// Why pgn-reader stopped before the end.
    error: Option<String>,
}

impl Comparison {
    /// Reads a text with both readers.
    pub fn new(bytes: &[u8], linter: &Linter) -> Comparison {
        let mut comparison =
            Comparison { ours: Vec::new(), theirs: Vec::new(), codes: BTreeSet::new(), is_chess: true, error: None };
        each_game(bytes, Limits::default(), |_, game| {
            if game.events.iter().all(|event| event.kind == EventKind::Blank) {
                return;
            }
            let checked = linter.check_game(game);
            let codes = odd_codes(game, &checked);
            comparison.codes.extend(&codes);
            if game.is_game() {
                let variant = checked.opening.as_ref().map(|opening| opening.variant);
                comparison.is_chess &= !matches!(variant, Some(Variant::OtherGame | Variant::Unknown));
                let n_legal = checked.replay.map_or(0, |replay| replay.n_legal_plies());
                comparison.ours.push(Seen { record: visit(game, &mut Recorder), n_legal, codes });
            }
        });
        let mut reader = Reader::new(bytes);
        loop {
            match reader.read_game(&mut Recorder) {
                Ok(Some(record)) => comparison.theirs.push(record),
                Ok(None) => break,
                Err(error) => {
                    comparison.error = Some(error.to_string());
                    break;
                }
            }
        }
        comparison
    }

    /// Whether nothing in the text keeps the two from seeing the same.
    pub fn is_well_formed(&self) -> bool {
        self.codes.is_empty() && self.is_chess
    }

    /// The first game that the two see otherwise.
    fn first_difference(&self) -> Option<usize> {
        let is_same = |index: usize| match (self.ours.get(index), self.theirs.get(index)) {
            (Some(ours), Some(theirs)) => {
                // The positions differ behind an illegal move, as ours is not told to the visitor.
                ours.record.calls == theirs.calls
                    && ours.record.moves == theirs.moves
                    && ours.record.n_legal == theirs.n_legal
                    && ours.n_legal == theirs.n_legal
            }
            _ => false,
        };
        (0..self.ours.len().max(self.theirs.len())).find(|&index| !is_same(index))
    }

    /// Why the two see that game otherwise.
    fn reason(&self, game_idx: usize) -> Option<&'static str> {
        // A game that only pgn-reader sees is text that is none, as an earlier difference would have come first.
        let is_cause = |code: &str| self.ours.get(game_idx).map_or(code == NO_GAME, |seen| seen.codes.contains(code));
        REASONS.iter().find(|(code, _)| is_cause(code)).map(|&(_, reason)| reason)
    }

    fn n_moves(&self) -> (usize, usize) {
        let ours = self.ours.iter().map(|seen| seen.record.moves.len()).sum();
        (ours, self.theirs.iter().map(|record| record.moves.len()).sum())
    }

    fn n_legal(&self) -> (u32, u32) {
        let ours = self.ours.iter().map(|seen| seen.n_legal).sum();
        (ours, self.theirs.iter().map(|record| record.n_legal).sum())
    }
}

#[test]
fn pgn_reader_sees_the_same() {
    let Some(files) = corpus() else { return };
    let linter = Linter::new(&Selection::new(&Choice::of(&["ALL"])).expect("a known word"));
    let (mut table, mut n_files, mut n_games, mut n_moves) = (String::new(), 0, 0, 0);
    for (name, path) in files {
        let comparison = Comparison::new(&read_file(&path), &linter);
        let difference = comparison.first_difference();
        if comparison.is_well_formed() {
            assert_eq!((difference, &comparison.error), (None, &None), "{name}");
            n_files += 1;
            n_games += comparison.ours.len();
            n_moves += comparison.n_moves().0;
            continue;
        }
        let Some(game_idx) = difference else { continue };
        let reason = comparison.reason(game_idx).unwrap_or_else(|| {
            panic!("{name}: game {game_idx} differs: {:?}", comparison.ours.get(game_idx).map(|s| &s.codes))
        });
        let (games, moves, legal) =
            ((comparison.ours.len(), comparison.theirs.len()), comparison.n_moves(), comparison.n_legal());
        writeln!(
            table,
            "{name}: games {} | {}, moves {} | {}, legal {} | {}; game {}: {reason}",
            games.0,
            games.1,
            moves.0,
            moves.1,
            legal.0,
            legal.1,
            game_idx + 1
        )
        .expect("memory can be written");
    }
    eprintln!("{n_files} well-formed files of {n_games} games and {n_moves} moves are the same to both");
    assert!(
        n_files > 150 && n_games > 10_000 && n_moves > 500_000,
        "{n_files} files, {n_games} games, {n_moves} moves"
    );
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(fixture("corpus"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_description(
        "ours | pgn-reader's, of the files in which the two differ; the first game that does, and why",
    );
    settings.bind(|| insta::assert_snapshot!("reader-differences", table));
}

/// Asserts that chunks, games and events laid end to end are the text, with nothing but blanks between two tokens.
pub fn check_coverage(bytes: &[u8], limits: Limits) {
    let mut parser = Parser::default();
    let mut at = 0;
    for chunk in chunks(bytes, limits) {
        assert_eq!((chunk.offset, chunk.line), (at as u64, count_lines(&bytes[..at]) + 1));
        if chunk.skipped > 0 {
            assert!(chunk.bytes.is_empty());
            at += usize::try_from(chunk.skipped).expect("the text is in memory");
            continue;
        }
        assert!(chunk.starts[0] == 0 && chunk.starts.is_sorted());
        let ends = chunk.starts[1..].iter().map(|&end| end as usize).chain([chunk.bytes.len()]);
        for (start, end) in chunk.starts.iter().map(|&start| start as usize).zip(ends) {
            let slice_at = at;
            parser.parse_slice(&chunk.bytes[start..end], |offset, game| {
                assert_eq!(slice_at + offset, at);
                assert!(bytes[at..].starts_with(game.bytes), "the game at byte {at}");
                check_events(game);
                at += game.bytes.len();
            });
            assert_eq!(at, slice_at + end - start);
        }
    }
    assert_eq!(at, bytes.len());
}

fn check_events(game: &Game<'_>) {
    assert_eq!(game.events.first().map(|event| event.span.start), Some(0));
    let mut end = 0;
    for event in &game.events {
        assert!(is_gap(&game.bytes[end..event.span.start as usize]), "before {event:?}");
        assert!(!event.span.is_empty(), "{event:?}");
        end = event.span.end as usize;
    }
    assert!(is_gap(&game.bytes[end..]), "behind the last event");
}

/// Whether bytes are only blanks, line ends, byte order marks, and the character with which DOS ends a file.
fn is_gap(mut bytes: &[u8]) -> bool {
    while let [first, rest @ ..] = bytes {
        bytes = match first {
            b' ' | b'\t' | b'\x0b' | b'\x0c' | b'\n' | b'\r' | b'\x1a' => rest,
            _ => match bytes.strip_prefix(BYTE_ORDER_MARK) {
                Some(rest) => rest,
                None => return false,
            },
        };
    }
    true
}

#[test]
fn events_cover_every_byte() {
    for (_, path) in corpus().unwrap_or_default() {
        check_coverage(&read_file(&path), Limits::default());
    }
}

#[test]
fn output_does_not_depend_on_threads_or_chunks() {
    if corpus().is_none() {
        return;
    }
    let report = |threads: &str, chunk_size: &str| {
        let options = ["validate", "--quiet", "--games", "--format", "json", "--select", "ALL"];
        let variable = ["--threads", threads, "--chunk-size", chunk_size, "../shared/corpus"];
        let output = run(&[&options[..], &variable].concat());
        assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    };
    let expected = report("1", "1M");
    assert!(expected.len() > 1_000_000);
    for threads in ["1", "2", "7"] {
        for chunk_size in ["256", "4096", "1M", "4M"] {
            // Not compared by `assert_eq`, which would print megabytes.
            assert!(report(threads, chunk_size) == expected, "{threads} threads, chunks of {chunk_size}");
        }
    }
}

#[test]
fn python_chess_counts_the_same_games() {
    let Some(files) = corpus() else { return };
    let path = shared("corpus/pychess_results.csv").expect("it lies beside the files");
    let table = fs::read_to_string(path).expect("a readable file");
    // The first two columns, which hold neither quotes nor commas.
    let counted = |line: &str| {
        let mut columns = line.split(',');
        let name = columns.next().expect("a path").to_owned();
        let n_games = columns.next().and_then(|count| count.parse::<usize>().ok());
        n_games.map(|n_games| (name, n_games))
    };
    let theirs: BTreeMap<_, _> = table.lines().skip(1).filter_map(counted).collect();
    let mut found = Vec::new();
    for (name, path) in files {
        // Files for measuring speed and games on two boards were not counted.
        let Some(&theirs) = theirs.get(&name) else { continue };
        let mut n_games = 0;
        each_game(&read_file(&path), Limits::default(), |_, game| n_games += usize::from(game.is_game()));
        if n_games != theirs {
            found.push((name, n_games, theirs));
        }
    }
    let expected: Vec<_> =
        PYTHON_CHESS.iter().map(|&(name, ours, theirs, _)| (name.to_owned(), ours, theirs)).collect();
    assert_eq!(found, expected);
}
