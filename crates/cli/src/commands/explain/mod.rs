//! `pgn960 explain`: a FEN field by field, and every castling of its side to move with its verdict.

mod json;
mod text;

use std::{
    fs,
    io::{self, Write},
    path::Path,
};

use anyhow::{Context, Result, bail};
use pgn960_core::{
    CastlingSide, PackedMove, Position,
    castling::{Loss, lost_rights},
    diagram::Diagram,
    fen::{self, Fen, FenError, FenNote},
    san::{self, SanFault, Written},
    verdict::Verdict,
};
use pgn960_pgn::{castles::castling_attempt, lint::explain::why_illegal};
use shakmaty::{Bitboard, Color, Setup};

use crate::{
    Outcome,
    args::{Explain as Args, ExplainFormat},
    input::Input,
    lines::{self, each_line},
};

/// Explains what is given on the command line, or each line of standard input.
pub fn run(args: &Args) -> Result<Outcome> {
    let mut out = io::stdout().lock();
    if args.words != ["-"] {
        let n_together = args.words.first().map_or(0, |word| words_of(word).count());
        let explained = explain(&args.words.join(" "), n_together);
        if let Some(path) = &args.svg {
            write_image(path, &explained)?;
        }
        return print(args, &explained, &mut out).and_then(|outcome| {
            out.flush()?;
            Ok(outcome)
        });
    }
    if args.svg.is_some() || args.format == ExplainFormat::Svg {
        bail!("an image shows one position: give it on the command line");
    }
    let mut outcome = Outcome::Clean;
    let mut is_first = true;
    each_line(&Input::stdin(), |line| {
        let explained = if line.is_cut {
            Err(Refusal::of_text(format!("the line is longer than {} bytes", lines::LONGEST)))
        } else {
            let text = String::from_utf8_lossy(line.bytes);
            explain(&text, words_of(&text).count())
        };
        if args.format == ExplainFormat::Text {
            let gap = if std::mem::take(&mut is_first) { "" } else { "\n" };
            writeln!(out, "{gap}line {}", line.number)?;
        }
        if print(args, &explained, &mut out)? != Outcome::Clean {
            outcome = Outcome::Findings;
        }
        Ok(())
    })?;
    out.flush()?;
    Ok(outcome)
}

fn print(args: &Args, explained: &Result<Explanation, Refusal>, out: &mut impl Write) -> Result<Outcome> {
    let text = match (args.format, explained) {
        (ExplainFormat::Text, Ok(explanation)) => text::explanation(explanation, args.board),
        (ExplainFormat::Text, Err(refusal)) => text::refusal(refusal),
        (ExplainFormat::Json, Ok(explanation)) => json::explanation(explanation),
        (ExplainFormat::Json, Err(refusal)) => json::refusal(refusal),
        (ExplainFormat::Svg, Ok(explanation)) => explanation.image(),
        (ExplainFormat::Svg, Err(refusal)) => bail!("nothing to draw: {}", refusal.message),
    };
    out.write_all(text.as_bytes())?;
    let is_clean = matches!(explained, Ok(explanation) if !explanation.has_illegal_move());
    Ok(if is_clean { Outcome::Clean } else { Outcome::Findings })
}

fn write_image(path: &Path, explained: &Result<Explanation, Refusal>) -> Result<()> {
    // Without a position there is nothing to draw, and the reason is printed.
    let Ok(explanation) = explained else { return Ok(()) };
    fs::write(path, explanation.image()).with_context(|| format!("cannot write `{}`", path.display()))
}

/// Everything that is said of a position.
struct Explanation {
    /// The FEN as given.
    input: String,
    fen: Fen,
    notes: Vec<FenNote>,
    /// The moves that were played, in export spelling.
    moves: Vec<String>,
    /// The position after them, in which the castlings are judged.
    position: Position,
    setup: Setup,
    /// The rights that the moves took away, of both sides.
    losses: Vec<(Color, CastlingSide, Loss)>,
    /// The castlings of the side to move, or the one that was given.
    verdicts: Vec<Verdict>,
    /// A castling or another move that was given and not played, and why.
    last: Last,
}

/// What became of the last move given.
enum Last {
    /// All moves were played, if there were any.
    Played,
    /// It is a castling, which is explained and not played.
    Castling {
        text: String,
        /// Moves behind an illegal castling.
        n_unreached: usize,
    },
    /// It is illegal.
    Illegal {
        text: String,
        message: String,
        squares: Bitboard,
        /// Moves behind it.
        n_unreached: usize,
    },
}

