//! An input line by line, in bounded memory.

use std::{
    io::{self, BufRead, BufReader},
    sync::Arc,
};

use anyhow::{Context, Result};

use crate::input::Input;

/// Longest line that is read, in bytes without its end. No FEN, EPD or list of moves comes near it.
pub const LONGEST: usize = 1 << 16;

/// A line and its number.
pub struct Line<'a> {
    /// From 1.
    pub number: u64,
    /// Its bytes without the line end, or the first [`LONGEST`] of them. A byte order mark is not part of it.
    pub bytes: &'a [u8],
    /// Whether the line is longer.
    pub is_cut: bool,
}

/// Hands every line that is not blank to `each`. Lines end in LF, CRLF or CR; the last may lack its end.
///
/// # Errors
///
/// What reading or `each` says.
pub fn each_line(input: &Input, each: impl FnMut(Line<'_>) -> Result<()>) -> Result<()> {
    let opened = input.open(&Arc::default())?;
    each_line_of(BufReader::with_capacity(1 << 18, opened), &input.name, each)
}

fn each_line_of(mut input: impl BufRead, name: &str, mut each: impl FnMut(Line<'_>) -> Result<()>) -> Result<()> {
    let mut buffer = Vec::new();
    let mut is_behind_return = false;
    for number in 1.. {
        buffer.clear();
        let is_line = read_line(&mut input, &mut is_behind_return, &mut buffer);
        if !is_line.with_context(|| format!("cannot read `{name}`"))? {
            break;
        }
        let is_cut = buffer.len() > LONGEST;
        let line = &buffer[..buffer.len().min(LONGEST)];
        let bytes = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        if !bytes.trim_ascii().is_empty() {
            each(Line { number, bytes, is_cut })?;
        }
    }
    Ok(())
}

/// Reads a line without its end, or of one that is too long a byte more than the longest. False when there is none.
///
/// A line that ends in CR is handed out before it is known whether LF follows: somebody may sit at the other end and
/// wait for an answer.
fn read_line(input: &mut impl BufRead, is_behind_return: &mut bool, line: &mut Vec<u8>) -> io::Result<bool> {
    let mut is_line = false;
    loop {
        let bytes = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            bytes => bytes?,
        };
        if bytes.is_empty() {
            return Ok(is_line);
        }
        if std::mem::take(is_behind_return) && bytes[0] == b'\n' {
            input.consume(1);
            continue;
        }
        is_line = true;
        let end = memchr::memchr2(b'\n', b'\r', bytes);
        let part = &bytes[..end.unwrap_or(bytes.len())];
        line.extend_from_slice(&part[..part.len().min(LONGEST + 1 - line.len())]);
        *is_behind_return = end.is_some_and(|end| bytes[end] == b'\r');
        let n_read = part.len() + usize::from(end.is_some());
        input.consume(n_read);
        if end.is_some() {
            return Ok(true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &[u8]) -> Vec<(u64, usize, bool)> {
        let read = |input: &mut dyn BufRead| {
            let mut lines = Vec::new();
            each_line_of(input, "-", |line| {
                lines.push((line.number, line.bytes.len(), line.is_cut));
                Ok(())
            })
            .unwrap();
            lines
        };
        let mut text = text;
        let in_pieces = read(&mut BufReader::with_capacity(1, text));
        let lines = read(&mut text);
        assert_eq!(lines, in_pieces);
        lines
    }

    #[test]
    fn ends_and_blanks() {
        assert_eq!(lines(b"\xef\xbb\xbfa\r\n\n \r\nbc\nd"), [(1, 1, false), (4, 2, false), (5, 1, false)]);
        assert_eq!(lines(b"ab\rc\r\r\nd\n\re"), [(1, 2, false), (2, 1, false), (4, 1, false), (6, 1, false)]);
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\r"), []);
    }

    #[test]
    fn long_lines_are_cut() {
        let long = |n: usize| [&b"x".repeat(n)[..], b"\r\ny"].concat();
        assert_eq!(lines(&long(LONGEST)), [(1, LONGEST, false), (2, 1, false)]);
        assert_eq!(lines(&long(LONGEST + 1)), [(1, LONGEST, true), (2, 1, false)]);
        assert_eq!(lines(&long(3 * LONGEST)), [(1, LONGEST, true), (2, 1, false)]);
    }
}
