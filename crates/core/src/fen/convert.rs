//! From one dialect to another, with the proof that the position is the same.

use std::io::Write;

use shakmaty::Setup;

use super::{
    Dialect, EpPolicy, Fen, FenError, FenErrorKind, FenNote, Record, RecordShape, ep_square, read_record,
    record::strict_error,
    write::{Letters, is_expressible},
};

/// What to read and what to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// The letters that are taken; any when there is none.
    pub from: Option<Dialect>,
    /// The letters that are written.
    pub to: Dialect,
    /// The en passant squares that are written.
    pub ep: EpPolicy,
    /// Whether only what is exactly right is taken, see [`read_record`].
    pub is_strict: bool,
    /// Whether a FEN cut to four fields gets its counters, 0 and 1.
    pub fill_counters: bool,
}

/// What was converted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Converted {
    /// The position as it was read.
    pub fen: Fen,
    /// What is not right in it and was taken nevertheless.
    pub notes: Vec<FenNote>,
    /// Whether an en passant square was left out.
    pub drops_ep_square: bool,
}

/// Why a text was not converted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConvertError {
    /// The text is no FEN.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The dialect to write has no letter for a right of this FEN.
    #[error("{error}")]
    Inexpressible {
        /// The position as it was read.
        fen: Box<Fen>,
        /// The fault, which is only one of the dialect to write.
        error: FenError,
    },
    /// What was written is read as another position, which is a fault of this program.
    #[error("the converted text `{0}` is read as another position")]
    NotTheSame(String),
}

impl Conversion {
    /// Converts a record and appends it to `out`, with what stands behind its fields byte for byte. Counters are
    /// written without leading zeros.
    ///
    /// What was written is read again, in the dialect written and strictly, and compared with what was read: the men,
    /// the side to move, the rooks with a castling right, the counters, and the en passant square unless the policy
    /// leaves it out.
    ///
    /// # Errors
    ///
    /// When the text is no record, when a castling right cannot be expressed, and when the comparison fails. Then
    /// nothing is appended.
    ///
    /// # Examples
    ///
    /// ```
    /// use pgn960_core::fen::{Conversion, Dialect, EpPolicy};
    ///
    /// let (to, ep) = (Dialect::Shredder, EpPolicy::Keep);
    /// let conversion = Conversion { from: None, to, ep, is_strict: false, fill_counters: false };
    /// let mut out = Vec::new();
    /// conversion.convert(b"4k3/8/8/8/8/8/8/R3K3 w Q - bm O-O-O;", &mut out)?;
    /// assert_eq!(out, b"4k3/8/8/8/8/8/8/R3K3 w A - bm O-O-O;");
    /// # Ok::<(), pgn960_core::fen::ConvertError>(())
    /// ```
    pub fn convert(&self, text: &[u8], out: &mut Vec<u8>) -> Result<Converted, ConvertError> {
        let Record { fen, mut notes, length, shape } = read_record(text, self.from, self.is_strict)?;
        let is_cut = shape == RecordShape::FourFields;
        if is_cut && self.fill_counters {
            notes.clear();
        } else if is_cut && self.is_strict {
            return Err(strict_error(text, self.from).into());
        }
        if !is_expressible(&fen.setup, self.to) {
            let error = inexpressible(text, self.to);
            return Err(ConvertError::Inexpressible { fen: Box::new(fen), error });
        }
        let written = Setup { ep_square: ep_square(&fen.setup, self.ep), ..fen.setup.clone() };
        let start = out.len();
        self.write(&written, shape == RecordShape::Fen || (is_cut && self.fill_counters), out);
        if !self.is_read_as(&written, &out[start..]) {
            let failed = String::from_utf8_lossy(&out[start..]).into_owned();
            out.truncate(start);
            return Err(ConvertError::NotTheSame(failed));
        }
        out.extend_from_slice(&text[length..]);
        let drops_ep_square = written.ep_square != fen.setup.ep_square;
        Ok(Converted { fen, notes, drops_ep_square })
    }

    fn write(&self, setup: &Setup, has_counters: bool, out: &mut Vec<u8>) {
        setup.board.board_fen().append_ascii_to(out);
        let castling = Letters::of(setup, self.to);
        let ep_square = setup.ep_square.map_or("-".to_owned(), |square| square.to_string());
        let written = write!(out, " {} {} {ep_square}", setup.turn.char(), castling.text())
            .and_then(|()| if has_counters { write!(out, " {} {}", setup.halfmoves, setup.fullmoves) } else { Ok(()) });
        written.expect("a vector takes everything");
    }

    /// Whether the fields are read as this position by a strict reader of the dialect written.
    fn is_read_as(&self, setup: &Setup, fields: &[u8]) -> bool {
        let record = read_record(fields, Some(self.to), true);
        record.is_ok_and(|record| record.fen.setup == *setup && record.fen.canonical.is_ok())
    }
}

/// Says that the dialect has no letters for the rights of this record.
fn inexpressible(text: &[u8], dialect: Dialect) -> FenError {
    let field = text.split(|&byte| byte == b' ').nth(2).unwrap_or_default();
    let start = text.split(|&byte| byte == b' ').take(2).map(|field| field.len() + 1).sum();
    let letters = String::from_utf8_lossy(field).into_owned();
    FenError {
        kind: FenErrorKind::CastlingNonstandardGeometry,
        span: start..start + field.len(),
        message: format!("{} has no letters for the castling rights `{letters}`", dialect.name()),
        letters,
    }
}
