//! [`Gatherer`], the visitor that gathers [`Facts`].
//!
//! It plays the main line on a board of its own and does next to nothing for a move that changes no castling right.
//! What ended the game is asked once, of the last position; repetition only where at least sixteen half-moves without
//! capture and pawn move lie behind it, by taking them back.

use std::ops::ControlFlow;

use pgn_reader::{Outcome, RawTag, SanPlus, Skip, Visitor};
use pgn960_core::{
    CastlingSide, PackedMove, Position, Spn, Start,
    castling::{LossReason, method},
    position::Undo,
    san::{Resolved, Spelling, Written},
};
use pgn960_pgn::{
    event::EventKind,
    game::Game,
    opening::{GameStart, Opening, StartTags},
    replay::ends_in_zeros,
    tags::{TagName, decode_value},
    visit::visit_written,
};
use shakmaty::{Bitboard, ByColor, Color, Role, san::San};

use super::{Castling, Date, Ending, Facts, GameResult, Player, Termination, TimeControl};

/// Which tags a [`Gatherer`] keeps, as a set. Those that tell start and result are always kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted(u64);

impl Wanted {
    /// Every tag.
    pub const ALL: Wanted = Wanted(u64::MAX);

    /// These tags.
    pub fn of(names: &[TagName]) -> Wanted {
        Wanted(names.iter().fold(0, |set, &name| set | 1 << name as u64))
    }

    /// These and those.
    #[must_use]
    pub fn and(self, other: Wanted) -> Wanted {
        Wanted(self.0 | other.0)
    }

    fn contains(self, name: TagName) -> bool {
        self.0 & 1 << name as u64 != 0
    }
}

const _: () = assert!(TagName::ALL.len() <= 64, "a set of tag names is 64 bits");

/// Gathers the facts of one game after the other. Its buffers are used again.
#[derive(Debug)]
pub struct Gatherer {
    /// Tags that are kept.
    kept: Wanted,
    wants_variant: bool,
    /// Values of the game's tags, one behind the other.
    values: Vec<u8>,
    tags: [Option<TagValue>; TagName::ALL.len()],
    start: GameStart,
    position: Position,
    is_live: bool,
    n_plies: u32,
    /// What takes back each move, the last one at the end.
    history: Vec<Undo>,
    castling: ByColor<Castling>,
    first_moves: ByColor<Option<San>>,
    marker: Option<GameResult>,
    unseen: Unseen,
}

/// Where a tag's value lies.
#[derive(Clone, Copy, Debug)]
struct TagValue {
    start: usize,
    end: usize,
    /// Whether the name is spelled right, so that no later one counts.
    is_exact: bool,
}

/// What our own reader knows of a game and tells no visitor.
#[derive(Clone, Copy, Debug)]
struct Unseen {
    /// Moves of the main line before the first token that was meant as a move and cannot be read.
    n_readable: u32,
    /// Moves of the main line before a last `0-0` that is the result if it is no legal castling.
    double_loss: Option<u32>,
    /// Whether moves may be lost in an open comment.
    is_cut_off: bool,
}

impl Unseen {
    const NOTHING: Unseen = Unseen { n_readable: u32::MAX, double_loss: None, is_cut_off: false };

    fn of(game: &Game<'_>) -> Unseen {
        let mut unseen = Unseen { is_cut_off: game.has_unclosed_comment(), ..Unseen::NOTHING };
        let events = &game.events[..game.n_played];
        if events.iter().any(|event| event.kind == EventKind::UnreadableMove) {
            let (mut depth, mut n_moves) = (0_u32, 0);
            for event in events {
                match event.kind {
                    EventKind::BeginVariation => depth += 1,
                    EventKind::EndVariation => depth -= 1,
                    EventKind::San(_) if depth == 0 => n_moves += 1,
                    EventKind::UnreadableMove if depth == 0 => {
                        unseen.n_readable = n_moves;
                        break;
                    }
                    _ => {}
                }
            }
        }
        if game.marker.is_none() && ends_in_zeros(game) {
            unseen.double_loss = Some(game.n_plies() - 1);
        }
        unseen
    }
}

impl Gatherer {
    /// A gatherer that keeps these tags.
    pub fn new(wanted: Wanted) -> Gatherer {
        use TagName::{Fen, Result, Variant, WhiteA};
        Gatherer {
            kept: wanted.and(Wanted::of(&[Fen, Variant, WhiteA, Result])),
            wants_variant: wanted.contains(Variant),
            values: Vec::new(),
            tags: [None; TagName::ALL.len()],
            start: GameStart::Unknown,
            position: Position::standard(),
            is_live: false,
            n_plies: 0,
            history: Vec::new(),
            castling: ByColor::new_with(|_| Castling::Never),
            first_moves: ByColor::default(),
            marker: None,
            unseen: Unseen::NOTHING,
        }
    }

