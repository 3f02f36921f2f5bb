//! [`Position`], the board that games are replayed on.
//!
//! A legal position kept as bitboards and a mailbox, so that resolving a SAN text and playing it costs a fraction of a
//! generated move list. It knows nothing that shakmaty's [`Chess`] does not know, and is held to it ply by ply in the
//! tests. How a SAN text finds its move lives in [`crate::san`]; why a castling is refused, in [`crate::castling`];
//! what draws a game, in `draws`.

use std::{num::NonZeroU32, sync::LazyLock};

use crate::packed_move::{PackedMove, role_of};

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
    /// By the numbers of the roles; the first and the last are empty, so that three bits are always an index.
    by_role: [Bitboard; 8],
    by_color: [Bitboard; 2],
    /// Numbers of the roles, 0 on an empty square.
    mailbox: [u8; 64],
    kings: [Square; 2],
    turn: Color,
    state: State,
}

/// What a move taken back does not tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    castling_rights: Bitboard,
    halfmoves: u32,
    fullmoves: NonZeroU32,
    ep_square: Option<Square>,
    is_check: bool,
}

const PAWN: u8 = Role::Pawn as u8;
const KING: u8 = Role::King as u8;

impl From<Move> for PackedMove {
    /// Packs a move of chess.
    ///
    /// # Panics
    ///
    /// For a drop, which is no move of chess.
    fn from(played: Move) -> PackedMove {
        match played {
            Move::Normal { role, from, capture, to, promotion } => {
                let number = |role: Option<Role>| role.map_or(0, |role| role as u8);
                PackedMove::normal(role as u8, from, number(capture), to, number(promotion))
            }
            Move::EnPassant { from, to } => PackedMove::en_passant(from, to),
            Move::Castle { king, rook } => PackedMove::castle(king, rook),
            Move::Put { .. } => unreachable!("chess has no drops"),
        }
    }
}

impl std::fmt::Debug for PackedMove {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Debug::fmt(&self.unpack(), f)
    }
}

/// What takes a move back: [`Position::take_back`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undo {
    played: Option<PackedMove>,
    before: State,
}

impl Undo {
    /// The move; None for a pass.
    #[inline]
    pub fn played(&self) -> Option<PackedMove> {
        self.played
    }

    /// Squares of the rooks that could castle before the move.
    #[inline]
    pub fn castling_rights(&self) -> Bitboard {
        self.before.castling_rights
    }
}

/// Squares from which a man of each role reaches each square on an empty board; the pawn's are captures by White.
///
/// With what lies between two squares this answers every question of attack, and unlike the tables of magic bitboards
/// it stays in the first cache, which is worth a third of the time of a replay.
static REACH: [[Bitboard; 64]; 8] = {
    let mut reach = [[Bitboard::EMPTY; 64]; 8];
    let mut index = 0;
    while index < 64 {
        let square = Square::new(index as u32);
        let (straight, diagonal) =
            (attacks::rook_attacks(square, Bitboard::EMPTY), attacks::bishop_attacks(square, Bitboard::EMPTY));
        reach[Role::Pawn as usize][index] = attacks::pawn_attacks(Color::Black, square);
        reach[Role::Knight as usize][index] = attacks::knight_attacks(square);
        reach[Role::Bishop as usize][index] = diagonal;
        reach[Role::Rook as usize][index] = straight;
        reach[Role::Queen as usize][index] = straight.with_const(diagonal);
        reach[Role::King as usize][index] = attacks::king_attacks(square);
        index += 1;
    }
    reach
};

/// Squares from which a man of a role, given by its number, reaches a square on an empty board.
#[inline]
pub(crate) fn reach(role: u8, square: Square) -> Bitboard {
    REACH[(role & 7) as usize][square as usize]
}

