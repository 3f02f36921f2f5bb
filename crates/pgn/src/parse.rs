//! A slice to games: tokens to flat events, where games end within a slice, and faults of syntax.
//!
//! Parsing never fails: every byte belongs to an event, and what is odd becomes a [`Fault`]. Accepted beyond the import
//! format (PGN-3.1): tag values with unescaped quotes or without quotes, comments between tag pairs, move texts in the
//! spellings of [`pgn960_core::san`], `e.p.` as a token, results in other forms than the four of PGN-8.2.6.

use std::{
    collections::HashMap,
    hash::{BuildHasher, RandomState},
};

use pgn_reader::{Nag, Outcome};
use pgn960_core::san::{self, Spelling};

use crate::{
    event::{Event, EventKind, Fault, FaultKind, Marker},
    game::Game,
    lexer::{
        CLASS, Class, CommentEnds, IS_TOKEN_END, STANDARD_MARKERS, find_close, find_quote, glyph, odd_marker,
        plain_move, plain_number, read_forfeit, skip_blanks, skip_white, split_evaluation,
    },
    location::{BYTE_ORDER_MARK, Span, line_end_length},
    split::{Chunk, ends_in_empty_line, is_blank, is_filling, is_name_byte, tag_like_name},
    tags::{Tag, TagName},
};

/// Reads games out of slices, using its buffers again.
#[derive(Debug, Default)]
pub struct Parser {
    events: Vec<Event>,
    tags: Vec<Tag>,
    faults: Vec<Fault>,
    open_variations: Vec<Span>,
    other_names: HashMap<u64, u32>,
    hasher: RandomState,
}

impl Parser {
    /// Reads all games of a chunk and lends each, with its offset in the chunk, to `each`.
    pub fn parse_chunk<'a>(&mut self, chunk: &'a Chunk, mut each: impl FnMut(usize, &Game<'a>)) {
        if chunk.skipped > 0 {
            return each(0, &Parser::skipped_game());
        }
        for (index, &start) in chunk.starts.iter().enumerate() {
            let start = start as usize;
            let end = chunk.starts.get(index + 1).map_or(chunk.bytes.len(), |&end| end as usize);
            let follows_text = if start == 0 { chunk.follows_text } else { !ends_in_empty_line(&chunk.bytes[..start]) };
            self.parse_games(&chunk.bytes[start..end], follows_text, |offset, game| each(start + offset, game));
        }
    }

    /// Reads all games of a slice and lends each, with its offset in the slice, to `each`.
    pub fn parse_slice<'a>(&mut self, slice: &'a [u8], each: impl FnMut(usize, &Game<'a>)) {
        self.parse_games(slice, false, each);
    }

    fn parse_games<'a>(&mut self, slice: &'a [u8], follows_text: bool, mut each: impl FnMut(usize, &Game<'a>)) {
        let text_end = slice.iter().rposition(|&byte| !is_filling(byte)).map_or(0, |last| last + 1);
        let mut start = 0;
        while start < slice.len() {
            let bytes = &slice[start..];
            let mut game = self.lend(bytes);
            let length = Scan::new(self, &mut game, text_end.saturating_sub(start)).run();
            game.bytes = &bytes[..length];
            let follows_text = if start == 0 { follows_text } else { !ends_in_empty_line(&slice[..start]) };
            game.follows_text = follows_text && !game.starts_in_empty_line();
            each(start, &game);
            self.take_back(game);
            start += length;
        }
    }

    /// A game that stands for bytes that were not read because there were too many.
    fn skipped_game() -> Game<'static> {
        let span = Span::new(0, 0);
        Game {
            events: vec![Event { span, kind: EventKind::Skipped }],
            faults: vec![Fault { span, kind: FaultKind::Oversize }],
            ..Game::default()
        }
    }

    fn lend<'a>(&mut self, bytes: &'a [u8]) -> Game<'a> {
        let cleared = |mut events: Vec<Event>| {
            events.clear();
            events
        };
        self.tags.clear();
        self.faults.clear();
        self.open_variations.clear();
        self.other_names.clear();
        Game {
            bytes,
            events: cleared(std::mem::take(&mut self.events)),
            tags: std::mem::take(&mut self.tags),
            faults: std::mem::take(&mut self.faults),
            ..Game::default()
        }
    }

    fn take_back(&mut self, game: Game<'_>) {
        (self.events, self.tags, self.faults) = (game.events, game.tags, game.faults);
    }
}

