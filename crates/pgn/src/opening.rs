//! How a game starts: what its Variant, SetUp and FEN tags say, taken together.
//!
//! FEN is only looked at here, after the tag section has ended (PGN-8.1.1: export order puts FEN before Variant).

use std::{cell::RefCell, collections::HashMap, ops::Range, sync::Arc};

use pgn960_core::{
    Position, Start,
    fen::{self, Fen, FenError, FenErrorKind, FenField, FenNote},
};
use shakmaty::{Bitboard, Color, Square};

use crate::{game::Game, location::decode, replay, tags::TagName};

/// What is known of a game's start.
#[derive(Clone, Debug)]
pub struct Opening {
    /// What the Variant tag says.
    pub variant: Variant,
    /// What the FEN tag holds.
    pub fen: FenTag,
    /// The position to replay from.
    pub start: GameStart,
}

/// Meaning of a Variant tag (DIA-1, DIA-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// There is none.
    Missing,
    /// Chess960 in one of its spellings.
    Chess960,
    /// A name of ordinary chess. The position decides how to castle (policy P1).
    Standard,
    /// Another game, which cannot be replayed.
    OtherGame,
    /// A name that we do not know. The position decides.
    Unknown,
}

/// What the FEN tag holds.
#[derive(Clone, Debug)]
pub enum FenTag {
    /// There is none.
    Missing,
    /// A position. The notes say what was read leniently.
    Position(Arc<(Fen, Vec<FenNote>)>),
    /// A start array whose castling rights name no rook, read as this X-FEN with all rights (policy P6).
    Repaired(Arc<(FenError, String)>),
    /// Nothing that can be used.
    Unusable(Arc<FenError>),
}

/// The position to replay from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameStart {
    /// A position and what it is among start positions.
    Position(Position, Start),
    /// The same, assumed because a Chess960 game has no FEN and is legal from the classical array (policy P7).
    Assumed(Position, Start),
    /// There is none.
    Unknown,
    /// The game is of another kind.
    OtherGame,
}

impl GameStart {
    /// The position, if there is one.
    pub fn position(&self) -> Option<&Position> {
        match self {
            GameStart::Position(position, _) | GameStart::Assumed(position, _) => Some(position),
            GameStart::Unknown | GameStart::OtherGame => None,
        }
    }

    /// What the position is among start positions, if there is one.
    pub fn kind(&self) -> Option<&Start> {
        match self {
            GameStart::Position(_, kind) | GameStart::Assumed(_, kind) => Some(kind),
            GameStart::Unknown | GameStart::OtherGame => None,
        }
    }
}

/// The tag values that tell how a game starts, as written.
#[derive(Clone, Copy, Debug, Default)]
pub struct StartTags<'a> {
    /// The value of the Variant tag.
    pub variant: Option<&'a [u8]>,
    /// The value of the FEN tag.
    pub fen: Option<&'a [u8]>,
    /// Whether there is a WhiteA tag: bughouse records have four players and, on FICS, no Variant tag.
    pub has_white_a: bool,
}

impl Opening {
    /// Takes the tags of a game together.
    pub fn of(game: &Game<'_>) -> Opening {
        let tags = StartTags {
            variant: game.raw_value(TagName::Variant),
            fen: game.raw_value(TagName::Fen),
            has_white_a: game.tag(TagName::WhiteA).is_some(),
        };
        let mut opening = Opening::of_tags(tags);
        if let GameStart::Assumed(position, _) = &opening.start
            && !replay::is_legal_throughout(game, position)
        {
            opening.start = GameStart::Unknown;
        }
        opening
    }

    /// What the tags say before the moves are looked at. A [`GameStart::Assumed`] start has yet to be borne out by
    /// moves that are legal to the end; otherwise it is [`GameStart::Unknown`].
    pub fn of_tags(tags: StartTags<'_>) -> Opening {
        let variant = match tags.variant {
            None if tags.has_white_a => Variant::OtherGame,
            None => Variant::Missing,
            // The spellings of nearly every archive need no work.
            Some(b"Chess960" | b"fischerandom") => Variant::Chess960,
            Some(b"Standard") => Variant::Standard,
            Some(value) => Variant::parse(&decode(value)),
        };
        let (fen, position) = match tags.fen {
            None => (FenTag::Missing, None),
            Some(text) => read_fen(text),
        };
        let start = match (variant, &fen) {
            (Variant::OtherGame, _) => GameStart::OtherGame,
            (Variant::Chess960, FenTag::Missing) => {
                GameStart::Assumed(Position::standard(), tagged(Start::Standard, variant))
            }
            (_, FenTag::Missing) => GameStart::Position(Position::standard(), Start::Standard),
            _ => match position {
                Some((position, kind)) => GameStart::Position(position, tagged(kind, variant)),
                None => GameStart::Unknown,
            },
        };
        Opening { variant, fen, start }
    }

