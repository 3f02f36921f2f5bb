//! Events and a start position to one [`Ply`] per move, variations included.
//!
//! A line of play ends at the first token that is no legal move: [`Stop`]. What follows on that line is not reached and
//! says nothing. Variations (PGN-8.2.5) replace the move just before them; they are walked with a stack of our own, so
//! that no nesting is too deep for the machine's.

pub mod alternatives;

use std::borrow::Cow;

use pgn960_core::{
    PackedMove, Position,
    castling::{Loss, LossReason, lost_rights},
    position::Undo,
    san::{Remarks, Resolved, SanFault, Spelling, Written},
};
use shakmaty::{
    Bitboard, ByColor, CastlingSide, Color,
    san::{SanPlus, Suffix},
};

use crate::{
    event::{Event, EventKind},
    game::Game,
    location::Span,
    tags::TagName,
};

/// Variations nested deeper than this are not replayed, so that memory stays bounded.
pub const DEEPEST_VARIATION: usize = 1 << 17;

/// What happens on the way through a game.
#[derive(Debug)]
pub enum Step<'a> {
    /// A legal move that is not plainly written, or that is wanted.
    ///
    /// A move is plainly written when no rule about its text can have anything to say: export spelling, nothing to
    /// remark, and `+` if it is due. A `#` is not plain, right or wrong.
    Ply(Ply<'a>),
    /// The last move of a line of play, again, when it mates and its text does not say so. Only the last move of a line
    /// can mate, so that no other check has to be looked into.
    UnmarkedMate(Ply<'a>),
    /// The end of a line of play at a token that is no legal move.
    Stop(Stop<'a>),
    /// A null move in a variation, passed over.
    NullMove(Span),
    /// A move number that does not fit.
    WrongNumber(WrongNumber),
    /// A variation that nothing precedes which it could replace.
    BaselessVariation(Span),
    /// A variation nested deeper than [`DEEPEST_VARIATION`].
    DeepVariation(Span),
}

/// A legal move.
#[derive(Debug)]
pub struct Ply<'a> {
    /// The move text.
    pub span: Span,
    /// 0 in the main line.
    pub depth: usize,
    /// Half-move of the game, from 1; in a variation counted as if it had been played.
    pub number: u32,
    /// The move as written.
    pub written: Written,
    /// The move as played.
    pub played: PackedMove,
    /// Where text and board disagree.
    pub remarks: Remarks,
    line: &'a Line,
}

/// A token that ends its line of play.
#[derive(Debug)]
pub struct Stop<'a> {
    /// The token.
    pub span: Span,
    /// Half-move that it stands for, from 1.
    pub number: u32,
    /// 0 in the main line.
    pub depth: usize,
    /// Why it is no legal move.
    pub reason: StopReason,
    /// The move as written, when it can be read.
    pub written: Option<Written>,
    /// The position in which it stands.
    pub before: &'a Position,
    losses: &'a Losses,
    game: &'a Game<'a>,
    start: &'a Position,
}

/// Why a line of play ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// No legal move matches.
    Illegal,
    /// Several legal moves match.
    Ambiguous,
    /// The token has the shape of a move and names none.
    Unreadable,
    /// A null move where none may stand.
    Null,
    /// The game is over by mate.
    AfterMate,
    /// The game is over by stalemate.
    AfterStalemate,
}

/// A move number other than the one due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongNumber {
    /// The number with its periods.
    pub span: Span,
    /// The number as written.
    pub written: u32,
    /// The number that is due.
    pub expected: u64,
}

/// What a game came to.
#[derive(Clone, Debug)]
pub struct Replay {
    /// Move tokens of the main line, those not reached included.
    pub n_plies: u32,
    /// Whether the main line ended early.
    pub is_stopped: bool,
    /// The position after the last legal move.
    pub last_position: Position,
    /// Mate or stalemate at the end of a main line that was played through.
    pub ending: Option<Ending>,
    /// A final `0-0` that is no castling but a loss for both (policy P24).
    pub double_loss: Option<Span>,
    /// The position at the start.
    pub start: Position,
    /// The legal moves at the start of the main line.
    pub moves: Vec<PackedMove>,
    /// The castlings among them, by colour.
    pub castlings: ByColor<Option<PackedMove>>,
    /// The most half-moves in a row, those that the start counts included, without capture or pawn move.
    pub most_halfmoves: u32,
    /// Whether a move number of the main line or a variation did not fit.
    pub has_wrong_number: bool,
}

