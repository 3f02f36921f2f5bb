//! Reading FEN, strictly or leniently, with the place and the kind of the first fault.
//!
//! Any bytes may come in. The work is linear in their number, and nothing quoted in a message is long.

use std::{borrow::Cow, num::NonZeroU32, ops::Range};

use shakmaty::{Bitboard, Board, ByColor, ByRole, Color, File, Piece, Rank, Role, Setup, Square};

use super::{
    CastlingLetters, Dialect, Fen, FenError, FenErrorKind as Kind, FenField, FenNote, FenNoteKind, Noncanonical,
    to_xfen,
    write::{Letters, is_standard},
};
use crate::{
    castling::{CastlingSide, men_text, outermost},
    start::full_rights,
};

/// Reads a FEN exactly: six fields, one blank between them, every field right.
///
/// With a dialect only its castling letters are taken (`XFen` takes both kinds), without one any. Order and mixture of
/// letters are not judged here but in [`Fen::canonical`]. Leading zeros of the counters are accepted.
///
/// # Errors
///
/// The first fault in the order of [`Kind`]; placement and castling letters from left to right.
///
/// # Examples
///
/// ```
/// use pgn960_core::fen::{read_strict, to_shredder};
///
/// let fen = read_strict(b"bbrkqrnn/pppppppp/8/8/8/8/PPPPPPPP/BBRKQRNN w KQkq - 0 1", None)?;
/// assert_eq!(to_shredder(&fen.setup), "bbrkqrnn/pppppppp/8/8/8/8/PPPPPPPP/BBRKQRNN w FCfc - 0 1");
///
/// let error = read_strict(b"4k3/8/8/8/8/8/8/R3K2B w HA - 0 1", None).unwrap_err();
/// assert_eq!(error.to_string(), "castling right `H`: no white rook on h1");
/// assert_eq!(error.span, 24..25);
/// # Ok::<(), pgn960_core::fen::FenError>(())
/// ```
pub fn read_strict(text: &[u8], dialect: Option<Dialect>) -> Result<Fen, FenError> {
    let n_fields = 1 + text.iter().filter(|&&byte| byte == b' ').count();
    if n_fields != 6 {
        let message = format!("expected six fields with one blank between them, found {n_fields}");
        return Err(error(Kind::FieldCount, 0..text.len(), message));
    }
    let mut fields = [Field::missing(b"", text.len()); 6];
    let mut start = 0;
    for (field, bytes) in fields.iter_mut().zip(text.split(|&byte| byte == b' ')) {
        *field = Field { bytes, start };
        start += bytes.len() + 1;
    }
    read_fields(&fields, dialect, None)
}