/// Why a text cannot be explained.
struct Refusal {
    input: String,
    /// What is wrong with the FEN, if that is the reason.
    error: Option<Box<FenError>>,
    message: String,
    /// A FEN that may have been meant.
    suggestion: Option<String>,
}

impl Refusal {
    fn of_text(message: String) -> Refusal {
        Refusal { input: String::new(), error: None, message, suggestion: None }
    }
}

impl Explanation {
    fn has_illegal_move(&self) -> bool {
        match &self.last {
            Last::Played => false,
            Last::Illegal { .. } => true,
            Last::Castling { .. } => self.verdicts.iter().any(|verdict| !verdict.is_legal()),
        }
    }

    /// The board with the ways of king and rook shaded and the squares of obstacles marked.
    fn image(&self) -> String {
        let (mut marked, mut shaded) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let mut captions = Vec::new();
        for verdict in &self.verdicts {
            if !verdict.is_legal() {
                marked |= verdict.squares();
            }
            if let Some(geometry) = verdict.geometry {
                shaded |= (geometry.must_be_empty() | geometry.must_be_safe()).with(geometry.rook());
            }
            let name = format!("{} {}", verdict.color, verdict.side.san());
            let reasons: Vec<_> = verdict.obstacles.iter().map(|obstacle| obstacle.describe(&self.setup)).collect();
            captions.push(if reasons.is_empty() {
                format!("{name}: legal")
            } else {
                format!("{name}: illegal: {}", reasons.join("; "))
            });
        }
        if let Last::Illegal { text, message, squares, .. } = &self.last {
            marked |= *squares;
            captions.push(format!("{text}: illegal: {message}"));
        }
        let title = format!("Position {}", fen::to_xfen(&self.setup));
        Diagram::new(&self.setup.board).marked(marked).shaded(shaded).svg(&title, &captions)
    }
}

/// Reads a FEN and moves, plays the moves and judges the castlings. The first `n_together` words were given as one.
fn explain(text: &str, n_together: usize) -> Result<Explanation, Refusal> {
    let (input, words) = split(text, n_together);
    let (fen, notes) = fen::read_lenient(input.as_bytes(), None).map_err(|error| Refusal {
        input: input.to_owned(),
        message: error.message.clone() + &hint_at_spn(input),
        suggestion: fen::suggest(input.as_bytes(), &error),
        error: Some(Box::new(error)),
    })?;
    let mut position = Position::from_setup(fen.setup.clone()).map_err(|_| Refusal {
        input: input.to_owned(),
        ..Refusal::of_text("nobody can play on from this position".to_owned())
    })?;
    let mut explanation = Explanation {
        input: input.to_owned(),
        fen,
        notes,
        moves: Vec::new(),
        setup: position.to_setup(),
        position: position.clone(),
        losses: Vec::new(),
        verdicts: Vec::new(),
        last: Last::Played,
    };
    let mut attempt = None;
    for (index, word) in words.iter().enumerate() {
        let n_unreached = words.len() - index - 1;
        match play(&mut position, word, n_unreached == 0) {
            Step::Played { san, losses } => {
                explanation.losses.extend(losses.into_iter().map(|(color, side, loss)| {
                    (color, side, Loss { ply: Some(index as u32 + 1), san: Some(san.clone()), ..loss })
                }));
                explanation.moves.push(san);
            }
            Step::Castling(found) => {
                attempt = Some(found);
                explanation.last = Last::Castling { text: (*word).to_owned(), n_unreached };
                break;
            }
            Step::Illegal { message, squares } => {
                explanation.last = Last::Illegal { text: (*word).to_owned(), message, squares, n_unreached };
                break;
            }
        }
    }
    let judge = |side, rook| {
        let lost = |(color, lost, _): &&(Color, CastlingSide, Loss)| *color == position.turn() && *lost == side;
        let loss = explanation.losses.iter().find(lost).map(|(_, _, loss)| loss);
        Verdict::new(&position, side, rook, loss)
    };
    explanation.verdicts = match (attempt, &explanation.last) {
        (Some((side, rook)), _) => vec![judge(side, rook)],
        (None, Last::Illegal { .. }) => Vec::new(),
        (None, _) => CastlingSide::ALL.into_iter().rev().map(|side| judge(side, None)).collect(),
    };
    explanation.setup = position.to_setup();
    explanation.position = position;
    Ok(explanation)
}

