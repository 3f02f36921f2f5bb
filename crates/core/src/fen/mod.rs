//! FEN in three dialects: reading with exact places of faults, writing, converting.
//!
//! A [`Fen`] is what was written and can stand on a board; whether it is a legal position is for shakmaty to check.

mod convert;
mod read;
mod record;
mod write;

use std::{fmt, ops::Range};

use shakmaty::Setup;

pub use convert::{Conversion, ConvertError, Converted};
pub use read::{read_lenient, read_strict, suggest};
pub use record::{Record, RecordShape, read_record};
pub use write::{EpPolicy, castling_field, ep_square, to_shredder, to_standard, to_xfen};

/// How the castling field is spelt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dialect {
    /// FEN of ordinary chess: `KQkq`, king on e, rooks on a and h. Source: FEN-4.
    Standard,
    /// X-FEN: `K`/`Q` for the outermost rook of that side, a file letter for an inner one. Source: XFEN-2, XFEN-3.
    XFen,
    /// Shredder-FEN: file letters only. Source: SFEN-1.
    Shredder,
}

impl Dialect {
    /// The name in words, such as `Shredder-FEN`.
    pub const fn name(self) -> &'static str {
        match self {
            Dialect::Standard => "standard FEN",
            Dialect::XFen => "X-FEN",
            Dialect::Shredder => "Shredder-FEN",
        }
    }
}

/// A FEN that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fen {
    /// The position as written; the castling rights are the squares of their rooks.
    pub setup: Setup,
    /// Which letters the castling field used.
    pub letters: CastlingLetters,
    /// Whether the castling field is spelt as a writer of its dialect spells it, or else why not.
    ///
    /// Read without a dialect, X-FEN and Shredder-FEN are both canonical.
    pub canonical: Result<(), Noncanonical>,
}

/// The letters of a castling field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CastlingLetters {
    /// No right: `-`, or no such field.
    None,
    /// Only `KQkq`.
    Sides,
    /// Only file letters.
    Files,
    /// Both, as X-FEN needs them for inner rooks.
    Mixed,
}

/// Which dialects a castling field can be read in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reading {
    /// As X-FEN and as Shredder-FEN: no right, or only rights of inner rooks, which both spell alike.
    Both,
    /// Only as X-FEN: it has one of `KQkq`.
    XFen,
    /// Only as Shredder-FEN: it has a file letter where X-FEN has one of `KQkq`.
    Shredder,
    /// Only letter by letter: letters that no writer of one dialect puts together.
    Mixed,
}

impl Reading {
    /// All of them.
    pub const ALL: [Reading; 4] = [Reading::XFen, Reading::Shredder, Reading::Both, Reading::Mixed];

    /// `xfen`, `shredder`, `both` or `mixed`.
    pub const fn name(self) -> &'static str {
        match self {
            Reading::Both => "both",
            Reading::XFen => "xfen",
            Reading::Shredder => "shredder",
            Reading::Mixed => "mixed",
        }
    }
}

impl Fen {
    /// Which dialects the castling field can be read in, whatever the order of its letters.
    pub fn reading(&self) -> Reading {
        match self.letters {
            CastlingLetters::None => Reading::Both,
            CastlingLetters::Sides => Reading::XFen,
            CastlingLetters::Mixed if self.canonical == Err(Noncanonical::MixedDialect) => Reading::Mixed,
            CastlingLetters::Mixed => Reading::XFen,
            CastlingLetters::Files if write::is_file_letters_in_xfen(&self.setup) => Reading::Both,
            CastlingLetters::Files => Reading::Shredder,
        }
    }
}

/// Why a castling field is understood, but not spelt as a writer would.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Noncanonical {
    /// Right letters in another order than White then Black, h-side then a-side.
    Order,
    /// Letters that no writer of one dialect puts together.
    MixedDialect,
}

impl Noncanonical {
    /// `order` or `mixed-dialect`.
    pub const fn name(self) -> &'static str {
        match self {
            Noncanonical::Order => "order",
            Noncanonical::MixedDialect => "mixed-dialect",
        }
    }
}

/// One of the six fields of a FEN, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FenField {
    /// The men on the board.
    Placement,
    /// `w` or `b`.
    SideToMove,
    /// The castling rights.
    Castling,
    /// The en passant square.
    EnPassant,
    /// Plies since the last capture or pawn move.
    HalfmoveClock,
    /// The number of the move, from 1.
    FullmoveNumber,
}

/// Prints the name in words, such as `side to move`.
impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FenField::Placement => "placement",
            FenField::SideToMove => "side to move",
            FenField::Castling => "castling rights",
            FenField::EnPassant => "en passant square",
            FenField::HalfmoveClock => "halfmove clock",
            FenField::FullmoveNumber => "fullmove number",
        })
    }
}

/// Why a text is no FEN. Of several faults the first in [`FenErrorKind`]'s order is reported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct FenError {
    /// The kind of fault.
    pub kind: FenErrorKind,
    /// The faulty field or character, as bytes of the text read; empty at its end if something is missing there.
    pub span: Range<usize>,
    /// For faults of single castling letters all letters with that fault, each once, in written order; else empty.
    pub letters: String,
    /// The fault in words: lower case, no final period, literals in backticks.
    pub message: String,
}

