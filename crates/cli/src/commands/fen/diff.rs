//! Changes as hunks of a unified diff without context.
//!
//! A conversion changes lines in place, so that no search for common lines is needed, which is all that a crate for
//! diffs would add. Each line that changes is a hunk of its own: the old line stands right above the new one, and the
//! diff is the same wherever the file is cut into pieces.
//!
//! What applies a diff ends lines at LF alone, so that a CR is here a character like others. A piece of a file may then
//! begin and end within a line, which is why hunks are made where the pieces come together, in order.

use std::ops::Range;

use pgn960_pgn::lint::diagnose::is_printable;

/// A range of a text and what takes its place.
pub type Edit = (Range<usize>, Vec<u8>);

/// The diff of a file whose text comes in parts.
#[derive(Default)]
pub struct Diff {
    /// What stands before the first hunk.
    header: Vec<u8>,
    /// Whole lines that lie behind, and how many more there are of them in the new text.
    n_lines: i64,
    n_added: i64,
    /// What follows them, old and new: the beginning of a line, or text that ends in one and has changed.
    old: Vec<u8>,
    new: Vec<u8>,
    is_changed: bool,
}

impl Diff {
    /// No text yet of a file with this name.
    pub fn new(name: &[u8]) -> Diff {
        let name = quoted(name);
        Diff { header: [b"--- ", &name[..], b"\n+++ ", &name, b"\n"].concat(), ..Diff::default() }
    }

    /// Adds text and the changes in it, in order, and writes the hunks that are complete.
    pub fn push(&mut self, text: &[u8], edits: &[Edit], out: &mut Vec<u8>) {
        let mut n_done = 0;
        for (range, new) in edits {
            self.copy(&text[n_done..range.start], out);
            self.old.extend_from_slice(&text[range.clone()]);
            self.new.extend_from_slice(new);
            (self.is_changed, n_done) = (true, range.end);
            // A range that ends with its line does not reach into the next one.
            if self.has_whole_lines() {
                self.write_hunk(out);
            }
        }
        self.copy(&text[n_done..], out);
    }

    /// Bytes of the line that is not complete, and its number.
    pub fn open_line(&self) -> (usize, i64) {
        (self.old.len(), self.n_lines + 1)
    }

    /// Writes the hunk of a last line that has no end.
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        if self.is_changed {
            self.write_hunk(out);
        }
    }

    /// Adds text that does not change.
    fn copy(&mut self, mut text: &[u8], out: &mut Vec<u8>) {
        if self.is_changed {
            let (line, rest) = text.split_at(memchr::memchr(b'\n', text).map_or(text.len(), |at| at + 1));
            self.extend(line);
            if !self.has_whole_lines() {
                return;
            }
            self.write_hunk(out);
            text = rest;
        }
        if let Some(last) = memchr::memrchr(b'\n', text) {
            let (lines, rest) = text.split_at(last + 1);
            self.n_lines += count_lines(lines);
            self.old.clear();
            self.new.clear();
            text = rest;
        }
        self.extend(text);
    }

    fn extend(&mut self, text: &[u8]) {
        self.old.extend_from_slice(text);
        self.new.extend_from_slice(text);
    }

    fn has_whole_lines(&self) -> bool {
        [&self.old, &self.new].into_iter().all(|text| matches!(text.last(), None | Some(b'\n')))
    }

    fn write_hunk(&mut self, out: &mut Vec<u8>) {
        out.append(&mut self.header);
        let (n_old, n_new) = (count_lines(&self.old), count_lines(&self.new));
        // Where there is no line, the line before is named.
        let range = |n_before: i64, n_lines: i64| match n_lines {
            0 => format!("{n_before},0"),
            1 => (n_before + 1).to_string(),
            _ => format!("{},{n_lines}", n_before + 1),
        };
        let (old, new) = (range(self.n_lines, n_old), range(self.n_lines + self.n_added, n_new));
        out.extend_from_slice(format!("@@ -{old} +{new} @@\n").as_bytes());
        push_lines(b'-', &self.old, out);
        push_lines(b'+', &self.new, out);
        self.n_lines += n_old;
        self.n_added += n_new - n_old;
        self.old.clear();
        self.new.clear();
        self.is_changed = false;
    }
}

