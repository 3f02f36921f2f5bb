//! [`FileFacts`]: what is remembered of a file's games, for the rules about the file as a whole.
//!
//! Workers gather facts while they check games, and parts are merged in the order of the file, so that the facts do not
//! depend on how it was cut. A kind of facts is gathered only when a selected rule wants it.

mod event;
mod fingerprint;
mod letters;
mod order;
mod runs;

use pgn960_core::{
    Start,
    fen::{CastlingLetters, FenField},
};

pub use event::{EventGame, Player, by_event, by_round, by_round_of_boards};
pub use fingerprint::Fingerprint;
pub use letters::PieceLetters;
pub use order::{Break, Order};
pub use runs::{Run, Runs};

use crate::{
    game::Game,
    lint::{Checked, diagnose::Site},
    location::Span,
    opening::{FenTag, GameStart, Opening, Variant, fen_field},
    tags::TagName,
};

/// What is known of a file, or of a part of one.
#[derive(Clone, Debug, Default)]
pub struct FileFacts {
    /// Games, skipped ones included.
    pub n_games: u64,
    /// Whether there is anything but blanks, line ends and byte order marks.
    pub has_text: bool,
    /// Why the file could not be read to its end, when it is cut off or damaged.
    pub damage: Option<String>,
    /// What the games are games of.
    pub kinds: Runs<GameKind>,
    /// How the castling fields of Chess960 games are spelt.
    pub dialects: Runs<CastlingDialect>,
    /// How lines end.
    pub line_ends: Runs<LineEnd>,
    /// Blocks of tags that no move and no marker follows, and other games.
    pub blocks: Runs<Block>,
    /// Whether the games are in order.
    pub order: Order,
    /// Letters of pieces that are not English.
    pub piece_letters: PieceLetters,
    /// What tells equal games.
    pub fingerprints: Vec<Fingerprint>,
    /// What the games of an event have to do with each other.
    pub event_games: Vec<EventGame>,
}

/// Kinds of facts, each with what it takes to gather.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactKind {
    /// Whether the file could be read and holds games. Always known.
    Reading,
    /// [`FileFacts::kinds`]; bounded.
    Kinds,
    /// [`FileFacts::dialects`]; bounded.
    Dialects,
    /// [`FileFacts::line_ends`]; bounded.
    LineEnds,
    /// [`FileFacts::blocks`]; bounded.
    Blocks,
    /// [`FileFacts::order`]; bounded.
    Order,
    /// [`FileFacts::piece_letters`]; bounded.
    PieceLetters,
    /// [`FileFacts::fingerprints`]; up to 160 bytes for each game, and the time of a second replay.
    Fingerprints,
    /// [`FileFacts::event_games`]; about half a kilobyte for each game.
    EventGames,
}

/// What a game is a game of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameKind {
    /// Classical chess, also from a set-up position.
    Standard,
    /// Chess960.
    Chess960,
    /// Chess960 with two different arrays.
    Dfrc,
    /// Another game.
    Other,
}

impl GameKind {
    /// The name that reports use.
    pub fn name(self) -> &'static str {
        match self {
            GameKind::Standard => "classical chess",
            GameKind::Chess960 => "Chess960",
            GameKind::Dfrc => "double Fischer random chess",
            GameKind::Other => "other games",
        }
    }

    fn of(opening: &Opening) -> Option<GameKind> {
        match (&opening.start, opening.start.kind()) {
            (GameStart::OtherGame, _) => Some(GameKind::Other),
            (_, Some(Start::Dfrc { .. })) => Some(GameKind::Dfrc),
            _ if opening.variant == Variant::Chess960 || opening.needs_chess960() => Some(GameKind::Chess960),
            (_, Some(_)) => Some(GameKind::Standard),
            (_, None) => None,
        }
    }
}

/// How a castling field spells its rights, where the dialects differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CastlingDialect {
    /// `KQkq`, and file letters for inner rooks only.
    XFen,
    /// File letters.
    Shredder,
}

impl CastlingDialect {
    fn of(opening: &Opening) -> Option<CastlingDialect> {
        let FenTag::Position(read) = &opening.fen else { return None };
        let is_chess960 = opening.variant == Variant::Chess960 || opening.needs_chess960();
        match read.0.letters {
            CastlingLetters::Sides | CastlingLetters::Mixed if is_chess960 => Some(CastlingDialect::XFen),
            CastlingLetters::Files => Some(CastlingDialect::Shredder),
            _ => None,
        }
    }
}

