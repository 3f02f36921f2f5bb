//! What bytes of movetext and tag pairs are: words, numbers, results, quotes. Where a token belongs is for
//! [`crate::parse`].

use pgn_reader::{KnownOutcome, Nag, Outcome};
use pgn960_core::san::{self, Written};
use shakmaty::Color;

use crate::{
    event::{EventKind, FaultKind, Marker},
    location::{Span, line_end_length},
    split::is_blank,
};

/// One in each byte of a word.
const ONES: u64 = u64::from_ne_bytes([1; 8]);
/// The high bit of each.
const HIGHS: u64 = ONES << 7;

/// A move number of at most three digits with its periods, when nothing else can follow.
#[inline]
pub(crate) fn plain_number(rest: &[u8]) -> Option<(usize, EventKind)> {
    let word = rest.first_chunk::<8>()?;
    let digit = |at: usize| u32::from(word[at].wrapping_sub(b'0'));
    let mut number = 0;
    let mut length = 0;
    while length < 3 && digit(length) < 10 {
        number = 10 * number + digit(length);
        length += 1;
    }
    if word[length] != b'.' {
        return None;
    }
    length += 1;
    while length < 6 && word[length] == b'.' {
        length += 1;
    }
    // `0.5-0.5` is a result, and there may be further periods, also behind a blank.
    let is_plain = match word[length] {
        b' ' => word[length + 1] != b'.',
        next => !next.is_ascii_digit() && next != b'.',
    };
    is_plain.then_some((length, EventKind::MoveNumber(Some(number))))
}

/// The first `}`. Most comments are clock times, shorter than it takes to set up a vector search.
#[inline]
pub(crate) fn find_brace(rest: &[u8]) -> Option<usize> {
    const N_WORDS: usize = 4;
    for (index, word) in rest.as_chunks::<8>().0.iter().take(N_WORDS).enumerate() {
        let differences = u64::from_le_bytes(*word) ^ (ONES * b'}' as u64);
        let equal = differences.wrapping_sub(ONES) & !differences & HIGHS;
        if equal != 0 {
            return Some(8 * index + equal.trailing_zeros() as usize / 8);
        }
    }
    memchr::memchr(b'}', rest)
}

/// A move in export spelling of at most seven bytes that a blank or a control character ends, which is what most words
/// are. The first byte is a letter.
#[inline]
pub(crate) fn plain_move(rest: &[u8]) -> Option<(usize, EventKind)> {
    let word = *rest.first_chunk::<8>()?;
    let length = length_of_word(word)?;
    let written = san::parse_short(word, length).or_else(|| san::parse_export(&word[..length]))?;
    Some((length, EventKind::San(written)))
}

/// How many bytes stand before the first blank or control character.
#[inline]
fn length_of_word(word: [u8; 8]) -> Option<usize> {
    let bytes = u64::from_le_bytes(word);
    // The high bit of each byte below 0x21; bytes above the first such one may be marked wrongly.
    let ends = bytes.wrapping_sub(ONES * 0x21) & !bytes & HIGHS;
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
