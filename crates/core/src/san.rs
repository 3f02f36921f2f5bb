//! SAN text to move: reading the text in every spelling that is met, and resolving it over bitboards.
//!
//! [`parse`] reads a token, [`Position::resolve`] finds the move it names. Both are held to shakmaty's `San` in the
//! tests: for a text in export spelling they give the same answer. Accepted beyond PGN-8.2.3 are the spellings named by
//! [`Spelling`]; each is told, so that a rule can report it, and none changes which move is meant.

use shakmaty::{
    Bitboard, CastlingSide, File, Move, Rank, Role, Square, attacks,
    san::{San, SanPlus, Suffix},
};

use crate::position::{PackedMove, Position, reach, role_of};

/// A move as it was written, in eight bytes: it stays in a register from the lexer to the event and on to the board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Written(u64);

impl Written {
    const CAPTURE: u64 = 1 << 17;

    /// A move of a man to a square.
    #[inline]
    fn normal(
        role: Role,
        file: Option<File>,
        rank: Option<Rank>,
        capture: bool,
        to: Square,
        promotion: Option<Role>,
    ) -> Written {
        let origin = file.map_or(0, |file| file as u64 + 1) << 9 | rank.map_or(0, |rank| rank as u64 + 1) << 13;
        let capture = if capture { Written::CAPTURE } else { 0 };
        let promotion = promotion.map_or(0, |role| role as u64) << 18;
        Written(role as u64 | (to as u64) << 3 | origin | capture | promotion)
    }

    /// Any other move; its number takes the place of the destination, and the role is none.
    const fn special(number: u64) -> Written {
        Written(number << 3)
    }

    const CASTLE_A_SIDE: Written = Written::special(0);
    const CASTLE_H_SIDE: Written = Written::special(1);
    const NULL: Written = Written::special(2);

    /// A man put on the board, which other games know. Its square and role take the places of origin and promotion.
    const fn drop(role: Role, to: Square) -> Written {
        Written(Written::special(3).0 | (to as u64) << 9 | (role as u64) << 18)
    }

    #[inline]
    fn with(self, suffix: Option<Suffix>, spelling: Spelling) -> Written {
        let suffix = match suffix {
            None => 0,
            Some(Suffix::Check) => 1,
            Some(Suffix::Checkmate) => 2,
        };
        Written(self.0 | suffix << 21 | u64::from(spelling.0) << 24)
    }

    /// Number of the role, 0 for what is no move of a man.
    #[inline]
    fn role_number(self) -> u8 {
        (self.0 & 7) as u8
    }

    #[inline]
    fn promotion_number(self) -> u8 {
        (self.0 >> 18 & 7) as u8
    }

    /// Whether an origin file or rank is given.
    #[inline]
    fn has_origin(self) -> bool {
        self.0 & (0xff << 9) != 0
    }

    #[inline]
    fn to(self) -> Square {
        Square::new((self.0 >> 3 & 63) as u32)
    }

    #[inline]
    fn file(self) -> Option<File> {
        ((self.0 >> 9 & 15) as u32).checked_sub(1).map(File::new)
    }

    #[inline]
    fn rank(self) -> Option<Rank> {
        ((self.0 >> 13 & 15) as u32).checked_sub(1).map(Rank::new)
    }

    #[inline]
    fn has_capture_sign(self) -> bool {
        self.0 & Written::CAPTURE != 0
    }

    /// The move. For [`Spelling::COORDINATES`] it is a pawn move whose file and rank are the origin square.
    pub fn san(self) -> San {
        match (role_of(self.role_number()), self.0 >> 3 & 63) {
            (Some(role), _) => San::Normal {
                role,
                file: self.file(),
                rank: self.rank(),
                capture: self.has_capture_sign(),
                to: self.to(),
                promotion: role_of(self.promotion_number()),
            },
            (None, 0) => San::Castle(CastlingSide::QueenSide),
            (None, 1) => San::Castle(CastlingSide::KingSide),
            (None, 2) => San::Null,
            (None, _) => San::Put {
                role: role_of(self.promotion_number()).unwrap_or(Role::Pawn),
                to: Square::new((self.0 >> 9 & 63) as u32),
            },
        }
    }

    /// `+` or `#`.
    #[inline]
    pub fn suffix(self) -> Option<Suffix> {
        match self.0 >> 21 & 3 {
            0 => None,
            1 => Some(Suffix::Check),
            _ => Some(Suffix::Checkmate),
        }
    }

