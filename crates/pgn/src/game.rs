//! [`Game`], the events, tags and faults of one game.

use std::borrow::Cow;

use crate::{
    event::{Event, EventKind, Fault, FaultKind, Marker},
    location::{Span, decode},
    tags::{Tag, TagName, decode_value, name_meant},
};

/// One game as it stands in the text.
///
/// The buffers behind it are used again for the next game; [`crate::parse::Parser`] lends it out.
#[derive(Clone, Debug)]
pub struct Game<'a> {
    /// The game's bytes. All spans are relative to them.
    pub bytes: &'a [u8],
    /// The tokens in order.
    pub events: Vec<Event>,
    /// The tag pairs in order.
    pub tags: Vec<Tag>,
    /// Faults of syntax, in the order in which they were noticed.
    pub faults: Vec<Fault>,
    /// Number of events before the game's termination marker, or of all events when there is none.
    pub n_played: usize,
    /// The termination marker that ends the game.
    pub marker: Option<(Span, Marker)>,
    /// Whether the line before the game is not empty.
    pub follows_text: bool,
    /// For each known tag name, one more than the index of the pair that counts.
    pub(crate) known_tags: [u32; TagName::ALL.len()],
}

impl Default for Game<'_> {
    fn default() -> Self {
        Game {
            bytes: b"",
            events: Vec::new(),
            tags: Vec::new(),
            faults: Vec::new(),
            n_played: 0,
            marker: None,
            follows_text: false,
            known_tags: [0; TagName::ALL.len()],
        }
    }
}

impl<'a> Game<'a> {
    /// The bytes of a span.
    pub fn text(&self, span: Span) -> &'a [u8] {
        &self.bytes[span.range()]
    }

    /// The characters of a span, undecodable bytes read as Windows-1252.
    pub fn decoded(&self, span: Span) -> Cow<'a, str> {
        decode(self.text(span))
    }

    /// The pair that counts for a name: the first one in its right spelling, else the first one in another case.
    #[inline]
    pub fn tag(&self, name: TagName) -> Option<&Tag> {
        let slot = self.known_tags[name as usize];
        (slot > 0).then(|| &self.tags[slot as usize - 1])
    }

    /// The value of the pair that counts for a name, escapes resolved.
    pub fn value(&self, name: TagName) -> Option<String> {
        self.tag(name).map(|tag| decode_value(self.text(tag.value)))
    }

    /// The value of a pair as written.
    #[inline]
    pub fn raw_value(&self, name: TagName) -> Option<&'a [u8]> {
        self.tag(name).map(|tag| self.text(tag.value))
    }

    /// The well-known name, missing in this game, of which an unknown one may be a misspelling.
    pub fn name_meant(&self, tag: &Tag) -> Option<TagName> {
        let is_missing = |known| self.tag(known).is_none();
        if tag.known.is_some() { None } else { name_meant(self.text(tag.name), is_missing) }
    }

    /// From the first tag pair to the last, or the game's start when it has none.
    pub fn tags_span(&self) -> Span {
        match (self.tags.first(), self.tags.last()) {
            (Some(first), Some(last)) => first.span.to(last.span),
            _ => self.start_span(),
        }
    }

    /// The first token, without the blanks before it.
    pub fn start_span(&self) -> Span {
        let first = self.events.iter().find(|event| event.kind != EventKind::Blank);
        first.map_or(Span::new(0, 0), |event| Span { start: event.span.start, end: event.span.start })
    }

    /// Whether there is an empty line before the first token.
    pub fn starts_in_empty_line(&self) -> bool {
        let first = self.events.first().filter(|event| event.kind == EventKind::Blank);
        first.is_some_and(|event| memchr::memchr2(b'\n', b'\r', self.text(event.span)).is_some())
    }

    /// Text that is neither tag nor comment and stands before the first tag pair, or where there is no game at all.
    pub fn text_before_tags(&self) -> Option<Span> {
        let is_text = |event: &&Event| {
            !matches!(
                event.kind,
                EventKind::Blank
                    | EventKind::Comment
                    | EventKind::LineComment
                    | EventKind::Escape
                    | EventKind::Tag(_)
                    | EventKind::Skipped
            )
        };
        let events = match self.events.iter().position(|event| matches!(event.kind, EventKind::Tag(_))) {
            Some(first_tag) => &self.events[..first_tag],
            None if self.is_game() => &[],
            None => &self.events[..],
        };
        let (first, last) = (events.iter().find(is_text)?, events.iter().rfind(is_text)?);
        Some(first.span.to(last.span))
    }

    /// The blanks and line ends between the last tag pair and what follows it; None without the one or the other.
    pub fn gap_behind_tags(&self) -> Option<Span> {
        let last = self.tags.last()?.span;
        let next = self.events.partition_point(|event| event.span.start <= last.start);
        Some(Span { start: last.end, end: self.events.get(next)?.span.start })
    }

    /// The place behind the last token.
    pub fn end_span(&self) -> Span {
        let end = self.events.last().map_or(0, |event| event.span.end);
        Span { start: end, end }
    }

    /// Whether there is nothing but blanks, line ends and byte order marks.
    pub fn is_blank(&self) -> bool {
        self.events.iter().all(|event| event.kind == EventKind::Blank)
    }

    /// Whether this is a game: it has a tag, a move or a marker. Else it is text that stands before a game.
    pub fn is_game(&self) -> bool {
        let is_played =
            |event: &Event| matches!(event.kind, EventKind::San(_) | EventKind::UnreadableMove | EventKind::Skipped);
        !self.tags.is_empty() || self.marker.is_some() || self.events.iter().any(is_played)
    }

    /// Number of move tokens in the main line, legal or not.
    pub fn n_plies(&self) -> u32 {
        let mut depth = 0_u32;
        let mut n_plies = 0;
        for event in &self.events[..self.n_played] {
            match event.kind {
                EventKind::BeginVariation => depth += 1,
                EventKind::EndVariation => depth -= 1,
                EventKind::San(_) | EventKind::UnreadableMove if depth == 0 => n_plies += 1,
                _ => {}
            }
        }
        n_plies
    }

    /// The move token of the main line that stands behind so many others, legal or not.
    pub fn main_line_token(&self, n_before: usize) -> Option<Span> {
        let mut depth = 0_u32;
        let in_main_line = self.events[..self.n_played].iter().filter(|event| {
            match event.kind {
                EventKind::BeginVariation => depth += 1,
                EventKind::EndVariation => depth -= 1,
                EventKind::San(_) | EventKind::UnreadableMove => return depth == 0,
                _ => {}
            }
            false
        });
        in_main_line.map(|event| event.span).nth(n_before)
    }

    /// Whether a comment is open at the game's end, so that moves may be lost in it.
    pub fn has_unclosed_comment(&self) -> bool {
        self.faults.iter().any(|fault| fault.kind == FaultKind::UnclosedComment)
    }

    /// Whether the game was too large to be read.
    pub fn is_skipped(&self) -> bool {
        matches!(self.events[..], [Event { kind: EventKind::Skipped, .. }])
    }
}
