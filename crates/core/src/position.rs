//! [`Position`], the board that games are replayed on.
//!
//! A legal position kept as bitboards and a mailbox, so that resolving a SAN text and playing it costs a fraction of a
//! generated move list. It knows nothing that shakmaty's [`Chess`] does not know, and is held to it ply by ply in the
//! tests. How a SAN text finds its move lives in [`crate::san`]; why a castling is refused, in [`crate::castling`].

use std::num::NonZeroU32;

use shakmaty::{
    Bitboard, Board, ByColor, ByRole, CastlingMode, CastlingSide, Chess, Color, EnPassantMode, Move, Piece,
    Position as _, PositionError, PositionErrorKinds, Rank, Role, Setup, Square, attacks,
};

/// A legal position.
///
/// The only way from a [`Setup`], which is what somebody wrote, is [`Position::from_setup`], which checks it. A move
/// passed to [`Position::play`] must be legal; [`Position::resolve`](crate::san) only returns such moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    by_role: [Bitboard; 7],
    by_color: [Bitboard; 2],
    mailbox: [Option<Role>; 64],
    kings: [Square; 2],
    castling_rights: Bitboard,
    turn: Color,
    ep_square: Option<Square>,
    is_check: bool,
    halfmoves: u32,
    fullmoves: NonZeroU32,
}

impl Position {
    /// The classical start position.
    pub fn standard() -> Position {
        Position::from_chess(&Chess::new())
    }

