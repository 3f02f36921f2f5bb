//! `pgn960 castles`: every castling of every game with its verdict.

use std::io::{self, Write};

use anyhow::{Context, Result};
use pgn960_core::{CastlingSide, castling::Obstacle, fen};
use pgn960_pgn::{
    castles::{self, Castle, Verdict, Wanted},
    lint::diagnose::printable,
    location::{Place, PlaceFinder},
    opening::{FenTag, GameStart, Opening},
    parse::Parser,
    split::Chunk,
};
use pgn960_stats::CastleCounts;
use serde::Serialize;
use serde_json::{Map, Value, json};
use shakmaty::{Color, Square};

use crate::{
    Outcome,
    args::{Castles as Args, CastlesFormat as Format},
    complain, note,
    report::{counted, json as report_json},
    scan::{Part, scan},
};

/// Lists the castlings of all inputs.
pub fn run(args: &Args) -> Result<Outcome> {
    let wanted = Wanted { variations: args.variations, attempts: args.attempts };
    let mut counts = CastleCounts::default();
    let mut n_games = 0;
    let mut n_before = 0;
    let mut n_damaged = 0;
    let mut out = if args.format == Format::Csv { HEADER.into() } else { Vec::new() };
    let scanned = scan(
        &args.scan,
        |chunk, each| list(chunk, wanted, args.illegal, each),
        |input, part, progress| {
            match part {
                Part::Begin => n_before = n_games,
                Part::Work(work) => {
                    for Unseen { game, line, is_sure, reason } in work.unseen {
                        n_damaged += u64::from(is_sure);
                        let game = game + n_games - n_before;
                        let message = format!("{}:{line}: game {game}: {reason}", input.name);
                        progress.suspend(|| if is_sure { complain(&message) } else { note(&message) });
                    }
                    for mut row in work.rows {
                        row.game += n_games - n_before;
                        match args.format {
                            Format::Text => out.extend_from_slice(row.text(&input.name).as_bytes()),
                            Format::Csv => out.extend_from_slice(&row.csv(&input.name)?),
                            Format::Json => writeln!(out, "{}", report_json::encode(&row.json(&input.name)))?,
                        }
                    }
                    n_games += work.n_games;
                    counts.merge(work.counts);
                }
                Part::End(end) => {
                    if let Some(damage) = end.damage {
                        n_damaged += 1;
                        progress.suspend(|| complain(&format!("`{}`: {damage}", input.name)));
                    }
                }
            }
            if out.is_empty() { Ok(()) } else { progress.suspend(|| write(&mut out)) }
        },
    )?;
    if args.format == Format::Json {
        writeln!(out, "{}", report_json::encode(&summary_json(scanned.n_files, n_games, &counts)))?;
    }
    write(&mut out)?;
    if !args.scan.quiet {
        // Nobody may be listening any more; the list itself has been written.
        _ = io::stderr().write_all(summary_text(scanned.n_files, n_games, &counts).as_bytes());
    }
    Ok(match (scanned.n_unreadable + n_damaged, counts.n_illegal()) {
        (0, 0) => Outcome::Clean,
        (0, _) => Outcome::Findings,
        _ => Outcome::Failure,
    })
}

fn write(out: &mut Vec<u8>) -> Result<()> {
    let mut stdout = io::stdout().lock();
    let result = stdout.write_all(out).and_then(|()| stdout.flush());
    out.clear();
    result.context("cannot write to standard output")
}

/// What is told of a comment with a brace in it.
const LEFT_OPEN: &str = "a comment holds another `{`; if it was left open, castlings in it are not seen";

/// What a chunk holds, or a part of its games.
#[derive(Default)]
struct Work {
    n_games: u64,
    rows: Vec<Row>,
    unseen: Vec<Unseen>,
    counts: CastleCounts,
}

/// Where castlings may be that are not seen; the game is counted as in [`Row`].
struct Unseen {
    game: u64,
    line: u64,
    /// The game is surely not read whole.
    is_sure: bool,
    reason: &'static str,
}

/// A castling with its place; the game is counted from the start of its chunk at first.
struct Row {
    game: u64,
    place: Place,
    san: String,
    fen: Option<String>,
    start_note: Option<StartNote>,
    /// Everything that forbids it, with a description.
    obstacles: Vec<(Obstacle, String)>,
    castle: Castle,
}