/// What has to be empty for a line to lead from one square to another: the squares between them, and on no line all,
/// which never are.
static SIGHT: [[Bitboard; 64]; 64] = {
    let mut sight = [[Bitboard::FULL; 64]; 64];
    let mut one = 0;
    while one < 64 {
        let mut other = 0;
        while other < 64 {
            let (from, to) = (Square::new(one as u32), Square::new(other as u32));
            if attacks::aligned(from, to, to) {
                sight[one][other] = attacks::between(from, to);
            }
            other += 1;
        }
        one += 1;
    }
    sight
};

/// The squares behind the second of two squares as seen from the first: a man that leaves the second may open a line
/// from there to the first. None for squares that are on no line.
static BEHIND: [[Bitboard; 64]; 64] = {
    let mut behind = [[Bitboard::EMPTY; 64]; 64];
    let mut one = 0;
    while one < 64 {
        let mut other = 0;
        while other < 64 {
            let (seer, seen) = (Square::new(one as u32), Square::new(other as u32));
            let seer_alone = Bitboard::from_square(seer);
            let reached = attacks::rook_attacks(seen, seer_alone).with_const(attacks::bishop_attacks(seen, seer_alone));
            let on_this_side = attacks::between(seer, seen).with_const(seer_alone);
            behind[one][other] = Bitboard(attacks::ray(seer, seen).0 & reached.0 & !on_this_side.0);
            other += 1;
        }
        one += 1;
    }
    behind
};

/// By the numbers of the roles: all squares for men that need a line to where they go, none for the others.
const SLIDING: [Bitboard; 8] = {
    let mut sliding = [Bitboard::EMPTY; 8];
    sliding[Role::Bishop as usize] = Bitboard::FULL;
    sliding[Role::Rook as usize] = Bitboard::FULL;
    sliding[Role::Queen as usize] = Bitboard::FULL;
    sliding
};

impl Position {
    /// The classical start position.
    pub fn standard() -> Position {
        static STANDARD: LazyLock<Position> = LazyLock::new(|| Position::from_chess(&Chess::new()));
        STANDARD.clone()
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
        let mut by_role = [Bitboard::EMPTY; 8];
        for role in Role::ALL {
            by_role[role as usize] = board.by_role(role);
        }
        let king = |color| board.king_of(color).expect("a legal position has both kings");
        Position {
            by_role,
            by_color: [board.black(), board.white()],
            mailbox: std::array::from_fn(|square| {
                board.role_at(Square::new(square as u32)).map_or(0, |role| role as u8)
            }),
            kings: [king(Color::Black), king(Color::White)],
            turn: chess.turn(),
            state: State {
                castling_rights: chess.castles().castling_rights(),
                halfmoves: chess.halfmoves(),
                fullmoves: chess.fullmoves(),
                ep_square: chess.maybe_ep_square(),
                is_check: chess.is_check(),
            },
        }
    }

    /// The position as a FEN would write it. The en passant square is kept after every double step.
    pub fn to_setup(&self) -> Setup {
        Setup {
            board: self.board(),
            turn: self.turn,
            castling_rights: self.state.castling_rights,
            ep_square: self.state.ep_square,
            halfmoves: self.state.halfmoves,
            fullmoves: self.state.fullmoves,
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
        self.state.castling_rights
    }

    /// The square behind a pawn that has just made a double step, whether or not it can be captured there.
    #[inline]
    pub fn ep_square(&self) -> Option<Square> {
        self.state.ep_square
    }

    /// Plies since the last capture or pawn move.
    #[inline]
    pub fn halfmoves(&self) -> u32 {
        self.state.halfmoves
    }

    /// Number of the move to come, from 1.
    #[inline]
    pub fn fullmoves(&self) -> u32 {
        self.state.fullmoves.get()
    }

    /// The king of a side.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.kings[color as usize]
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn is_check(&self) -> bool {
        self.state.is_check
    }

    /// What stands on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let role = self.role_at(square)?;
        Some(Piece { color: Color::from_white(self.by_color[1].contains(square)), role })
    }

