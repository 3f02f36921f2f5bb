//! A FEN, or an EPD record, with what a list may write behind it.
//!
//! EPD is the first four fields of a FEN, then operations such as `bm Nf3; id "a";` (PGN-16.2). Books and test suites
//! also write operations behind all six fields, and FEN cut to four fields.

use super::{
    Dialect, Fen, FenError, FenField, FenNote, FenNoteKind,
    read::{Field, leading_zeros, read_fields},
    read_lenient, read_strict,
};

/// A record of a list, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The position; without counters 0 and 1 stand for them.
    pub fen: Fen,
    /// What is not right in it and was taken nevertheless.
    pub notes: Vec<FenNote>,
    /// Bytes of its fields. What the text holds behind them is no part of the position.
    pub length: usize,
    /// What it is by its fields.
    pub shape: RecordShape,
}

/// What a record is by its fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RecordShape {
    /// A FEN of six fields, or of so few that it can only be a FEN.
    Fen,
    /// Four fields and EPD operations.
    Epd,
    /// Four fields alone: EPD without operations, or a FEN without its counters.
    FourFields,
}

/// Reads a record: six fields, or four fields with EPD operations or nothing behind them.
///
/// With `is_strict` a FEN is read as by [`read_strict`], with a note on leading zeros, and EPD operations must be
/// well-formed so far that they begin with an opcode and hold a semicolon. Without it, what [`read_lenient`] takes is
/// taken with the same notes, except for blanks in wrong places, and four fields alone get a note too. No note is made
/// of what is no part of the position: operations and blanks behind six fields, and operations without a semicolon.
///
/// # Errors
///
/// As [`read_strict`].
///
/// # Examples
///
/// ```
/// use pgn960_core::fen::{RecordShape, read_record};
///
/// let text = "4k3/8/8/8/8/8/8/R3K3 w A - bm O-O-O;";
/// let record = read_record(text.as_bytes(), None, true)?;
/// assert_eq!(&text[record.length..], " bm O-O-O;");
/// assert_eq!(record.shape, RecordShape::Epd);
/// # Ok::<(), pgn960_core::fen::FenError>(())
/// ```
pub fn read_record(text: &[u8], dialect: Option<Dialect>, is_strict: bool) -> Result<Record, FenError> {
    let mut fields = [Field::missing(b"", text.len()); 6];
    let mut n_fields = 0;
    let mut start = 0;
    while n_fields < 6 && start <= text.len() {
        if n_fields == 4 && is_operations(&text[start..], is_strict) {
            break;
        }
        let is_last = n_fields == 5;
        let is_end = |&byte: &u8| byte == b' ' || (is_last && !is_strict && byte == b';');
        let length = text[start..].iter().position(is_end).unwrap_or(text.len() - start);
        fields[n_fields] = Field { bytes: &text[start..start + length], start };
        n_fields += 1;
        start += length + 1;
    }
    let end = fields[n_fields - 1].span().end;
    let shape = match n_fields {
        4 if text[end..].iter().all(|&byte| byte == b' ') => RecordShape::FourFields,
        4 => RecordShape::Epd,
        6 if is_tail(&text[end..], is_strict) => RecordShape::Fen,
        // Too few fields, too many, or blanks in odd places.
        _ if is_strict || n_fields == 6 || fields[..n_fields].iter().any(|field| field.bytes.is_empty()) => {
            return Err(strict_error(text, dialect));
        }
        _ => {
            let (fen, notes) = read_lenient(text, dialect)?;
            return Ok(Record { fen, notes, length: text.len(), shape: RecordShape::Fen });
        }
    };
    if n_fields == 4 {
        (fields[4], fields[5]) = (Field::missing(b"0", end), Field::missing(b"1", end));
    }
    let mut notes = Vec::new();
    let fen = read_fields(&fields, dialect, if is_strict { None } else { Some(&mut notes) })?;
    if is_strict {
        notes.extend(leading_zeros(&fields));
    }
    if shape == RecordShape::FourFields && !is_strict {
        notes.push(FenNote {
            kind: FenNoteKind::MissingFields { first: FenField::HalfmoveClock },
            span: end..end,
            message: "four fields without counters and without operations".to_owned(),
        });
    }
    Ok(Record { fen, notes, length: end, shape })
}

/// What is wrong with a text that is no FEN.
pub(super) fn strict_error(text: &[u8], dialect: Option<Dialect>) -> FenError {
    match read_strict(text, dialect) {
        Err(error) => error,
        Ok(_) => unreachable!("the text does not consist of six fields with one blank between them"),
    }
}