    /// Checks what was written and takes it as a position with Chess960 castling.
    ///
    /// Material that no game can reach, and checks that no move can give, are accepted: they do not keep anybody from
    /// playing on, and composed positions have them.
    ///
    /// # Errors
    ///
    /// What shakmaty refuses: kings missing or too many, pawns on a back rank, the side not to move in check, castling
    /// rights without king and rook, an impossible en passant square.
    pub fn from_setup(setup: Setup) -> Result<Position, PositionErrorKinds> {
        setup
            .position::<Chess>(CastlingMode::Chess960)
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)
            .map(|chess| Position::from_chess(&chess))
            .map_err(|error| error.kinds())
    }

    /// The same position as shakmaty's [`Chess`] holds it.
    pub fn from_chess(chess: &Chess) -> Position {
        let board = chess.board();
        let mut by_role = [Bitboard::EMPTY; 7];
        for role in Role::ALL {
            by_role[role as usize] = board.by_role(role);
        }
        let king = |color| board.king_of(color).expect("a legal position has both kings");
        Position {
            by_role,
            by_color: [board.black(), board.white()],
            mailbox: std::array::from_fn(|square| board.role_at(Square::new(square as u32))),
            kings: [king(Color::Black), king(Color::White)],
            castling_rights: chess.castles().castling_rights(),
            turn: chess.turn(),
            ep_square: chess.maybe_ep_square(),
            is_check: chess.is_check(),
            halfmoves: chess.halfmoves(),
            fullmoves: chess.fullmoves(),
        }
    }

    /// The position as a FEN would write it. The en passant square is kept after every double step.
    pub fn to_setup(&self) -> Setup {
        Setup {
            board: self.board(),
            turn: self.turn,
            castling_rights: self.castling_rights,
            ep_square: self.ep_square,
            halfmoves: self.halfmoves,
            fullmoves: self.fullmoves,
            ..Setup::empty()
        }
    }

    /// The position as shakmaty's [`Chess`], for everything that is not worth doing twice.
    pub fn to_chess(&self) -> Chess {
        self.to_setup()
            .position::<Chess>(CastlingMode::Chess960)
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)
            .expect("a position stays legal")
    }

    /// The men on the board.
    pub fn board(&self) -> Board {
        let by_role = ByRole::new_with(|role| self.by_role[role as usize]);
        let by_color = ByColor { black: self.by_color[0], white: self.by_color[1] };
        Board::try_from_bitboards(by_role, by_color).expect("every man has one role and one colour")
    }

    /// Side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Squares of the rooks that may still castle.
    #[inline]
    pub fn castling_rights(&self) -> Bitboard {
        self.castling_rights
    }

    /// The square behind a pawn that has just made a double step, whether or not it can be captured there.
    #[inline]
    pub fn ep_square(&self) -> Option<Square> {
        self.ep_square
    }

    /// Plies since the last capture or pawn move.
    #[inline]
    pub fn halfmoves(&self) -> u32 {
        self.halfmoves
    }

    /// Number of the move to come, from 1.
    #[inline]
    pub fn fullmoves(&self) -> u32 {
        self.fullmoves.get()
    }

    /// The king of a side.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.kings[color as usize]
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn is_check(&self) -> bool {
        self.is_check
    }

    /// What stands on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let role = self.mailbox[square as usize]?;
        Some(Piece { color: Color::from_white(self.by_color[1].contains(square)), role })
    }

    /// The rook of the side to move that may castle to this side.
    #[inline]
    pub fn castling_rook(&self, side: CastlingSide) -> Option<Square> {
        let king = self.king(self.turn);
        let rooks = self.castling_rights & self.us();
        match side {
            CastlingSide::QueenSide => rooks.first().filter(|&rook| rook < king),
            CastlingSide::KingSide => rooks.last().filter(|&rook| rook > king),
        }
    }

    /// Whether the side to move has a legal move. Without one it is mated or stalemated.
    pub fn has_legal_move(&self) -> bool {
        let king = self.king(self.turn);
        let step = (attacks::king_attacks(king) & !self.us()).into_iter().any(|to| self.is_safe_king_step(king, to));
        step || !self.to_chess().legal_moves().is_empty()
    }

    /// Whether the side to move is mated.
    pub fn is_checkmate(&self) -> bool {
        self.is_check && !self.has_legal_move()
    }

    /// Plays a legal move.
    pub fn play(&mut self, played: Move) {
        let us = self.turn;
        let mut zeroing = false;
        let ep_square = self.ep_square.take();
        // Squares from which the move can give check, directly or by uncovering a line.
        let gives_check = match played {
            Move::Normal { role, from, capture, to, promotion } => {
                if let Some(captured) = capture {
                    self.remove(to, captured, !us);
                    self.castling_rights.discard(to);
                    zeroing = true;
                }
                let placed = promotion.unwrap_or(role);
                self.remove(from, role, us);
                self.place(to, placed, us);
                match role {
                    Role::Pawn => {
                        zeroing = true;
                        if (from as i32 - to as i32).abs() == 16 {
                            self.ep_square = Some(Square::new((from as u32 + to as u32) / 2));
                        }
                    }
                    Role::King => {
                        self.kings[us as usize] = to;
                        self.castling_rights.discard(us.backrank());
                    }
                    Role::Rook => self.castling_rights.discard(from),
                    _ => {}
                }
                self.checks_enemy_king(us, placed, from, to)
            }
            Move::EnPassant { from, to } => {
                debug_assert_eq!(ep_square, Some(to));
                self.remove(Square::from_coords(to.file(), from.rank()), Role::Pawn, !us);
                self.remove(from, Role::Pawn, us);
                self.place(to, Role::Pawn, us);
                zeroing = true;
                self.is_attacked_by(self.king(!us), us, self.occupied())
            }
            Move::Castle { king, rook } => {
                let side = CastlingSide::from_queen_side(rook < king);
                self.remove(king, Role::King, us);
                self.remove(rook, Role::Rook, us);
                self.place(side.king_to(us), Role::King, us);
                self.place(side.rook_to(us), Role::Rook, us);
                self.kings[us as usize] = side.king_to(us);
                self.castling_rights.discard(us.backrank());
                self.is_attacked_by(self.king(!us), us, self.occupied())
            }
            Move::Put { .. } => unreachable!("chess has no drops"),
        };
        self.is_check = gives_check;
        self.halfmoves = if zeroing { 0 } else { self.halfmoves.saturating_add(1) };
        self.end_turn();
    }

    /// Passes, as a null move in an annotation does.
    ///
    /// The move number goes on as if a move had been made. Returns false and changes nothing when the side to move is
    /// in check: passing would leave its king to be taken.
    #[must_use]
    pub fn pass(&mut self) -> bool {
        if self.is_check {
            return false;
        }
        self.ep_square = None;
        self.halfmoves = self.halfmoves.saturating_add(1);
        self.end_turn();
        true
    }

    fn end_turn(&mut self) {
        if self.turn == Color::Black {
            self.fullmoves = self.fullmoves.saturating_add(1);
        }
        self.turn = !self.turn;
    }

    #[inline]
    fn place(&mut self, square: Square, role: Role, color: Color) {
        self.by_role[role as usize].0 |= 1 << square as u32;
        self.by_color[color as usize].0 |= 1 << square as u32;
        self.mailbox[square as usize] = Some(role);
    }

    #[inline]
    fn remove(&mut self, square: Square, role: Role, color: Color) {
        self.by_role[role as usize].0 &= !(1 << square as u32);
        self.by_color[color as usize].0 &= !(1 << square as u32);
        self.mailbox[square as usize] = None;
    }

    #[inline]
    pub(crate) fn occupied(&self) -> Bitboard {
        self.by_color[0] | self.by_color[1]
    }

    #[inline]
    pub(crate) fn us(&self) -> Bitboard {
        self.by_color[self.turn as usize]
    }

    #[inline]
    pub(crate) fn them(&self) -> Bitboard {
        self.by_color[!self.turn as usize]
    }

    #[inline]
    pub(crate) fn by_role(&self, role: Role) -> Bitboard {
        self.by_role[role as usize]
    }

    #[inline]
    pub(crate) fn role_at(&self, square: Square) -> Option<Role> {
        self.mailbox[square as usize]
    }

    /// Whether the man just placed on `to` attacks the enemy king, or a line through `from` now does.
    #[inline]
    fn checks_enemy_king(&self, us: Color, placed: Role, from: Square, to: Square) -> bool {
        let king = self.king(!us);
        let direct = match placed {
            Role::Pawn => attacks::pawn_attacks(us, to).contains(king),
            Role::Knight => attacks::knight_attacks(to).contains(king),
            _ => false,
        };
        let on_line = attacks::ray(king, to).any() || attacks::ray(king, from).any();
        direct || (on_line && self.sliders_attack(king, self.by_color[us as usize], self.occupied()))
    }

    #[inline]
    fn sliders_attack(&self, square: Square, attackers: Bitboard, occupied: Bitboard) -> bool {
        let straight = (self.by_role(Role::Rook) | self.by_role(Role::Queen)) & attackers;
        let diagonal = (self.by_role(Role::Bishop) | self.by_role(Role::Queen)) & attackers;
        (attacks::rook_attacks(square, occupied) & straight).any()
            || (attacks::bishop_attacks(square, occupied) & diagonal).any()
    }

    /// Whether a side attacks a square, given what stands in the way.
    fn is_attacked_by(&self, square: Square, attacker: Color, occupied: Bitboard) -> bool {
        self.is_attacked_by_men(square, attacker, self.by_color[attacker as usize], occupied)
    }

    fn is_attacked_by_men(&self, square: Square, attacker: Color, men: Bitboard, occupied: Bitboard) -> bool {
        let steppers = (attacks::knight_attacks(square) & self.by_role(Role::Knight))
            | (attacks::pawn_attacks(!attacker, square) & self.by_role(Role::Pawn))
            | (attacks::king_attacks(square) & self.by_role(Role::King));
        (steppers & men).any() || self.sliders_attack(square, men, occupied)
    }

    /// Whether the king of the side to move may step to a square next to it that no own man holds.
    #[inline]
    pub(crate) fn is_safe_king_step(&self, king: Square, to: Square) -> bool {
        let occupied = self.occupied().without(king).with(to);
        !self.is_attacked_by_men(to, !self.turn, self.them().without(to), occupied)
    }

    /// Whether a move of another man than the king leaves the own king unattacked.
    ///
    /// `captured` is the square of the man that is taken, which for en passant is not the destination.
    #[inline]
    pub(crate) fn is_safe_move(&self, from: Square, to: Square, captured: Option<Square>) -> bool {
        let king = self.king(self.turn);
        let is_en_passant = captured.is_some_and(|square| square != to);
        if !self.is_check && !is_en_passant && attacks::ray(king, from).is_empty() {
            return true;
        }
        let mut occupied = self.occupied().without(from).with(to);
        let mut enemies = self.them();
        if let Some(square) = captured {
            enemies.discard(square);
            if square != to {
                occupied.discard(square);
            }
        }
        !self.is_attacked_by_men(king, !self.turn, enemies, occupied)
    }

    /// Whether castling to this side with its rook is legal. The rules are told in full by [`crate::castling`].
    pub(crate) fn is_legal_castling(&self, side: CastlingSide, rook: Square) -> bool {
        let us = self.turn;
        let king = self.king(us);
        let (king_to, rook_to) = (side.king_to(us), side.rook_to(us));
        let king_way = attacks::between(king, king_to).with(king_to);
        let rook_way = attacks::between(rook, rook_to).with(rook_to);
        if ((king_way | rook_way).without(king).without(rook) & self.occupied()).any() || self.is_check {
            return false;
        }
        let without_king = self.occupied().without(king);
        let crossed_is_attacked =
            attacks::between(king, king_to).into_iter().any(|square| self.is_attacked_by(square, !us, without_king));
        let after = self.occupied().without(king).without(rook).with(king_to).with(rook_to);
        !crossed_is_attacked && !self.is_attacked_by(king_to, !us, after)
    }

    /// Double step of a pawn to this square: where it comes from.
    #[inline]
    pub(crate) fn double_step_rank(&self) -> Rank {
        self.turn.fold_wb(Rank::Fourth, Rank::Fifth)
    }
}