/// Reads moves of export spelling, move numbers and comments from behind a token on: see [`Scan::plain_movetext`].
// A function of its own, so that it has the registers for itself.
#[inline(never)]
fn plain_events(bytes: &[u8], mut at: usize, events: &mut Vec<Event>) -> (usize, Option<Gap>) {
    let mut comment_ends = CommentEnds::default();
    while let Some(rest) = bytes.get(at..)
        && let Some([blank @ (b' ' | b'\n'), window @ ..]) = rest.first_chunk::<17>()
    {
        let start = at + 1;
        let event = match window[0] {
            b'A'..=b'Z' | b'a'..=b'z' => plain_move(window),
            b'{' => comment_ends.length(&rest[1..]).map(|length| (length, EventKind::Comment)),
            b'0'..=b'9' => plain_number(window),
            ..=b' ' | 0x80.. => break,
            _ => None,
        };
        let Some((length, kind)) = event else {
            let is_line_start = *blank == b'\n';
            return (start, Some(Gap { is_line_start, is_first_column: is_line_start, empty_line: None }));
        };
        at = start + length;
        events.push(Event { span: Span::new(start, at), kind });
    }
    (at, None)
}

/// Where in a game the scan is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Section {
    Tags,
    Movetext,
    /// Behind the termination marker.
    Ended,
}

/// Blanks and line ends between two tokens.
#[derive(Clone, Copy, Debug)]
struct Gap {
    /// The next token is the first of its line.
    is_line_start: bool,
    /// The next token is in the first column.
    is_first_column: bool,
    empty_line: Option<Span>,
}

struct Scan<'p, 'g, 'a> {
    parser: &'p mut Parser,
    game: &'g mut Game<'a>,
    bytes: &'a [u8],
    /// Behind this stand only blanks, line ends and the control character that DOS programs end a file with.
    text_end: usize,
    at: usize,
    /// The end of the line last looked at, so that a line of many tokens is searched once.
    line_end: usize,
    section: Section,
    /// A fault has been noted for the text behind the marker.
    is_trailing_noted: bool,
    /// The gap behind the last token of an ended game held an empty line.
    is_apart: bool,
    /// Something else than blanks has been read.
    has_token: bool,
}

impl<'p, 'g, 'a> Scan<'p, 'g, 'a> {
    fn new(parser: &'p mut Parser, game: &'g mut Game<'a>, text_end: usize) -> Self {
        let bytes = game.bytes;
        Scan {
            parser,
            game,
            bytes,
            text_end,
            at: 0,
            line_end: 0,
            section: Section::Tags,
            is_trailing_noted: false,
            is_apart: false,
            has_token: false,
        }
    }

    /// Scans one game and returns its length.
    fn run(mut self) -> usize {
        let mut gap = self.skip_gap(true);
        if self.at > 0 {
            self.push(0, EventKind::Blank);
        }
        while let Some(&byte) = self.bytes.get(self.at) {
            if self.section == Section::Movetext && byte != b'[' {
                self.movetext_token(byte, gap);
                gap = match self.plain_movetext() {
                    Some(gap) => gap,
                    None => self.skip_gap(false),
                };
                continue;
            }
            self.is_apart |= gap.empty_line.is_some();
            if self.has_token && self.starts_next_game(byte, gap) {
                break;
            }
            self.outer_token(byte, gap);
            self.has_token = true;
            gap = self.skip_gap(false);
        }
        self.finish();
        self.at
    }

