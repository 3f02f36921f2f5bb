//! Tag pairs: the names that mean something to us, and finding a pair in a game.

use std::{borrow::Cow, ops::Range};

use pgn_reader::RawTag;

use crate::location::{Span, decode};

/// A tag pair of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tag {
    /// From `[` to `]`.
    pub span: Span,
    /// The name.
    pub name: Span,
    /// The value as written, without its quotes and with its escapes.
    pub value: Span,
    /// The name as one that we know, compared without regard to case.
    pub known: Option<TagName>,
    /// Whether the name is spelled as we know it, case included.
    pub is_exact: bool,
    /// Whether an earlier pair of the game has the same name, letter for letter.
    pub is_duplicate: bool,
}

impl Tag {
    /// The span of a range of bytes within the value.
    pub fn value_part(&self, range: &Range<usize>) -> Span {
        let start = self.value.start as usize;
        Span::new(start + range.start, start + range.end)
    }
}

macro_rules! tag_names {
    ($($variant:ident $bytes:literal),* $(,)?) => {
        /// A tag name with a meaning (PGN-8.1.1, PGN-9 and the dialects of DIA-3 to DIA-9).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum TagName {
            $(#[doc = stringify!($bytes)] $variant,)*
        }

        impl TagName {
            /// All of them.
            pub const ALL: &[TagName] = &[$(TagName::$variant,)*];

            /// The name in its right spelling.
            pub fn text(self) -> &'static str {
                let bytes: &[u8] = match self { $(TagName::$variant => $bytes,)* };
                std::str::from_utf8(bytes).expect("tag names are ASCII")
            }

            /// A name in its right spelling.
            #[inline]
            pub fn exact(name: &[u8]) -> Option<TagName> {
                match name { $($bytes => Some(TagName::$variant),)* _ => None }
            }
        }
    };
}

tag_names! {
    Event b"Event", Site b"Site", Date b"Date", Round b"Round", White b"White", Black b"Black", Result b"Result",
    Fen b"FEN", SetUp b"SetUp", Variant b"Variant",
    WhiteElo b"WhiteElo", BlackElo b"BlackElo", WhiteTitle b"WhiteTitle", BlackTitle b"BlackTitle",
    WhiteFideId b"WhiteFideId", BlackFideId b"BlackFideId", WhiteType b"WhiteType", BlackType b"BlackType",
    WhiteA b"WhiteA", WhiteTeam b"WhiteTeam", BlackTeam b"BlackTeam",
    WhiteRatingDiff b"WhiteRatingDiff", BlackRatingDiff b"BlackRatingDiff",
    EventDate b"EventDate", EventType b"EventType", Section b"Section", Stage b"Stage", Board b"Board",
    Opening b"Opening", Variation b"Variation", Eco b"ECO", Time b"Time", UtcDate b"UTCDate", UtcTime b"UTCTime",
    TimeControl b"TimeControl", Termination b"Termination", Annotator b"Annotator", Mode b"Mode", PlyCount b"PlyCount",
    CurrentPosition b"CurrentPosition", Timezone b"Timezone", EcoUrl b"ECOUrl", Link b"Link",
    StartTime b"StartTime", EndTime b"EndTime", EndDate b"EndDate", GameId b"GameId", GameDuration b"GameDuration",
    GameStartTime b"GameStartTime", GameEndTime b"GameEndTime", TerminationDetails b"TerminationDetails",
    WhiteClock b"WhiteClock", BlackClock b"BlackClock", Source b"Source", SourceDate b"SourceDate",
    BroadcastName b"BroadcastName",
}

/// The tags that the export format requires, in its order (PGN-8.1.1).
pub const SEVEN_TAG_ROSTER: [TagName; 7] =
    [TagName::Event, TagName::Site, TagName::Date, TagName::Round, TagName::White, TagName::Black, TagName::Result];

impl TagName {
    /// A name whatever its case.
    pub fn lenient(name: &[u8]) -> Option<TagName> {
        TagName::ALL.iter().copied().find(|known| known.text().as_bytes().eq_ignore_ascii_case(name))
    }
}

/// The value of a tag pair as text, with escapes resolved (PGN-7.1).
pub fn decode_value(raw: &[u8]) -> String {
    match RawTag(raw).decode() {
        Cow::Borrowed(bytes) => decode(bytes).into_owned(),
        Cow::Owned(bytes) => decode(&bytes).into_owned(),
    }
}
