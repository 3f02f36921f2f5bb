//! An input line by line, in bounded memory.

use std::{
    io::{self, BufRead, BufReader, Read},
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

/// Hands every line that is not blank to `each`. Lines end in LF or CRLF; the last may lack its end.
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
    for number in 1.. {
        buffer.clear();
        if read_line(&mut input, &mut buffer).with_context(|| format!("cannot read `{name}`"))? == 0 {
            break;
        }
        let line = buffer.strip_suffix(b"\n").unwrap_or(&buffer);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let is_cut = line.len() > LONGEST;
        let line = &line[..line.len().min(LONGEST)];
        let bytes = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        if !bytes.trim_ascii().is_empty() {
            each(Line { number, bytes, is_cut })?;
        }
    }
    Ok(())
}

/// Reads a line with its end; of one that is too long only a part, and the rest is passed over.
fn read_line(input: &mut impl BufRead, buffer: &mut Vec<u8>) -> io::Result<usize> {
    // Room for the two bytes of a line end.
    let n_read = input.by_ref().take(LONGEST as u64 + 2).read_until(b'\n', buffer)?;
    if n_read == LONGEST + 2 && buffer.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    Ok(n_read)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &[u8]) -> Vec<(u64, usize, bool)> {
        let mut lines = Vec::new();
        each_line_of(text, "-", |line| {
            lines.push((line.number, line.bytes.len(), line.is_cut));
            Ok(())
        })
        .unwrap();
        lines
    }

    #[test]
    fn ends_and_blanks() {
        assert_eq!(lines(b"\xef\xbb\xbfa\r\n\n \r\nbc\nd"), [(1, 1, false), (4, 2, false), (5, 1, false)]);
        assert_eq!(lines(b""), []);
    }

    #[test]
    fn long_lines_are_cut() {
        let long = |n: usize| [&b"x".repeat(n)[..], b"\r\ny"].concat();
        assert_eq!(lines(&long(LONGEST)), [(1, LONGEST, false), (2, 1, false)]);
        assert_eq!(lines(&long(LONGEST + 1)), [(1, LONGEST, true), (2, 1, false)]);
        assert_eq!(lines(&long(3 * LONGEST)), [(1, LONGEST, true), (2, 1, false)]);
    }
}