fn list(chunk: &Chunk, wanted: Wanted, illegal_only: bool, each: &mut dyn FnMut(Work)) {
    /// Rows of a piece of work, so that a chunk full of castlings does not hold a million rows.
    const MOST: usize = 4096;
    let mut work = Work::default();
    let mut finder = PlaceFinder::new(&chunk.bytes, chunk.line);
    Parser::default().parse_chunk(chunk, |offset, game| {
        if !game.is_game() {
            return;
        }
        work.n_games += 1;
        let reason = match game {
            _ if game.is_skipped() => Some("the game is larger than `--max-game-size`, it is not read"),
            _ if game.has_unclosed_comment() => Some("a comment is left open, castlings in it are not seen"),
            _ => None,
        };
        if let Some(reason) = reason {
            let line = finder.look_up(offset + game.start_span().start as usize).line;
            work.unseen.push(Unseen { game: work.n_games, line, is_sure: true, reason });
        }
        let opening = Opening::of(game);
        let start_note = start_note(&opening);
        let left_open = castles::castles(game, &opening, wanted, |castle| {
            work.counts.observe(&castle);
            if !illegal_only || matches!(castle.verdict, Verdict::Illegal(_)) {
                let place = finder.go_to(offset + castle.span.start as usize);
                let san = game.decoded(castle.span).into_owned();
                work.rows.push(Row::new(work.n_games, place, san, start_note, castle));
            }
            if work.rows.len() >= MOST {
                each(std::mem::take(&mut work));
            }
        });
        if let Some(comment) = left_open {
            let line = finder.look_up(offset + comment.start as usize).line;
            work.unseen.push(Unseen { game: work.n_games, line, is_sure: false, reason: LEFT_OPEN });
        }
    });
    each(work);
}

/// What the game does not say itself about its start, so that a verdict rests on it.
#[derive(Clone, Copy)]
enum StartNote {
    /// The FEN's castling field names no rook; read with all rights (policy P6).
    RightsRepaired,
    /// A Chess960 game without FEN, taken to start from the classical array (policy P7).
    StartAssumed,
}

impl StartNote {
    fn name(self) -> &'static str {
        match self {
            StartNote::RightsRepaired => "rights-repaired",
            StartNote::StartAssumed => "start-assumed",
        }
    }

    fn description(self) -> &'static str {
        match self {
            StartNote::RightsRepaired => "the castling rights of the FEN name no rook, all are assumed",
            StartNote::StartAssumed => "there is no FEN, the classical array is assumed",
        }
    }
}

fn start_note(opening: &Opening) -> Option<StartNote> {
    match (&opening.fen, &opening.start) {
        (FenTag::Repaired(_), _) => Some(StartNote::RightsRepaired),
        (_, GameStart::Assumed(..)) => Some(StartNote::StartAssumed),
        _ => None,
    }
}

impl Row {
    fn new(game: u64, place: Place, san: String, start_note: Option<StartNote>, castle: Castle) -> Row {
        let setup = castle.board.as_ref().map(|board| board.before.to_setup());
        let obstacles = match (&castle.verdict, &setup) {
            (Verdict::Illegal(obstacles), Some(setup)) => {
                obstacles.iter().map(|obstacle| (obstacle.clone(), obstacle.describe(setup))).collect()
            }
            _ => Vec::new(),
        };
        Row { game, place, san, fen: setup.as_ref().map(fen::to_xfen), start_note, obstacles, castle }
    }

