//! Changes as hunks of a unified diff without context.
//!
//! A conversion changes lines in place, so that no search for common lines is needed, which is all that a crate for
//! diffs would add. Each line that changes is a hunk of its own: the old line stands right above the new one, and the
//! diff is the same wherever the file is cut into pieces.

use std::ops::Range;

use pgn960_pgn::location::{count_lines, line_end_length};

/// Lines that change.
pub struct Hunk {
    /// The first of them, from 1.
    line: u64,
    n_old: u64,
    n_new: u64,
    /// The old lines behind `-`, the new ones behind `+`.
    text: Vec<u8>,
}

/// Collects the changes of a piece as hunks.
pub struct Hunks<'a> {
    bytes: &'a [u8],
    /// Line of the first byte.
    line: u64,
    /// The whole lines to be changed next, and up to where they have been copied with their changes.
    lines: Range<usize>,
    n_copied: usize,
    changed: Vec<u8>,
    /// Up to where lines have been counted, and how many there are.
    n_counted: usize,
    n_lines: u64,
    hunks: Vec<Hunk>,
}

impl<'a> Hunks<'a> {
    /// No hunk of a piece that starts on this line.
    pub fn new(bytes: &'a [u8], line: u64) -> Hunks<'a> {
        Hunks {
            bytes,
            line,
            lines: 0..0,
            n_copied: 0,
            changed: Vec::new(),
            n_counted: 0,
            n_lines: 0,
            hunks: Vec::new(),
        }
    }

    /// Puts other text in place of a range that lies behind those replaced before.
    pub fn replace(&mut self, range: Range<usize>, text: &[u8]) {
        let start = memchr::memrchr2(b'\n', b'\r', &self.bytes[..range.start]).map_or(0, |at| at + 1);
        if start >= self.lines.end {
            self.finish_hunk();
            (self.lines, self.n_copied) = (start..start, start);
        }
        self.changed.extend_from_slice(&self.bytes[self.n_copied..range.start]);
        self.changed.extend_from_slice(text);
        self.n_copied = range.end;
        // A range that ends with its line does not reach into the next one.
        let is_whole = matches!(self.bytes[..range.end].last(), Some(b'\n' | b'\r')) && !range.is_empty();
        let rest = &self.bytes[range.end..];
        self.lines.end = match memchr::memchr2(b'\n', b'\r', rest) {
            _ if is_whole => range.end,
            Some(at) => range.end + at + line_end_length(&rest[at..]),
            None => self.bytes.len(),
        };
    }

    /// All hunks.
    pub fn finish(mut self) -> Vec<Hunk> {
        self.finish_hunk();
        self.hunks
    }

    fn finish_hunk(&mut self) {
        if self.lines.is_empty() {
            return;
        }
        let old = &self.bytes[self.lines.clone()];
        self.changed.extend_from_slice(&self.bytes[self.n_copied..self.lines.end]);
        self.n_lines += count_lines(&self.bytes[self.n_counted..self.lines.start]);
        self.n_counted = self.lines.start;
        let mut hunk = Hunk { line: self.line + self.n_lines, n_old: 0, n_new: 0, text: Vec::new() };
        hunk.n_old = hunk.push_lines(b'-', old);
        hunk.n_new = hunk.push_lines(b'+', &self.changed);
        self.hunks.push(hunk);
        self.changed.clear();
        self.lines = 0..0;
    }
}

impl Hunk {
    /// Adds lines with a sign before each, and returns how many there are.
    fn push_lines(&mut self, sign: u8, mut lines: &[u8]) -> u64 {
        let mut n_lines = 0;
        while !lines.is_empty() {
            let end = memchr::memchr2(b'\n', b'\r', lines).map(|at| at + line_end_length(&lines[at..]));
            let (line, rest) = lines.split_at(end.unwrap_or(lines.len()));
            self.text.push(sign);
            self.text.extend_from_slice(line);
            if end.is_none() {
                self.text.extend_from_slice(b"\n\\ No newline at end of file\n");
            }
            (lines, n_lines) = (rest, n_lines + 1);
        }
        n_lines
    }

    /// Writes the hunk, which follows others that have added this many lines.
    pub fn write(&self, n_added: &mut i64, out: &mut Vec<u8>) {
        // Where there is no line, the line before is named.
        let range = |line: i64, n_lines: u64| match n_lines {
            0 => format!("{},0", line - 1),
            1 => line.to_string(),
            _ => format!("{line},{n_lines}"),
        };
        let line = self.line as i64;
        let (old, new) = (range(line, self.n_old), range(line + *n_added, self.n_new));
        out.extend_from_slice(format!("@@ -{old} +{new} @@\n").as_bytes());
        out.extend_from_slice(&self.text);
        *n_added += self.n_new as i64 - self.n_old as i64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &str, edits: &[(Range<usize>, &str)], expected: &str) {
        let mut hunks = Hunks::new(bytes.as_bytes(), 1);
        for (range, text) in edits {
            hunks.replace(range.clone(), text.as_bytes());
        }
        let (mut n_added, mut out) = (0, Vec::new());
        hunks.finish().iter().for_each(|hunk| hunk.write(&mut n_added, &mut out));
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }

    #[test]
    fn lines_next_to_each_other() {
        let hunks = "@@ -1 +1 @@\n-a\n+x\n@@ -2 +2 @@\n-b\n+y\n@@ -4 +4 @@\n-d\n+z\n";
        check("a\nb\nc\nd\n", &[(0..1, "x"), (2..3, "y"), (6..7, "z")], hunks);
    }

    #[test]
    fn two_changes_in_a_line() {
        check("abc\n", &[(0..1, "x"), (2..3, "")], "@@ -1 +1 @@\n-abc\n+xb\n");
    }

    #[test]
    fn dropped_lines() {
        check("a\nb\nc\n", &[(2..4, ""), (4..5, "x")], "@@ -2 +1,0 @@\n-b\n@@ -3 +2 @@\n-c\n+x\n");
        check("a\nb\nc\nd\n", &[(2..4, ""), (6..7, "x")], "@@ -2 +1,0 @@\n-b\n@@ -4 +3 @@\n-d\n+x\n");
    }

    #[test]
    fn a_last_line_without_an_end() {
        let note = "\\ No newline at end of file\n";
        check("a", &[(0..1, "x")], &format!("@@ -1 +1 @@\n-a\n{note}+x\n{note}"));
    }
}