/// How the board ends a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Mate; the winner.
    Mate(Color),
    /// Stalemate.
    Stalemate,
}

/// Where castling rights were lost, by colour and side.
#[derive(Clone, Copy, Debug, Default)]
struct Losses([Option<LossEvent>; 4]);

#[derive(Clone, Copy, Debug)]
struct LossEvent {
    reason: LossReason,
    number: u32,
    move_number: u32,
    span: Span,
}

impl<'a> Stop<'a> {
    /// The game.
    pub fn game(&self) -> &'a Game<'a> {
        self.game
    }

    /// The token.
    pub fn text(&self) -> Cow<'_, str> {
        self.game.decoded(self.span)
    }

    /// Whose move the token is by the number right before it, where that tells.
    pub fn numbered_side(&self) -> Option<Color> {
        let events = &self.game.events;
        let index = events.binary_search_by_key(&self.span.start, |event| event.span.start).ok()?;
        let number = index.checked_sub(1)?;
        matches!(events[number].kind, EventKind::MoveNumber(_) | EventKind::Periods)
            .then(|| numbered_side(self.game, number))
            .flatten()
    }

    /// How the side to move lost its right to castle to a side, if it did so in this line of play.
    pub fn loss(&self, side: CastlingSide) -> Option<Loss> {
        self.losses.0[Losses::slot(self.before.turn(), side)].map(|event| Loss {
            reason: event.reason,
            ply: Some(event.number),
            move_number: Some(event.move_number),
            san: Some(self.game.decoded(event.span).into_owned()),
        })
    }
}

impl Losses {
    fn slot(color: Color, side: CastlingSide) -> usize {
        color as usize * 2 + usize::from(side.is_king_side())
    }

    /// The losses of before a half-move.
    fn before(&self, number: u32) -> Losses {
        Losses(self.0.map(|event| event.filter(|event| event.number < number)))
    }
}

/// What a replay replays.
#[derive(Clone, Copy)]
struct Origin<'g> {
    game: &'g Game<'g>,
    start: &'g Position,
}

/// A line of play on its way.
#[derive(Clone, Debug)]
struct Line {
    current: Position,
    /// What takes back the last move of this line.
    last: Option<Undo>,
    /// The index of its event and its number, when it was no null move.
    last_move: (usize, u32),
    losses: Losses,
    castlings: ByColor<Option<PackedMove>>,
    /// Half-moves counted, legal or not.
    n_plies: u32,
    /// What has to be added to the half-moves counted to get [`Line::due`]; it may wrap around.
    numbering: u64,
    /// The most half-moves in a row without capture or pawn move, before any move 0.
    most_halfmoves: u32,
    /// Whether the next token is played. Else the line has ended early.
    is_live: bool,
}