    /// Whether the start needs Chess960 castling: it is one of the 960 or of the DFRC pairs but the classical array, or
    /// a right belongs to a king or rook off its classical file.
    pub fn needs_chess960(&self) -> bool {
        let (Some(position), Some(kind)) = (self.start.position(), self.start.kind()) else { return false };
        let is_shuffled = matches!(kind, Start::Chess960(_) | Start::Dfrc { .. });
        let is_off_file = Color::ALL.into_iter().any(|color| {
            let rooks = position.castling_rights() & Bitboard::from(color.backrank());
            let king = color.fold_wb(Square::E1, Square::E8);
            rooks.any() && (position.king(color) != king || (rooks & !Bitboard::CORNERS).any())
        });
        is_shuffled || is_off_file
    }
}

/// The classical array counts as number 518 when the game says that it is Chess960 (policy P5).
fn tagged(kind: Start, variant: Variant) -> Start {
    match (kind, variant) {
        (Start::Standard, Variant::Chess960) => Start::Chess960(pgn960_core::Spn::STANDARD),
        (kind, _) => kind,
    }
}

/// A FEN as it was read, and the position with its kind, if games can be played from it.
type FenReading = (FenTag, Option<(Position, Start)>);

/// Reads a FEN tag. Each thread remembers what it has read, since the games of an archive start from few positions: at
/// most 960 in Chess960.
fn read_fen(text: &[u8]) -> FenReading {
    const MOST: usize = 4096;
    const LONGEST: usize = 128;
    if text.len() > LONGEST {
        return read_new_fen(text);
    }
    thread_local! {
        static READ: RefCell<HashMap<Box<[u8]>, FenReading>> = RefCell::default();
    }
    READ.with_borrow_mut(|read| {
        if let Some(reading) = read.get(text) {
            return reading.clone();
        }
        if read.len() == MOST {
            read.clear();
        }
        let reading = read_new_fen(text);
        read.insert(text.into(), reading.clone());
        reading
    })
}

fn read_new_fen(text: &[u8]) -> FenReading {
    let position = |fen: &Fen| Some((Position::from_setup(fen.setup.clone()).ok()?, Start::classify(&fen.setup)));
    match fen::read_lenient(text, None) {
        Ok(read) => {
            let position = position(&read.0);
            (FenTag::Position(Arc::new(read)), position)
        }
        Err(error) => match fen::suggest(text, &error) {
            Some(suggestion) if error.kind == FenErrorKind::CastlingRightWithoutRook => {
                let position = fen::read_strict(suggestion.as_bytes(), None).ok().as_ref().and_then(position);
                (FenTag::Repaired(Arc::new((error, suggestion))), position)
            }
            _ => (FenTag::Unusable(Arc::new(error)), None),
        },
    }
}

/// Where a field stands in a FEN, however many blanks there are between fields; empty, at the end, when it is missing.
pub fn fen_field(text: &[u8], field: FenField) -> Range<usize> {
    let mut at = 0;
    let mut fields = text.split(|&byte| byte == b' ').filter_map(|part| {
        let start = at;
        at += part.len() + 1;
        (!part.is_empty()).then(|| start..start + part.len())
    });
    fields.nth(field as usize).unwrap_or(text.len()..text.len())
}

impl Variant {
    /// Reads a Variant value, without regard to case, blanks, `-` and `_`.
    pub fn parse(value: &str) -> Variant {
        /// Parts of names of other games: the variants of Lichess, chess.com, FICS and fairy engines.
        const OTHER_GAMES: &str = "atomic antichess giveaway suicide losers crazyhouse bughouse horde kingofthehill \
            koth racingkings threecheck 3check fivecheck 5check duck fogofwar darkchess kriegspiel seirawan schess \
            sittuyin makruk shogi xiangqi janggi capablanca janus gothic grandchess placement starwars 4player \
            shatranj noking whitekingonly blackkingonly";
        let name: String =
            value.chars().filter(|symbol| !matches!(symbol, '-' | '_') && !symbol.is_whitespace()).collect();
        let name = name.to_lowercase();
        match name.as_str() {
            "chess960" | "fischerandom" | "fischerrandom" => Variant::Chess960,
            "standard" | "normal" | "regular" | "fromposition" | "wild/0" | "wild/1" | "wild/2" | "wild/3"
            | "wild/4" | "wild/5" | "wild/6" | "wild/7" | "wild/8" | "wild/8a" => Variant::Standard,
            name if OTHER_GAMES.split_whitespace().any(|part| name.contains(part)) => Variant::OtherGame,
            _ => Variant::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(value: &str, expected: Variant) {
        assert_eq!(Variant::parse(value), expected, "{value}");
    }

    #[test]
    fn variant_spellings() {
        for value in ["Chess960", "chess 960", "chess-960", "Fischerandom", "fischer_random", "Fischerrandom"] {
            check(value, Variant::Chess960);
        }
        for value in ["Standard", " Standard    ", "normal", "From Position", "wild/8a"] {
            check(value, Variant::Standard);
        }
        for value in ["Crazyhouse960", "Anti-chess", "Three-check", "King of the Hill", "Racing Kings"] {
            check(value, Variant::OtherGame);
        }
        check("Freestyle Cup", Variant::Unknown);
    }
}