/// Whether this, behind the fourth field and a blank, is EPD operations or nothing, and not the counters of a FEN.
fn is_operations(rest: &[u8], is_strict: bool) -> bool {
    let text = rest.trim_ascii_start();
    let opcode_length = text.iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_');
    let (opcode, operands) = text.split_at(opcode_length.unwrap_or(text.len()));
    let has_semicolon = text.contains(&b';');
    if is_strict {
        return rest.first() == opcode.first() && is_opcode(opcode) && has_semicolon;
    }
    match text.first() {
        None | Some(b';') => true,
        _ if !is_opcode(opcode) || !matches!(operands.first(), Some(b' ' | b';')) => false,
        // `x 1` is rather a clock that is no number, and a fullmove number.
        _ => has_semicolon || !operands.trim_ascii().iter().all(u8::is_ascii_digit),
    }
}

/// A letter, then up to 14 letters, digits and underscores. Source: PGN-16.2.
fn is_opcode(word: &[u8]) -> bool {
    word.len() <= 15 && word.first().is_some_and(u8::is_ascii_alphabetic)
}

/// Whether this may stand behind the sixth field: nothing, and with leniency blanks or operations.
fn is_tail(tail: &[u8], is_strict: bool) -> bool {
    let text = tail.trim_ascii_start();
    let starts_operations = |byte: &u8| *byte == b';' || (byte.is_ascii_alphabetic() && text.contains(&b';'));
    tail.is_empty() || (!is_strict && text.first().is_none_or(starts_operations))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen::{FenErrorKind as Kind, to_xfen};

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

    /// `rest` is what is behind the fields; the notes are compared with the kinds given.
    fn check(text: &str, is_strict: bool, rest: &str, shape: RecordShape, notes: &[FenNoteKind]) {
        let record = read_record(text.as_bytes(), None, is_strict).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((&text[record.length..], record.shape), (rest, shape), "{text}");
        assert_eq!(record.notes.iter().map(|note| note.kind).collect::<Vec<_>>(), notes, "{text}");
        assert!(to_xfen(&record.fen.setup).starts_with(START), "{text}");
    }

    fn check_error(text: &str, is_strict: bool, kind: Kind) {
        let error = read_record(text.as_bytes(), None, is_strict).expect_err(text);
        assert_eq!(error.kind, kind, "{text}");
    }

    #[test]
    fn six_fields() {
        for is_strict in [true, false] {
            check(&format!("{START} 0 1"), is_strict, "", RecordShape::Fen, &[]);
        }
        for rest in [";", " ;D1 20 ;D2 400  ", " ; cdb eval: 8;", " bm e4; id \"a;b\";", "  ", " id x;"] {
            check(&format!("{START} 0 1{rest}"), false, rest, RecordShape::Fen, &[]);
            assert!(read_record(format!("{START} 0 1{rest}").as_bytes(), None, true).is_err(), "{rest}");
        }
        for (text, kind) in [(" 0 1 x", Kind::FieldCount), (" -1 1", Kind::Halfmove), (" x 1", Kind::Halfmove)] {
            check_error(&format!("{START}{text}"), true, kind);
            check_error(&format!("{START}{text}"), false, kind);
        }
        check(&format!("{START} 0 0"), false, "", RecordShape::Fen, &[FenNoteKind::FullmoveZero]);
        check_error(&format!("{START} 0 0"), true, Kind::Fullmove);
    }

    #[test]
    fn four_fields() {
        for rest in [" bm e4;", " noop;", " hmvc 0; fmvn 1;", " x y;", " D1 20; D2 400;"] {
            for is_strict in [true, false] {
                check(&format!("{START}{rest}"), is_strict, rest, RecordShape::Epd, &[]);
            }
        }
        for rest in [" ;D1 20", " bm e4", "  bm e4;"] {
            check(&format!("{START}{rest}"), false, rest, RecordShape::Epd, &[]);
        }
        let cut = FenNoteKind::MissingFields { first: FenField::HalfmoveClock };
        check(START, false, "", RecordShape::FourFields, &[cut]);
        check(&format!("{START} "), false, " ", RecordShape::FourFields, &[cut]);
        check(START, true, "", RecordShape::FourFields, &[]);
        check_error(&format!("{START} "), true, Kind::FieldCount);
    }

    #[test]
    fn other_lengths() {
        let fullmove = FenNoteKind::MissingFields { first: FenField::FullmoveNumber };
        check(&format!("{START} 0"), false, "", RecordShape::Fen, &[fullmove]);
        check_error(&format!("{START} 0"), true, Kind::FieldCount);
        let short = read_record(b"8/8/8/8/8/8/k7/2K5 w", None, false).expect("a record");
        assert_eq!((short.notes.len(), short.shape, short.length), (1, RecordShape::Fen, 20));
        for text in ["", " ", "8/8/8/8/8/8/k7/2K5"] {
            check_error(text, true, Kind::FieldCount);
            check_error(text, false, Kind::FieldCount);
        }
    }

    #[test]
    fn blanks_are_not_guessed_at() {
        for text in [format!(" {START} 0 1"), START.replace(" w", "  w") + " 0 1", format!("{START}  0 1")] {
            check_error(&text, true, Kind::FieldCount);
            check_error(&text, false, Kind::FieldCount);
        }
        check_error(&(START.replace("KQkq", "") + " 0 1"), false, Kind::CastlingEmpty);
    }
}