/// What to say to a number of a start position, which is no FEN.
fn hint_at_spn(input: &str) -> String {
    let is_number = input.bytes().all(|byte| byte.is_ascii_digit());
    match input.parse() {
        Ok(0..=960_u16) if is_number => format!("; `pgn960 spn {input}` tells the FEN of a start position"),
        _ => String::new(),
    }
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(' ').filter(|word| !word.is_empty())
}

/// The FEN at the beginning of a text, and the moves behind it, without move numbers.
///
/// Its counters may be left out. When six words or more were given as one, what is not spelt like a move where they
/// should be is a counter, though a wrong one.
fn split(text: &str, n_together: usize) -> (&str, Vec<&str>) {
    let text = text.trim_matches(' ');
    let start_of = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    let words: Vec<&str> = words_of(text).collect();
    let is_counter = |word: &&str| {
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        let is_of_moves = *word == "moves" || word.contains('.') || san::parse(word.as_bytes()).is_some();
        is_number || (n_together >= 6 && !is_of_moves)
    };
    let n_counters = words.iter().skip(4).take(2).take_while(|word| is_counter(word)).count();
    let n_fields = words.len().min(4 + n_counters);
    let end = n_fields.checked_sub(1).map_or(0, |last| start_of(words[last]) + words[last].len());
    let moves = words[n_fields..].iter().filter(|&&word| word != "moves").map(|word| {
        let rest = word.trim_start_matches(|symbol: char| symbol.is_ascii_digit());
        // `12.e4` and `12...`, but not `0-0`.
        if rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
    });
    (&text[..end], moves.filter(|word| !word.is_empty()).collect())
}

/// What a word of the moves comes to.
enum Step {
    Played {
        san: String,
        losses: Vec<(Color, CastlingSide, Loss)>,
    },
    /// A castling, and the rook if the text names one: it is illegal, or the last move.
    Castling((CastlingSide, Option<shakmaty::Square>)),
    Illegal {
        message: String,
        squares: Bitboard,
    },
}

/// Plays a move unless it is to be explained instead.
fn play(position: &mut Position, word: &str, is_last: bool) -> Step {
    let illegal = |message: String| Step::Illegal { message, squares: Bitboard::EMPTY };
    let Some(written) = san::parse(word.as_bytes()) else {
        return illegal("this is no move, neither in SAN nor in UCI".to_owned());
    };
    let resolved = position.resolve(written);
    let is_castling = |played: PackedMove| played.is_castle();
    let attempt = castling_attempt(position, written);
    match resolved {
        Ok(resolved) if !(is_castling(resolved.played) && is_last) => {
            let san = export_san(position, resolved.played);
            let (rights, move_number) = (position.castling_rights(), position.fullmoves());
            position.play(resolved.played);
            let losses = lost_rights(rights, resolved.played, position)
                .map(|(color, side, reason)| {
                    (color, side, Loss { reason, move_number: Some(move_number), ..Loss::ABSENT })
                })
                .collect();
            Step::Played { san, losses }
        }
        Ok(_) | Err(SanFault::Illegal) if attempt.is_some() => Step::Castling(attempt.expect("there is one")),
        Err(SanFault::Ambiguous) => {
            let moves: Vec<String> = position
                .candidates(written)
                .into_iter()
                .map(|played| played.to_uci(shakmaty::CastlingMode::Chess960).to_string())
                .collect();
            illegal(format!("this fits several legal moves: {}", moves.join(", ")))
        }
        Err(SanFault::Null) => illegal("a null move is no move".to_owned()),
        Ok(_) | Err(SanFault::Illegal) => why_not(position, written),
    }
}

fn why_not(position: &Position, written: Written) -> Step {
    if !position.has_legal_move() {
        let end = if position.is_check() { "checkmated" } else { "stalemated" };
        let message = format!("the game is over: {} is {end}", position.turn());
        return Step::Illegal { message, squares: position.king(position.turn()).into() };
    }
    let why = why_illegal(position, written);
    let hint = why.hint.map_or(String::new(), |hint| format!(" ({hint})"));
    Step::Illegal { message: why.text + &hint, squares: why.squares }
}

fn export_san(position: &Position, played: PackedMove) -> String {
    let mut chess = position.to_chess();
    shakmaty::san::SanPlus::from_move_and_play_unchecked(&mut chess, played.unpack()).to_string()
}