/// Replays a game from a position and reports each step. Of the moves that are plainly written it reports those wanted.
pub fn replay<'g>(
    game: &'g Game<'g>,
    start: &'g Position,
    is_wanted: impl Fn(PackedMove) -> bool,
    mut each: impl FnMut(Step<'_>),
) -> Replay {
    let origin = Origin { game, start };
    let events = &game.events[..game.n_played];
    let mut line = Line {
        current: start.clone(),
        last: None,
        last_move: (0, 0),
        losses: Losses::default(),
        castlings: ByColor::default(),
        n_plies: 0,
        numbering: 2 * u64::from(start.fullmoves()) + u64::from(start.turn().is_black()),
        most_halfmoves: 0,
        is_live: true,
    };
    // The lines that wait while a variation is walked. Those below the deepest level are only counted.
    let mut waiting: Vec<Line> = Vec::new();
    let mut n_deeper = 0_usize;
    let mut double_loss = None;
    let mut has_wrong_number = false;
    // Each move has an event, so that there is room for all.
    let mut moves = Vec::with_capacity(game.events.len());
    let mut next = 0;
    while let Some(&Event { span, kind }) = events.get(next) {
        let index = next;
        next += 1;
        if n_deeper > 0 {
            match kind {
                EventKind::BeginVariation => n_deeper += 1,
                EventKind::EndVariation => n_deeper -= 1,
                _ => {}
            }
            continue;
        }
        match kind {
            EventKind::San(written) => {
                if written.castling().is_some() && waiting.is_empty() && is_double_loss(game, index, written, &line) {
                    double_loss = Some(span);
                    break;
                }
                let depth = waiting.len();
                if !line.is_live {
                    line.n_plies += 1;
                    continue;
                }
                let main_line = if depth == 0 { Some(&mut moves) } else { None };
                match line.play(events, index, written, main_line, &is_wanted) {
                    (behind, None) => next = behind,
                    (behind, Some(Halt::Ply(written, played, remarks))) => {
                        next = behind + 1;
                        let (span, number) = (events[behind].span, line.n_plies);
                        each(Step::Ply(Ply { span, depth, number, written, played, remarks, line: &line }));
                    }
                    (behind, Some(Halt::Fault(written, fault))) => {
                        next = behind + 1;
                        let span = events[behind].span;
                        line.refuse(origin, span, written, depth, fault, &mut each);
                        line.n_plies += 1;
                    }
                }
            }
            EventKind::UnreadableMove => {
                let depth = waiting.len();
                line.stop(origin, span, None, depth, StopReason::Unreadable, &mut each);
                line.n_plies += 1;
            }
            EventKind::MoveNumber(number) => {
                let due = line.due();
                if u64::from(number) != due / 2 {
                    has_wrong_number = true;
                    let expected = due / 2;
                    each(Step::WrongNumber(WrongNumber { span, written: number, expected }));
                    let is_blacks = numbered_side(game, index).map_or(due % 2 == 1, Color::is_black);
                    let numbering = 2 * u64::from(number) + u64::from(is_blacks);
                    line.numbering = numbering.wrapping_sub(line.n_plies.into());
                }
            }
            EventKind::BeginVariation if waiting.len() == DEEPEST_VARIATION => {
                each(Step::DeepVariation(span));
                n_deeper = 1;
            }
            EventKind::BeginVariation => {
                if line.last.is_none() && line.is_live {
                    each(Step::BaselessVariation(span));
                }
                let variation = line.variation();
                waiting.push(std::mem::replace(&mut line, variation));
            }
            EventKind::EndVariation => {
                line.end(game, waiting.len(), &mut each);
                line = waiting.pop().expect("the parser pairs parentheses");
            }
            _ => {}
        }
    }
    // Variations left open end with the game.
    let line = waiting.into_iter().next().unwrap_or(line);
    line.end(game, 0, &mut each);
    let is_stopped = !line.is_live || game.has_unclosed_comment();
    let ending = (line.is_live && !line.current.has_legal_move())
        .then(|| if line.current.is_check() { Ending::Mate(!line.current.turn()) } else { Ending::Stalemate });
    Replay {
        n_plies: line.n_plies,
        is_stopped,
        last_position: line.current,
        ending,
        double_loss,
        start: start.clone(),
        moves,
        castlings: line.castlings,
        most_halfmoves: line.most_halfmoves,
        has_wrong_number,
    }
}

impl Replay {
    /// Legal moves at the start of the main line.
    pub fn n_legal_plies(&self) -> u32 {
        self.moves.len() as u32
    }

    /// The position after so many legal moves of the main line.
    pub fn position_after(&self, n_plies: usize) -> Position {
        let mut position = self.start.clone();
        for &played in &self.moves[..n_plies] {
            position.play(played);
        }
        position
    }
}

/// Why a line of play is not played on.
enum Halt {
    /// This move has been played and is to be told.
    Ply(Written, PackedMove, Remarks),
    /// This is no legal move.
    Fault(Written, SanFault),
}

