//! The castlings of a game, each judged: [`castles`] lists what was played, what is illegal and what cannot be judged.
//!
//! The rules of castling are in [`pgn960_core::castling`]; here is which texts of a game stand for one.

use pgn960_core::{
    CastlingSide, PackedMove, Position,
    castling::{self, Method, Obstacle},
    san::{self, Spelling, Written},
};
use shakmaty::{Color, Role, Square, san::San};

use crate::{
    comment,
    event::EventKind,
    game::Game,
    location::Span,
    opening::{GameStart, Opening},
    replay::{Ply, Step, Stop, numbered_side, replay},
};

/// A castling as it stands in a game, or a king move that may have been meant as one.
#[derive(Clone, Debug)]
pub struct Castle {
    /// The move text.
    pub span: Span,
    /// Half-move of the game, from 1; in a variation counted as if it had been played.
    pub number: u32,
    /// 0 in the main line.
    pub depth: usize,
    /// Who castles; not known without a position to start from.
    pub color: Option<Color>,
    /// Where to.
    pub side: CastlingSide,
    /// How the text says so.
    pub wording: Wording,
    /// The judgement.
    pub verdict: Verdict,
    /// Where it stands; not known where no replay comes.
    pub board: Option<CastleBoard>,
}

/// The position in which a castling stands.
#[derive(Clone, Debug)]
pub struct CastleBoard {
    /// The position before it.
    pub before: Position,
    /// Where the king stands.
    pub king: Square,
    /// The rook that is named, else the one that holds the right, if any does.
    pub rook: Option<Square>,
    /// Whether a plain king move to the square where castling takes the king is legal as well.
    pub is_plain_move_legal: bool,
}

/// How a text stands for castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wording {
    /// `O-O` or `O-O-O` in any spelling.
    Castling,
    /// Squares that take the king onto its rook, or further along its rank than it can step (UCI-1).
    Squares,
    /// A king move to the square where castling takes the king, while that right is held (policy P10).
    KingStep,
    /// A king move in SAN onto the own rook that holds a right.
    KingOntoRook,
}

impl Wording {
    /// The word that reports use.
    pub fn name(self) -> &'static str {
        match self {
            Wording::Castling => "castling",
            Wording::Squares => "squares",
            Wording::KingStep => "king-step",
            Wording::KingOntoRook => "king-onto-rook",
        }
    }

    /// Whether the text is a king move, which castling only may have been meant by.
    pub fn is_attempt(self) -> bool {
        matches!(self, Wording::KingStep | Wording::KingOntoRook)
    }
}

/// Whether a castling is legal. Of an attempt: whether castling would have been.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is, by this method.
    Legal(Method),
    /// It is not, for these reasons.
    Illegal(Vec<Obstacle>),
    /// There is no position to judge it in.
    NotJudged(NotJudged),
}

/// Why a castling cannot be judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NotJudged {
    /// Its line of play ended at an earlier token that is no legal move.
    LineStopped,
    /// The game has no position to start from.
    NoStart,
    /// The game is of another kind.
    OtherGame,
}

impl NotJudged {
    /// The word that reports use.
    pub fn name(self) -> &'static str {
        match self {
            NotJudged::LineStopped => "line-stopped",
            NotJudged::NoStart => "no-start",
            NotJudged::OtherGame => "other-game",
        }
    }

    /// The reason in a few words.
    pub fn description(self) -> &'static str {
        match self {
            NotJudged::LineStopped => "the moves before it cannot be played",
            NotJudged::NoStart => "the game has no position to start from",
            NotJudged::OtherGame => "the game is of another kind",
        }
    }
}

/// Which castlings to list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Those in variations as well.
    pub variations: bool,
    /// King moves that may have been meant as castling as well.
    pub attempts: bool,
}

/// Shows all castlings of a game to `each`, in the order of its text, and returns the first comment that may hide
/// others because it was left open.
///
/// One after the other, since a text of megabytes can hold a million of them.
pub fn castles(game: &Game<'_>, opening: &Opening, wanted: Wanted, mut each: impl FnMut(Castle)) -> Option<Span> {
    let mut each = |castle: Castle| {
        if castle.depth == 0 || wanted.variations {
            each(castle);
        }
    };
    let mut unjudged = Unjudged::of(game, opening).peekable();
    let replay = opening.start.position().map(|start| {
        let is_by_king = |played: PackedMove| played.role() == Role::King;
        replay(game, start, is_by_king, |step| {
            let judged = match &step {
                Step::Ply(ply) => of_ply(ply, wanted),
                Step::Stop(stop) => of_stop(stop, wanted),
                _ => None,
            };
            if let Some(judged) = judged {
                while let Some(castle) = unjudged.next_if(|castle| castle.span < judged.span) {
                    each(castle);
                }
                unjudged.next_if(|castle| castle.span == judged.span);
                each(judged);
            }
        })
    });
    let double_loss = replay.as_ref().and_then(|replay| replay.double_loss);
    unjudged.filter(|castle| double_loss != Some(castle.span)).for_each(each);
    comment::left_open(game, replay.as_ref()).next()
}

