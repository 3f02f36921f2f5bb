//! Bytes to chunks, cut between games.
//!
//! [`Splitter`] reads a stream once, from front to back, and knows where games start from lines alone, so that chunks
//! can be worked on in any order and any size with the same result. It is the only place that knows absolute bytes and
//! lines. What a game holds is for [`crate::parse`].
//!
//! Lines end in LF, CRLF or CR; an empty line holds blanks at most; a byte order mark at a line's start is not part of
//! it. A *tag-like line* starts with `[`, a tag name, optional blanks and `"`. A slice starts at a tag-like line
//!
//! - that follows at least one empty line, when the line before that is not tag-like;
//! - that is an `[Event "` line, when the line before it is empty, or when the line before it ends in a game
//!   termination marker and the line after it is tag-like.
//!
//! This holds in any state, also inside an open comment, so that no unclosed comment swallows the next game.

use std::{
    io::{self, Read},
    ops::Deref,
    sync::{Arc, Mutex, PoisonError},
};

use wide::u8x16;

use crate::location::{BYTE_ORDER_MARK, Place, count_characters, count_lines, line_end_length};

/// Whole games, or the place of something too large to be one.
#[derive(Debug)]
pub struct Chunk {
    /// The bytes; empty when they were skipped.
    pub bytes: Vec<u8>,
    /// Where slices start within the bytes, ascending; the first is 0.
    pub starts: Vec<u32>,
    /// Absolute offset of the first byte.
    pub offset: u64,
    /// Line of the first byte, from 1.
    pub line: u64,
    /// Whether there is a line before the first byte, and it is not empty.
    pub follows_text: bool,
    /// When not zero: the chunk stands for one slice of this many bytes that is larger than a game may be.
    pub skipped: u64,
    pool: Arc<Pool>,
}

/// Sizes that bound the splitter's memory.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// A chunk is handed on once it holds this many bytes. A single larger slice makes a larger chunk.
    pub chunk_size: usize,
    /// A slice larger than this is cut at its termination markers, and skipped where there are none.
    pub max_game_size: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { chunk_size: 128 << 10, max_game_size: 16 << 20 }
    }
}

/// Bytes that are read, and dropped, at a time.
const STEP: usize = 256 << 10;

/// Cuts a stream into [`Chunk`]s.
#[derive(Debug)]
pub struct Splitter<R> {
    reader: R,
    limits: Limits,
    buffer: Buffer,
    /// Absolute place of the buffer's first byte.
    offset: u64,
    place: Place,
    /// Whether the line before the buffer is there and not empty.
    follows_text: bool,
    /// Slices known to start in the buffer; the last one is still growing.
    starts: Vec<u32>,
    /// Start of the first line that has not been looked at.
    next_line: usize,
    /// Number of line ends in the buffer before that.
    n_lines: u64,
    /// Up to here that line has no end.
    n_searched: usize,
    /// Whether that place lies within a line too long to be looked at whole.
    is_mid_line: bool,
    previous: PreviousLines,
    /// Finds the cuts of the growing slice, once that is larger than a game may be.
    oversize: Option<MarkerScanner>,
    /// Where the first piece in the buffer started, when it is too large: it is dropped as it is read.
    skipped_from: Option<(u64, u64)>,
    at_end: bool,
}

/// Bytes read and not handed out yet, in memory that is used again: fresh pages and zeroes cost as much as reading.
#[derive(Debug, Default)]
struct Buffer {
    bytes: Vec<u8>,
    n_filled: usize,
    pool: Arc<Pool>,
}

/// Memory of chunks that have been worked on.
#[derive(Debug, Default)]
struct Pool(Mutex<Vec<Vec<u8>>>);

impl Pool {
    /// Chunks that are under way at a time; more memory is not worth keeping.
    const MOST: usize = 16;

