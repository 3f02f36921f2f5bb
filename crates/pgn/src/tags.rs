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

/// The well-known name among those that `is_free` allows from which a name is one slip of the pen away: a letter too
/// many, too few, another one, or two exchanged; or an underscore within.
pub(crate) fn name_meant(name: &[u8], is_free: impl Fn(TagName) -> bool) -> Option<TagName> {
    let name: Vec<u8> = name.iter().copied().filter(|&byte| byte != b'_').collect();
    TagName::ALL.iter().copied().find(|&known| is_likely(known) && is_free(known) && is_close(&name, known))
}

/// Whether a name is long enough that one letter more or less surely makes no other word.
fn is_likely(name: TagName) -> bool {
    name == TagName::Fen || (name.text().len() >= 5 && name != TagName::WhiteA)
}

fn is_close(name: &[u8], known: TagName) -> bool {
    let known = known.text().as_bytes();
    if name.len().abs_diff(known.len()) > 2 {
        return false;
    }
    let is_same = |(one, other): &(&u8, &u8)| one.eq_ignore_ascii_case(other);
    let n_before = name.iter().zip(known).take_while(is_same).count();
    let (name, known) = (&name[n_before..], &known[n_before..]);
    let n_behind = name.iter().rev().zip(known.iter().rev()).take_while(is_same).count();
    match (&name[..name.len() - n_behind], &known[..known.len() - n_behind]) {
        // A plural, or a second one of its kind, is a name of its own.
        ([b's' | b'S'], []) => n_behind > 0,
        ([one], [] | [_]) => one.is_ascii_alphabetic(),
        ([one, other], [first, second]) => is_same(&(one, second)) && is_same(&(other, first)),
        ([], known) => known.len() <= 1,
        _ => false,
    }
}

/// The value of a tag pair as text, with escapes resolved (PGN-7.1).
pub fn decode_value(raw: &[u8]) -> String {
    match RawTag(raw).decode() {
        Cow::Borrowed(bytes) => decode(bytes).into_owned(),
        Cow::Owned(bytes) => decode(&bytes).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, expected: Option<TagName>) {
        assert_eq!(name_meant(name.as_bytes(), |_| true), expected, "{name}");
    }

    #[test]
    fn one_letter_is_a_slip() {
        check("Varaint", Some(TagName::Variant));
        check("Resutl", Some(TagName::Result));
        check("Rond", Some(TagName::Round));
        check("Eventt", Some(TagName::Event));
        check("Set_Up", Some(TagName::SetUp));
        check("SteUp", Some(TagName::SetUp));
        check("WhiteEl", Some(TagName::WhiteElo));
        check("White_Elo", Some(TagName::WhiteElo));
        check("FNE", Some(TagName::Fen));
    }

    #[test]
    fn other_names_are_left_alone() {
        for name in ["Rounds", "Round1", "WhiteNA", "WhiteRD", "EventCountry", "Side", "Dates", "Number", "x", "_", ""]
        {
            check(name, None);
        }
    }
}
