//! Where FENs stand in a piece.

use std::ops::Range;

use pgn960_pgn::{
    location::{BYTE_ORDER_MARK, line_end_length},
    parse::Parser,
    tags::TagName,
};

use super::pieces::{Part, Piece, Table};

/// A place where a FEN stands, as bytes of its piece.
pub struct Site {
    /// The FEN with its operations.
    pub text: Range<usize>,
    /// What it is the FEN of: the line, the record or the game.
    pub unit: Range<usize>,
    /// When this is no FEN, but a CSV field that cannot be read; it may hold FENs of other records.
    pub fault: Option<QuoteFault>,
}

/// Why a CSV field that begins with a quote cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuoteFault {
    /// The quote is not closed before the file ends.
    Unclosed,
    /// Text follows the closing quote, at this byte of the piece.
    TextBehind(usize),
}

/// Finds the FENs of a piece in order, until `each` returns false.
pub fn each_site(piece: &Piece, tags: &[String], mut each: impl FnMut(Site) -> bool) {
    match piece {
        Piece::Lines { part, has_comments } => each_line(&part.bytes, *has_comments, each),
        Piece::Records(part, table) => each_cell(part, table, each),
        Piece::Games(chunk) => {
            let mut is_wanted = true;
            Parser::default().parse_chunk(chunk, |offset, game| {
                let unit = offset..offset + game.bytes.len();
                for tag in &game.tags {
                    let name = game.text(tag.name);
                    let is_named = tags.iter().any(|tag| tag.as_bytes().eq_ignore_ascii_case(name));
                    if is_wanted && (is_named || tag.known == Some(TagName::Fen)) {
                        let value = tag.value.range();
                        let text = offset + value.start..offset + value.end;
                        is_wanted = each(Site { text, unit: unit.clone(), fault: None });
                    }
                }
            });
        }
    }
}

fn each_line(bytes: &[u8], has_comments: bool, mut each: impl FnMut(Site) -> bool) {
    let mut start = 0;
    while start < bytes.len() {
        let length = memchr::memchr2(b'\n', b'\r', &bytes[start..]).unwrap_or(bytes.len() - start);
        let mut text = behind_mark(bytes, start..start + length);
        if has_comments && bytes[text.clone()].starts_with(PERFT_SUITE_FEN) {
            text.start += PERFT_SUITE_FEN.len();
        }
        let next =
            start + length + if length < bytes.len() - start { line_end_length(&bytes[start + length..]) } else { 0 };
        let is_fen = !has_comments || !is_passed_over(&bytes[text.clone()]);
        if is_fen && !each(Site { text, unit: start..next, fault: None }) {
            return;
        }
        start = next;
    }
}

/// What stands before a FEN in perft suites of the form `id 7`, `epd FEN`, `perft 1 20`.
const PERFT_SUITE_FEN: &[u8] = b"epd ";

/// Whether a line is blank, a comment, another line of a perft suite, or the control character that DOS programs end a
/// file with.
fn is_passed_over(line: &[u8]) -> bool {
    let text = line.trim_ascii_start();
    let is_of_suite = text.starts_with(b"id ") || text.starts_with(b"perft ");
    is_of_suite || matches!(text, [] | [b'#' | b';' | b'%', ..] | [b'/', b'/', ..] | b"\x1a")
}

fn each_cell(part: &Part, table: &Table, mut each: impl FnMut(Site) -> bool) {
    let bytes = &part.bytes;
    let mut reader = table.reader();
    let mut is_header = part.is_first && table.has_header;
    let mut cells: Vec<Range<usize>> = Vec::new();
    let mut broken = None;
    let has_mark = part.is_first && bytes.starts_with(BYTE_ORDER_MARK);
    let (mut start, mut column) = (0, 0);
    let mut at = if has_mark { BYTE_ORDER_MARK.len() } else { 0 };
    loop {
        let from = at;
        let record_end = loop {
            let (result, n_read, _) = reader.read_field(&bytes[at..], &mut [0; 256]);
            at += n_read;
            match result {
                csv_core::ReadFieldResult::Field { record_end } => break record_end,
                csv_core::ReadFieldResult::End => return,
                csv_core::ReadFieldResult::OutputFull | csv_core::ReadFieldResult::InputEmpty => {}
            }
        };
        if column == 0 {
            // The second half of the line end before, and empty lines.
            start = from + bytes[from..at].iter().take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
        }
        let field = if column == 0 { start } else { from }..at;
        // Behind a field that is not read as it was meant, nobody knows which column is which.
        if broken.is_none() {
            if let Some(fault) = quote_fault(bytes, field.clone(), table.delimiter) {
                broken = Some((field, fault));
            } else if table.columns.contains(&column) && !is_header {
                cells.push(content(bytes, field, table.delimiter));
            }
        }
        column += 1;
        if record_end {
            let has_feed = bytes[..at].ends_with(b"\r") && bytes[at..].starts_with(b"\n");
            let unit = start..at + usize::from(has_feed);
            let fens = cells.drain(..).filter(|text| !text.is_empty()).map(|text| (text, None));
            let broken = broken.take().map(|(field, fault)| (field, Some(fault)));
            for (text, fault) in fens.chain(broken) {
                if !each(Site { text, unit: unit.clone(), fault }) {
                    return;
                }
            }
            (is_header, column) = (false, 0);
        }
    }
}

/// The content of a CSV field, without what ends it, quotes, and a byte order mark before it.
fn content(bytes: &[u8], field: Range<usize>, delimiter: u8) -> Range<usize> {
    let Range { start, end } = without_end(bytes, behind_mark(bytes, field), delimiter);
    match &bytes[start..end] {
        [b'"', .., b'"'] => start + 1..end - 1,
        _ => start..end,
    }
}

/// A CSV field without the delimiter or line end that ends it.
fn without_end(bytes: &[u8], field: Range<usize>, delimiter: u8) -> Range<usize> {
    let has_end = bytes[field.clone()].last().is_some_and(|&byte| byte == delimiter || matches!(byte, b'\n' | b'\r'));
    field.start..field.end - usize::from(has_end)
}

/// Looks for what no writer of CSV makes of a field in quotes. Mostly the one that should close it is missing, and the
/// field goes on through other records up to their next quote. Blanks behind the closing quote do no harm.
fn quote_fault(bytes: &[u8], field: Range<usize>, delimiter: u8) -> Option<QuoteFault> {
    if bytes[field.clone()].first() != Some(&b'"') {
        return None;
    }
    let mut at = field.start + 1;
    loop {
        let Some(n_before) = memchr::memchr(b'"', &bytes[at..field.end]) else { return Some(QuoteFault::Unclosed) };
        at += n_before + 1;
        // Two stand for one that is part of the text.
        if bytes[at..field.end].first() != Some(&b'"') {
            break;
        }
        at += 1;
    }
    let behind = without_end(bytes, at..field.end, delimiter);
    let n_blanks = bytes[behind.clone()].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    (n_blanks < behind.len()).then_some(QuoteFault::TextBehind(at + n_blanks))
}

/// A line or field without a byte order mark before it.
fn behind_mark(bytes: &[u8], range: Range<usize>) -> Range<usize> {
    let mark = if bytes[range.clone()].starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    range.start + mark..range.end
}