/// Number of lines; the last may lack its end.
fn count_lines(text: &[u8]) -> i64 {
    let n_ends = memchr::memchr_iter(b'\n', text).count() as i64;
    n_ends + i64::from(!matches!(text.last(), None | Some(b'\n')))
}

/// Adds lines with a sign before each.
fn push_lines(sign: u8, text: &[u8], out: &mut Vec<u8>) {
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        out.push(sign);
        out.extend_from_slice(line);
        if !line.ends_with(b"\n") {
            out.extend_from_slice(b"\n\\ No newline at end of file\n");
        }
    }
}

/// A file name as it stands in a header. A tab behind it tells that blanks are part of it. Where that does not do, it
/// is written as GNU diff and git do it, in quotes with the escapes of C.
fn quoted(name: &[u8]) -> Vec<u8> {
    let is_plain = str::from_utf8(name)
        .is_ok_and(|text| text.trim() == text && text.chars().all(|symbol| is_printable(symbol) && symbol != '"'));
    if is_plain && !name.contains(&b'\\') {
        return [name, if name.contains(&b' ') { b"\t" } else { b"" }].concat();
    }
    let mut quoted = String::from('"');
    for &byte in name {
        match byte {
            b'\x07' => quoted += "\\a",
            b'\x08' => quoted += "\\b",
            b'\t' => quoted += "\\t",
            b'\n' => quoted += "\\n",
            b'\x0b' => quoted += "\\v",
            b'\x0c' => quoted += "\\f",
            b'\r' => quoted += "\\r",
            b'"' => quoted += "\\\"",
            b'\\' => quoted += "\\\\",
            b' '..=b'~' => quoted.push(byte.into()),
            _ => quoted += &format!("\\{byte:03o}"),
        }
    }
    (quoted + "\"").into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whole and byte by byte.
    fn check(text: &str, edits: &[(Range<usize>, &str)], expected: &str) {
        let edits: Vec<Edit> = edits.iter().map(|(range, new)| (range.clone(), new.as_bytes().to_vec())).collect();
        let expected = format!("--- a\n+++ a\n{expected}");
        let mut diff = Diff::new(b"a");
        let mut out = Vec::new();
        diff.push(text.as_bytes(), &edits, &mut out);
        diff.finish(&mut out);
        assert_eq!(String::from_utf8(out).unwrap(), expected);

        let mut diff = Diff::new(b"a");
        let (mut out, mut at) = (Vec::new(), 0);
        while at < text.len() {
            let edit = edits.iter().find(|(range, _)| range.start == at);
            let part = edit.map_or(at..at + 1, |(range, _)| range.clone());
            at = part.end;
            let edit = edit.map(|(range, new)| (0..range.len(), new.clone()));
            diff.push(&text.as_bytes()[part], edit.as_slice(), &mut out);
        }
        diff.finish(&mut out);
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
        check("a\nb", &[(2..3, "")], &format!("@@ -2 +1,0 @@\n-b\n{note}"));
    }

    #[test]
    fn returns_do_not_end_lines() {
        check("a\rb\r\nc\r\n", &[(2..3, "x"), (5..6, "y")], "@@ -1 +1 @@\n-a\rb\r\n+a\rx\r\n@@ -2 +2 @@\n-c\r\n+y\r\n");
        // What is left of a line joins the next one when its end is dropped.
        check("a\rb\nc\nd\n", &[(2..4, ""), (6..7, "x")], "@@ -1,2 +1 @@\n-a\rb\n-c\n+a\rc\n@@ -3 +2 @@\n-d\n+x\n");
    }

    #[test]
    fn names_in_headers() {
        let check = |name: &[u8], expected: &str| assert_eq!(String::from_utf8(quoted(name)).unwrap(), expected);
        check("dir/\u{e9}.epd".as_bytes(), "dir/\u{e9}.epd");
        check(b"a b", "a b\t");
        check(b" a", "\" a\"");
        check(b"a\"\\\t\n\x1b\xe9 b\x7f", "\"a\\\"\\\\\\t\\n\\033\\351 b\\177\"");
        check("\u{202e}".as_bytes(), "\"\\342\\200\\256\"");
    }
}