    /// The facts of a game of our own scan, with what that knows beyond what a visitor is told.
    pub fn facts_of(&mut self, game: &Game<'_>) -> Facts {
        self.unseen = Unseen::of(game);
        let mut facts = visit_written(game, self, |gatherer, (), written| {
            gatherer.take_move(written);
            ControlFlow::Continue(())
        });
        facts.is_skipped = game.is_skipped();
        facts.is_complete &= !facts.is_skipped;
        if self.unseen.n_readable != u32::MAX {
            facts.n_plies = game.n_plies();
        }
        if game.marker.is_some_and(|(_, marker)| marker.outcome.is_none()) {
            facts.marker = Some(GameResult::BothLose);
        }
        self.unseen = Unseen::NOTHING;
        facts
    }

    /// The value of a tag as written.
    fn raw(&self, name: TagName) -> Option<&[u8]> {
        self.tags[name as usize].map(|tag| &self.values[tag.start..tag.end])
    }

    /// The value of a tag as text, if it is wanted.
    fn text(&self, name: TagName) -> Option<String> {
        self.raw(name).map(decode_value)
    }

    fn parsed<T>(&self, name: TagName, parse: impl Fn(&str) -> Option<T>) -> Option<T> {
        self.raw(name).and_then(|raw| match std::str::from_utf8(raw) {
            // Escapes are for quotes and backslashes, which none of these values has.
            Ok(text) => parse(text),
            Err(_) => parse(&decode_value(raw)),
        })
    }

    /// Counts a move of the main line and plays it while the line is live.
    #[inline]
    fn take_move(&mut self, written: Written) {
        if self.unseen.double_loss == Some(self.n_plies) && self.is_double_loss(written) {
            self.marker = Some(GameResult::BothLose);
            return;
        }
        self.n_plies += 1;
        if self.is_live {
            self.play(written);
        }
    }

    /// Whether a last `0-0` is the result: the Result tag says so, or castling is not legal (policy P24).
    fn is_double_loss(&self, written: Written) -> bool {
        self.raw(TagName::Result) == Some(b"0-0") || (self.is_live && self.position.resolve(written).is_err())
    }

    /// Plays a move of the main line.
    #[inline]
    fn play(&mut self, written: Written) {
        if self.n_plies > self.unseen.n_readable {
            self.is_live = false;
            return;
        }
        match self.position.resolve(written) {
            Ok(resolved) => {
                if self.n_plies <= 2 {
                    self.note_first_move(written, resolved);
                }
                let undo = self.position.undo_of(resolved.played);
                self.position.play(resolved.played);
                self.history.push(undo);
                if undo.castling_rights() != self.position.castling_rights() {
                    self.note_rights(undo, resolved.played);
                }
            }
            Err(_) => self.is_live = false,
        }
    }

    /// Keeps the first move of a side in export spelling, without a check sign.
    fn note_first_move(&mut self, written: Written, resolved: Resolved) {
        let is_export = resolved.remarks.is_empty() && !written.spelling().contains(Spelling::COORDINATES);
        let san =
            if is_export { written.san() } else { San::from_move(&self.position.to_chess(), resolved.played.unpack()) };
        self.first_moves[self.position.turn()].get_or_insert(san);
    }

    /// Notes what the last move did to castling.
    #[cold]
    fn note_rights(&mut self, undo: Undo, played: PackedMove) {
        let mover = !self.position.turn();
        for color in Color::ALL {
            let rank = Bitboard::from(color.backrank());
            if (undo.castling_rights() & rank).is_empty() || (self.position.castling_rights() & rank).any() {
                continue;
            }
            let ply = self.n_plies;
            let lost = |reason| Castling::Lost { reason, ply };
            self.castling[color] = if color != mover {
                lost(LossReason::RookCaptured)
            } else if played.is_castle() {
                let (king, rook) = (played.from(), played.to());
                let side = if rook < king { CastlingSide::ASide } else { CastlingSide::HSide };
                let (method, gives_check) = (method(king, rook, side), self.position.is_check());
                Castling::Castled { side, ply, method, gives_check }
            } else if played.role() == Role::King {
                lost(LossReason::KingMoved)
            } else {
                lost(LossReason::RookMoved)
            };
        }
    }

    /// What the last position is.
    fn ending(&self) -> Option<Ending> {
        let last = &self.position;
        if !last.has_legal_move() {
            return Some(if last.is_check() { Ending::Mate } else { Ending::Stalemate });
        }
        if last.is_dead() {
            return Some(Ending::DeadPosition);
        }
        if self.n_repetitions() >= Position::AUTOMATIC_DRAW_REPETITIONS {
            return Some(Ending::FivefoldRepetition);
        }
        (last.halfmoves() >= Position::AUTOMATIC_DRAW_CLOCK).then_some(Ending::SeventyFiveMoves)
    }