    /// The rook of the side to move that may castle to this side.
    #[inline]
    pub fn castling_rook(&self, side: CastlingSide) -> Option<Square> {
        let king = self.king(self.turn);
        let rooks = self.state.castling_rights & self.us();
        match side {
            CastlingSide::QueenSide => rooks.first().filter(|&rook| rook < king),
            CastlingSide::KingSide => rooks.last().filter(|&rook| rook > king),
        }
    }

    /// Whether the same men stand on the same squares.
    #[inline]
    pub(crate) fn has_same_men(&self, other: &Position) -> bool {
        self.by_color == other.by_color && self.by_role == other.by_role
    }

    /// Whether the side to move has a legal move. Without one it is mated or stalemated.
    pub fn has_legal_move(&self) -> bool {
        let king = self.king(self.turn);
        let step = (attacks::king_attacks(king) & !self.us()).into_iter().any(|to| self.is_safe_king_step(king, to));
        step || !self.to_chess().legal_moves().is_empty()
    }

    /// How many legal moves the side to move has; each promotion piece counts for itself.
    pub fn n_legal_moves(&self) -> usize {
        self.to_chess().legal_moves().len()
    }

    /// Why no game can have led here, as far as the material and the checks tell: lower case, no final period.
    pub fn doubts(&self) -> Vec<&'static str> {
        let kinds = match self.to_setup().position::<Chess>(CastlingMode::Chess960) {
            Ok(_) => PositionErrorKinds::empty(),
            Err(error) => error.kinds(),
        };
        let doubts = [
            (PositionErrorKinds::TOO_MUCH_MATERIAL, "there are more men than promotions could give"),
            (PositionErrorKinds::IMPOSSIBLE_CHECK, "no move can have given this check"),
        ];
        doubts.into_iter().filter(|(kind, _)| kinds.contains(*kind)).map(|(_, words)| words).collect()
    }

    /// Whether the side to move is mated.
    pub fn is_checkmate(&self) -> bool {
        self.state.is_check && !self.has_legal_move()
    }

    /// What takes back a move that is to be played next.
    #[inline]
    pub fn undo_of(&self, played: PackedMove) -> Undo {
        Undo { played: Some(played), before: self.state }
    }

    /// Plays a legal move.
    // Castling and en passant are rare and out of line, so that the rest becomes a part of a loop over moves.
    #[inline(always)]
    pub fn play(&mut self, played: PackedMove) {
        self.state.ep_square = None;
        if played.is_special() {
            self.play_special(played);
        } else {
            self.play_normal(played);
        }
        self.end_turn();
    }

    #[inline(always)]
    fn play_normal(&mut self, played: PackedMove) {
        let us = self.turn;
        let (role, from, to) = (played.role_number(), played.from(), played.to());
        let (capture, promotion) = (played.capture_number(), played.promotion_number());
        // Without a branch, which would be mispredicted at captures.
        self.state.halfmoves = self.state.halfmoves.saturating_add(1) * u32::from(played.is_quiet());
        // Nothing is of role 0, so that a move without capture need not be told apart: it would be mispredicted often.
        self.remove(to, capture, !us);
        let placed = if promotion != 0 { promotion } else { role };
        self.remove(from, role, us);
        self.place(to, placed, us);
        // A right is the square of its rook, whether that leaves or is taken.
        self.state.castling_rights.0 &= !(1 << from as u32 | 1 << to as u32);
        if role == PAWN {
            if (from as i32 - to as i32).abs() == 16 {
                self.state.ep_square = Some(Square::new((from as u32 + to as u32) / 2));
            }
        } else if role == KING {
            self.kings[us as usize] = to;
            self.state.castling_rights.discard(us.backrank());
        }
        self.state.is_check = self.checks_enemy_king(us, placed, from, to);
    }

    #[cold]
    fn play_special(&mut self, played: PackedMove) {
        let us = self.turn;
        let (from, to) = (played.from(), played.to());
        if played.is_en_passant() {
            self.remove(Square::from_coords(to.file(), from.rank()), PAWN, !us);
            self.remove(from, PAWN, us);
            self.place(to, PAWN, us);
            self.state.halfmoves = 0;
        } else {
            let side = CastlingSide::from_queen_side(to < from);
            self.remove(from, KING, us);
            self.remove(to, Role::Rook as u8, us);
            self.place(side.king_to(us), KING, us);
            self.place(side.rook_to(us), Role::Rook as u8, us);
            self.kings[us as usize] = side.king_to(us);
            self.state.castling_rights.discard(us.backrank());
            self.state.halfmoves = self.state.halfmoves.saturating_add(1);
        }
        self.state.is_check = self.is_attacked_by(self.king(!us), us, self.occupied());
    }

    /// Passes, as a null move in an annotation does, and returns what takes that back.
    ///
    /// The move number goes on as if a move had been made. Returns None and changes nothing when the side to move is
    /// in check: passing would leave its king to be taken.
    #[must_use]
    pub fn pass(&mut self) -> Option<Undo> {
        if self.state.is_check {
            return None;
        }
        let undo = Undo { played: None, before: self.state };
        self.state.ep_square = None;
        self.state.halfmoves = self.state.halfmoves.saturating_add(1);
        self.end_turn();
        Some(undo)
    }

    /// Takes back the last move, or the last pass.
    pub fn take_back(&mut self, undo: &Undo) {
        let us = !self.turn;
        if let Some(played) = undo.played {
            let (from, to) = (played.from(), played.to());
            if played.is_castle() {
                let side = CastlingSide::from_queen_side(to < from);
                self.remove(side.king_to(us), KING, us);
                self.remove(side.rook_to(us), Role::Rook as u8, us);
                self.place(from, KING, us);
                self.place(to, Role::Rook as u8, us);
                self.kings[us as usize] = from;
            } else {
                let (role, promotion) = (played.role_number(), played.promotion_number());
                self.remove(to, if promotion != 0 { promotion } else { role }, us);
                self.place(from, role, us);
                if played.is_en_passant() {
                    self.place(Square::from_coords(to.file(), from.rank()), PAWN, !us);
                } else if played.capture_number() != 0 {
                    self.place(to, played.capture_number(), !us);
                }
                if role == KING {
                    self.kings[us as usize] = from;
                }
            }
        }
        self.turn = us;
        self.state = undo.before;
    }

    #[inline]
    fn end_turn(&mut self) {
        if self.turn == Color::Black {
            self.state.fullmoves = self.state.fullmoves.saturating_add(1);
        }
        self.turn = !self.turn;
    }

    #[inline]
    fn place(&mut self, square: Square, role: u8, color: Color) {
        self.by_role[(role & 7) as usize].0 |= 1 << square as u32;
        self.by_color[color as usize].0 |= 1 << square as u32;
        self.mailbox[square as usize] = role;
    }

    #[inline]
    fn remove(&mut self, square: Square, role: u8, color: Color) {
        self.by_role[(role & 7) as usize].0 &= !(1 << square as u32);
        self.by_color[color as usize].0 &= !(1 << square as u32);
        self.mailbox[square as usize] = 0;
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
        role_of(self.mailbox[square as usize])
    }

    /// Number of the role on a square, 0 when it is empty.
    #[inline]
    pub(crate) fn role_number_at(&self, square: Square) -> u8 {
        self.mailbox[square as usize]
    }

    /// Own men of a role, by its number.
    #[inline]
    pub(crate) fn our_men(&self, role: u8) -> Bitboard {
        self.by_role[(role & 7) as usize] & self.us()
    }

    /// Whether the man just placed on `to` attacks the enemy king, or a line through `from` now does.
    #[inline]
    fn checks_enemy_king(&self, us: Color, placed: u8, from: Square, to: Square) -> bool {
        let king = self.king(!us);
        let origins = if placed == PAWN { attacks::pawn_attacks(!us, king) } else { reach(placed, king) };
        (origins.contains(to) && self.has_free_way(placed, to, king))
            || (self.may_be_opened(king, from, us)
                && self.sliders_attack(king, self.by_color[us as usize], self.occupied()))
    }

    /// Whether a side may attack a square through another when a man has left that.
    #[inline]
    fn may_be_opened(&self, square: Square, left: Square, attacker: Color) -> bool {
        let sliders = self.by_role(Role::Bishop) | self.by_role(Role::Rook) | self.by_role(Role::Queen);
        (BEHIND[square as usize][left as usize] & sliders & self.by_color[attacker as usize]).any()
    }

    /// Whether nothing stands in the way of a man of this role who on an empty board reaches one square from the other.
    #[inline]
    pub(crate) fn has_free_way(&self, role: u8, from: Square, to: Square) -> bool {
        (SIGHT[from as usize][to as usize] & SLIDING[(role & 7) as usize] & self.occupied()).is_empty()
    }

    #[inline(never)]
    fn sliders_attack(&self, square: Square, attackers: Bitboard, occupied: Bitboard) -> bool {
        let (rooks, bishops, queens) =
            (self.by_role(Role::Rook), self.by_role(Role::Bishop), self.by_role(Role::Queen));
        let straight = reach(Role::Rook as u8, square) & (rooks | queens);
        let diagonal = reach(Role::Bishop as u8, square) & (bishops | queens);
        ((straight | diagonal) & attackers)
            .into_iter()
            .any(|from| (SIGHT[square as usize][from as usize] & occupied).is_empty())
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
    #[inline(never)]
    pub(crate) fn is_safe_king_step(&self, king: Square, to: Square) -> bool {
        let occupied = self.occupied().without(king).with(to);
        !self.is_attacked_by_men(to, !self.turn, self.them().without(to), occupied)
    }

    /// Whether a move of another man than the king leaves the own king unattacked.
    ///
    /// `captured_at` is where a man would be taken: the destination, but for en passant.
    #[inline]
    pub(crate) fn is_safe_move(&self, from: Square, to: Square, captured_at: Square) -> bool {
        let may_open = self.may_be_opened(self.king(self.turn), from, !self.turn);
        let is_harmless = !self.state.is_check && captured_at == to && !may_open;
        is_harmless || self.is_king_safe_after(from, to, captured_at)
    }

    #[inline(never)]
    fn is_king_safe_after(&self, from: Square, to: Square, captured_at: Square) -> bool {
        let occupied = self.occupied().without(from).without(captured_at).with(to);
        let enemies = self.them().without(captured_at);
        !self.is_attacked_by_men(self.king(self.turn), !self.turn, enemies, occupied)
    }

    /// Whether castling to this side with its rook is legal. The rules are told in full by [`crate::castling`].
    pub(crate) fn is_legal_castling(&self, side: CastlingSide, rook: Square) -> bool {
        let us = self.turn;
        let king = self.king(us);
        let (king_to, rook_to) = (side.king_to(us), side.rook_to(us));
        let king_way = attacks::between(king, king_to).with(king_to);
        let rook_way = attacks::between(rook, rook_to).with(rook_to);
        if ((king_way | rook_way).without(king).without(rook) & self.occupied()).any() || self.state.is_check {
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
        self.to_setup() == other.to_setup(EnPassantMode::Always) && self.state.is_check == other.is_check()
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
        assert!(position.pass().is_some());
        assert_eq!(position.turn(), Color::Black);
        let setup = "4k3/8/8/8/8/8/8/4R2K b - - 0 1".parse::<Fen>().unwrap().into_setup();
        let mut position = Position::from_setup(setup).unwrap();
        assert!(position.pass().is_none());
    }
}
