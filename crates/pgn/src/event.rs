//! [`Event`], a token of a game, and [`Fault`], what is wrong with the text around it.

use pgn_reader::{Nag, Outcome};
use pgn960_core::san::Written;

use crate::location::Span;

/// A token with its place. The blanks and line ends behind it belong to it as well, so that a game's events laid end to
/// end are exactly the game's bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// The token itself, without what follows it.
    pub span: Span,
    /// What it is.
    pub kind: EventKind,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EventKind {
    /// Blanks and line ends before the first token.
    Blank,
    /// A tag pair: this index of [`crate::Game::tags`].
    Tag(u32),
    /// A comment in braces, the braces included. The last brace is missing when a fault says so.
    Comment,
    /// A comment from `;` to the end of the line.
    LineComment,
    /// A line hidden by `%` in its first column (PGN-6).
    Escape,
    /// A move number with its periods. A number too large for 32 bits reads as the largest.
    MoveNumber(u32),
    /// Periods without a number.
    Periods,
    /// A move.
    San(Written),
    /// A token that was meant as a move and cannot be read as one.
    UnreadableMove,
    /// `e.p.` as a token of its own.
    EnPassant,
    /// A glyph such as `$5` or `!?`.
    Nag(Nag),
    /// `(`.
    BeginVariation,
    /// `)`.
    EndVariation,
    /// A game termination marker, also inside a variation, where it ends nothing.
    Marker(Marker),
    /// Anything else.
    Malformed,
    /// A game too large to be read.
    Skipped,
}

/// A game termination marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marker {
    /// What it says. `0-0`, both players lose, is not known to [`Outcome`] and reads as None.
    pub outcome: Option<Outcome>,
    /// Whether it is one of the four of PGN-8.2.6.
    pub is_standard: bool,
}

/// A fault of syntax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The smallest span that shows it.
    pub span: Span,
    /// What it is.
    pub kind: FaultKind,
}

/// Kinds of [`Fault`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// Bytes in `[ ]` in the tag section that make no tag pair.
    TagSyntax,
    /// A tag value with a `"` that is not escaped.
    UnescapedQuote,
    /// A backslash that swallows the closing quote of a tag value.
    SwallowedQuote,
    /// A tag value without quotes.
    UnquotedValue,
    /// A tag value without its closing quote.
    UnclosedQuote,
    /// A tag pair without its `]`.
    UnclosedTag,
    /// A comment that is open when the game ends.
    UnclosedComment,
    /// A `}` without its `{`.
    StrayBrace,
    /// A `(` without its `)`.
    UnclosedVariation,
    /// A `)` without its `(`.
    StrayParenthesis,
    /// A token that PGN does not know.
    UnknownToken,
    /// An empty line between two tokens of the movetext.
    EmptyLine,
    /// Text behind the termination marker.
    TextAfterMarker,
    /// A termination marker that repeats the one before it.
    RepeatedMarker,
    /// A termination marker inside a variation.
    MarkerInVariation,
    /// A variation without a move.
    EmptyVariation,
    /// A glyph with a number over 255.
    LargeGlyph,
    /// A second glyph from `$1` to `$6` on the same move.
    SecondGlyph,
    /// A mark for en passant, alone or with its move.
    EnPassantMark,
    /// A glyph in signs, such as `!?`.
    SignGlyph(Nag),
    /// The glyph `$0`.
    NullGlyph,
    /// A line hidden by `%` in its first column.
    EscapeLine,
    /// A variation nested deeper than is replayed.
    DeepVariation,
    /// A game larger than may be read.
    Oversize,
}