impl Line {
    /// Plays the move of an event and those behind it, up to one that is to be told, or none, or another event that
    /// matters. Returns the index of that event.
    // Nearly all the time of a replay is spent here: a function of its own, so that it has the registers for itself.
    #[inline(never)]
    fn play(
        &mut self,
        events: &[Event],
        mut index: usize,
        mut written: Written,
        mut main_line: Option<&mut Vec<PackedMove>>,
        is_wanted: &impl Fn(PackedMove) -> bool,
    ) -> (usize, Option<Halt>) {
        loop {
            let Resolved { played, remarks } = match self.current.resolve(written) {
                Ok(resolved) => resolved,
                Err(fault) => return (index, Some(Halt::Fault(written, fault))),
            };
            let rights = self.current.castling_rights();
            self.last = Some(self.current.undo_of(played));
            self.current.play(played);
            self.most_halfmoves = self.most_halfmoves.max(self.current.halfmoves());
            self.n_plies += 1;
            self.last_move = (index, self.n_plies);
            if rights != self.current.castling_rights() {
                self.note_losses(rights, played, events[index].span);
            }
            // A push that may grow the list costs the loop a twentieth of its time.
            if let Some(moves) = &mut main_line
                && moves.len() < moves.capacity()
            {
                moves.push(played);
            }
            let due = self.current.is_check().then_some(Suffix::Check);
            let is_plain = remarks.is_empty() && written.is_export_with(due);
            if !is_plain || is_wanted(played) {
                return (index, Some(Halt::Ply(written, played, remarks)));
            }
            written = loop {
                index += 1;
                match events.get(index).map(|event| event.kind) {
                    // Castling may be a result.
                    Some(EventKind::San(next)) if next.castling().is_none() => break next,
                    Some(EventKind::MoveNumber(number)) if u64::from(number) == self.due() / 2 => {}
                    Some(EventKind::Periods | EventKind::Comment | EventKind::Nag(_)) => {}
                    _ => return (index, None),
                }
            };
        }
    }

    /// A move that is not legal.
    fn refuse(
        &mut self,
        origin: Origin<'_>,
        span: Span,
        written: Written,
        depth: usize,
        fault: SanFault,
        each: &mut impl FnMut(Step<'_>),
    ) {
        let reason = match fault {
            SanFault::Null if depth > 0 && !self.current.is_check() => {
                self.last = self.current.pass();
                return each(Step::NullMove(span));
            }
            SanFault::Null => StopReason::Null,
            SanFault::Ambiguous => StopReason::Ambiguous,
            SanFault::Illegal if self.current.has_legal_move() => StopReason::Illegal,
            SanFault::Illegal if self.current.is_check() => StopReason::AfterMate,
            SanFault::Illegal => StopReason::AfterStalemate,
        };
        self.stop(origin, span, Some(written), depth, reason, each);
    }

    /// The line ends: its last move may have mated without saying so.
    fn end(&self, game: &Game<'_>, depth: usize, each: &mut impl FnMut(Step<'_>)) {
        let (index, number) = self.last_move;
        if let Some(played) = self.last.and_then(|undo| undo.played())
            && let Event { span, kind: EventKind::San(written) } = game.events[index]
            && self.current.is_check()
            && written.suffix() != Some(Suffix::Checkmate)
            && !self.current.has_legal_move()
        {
            let remarks = Remarks::default();
            each(Step::UnmarkedMate(Ply { span, depth, number, written, played, remarks, line: self }));
        }
    }