/// Reads a FEN as [`read_strict`] does, but also takes, with a note for each:
///
/// - missing trailing fields after the side to move, read as `-`, `-`, `0` and `1`;
/// - fullmove number 0, read as 1;
/// - a castling right given more than once;
/// - several blanks between fields, blanks at the start or the end;
/// - a halfmove clock above the plies that can have been played (strict reading takes this too, silently);
/// - leading zeros of the counters (likewise).
///
/// # Errors
///
/// As [`read_strict`] for everything else.
pub fn read_lenient(text: &[u8], dialect: Option<Dialect>) -> Result<(Fen, Vec<FenNote>), FenError> {
    let mut notes = Vec::new();
    let mut words = Vec::with_capacity(7);
    let mut blanks = None;
    let mut start = 0;
    for bytes in text.split(|&byte| byte == b' ') {
        if bytes.is_empty() {
            blanks = blanks.or(Some(start));
        } else if words.len() < 7 {
            words.push(Field { bytes, start });
        }
        start += bytes.len() + 1;
    }
    if let (Some(blank), false) = (blanks, words.is_empty()) {
        notes.push(FenNote {
            kind: FenNoteKind::Blanks,
            span: blank_run(text, blank),
            message: "fields are separated by exactly one blank".to_owned(),
        });
    }
    let n_words = words.len();
    if let [placement] = words[..] {
        // Of a text that is no FEN at all this tells more than the fields that are missing.
        read_placement(&placement)?;
    }
    if !(2..=6).contains(&n_words) {
        let (span, message) = match n_words {
            0 => (0..text.len(), "the text is empty".to_owned()),
            1 => (text.len()..text.len(), "the side to move is missing".to_owned()),
            _ => (words[6].start..text.len(), "more than six fields".to_owned()),
        };
        return Err(error(Kind::FieldCount, span, message));
    }
    let end = words[n_words - 1].span().end;
    let defaults: [&'static [u8]; 6] = [b"", b"", b"-", b"-", b"0", b"1"];
    let fields: [Field<'_>; 6] =
        std::array::from_fn(|i| words.get(i).copied().unwrap_or(Field::missing(defaults[i], end)));
    if n_words < 6 {
        let first = FIELDS[n_words];
        notes.push(FenNote {
            kind: FenNoteKind::MissingFields { first },
            span: end..end,
            message: format!("missing fields from the {first} on, read as `{}`", DEFAULTS[n_words]),
        });
    }
    match read_fields(&fields, dialect, Some(&mut notes)) {
        Ok(fen) => {
            notes.sort_by_key(|note| note.span.start);
            Ok((fen, notes))
        }
        // An empty castling field looks like two blanks here and shifts the fields after it: the strict reading says
        // what is wrong.
        Err(shifted) => match read_strict(text, dialect) {
            Err(strict) if strict.kind == Kind::CastlingEmpty => Err(strict),
            _ => Err(shifted),
        },
    }
}

/// A FEN that may have been meant, as X-FEN, for a text that failed because of its castling field; else none.
///
/// If the letters can be read in some dialect, the rights they name; otherwise all four rights, provided that both
/// sides' men stand in an array of the 960 (all letters of a whole archive month once named the wrong files).
pub fn suggest(text: &[u8], error: &FenError) -> Option<String> {
    if error.kind.field() != FenField::Castling {
        return None;
    }
    if let Ok((fen, _)) = read_lenient(text, None) {
        return Some(to_xfen(&fen.setup));
    }
    let mut fields: Vec<&[u8]> = text.split(|&byte| byte == b' ').take(7).collect();
    *fields.get_mut(2)? = b"-";
    let (mut fen, _) = read_lenient(&fields.join(&b' '), None).ok()?;
    fen.setup.castling_rights = full_rights(&fen.setup)?;
    Some(to_xfen(&fen.setup))
}

const FIELDS: [FenField; 6] = [
    FenField::Placement,
    FenField::SideToMove,
    FenField::Castling,
    FenField::EnPassant,
    FenField::HalfmoveClock,
    FenField::FullmoveNumber,
];

/// What is read from this field on if the text ends before it.
const DEFAULTS: [&str; 6] = ["", "", "- - 0 1", "- 0 1", "0 1", "1"];

/// One field and where it starts in the text.
#[derive(Clone, Copy)]
pub(super) struct Field<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) start: usize,
}