    /// How often the last position has come up in the game, if that may be five times.
    fn n_repetitions(&self) -> u32 {
        /// The shortest way to have a position five times.
        const LEAST: u32 = 16;
        let last = &self.position;
        let clock = last.halfmoves().min(self.history.len() as u32);
        let mut n_repetitions = 1;
        if clock >= LEAST {
            let mut before = last.clone();
            for undo in self.history.iter().rev().take(clock as usize) {
                before.take_back(undo);
                n_repetitions += u32::from(before.repeats(last));
            }
        }
        n_repetitions
    }

    fn player(&self, name: TagName, title: TagName, rating: TagName) -> Player {
        Player {
            name: self.text(name),
            title: self.text(title),
            rating: self.parsed(rating, |text| text.trim().parse().ok().filter(|rating| (1..=4999).contains(rating))),
        }
    }
}

impl Visitor for Gatherer {
    type Tags = ();
    type Movetext = ();
    type Output = Facts;

    fn begin_tags(&mut self) -> ControlFlow<Facts> {
        self.values.clear();
        self.tags = [None; TagName::ALL.len()];
        self.history.clear();
        self.n_plies = 0;
        self.first_moves = ByColor::default();
        self.marker = None;
        ControlFlow::Continue(())
    }

    fn tag(&mut self, (): &mut (), name: &[u8], value: RawTag<'_>) -> ControlFlow<Facts> {
        // pgn-reader takes only one of several blanks before the value off the name.
        let name = name.trim_ascii_end();
        let exact = TagName::exact(name);
        if let Some(known) = exact.or_else(|| TagName::lenient(name))
            && self.kept.contains(known)
        {
            let slot = &mut self.tags[known as usize];
            if slot.is_none_or(|earlier| !earlier.is_exact && exact.is_some()) {
                let start = self.values.len();
                self.values.extend_from_slice(value.as_bytes());
                *slot = Some(TagValue { start, end: self.values.len(), is_exact: exact.is_some() });
            }
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<Facts> {
        let tags = StartTags {
            variant: self.raw(TagName::Variant),
            fen: self.raw(TagName::Fen),
            has_white_a: self.tags[TagName::WhiteA as usize].is_some(),
        };
        self.start = Opening::of_tags(tags).start;
        self.is_live = self.start.position().is_some();
        self.castling = ByColor::new_with(|_| Castling::Never);
        if let Some(position) = self.start.position() {
            self.position = position.clone();
            for color in Color::ALL {
                if (position.castling_rights() & Bitboard::from(color.backrank())).any() {
                    self.castling[color] = Castling::Kept;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, (): &mut ()) -> ControlFlow<Facts, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    #[inline]
    fn san(&mut self, (): &mut (), san_plus: SanPlus) -> ControlFlow<Facts> {
        self.take_move(Written::from(san_plus));
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, (): &mut (), outcome: Outcome) -> ControlFlow<Facts> {
        self.marker = Some(GameResult::of(outcome));
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (): ()) -> Facts {
        let mut is_complete = self.is_live && !self.unseen.is_cut_off && self.n_plies <= self.unseen.n_readable;
        // Without any move behind it, an unreadable one is not noticed while playing.
        is_complete &= self.unseen.n_readable == u32::MAX;
        let mut n_legal_plies = self.history.len() as u32;
        if !is_complete && matches!(self.start, GameStart::Assumed(..)) {
            // The moves do not bear out the start that was assumed (policy P7).
            self.start = GameStart::Unknown;
            self.castling = ByColor::new_with(|_| Castling::Never);
            self.first_moves = ByColor::default();
            n_legal_plies = 0;
        }
        let is_standard_array = self.start.kind().is_some_and(|start: &Start| start.spn() == Some(Spn::STANDARD));
        let date = self.parsed(TagName::Date, Date::parse).or_else(|| self.parsed(TagName::UtcDate, Date::parse));
        Facts {
            is_skipped: false,
            variant: if self.wants_variant { self.text(TagName::Variant) } else { None },
            result_tag: self.parsed(TagName::Result, GameResult::parse),
            marker: self.marker,
            ending: if is_complete { self.ending() } else { None },
            termination: self.parsed(TagName::Termination, |text| Some(Termination::parse(text))),
            n_plies: self.n_plies,
            n_legal_plies,
            is_complete,
            castling: self.castling,
            first_moves: self.first_moves,
            players: ByColor {
                white: self.player(TagName::White, TagName::WhiteTitle, TagName::WhiteElo),
                black: self.player(TagName::Black, TagName::BlackTitle, TagName::BlackElo),
            },
            event: self.text(TagName::Event),
            site: self.text(TagName::Site),
            round: self.text(TagName::Round),
            date,
            event_date: self.parsed(TagName::EventDate, Date::parse),
            time_control: self.parsed(TagName::TimeControl, TimeControl::parse),
            eco: self.text(TagName::Eco).filter(|_| is_standard_array),
            start: std::mem::replace(&mut self.start, GameStart::Unknown),
        }
    }
}