    /// Reads moves of export spelling, move numbers and comments with a single blank or line end between them, which
    /// is nearly all of an archive, without the questions that other tokens raise.
    ///
    /// Starts behind a token. Stops before another token, and then tells the gap before it; or before another gap.
    fn plain_movetext(&mut self) -> Option<Gap> {
        if self.section != Section::Movetext {
            return None;
        }
        let (at, gap) = plain_events(self.bytes, self.at, &mut self.game.events);
        self.at = at;
        gap
    }

    /// A token within movetext.
    #[inline]
    fn movetext_token(&mut self, byte: u8, gap: Gap) {
        if let Some(span) = gap.empty_line
            && !self.is_first_of_movetext(self.game.events.len())
        {
            self.fault(span, FaultKind::EmptyLine);
        }
        self.token(byte, gap);
    }

    /// A token before or behind the movetext, or one that may begin or end it.
    fn outer_token(&mut self, byte: u8, gap: Gap) {
        let (start, n_before, n_faults) = (self.at, self.game.events.len(), self.game.faults.len());
        let was_ended = self.section == Section::Ended;
        self.token(byte, gap);
        if let (Section::Movetext, Some(span)) = (self.section, gap.empty_line)
            && !self.is_first_of_movetext(n_before)
        {
            self.fault(span, FaultKind::EmptyLine);
        }
        if was_ended && !self.ends_in_comment() {
            // That it stands there is its fault, whatever else it is.
            self.game.faults.truncate(n_faults);
            if self.repeats_marker() {
                self.fault(Span::new(start, self.at), FaultKind::RepeatedMarker);
            } else if !self.is_trailing_noted {
                self.is_trailing_noted = true;
                self.fault(Span::new(start, self.at), FaultKind::TextAfterMarker);
            }
        }
    }

    fn is_first_of_movetext(&self, n_before: usize) -> bool {
        let is_before = |event: &Event| matches!(event.kind, EventKind::Tag(_) | EventKind::Blank);
        self.game.events[..n_before].last().is_none_or(is_before)
    }

    /// Whether another game starts at the next token.
    fn starts_next_game(&mut self, byte: u8, gap: Gap) -> bool {
        let rest = &self.bytes[self.at..];
        match self.section {
            Section::Tags => {
                byte == b'['
                    && gap.empty_line.is_some()
                    && tag_like_name(rest).is_some_and(|name| self.find_name(name).is_some())
            }
            Section::Movetext => byte == b'[' && gap.is_line_start && tag_like_name(rest).is_some(),
            Section::Ended if byte == b'[' => tag_like_name(rest).is_some(),
            Section::Ended => self.is_apart && self.starts_movetext(byte),
        }
    }

    /// Whether the next token can only stand in movetext.
    fn starts_movetext(&self, byte: u8) -> bool {
        match byte {
            b'0'..=b'9' | b'*' | b'(' => true,
            b'{' | b';' | b'%' | b'[' | b'}' | b')' | b'$' | b'!' | b'?' => false,
            _ => {
                let token = &self.bytes[self.at..self.token_end(self.at)];
                san::parse(token).is_some() || san::is_move_shaped(token)
            }
        }
    }

    /// Skips blanks and line ends.
    #[inline]
    fn skip_gap(&mut self, is_line_start: bool) -> Gap {
        if self.bytes.get(self.at) == Some(&b' ') && self.bytes.get(self.at + 1).is_some_and(|&next| next > b' ') {
            self.at += 1;
            return Gap { is_line_start, is_first_column: false, empty_line: None };
        }
        self.skip_long_gap(is_line_start)
    }

