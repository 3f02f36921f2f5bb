//! Places in a text: [`Span`] inside a game, [`Place`] as line and column; and bytes as characters.

use std::borrow::Cow;

use encoding_rs::WINDOWS_1252;

/// A range of bytes, relative to the game it lies in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// A span over a range that lies within a game, which is never longer than 4 GiB.
    #[inline]
    pub fn new(start: usize, end: usize) -> Span {
        debug_assert!(start <= end && end <= u32::MAX as usize);
        Span { start: start as u32, end: end as u32 }
    }

    /// The span as a range for slicing.
    #[inline]
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Number of bytes.
    #[inline]
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether the span holds no byte: it marks a place between two.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The smallest span that holds both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A line and a column, both from 1. Columns count characters; an undecodable byte counts one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// Line, from 1.
    pub line: u64,
    /// Column in characters, from 1.
    pub column: u64,
}

impl Place {
    /// Where a text starts.
    pub const FIRST: Place = Place { line: 1, column: 1 };
}

/// The UTF-8 byte order mark.
pub const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Walks forward through a text and tells the place of byte offsets, counting each byte once.
///
/// Lines end in LF, CRLF or CR. A byte order mark at a line's start is not part of the line.
#[derive(Clone, Debug)]
pub struct PlaceFinder<'a> {
    bytes: &'a [u8],
    first_line: u64,
    line_start: usize,
    /// Up to here characters have been counted.
    at: usize,
    place: Place,
}

impl<'a> PlaceFinder<'a> {
    /// Starts at the first byte, which lies on the given line.
    pub fn new(bytes: &'a [u8], line: u64) -> PlaceFinder<'a> {
        let mut finder =
            PlaceFinder { bytes, first_line: line, line_start: 0, at: 0, place: Place { line, column: 1 } };
        finder.begin_line(0, line);
        finder
    }

    fn begin_line(&mut self, start: usize, line: u64) {
        (self.line_start, self.at, self.place) = (start, start, Place { line, column: 1 });
        if self.bytes[start..].starts_with(BYTE_ORDER_MARK) {
            self.at += BYTE_ORDER_MARK.len();
        }
    }

    /// Goes to a byte and tells its place. Going back means counting from the start again.
    pub fn go_to(&mut self, offset: usize) -> Place {
        if offset < self.line_start || (offset < self.at && self.place.column > 1) {
            *self = PlaceFinder::new(self.bytes, self.first_line);
        }
        if let Some(passed) = self.bytes.get(self.at..offset) {
            // A line end counts once it is passed whole.
            let n_whole =
                passed.len() - usize::from(passed.ends_with(b"\r") && self.bytes[offset..].starts_with(b"\n"));
            if let Some(found) = memchr::memrchr2(b'\n', b'\r', &passed[..n_whole]) {
                let next = self.at + found + 1;
                self.begin_line(next, self.place.line + count_lines(&self.bytes[self.at..next]));
            }
        }
        if let Some(passed) = self.bytes.get(self.at..offset) {
            self.place.column += count_characters(passed);
            self.at = offset;
        }
        self.place
    }

    /// The place of a byte, without going there.
    pub fn look_up(&self, offset: usize) -> Place {
        self.clone().go_to(offset)
    }

    /// Where the line gone to starts.
    pub fn line_start(&self) -> usize {
        self.line_start
    }

    /// The bytes walked through.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }
}

/// Length of the line end at the start of these bytes: 2 for CRLF, else 1.
#[inline]
pub fn line_end_length(bytes: &[u8]) -> usize {
    if bytes.starts_with(b"\r\n") { 2 } else { 1 }
}

/// The lines of a text, each without its end. The last one is empty when the text ends in a line end.
pub fn lines(bytes: &[u8]) -> impl Iterator<Item = Span> {
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let start = next?;
        let end = memchr::memchr2(b'\n', b'\r', &bytes[start..]).map(|found| start + found);
        next = end.map(|end| end + line_end_length(&bytes[end..]));
        Some(Span::new(start, end.unwrap_or(bytes.len())))
    })
}

/// Number of line ends.
pub fn count_lines(bytes: &[u8]) -> u64 {
    let feeds = memchr::memchr_iter(b'\n', bytes).count();
    let lone_returns = memchr::memchr_iter(b'\r', bytes).filter(|&at| bytes.get(at + 1) != Some(&b'\n')).count();
    (feeds + lone_returns) as u64
}

/// Number of characters; an undecodable byte counts one.
pub fn count_characters(bytes: &[u8]) -> u64 {
    bytes.utf8_chunks().map(|chunk| chunk.valid().chars().count() + chunk.invalid().len()).sum::<usize>() as u64
}

/// Bytes as text: UTF-8 where they are, each other byte read as Windows-1252 (policy P16).
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(
            bytes
                .utf8_chunks()
                .flat_map(|chunk| {
                    [Cow::Borrowed(chunk.valid()), WINDOWS_1252.decode_without_bom_handling(chunk.invalid()).0]
                })
                .collect(),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &[u8], offset: usize, line: u64, column: u64) {
        assert_eq!(PlaceFinder::new(text, 1).go_to(offset), Place { line, column }, "{text:?} {offset}");
    }

    #[test]
    fn lines_end_in_three_ways() {
        check(b"a\nb", 2, 2, 1);
        check(b"a\r\nb", 3, 2, 1);
        check(b"a\r\nb", 2, 1, 3);
        check(b"a\rb", 2, 2, 1);
        check(b"a\n\rb", 3, 3, 1);
        assert_eq!(count_lines(b"a\r\n\rb\n"), 3);
    }

    #[test]
    fn columns_count_characters() {
        check("é x".as_bytes(), 3, 1, 3);
        check(b"\xe9\xe9 x", 3, 1, 4);
        check(b"\xef\xbb\xbf[", 3, 1, 1);
    }

    #[test]
    fn going_back_counts_again() {
        let mut finder = PlaceFinder::new(b"a\nbcd\nc", 7);
        for (offset, line, column) in [(6, 9, 1), (4, 8, 3), (3, 8, 2), (5, 8, 4), (2, 8, 1), (0, 7, 1)] {
            assert_eq!(finder.go_to(offset), Place { line, column }, "{offset}");
        }
    }

    #[test]
    fn undecodable_bytes_are_windows_1252() {
        assert_eq!(decode(b"it\x92s Jos\xe9 \xc3\xa9"), "it\u{2019}s Jos\u{e9} \u{e9}");
    }
}
