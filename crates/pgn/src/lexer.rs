//! What bytes of movetext and tag pairs are: words, numbers, results, quotes. Where a token belongs is for
//! [`crate::parse`].

use pgn_reader::{KnownOutcome, Nag, Outcome};
use pgn960_core::san::{self, Written};
use shakmaty::Color;
use wide::u8x16;

use crate::{
    event::{EventKind, FaultKind, Marker},
    location::{Span, line_end_length},
    split::is_blank,
};

/// A move number of at most three digits with one period or three, when nothing else can follow.
#[inline]
pub(crate) fn plain_number(text: &[u8; 16]) -> Option<(usize, EventKind)> {
    let digit = |at: usize| u32::from(text[at].wrapping_sub(b'0'));
    let mut number = 0;
    let mut n_digits = 0;
    while n_digits < 3 && digit(n_digits) < 10 {
        number = 10 * number + digit(n_digits);
        n_digits += 1;
    }
    let length = match text[n_digits..n_digits + 3] {
        [b'.', b'.', b'.'] => n_digits + 3,
        [b'.', b'.', _] => return None,
        [b'.', ..] => n_digits + 1,
        _ => return None,
    };
    // `0.5-0.5` is a result, and there may be further periods, also behind blanks.
    let is_plain = match text[length] {
        b' ' => !matches!(text[length + 1], b' ' | b'.'),
        next => !next.is_ascii_digit() && next != b'.',
    };
    is_plain.then_some((length, EventKind::MoveNumber(number)))
}

/// Finds where comments end.
///
/// Many are as long as the one before them, as clock times are. Behind a comment of the length that was expected the
/// processor reads on while it still looks for the brace.
#[derive(Debug, Default)]
pub(crate) struct CommentEnds {
    expected_length: usize,
    /// The bit of its brace.
    expected_brace: u32,
}

impl CommentEnds {
    /// The length of a comment with its braces, if the closing one is there.
    #[inline]
    pub(crate) fn length(&mut self, rest: &[u8]) -> Option<usize> {
        let in_chunk = |chunk: &[u8; 16]| u8x16::new(*chunk).simd_eq(u8x16::splat(b'}')).to_bitmask();
        let braces = match rest.as_chunks().0 {
            [first, second, ..] => in_chunk(first) | in_chunk(second) << 16,
            _ => 0,
        };
        if braces == 0 {
            return memchr::memchr(b'}', rest).map(|brace| brace + 1);
        }
        let brace = braces & braces.wrapping_neg();
        if brace != self.expected_brace {
            self.expect(brace);
        }
        Some(self.expected_length)
    }

    // Out of line, so that the expected length stays a guess and is not computed.
    #[cold]
    fn expect(&mut self, brace: u32) {
        *self = CommentEnds { expected_length: brace.trailing_zeros() as usize + 1, expected_brace: brace };
    }
}

/// A move in export spelling of at most seven bytes that a blank or a control character ends, which is what most words
/// are. The first byte is a letter.
#[inline]
pub(crate) fn plain_move(text: &[u8; 16]) -> Option<(usize, EventKind)> {
    let word = *text.first_chunk::<8>()?;
    let length = length_of_word(word)?;
    let written = san::parse_short(word, length).or_else(|| san::parse_export(&word[..length]))?;
    Some((length, EventKind::San(written)))
}

/// How many bytes stand before the first blank or control character.
#[inline]
fn length_of_word(word: [u8; 8]) -> Option<usize> {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    let bytes = u64::from_le_bytes(word);
    // The high bit of each byte below 0x21; bytes above the first such one may be marked wrongly.
    let ends = bytes.wrapping_sub(ONES * 0x21) & !bytes & (ONES << 7);
    (ends != 0).then(|| ends.trailing_zeros() as usize / 8)
}

/// A move with an evaluation or a word glued to it, as `e4±` or `Nf3+-`: the move alone. What follows is a token of its
/// own, and no part of PGN.
pub(crate) fn split_evaluation(token: &[u8]) -> Option<(&[u8], Written)> {
    const GLUED: [&str; 18] =
        ["+-+", "+--", "+/-", "-/+", "+/=", "=/+", "+=", "=+", "+-", "-+", "=", "-", "±", "∓", "⩲", "⩱", "N", "mate"];
    GLUED.iter().find_map(|glued| {
        let head = token.strip_suffix(glued.as_bytes())?;
        Some((head, san::parse(head)?))
    })
}

/// Where a quoted tag value ends.
pub(crate) struct Close {
    /// The closing quote, or where it should be.
    pub quote: usize,
    /// Behind the pair as far as it is on this line.
    pub end: usize,
    /// The `]` has been seen.
    pub is_bracketed: bool,
    pub fault: Option<(Span, FaultKind)>,
}