    fn stop(
        &mut self,
        Origin { game, start }: Origin<'_>,
        span: Span,
        written: Option<Written>,
        depth: usize,
        reason: StopReason,
        each: &mut impl FnMut(Step<'_>),
    ) {
        if std::mem::replace(&mut self.is_live, false) {
            let number = self.n_plies + 1;
            let (before, losses) = (&self.current, &self.losses);
            each(Step::Stop(Stop { span, number, depth, reason, written, before, losses, game, start }));
        }
    }

    /// Notes the rights that the last move took away, and that it was castling, which always takes some.
    #[cold]
    fn note_losses(&mut self, before: Bitboard, played: PackedMove, span: Span) {
        if played.is_castle() {
            self.castlings[!self.current.turn()] = Some(played);
        }
        let move_number = self.current.fullmoves() - u32::from(self.current.turn().is_white());
        for (color, side, reason) in lost_rights(before, played, &self.current) {
            let event = LossEvent { reason, number: self.n_plies, move_number, span };
            self.losses.0[Losses::slot(color, side.into())].get_or_insert(event);
        }
    }

    /// The position before the last move of this line, or its start.
    fn before_last_move(&self) -> Position {
        let mut before = self.current.clone();
        if let Some(undo) = &self.last {
            before.take_back(undo);
        }
        before
    }

    /// Twice the number of the move to come, plus one when Black is to move: what the text counts.
    #[inline]
    fn due(&self) -> u64 {
        self.numbering.wrapping_add(self.n_plies.into())
    }

    /// The line that replaces the last move of this one.
    fn variation(&self) -> Line {
        let n_replaced = u32::from(self.n_plies > 0);
        let n_plies = self.n_plies - n_replaced;
        // The number 0 may have been written, and none is below.
        let due = self.due().saturating_sub(n_replaced.into());
        Line {
            current: self.before_last_move(),
            last: None,
            last_move: (0, 0),
            losses: self.losses.before(self.n_plies),
            castlings: ByColor::default(),
            n_plies,
            numbering: due.wrapping_sub(n_plies.into()),
            most_halfmoves: 0,
            is_live: self.is_live && self.last.is_some(),
        }
    }
}

/// Whose move a number announces: Black's with two periods or more, White's when two moves follow it, or one and a
/// number with more periods.
pub(crate) fn numbered_side(game: &Game<'_>, index: usize) -> Option<Color> {
    let n_periods = |event: &Event| game.text(event.span).iter().filter(|&&byte| byte == b'.').count();
    if n_periods(&game.events[index]) > 1 {
        return Some(Color::Black);
    }
    let mut behind = game.events[index + 1..game.n_played].iter().filter(|event| {
        use EventKind::{BeginVariation, EndVariation, MoveNumber, Periods, San, UnreadableMove};
        matches!(event.kind, BeginVariation | EndVariation | MoveNumber(_) | Periods | San(_) | UnreadableMove)
    });
    let (first, second) = (behind.next()?, behind.next()?);
    let is_number_of_black =
        matches!(second.kind, EventKind::MoveNumber(_) | EventKind::Periods) && n_periods(second) > 1;
    (is_move(first) && (is_move(second) || is_number_of_black)).then_some(Color::White)
}

/// Whether a `0-0` in the main line is no castling but the result: the last token of a game without marker, where the
/// Result tag says so or castling is not legal (policy P24).
fn is_double_loss(game: &Game<'_>, index: usize, written: Written, line: &Line) -> bool {
    is_plain_zeros(written) && game.marker.is_none() && {
        let is_last = !game.events[index + 1..].iter().any(is_move);
        let is_result = game.raw_value(TagName::Result) == Some(b"0-0");
        is_last && (is_result || (line.is_live && line.current.resolve(written).is_err()))
    }
}

/// Whether the last move of a game is a `0-0` of the main line, which may be the result (policy P24).
pub fn ends_in_zeros(game: &Game<'_>) -> bool {
    let mut depth = 0_u32;
    for event in game.events.iter().rev() {
        match event.kind {
            EventKind::EndVariation => depth += 1,
            // Variations left open end with the game.
            EventKind::BeginVariation if depth == 0 => return false,
            EventKind::BeginVariation => depth -= 1,
            EventKind::San(written) => return depth == 0 && is_plain_zeros(written),
            EventKind::UnreadableMove => return false,
            _ => {}
        }
    }
    false
}

fn is_move(event: &Event) -> bool {
    matches!(event.kind, EventKind::San(_) | EventKind::UnreadableMove)
}

fn is_plain_zeros(written: Written) -> bool {
    written.castling() == Some(CastlingSide::KingSide)
        && written.spelling().contains(Spelling::ZERO)
        && written.suffix().is_none()
}

impl Ply<'_> {
    /// Whether it gives check.
    #[inline]
    pub fn gives_check(&self) -> bool {
        self.line.current.is_check()
    }

    /// Whether it mates.
    pub fn mates(&self) -> bool {
        self.line.current.is_checkmate()
    }

    /// The position after it.
    #[inline]
    pub fn after(&self) -> &Position {
        &self.line.current
    }

    /// The position before it.
    pub fn before(&self) -> Position {
        self.line.before_last_move()
    }

    /// The move in export spelling (PGN-8.2.3.7).
    pub fn canonical(&self) -> SanPlus {
        SanPlus::from_move(self.before().to_chess(), self.played.unpack())
    }
}

/// Whether the main line is legal from a position to its end.
pub fn is_legal_throughout(game: &Game<'_>, start: &Position) -> bool {
    !replay(game, start, |_| false, |_| {}).is_stopped
}