/// Declares the kinds with their oracle words and fields, so that no kind can lack one.
macro_rules! fen_error_kinds {
    ($($(#[$doc:meta])* $name:ident $code:literal $field:ident,)*) => {
        /// The kinds of fault, in the order in which they are looked for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum FenErrorKind {
            $($(#[$doc])* $name,)*
        }

        impl FenErrorKind {
            /// All kinds, in order.
            pub const ALL: &[FenErrorKind] = &[$(FenErrorKind::$name,)*];

            /// The word for this kind, such as `castling-right-without-rook`.
            pub const fn code(self) -> &'static str {
                match self {
                    $(FenErrorKind::$name => $code,)*
                }
            }

            /// The field the fault is in; for a wrong number of fields the first.
            pub const fn field(self) -> FenField {
                match self {
                    $(FenErrorKind::$name => FenField::$field,)*
                }
            }
        }
    };
}

fen_error_kinds! {
    /// Not exactly six fields with one blank between them.
    FieldCount "field-count" Placement,
    /// Not eight ranks.
    PlacementRankCount "placement-rank-count" Placement,
    /// Two digits side by side, as `44` for `8`.
    PlacementAdjacentDigits "placement-adjacent-digits" Placement,
    /// Neither a piece letter nor a digit from 1 to 8.
    PlacementBadChar "placement-bad-char" Placement,
    /// A rank that does not add up to eight files.
    PlacementRankWidth "placement-rank-width" Placement,
    /// Not one king of each colour.
    KingCount "king-count" Placement,
    /// A pawn on the first or the eighth rank.
    PawnOnBackRank "pawn-on-back-rank" Placement,
    /// Neither `w` nor `b`.
    SideToMove "side-to-move" SideToMove,
    /// Two blanks where the castling field should be.
    CastlingEmpty "castling-empty" Castling,
    /// A dash together with something else.
    CastlingDashMixed "castling-dash-mixed" Castling,
    /// Neither one of `KQkq` nor a file letter.
    CastlingBadLetter "castling-bad-letter" Castling,
    /// A letter the declared dialect does not have.
    CastlingDialect "castling-dialect" Castling,
    /// A right of a side whose king is not on its back rank.
    CastlingKingNotOnBackRank "castling-king-not-on-back-rank" Castling,
    /// A right of a side whose king is on the a-file or the h-file, where no Chess960 game can start.
    CastlingKingOnEdgeFile "castling-king-on-edge-file" Castling,
    /// No own rook where the letter says.
    CastlingRightWithoutRook "castling-right-without-rook" Castling,
    /// In the standard dialect: not king on e and rook on a or h.
    CastlingNonstandardGeometry "castling-nonstandard-geometry" Castling,
    /// The same right twice.
    CastlingDuplicate "castling-duplicate" Castling,
    /// Two rooks with a right on the same side of one king.
    CastlingTwoRightsSameSide "castling-two-rights-same-side" Castling,
    /// Neither a dash nor a square.
    EpBadSquare "ep-bad-square" EnPassant,
    /// Not rank 6 with White to move or rank 3 with Black.
    EpWrongRank "ep-wrong-rank" EnPassant,
    /// No pawn can have just passed that square.
    EpNoPawn "ep-no-pawn" EnPassant,
    /// Not a number from 0 (to 4294967295).
    Halfmove "halfmove" HalfmoveClock,
    /// Not a number from 1 (to 4294967295).
    Fullmove "fullmove" FullmoveNumber,
    /// The side that is not to move is in check.
    OpponentInCheck "opponent-in-check" Placement,
}

/// Something a reader took although it is not right.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FenNote {
    /// What it is.
    pub kind: FenNoteKind,
    /// Where it is, as bytes of the text read; empty at its end if something is missing there.
    pub span: Range<usize>,
    /// The same in words: lower case, no final period, literals in backticks.
    pub message: String,
}

impl FenNoteKind {
    /// The word for this kind, such as `castling-duplicate`.
    pub const fn code(self) -> &'static str {
        match self {
            FenNoteKind::MissingFields { .. } => "missing-fields",
            FenNoteKind::FullmoveZero => "fullmove-zero",
            FenNoteKind::CastlingDuplicate => "castling-duplicate",
            FenNoteKind::Blanks => "blanks",
            FenNoteKind::HalfmoveTooLarge => "halfmove-too-large",
            FenNoteKind::LeadingZeros => "leading-zeros",
        }
    }
}

/// The kinds of [`FenNote`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum FenNoteKind {
    /// The text ends early; the fields from this one on were read as `-`, `-`, `0` and `1`.
    MissingFields {
        /// The first field that is missing: castling rights or a later one.
        first: FenField,
    },
    /// Fullmove number 0, read as 1.
    FullmoveZero,
    /// A castling right given more than once, read as given once.
    CastlingDuplicate,
    /// Several blanks between fields, or blanks at the start or the end.
    Blanks,
    /// A halfmove clock above the number of plies that can have been played.
    HalfmoveTooLarge,
    /// A counter with zeros before its number.
    LeadingZeros,
}