    fn give_back(&self, bytes: Vec<u8>) {
        // A panic elsewhere does not spoil a list of buffers.
        let mut free = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if free.len() < Pool::MOST {
            free.push(bytes);
        }
    }

    fn take(&self) -> Vec<u8> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }
}

impl Buffer {
    fn fill(&mut self, reader: &mut impl Read, step: usize) -> io::Result<usize> {
        if self.bytes.len() < self.n_filled + step {
            self.bytes.resize(self.n_filled + step, 0);
        }
        loop {
            match reader.read(&mut self.bytes[self.n_filled..][..step]) {
                Ok(n_read) => {
                    self.n_filled += n_read;
                    return Ok(n_read);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Takes the bytes before `end` out.
    fn take(&mut self, end: usize) -> Vec<u8> {
        let mut rest = self.pool.take();
        let n_rest = self.n_filled - end;
        if rest.len() < n_rest {
            rest.resize(n_rest, 0);
        }
        rest[..n_rest].copy_from_slice(&self.bytes[end..self.n_filled]);
        self.n_filled = n_rest;
        let mut taken = std::mem::replace(&mut self.bytes, rest);
        taken.truncate(end);
        taken
    }

    fn drop_before(&mut self, end: usize) {
        self.bytes.copy_within(end..self.n_filled, 0);
        self.n_filled -= end;
    }
}

impl Deref for Buffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[..self.n_filled]
    }
}

impl Drop for Chunk {
    fn drop(&mut self) {
        self.pool.give_back(std::mem::take(&mut self.bytes));
    }
}

/// What has to be remembered of the lines before the next one.
#[derive(Clone, Copy, Debug)]
struct PreviousLines {
    is_empty: bool,
    filled_is_tag: bool,
    ends_in_marker: bool,
    /// An `[Event "` line after a marker, which starts a slice if the next line is tag-like.
    candidate: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineKind {
    Empty,
    EventTag,
    Tag,
    Other,
}

impl<R: Read> Splitter<R> {
    /// A splitter at the start of a stream.
    pub fn new(reader: R, limits: Limits) -> Splitter<R> {
        Splitter {
            reader,
            limits: Limits { max_game_size: limits.max_game_size.clamp(1, u32::MAX as usize / 4), ..limits },
            buffer: Buffer::default(),
            offset: 0,
            place: Place::FIRST,
            follows_text: false,
            starts: vec![0],
            next_line: 0,
            n_lines: 0,
            n_searched: 0,
            is_mid_line: false,
            previous: PreviousLines { is_empty: true, filled_is_tag: false, ends_in_marker: false, candidate: None },
            oversize: None,
            skipped_from: None,
            at_end: false,
        }
    }

    /// Absolute offset and place up to which chunks have been handed out.
    pub fn place(&self) -> (u64, Place) {
        (self.offset, self.place)
    }

    fn pass(&mut self, end: usize) {
        let passed = &self.buffer.bytes[..end];
        let last_line = match memchr::memrchr2(b'\n', b'\r', passed) {
            Some(line_end) => {
                let n_behind = count_lines(&self.buffer[end..self.next_line]);
                self.place = Place { line: self.place.line + self.n_lines - n_behind, column: 1 };
                self.n_lines = n_behind;
                let line = &passed[line_end + 1..];
                line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line)
            }
            None => passed,
        };
        self.place.column += count_characters(last_line);
        self.follows_text = !ends_in_empty_line(passed);
    }

    /// The next chunk, or None at the end of the stream.
    ///
    /// # Errors
    ///
    /// What the reader reports. Asked again after an error, the splitter hands out what was read before it and then
    /// ends.
    pub fn next_chunk(&mut self) -> io::Result<Option<Chunk>> {
        loop {
            self.scan_lines();
            if let Some(chunk) = self.take_ready() {
                return Ok(Some(chunk));
            }
            let is_scanned = self.next_line == self.buffer.len();
            if self.at_end && is_scanned {
                return Ok(self.take(self.buffer.len()));
            }
            if !self.at_end
                && let Err(error) = self.fill()
            {
                self.at_end = true;
                return Err(error);
            }
        }
    }

    fn fill(&mut self) -> io::Result<()> {
        // Twice a chunk, so that what is read at a time makes one, although a game in it goes on behind it.
        let n_read = self.buffer.fill(&mut self.reader, self.limits.chunk_size.saturating_mul(2).clamp(1, STEP))?;
        self.at_end = n_read == 0;
        Ok(())
    }

    fn growing(&self) -> usize {
        *self.starts.last().expect("there is always a growing slice") as usize
    }

    /// Up to where lines surely belong to the growing piece.
    fn sure_end(&self) -> usize {
        self.previous.candidate.unwrap_or(self.next_line)
    }

    /// Whether the growing piece has just turned out to be too large to be handed out.
    fn must_skip(&self) -> bool {
        self.oversize.is_some()
            && !self.is_skipping()
            && self.sure_end().saturating_sub(self.growing()) > self.limits.max_game_size
    }

    /// Whether the growing piece is one to be skipped.
    fn is_skipping(&self) -> bool {
        self.skipped_from.is_some() && self.starts.len() == 1
    }

    /// Whether there are enough bytes to drop of a piece to be skipped.
    fn must_drop(&self) -> bool {
        let is_all = self.next_line == self.buffer.len();
        self.is_skipping() && self.sure_end() > 0 && (is_all || self.sure_end() >= STEP)
    }

    /// Looks at every line that is complete, or at all lines at the end of the stream.
    fn scan_lines(&mut self) {
        while self.next_line < self.buffer.len() && !self.must_skip() && !self.must_drop() {
            self.pass_inner_lines();
            let start = self.next_line;
            let rest = &self.buffer[start..];
            let longest = self.limits.max_game_size;
            let searched = self.n_searched.saturating_sub(start);
            let found = memchr::memchr2(b'\n', b'\r', &rest[searched..rest.len().min(longest)]);
            let (end, next) = match found.map(|found| searched + found) {
                Some(end) if rest[end] == b'\r' && end + 1 == rest.len() && !self.at_end => return,
                Some(end) => (start + end, start + end + line_end_length(&rest[end..])),
                None if rest.len() >= longest => (start + longest, start + longest),
                None if self.at_end => (self.buffer.len(), self.buffer.len()),
                None => {
                    self.n_searched = self.buffer.len();
                    return;
                }
            };
            let line = &self.buffer[start..end];
            let kind = if self.is_mid_line { LineKind::Other } else { line_kind(line) };
            let previous = self.previous;
            self.previous = PreviousLines {
                is_empty: kind == LineKind::Empty,
                filled_is_tag: if kind == LineKind::Empty { previous.filled_is_tag } else { kind != LineKind::Other },
                ends_in_marker: kind == LineKind::Other && ends_in_marker(line),
                candidate: None,
            };
            self.is_mid_line = end == next;
            self.next_line = next;
            self.n_lines += u64::from(end < next);
            let is_tag = matches!(kind, LineKind::Tag | LineKind::EventTag);
            match previous.candidate {
                Some(candidate) if is_tag => self.start_slice(candidate),
                _ => {}
            }
            if is_tag && previous.is_empty && (!previous.filled_is_tag || kind == LineKind::EventTag) {
                self.start_slice(start);
            } else if kind == LineKind::EventTag && previous.ends_in_marker {
                self.previous.candidate = Some(start);
            }
            self.cut_oversize(start, next);
        }
    }

    /// Passes lines within a block of tag pairs or of text, which are nearly all: neither the line before such a line
    /// nor the one behind it asks what it is.
    fn pass_inner_lines(&mut self) {
        let PreviousLines { is_empty, filled_is_tag, candidate, .. } = self.previous;
        let is_searched = self.n_searched > self.next_line || self.is_mid_line;
        if is_empty || candidate.is_some() || is_searched || self.oversize.is_some() || self.skipped_from.is_some() {
            return;
        }
        let end = self.buffer.len().min(self.growing().saturating_add(self.limits.max_game_size));
        let (n_lines, next_line) = if filled_is_tag {
            // It may be a tag pair or not, but it ends in no marker.
            pass_lines(&self.buffer[..end], self.next_line, |line, next| {
                matches!(line, [b'[', .., b']']) && next == b'['
            })
        } else {
            pass_lines(&self.buffer[..end], self.next_line, |line, next| {
                line.first().is_some_and(|&first| starts_text(first)) && starts_text(next)
            })
        };
        self.n_lines += n_lines;
        self.next_line = next_line;
    }

    fn start_slice(&mut self, at: usize) {
        if at > self.growing() || self.is_skipping() {
            self.starts.push(at as u32);
        }
        self.oversize = None;
    }

    /// Cuts the growing slice behind each line that ends in a marker outside comments, once it is too large.
    fn cut_oversize(&mut self, line_start: usize, line_end: usize) {
        let mut start = line_start;
        if self.oversize.is_none() {
            if self.sure_end().saturating_sub(self.growing()) <= self.limits.max_game_size {
                return;
            }
            self.oversize = Some(MarkerScanner::default());
            start = self.growing();
        }
        let Some(scanner) = &mut self.oversize else { return };
        while start < line_end {
            let rest = &self.buffer[start..line_end];
            let end = memchr::memchr2(b'\n', b'\r', rest);
            let next = start + end.map_or(rest.len(), |end| end + line_end_length(&rest[end..]));
            if scanner.line_ends_in_marker(&self.buffer[start..next]) {
                self.starts.push(next as u32);
            }
            start = next;
        }
    }

    /// A chunk, if enough is complete. Drops what is read of a piece to be skipped.
    fn take_ready(&mut self) -> Option<Chunk> {
        if self.skipped_from.is_some() && self.starts.len() > 1 {
            return self.take(self.starts[1] as usize);
        }
        let (growing, must_skip) = (self.growing(), self.must_skip());
        if growing > 0 && (growing >= self.limits.chunk_size || must_skip) {
            return self.take(growing);
        }
        if must_skip {
            self.skipped_from = Some((self.offset, self.place.line));
        }
        if self.must_drop() {
            let end = self.sure_end();
            self.pass(end);
            self.shift(end);
        }
        None
    }

    /// Hands out everything before a slice start, or the rest.
    fn take(&mut self, end: usize) -> Option<Chunk> {
        let skipped_from = self.skipped_from.take();
        if end == 0 && skipped_from.is_none() {
            return None;
        }
        let (offset, line, follows_text) = (self.offset, self.place.line, self.follows_text);
        self.pass(end);
        if let Some((from, line)) = skipped_from {
            // Of what was dropped nothing more is known.
            self.follows_text = false;
            let skipped = offset - from + end as u64;
            self.shift(end);
            let pool = Arc::clone(&self.buffer.pool);
            let starts = vec![0];
            return Some(Chunk { bytes: Vec::new(), starts, offset: from, line, follows_text, skipped, pool });
        }
        let bytes = self.buffer.take(end);
        let n_complete = self.starts.partition_point(|&start| (start as usize) < end);
        let starts = self.starts[..n_complete.max(1)].to_vec();
        self.shift_places(end);
        let pool = Arc::clone(&self.buffer.pool);
        Some(Chunk { bytes, starts, offset, line, follows_text, skipped: 0, pool })
    }

    fn shift(&mut self, by: usize) {
        self.buffer.drop_before(by);
        self.shift_places(by);
    }

    fn shift_places(&mut self, by: usize) {
        self.offset += by as u64;
        self.starts.retain(|&start| start as usize > by);
        self.starts.iter_mut().for_each(|start| *start -= by as u32);
        self.starts.insert(0, 0);
        self.next_line -= by;
        self.n_searched = self.n_searched.saturating_sub(by);
        self.previous.candidate = self.previous.candidate.and_then(|candidate| candidate.checked_sub(by));
    }
}

/// Passes lines from `at` on, up to one that is not to be passed by itself and the first byte of the next, or to the
/// last bytes. Returns how many, and where the next one starts.
#[inline]
fn pass_lines(bytes: &[u8], at: usize, is_passed: impl Fn(&[u8], u8) -> bool) -> (u64, usize) {
    let (mut n_lines, mut start) = (0, at);
    for (index, block) in bytes.get(at..).unwrap_or_default().as_chunks().0.iter().enumerate() {
        let mut ends = line_ends(block);
        while ends != 0 {
            let end = at + block.len() * index + ends.trailing_zeros() as usize;
            ends &= ends - 1;
            // The second byte of a line end ends nothing.
            if end < start {
                continue;
            }
            let next = end + line_end_length(&bytes[end..]);
            match bytes.get(next) {
                Some(&first) if is_passed(&bytes[start..end], first) => start = next,
                _ => return (n_lines, start),
            }
            n_lines += 1;
        }
    }
    (n_lines, start)
}

/// A bit for each byte of a line end. All bytes of a block are looked at without a branch, as where lines end cannot be
/// predicted.
#[inline]
fn line_ends(block: &[u8; 64]) -> u64 {
    let chunks = block.as_chunks().0.iter().enumerate();
    chunks.fold(0, |ends, (index, &chunk)| {
        let chunk = u8x16::new(chunk);
        let in_chunk = chunk.simd_eq(u8x16::splat(b'\n')) | chunk.simd_eq(u8x16::splat(b'\r'));
        ends | u64::from(in_chunk.to_bitmask()) << (16 * index)
    })
}

/// Whether a line that starts with this byte can only be [`LineKind::Other`].
#[inline]
fn starts_text(byte: u8) -> bool {
    !matches!(byte, b'[' | b'\n' | b'\r' | 0xef) && !is_blank(byte)
}

#[inline]
fn line_kind(line: &[u8]) -> LineKind {
    match line.first() {
        None => LineKind::Empty,
        Some(&byte) if starts_text(byte) => LineKind::Other,
        Some(_) => odd_line_kind(line),
    }
}

fn odd_line_kind(line: &[u8]) -> LineKind {
    let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
    match tag_like_name(line) {
        Some(b"Event") => LineKind::EventTag,
        Some(_) => LineKind::Tag,
        None if line.iter().all(|&byte| is_blank(byte)) => LineKind::Empty,
        None => LineKind::Other,
    }
}

/// The tag name of a line that starts with `[`, a tag name, optional blanks and `"`.
pub(crate) fn tag_like_name(line: &[u8]) -> Option<&[u8]> {
    let rest = line.strip_prefix(b"[")?;
    let length = rest.iter().position(|&byte| !is_name_byte(byte))?;
    let quote = rest[length..].iter().find(|&&byte| !is_blank(byte))?;
    (length > 0 && *quote == b'"').then_some(&rest[..length])
}

/// Letters, digits and the underscore make a tag name (PGN-8.1).
#[inline]
pub(crate) fn is_name_byte(byte: u8) -> bool {
    IS_NAME_BYTE[byte as usize]
}

static IS_NAME_BYTE: [bool; 256] = {
    let mut names = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        names[byte] = (byte as u8).is_ascii_alphanumeric() || byte == b'_' as usize;
        byte += 1;
    }
    names
};

/// White space within a line.
#[inline]
pub(crate) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\x0b' | b'\x0c')
}

