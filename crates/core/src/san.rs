//! SAN text to move: reading the text in every spelling that is met, and resolving it over bitboards.
//!
//! [`parse`] reads a token, [`Position::resolve`] finds the move it names. Both are held to shakmaty's `San` in the
//! tests: for a text in export spelling they give the same answer. Accepted beyond PGN-8.2.3 are the spellings named by
//! [`Spelling`]; each is told, so that a rule can report it, and none changes which move is meant.

use shakmaty::{
    Bitboard, CastlingSide, File, Move, Rank, Role, Square, attacks,
    san::{San, SanPlus, Suffix},
};

use crate::position::Position;

/// A move as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// The move. For [`Spelling::COORDINATES`] it is a pawn move whose file and rank are the origin square.
    pub san: San,
    /// `+` or `#`.
    pub suffix: Option<Suffix>,
    /// How the text departs from export spelling.
    pub spelling: Spelling,
}

impl Written {
    /// The move in pgn-reader's and shakmaty's words.
    pub fn san_plus(&self) -> SanPlus {
        SanPlus { san: self.san, suffix: self.suffix }
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
    pub played: Move,
    /// Where text and board disagree without doubt about the move.
    pub remarks: Remarks,
}

/// Faults of a move text that leave one legal move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Remarks {
    /// Origin file or rank given although no other such man can legally go there (PGN-8.2.3.4).
    pub over_disambiguated: bool,
    /// A capture without `x`.
    pub missing_capture_sign: bool,
    /// An `x` although nothing is captured.
    pub wrong_capture_sign: bool,
    /// A pawn capture without the file the pawn comes from.
    pub missing_pawn_file: bool,
    /// A castling given by the king's destination: `e1g1`.
    pub castling_by_king_target: bool,
}