/// How the lines of a game end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LineEnd {
    /// LF.
    Lf,
    /// CRLF.
    CrLf,
    /// CR.
    Cr,
    /// In several ways.
    Mixed,
}

impl LineEnd {
    fn of(bytes: &[u8]) -> Option<LineEnd> {
        let n_feeds = memchr::memchr_iter(b'\n', bytes).count();
        let n_returns = memchr::memchr_iter(b'\r', bytes).count();
        let is_paired = |at: usize| bytes.get(at + 1) == Some(&b'\n');
        match (n_feeds, n_returns) {
            (0, 0) => None,
            (_, 0) => Some(LineEnd::Lf),
            (0, _) => Some(LineEnd::Cr),
            _ if n_feeds == n_returns && memchr::memchr_iter(b'\r', bytes).all(is_paired) => Some(LineEnd::CrLf),
            _ => Some(LineEnd::Mixed),
        }
    }
}

/// Whether a game is more than its tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Block {
    /// It has moves or a termination marker.
    Game,
    /// It has tags only.
    HeaderOnly,
}

impl Block {
    fn of(game: &Game<'_>) -> Block {
        if game.marker.is_none() && game.n_plies() == 0 { Block::HeaderOnly } else { Block::Game }
    }
}

impl FileFacts {
    /// Adds a game, or text that is no game, which `checked` is about. `site` tells where a span of it lies.
    pub(super) fn observe(
        &mut self,
        wanted: &[FactKind],
        game: &Game<'_>,
        checked: &Checked,
        mut site: impl FnMut(Span) -> Site,
    ) {
        let is_game = game.is_game();
        self.has_text |= !game.is_blank();
        self.n_games += u64::from(is_game);
        let Some(opening) = &checked.opening else { return };
        for kind in wanted {
            match kind {
                FactKind::Reading => {}
                FactKind::Kinds => {
                    if let Some(kind) = GameKind::of(opening) {
                        let span = game.tag(TagName::Variant).map_or(game.start_span(), |tag| tag.value);
                        self.kinds.observe(kind, || site(span));
                    }
                }
                FactKind::Dialects => {
                    if let (Some(dialect), Some(tag)) = (CastlingDialect::of(opening), game.tag(TagName::Fen)) {
                        let field = fen_field(game.text(tag.value), FenField::Castling);
                        self.dialects.observe(dialect, || site(tag.value_part(&field)));
                    }
                }
                FactKind::LineEnds => {
                    if let Some(line_end) = LineEnd::of(game.bytes) {
                        self.line_ends.observe(line_end, || site(game.start_span()));
                    }
                }
                FactKind::Blocks => self.blocks.observe(Block::of(game), || site(game.start_span())),
                FactKind::Order => self.order.observe(game, &mut site),
                FactKind::PieceLetters => {
                    // A move that cannot be read stops its line.
                    if checked.replay.as_ref().is_none_or(|replay| replay.is_stopped) {
                        self.piece_letters.observe(game, &mut site);
                    }
                }
                FactKind::Fingerprints => self.fingerprints.extend(Fingerprint::of(game, opening, &mut site)),
                FactKind::EventGames => self.event_games.push(EventGame::of(game, opening, &mut site)),
            }
        }
    }

    /// Adds what is known of the part of the file that follows this one.
    pub fn merge(&mut self, later: FileFacts) {
        self.kinds.merge(later.kinds, self.n_games);
        self.dialects.merge(later.dialects, self.n_games);
        self.line_ends.merge(later.line_ends, self.n_games);
        self.blocks.merge(later.blocks, self.n_games);
        self.order.merge(later.order, self.n_games);
        self.piece_letters.merge(later.piece_letters, self.n_games);
        self.fingerprints.extend(later.fingerprints.into_iter().map(|game| game.behind(self.n_games)));
        self.event_games.extend(later.event_games.into_iter().map(|game| game.behind(self.n_games)));
        self.n_games += later.n_games;
        self.has_text |= later.has_text;
        self.damage = self.damage.take().or(later.damage);
    }
}