    fn verdict(&self) -> &'static str {
        match self.castle.verdict {
            Verdict::Legal(_) => "legal",
            Verdict::Illegal(_) => "illegal",
            Verdict::NotJudged(_) => "not-judged",
        }
    }

    fn method(&self) -> Option<&'static str> {
        match self.castle.verdict {
            Verdict::Legal(method) => Some(method.name()),
            _ => None,
        }
    }

    /// The reasons of a verdict that is not legal, in words.
    fn reasons(&self) -> String {
        match &self.castle.verdict {
            Verdict::Legal(_) => String::new(),
            Verdict::Illegal(_) => self.obstacles.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join("; "),
            Verdict::NotJudged(reason) => reason.description().to_owned(),
        }
    }

    /// Where king and rook come from and go to; `None` where that is not known.
    fn squares(&self) -> Squares {
        let board = self.castle.board.as_ref();
        let to = |square: fn(CastlingSide, Color) -> Square| {
            self.castle.color.map(|color| square(self.castle.side, color).to_string())
        };
        Squares {
            king_from: board.map(|board| board.king.to_string()),
            king_to: to(CastlingSide::king_to),
            rook_from: board.and_then(|board| board.rook).map(|rook| rook.to_string()),
            rook_to: to(CastlingSide::rook_to),
        }
    }

    fn color(&self) -> Option<&'static str> {
        self.castle.color.map(|color| color.fold_wb("white", "black"))
    }

    fn csv(&self, file: &str) -> csv::Result<Vec<u8>> {
        let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
        let joined = |part: fn(&Obstacle) -> &'static str| {
            self.obstacles.iter().map(|(obstacle, _)| part(obstacle)).collect::<Vec<_>>().join("; ")
        };
        let squares = self.squares();
        writer.serialize(CsvRow {
            file,
            game: self.game,
            line: self.place.line,
            column: self.place.column,
            ply: self.castle.number,
            variation: self.castle.depth,
            color: self.color(),
            side: self.castle.side.san(),
            san: &self.san,
            wording: self.castle.wording.name(),
            verdict: self.verdict(),
            method: self.method(),
            king_from: squares.king_from,
            king_to: squares.king_to,
            rook_from: squares.rook_from,
            rook_to: squares.rook_to,
            conditions: joined(Obstacle::condition),
            clauses: joined(Obstacle::clause),
            reasons: self.reasons(),
            plain_king_move_legal: self.castle.board.as_ref().map(|board| board.is_plain_move_legal),
            start_note: self.start_note.map(StartNote::name),
            fen: self.fen.as_deref(),
        })?;
        Ok(writer.into_inner().expect("memory takes everything"))
    }

    fn json(&self, file: &str) -> Value {
        let obstacles: Vec<_> =
            self.obstacles.iter().map(|(obstacle, text)| report_json::obstacle_json(obstacle, text)).collect();
        let squares = self.squares();
        let not_judged = match self.castle.verdict {
            Verdict::NotJudged(reason) => Some(reason.name()),
            _ => None,
        };
        json!({
            "type": "castling",
            "file": file,
            "game": self.game,
            "line": self.place.line,
            "column": self.place.column,
            "ply": self.castle.number,
            "variation": self.castle.depth,
            "color": self.color(),
            "side": self.castle.side.san(),
            "san": self.san,
            "wording": self.castle.wording.name(),
            "verdict": self.verdict(),
            "method": self.method(),
            "king_from": squares.king_from,
            "king_to": squares.king_to,
            "rook_from": squares.rook_from,
            "rook_to": squares.rook_to,
            "obstacles": obstacles,
            "not_judged": not_judged,
            "plain_king_move_legal": self.castle.board.as_ref().map(|board| board.is_plain_move_legal),
            "start_note": self.start_note.map(StartNote::name),
            "fen": self.fen,
        })
    }

    fn text(&self, file: &str) -> String {
        let Row { game, place, castle, .. } = self;
        let squares = self.squares();
        let way = |piece: &str, from: Option<String>, to: Option<String>| match (from, to) {
            (Some(from), Some(to)) if from == to => format!(", {piece} stays on {to}"),
            (Some(from), Some(to)) => format!(", {piece} {from}-{to}"),
            _ => String::new(),
        };
        let what = match &castle.verdict {
            Verdict::Legal(method) => {
                let king = way("king", squares.king_from, squares.king_to);
                let rook = way("rook", squares.rook_from, squares.rook_to);
                format!(" ({}{king}{rook})", method.name())
            }
            _ => format!(": {}", printable(&self.reasons())),
        };
        let attempt =
            if castle.wording.is_attempt() { format!(" (written `{}`)", printable(&self.san)) } else { String::new() };
        let color = self.color().map(|color| format!("{color} ")).unwrap_or_default();
        let plain = match &castle.board {
            Some(board) if board.is_plain_move_legal && !castle.wording.is_attempt() => {
                format!("; the king move `K{}` is legal too", castle.side.king_to(board.before.turn()))
            }
            _ => String::new(),
        };
        let note = self.start_note.map(|note| format!("; {}", note.description())).unwrap_or_default();
        format!(
            "{}:{}:{}: {} {color}{}{attempt}{what}{plain} [game {game}, half-move {}{note}]\n",
            printable(file),
            place.line,
            place.column,
            self.verdict(),
            castle.side.san(),
            castle.number,
        )
    }
}