impl Remarks {
    /// Nothing to remark.
    #[inline]
    pub fn is_empty(self) -> bool {
        self == Remarks::default()
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

/// The spelling of export format, which is nearly every token there is.
#[inline]
fn parse_export(token: &[u8]) -> Option<Written> {
    let (body, suffix) = match token {
        [body @ .., b'+'] => (body, Some(Suffix::Check)),
        [body @ .., b'#'] => (body, Some(Suffix::Checkmate)),
        body => (body, None),
    };
    let normal = |role, file, rank, capture, to: (u8, u8), promotion| {
        let to = Square::from_coords(file_of(to.0)?, rank_of(to.1)?);
        Some(San::Normal { role, file, rank, capture, to, promotion })
    };
    let san = match *body {
        [file @ b'a'..=b'h', rank] => normal(Role::Pawn, None, None, false, (file, rank), None)?,
        [from @ b'a'..=b'h', b'x', file, rank] => {
            normal(Role::Pawn, Some(file_of(from)?), None, true, (file, rank), None)?
        }
        [file @ b'a'..=b'h', rank, b'=', piece] => {
            normal(Role::Pawn, None, None, false, (file, rank), Some(promotion_of(piece)?))?
        }
        [from @ b'a'..=b'h', b'x', file, rank, b'=', piece] => {
            normal(Role::Pawn, Some(file_of(from)?), None, true, (file, rank), Some(promotion_of(piece)?))?
        }
        [b'O', b'-', b'O'] => San::Castle(CastlingSide::KingSide),
        [b'O', b'-', b'O', b'-', b'O'] => San::Castle(CastlingSide::QueenSide),
        [piece, file, rank] => normal(piece_of(piece)?, None, None, false, (file, rank), None)?,
        [piece, b'x', file, rank] => normal(piece_of(piece)?, None, None, true, (file, rank), None)?,
        [piece, from, file, rank] => {
            let role = piece_of(piece)?;
            match file_of(from) {
                Some(from) => normal(role, Some(from), None, false, (file, rank), None)?,
                None => normal(role, None, Some(rank_of(from)?), false, (file, rank), None)?,
            }
        }
        [piece, from, b'x', file, rank] => {
            let role = piece_of(piece)?;
            match file_of(from) {
                Some(from) => normal(role, Some(from), None, true, (file, rank), None)?,
                None => normal(role, None, Some(rank_of(from)?), true, (file, rank), None)?,
            }
        }
        [piece, from_file, from_rank, file, rank] => {
            let (from_file, from_rank) = (Some(file_of(from_file)?), Some(rank_of(from_rank)?));
            normal(piece_of(piece)?, from_file, from_rank, false, (file, rank), None)?
        }
        [piece, from_file, from_rank, b'x', file, rank] => {
            let (from_file, from_rank) = (Some(file_of(from_file)?), Some(rank_of(from_rank)?));
            normal(piece_of(piece)?, from_file, from_rank, true, (file, rank), None)?
        }
        _ => return None,
    };
    Some(Written { san, suffix, spelling: Spelling::default() })
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
    let san = match body {
        "--" | "Z0" | "<>" | "null" | "pass" | "@@@@" | "0000" => San::Null,
        _ => match parse_castling(body, &mut spelling) {
            Some(side) => San::Castle(side),
            None => parse_squares(body, &mut spelling)?,
        },
    };
    Some(Written { san, suffix, spelling })
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

fn parse_squares(body: &str, spelling: &mut Spelling) -> Option<San> {
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
        return Some(San::Put { role, to: square.parse().ok()? });
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
    Some(San::Normal { role, file, rank, capture, to, promotion })
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
    Some(match byte {
        b'N' => Role::Knight,
        b'B' => Role::Bishop,
        b'R' => Role::Rook,
        b'Q' => Role::Queen,
        b'K' => Role::King,
        _ => return None,
    })
}

fn promotion_of(byte: u8) -> Option<Role> {
    piece_of(byte).filter(|&role| role != Role::King)
}

impl Position {
    /// Finds the legal move that a text names.
    ///
    /// # Errors
    ///
    /// [`SanFault::Illegal`] when no legal move matches, [`SanFault::Ambiguous`] when several do. A missing or wrong `x`
    /// is a remark, not an error, and the check sign is not looked at: see [`Position::is_check`] after the move.
    #[inline]
    pub fn resolve(&self, written: &Written) -> Result<Resolved, SanFault> {
        match written.san {
            San::Normal { file: Some(file), rank: Some(rank), capture, to, promotion, .. }
                if written.spelling.contains(Spelling::COORDINATES) =>
            {
                self.resolve_coordinates(Square::from_coords(file, rank), to, capture, promotion)
            }
            San::Normal { role: Role::Pawn, file, rank, capture, to, promotion } => {
                self.resolve_pawn(file, rank, capture, to, promotion)
            }
            San::Normal { promotion: Some(_), .. } => Err(SanFault::Illegal),
            San::Normal { role, file, rank, capture, to, .. } => self.resolve_piece(role, file, rank, capture, to),
            San::Castle(side) => self.resolve_castling(side),
            San::Put { .. } => Err(SanFault::Illegal),
            San::Null => Err(SanFault::Null),
        }
    }

    /// The legal moves among which an ambiguous text does not choose.
    pub fn candidates(&self, written: &Written) -> Vec<Move> {
        let San::Normal { role, file, rank, to, promotion, .. } = written.san else { return Vec::new() };
        let matches = |from: Square| file.is_none_or(|f| f == from.file()) && rank.is_none_or(|r| r == from.rank());
        self.to_chess_moves(role, to).filter(|m| m.from().is_some_and(matches) && m.promotion() == promotion).collect()
    }

    fn to_chess_moves(&self, role: Role, to: Square) -> impl Iterator<Item = Move> {
        shakmaty::Position::san_candidates(&self.to_chess(), role, to).into_iter()
    }

    #[inline]
    fn resolve_piece(
        &self,
        role: Role,
        file: Option<File>,
        rank: Option<Rank>,
        capture: bool,
        to: Square,
    ) -> Result<Resolved, SanFault> {
        if self.us().contains(to) {
            return Err(SanFault::Illegal);
        }
        let captured = self.role_at(to);
        let reach = match role {
            Role::Knight => attacks::knight_attacks(to),
            Role::Bishop => attacks::bishop_attacks(to, self.occupied()),
            Role::Rook => attacks::rook_attacks(to, self.occupied()),
            Role::Queen => attacks::queen_attacks(to, self.occupied()),
            Role::King | Role::Pawn => attacks::king_attacks(to),
        } & self.by_role(role)
            & self.us();
        let captured_at = captured.map(|_| to);
        let mut given = Bitboard::FULL;
        if let Some(file) = file {
            given &= Bitboard::from(file);
        }
        if let Some(rank) = rank {
            given &= Bitboard::from(rank);
        }
        let is_legal = |from: Square| {
            if role == Role::King { self.is_safe_king_step(from, to) } else { self.is_safe_move(from, to, captured_at) }
        };
        let mut legal = (reach & given).into_iter().filter(|&from| is_legal(from));
        let from = legal.next().ok_or(SanFault::Illegal)?;
        if legal.next().is_some() {
            return Err(SanFault::Ambiguous);
        }
        let over_disambiguated = (file.is_some() || rank.is_some()) && {
            let rivals: Bitboard = (reach.without(from)).into_iter().filter(|&rival| is_legal(rival)).collect();
            let file_is_enough = (rivals & Bitboard::from(from.file())).is_empty();
            let rank_is_enough = (rivals & Bitboard::from(from.rank())).is_empty();
            rivals.is_empty() || (file.is_some() && rank.is_some() && (file_is_enough || rank_is_enough))
        };
        Ok(Resolved {
            played: Move::Normal { role, from, capture: captured, to, promotion: None },
            remarks: Remarks {
                over_disambiguated,
                missing_capture_sign: captured.is_some() && !capture,
                wrong_capture_sign: captured.is_none() && capture,
                ..Remarks::default()
            },
        })
    }

    #[inline]
    fn resolve_pawn(
        &self,
        file: Option<File>,
        rank: Option<Rank>,
        capture: bool,
        to: Square,
        promotion: Option<Role>,
    ) -> Result<Resolved, SanFault> {
        let us = self.turn();
        if self.us().contains(to) || promotion.is_some() != (to.rank() == (!us).backrank()) {
            return Err(SanFault::Illegal);
        }
        let pawns = self.by_role(Role::Pawn) & self.us();
        let is_capture = capture || file.is_some_and(|file| file != to.file());
        let mut remarks = Remarks { missing_capture_sign: is_capture && !capture, ..Remarks::default() };
        if !is_capture {
            if self.role_at(to).is_some() {
                return Err(SanFault::Illegal);
            }
            let back = us.fold_wb(-8, 8);
            let behind = to.offset(back).ok_or(SanFault::Illegal)?;
            let from = if pawns.contains(behind) {
                behind
            } else if to.rank() == self.double_step_rank() && self.role_at(behind).is_none() {
                behind.offset(back).filter(|&from| pawns.contains(from)).ok_or(SanFault::Illegal)?
            } else {
                return Err(SanFault::Illegal);
            };
            if rank.is_some_and(|rank| rank != from.rank()) || !self.is_safe_move(from, to, None) {
                return Err(SanFault::Illegal);
            }
            remarks.over_disambiguated = file.is_some() || rank.is_some();
            let played = Move::Normal { role: Role::Pawn, from, capture: None, to, promotion };
            return Ok(Resolved { played, remarks });
        }
        let captured = self.role_at(to);
        let captured_at = match captured {
            Some(_) => to,
            None if self.ep_square() == Some(to) => to.offset(us.fold_wb(-8, 8)).ok_or(SanFault::Illegal)?,
            None => return Err(SanFault::Illegal),
        };
        let mut froms = attacks::pawn_attacks(!us, to) & pawns;
        if let Some(file) = file {
            froms &= Bitboard::from(file);
        }
        if let Some(rank) = rank {
            froms &= Bitboard::from(rank);
            remarks.over_disambiguated = true;
        }
        remarks.missing_pawn_file = file.is_none();
        let mut legal = froms.into_iter().filter(|&from| self.is_safe_move(from, to, Some(captured_at)));
        let from = legal.next().ok_or(SanFault::Illegal)?;
        if legal.next().is_some() {
            return Err(SanFault::Ambiguous);
        }
        let played = match captured {
            Some(_) => Move::Normal { role: Role::Pawn, from, capture: captured, to, promotion },
            None => Move::EnPassant { from, to },
        };
        Ok(Resolved { played, remarks })
    }

    #[inline]
    fn resolve_castling(&self, side: CastlingSide) -> Result<Resolved, SanFault> {
        let rook = self.castling_rook(side).ok_or(SanFault::Illegal)?;
        if !self.is_legal_castling(side, rook) {
            return Err(SanFault::Illegal);
        }
        let played = Move::Castle { king: self.king(self.turn()), rook };
        Ok(Resolved { played, remarks: Remarks::default() })
    }

    /// UCI text: a king onto its own castling rook castles, and so does a king that would have to go two files or more
    /// to the castling square (policy P10: a single step never castles).
    #[cold]
    fn resolve_coordinates(
        &self,
        from: Square,
        to: Square,
        capture: bool,
        promotion: Option<Role>,
    ) -> Result<Resolved, SanFault> {
        let role = self.role_at(from).filter(|_| self.us().contains(from)).ok_or(SanFault::Illegal)?;
        if role == Role::King && promotion.is_none() {
            let side = CastlingSide::from_queen_side(to < from);
            let rook = self.castling_rook(side);
            if rook == Some(to) {
                return self.resolve_castling(side);
            }
            let is_far = from.file().distance(to.file()) > 1;
            if is_far && rook.is_some() && to == side.king_to(self.turn()) {
                let mut castling = self.resolve_castling(side)?;
                castling.remarks.castling_by_king_target = true;
                return Ok(castling);
            }
        }
        let (file, rank) = (Some(from.file()), Some(from.rank()));
        let mut resolved = match role {
            Role::Pawn => self.resolve_pawn(file, rank, to.file() != from.file(), to, promotion)?,
            _ if promotion.is_some() => return Err(SanFault::Illegal),
            _ => self.resolve_piece(role, file, rank, self.role_at(to).is_some(), to)?,
        };
        // Coordinates say everything twice by nature; only a wrong `x` is worth a word.
        resolved.remarks =
            Remarks { wrong_capture_sign: capture && !resolved.played.is_capture(), ..Remarks::default() };
        Ok(resolved)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{CastlingMode, Chess, fen::Fen};

    fn check(fen: &str, text: &str, expected: Result<&str, SanFault>) {
        let chess: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Chess960).unwrap();
        let written = parse(text.as_bytes()).unwrap_or_else(|| panic!("`{text}` is a move text"));
        let found = Position::from_chess(&chess).resolve(&written);
        let found = found.map(|resolved| resolved.played.to_uci(CastlingMode::Chess960).to_string());
        assert_eq!(found, expected.map(str::to_owned), "{fen} {text}");
    }

    fn spelling(text: &str) -> Spelling {
        parse(text.as_bytes()).unwrap().spelling
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
    fn shapes() {
        for text in ["nf3", "Sf3", "Nf9", "e8=S", "Кf3", "Lxc4+"] {
            assert!(is_move_shaped(text.as_bytes()), "{text}");
        }
        for text in ["good", "resigns", "e", "x", "1-2", "novelty2", "White"] {
            assert!(!is_move_shaped(text.as_bytes()), "{text}");
        }
    }
}