fn of_ply(ply: &Ply<'_>, wanted: Wanted) -> Option<Castle> {
    let (from, to) = (ply.played.from(), ply.played.to());
    let is_king_move = ply.played.role() == Role::King && !ply.played.is_castle();
    if ply.played.is_castle() {
        let side = if to < from { CastlingSide::ASide } else { CastlingSide::HSide };
        let wording = if ply.written.castling().is_some() { Wording::Castling } else { Wording::Squares };
        let verdict = Verdict::Legal(castling::method(from, to, side));
        Some(Castle::new(ply.span, ply.number, ply.depth, side, wording, verdict, ply.before(), Some(to)))
    } else if wanted.attempts && is_king_move {
        let before = ply.before();
        let side = side_reached(&before, to)?;
        let verdict = judge(&before, side);
        Some(Castle::new(ply.span, ply.number, ply.depth, side, Wording::KingStep, verdict, before, None))
    } else {
        None
    }
}

fn of_stop(stop: &Stop<'_>, wanted: Wanted) -> Option<Castle> {
    let written = stop.written?;
    let before = stop.before;
    let castle = |side, wording, verdict, rook| {
        Castle::new(stop.span, stop.number, stop.depth, side, wording, verdict, before.clone(), rook)
    };
    if let Some((side, rook)) = castling_attempt(before, written) {
        let wording = if written.castling().is_some() { Wording::Castling } else { Wording::Squares };
        return Some(castle(side, wording, Verdict::Illegal(castling_obstacles(stop)), rook));
    }
    let to = king_move_target(before, written).filter(|_| wanted.attempts)?;
    let onto_rook = CastlingSide::ALL.into_iter().find(|&side| before.castling_rook(side.into()) == Some(to));
    let (side, wording) = match onto_rook {
        Some(side) => (side, Wording::KingOntoRook),
        None => (side_reached(before, to)?, Wording::KingStep),
    };
    Some(castle(side, wording, judge(before, side), None))
}

/// All castling texts of a game, as they are told when no replay reaches them.
struct Unjudged<'g> {
    game: &'g Game<'g>,
    /// Index of the next event.
    next: usize,
    reason: NotJudged,
    token: NextToken,
    /// Those of the lines that wait while a variation is walked.
    waiting: Vec<NextToken>,
}

/// What the next move token of a line is.
#[derive(Clone, Copy)]
struct NextToken {
    /// Its half-move.
    number: u32,
    /// Whose it is, as far as the move numbers and the tokens before tell.
    color: Option<Color>,
}

impl NextToken {
    fn behind(self) -> NextToken {
        NextToken { number: self.number + 1, color: self.color.map(|color| !color) }
    }

    /// The token that this one follows, for a variation replaces it.
    fn replaced(self) -> NextToken {
        if self.number > 1 { NextToken { number: self.number - 1, ..self.behind() } } else { self }
    }
}

impl<'g> Unjudged<'g> {
    fn of(game: &'g Game<'g>, opening: &Opening) -> Unjudged<'g> {
        let reason = match opening.start {
            GameStart::OtherGame => NotJudged::OtherGame,
            GameStart::Unknown => NotJudged::NoStart,
            GameStart::Position(..) | GameStart::Assumed(..) => NotJudged::LineStopped,
        };
        let color = opening.start.position().map(Position::turn);
        Unjudged { game, next: 0, reason, token: NextToken { number: 1, color }, waiting: Vec::new() }
    }
}