impl<'a> Field<'a> {
    /// A field that is not in the text, which ends at `end`.
    pub(super) fn missing(bytes: &'a [u8], end: usize) -> Field<'a> {
        Field { bytes, start: end }
    }

    pub(super) fn span(&self) -> Range<usize> {
        self.start..self.start + self.bytes.len()
    }

    /// The character at this byte of the field, one byte if it is not UTF-8.
    fn character(&self, at: usize) -> Range<usize> {
        let bytes = &self.bytes[at..self.bytes.len().min(at + 4)];
        let character = bytes.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
        let start = self.start + at;
        start..start + character.map_or(1, char::len_utf8)
    }

    fn quoted(&self) -> String {
        quoted(self.bytes)
    }

    fn quoted_character(&self, at: usize) -> String {
        quoted(&self.bytes[at..at + self.character(at).len()])
    }
}

/// A short literal in backticks; longer text is cut, what is not printable is escaped.
fn quoted(bytes: &[u8]) -> String {
    const LONGEST: usize = 40;
    let text: Cow<'_, str> = String::from_utf8_lossy(&bytes[..bytes.len().min(LONGEST)]);
    let cut = if bytes.len() > LONGEST { "..." } else { "" };
    format!("`{}{cut}`", text.escape_debug())
}

fn error(kind: Kind, span: Range<usize>, message: String) -> FenError {
    FenError { kind, span, letters: String::new(), message }
}

/// The run of blanks around this byte, of which one may be the right one between two fields.
fn blank_run(text: &[u8], at: usize) -> Range<usize> {
    let start = at - text[..at].iter().rev().take_while(|&&byte| byte == b' ').count();
    let end = at + text[at..].iter().take_while(|&&byte| byte == b' ').count();
    start..end
}

/// Reads the six fields. With `notes` leniently, except for the number of fields, which is settled by then.
pub(super) fn read_fields(
    fields: &[Field<'_>; 6],
    dialect: Option<Dialect>,
    mut notes: Option<&mut Vec<FenNote>>,
) -> Result<Fen, FenError> {
    let [placement, turn, castling, ep_square, halfmoves, fullmoves] = fields;
    let board = read_placement(placement)?;
    let turn = read_turn(turn)?;
    let (castling_rights, letters) = read_castling(castling, &board, dialect, notes.as_deref_mut())?;
    let ep_square = read_ep_square(ep_square, &board, turn)?;
    let n_halfmoves = read_number(halfmoves).ok_or_else(|| {
        error(Kind::Halfmove, halfmoves.span(), format!("halfmove clock {} is not a number from 0", halfmoves.quoted()))
    })?;
    let n_fullmoves = read_number(fullmoves);
    if let (Some(0), Some(notes)) = (n_fullmoves, notes.as_deref_mut()) {
        notes.push(FenNote {
            kind: FenNoteKind::FullmoveZero,
            span: fullmoves.span(),
            message: "fullmove number `0`: moves are counted from 1".to_owned(),
        });
    }
    let n_fullmoves = match (n_fullmoves.map(NonZeroU32::new), &notes) {
        (Some(Some(n_fullmoves)), _) => n_fullmoves,
        (Some(None), Some(_)) => NonZeroU32::MIN,
        _ => {
            let message = format!("fullmove number {} is not a number from 1", fullmoves.quoted());
            return Err(error(Kind::Fullmove, fullmoves.span(), message));
        }
    };
    if let Some(notes) = notes {
        notes.extend(leading_zeros(fields));
        let n_plies = 2 * (u64::from(n_fullmoves.get()) - 1) + u64::from(turn == Color::Black);
        if u64::from(n_halfmoves) > n_plies {
            let plies = if n_plies == 1 { "ply" } else { "plies" };
            notes.push(FenNote {
                kind: FenNoteKind::HalfmoveTooLarge,
                span: halfmoves.span(),
                message: format!("halfmove clock `{n_halfmoves}`, but only {n_plies} {plies} can have been played"),
            });
        }
    }
    let mut setup = Setup::empty();
    setup.board = board;
    setup.turn = turn;
    setup.castling_rights = castling_rights;
    setup.ep_square = ep_square;
    setup.halfmoves = n_halfmoves;
    setup.fullmoves = n_fullmoves;
    if let Some(king) = setup.board.king_of(turn.other()) {
        let from = setup.board.attacks_to(king, turn, setup.board.occupied());
        if from.any() {
            let men = men_text(&setup.board, from);
            let message = format!("{turn} is to move, but {men} can take the {} king on {king}", turn.other());
            return Err(error(Kind::OpponentInCheck, placement.span(), message));
        }
    }
    let canonical = is_canonical(&setup, &letters, dialect);
    let n_sides = letters.bytes().filter(|&letter| is_side_letter(letter)).count();
    let letters = match (letters.len(), n_sides) {
        (0, _) => CastlingLetters::None,
        (n, n_sides) if n == n_sides => CastlingLetters::Sides,
        (_, 0) => CastlingLetters::Files,
        _ => CastlingLetters::Mixed,
    };
    Ok(Fen { setup, letters, canonical })
}

fn read_placement(field: &Field<'_>) -> Result<Board, FenError> {
    let n_ranks = 1 + field.bytes.iter().filter(|&&byte| byte == b'/').count();
    if n_ranks != 8 {
        let message = format!("expected eight ranks in the placement, found {n_ranks}");
        return Err(error(Kind::PlacementRankCount, field.span(), message));
    }
    let mut by_role = ByRole::<Bitboard>::default();
    let mut by_color = ByColor::<Bitboard>::default();
    let mut pawn_on_back_rank = None;
    let mut rank_start = 0;
    for (rank, bytes) in Rank::ALL.into_iter().rev().zip(field.bytes.split(|&byte| byte == b'/')) {
        let mut n_files = 0;
        let mut after_digit = false;
        for (at, &byte) in (rank_start..).zip(bytes) {
            if let b'1'..=b'8' = byte {
                if after_digit {
                    let span = field.start + at - 1..field.start + at + 1;
                    let digits = quoted(&field.bytes[at - 1..=at]);
                    let message = format!("adjacent digits {digits} in rank {rank} of the placement");
                    return Err(error(Kind::PlacementAdjacentDigits, span, message));
                }
                after_digit = true;
                n_files += usize::from(byte - b'0');
                continue;
            }
            after_digit = false;
            let Some(piece) = Piece::from_char(char::from(byte)) else {
                let character = field.quoted_character(at);
                let message = format!("unexpected {character} in rank {rank} of the placement");
                return Err(error(Kind::PlacementBadChar, field.character(at), message));
            };
            if let Some(&file) = File::ALL.get(n_files) {
                let square = Square::from_coords(file, rank);
                by_role.get_mut(piece.role).add(square);
                by_color.get_mut(piece.color).add(square);
                if piece.role == Role::Pawn && Bitboard::BACKRANKS.contains(square) {
                    pawn_on_back_rank = pawn_on_back_rank.or(Some((at, square)));
                }
            }
            n_files += 1;
        }
        if n_files != 8 {
            let start = field.start + rank_start;
            let message =
                format!("rank {rank} of the placement, {}, has {n_files} files instead of eight", quoted(bytes));
            return Err(error(Kind::PlacementRankWidth, start..start + bytes.len(), message));
        }
        rank_start += bytes.len() + 1;
    }
    let board = Board::try_from_bitboards(by_role, by_color).expect("each square is looked at once");
    let [white, black] = Color::ALL.map(|color| board.by_piece(color.king()).count());
    if (white, black) != (1, 1) {
        let message = format!("expected one king of each colour, found {white} white and {black} black");
        return Err(error(Kind::KingCount, field.span(), message));
    }
    if let Some((at, square)) = pawn_on_back_rank {
        let message = format!("a pawn cannot stand on {square}");
        return Err(error(Kind::PawnOnBackRank, field.character(at), message));
    }
    Ok(board)
}

fn read_turn(field: &Field<'_>) -> Result<Color, FenError> {
    match field.bytes {
        b"w" => Ok(Color::White),
        b"b" => Ok(Color::Black),
        _ => {
            let message = format!("side to move must be `w` or `b`, not {}", field.quoted());
            Err(error(Kind::SideToMove, field.span(), message))
        }
    }
}

/// The rights, and the letters that gave them, each right once.
fn read_castling(
    field: &Field<'_>,
    board: &Board,
    dialect: Option<Dialect>,
    notes: Option<&mut Vec<FenNote>>,
) -> Result<(Bitboard, String), FenError> {
    let bytes = field.bytes;
    if bytes.is_empty() {
        let message = "the castling field is empty: without rights it is `-`".to_owned();
        return Err(error(Kind::CastlingEmpty, field.span(), message));
    }
    if bytes == b"-" {
        return Ok((Bitboard::EMPTY, String::new()));
    }
    if bytes.contains(&b'-') {
        let message = format!("castling field {} mixes a dash with other characters", field.quoted());
        return Err(error(Kind::CastlingDashMixed, field.span(), message));
    }
    if let Some(at) = bytes.iter().position(|&letter| !is_side_letter(letter) && file_of(letter).is_none()) {
        let message = format!("castling right {}: not a file letter or one of `KQkq`", field.quoted_character(at));
        return Err(error(Kind::CastlingBadLetter, field.character(at), message));
    }
    let foreign = |letter: &u8| match dialect {
        Some(Dialect::Standard) => !is_side_letter(*letter),
        Some(Dialect::Shredder) => is_side_letter(*letter),
        Some(Dialect::XFen) | None => false,
    };
    if let Some(at) = bytes.iter().position(foreign) {
        let known = if dialect == Some(Dialect::Standard) {
            "standard FEN has only `KQkq`"
        } else {
            "Shredder-FEN has only file letters"
        };
        let message = format!("castling right {}: {known}", field.quoted_character(at));
        return Err(error(Kind::CastlingDialect, field.character(at), message));
    }
    for (at, &letter) in bytes.iter().enumerate() {
        if let Err(kind) = rook_of(letter, board, dialect) {
            return Err(FenError {
                letters: letters_at_fault(&bytes[at..], kind, board, dialect),
                ..error(kind, field.character(at), describe_right(letter, kind, board))
            });
        }
    }

    let mut rights = Bitboard::EMPTY;
    let mut letters = String::new();
    let mut duplicate = None;
    for (at, &letter) in bytes.iter().enumerate() {
        let Ok(rook) = rook_of(letter, board, dialect) else {
            continue;
        };
        if rights.contains(rook) {
            duplicate = duplicate.or(Some((at, rook)));
        } else {
            rights.add(rook);
            letters.push(char::from(letter));
        }
    }
    if let Some((at, rook)) = duplicate {
        let letter = field.quoted_character(at);
        let message = format!("castling right {letter}: the right with the rook on {rook} is given twice");
        let (kind, span) = (FenNoteKind::CastlingDuplicate, field.character(at));
        match notes {
            Some(notes) => notes.push(FenNote { kind, span, message }),
            None => return Err(error(Kind::CastlingDuplicate, span, message)),
        }
    }
    let mut taken: Vec<(Color, CastlingSide, Square)> = Vec::with_capacity(4);
    for (at, &letter) in bytes.iter().enumerate() {
        let Ok(rook) = rook_of(letter, board, dialect) else {
            continue;
        };
        let color = color_of(letter);
        let side = if board.king_of(color) < Some(rook) { CastlingSide::HSide } else { CastlingSide::ASide };
        match taken.iter().find(|(other, other_side, _)| (*other, *other_side) == (color, side)) {
            Some(&(.., other)) if other != rook => {
                let letter = field.quoted_character(at);
                let message = format!(
                    "castling right {letter}: {color} has a right on the {side} already, with the rook on {other}"
                );
                return Err(error(Kind::CastlingTwoRightsSameSide, field.character(at), message));
            }
            Some(_) => {}
            None => taken.push((color, side, rook)),
        }
    }
    Ok((rights, letters))
}

/// One of `KQkq`, which name a side and not a file.
fn is_side_letter(letter: u8) -> bool {
    matches!(letter, b'K' | b'Q' | b'k' | b'q')
}

fn file_of(letter: u8) -> Option<File> {
    File::from_char(char::from(letter.to_ascii_lowercase()))
}

fn color_of(letter: u8) -> Color {
    Color::from_white(letter.is_ascii_uppercase())
}

/// The side a letter of `KQkq` names, or none for a file letter.
fn side_of(letter: u8) -> Option<CastlingSide> {
    match letter.to_ascii_lowercase() {
        b'k' => Some(CastlingSide::HSide),
        b'q' => Some(CastlingSide::ASide),
        _ => None,
    }
}

/// The rook a letter names. Its errors are those of single letters, in their order.
fn rook_of(letter: u8, board: &Board, dialect: Option<Dialect>) -> Result<Square, Kind> {
    let color = color_of(letter);
    let king =
        board.king_of(color).filter(|king| king.rank() == color.backrank()).ok_or(Kind::CastlingKingNotOnBackRank)?;
    if matches!(king.file(), File::A | File::H) {
        return Err(Kind::CastlingKingOnEdgeFile);
    }
    let rooks = board.by_piece(color.rook()) & color.backrank();
    let rook = match (side_of(letter), file_of(letter)) {
        (Some(side), _) => outermost(rooks, king, side),
        (None, file) => {
            file.map(|file| Square::from_coords(file, color.backrank())).filter(|&rook| rooks.contains(rook))
        }
    };
    let rook = rook.ok_or(Kind::CastlingRightWithoutRook)?;
    match (dialect, side_of(letter)) {
        (Some(Dialect::Standard), Some(side)) if !is_standard(Some(king), rook, side) => {
            Err(Kind::CastlingNonstandardGeometry)
        }
        _ => Ok(rook),
    }
}

/// The letters that have this fault, each once.
fn letters_at_fault(bytes: &[u8], kind: Kind, board: &Board, dialect: Option<Dialect>) -> String {
    let mut letters = String::new();
    for letter in bytes.iter().copied() {
        if rook_of(letter, board, dialect) == Err(kind) && !letters.contains(char::from(letter)) {
            letters.push(char::from(letter));
        }
    }
    letters
}

fn describe_right(letter: u8, kind: Kind, board: &Board) -> String {
    let color = color_of(letter);
    let king = board.king_of(color).map_or(String::new(), |king| king.to_string());
    let what = match (kind, side_of(letter)) {
        (Kind::CastlingKingNotOnBackRank, _) => {
            format!("the {color} king on {king} is not on rank {}", color.backrank())
        }
        (Kind::CastlingKingOnEdgeFile, _) => format!("the {color} king on {king} has no room for a rook on both sides"),
        (Kind::CastlingNonstandardGeometry, _) => {
            format!("in standard FEN the {color} king is on e{0} and the rook on a{0} or h{0}", color.backrank())
        }
        (_, Some(side)) => format!("no {color} rook on the {side} of the king on {king}"),
        (_, None) => format!("no {color} rook on {}{}", char::from(letter.to_ascii_lowercase()), color.backrank()),
    };
    format!("castling right `{}`: {what}", char::from(letter))
}

/// Whether the letters that were read, duplicates aside, are spelt as a writer of the dialect spells them.
fn is_canonical(setup: &Setup, letters: &str, dialect: Option<Dialect>) -> Result<(), Noncanonical> {
    // In standard FEN the letters are those of X-FEN.
    let forms = match dialect {
        None => &[Dialect::XFen, Dialect::Shredder][..],
        Some(Dialect::Shredder) => &[Dialect::Shredder],
        Some(Dialect::Standard | Dialect::XFen) => &[Dialect::XFen],
    };
    let written = if letters.is_empty() { "-" } else { letters };
    let mut fault = Noncanonical::MixedDialect;
    for &form in forms {
        let canonical = Letters::of(setup, form);
        if canonical.text() == written {
            return Ok(());
        }
        if canonical.text().chars().all(|letter| written.contains(letter)) {
            fault = Noncanonical::Order;
        }
    }
    Err(fault)
}

fn read_ep_square(field: &Field<'_>, board: &Board, turn: Color) -> Result<Option<Square>, FenError> {
    if field.bytes == b"-" {
        return Ok(None);
    }
    let Ok(square) = Square::from_ascii(field.bytes) else {
        let message = format!("en passant square {} is neither `-` nor a square", field.quoted());
        return Err(error(Kind::EpBadSquare, field.span(), message));
    };
    // The squares on this file where a pawn of the side that has just moved starts, passes and stands now.
    let mover = turn.other();
    let [start, passed, pawn] = [Rank::Second, Rank::Third, Rank::Fourth]
        .map(|rank| Square::from_coords(square.file(), mover.relative_rank(rank)));
    let has_pushed = board.piece_at(pawn) == Some(mover.pawn())
        && board.piece_at(start).is_none()
        && board.piece_at(passed).is_none();
    if square != passed {
        let hint = if square == pawn && has_pushed {
            format!("; the square the pawn passed is `{passed}`")
        } else {
            String::new()
        };
        let message =
            format!("en passant square `{square}` must be on rank {} with {turn} to move{hint}", passed.rank());
        return Err(error(Kind::EpWrongRank, field.span(), message));
    }
    if !has_pushed {
        let message =
            format!("en passant square `{square}`: no {mover} pawn can have just moved from {start} to {pawn}");
        return Err(error(Kind::EpNoPawn, field.span(), message));
    }
    Ok(Some(square))
}

/// A note for each counter that has zeros before its number.
pub(super) fn leading_zeros([.., halfmoves, fullmoves]: &[Field<'_>; 6]) -> impl Iterator<Item = FenNote> {
    let counters = [(FenField::HalfmoveClock, halfmoves), (FenField::FullmoveNumber, fullmoves)];
    counters.into_iter().filter(|(_, field)| matches!(field.bytes, [b'0', _, ..])).map(|(name, field)| FenNote {
        kind: FenNoteKind::LeadingZeros,
        span: field.span(),
        message: format!("{name} {} has leading zeros", field.quoted()),
    })
}

/// A decimal number without a sign, or none.
fn read_number(field: &Field<'_>) -> Option<u32> {
    let digits = std::str::from_utf8(field.bytes).ok()?;
    // `parse` would take a plus sign.
    if digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

    /// `part` is the text the span of the error covers.
    fn check_error(input: &str, dialect: Option<Dialect>, kind: Kind, part: &str, message: &str) {
        let error = read_strict(input.as_bytes(), dialect).expect_err(input);
        let found = (error.kind, &input[error.span.clone()], error.message.as_str());
        assert_eq!(found, (kind, part, message), "{input}");
    }

    #[test]
    fn errors_with_places() {
        let castling = |field: &str| format!("4k3/8/8/8/8/8/8/R3K2B w {field} - 0 1");
        check_error("", None, Kind::FieldCount, "", "expected six fields with one blank between them, found 1");
        check_error(
            "8/8/8 w - - 0 1",
            None,
            Kind::PlacementRankCount,
            "8/8/8",
            "expected eight ranks in the placement, found 3",
        );
        check_error(
            "4k3/44/8/8/8/8/8/4K3 w - - 0 1",
            None,
            Kind::PlacementAdjacentDigits,
            "44",
            "adjacent digits `44` in rank 7 of the placement",
        );
        check_error(
            "4k3/8/8/8/8/8/8/4К3 w - - 0 1",
            None,
            Kind::PlacementBadChar,
            "К",
            "unexpected `К` in rank 1 of the placement",
        );
        check_error(
            "4k3/7/8/8/8/8/8/4K3 w - - 0 1",
            None,
            Kind::PlacementRankWidth,
            "7",
            "rank 7 of the placement, `7`, has 7 files instead of eight",
        );
        check_error("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", None, Kind::PawnOnBackRank, "P", "a pawn cannot stand on a8");
        check_error(
            &castling("H"),
            None,
            Kind::CastlingRightWithoutRook,
            "H",
            "castling right `H`: no white rook on h1",
        );
        check_error(
            &castling("QK"),
            None,
            Kind::CastlingRightWithoutRook,
            "K",
            "castling right `K`: no white rook on the h-side of the king on e1",
        );
        check_error(
            &castling("AÄ"),
            None,
            Kind::CastlingBadLetter,
            "Ä",
            "castling right `Ä`: not a file letter or one of `KQkq`",
        );
        check_error(
            &castling("QA"),
            None,
            Kind::CastlingDuplicate,
            "A",
            "castling right `A`: the right with the rook on a1 is given twice",
        );
        check_error(
            &castling("A"),
            Some(Dialect::Standard),
            Kind::CastlingDialect,
            "A",
            "castling right `A`: standard FEN has only `KQkq`",
        );
        check_error(
            "4k3/8/8/8/8/8/8/RR2K3 w AB - 0 1",
            None,
            Kind::CastlingTwoRightsSameSide,
            "B",
            "castling right `B`: white has a right on the a-side already, with the rook on a1",
        );
        check_error(
            "nqbnrkrb/ppp1pppp/8/3pP3/8/8/PPPP1PPP/NQBNRKRB w KQkq d5 0 3",
            None,
            Kind::EpWrongRank,
            "d5",
            "en passant square `d5` must be on rank 6 with white to move; the square the pawn passed is `d6`",
        );
        check_error(
            "4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1",
            None,
            Kind::EpNoPawn,
            "d6",
            "en passant square `d6`: no black pawn can have just moved from d7 to d5",
        );
        check_error(
            "4k3/8/8/8/8/8/8/4K3 w - - +1 1",
            None,
            Kind::Halfmove,
            "+1",
            "halfmove clock `+1` is not a number from 0",
        );
        check_error(
            "4k3/8/8/8/8/8/4R3/3K4 w - - 0 1",
            None,
            Kind::OpponentInCheck,
            "4k3/8/8/8/8/8/4R3/3K4",
            "white is to move, but the rook on e2 can take the black king on e8",
        );
    }

    #[test]
    fn all_letters_at_fault() {
        let error = read_strict(b"2r5/6k1/8/8/8/8/6K1/R6R w KQkq - 0 1", None).unwrap_err();
        assert_eq!((error.kind, error.letters.as_str()), (Kind::CastlingKingNotOnBackRank, "KQkq"));
    }

    /// `notes` are the kinds with the text of their spans.
    fn check_lenient(input: &str, xfen: &str, notes: &[(FenNoteKind, &str)]) {
        let (fen, found) = read_lenient(input.as_bytes(), None).expect(input);
        assert_eq!(to_xfen(&fen.setup), xfen, "{input}");
        let found: Vec<_> = found.iter().map(|note| (note.kind, &input[note.span.clone()])).collect();
        assert_eq!(found, notes, "{input}");
        let silent = [FenNoteKind::HalfmoveTooLarge, FenNoteKind::LeadingZeros];
        let is_silent = found.iter().all(|(kind, _)| silent.contains(kind));
        assert_eq!(read_strict(input.as_bytes(), None).is_ok(), is_silent, "{input}");
    }

    #[test]
    fn lenient_reading() {
        let missing = |first| FenNoteKind::MissingFields { first };
        let full = format!("{START} w KQkq - 0 1");
        check_lenient(&full, &full, &[]);
        check_lenient(&format!("{START} w"), &format!("{START} w - - 0 1"), &[(missing(FenField::Castling), "")]);
        check_lenient(&format!("{START} w KQkq"), &full, &[(missing(FenField::EnPassant), "")]);
        check_lenient(&format!("{START} w KQkq -"), &full, &[(missing(FenField::HalfmoveClock), "")]);
        check_lenient(&format!("{START} w KQkq - 0"), &full, &[(missing(FenField::FullmoveNumber), "")]);
        check_lenient(&format!("{START} w KQkq - 0 0"), &full, &[(FenNoteKind::FullmoveZero, "0")]);
        check_lenient(&format!(" {START} w KQkq - 0 1"), &full, &[(FenNoteKind::Blanks, " ")]);
        check_lenient(&format!("{START} w  KQkq -   0 1 "), &full, &[(FenNoteKind::Blanks, "  ")]);
        check_lenient(
            &format!("{START} w KKqq - 0 1"),
            &format!("{START} w Kq - 0 1"),
            &[(FenNoteKind::CastlingDuplicate, "K")],
        );
        let late = "2k5/8/8/8/8/8/8/3KR3 w - - 300 60";
        check_lenient(late, late, &[(FenNoteKind::HalfmoveTooLarge, "300")]);
        let zeros = FenNoteKind::LeadingZeros;
        check_lenient(&format!("{START} w KQkq - 00 01"), &full, &[(zeros, "00"), (zeros, "01")]);
    }

    #[test]
    fn lenient_errors() {
        let check = |input: &str, kind: Kind| {
            assert_eq!(read_lenient(input.as_bytes(), None).expect_err(input).kind, kind, "{input}");
        };
        check("", Kind::FieldCount);
        check("   ", Kind::FieldCount);
        check(START, Kind::FieldCount);
        check(&format!("{START} w KQkq - 0 1 x"), Kind::FieldCount);
        check(&format!("{START} w  - 0 1"), Kind::CastlingEmpty);
        check(&format!("{START} w KQkq - 0 -1"), Kind::Fullmove);
    }

    #[test]
    fn suggestions() {
        let check = |input: &str, dialect, suggestion: Option<&str>| {
            let error = read_strict(input.as_bytes(), dialect).expect_err(input);
            assert_eq!(suggest(input.as_bytes(), &error).as_deref(), suggestion, "{input}");
        };
        let array = "nrkrbbqn/pppppppp/8/8/8/8/PPPPPPPP/NRKRBBQN";
        check(&format!("{array} w HEhe - 0 1"), None, Some(&format!("{array} w KQkq - 0 1")));
        check(&format!("{array} w DB - 0 1"), Some(Dialect::Standard), Some(&format!("{array} w KQ - 0 1")));
        check("4k3/8/8/8/8/8/8/4K2R w A - 0 1", None, None);
        check(&format!("{array} w KQkq e9 0 1"), None, None);
    }
}