    /// How the text departs from export spelling.
    #[inline]
    pub fn spelling(self) -> Spelling {
        Spelling((self.0 >> 24) as u16)
    }

    /// Whether the text is export spelling with exactly this check sign.
    #[inline]
    pub fn is_export_with(self, suffix: Option<Suffix>) -> bool {
        self.0 >> 21 == Written(0).with(suffix, Spelling::default()).0 >> 21
    }

    /// The side of a castling.
    #[inline]
    pub fn castling(self) -> Option<CastlingSide> {
        match (self.role_number(), self.0 >> 3 & 63) {
            (0, 0) => Some(CastlingSide::QueenSide),
            (0, 1) => Some(CastlingSide::KingSide),
            _ => None,
        }
    }

    /// The move in pgn-reader's and shakmaty's words.
    pub fn san_plus(self) -> SanPlus {
        SanPlus { san: self.san(), suffix: self.suffix() }
    }
}

impl std::fmt::Debug for Written {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {:?}", self.san_plus(), self.spelling())
    }
}

/// Departures from export spelling (PGN-8.2.3) that leave no doubt about the move meant, as a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spelling(u16);

impl Spelling {
    /// Castling with digits: `0-0`.
    pub const ZERO: Spelling = Spelling(1);
    /// A dash that is not the ASCII hyphen: `O–O`.
    pub const DASH: Spelling = Spelling(1 << 1);
    /// Castling with small letters or without hyphens: `o-o`, `OO`.
    pub const CASTLING_LETTERS: Spelling = Spelling(1 << 2);
    /// Origin and destination without a piece letter, as in UCI: `g1f3`, `e2-e4`.
    pub const COORDINATES: Spelling = Spelling(1 << 3);
    /// Long algebraic: a piece letter and both squares joined by a hyphen, `Ng1-f3`.
    pub const LONG: Spelling = Spelling(1 << 4);
    /// A chess figurine for the piece letter: `♘f3`.
    pub const FIGURINE: Spelling = Spelling(1 << 5);
    /// A promotion without `=`: `e8Q`.
    pub const NO_EQUALS: Spelling = Spelling(1 << 6);
    /// A promotion with another sign than `=`: `e8(Q)`, `e8/Q`.
    pub const PROMOTION_SIGN: Spelling = Spelling(1 << 7);
    /// A promotion piece in lower case: `e8=q`.
    pub const LOWER_CASE_PROMOTION: Spelling = Spelling(1 << 8);
    /// `++` for double check or mate.
    pub const DOUBLE_PLUS: Spelling = Spelling(1 << 9);
    /// The letter `P` for a pawn: `Pe4`.
    pub const PAWN_LETTER: Spelling = Spelling(1 << 10);
    /// A colon or `×` for `x`: `N:f3`.
    pub const CAPTURE_SIGN: Spelling = Spelling(1 << 11);
    /// `ep` behind the move: `exd6ep`.
    pub const EN_PASSANT: Spelling = Spelling(1 << 12);

    /// Export spelling in every respect.
    #[inline]
    pub fn is_standard(self) -> bool {
        self.0 == 0
    }

    /// Whether all of these departures are present.
    #[inline]
    pub fn contains(self, other: Spelling) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether one of these departures is present.
    #[inline]
    pub fn intersects(self, other: Spelling) -> bool {
        self.0 & other.0 != 0
    }

    fn add(&mut self, other: Spelling) {
        self.0 |= other.0;
    }
}

impl std::ops::BitOr for Spelling {
    type Output = Spelling;

    fn bitor(self, other: Spelling) -> Spelling {
        Spelling(self.0 | other.0)
    }
}

/// A legal move found for a text, and what the text says more or less than it should.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// The legal move.
    pub played: PackedMove,
    /// Where text and board disagree without doubt about the move.
    pub remarks: Remarks,
}

/// Faults of a move text that leave one legal move, as a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Remarks(u8);

impl Remarks {
    /// Origin file or rank given although no other such man can legally go there (PGN-8.2.3.4).
    pub const OVER_DISAMBIGUATED: Remarks = Remarks(1);
    /// A capture without `x`.
    pub const MISSING_CAPTURE_SIGN: Remarks = Remarks(1 << 1);
    /// An `x` although nothing is captured.
    pub const WRONG_CAPTURE_SIGN: Remarks = Remarks(1 << 2);
    /// A pawn capture without the file the pawn comes from.
    pub const MISSING_PAWN_FILE: Remarks = Remarks(1 << 3);
    /// A castling given by the king's destination: `e1g1`.
    pub const CASTLING_BY_KING_TARGET: Remarks = Remarks(1 << 4);