impl Iterator for Unjudged<'_> {
    type Item = Castle;

    fn next(&mut self) -> Option<Castle> {
        while let Some(event) = self.game.events[..self.game.n_played].get(self.next) {
            self.next += 1;
            match event.kind {
                EventKind::BeginVariation => {
                    self.waiting.push(self.token);
                    self.token = self.token.replaced();
                }
                EventKind::EndVariation => self.token = self.waiting.pop().expect("the parser pairs parentheses"),
                EventKind::MoveNumber(_) | EventKind::Periods => {
                    let told = numbered_side(self.game, self.next - 1);
                    self.token.color = self.token.color.map(|color| told.unwrap_or(color));
                }
                EventKind::San(written) => {
                    let NextToken { number, color } = self.token;
                    self.token = self.token.behind();
                    if let Some(side) = written.castling() {
                        return Some(Castle {
                            span: event.span,
                            number,
                            depth: self.waiting.len(),
                            color,
                            side: side.into(),
                            wording: Wording::Castling,
                            verdict: Verdict::NotJudged(self.reason),
                            board: None,
                        });
                    }
                }
                EventKind::UnreadableMove => self.token = self.token.behind(),
                _ => {}
            }
        }
        None
    }
}

impl Castle {
    #[expect(clippy::too_many_arguments, reason = "two kinds of steps hold the same parts")]
    fn new(
        span: Span,
        number: u32,
        depth: usize,
        side: CastlingSide,
        wording: Wording,
        verdict: Verdict,
        before: Position,
        named_rook: Option<Square>,
    ) -> Castle {
        let color = before.turn();
        let king_to = format!("K{}", side.king_to(color));
        let board = CastleBoard {
            king: before.king(color),
            rook: named_rook.or_else(|| before.castling_rook(side.into())),
            is_plain_move_legal: san::parse(king_to.as_bytes()).is_some_and(|step| before.resolve(step).is_ok()),
            before,
        };
        Castle { span, number, depth, color: Some(color), side, wording, verdict, board: Some(board) }
    }
}

/// Judges the castling of the side to move with the rook that holds the right.
fn judge(position: &Position, side: CastlingSide) -> Verdict {
    let obstacles = castling::obstacles(&position.to_setup(), side, None, None);
    match position.castling_rook(side.into()) {
        Some(rook) if obstacles.is_empty() => {
            Verdict::Legal(castling::method(position.king(position.turn()), rook, side))
        }
        _ => Verdict::Illegal(obstacles),
    }
}

/// The side whose castling takes the king to this square, if the right to it is held.
fn side_reached(position: &Position, to: Square) -> Option<CastlingSide> {
    let is_reached =
        |side: &CastlingSide| side.king_to(position.turn()) == to && position.castling_rook((*side).into()).is_some();
    CastlingSide::ALL.into_iter().find(is_reached)
}

/// Where a text sends the king.
fn king_move_target(position: &Position, written: Written) -> Option<Square> {
    let San::Normal { role, file, rank, to, .. } = written.san() else { return None };
    let is_kings = if written.spelling().contains(Spelling::COORDINATES) {
        file.zip(rank).is_some_and(|(file, rank)| Square::from_coords(file, rank) == position.king(position.turn()))
    } else {
        role == Role::King
    };
    is_kings.then_some(to)
}

/// The castling that a text stands for, and the rook if it names one: `O-O`, or squares that take the king onto an own
/// rook or further along its rank than it can step (UCI-1, policy P10).
pub fn castling_attempt(position: &Position, written: Written) -> Option<(CastlingSide, Option<Square>)> {
    if let Some(side) = written.castling() {
        return Some((side.into(), None));
    }
    let San::Normal { file: Some(file), rank: Some(rank), to, promotion: None, .. } = written.san() else {
        return None;
    };
    let (us, from) = (position.turn(), Square::from_coords(file, rank));
    if !written.spelling().contains(Spelling::COORDINATES) || position.king(us) != from {
        return None;
    }
    let side = if to.file() < from.file() { CastlingSide::ASide } else { CastlingSide::HSide };
    if position.piece_at(to) == Some(us.rook()) {
        return Some((side, Some(to)));
    }
    let is_far = from.rank() == to.rank() && from.file().distance(to.file()) > 1;
    is_far.then(|| (side, Some(to).filter(|&to| to != side.king_to(us))))
}

/// Everything that forbids the castling that a token stands for; nothing when it stands for none.
pub fn castling_obstacles(stop: &Stop<'_>) -> Vec<Obstacle> {
    let Some((side, rook)) = stop.written.and_then(|written| castling_attempt(stop.before, written)) else {
        return Vec::new();
    };
    castling::obstacles(&stop.before.to_setup(), side, rook, stop.loss(side.into()).as_ref())
}