/// Whether the last line of a text of whole lines is empty.
pub(crate) fn ends_in_empty_line(text: &[u8]) -> bool {
    let Some(line_end) = ["\r\n", "\n", "\r"].iter().find(|end| text.ends_with(end.as_bytes())) else { return false };
    let rest = &text[..text.len() - line_end.len()];
    let n_blanks = rest.iter().rev().take_while(|&&byte| is_blank(byte)).count();
    let rest = &rest[..rest.len() - n_blanks];
    let rest = rest.strip_suffix(BYTE_ORDER_MARK).unwrap_or(rest);
    rest.last().is_none_or(|byte| matches!(byte, b'\n' | b'\r'))
}

/// What may fill the end of a file: DOS programs write the control character `\x1a` there.
pub(crate) fn is_filling(byte: u8) -> bool {
    is_blank(byte) || matches!(byte, b'\n' | b'\r' | b'\x1a')
}

/// Whether a line ends in a termination marker, which is a token of its own.
fn ends_in_marker(line: &[u8]) -> bool {
    // Nearly every line is ruled out by its last byte.
    if !line.last().is_some_and(|&byte| matches!(byte, b'0' | b'1' | b'2' | b'*') || is_blank(byte)) {
        return false;
    }
    let end = line.iter().rposition(|&byte| !is_blank(byte)).map_or(0, |last| last + 1);
    let line = &line[..end];
    [&b"1-0"[..], b"0-1", b"1/2-1/2", b"*"].iter().any(|marker| {
        line.strip_suffix(*marker)
            .is_some_and(|head| head.last().is_none_or(|&byte| is_blank(byte) || matches!(byte, b'}' | b')' | b'.')))
    })
}