    fn skip_long_gap(&mut self, mut is_line_start: bool) -> Gap {
        let mut line_start = self.at;
        let mut empty_line = None;
        let mut is_first_column = is_line_start;
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b'\n' | b'\r' => {
                    if is_line_start && empty_line.is_none() {
                        empty_line = Some(Span::new(line_start, self.at));
                    }
                    self.at += line_end_length(&self.bytes[self.at..]);
                    (line_start, is_line_start, is_first_column) = (self.at, true, true);
                }
                _ if is_blank(byte) => {
                    self.at += 1;
                    is_first_column = false;
                }
                0xef if is_first_column && self.bytes[self.at..].starts_with(BYTE_ORDER_MARK) => {
                    self.at += BYTE_ORDER_MARK.len();
                }
                _ if self.at >= self.text_end => self.at += 1,
                _ => break,
            }
        }
        Gap { is_line_start, is_first_column, empty_line }
    }

    fn push(&mut self, start: usize, kind: EventKind) {
        self.game.events.push(Event { span: Span::new(start, self.at), kind });
    }

    fn fault(&mut self, span: Span, kind: FaultKind) {
        self.game.faults.push(Fault { span, kind });
    }

    #[inline]
    fn token(&mut self, byte: u8, gap: Gap) {
        match CLASS[byte as usize] {
            Class::Word => self.word(),
            Class::Digit => self.digits(),
            Class::Other => self.sign(byte, gap),
        }
    }

    /// Whether the token just read is a comment, which may stand behind the marker.
    fn ends_in_comment(&self) -> bool {
        let is_comment = |kind| matches!(kind, EventKind::Comment | EventKind::LineComment | EventKind::Escape);
        self.game.events.last().is_some_and(|event| is_comment(event.kind))
    }

    /// Whether the token just read says what the termination marker says.
    fn repeats_marker(&self) -> bool {
        match (self.game.events.last(), self.game.marker) {
            (Some(Event { kind: EventKind::Marker(last), .. }), Some((_, marker))) => last.outcome == marker.outcome,
            _ => false,
        }
    }

    fn sign(&mut self, byte: u8, gap: Gap) {
        let start = self.at;
        match byte {
            b'[' if self.section == Section::Tags => {
                if !self.plain_tags() {
                    self.tag();
                }
            }
            b'{' => {
                let close = memchr::memchr(b'}', &self.bytes[start..]);
                self.at = close.map_or(self.bytes.len(), |close| start + close + 1);
                self.push(start, EventKind::Comment);
                if close.is_none() {
                    self.fault(Span::new(start, start + 1), FaultKind::UnclosedComment);
                }
            }
            b';' => {
                self.at = self.line_end(start);
                self.push(start, EventKind::LineComment);
            }
            b'%' if gap.is_first_column => {
                self.at = self.line_end(start);
                self.push(start, EventKind::Escape);
                self.fault(Span::new(start, self.at), FaultKind::EscapeLine);
            }
            b'(' => {
                self.at += 1;
                self.parser.open_variations.push(Span::new(start, self.at));
                self.movetext(start, EventKind::BeginVariation);
            }
            b')' => {
                self.at += 1;
                if let Some(open) = self.parser.open_variations.pop() {
                    if self.is_empty_variation() {
                        self.fault(open.to(Span::new(start, self.at)), FaultKind::EmptyVariation);
                    }
                    self.movetext(start, EventKind::EndVariation);
                } else {
                    self.malformed(start, FaultKind::StrayParenthesis);
                }
            }
            b'$' => self.glyph_number(),
            b'!' | b'?' => {
                let rest = &self.bytes[start..];
                self.at += rest.iter().position(|byte| !matches!(byte, b'!' | b'?')).unwrap_or(rest.len());
                match glyph(&self.bytes[start..self.at]) {
                    Some(nag) => self.glyph(start, nag),
                    None => self.unknown(start),
                }
            }
            b'*' => {
                self.at += 1;
                self.marker(start, Marker { outcome: Some(Outcome::Unknown), is_standard: true });
            }
            b'.' => {
                let rest = &self.bytes[start..];
                self.at += rest.iter().position(|&byte| byte != b'.').unwrap_or(rest.len());
                self.movetext(start, EventKind::Periods);
            }
            b'}' => {
                self.at += 1;
                self.malformed(start, FaultKind::StrayBrace);
            }
            b'[' => {
                let line_end = self.line_end(start);
                let rest = &self.bytes[start + 1..line_end];
                self.at = match memchr::memchr2(b'[', b']', rest) {
                    Some(close) if rest[close] == b']' => start + 1 + close + 1,
                    _ => self.token_end(start + 1),
                };
                self.unknown(start);
            }
            _ => self.word(),
        }
    }

    /// An event of movetext: the tag section is over.
    #[inline]
    fn movetext(&mut self, start: usize, kind: EventKind) {
        if self.section == Section::Tags {
            self.section = Section::Movetext;
        }
        self.push(start, kind);
        let fault = match kind {
            EventKind::EnPassant => FaultKind::EnPassantMark,
            EventKind::San(written) if written.spelling().contains(Spelling::EN_PASSANT) => FaultKind::EnPassantMark,
            EventKind::Nag(Nag(0)) => FaultKind::NullGlyph,
            EventKind::Nag(nag) if self.bytes[start] != b'$' => FaultKind::SignGlyph(nag),
            _ => return,
        };
        self.fault(Span::new(start, self.at), fault);
    }

    /// A token that PGN does not know.
    fn unknown(&mut self, start: usize) {
        self.malformed(start, FaultKind::UnknownToken);
    }

    /// Bytes that can mean nothing. Neighbours with the same fault make one.
    fn malformed(&mut self, start: usize, kind: FaultKind) {
        let is_neighbour = self.game.events.last().is_some_and(|event| event.kind == EventKind::Malformed);
        self.push(start, EventKind::Malformed);
        match self.game.faults.last_mut() {
            Some(fault) if is_neighbour && fault.kind == kind => fault.span.end = self.at as u32,
            _ => self.fault(Span::new(start, self.at), kind),
        }
    }

    fn marker(&mut self, start: usize, marker: Marker) {
        self.movetext(start, EventKind::Marker(marker));
        if self.section == Section::Movetext && self.parser.open_variations.is_empty() {
            self.section = Section::Ended;
            self.is_apart = false;
            self.game.n_played = self.game.events.len() - 1;
            self.game.marker = Some((Span::new(start, self.at), marker));
        } else if self.section == Section::Movetext {
            self.fault(Span::new(start, self.at), FaultKind::MarkerInVariation);
        }
    }

    #[inline]
    fn word(&mut self) {
        let start = self.at;
        let rest = &self.bytes[start..];
        if CLASS[rest[0] as usize] == Class::Word
            && let Some(window) = rest.first_chunk()
            && let Some((length, kind)) = plain_move(window)
        {
            self.at = start + length;
            return self.movetext(start, kind);
        }
        let length = rest.iter().position(|&byte| IS_TOKEN_END[byte as usize]).unwrap_or(rest.len());
        // `e8(Q)`: a promotion, not a variation.
        let promoting = if matches!(rest[length..], [b'(', _, b')', ..]) { length + 3 } else { length };
        for length in [promoting, length] {
            if let Some(written) = san::parse(&rest[..length]) {
                self.at = start + length;
                return self.movetext(start, EventKind::San(written));
            }
        }
        self.odd_word(start, length);
    }

    #[cold]
    fn odd_word(&mut self, start: usize, length: usize) {
        let rest = &self.bytes[start..];
        let token = &rest[..length];
        for spelling in [&b"e.p."[..], b"e.p", b"ep"] {
            let is_whole = |end: usize| rest.get(end).is_none_or(|&byte| IS_TOKEN_END[byte as usize]);
            if rest.starts_with(spelling) && is_whole(spelling.len()) {
                self.at = start + spelling.len();
                return self.movetext(start, EventKind::EnPassant);
            }
        }
        // `exd6e.p.`: the word ends before the mark.
        if let Some(head) = token.strip_suffix(b"e")
            && rest[length..].starts_with(b".p")
            && let Some(written) = san::parse(head)
        {
            self.at = start + head.len();
            return self.movetext(start, EventKind::San(written));
        }
        if let Some((length, marker)) = odd_marker(rest) {
            self.at = start + length;
            return self.marker(start, marker);
        }
        if let Some((head, written)) = split_evaluation(token) {
            self.at = start + head.len();
            return self.movetext(start, EventKind::San(written));
        }
        // A control character is a token end, and a token of its own.
        self.at = start + length.max(1);
        if san::is_move_shaped(token) {
            self.movetext(start, EventKind::UnreadableMove);
        } else {
            self.unknown(start);
        }
    }

    fn digits(&mut self) {
        let start = self.at;
        let rest = &self.bytes[start..];
        let n_digits = rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
        match rest.get(n_digits) {
            Some(b'-' | b'/' | b':' | 0x80..) => self.result_or_castling(start),
            Some(b'.') if rest.starts_with(b"0.5") && odd_marker(rest).is_some() => self.result_or_castling(start),
            _ => {
                let number = rest[..n_digits]
                    .iter()
                    .fold(0_u32, |number, digit| number.saturating_mul(10).saturating_add(u32::from(digit - b'0')));
                let mut length = n_digits;
                while rest.get(length) == Some(&b'.') {
                    length += 1;
                }
                // `1. ...`: blanks are allowed between the number and its periods (PGN-8.2.2.1).
                let n_blanks = rest[length..].iter().position(|&byte| byte != b' ').unwrap_or(0);
                if rest.get(length + n_blanks) == Some(&b'.') {
                    length += n_blanks;
                    while rest.get(length) == Some(&b'.') {
                        length += 1;
                    }
                }
                self.at = start + length;
                self.movetext(start, EventKind::MoveNumber(number));
            }
        }
    }

    fn result_or_castling(&mut self, start: usize) {
        let rest = &self.bytes[start..];
        let is_end = |length: usize| rest.get(length).is_none_or(|&byte| IS_TOKEN_END[byte as usize]);
        for (text, outcome) in STANDARD_MARKERS {
            if rest.starts_with(text.as_bytes()) && is_end(text.len()) {
                self.at = start + text.len();
                return self.marker(start, Marker { outcome: Some(outcome), is_standard: true });
            }
        }
        if let Some((length, marker)) = odd_marker(rest) {
            self.at = start + length;
            return self.marker(start, marker);
        }
        self.at = self.token_end(start);
        let token = &self.bytes[start..self.at];
        if let Some(written) = san::parse(token) {
            self.movetext(start, EventKind::San(written));
        } else if san::is_move_shaped(token) {
            self.movetext(start, EventKind::UnreadableMove);
        } else {
            self.unknown(start);
        }
    }

    fn glyph_number(&mut self) {
        let start = self.at;
        let rest = &self.bytes[start + 1..];
        let n_digits = rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
        self.at = start + 1 + n_digits;
        match std::str::from_utf8(&rest[..n_digits]).ok().and_then(|digits| digits.parse().ok()) {
            Some(number) => self.glyph(start, Nag(number)),
            None if n_digits > 0 => self.malformed(start, FaultKind::LargeGlyph),
            None => self.unknown(start),
        }
    }

    fn glyph(&mut self, start: usize, nag: Nag) {
        let is_verdict = |nag: Nag| (1..=6).contains(&nag.0);
        if let Some(Event { kind: EventKind::Nag(last), .. }) = self.game.events.last()
            && is_verdict(*last)
            && is_verdict(nag)
        {
            self.fault(Span::new(start, self.at), FaultKind::SecondGlyph);
        }
        self.movetext(start, EventKind::Nag(nag));
    }

    /// Whether the variation that ends here holds no move. Looks back no further than to the last move.
    fn is_empty_variation(&self) -> bool {
        let is_content = |event: &&Event| {
            !matches!(
                event.kind,
                EventKind::Comment
                    | EventKind::LineComment
                    | EventKind::Escape
                    | EventKind::Nag(_)
                    | EventKind::MoveNumber(_)
                    | EventKind::Periods
                    | EventKind::Malformed
            )
        };
        let last = self.game.events.iter().rfind(is_content);
        last.is_some_and(|event| event.kind == EventKind::BeginVariation)
    }

    fn token_end(&self, start: usize) -> usize {
        let rest = &self.bytes[start..];
        let length = rest.iter().position(|&byte| IS_TOKEN_END[byte as usize]).unwrap_or(rest.len());
        start + length.max(usize::from(!rest.is_empty()))
    }

    /// The end of the line on which `at` lies. Asked of places in ascending order.
    fn line_end(&mut self, at: usize) -> usize {
        if at >= self.line_end {
            let rest = &self.bytes[at..];
            self.line_end = at + memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        }
        self.line_end
    }

    /// Tag pairs written as export format has them, without escapes, on lines of their own. False, and nothing is read,
    /// for any other.
    fn plain_tags(&mut self) -> bool {
        let Some(mut end) = self.plain_tag(self.at) else { return false };
        while self.bytes[end..].starts_with(b"\n[")
            && let Some(next_end) = self.plain_tag(end + 1)
        {
            end = next_end;
        }
        self.at = end;
        true
    }

    /// Reads such a pair and returns its end.
    fn plain_tag(&mut self, start: usize) -> Option<usize> {
        let name_start = start + 1;
        let rest = &self.bytes[name_start..];
        let length = rest.iter().position(|&byte| !is_name_byte(byte)).filter(|&length| length > 0)?;
        let value = rest[length..].strip_prefix(b" \"")?;
        let quote = find_quote(value).filter(|&quote| value[quote..].starts_with(b"\"]"))?;
        let value_start = name_start + length + 2;
        let end = value_start + quote + 2;
        let name = Span::new(name_start, name_start + length);
        self.push_tag(Span::new(start, end), name, Span::new(value_start, value_start + quote));
        Some(end)
    }

    /// A tag pair, or what stands for one (PGN-8.1).
    fn tag(&mut self) {
        let start = self.at;
        let line_end = self.line_end(start);
        let line = &self.bytes[..line_end];
        let mut at = skip_white(self.bytes, start + 1);
        let name_start = at;
        at += self.bytes[at..].iter().position(|&byte| !is_name_byte(byte)).unwrap_or(self.bytes.len() - at);
        let name = Span::new(name_start, at);
        let after_name = at;
        at = skip_white(self.bytes, at);
        if name.is_empty() || self.bytes.get(at) != Some(&b'"') {
            return self.odd_tag(start, line_end, name, skip_blanks(line, after_name.min(line_end)));
        }
        let value_start = at + 1;
        let value_line_end = self.line_end(value_start);
        let close = find_close(&self.bytes[..value_line_end], value_start);
        let value = Span::new(value_start, close.quote);
        self.at = close.end;
        if let Some((span, kind)) = close.fault {
            self.fault(span, kind);
        } else if !close.is_bracketed {
            let bracket = skip_white(self.bytes, self.at);
            if self.bytes.get(bracket) == Some(&b']') {
                self.at = bracket + 1;
            } else {
                self.fault(Span::new(start, self.at), FaultKind::UnclosedTag);
            }
        }
        self.push_tag(Span::new(start, self.at), name, value);
    }

    /// A `[` that no quoted value follows: a value without quotes, or garbage.
    fn odd_tag(&mut self, start: usize, line_end: usize, name: Span, value_start: usize) {
        let line = &self.bytes[..line_end];
        let close = memchr::memrchr(b']', &line[start..]).map(|close| start + close);
        let is_pair = !name.is_empty() && (name.end as usize) < value_start && name.end as usize <= line_end;
        match close {
            Some(close) if is_pair && value_start <= close => {
                self.at = close + 1;
                let raw = &line[value_start..close];
                let length = raw.iter().rposition(|&byte| !is_blank(byte)).map_or(0, |last| last + 1);
                self.fault(Span::new(start, self.at), FaultKind::UnquotedValue);
                let value = Span::new(value_start, value_start + length);
                self.push_tag(Span::new(start, self.at), name, value);
            }
            close => {
                self.at = close.map_or(line_end, |close| close + 1);
                self.push(start, EventKind::Malformed);
                self.fault(Span::new(start, self.at), FaultKind::TagSyntax);
            }
        }
    }

    fn push_tag(&mut self, span: Span, name: Span, value: Span) {
        let text = self.game.text(name);
        let index = self.game.tags.len() as u32;
        let exact = TagName::exact(text);
        let known = exact.or_else(|| TagName::lenient(text));
        let is_duplicate = match exact {
            Some(known) if self.game.known_tags[known as usize] == 0 => false,
            Some(known) => self.find_exact(known).is_some(),
            None => {
                let hash = self.parser.hasher.hash_one(text);
                let earlier = *self.parser.other_names.entry(hash).or_insert(index);
                earlier != index && self.game.text(self.game.tags[earlier as usize].name) == text
            }
        };
        if let Some(known) = known {
            let slot = self.game.known_tags[known as usize];
            let is_better = exact.is_some() && !is_duplicate;
            if slot == 0 || is_better {
                self.game.known_tags[known as usize] = index + 1;
            }
        }
        self.game.tags.push(Tag { span, name, value, known, is_exact: exact.is_some(), is_duplicate });
        self.game.events.push(Event { span, kind: EventKind::Tag(index) });
    }

    /// The pair that has a name in its right spelling.
    fn find_exact(&self, name: TagName) -> Option<u32> {
        let slot = self.game.known_tags[name as usize].checked_sub(1)?;
        let tag = &self.game.tags[slot as usize];
        (self.game.text(tag.name) == name.text().as_bytes()).then_some(slot)
    }

    fn find_name(&self, name: &[u8]) -> Option<u32> {
        if let Some(known) = TagName::exact(name) {
            return self.find_exact(known);
        }
        let index = *self.parser.other_names.get(&self.parser.hasher.hash_one(name))?;
        (self.game.text(self.game.tags[index as usize].name) == name).then_some(index)
    }

    /// A forfeit such as `+--` is an evaluation of the position unless it ends the game.
    fn take_forfeit(&mut self) {
        if self.section != Section::Movetext || !self.parser.open_variations.is_empty() {
            return;
        }
        let Some(&Fault { span, kind: FaultKind::UnknownToken }) = self.game.faults.last() else { return };
        let is_comment =
            |event: &Event| matches!(event.kind, EventKind::Comment | EventKind::LineComment | EventKind::Escape);
        let Some(last) = self.game.events.iter().rposition(|event| !is_comment(event)) else { return };
        if self.game.events[last].span == span
            && let Some(marker) = read_forfeit(self.game.text(span))
        {
            self.game.faults.pop();
            self.game.events[last].kind = EventKind::Marker(marker);
            self.game.marker = Some((span, marker));
            self.game.n_played = last;
        }
    }

    fn finish(&mut self) {
        self.take_forfeit();
        // Variations left open hide the marker, if there is one, from the game.
        if !self.parser.open_variations.is_empty() && self.game.marker.is_none() {
            let is_comment =
                |event: &Event| matches!(event.kind, EventKind::Comment | EventKind::LineComment | EventKind::Escape);
            if let Some(last) = self.game.events.iter().rposition(|event| !is_comment(event))
                && let Event { span, kind: EventKind::Marker(marker) } = self.game.events[last]
            {
                self.game.marker = Some((span, marker));
                self.game.n_played = last;
                let is_marker = |fault: &Fault| fault.kind == FaultKind::MarkerInVariation && fault.span == span;
                self.game.faults.retain(|fault| !is_marker(fault));
            }
        }
        // The outermost one is never closed; those inside it are open because of it.
        if let Some(&open) = self.parser.open_variations.first()
            && self.section != Section::Ended
        {
            self.fault(open, FaultKind::UnclosedVariation);
        }
        if self.game.marker.is_none() {
            self.game.n_played = self.game.events.len();
        }
    }
}
