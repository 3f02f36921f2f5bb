//! SAN text to move: reading the text in every spelling that is met, and resolving it over bitboards.
//!
//! [`parse`] reads a token, [`Position::resolve`] finds the move it names. Both are held to shakmaty's `San` in the
//! tests: for a text in export spelling they give the same answer. Accepted beyond PGN-8.2.3 are the spellings named by
//! [`Spelling`]; each is told, so that a rule can report it, and none changes which move is meant.

mod read;
mod written;

use shakmaty::{Bitboard, CastlingSide, File, Move, Rank, Role, Square, attacks, san::San};

use crate::{
    packed_move::{PackedMove, role_of},
    position::{Position, reach},
};

pub use read::{is_dash, is_move_shaped, parse, parse_export, parse_short};
pub use written::{Spelling, Written};

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
    /// Origin rank given where the origin file would tell the move, which goes first (PGN-8.2.3.4).
    pub const RANK_FOR_FILE: Remarks = Remarks(1 << 5);

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

    #[cold]
    fn with_wrong_sign(self, is_capture: bool) -> Remarks {
        let fault = if is_capture { Remarks::MISSING_CAPTURE_SIGN } else { Remarks::WRONG_CAPTURE_SIGN };
        self.with_if(fault, true)
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

impl Position {
    /// Finds the legal move that a text names.
    ///
    /// # Errors
    ///
    /// [`SanFault::Illegal`] when no legal move matches, [`SanFault::Ambiguous`] when several do. A missing or wrong
    /// `x` is a remark, not an error, and the check sign is not looked at: see [`Position::is_check`] after the move.
    // What most moves need becomes a part of the loop over moves, and what few need is out of line.
    #[inline(always)]
    pub fn resolve(&self, written: Written) -> Result<Resolved, SanFault> {
        const PAWN: u8 = Role::Pawn as u8;
        match written.role_number() {
            0 => self.resolve_other(written),
            _ if written.spelling().contains(Spelling::COORDINATES) => self.resolve_coordinates(written),
            PAWN => self.resolve_pawn(written),
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

    #[inline(always)]
    fn resolve_piece(&self, role: u8, written: Written) -> Result<Resolved, SanFault> {
        let to = written.to();
        let captured = self.role_number_at(to);
        let origins = reach(role, to) & self.our_men(role);
        if self.us().contains(to) | (written.promotion_number() != 0) {
            return Err(SanFault::Illegal);
        }
        let candidates = if written.has_origin() { origins & given(written.file(), written.rank()) } else { origins };
        let from = match candidates.single_square() {
            Some(only) if self.is_legal_piece_move(role, only, to) => only,
            Some(_) => return Err(SanFault::Illegal),
            None => self.only_legal(role, candidates, to)?,
        };
        let has_origin = written.has_origin();
        let mut remarks =
            if has_origin { self.remarks_on_origin(role, origins, from, written) } else { Remarks::default() };
        let is_capture = captured != 0;
        if is_capture != written.has_capture_sign() {
            remarks = remarks.with_wrong_sign(is_capture);
        }
        Ok(Resolved { played: PackedMove::normal(role, from, captured, to, 0), remarks })
    }

    #[inline]
    fn is_legal_piece_move(&self, role: u8, from: Square, to: Square) -> bool {
        if role == Role::King as u8 {
            self.is_safe_king_step(from, to)
        } else {
            self.has_free_way(role, from, to) && self.is_safe_move(from, to, to)
        }
    }

    /// The only legal one of several origins.
    #[inline(never)]
    fn only_legal(&self, role: u8, candidates: Bitboard, to: Square) -> Result<Square, SanFault> {
        let mut legal = candidates.into_iter().filter(|&from| self.is_legal_piece_move(role, from, to));
        let from = legal.next().ok_or(SanFault::Illegal)?;
        if legal.next().is_some() { Err(SanFault::Ambiguous) } else { Ok(from) }
    }

    /// Whether less of the origin would do, or its file instead of its rank (PGN-8.2.3.4: only legal rivals count).
    #[inline(never)]
    fn remarks_on_origin(&self, role: u8, origins: Bitboard, from: Square, written: Written) -> Remarks {
        let to = written.to();
        let is_legal = |&rival: &Square| self.is_legal_piece_move(role, rival, to);
        let rivals: Bitboard = origins.without(from).into_iter().filter(is_legal).collect();
        let file_is_enough = (rivals & Bitboard::from(from.file())).is_empty();
        let rank_is_enough = (rivals & Bitboard::from(from.rank())).is_empty();
        let is_whole_square = written.file().is_some() && written.rank().is_some();
        let is_too_much = rivals.is_empty() || (is_whole_square && (file_is_enough || rank_is_enough));
        Remarks::default()
            .with_if(Remarks::OVER_DISAMBIGUATED, is_too_much)
            .with_if(Remarks::RANK_FOR_FILE, !is_too_much && written.file().is_none() && file_is_enough)
    }

    #[inline(always)]
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

    #[inline(always)]
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
        if rank.is_some_and(|rank| rank != from.rank()) || !self.is_safe_move(from, to, to) {
            return Err(SanFault::Illegal);
        }
        Ok(Resolved {
            played: PackedMove::normal(Role::Pawn as u8, from, 0, to, written.promotion_number()),
            remarks: Remarks::default().with_if(Remarks::OVER_DISAMBIGUATED, file.is_some() || rank.is_some()),
        })
    }

    #[inline(never)]
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
        let mut legal = origins.into_iter().filter(|&from| self.is_safe_move(from, to, captured_at));
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

    /// What is no move of a man.
    #[cold]
    fn resolve_other(&self, written: Written) -> Result<Resolved, SanFault> {
        match written.castling() {
            Some(_) => self.resolve_castling(written),
            None if written.san() == San::Null => Err(SanFault::Null),
            None => Err(SanFault::Illegal),
        }
    }

    fn resolve_castling(&self, written: Written) -> Result<Resolved, SanFault> {
        let side = written.castling().ok_or(SanFault::Illegal)?;
        let rook = self.castling_rook(side).ok_or(SanFault::Illegal)?;
        if !self.is_legal_castling(side, rook) {
            return Err(SanFault::Illegal);
        }
        let played = PackedMove::castle(self.king(self.turn()), rook);
        Ok(Resolved { played, remarks: Remarks::default() })
    }

    /// Whether the side to move may castle to this side now.
    pub fn may_castle(&self, side: crate::CastlingSide) -> bool {
        let side = side.into();
        self.castling_rook(side).is_some_and(|rook| self.is_legal_castling(side, rook))
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
    fn short_texts_read_the_same() {
        let origins =
            ["", "e", "3", "x", "ex", "e4", "K", "Q", "R", "B", "N", "P", "n", "Nx", "Ne", "N3", "Ne4", "Nexf"];
        let targets = ["a1", "h8", "e9", "i4", "4e", "xe4", "e8=Q", "O-O", "O-O-O", "x", "", "\u{e9}"];
        for (origin, target) in origins.into_iter().flat_map(|origin| targets.map(|target| (origin, target))) {
            for sign in ["", "+", "#", "++", "=", "!"] {
                let text = format!("{origin}{target}{sign}");
                if !(1..8).contains(&text.len()) {
                    continue;
                }
                let expected = parse_export(text.as_bytes());
                for behind in [" Nf3+ e4 ", "\nN+xxxxxx", "\0\0\0\0\0\0\0\0"] {
                    let bytes = text.bytes().chain(behind.bytes()).take(8).collect::<Vec<_>>();
                    let found = parse_short(bytes.try_into().unwrap(), text.len());
                    let is_short = matches!(origin, "" | "ex" | "K" | "Q" | "R" | "B" | "N" | "Nx");
                    let is_square = matches!(target, "a1" | "h8" | "xe4");
                    let is_known = expected.is_some() && is_short && is_square;
                    assert_eq!(found, expected.filter(|_| is_known || found.is_some()), "{text}");
                }
            }
        }
    }

    #[test]
    fn drops_keep_man_and_square() {
        for text in ["N@f3", "Q@h8#", "P@a2+"] {
            assert_eq!(
                Ok(parse(text.as_bytes()).unwrap().san_plus()),
                text.parse::<shakmaty::san::SanPlus>().map_err(|_| ()),
                "{text}"
            );
        }
    }

    #[test]
    fn shapes() {
        for text in
            ["nf3", "Sf3", "Nf9", "e8=S", "Кf3", "Lxc4+", "O-O-O-O", "0-0-0-0", "O–O–O–O", "Ng", "Nff", "Rel", "Bxf"]
        {
            assert!(is_move_shaped(text.as_bytes()), "{text}");
        }
        for text in ["good", "resigns", "e", "x", "1-2", "novelty2", "White", "N", "Black", "Knight", "Re:"] {
            assert!(!is_move_shaped(text.as_bytes()), "{text}");
        }
    }
}