impl From<&Position> for Chess {
    fn from(position: &Position) -> Chess {
        position.to_chess()
    }
}

impl PartialEq<Chess> for Position {
    /// Equal in every field that a FEN has, the clocks included.
    fn eq(&self, other: &Chess) -> bool {
        self.to_setup() == other.to_setup(EnPassantMode::Always) && self.is_check == other.is_check()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::fen::Fen;

    fn check(fen: &str, expect_check: bool, expect_move: bool) {
        let chess: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Chess960).unwrap();
        let position = Position::from_chess(&chess);
        assert_eq!(position.is_check(), expect_check, "{fen}");
        assert_eq!(position.has_legal_move(), expect_move, "{fen}");
        assert!(position == chess, "{fen}");
    }

    #[test]
    fn mate_and_stalemate() {
        check("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", true, false);
        check("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", false, false);
        check("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false, true);
    }

    #[test]
    fn passing_in_check_is_refused() {
        let mut position = Position::standard();
        assert!(position.pass());
        assert_eq!(position.turn(), Color::Black);
        let setup = "4k3/8/8/8/8/8/8/4R2K b - - 0 1".parse::<Fen>().unwrap().into_setup();
        let mut position = Position::from_setup(setup).unwrap();
        assert!(!position.pass());
    }
}