/// Tells, line by line, where a marker ends a line outside comments.
#[derive(Debug, Default)]
struct MarkerScanner {
    in_brace: bool,
    in_rest_of_line: bool,
    is_mid_line: bool,
}

impl MarkerScanner {
    /// Looks at a line with its line end. A line without one is the first part of a longer line.
    fn line_ends_in_marker(&mut self, line: &[u8]) -> bool {
        let content = line.strip_suffix(b"\n").unwrap_or(line);
        let content = content.strip_suffix(b"\r").unwrap_or(content);
        let has_end = content.len() < line.len();
        let is_start = !std::mem::replace(&mut self.is_mid_line, !has_end);
        if is_start && !self.in_brace {
            self.in_rest_of_line = content.starts_with(b"%") || tag_like_name(content).is_some();
        }
        let mut at = 0;
        while !self.in_rest_of_line {
            let found = if self.in_brace {
                memchr::memchr(b'}', &content[at..])
            } else {
                memchr::memchr2(b'{', b';', &content[at..])
            };
            let Some(found) = found else { break };
            at += found + 1;
            self.in_rest_of_line = content[at - 1] == b';' && !self.in_brace;
            if !self.in_rest_of_line {
                self.in_brace = content[at - 1] == b'{';
            }
        }
        let is_text = !self.in_brace && !self.in_rest_of_line;
        if has_end {
            self.in_rest_of_line = false;
        }
        is_text && has_end && ends_in_marker(content)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::location::PlaceFinder;

    fn slices(text: &[u8], limits: Limits) -> Vec<(u64, u64, Vec<u8>, u64)> {
        let mut splitter = Splitter::new(text, limits);
        let mut found = Vec::new();
        while let Some(chunk) = splitter.next_chunk().unwrap() {
            if chunk.skipped > 0 {
                found.push((chunk.offset, chunk.line, Vec::new(), chunk.skipped));
                continue;
            }
            for (at, &start) in chunk.starts.iter().enumerate() {
                let end = chunk.starts.get(at + 1).map_or(chunk.bytes.len(), |&end| end as usize);
                let line = chunk.line + count_lines(&chunk.bytes[..start as usize]);
                let bytes = chunk.bytes[start as usize..end].to_vec();
                found.push((chunk.offset + u64::from(start), line, bytes, 0));
            }
        }
        let end = PlaceFinder::new(text, 1).go_to(text.len());
        assert_eq!(splitter.place(), (text.len() as u64, end));
        found
    }

    fn check(text: &str, expected: &[&str]) {
        for chunk_size in [1, 3, 7, 64, 1 << 20] {
            let limits = Limits { chunk_size, ..Limits::default() };
            let found = slices(text.as_bytes(), limits);
            let texts: Vec<_> = found.iter().map(|(_, _, bytes, _)| String::from_utf8_lossy(bytes)).collect();
            assert_eq!(texts, expected, "chunk size {chunk_size}");
            for (offset, line, bytes, _) in &found {
                assert!(text.as_bytes()[*offset as usize..].starts_with(bytes));
                assert_eq!(*line, count_lines(&text.as_bytes()[..*offset as usize]) + 1);
            }
        }
    }

    #[test]
    fn games_start_after_empty_lines() {
        check("[A \"1\"]\n\n*\n\n[A \"2\"]\n\n*\n", &["[A \"1\"]\n\n*\n\n", "[A \"2\"]\n\n*\n"]);
        check("[A \"1\"]\r\r*\r\r[A \"2\"]", &["[A \"1\"]\r\r*\r\r", "[A \"2\"]"]);
        check("[A \"1\"]\n\n[B \"2\"]\n", &["[A \"1\"]\n\n[B \"2\"]\n"]);
        check("{ a\n\n[A \"1\"]\n", &["{ a\n\n", "[A \"1\"]\n"]);
        check("", &[]);
    }

    #[test]
    fn event_tags_start_games_sooner() {
        check("[Event \"1\"]\n\n[Event \"2\"]\n", &["[Event \"1\"]\n\n", "[Event \"2\"]\n"]);
        check("e4 1-0\n[Event \"2\"]\n[A \"\"]\n", &["e4 1-0\n", "[Event \"2\"]\n[A \"\"]\n"]);
        check("e4 1-0\n[Event \"2\"]\n\n*", &["e4 1-0\n[Event \"2\"]\n\n*"]);
        check("e4 1-0\n[Event \"2\"]\n", &["e4 1-0\n[Event \"2\"]\n"]);
    }

    #[test]
    fn byte_order_marks_are_not_part_of_a_line() {
        check("*\n\n\u{feff}[A \"2\"]\n", &["*\n\n", "\u{feff}[A \"2\"]\n"]);
    }

    #[test]
    fn oversize_slices_are_cut_at_markers_and_skipped() {
        let long = format!("{{{}}}\n", "x".repeat(90));
        let text = format!("[A \"1\"]\n\n*\n1. e4 1-0\n{{ 1-0\n}}\n{long}*\nd4 *\n\n[A \"2\"]\n");
        for chunk_size in [1, 5, 1000] {
            let found = slices(text.as_bytes(), Limits { chunk_size, max_game_size: 50 });
            let shape: Vec<_> = found.iter().map(|(_, line, bytes, skipped)| (*line, bytes.len(), *skipped)).collect();
            let expected = [(1, 11, 0), (4, 10, 0), (5, 0, 10 + long.len() as u64), (9, 5, 0), (10, 1, 0), (11, 8, 0)];
            assert_eq!(shape, expected, "chunk size {chunk_size}");
        }
    }

    #[test]
    fn lines_are_passed_up_to_the_last_bytes() {
        for line_end in ["\n", "\r", "\r\n"] {
            for length in 0..100 {
                let text = format!("{}{line_end}", "x".repeat(length)).repeat(200);
                let (n_lines, next) = pass_lines(text.as_bytes(), 0, |line, _| {
                    assert_eq!(line.len(), length);
                    true
                });
                assert_eq!(n_lines, count_lines(&text.as_bytes()[..next]));
                assert_eq!(next, n_lines as usize * (length + line_end.len()));
                assert!(next + 64 + length + line_end.len() > text.len());
                let (_, next) = pass_lines(text.as_bytes(), next, |_, _| true);
                assert!(next + 64 + length + line_end.len() > text.len());
            }
        }
    }
}
