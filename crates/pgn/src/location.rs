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

/// The UTF-8 byte order mark.
pub const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Walks forward through a text and tells the place of byte offsets, counting each line once.
///
/// Lines end in LF, CRLF or CR. A byte order mark at a line's start is not part of the line.
#[derive(Clone, Debug)]
pub struct PlaceFinder<'a> {
    bytes: &'a [u8],
    line_start: usize,
    line: u64,
}

impl<'a> PlaceFinder<'a> {
    /// Starts at the first byte, which lies on the given line.
    pub fn new(bytes: &'a [u8], line: u64) -> PlaceFinder<'a> {
        PlaceFinder { bytes, line_start: 0, line }
    }

    /// The place of a byte. Offsets before the last one asked for are found too, by starting over.
    pub fn place(&mut self, offset: usize) -> Place {
        if offset < self.line_start {
            let lines_back = count_lines(&self.bytes[..self.line_start]);
            *self = PlaceFinder::new(self.bytes, self.line - lines_back);
        }
        while let Some(found) = memchr::memchr2(b'\n', b'\r', &self.bytes[self.line_start..offset]) {
            let at = self.line_start + found;
            let next = at + line_end_length(&self.bytes[at..]);
            if next > offset {
                break;
            }
            (self.line_start, self.line) = (next, self.line + 1);
        }
        let line = &self.bytes[self.line_start..offset];
        let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
        Place { line: self.line, column: count_characters(line) + 1 }
    }

    /// The bytes of the line on which an offset lies, without its end, and where it starts.
    pub fn line_at(&mut self, offset: usize) -> (usize, &'a [u8]) {
        self.place(offset);
        let rest = &self.bytes[self.line_start..];
        let end = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        (self.line_start, &rest[..end])
    }
}

/// Length of the line end at the start of these bytes: 2 for CRLF, else 1.
#[inline]
pub fn line_end_length(bytes: &[u8]) -> usize {
    if bytes.starts_with(b"\r\n") { 2 } else { 1 }
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
        assert_eq!(PlaceFinder::new(text, 1).place(offset), Place { line, column }, "{text:?} {offset}");
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
        let mut finder = PlaceFinder::new(b"a\nb\nc", 7);
        assert_eq!(finder.place(4).line, 9);
        assert_eq!(finder.place(2).line, 8);
        assert_eq!(finder.place(0).line, 7);
    }

    #[test]
    fn undecodable_bytes_are_windows_1252() {
        assert_eq!(decode(b"it\x92s Jos\xe9 \xc3\xa9"), "it\u{2019}s Jos\u{e9} \u{e9}");
    }
}