    /// Nothing to remark.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether all of these are remarked.
    #[inline]
    pub fn contains(self, other: Remarks) -> bool {
        self.0 & other.0 == other.0
    }

    /// This set and, if the condition holds, the other.
    #[inline]
    #[must_use]
    pub fn with_if(self, other: Remarks, condition: bool) -> Remarks {
        Remarks(self.0 | if condition { other.0 } else { 0 })
    }
}

/// Why a text names no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SanFault {
    /// No legal move matches.
    Illegal,
    /// Several legal moves match.
    Ambiguous,
    /// A null move, which is no move of chess.
    Null,
}

/// Reads a token as a move.
///
/// The token must not hold blanks or annotation signs such as `!`. None means that it names no move in any known
/// spelling; [`is_move_shaped`] tells then whether it was meant as one.
#[inline]
pub fn parse(token: &[u8]) -> Option<Written> {
    parse_export(token).or_else(|| parse_lenient(token))
}

/// Reads a token as a move in the spelling of export format, which nearly every one has.
#[inline]
pub fn parse_export(token: &[u8]) -> Option<Written> {
    // From the back, as the destination is what every move has: check sign, destination, `x`, origin.
    let &last = token.last()?;
    let is_check_sign = matches!(last, b'+' | b'#');
    let body = &token[..token.len() - usize::from(is_check_sign)];
    let suffix = is_check_sign.then_some(if last == b'+' { Suffix::Check } else { Suffix::Checkmate });
    let [origin @ .., file, rank] = body else { return None };
    let (file, rank) = (file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
    if (file | rank) >= 8 {
        return parse_special(body).map(|special| special.with(suffix, Spelling::default()));
    }
    let to = Square::new(u32::from(rank) * 8 + u32::from(file));
    let capture = origin.last() == Some(&b'x');
    let origin = &origin[..origin.len() - usize::from(capture)];
    let (role, file, rank) = match *origin {
        [] if !capture => (Role::Pawn, None, None),
        [piece] => match piece_of(piece) {
            Some(role) => (role, None, None),
            None if capture => (Role::Pawn, Some(file_of(piece)?), None),
            None => return None,
        },
        [piece, from] => match file_of(from) {
            Some(file) => (piece_of(piece)?, Some(file), None),
            None => (piece_of(piece)?, None, Some(rank_of(from)?)),
        },
        [piece, file, rank] => (piece_of(piece)?, Some(file_of(file)?), Some(rank_of(rank)?)),
        _ => return None,
    };
    Some(Written::normal(role, file, rank, capture, to, None).with(suffix, Spelling::default()))
}

/// A castling or a promotion in export spelling, without its check sign.
fn parse_special(body: &[u8]) -> Option<Written> {
    let promotion = |file: Option<File>, to_file: u8, to_rank: u8, piece: u8| {
        let to = Square::from_coords(file_of(to_file)?, rank_of(to_rank)?);
        let (capture, promotion) = (file.is_some(), Some(promotion_of(piece)?));
        Some(Written::normal(Role::Pawn, file, None, capture, to, promotion))
    };
    match *body {
        [b'O', b'-', b'O'] => Some(Written::CASTLE_H_SIDE),
        [b'O', b'-', b'O', b'-', b'O'] => Some(Written::CASTLE_A_SIDE),
        [file, rank, b'=', piece] => promotion(None, file, rank, piece),
        [from, b'x', file, rank, b'=', piece] => promotion(Some(file_of(from)?), file, rank, piece),
        _ => None,
    }
}

/// Every other spelling. Longer tokens than any move can need are refused at once.
#[cold]
fn parse_lenient(token: &[u8]) -> Option<Written> {
    const LONGEST: usize = 24;
    if token.len() > LONGEST {
        return None;
    }
    let text = std::str::from_utf8(token).ok()?;
    let mut spelling = Spelling::default();
    let body = text.trim_end_matches(['+', '#']);
    let suffix = match &text[body.len()..] {
        "" => None,
        "+" => Some(Suffix::Check),
        "++" => {
            spelling.add(Spelling::DOUBLE_PLUS);
            Some(Suffix::Check)
        }
        "#" => Some(Suffix::Checkmate),
        _ => return None,
    };
    let body = match body.strip_suffix("ep") {
        Some(rest) if rest.len() >= 4 => {
            spelling.add(Spelling::EN_PASSANT);
            rest
        }
        _ => body,
    };
    let written = match body {
        "--" | "Z0" | "<>" | "null" | "pass" | "@@@@" | "0000" => Written::NULL,
        _ => match parse_castling(body, &mut spelling) {
            Some(CastlingSide::QueenSide) => Written::CASTLE_A_SIDE,
            Some(CastlingSide::KingSide) => Written::CASTLE_H_SIDE,
            None => parse_squares(body, &mut spelling)?,
        },
    };
    Some(written.with(suffix, spelling))
}

fn parse_castling(body: &str, spelling: &mut Spelling) -> Option<CastlingSide> {
    let mut departures = Spelling::default();
    let (mut letters, mut dashes) = (0, 0);
    let mut after_letter = false;
    for symbol in body.chars() {
        match symbol {
            'O' => {}
            'o' => departures.add(Spelling::CASTLING_LETTERS),
            '0' => departures.add(Spelling::ZERO),
            '-' if after_letter => {}
            _ if after_letter && is_dash(symbol) => departures.add(Spelling::DASH),
            _ => return None,
        }
        after_letter = matches!(symbol, 'O' | 'o' | '0');
        if after_letter {
            letters += 1;
        } else {
            dashes += 1;
        }
    }
    // `00` and `000` are numbers before they are castlings.
    if dashes == 0 && departures.contains(Spelling::ZERO) {
        return None;
    }
    if dashes == 0 {
        departures.add(Spelling::CASTLING_LETTERS);
    } else if dashes + 1 != letters {
        return None;
    }
    let side = match letters {
        2 => CastlingSide::KingSide,
        3 => CastlingSide::QueenSide,
        _ => return None,
    };
    spelling.add(departures);
    Some(side)
}

fn parse_squares(body: &str, spelling: &mut Spelling) -> Option<Written> {
    let mut departures = *spelling;
    let mut rest = body;
    let first = rest.chars().next()?;
    let mut role = Role::Pawn;
    let mut has_letter = true;
    if let Some(found) = figurine(first) {
        departures.add(Spelling::FIGURINE);
        role = found;
    } else if first == 'P' {
        departures.add(Spelling::PAWN_LETTER);
    } else if let Some(found) = u8::try_from(first).ok().and_then(piece_of) {
        role = found;
    } else {
        has_letter = false;
    }
    if has_letter {
        rest = &rest[first.len_utf8()..];
    }
    if let Some(square) = rest.strip_prefix('@') {
        return square.parse().ok().map(|to| Written::drop(role, to));
    }
    let promotion = match rest.char_indices().next_back()? {
        (_, ')') => {
            let (head, piece) = rest[..rest.len() - 1].split_once('(')?;
            departures.add(Spelling::PROMOTION_SIGN);
            rest = head;
            Some(piece)
        }
        (_, '1'..='8') => None,
        (at, _) => {
            let (head, piece) = rest.split_at(at);
            rest = if let Some(head) = head.strip_suffix('=') {
                head
            } else if let Some(head) = head.strip_suffix('/') {
                departures.add(Spelling::PROMOTION_SIGN);
                head
            } else {
                departures.add(Spelling::NO_EQUALS);
                head
            };
            Some(piece)
        }
    };
    let bytes = rest.as_bytes();
    let (origin, to) = bytes.split_at_checked(bytes.len().checked_sub(2)?)?;
    let to = Square::from_coords(file_of(to[0])?, rank_of(to[1])?);
    let mut capture = false;
    let mut origin = std::str::from_utf8(origin).ok()?;
    if let Some(head) = origin.strip_suffix('x') {
        (origin, capture) = (head, true);
    } else if let Some(head) = origin.strip_suffix([':', '×']) {
        departures.add(Spelling::CAPTURE_SIGN);
        (origin, capture) = (head, true);
    } else if let Some(head) = origin.strip_suffix(|symbol| symbol == '-' || is_dash(symbol)) {
        departures.add(if origin.ends_with('-') { Spelling::LONG } else { Spelling::LONG | Spelling::DASH });
        origin = head;
    }
    let (file, rank) = match *origin.as_bytes() {
        [] => (None, None),
        [file, rank] => (Some(file_of(file)?), Some(rank_of(rank)?)),
        [symbol] => (file_of(symbol), rank_of(symbol)),
        _ => return None,
    };
    if file.is_none() && rank.is_none() && !origin.is_empty() {
        return None;
    }
    if !has_letter && file.is_some() && rank.is_some() {
        departures.add(Spelling::COORDINATES);
    }
    let promotion = match promotion {
        None => None,
        Some(piece) => {
            let [letter] = *piece.as_bytes() else { return None };
            if letter.is_ascii_lowercase() && !departures.contains(Spelling::COORDINATES) {
                departures.add(Spelling::LOWER_CASE_PROMOTION);
            }
            Some(promotion_of(letter.to_ascii_uppercase())?)
        }
    };
    if departures.contains(Spelling::COORDINATES) {
        // UCI writes promotions without a sign.
        departures.0 &= !Spelling::NO_EQUALS.0;
    }
    *spelling = departures;
    Some(Written::normal(role, file, rank, capture, to, promotion))
}

/// Whether a token that [`parse`] cannot read was nevertheless meant as a move.
///
/// It is when it is short, holds a file letter followed by a digit, and no more than one letter that no square has:
/// `Sf3`, `nf3`, `Nf9`, `e8=S`. Such a token ends the line of play; other garbage does not.
pub fn is_move_shaped(token: &[u8]) -> bool {
    const LONGEST: usize = 12;
    if token.len() > LONGEST {
        return false;
    }
    let text = String::from_utf8_lossy(token);
    let body = text.trim_end_matches(['+', '#']);
    let has_square = body.as_bytes().windows(2).any(|pair| matches!(pair, [b'a'..=b'i', b'0'..=b'9']));
    let others = body.chars().filter(|symbol| symbol.is_alphabetic() && !matches!(symbol, 'a'..='i' | 'x')).count();
    let only_move_signs = body
        .chars()
        .all(|symbol| symbol.is_alphanumeric() || matches!(symbol, '-' | ':' | '=' | '(' | ')' | '/' | '@'));
    has_square && others <= 1 + usize::from(body.contains('=')) && only_move_signs
}

/// Dashes that people write for the ASCII hyphen.
pub fn is_dash(symbol: char) -> bool {
    matches!(symbol, '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}')
}

fn figurine(symbol: char) -> Option<Role> {
    Some(match symbol {
        '♔' | '♚' => Role::King,
        '♕' | '♛' => Role::Queen,
        '♖' | '♜' => Role::Rook,
        '♗' | '♝' => Role::Bishop,
        '♘' | '♞' => Role::Knight,
        '♙' | '♟' => Role::Pawn,
        _ => return None,
    })
}

#[inline]
fn file_of(byte: u8) -> Option<File> {
    matches!(byte, b'a'..=b'h').then(|| File::new(u32::from(byte - b'a')))
}

#[inline]
fn rank_of(byte: u8) -> Option<Rank> {
    matches!(byte, b'1'..=b'8').then(|| Rank::new(u32::from(byte - b'1')))
}

#[inline]
fn piece_of(byte: u8) -> Option<Role> {
    PIECES[byte as usize]
}

/// Roles by their letter, without the pawn, which has none.
static PIECES: [Option<Role>; 256] = {
    let mut pieces = [None; 256];
    pieces[b'N' as usize] = Some(Role::Knight);
    pieces[b'B' as usize] = Some(Role::Bishop);
    pieces[b'R' as usize] = Some(Role::Rook);
    pieces[b'Q' as usize] = Some(Role::Queen);
    pieces[b'K' as usize] = Some(Role::King);
    pieces
};

fn promotion_of(byte: u8) -> Option<Role> {
    piece_of(byte).filter(|&role| role != Role::King)
}

impl Position {
    /// Finds the legal move that a text names.
    ///
    /// # Errors
    ///
    /// [`SanFault::Illegal`] when no legal move matches, [`SanFault::Ambiguous`] when several do. A missing or wrong
    /// `x` is a remark, not an error, and the check sign is not looked at: see [`Position::is_check`] after the move.
    #[inline]
    pub fn resolve(&self, written: Written) -> Result<Resolved, SanFault> {
        const PAWN: u8 = Role::Pawn as u8;
        match written.role_number() {
            _ if written.spelling().contains(Spelling::COORDINATES) => self.resolve_coordinates(written),
            PAWN => self.resolve_pawn(written),
            0 if written.castling().is_some() => self.resolve_castling(written),
            0 if written.san() == San::Null => Err(SanFault::Null),
            0 => Err(SanFault::Illegal),
            role => self.resolve_piece(role, written),
        }
    }

    /// The legal moves among which an ambiguous text does not choose.
    pub fn candidates(&self, written: Written) -> Vec<Move> {
        let San::Normal { role, file, rank, to, promotion, .. } = written.san() else { return Vec::new() };
        let matches = |from: Square| file.is_none_or(|f| f == from.file()) && rank.is_none_or(|r| r == from.rank());
        self.to_chess_moves(role, to).filter(|m| m.from().is_some_and(matches) && m.promotion() == promotion).collect()
    }

    fn to_chess_moves(&self, role: Role, to: Square) -> impl Iterator<Item = Move> {
        shakmaty::Position::san_candidates(&self.to_chess(), role, to).into_iter()
    }

    #[inline]
    fn resolve_piece(&self, role: u8, written: Written) -> Result<Resolved, SanFault> {
        let to = written.to();
        let captured = self.role_number_at(to);
        let origins = reach(role, to) & self.our_men(role);
        if (captured != 0 && self.us().contains(to)) || written.promotion_number() != 0 {
            return Err(SanFault::Illegal);
        }
        let candidates = if written.has_origin() { origins & given(written.file(), written.rank()) } else { origins };
        let from = match candidates.single_square() {
            Some(only) if self.is_legal_piece_move(role, only, to, captured) => only,
            Some(_) => return Err(SanFault::Illegal),
            None => self.only_legal(role, candidates, to, captured)?,
        };
        let over_disambiguated = written.has_origin() && self.is_over_disambiguated(role, origins, from, written);
        let has_sign = written.has_capture_sign();
        Ok(Resolved {
            played: PackedMove::normal(role, from, captured, to, 0),
            remarks: Remarks::default()
                .with_if(Remarks::OVER_DISAMBIGUATED, over_disambiguated)
                .with_if(Remarks::MISSING_CAPTURE_SIGN, captured != 0 && !has_sign)
                .with_if(Remarks::WRONG_CAPTURE_SIGN, captured == 0 && has_sign),
        })
    }

    #[inline]
    fn is_legal_piece_move(&self, role: u8, from: Square, to: Square, captured: u8) -> bool {
        if role == Role::King as u8 {
            self.is_safe_king_step(from, to)
        } else {
            self.is_free_between(from, to, self.occupied())
                && self.is_safe_move(from, to, (captured != 0).then_some(to))
        }
    }

    /// The only legal one of several origins.
    fn only_legal(&self, role: u8, candidates: Bitboard, to: Square, captured: u8) -> Result<Square, SanFault> {
        let mut legal = candidates.into_iter().filter(|&from| self.is_legal_piece_move(role, from, to, captured));
        let from = legal.next().ok_or(SanFault::Illegal)?;
        if legal.next().is_some() { Err(SanFault::Ambiguous) } else { Ok(from) }
    }

    /// Whether less of the origin would do (PGN-8.2.3.4: only legal rivals count).
    fn is_over_disambiguated(&self, role: u8, origins: Bitboard, from: Square, written: Written) -> bool {
        let (to, captured) = (written.to(), self.role_number_at(written.to()));
        let is_legal = |&rival: &Square| self.is_legal_piece_move(role, rival, to, captured);
        let rivals: Bitboard = origins.without(from).into_iter().filter(is_legal).collect();
        let file_is_enough = (rivals & Bitboard::from(from.file())).is_empty();
        let rank_is_enough = (rivals & Bitboard::from(from.rank())).is_empty();
        let is_whole_square = written.file().is_some() && written.rank().is_some();
        rivals.is_empty() || (is_whole_square && (file_is_enough || rank_is_enough))
    }

    #[inline]
    fn resolve_pawn(&self, written: Written) -> Result<Resolved, SanFault> {
        let to = written.to();
        let is_last_rank = to.rank() == (!self.turn()).backrank();
        if self.us().contains(to) || (written.promotion_number() != 0) != is_last_rank {
            return Err(SanFault::Illegal);
        }
        if written.has_capture_sign() || written.file().is_some_and(|file| file != to.file()) {
            self.resolve_pawn_capture(written)
        } else {
            self.resolve_pawn_push(written)
        }
    }

    #[inline]
    fn resolve_pawn_push(&self, written: Written) -> Result<Resolved, SanFault> {
        let (us, to) = (self.turn(), written.to());
        if self.role_number_at(to) != 0 {
            return Err(SanFault::Illegal);
        }
        let pawns = self.our_men(Role::Pawn as u8);
        let back = us.fold_wb(-8, 8);
        let behind = to.offset(back).ok_or(SanFault::Illegal)?;
        let from = if pawns.contains(behind) {
            behind
        } else if to.rank() == self.double_step_rank() && self.role_number_at(behind) == 0 {
            behind.offset(back).filter(|&from| pawns.contains(from)).ok_or(SanFault::Illegal)?
        } else {
            return Err(SanFault::Illegal);
        };
        let (file, rank) = (written.file(), written.rank());
        if rank.is_some_and(|rank| rank != from.rank()) || !self.is_safe_move(from, to, None) {
            return Err(SanFault::Illegal);
        }
        Ok(Resolved {
            played: PackedMove::normal(Role::Pawn as u8, from, 0, to, written.promotion_number()),
            remarks: Remarks::default().with_if(Remarks::OVER_DISAMBIGUATED, file.is_some() || rank.is_some()),
        })
    }

    #[inline]
    fn resolve_pawn_capture(&self, written: Written) -> Result<Resolved, SanFault> {
        let (us, to) = (self.turn(), written.to());
        let captured = self.role_number_at(to);
        let captured_at = match captured {
            0 if self.ep_square() == Some(to) => to.offset(us.fold_wb(-8, 8)).ok_or(SanFault::Illegal)?,
            0 => return Err(SanFault::Illegal),
            _ => to,
        };
        let (file, rank) = (written.file(), written.rank());
        let origins = attacks::pawn_attacks(!us, to) & self.our_men(Role::Pawn as u8) & given(file, rank);
        let mut legal = origins.into_iter().filter(|&from| self.is_safe_move(from, to, Some(captured_at)));
        let from = legal.next().ok_or(SanFault::Illegal)?;
        if legal.next().is_some() {
            return Err(SanFault::Ambiguous);
        }
        let played = match captured {
            0 => PackedMove::en_passant(from, to),
            _ => PackedMove::normal(Role::Pawn as u8, from, captured, to, written.promotion_number()),
        };
        let remarks = Remarks::default()
            .with_if(Remarks::OVER_DISAMBIGUATED, rank.is_some())
            .with_if(Remarks::MISSING_CAPTURE_SIGN, !written.has_capture_sign())
            .with_if(Remarks::MISSING_PAWN_FILE, file.is_none());
        Ok(Resolved { played, remarks })
    }

    #[cold]
    fn resolve_castling(&self, written: Written) -> Result<Resolved, SanFault> {
        let side = written.castling().ok_or(SanFault::Illegal)?;
        let rook = self.castling_rook(side).ok_or(SanFault::Illegal)?;
        if !self.is_legal_castling(side, rook) {
            return Err(SanFault::Illegal);
        }
        let played = PackedMove::castle(self.king(self.turn()), rook);
        Ok(Resolved { played, remarks: Remarks::default() })
    }

    /// UCI text: a king onto its own castling rook castles, and so does a king that would have to go two files or more
    /// to the castling square (policy P10: a single step never castles).
    #[cold]
    fn resolve_coordinates(&self, written: Written) -> Result<Resolved, SanFault> {
        let (Some(file), Some(rank)) = (written.file(), written.rank()) else { return Err(SanFault::Illegal) };
        let (from, to) = (Square::from_coords(file, rank), written.to());
        let promotion = role_of(written.promotion_number());
        let role = self.role_at(from).filter(|_| self.us().contains(from)).ok_or(SanFault::Illegal)?;
        if role == Role::King && promotion.is_none() {
            let side = CastlingSide::from_queen_side(to < from);
            let castling = if side.is_queen_side() { Written::CASTLE_A_SIDE } else { Written::CASTLE_H_SIDE };
            let rook = self.castling_rook(side);
            if rook == Some(to) {
                return self.resolve_castling(castling);
            }
            let is_far = from.file().distance(to.file()) > 1;
            if is_far && rook.is_some() && to == side.king_to(self.turn()) {
                let Resolved { played, remarks } = self.resolve_castling(castling)?;
                return Ok(Resolved { played, remarks: remarks.with_if(Remarks::CASTLING_BY_KING_TARGET, true) });
            }
        }
        let is_capture = if role == Role::Pawn { to.file() != from.file() } else { self.role_at(to).is_some() };
        let full = Written::normal(role, Some(file), Some(rank), is_capture, to, promotion);
        let Resolved { played, .. } = match role {
            Role::Pawn => self.resolve_pawn(full)?,
            role => self.resolve_piece(role as u8, full)?,
        };
        // Coordinates say everything twice by nature; only a wrong `x` is worth a word.
        let is_wrong_sign = written.has_capture_sign() && !is_capture;
        Ok(Resolved { played, remarks: Remarks::default().with_if(Remarks::WRONG_CAPTURE_SIGN, is_wrong_sign) })
    }
}

/// Squares that the origin of a text allows.
#[inline]
fn given(file: Option<File>, rank: Option<Rank>) -> Bitboard {
    file.map_or(Bitboard::FULL, Bitboard::from) & rank.map_or(Bitboard::FULL, Bitboard::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{CastlingMode, Chess, fen::Fen};

    fn check(fen: &str, text: &str, expected: Result<&str, SanFault>) {
        let chess: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Chess960).unwrap();
        let written = parse(text.as_bytes()).unwrap_or_else(|| panic!("`{text}` is a move text"));
        let found = Position::from_chess(&chess).resolve(written);
        let found = found.map(|resolved| resolved.played.unpack().to_uci(CastlingMode::Chess960).to_string());
        assert_eq!(found, expected.map(str::to_owned), "{fen} {text}");
    }

    fn spelling(text: &str) -> Spelling {
        parse(text.as_bytes()).unwrap().spelling()
    }

    #[test]
    fn pins_decide_between_rivals() {
        check("k3r3/8/8/8/8/8/N3N3/4K3 w - - 0 1", "Nc3", Ok("a2c3"));
        check("4k3/8/8/8/4N3/8/N3N3/4K3 w - - 0 1", "Nec3", Err(SanFault::Ambiguous));
        check("4k3/8/8/3PpP2/8/8/8/4K3 w - e6 0 1", "xe6", Err(SanFault::Ambiguous));
        check("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "exd6", Err(SanFault::Illegal));
    }

    #[test]
    fn king_steps_and_castlings_stay_apart() {
        check("1k6/8/8/8/8/8/8/5K1R w K - 0 1", "f1g1", Ok("f1g1"));
        check("1k6/8/8/8/8/8/8/5K1R w K - 0 1", "f1h1", Ok("f1h1"));
        check("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", Ok("e1h1"));
        check("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Kg1", Err(SanFault::Illegal));
        check("4k3/8/8/8/8/8/8/rR3K2 w Q - 0 1", "O-O-O", Err(SanFault::Illegal));
    }

    #[test]
    fn spellings_are_told() {
        assert_eq!(spelling("O-O-O+"), Spelling::default());
        assert_eq!(spelling("0–0–0"), Spelling::ZERO | Spelling::DASH);
        assert_eq!(spelling("oo"), Spelling::CASTLING_LETTERS);
        assert_eq!(spelling("e7e8q"), Spelling::COORDINATES);
        assert_eq!(spelling("Ng1-f3"), Spelling::LONG);
        assert_eq!(spelling("♘xf3"), Spelling::FIGURINE);
        assert_eq!(spelling("e8Q++"), Spelling::NO_EQUALS | Spelling::DOUBLE_PLUS);
        assert_eq!(spelling("e8(q)"), Spelling::PROMOTION_SIGN | Spelling::LOWER_CASE_PROMOTION);
        for text in ["nf3", "Sf3", "e9", "Nf33", "0-0-0-0", "good", "e8=K", "--+-", "O-", ""] {
            assert_eq!(parse(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn drops_keep_man_and_square() {
        for text in ["N@f3", "Q@h8#", "P@a2+"] {
            assert_eq!(
                Ok(parse(text.as_bytes()).unwrap().san_plus()),
                text.parse::<SanPlus>().map_err(|_| ()),
                "{text}"
            );
        }
    }

    #[test]
    fn shapes() {
        for text in ["nf3", "Sf3", "Nf9", "e8=S", "Кf3", "Lxc4+"] {
            assert!(is_move_shaped(text.as_bytes()), "{text}");
        }
        for text in ["good", "resigns", "e", "x", "1-2", "novelty2", "White"] {
            assert!(!is_move_shaped(text.as_bytes()), "{text}");
        }
    }
}