/// The squares of a castling as text.
struct Squares {
    king_from: Option<String>,
    king_to: Option<String>,
    rook_from: Option<String>,
    rook_to: Option<String>,
}

/// A row of CSV. Several conditions and clauses are joined by `; `, in one order.
#[derive(Serialize)]
struct CsvRow<'a> {
    file: &'a str,
    game: u64,
    line: u64,
    column: u64,
    ply: u32,
    variation: usize,
    color: Option<&'static str>,
    side: &'static str,
    san: &'a str,
    wording: &'static str,
    verdict: &'static str,
    method: Option<&'static str>,
    king_from: Option<String>,
    king_to: Option<String>,
    rook_from: Option<String>,
    rook_to: Option<String>,
    conditions: String,
    clauses: String,
    reasons: String,
    plain_king_move_legal: Option<bool>,
    start_note: Option<&'static str>,
    fen: Option<&'a str>,
}

/// The names of the columns, in the order of [`CsvRow`].
const HEADER: &str = "file,game,line,column,ply,variation,color,side,san,wording,verdict,method,king_from,king_to,\
    rook_from,rook_to,conditions,clauses,reasons,plain_king_move_legal,start_note,fen\n";

fn summary_json(n_files: u64, n_games: u64, counts: &CastleCounts) -> Value {
    let legal = counts
        .legal
        .iter()
        .map(|((side, method), count)| json!({ "side": side.san(), "method": method.name(), "castlings": count }));
    let illegal = counts.illegal.iter().map(|(side, count)| json!({ "side": side.san(), "castlings": count }));
    let attempts = counts.attempts.iter().map(|((wording, is_legal), count)| {
        json!({ "wording": wording.name(), "castling_legal": is_legal, "king_moves": count })
    });
    let not_judged: Map<_, _> =
        counts.not_judged.iter().map(|(reason, &count)| (reason.name().to_owned(), count.into())).collect();
    json!({
        "type": "summary",
        "files": n_files,
        "games": n_games,
        "legal": legal.collect::<Vec<_>>(),
        "illegal": illegal.collect::<Vec<_>>(),
        "conditions": counts.conditions,
        "not_judged": not_judged,
        "attempts": attempts.collect::<Vec<_>>(),
    })
}

fn summary_text(n_files: u64, n_games: u64, counts: &CastleCounts) -> String {
    let sides = CastlingSide::ALL.map(|side| {
        let of_side = counts.legal.iter().filter(|((counted, _), _)| *counted == side);
        let methods = list_of(of_side.map(|((_, method), &count)| (method.name(), count)));
        format!("{} {side}{methods}", counts.n_legal(side))
    });
    let sum = |counts: &mut dyn Iterator<Item = &u64>| counts.sum::<u64>();
    let n_not_judged = sum(&mut counts.not_judged.values());
    let mut text = format!(
        "{}, {}\nlegal: {}\nillegal: {}{}\nnot judged: {n_not_judged}{}\n",
        counted(n_files, "file"),
        counted(n_games, "game"),
        sides.join(", "),
        counts.n_illegal(),
        list_of(counts.conditions.iter().map(|(&condition, &count)| (condition, count))),
        list_of(counts.not_judged.iter().map(|(reason, &count)| (reason.name(), count))),
    );
    let n_attempts = sum(&mut counts.attempts.values());
    if n_attempts > 0 {
        let attempts = counts.attempts.iter().map(|((wording, is_legal), count)| {
            format!("{count} {}, castling {}", wording.name(), if *is_legal { "legal" } else { "illegal" })
        });
        text += &format!("king moves: {n_attempts} ({})\n", attempts.collect::<Vec<_>>().join("; "));
    }
    text
}

/// ` (2 double-move, 1 king-only)`, or nothing.
fn list_of(counts: impl Iterator<Item = (&'static str, u64)>) -> String {
    let parts: Vec<_> = counts.map(|(name, count)| format!("{count} {name}")).collect();
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
}