/// Finds the end of a value that starts at `start`, on a line that ends with `line`.
///
/// The first `"` that is not escaped closes the value when `]` or the end of the line follows it; another one stands
/// inside the value although it should be escaped.
pub(crate) fn find_close(line: &[u8], start: usize) -> Close {
    let mut inner_quotes: Option<Span> = None;
    let mut at = start;
    while let Some(found) = memchr::memchr2(b'"', b'\\', &line[at..]) {
        at += found;
        if line[at] == b'\\' {
            at = (at + 2).min(line.len());
            continue;
        }
        let next = skip_blanks(line, at + 1);
        let is_bracketed = line.get(next) == Some(&b']');
        if is_bracketed || next == line.len() {
            let end = if is_bracketed { next + 1 } else { at + 1 };
            let fault = inner_quotes.map(|span| (span, FaultKind::UnescapedQuote));
            return Close { quote: at, end, is_bracketed, fault };
        }
        let quote = Span::new(at, at + 1);
        inner_quotes = Some(inner_quotes.map_or(quote, |span| span.to(quote)));
        at += 1;
    }
    // No quote closes the value: perhaps a backslash swallowed it.
    let end = line.iter().rposition(|&byte| !is_blank(byte)).map_or(line.len(), |last| last + 1).max(start);
    if end >= start + 3 && line[..end].ends_with(b"\\\"]") {
        let fault = Some((Span::new(end - 3, end), FaultKind::SwallowedQuote));
        return Close { quote: end - 2, end, is_bracketed: true, fault };
    }
    let is_bracketed = end > start && line[end - 1] == b']';
    let quote = if is_bracketed { end - 1 } else { end };
    Close { quote, end, is_bracketed, fault: Some((Span::new(start - 1, end), FaultKind::UnclosedQuote)) }
}

/// The first byte that a plain tag value cannot hold, the closing quote above all. Most values are shorter than it
/// takes to set up a longer search.
#[inline]
pub(crate) fn find_quote(value: &[u8]) -> Option<usize> {
    let found = value.first_chunk().map_or(0, |&near: &[u8; 16]| {
        let near = u8x16::new(near);
        let is = |byte| near.simd_eq(u8x16::splat(byte));
        (is(b'"') | is(b'\\') | is(b'\n')).to_bitmask()
    });
    if found != 0 { Some(found.trailing_zeros() as usize) } else { memchr::memchr3(b'"', b'\\', b'\n', value) }
}

/// Skips blanks and line ends, but stops at an empty line.
pub(crate) fn skip_white(bytes: &[u8], mut at: usize) -> usize {
    let mut n_lines = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\n' | b'\r' if n_lines == 1 => break,
            b'\n' | b'\r' => {
                n_lines += 1;
                at += line_end_length(&bytes[at..]);
            }
            _ if is_blank(byte) => at += 1,
            _ => break,
        }
    }
    at
}

pub(crate) fn skip_blanks(line: &[u8], at: usize) -> usize {
    at + line[at..].iter().position(|&byte| !is_blank(byte)).unwrap_or(line.len() - at)
}

pub(crate) fn glyph(text: &[u8]) -> Option<Nag> {
    Some(match text {
        b"!" => Nag::GOOD_MOVE,
        b"?" => Nag::MISTAKE,
        b"!!" => Nag::BRILLIANT_MOVE,
        b"??" => Nag::BLUNDER,
        b"!?" => Nag::SPECULATIVE_MOVE,
        b"?!" => Nag::DUBIOUS_MOVE,
        _ => return None,
    })
}

const WHITE_WINS: Outcome = Outcome::Known(KnownOutcome::Decisive { winner: Color::White });
const BLACK_WINS: Outcome = Outcome::Known(KnownOutcome::Decisive { winner: Color::Black });
const DRAW: Outcome = Outcome::Known(KnownOutcome::Draw);

pub(crate) const STANDARD_MARKERS: [(&str, Outcome); 3] = [("1-0", WHITE_WINS), ("0-1", BLACK_WINS), ("1/2-1/2", DRAW)];

/// Reads a whole text as a termination marker.
pub fn read_marker(text: &[u8]) -> Option<Marker> {
    let text = text.trim_ascii();
    let known = |outcome| Marker { outcome: Some(outcome), is_standard: true };
    match text {
        b"*" => Some(known(Outcome::Unknown)),
        b"0-0" => Some(Marker { outcome: None, is_standard: false }),
        _ => STANDARD_MARKERS
            .iter()
            .find(|(marker, _)| marker.as_bytes() == text)
            .map(|&(_, outcome)| known(outcome))
            .or_else(|| odd_marker(text).filter(|&(length, _)| length == text.len()).map(|(_, marker)| marker))
            .or_else(|| read_forfeit(text)),
    }
}

/// A result with plus for who wins and minus for who loses, as lists of forfeits have it (DIA-13).
pub(crate) fn read_forfeit(text: &[u8]) -> Option<Marker> {
    let outcome = match text {
        b"+--" | b"+:-" => Some(WHITE_WINS),
        b"--+" | b"-:+" => Some(BLACK_WINS),
        b"---" | b"-:-" => None,
        _ => return None,
    };
    Some(Marker { outcome, is_standard: false })
}

/// A result in another form than the four of PGN-8.2.6 (DIA-13): its length and meaning.
pub(crate) fn odd_marker(rest: &[u8]) -> Option<(usize, Marker)> {
    const HALVES: [&str; 3] = ["1/2", "\u{bd}", "0.5"];
    const LONGEST: usize = 16;
    let text = rest[..rest.len().min(LONGEST)].utf8_chunks().next()?.valid();
    let halves = |text: &'_ str| HALVES.iter().find_map(|half| Some(text.len() - text.strip_prefix(half)?.len()));
    let separator = |text: &'_ str| {
        let first = text.chars().next()?;
        (matches!(first, '-' | ':') || san::is_dash(first)).then_some(first.len_utf8())
    };
    let (length, outcome) = if let Some(first) = halves(text) {
        let second = separator(&text[first..]).and_then(|dash| Some(first + dash + halves(&text[first + dash..])?));
        let is_half_alone = second.is_none() && !text.starts_with("0.5");
        (second.or(is_half_alone.then_some(first))?, DRAW)
    } else {
        let first = text.chars().next()?;
        let dash = separator(text.get(1..)?)?;
        let outcome = match (first, text[1 + dash..].chars().next()?) {
            ('1', '0') => WHITE_WINS,
            ('0', '1') => BLACK_WINS,
            _ => return None,
        };
        (2 + dash, outcome)
    };
    let is_whole = rest.get(length).is_none_or(|&byte| IS_TOKEN_END[byte as usize]);
    is_whole.then_some((length, Marker { outcome: Some(outcome), is_standard: false }))
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    Word,
    Digit,
    Other,
}

/// What a token's first byte says of it.
pub(crate) static CLASS: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        let symbol = byte as u8;
        if symbol.is_ascii_alphabetic() {
            classes[byte] = Class::Word;
        } else if symbol.is_ascii_digit() {
            classes[byte] = Class::Digit;
        }
        byte += 1;
    }
    classes
};

/// Bytes that end a word.
pub(crate) static IS_TOKEN_END: [bool; 256] = {
    let mut ends = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        ends[byte] = byte <= b' ' as usize
            || matches!(byte as u8, b'{' | b'}' | b'(' | b')' | b'[' | b']' | b';' | b',')
            || matches!(byte as u8, b'$' | b'!' | b'?' | b'*' | b'.');
        byte += 1;
    }
    ends
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_end_at_the_first_brace() {
        let mut comment_ends = CommentEnds::default();
        let lengths = [19, 19, 2, 2, 19, 16, 17, 31, 32, 33, 34, 19, 500, 500, 2, 19];
        for (length, n_behind) in lengths.into_iter().flat_map(|length| [0, 1, 13, 40].map(|n| (length, n))) {
            for behind in ["x", "}"] {
                let text = format!("{{{}}}{}", "-".repeat(length - 2), behind.repeat(n_behind));
                assert_eq!(comment_ends.length(text.as_bytes()), Some(length), "{text}");
            }
            let open = format!("{{{}", "-".repeat(length + n_behind));
            assert_eq!(comment_ends.length(open.as_bytes()), None, "{open}");
        }
    }

    #[test]
    fn plain_numbers() {
        for (text, expected) in [
            ("1. e4", Some((2, 1))),
            ("1.e4", Some((2, 1))),
            ("12... e5", Some((5, 12))),
            ("999...e5", Some((6, 999))),
            ("12.\ne4", Some((3, 12))),
            ("1000. e4", None),
            ("12 e4", None),
            ("1.. e5", None),
            ("1.... e5", None),
            ("1. .. e5", None),
            ("1.  .. e5", None),
            ("1... . e5", None),
            ("0.5-0.5", None),
            ("1-0", None),
        ] {
            let window = format!("{text:<16}");
            let found = plain_number(window.as_bytes().first_chunk().unwrap());
            let expected = expected.map(|(length, number)| (length, EventKind::MoveNumber(number)));
            assert_eq!(found, expected, "{text}");
        }
    }
}
