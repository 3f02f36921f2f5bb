//! [`Verdict`]: a castling judged in a position, with everything that can be said about it.
//!
//! Whether it is legal is decided by [`obstacles`] alone; what stands beside it here explains the decision, and tells
//! where two house rules in circulation would decide otherwise.

use shakmaty::{Bitboard, Color, Setup, Square};

use crate::{
    castling::{CastlingSide, Loss, Obstacle, obstacles, right_rook},
    geometry::Geometry,
    packed_move::PackedMove,
    position::Position,
    san,
};

/// A castling of the side to move, judged.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Whose castling.
    pub color: Color,
    /// To which side.
    pub side: CastlingSide,
    /// Where the king stands.
    pub king: Square,
    /// The rook's square: the one named, else that of the rook that holds the right, if one does.
    pub rook: Option<Square>,
    /// Everything that forbids the castling. Nothing means legal.
    pub obstacles: Vec<Obstacle>,
    /// What the castling asks of the board. None when king and rook do not stand where a game can start with them.
    pub geometry: Option<Geometry>,
    /// Who attacks the castling rook, which forbids nothing.
    pub rook_attackers: Bitboard,
    /// Squares of the king's path, from the king outwards, that a tool which lifts the king off the board first would
    /// take for attacked in addition, and by whom. Only ever beside [`Obstacle::InCheck`].
    pub attacked_behind_king: Vec<(Square, Bitboard)>,
    /// Whether a plain king move to the king's destination is legal (rules.md 3.15).
    pub is_king_move_legal: bool,
    /// What comes of it, if it is legal.
    pub result: Option<CastlingResult>,
}

/// What a legal castling leads to.
#[derive(Clone, Debug)]
pub struct CastlingResult {
    /// The move in export spelling, such as `O-O+`.
    pub san: String,
    /// The position after it.
    pub position: Position,
    /// Whether it is the only legal move.
    pub is_only_move: bool,
}

impl Verdict {
    /// Judges a castling of the side to move; `rook` and `loss` as in [`obstacles`].
    pub fn new(position: &Position, side: CastlingSide, rook: Option<Square>, loss: Option<&Loss>) -> Verdict {
        let setup = position.to_setup();
        let (board, color) = (&setup.board, setup.turn);
        let king = position.king(color);
        let obstacles = obstacles(&setup, side, rook, loss);
        let rook = rook.or(right_rook(&setup, color, side));
        let geometry = rook
            .filter(|&rook| board.by_piece(color.rook()).contains(rook) && king.rank() == color.backrank())
            .and_then(|rook| Geometry::new(king, rook))
            .filter(|geometry| geometry.side() == side);
        let occupied = board.occupied();
        let attackers = |square, occupied| board.attacks_to(square, color.other(), occupied);
        let king_to = side.king_to(color);
        Verdict {
            color,
            side,
            king,
            rook,
            geometry,
            rook_attackers: geometry.map_or(Bitboard::EMPTY, |geometry| attackers(geometry.rook(), occupied)),
            attacked_behind_king: geometry.map_or(Vec::new(), |geometry| {
                let lifted = |square| attackers(square, occupied.without(king)) & !attackers(square, occupied);
                let path = geometry.must_be_safe().without(king).into_iter();
                let path: Vec<Square> = if king_to < king { path.rev().collect() } else { path.collect() };
                path.into_iter().map(|square| (square, lifted(square))).filter(|(_, from)| from.any()).collect()
            }),
            is_king_move_legal: is_king_move_legal(position, king_to),
            result: obstacles.is_empty().then(|| rook.map(|rook| result(position, king, rook, side))).flatten(),
            obstacles,
        }
    }

    /// Whether the castling is legal.
    pub fn is_legal(&self) -> bool {
        self.obstacles.is_empty()
    }

    /// Whether all squares that must be empty are; none when the castling cannot be told.
    pub fn has_clear_way(&self, setup: &Setup) -> Option<bool> {
        self.geometry.map(|geometry| (geometry.must_be_empty() & setup.board.occupied()).is_empty())
    }

    /// The same by the first house rule, which wants nothing between king and rook and their two destinations free,
    /// and overlooks other squares on the way; none when the castling cannot be told.
    ///
    /// Source: rules.md 4.8.
    pub fn has_clear_way_of_house_rule(&self, setup: &Setup) -> Option<bool> {
        self.geometry.map(|geometry| (geometry.looked_at_by_house_rule() & setup.board.occupied()).is_empty())
    }

    /// Whether the first house rule would allow this castling although it is illegal: a square on the way that it
    /// overlooks is the only obstacle.
    pub fn would_be_legal_by_clear_way_house_rule(&self, setup: &Setup) -> bool {
        let is_way = |obstacle: &Obstacle| {
            matches!(obstacle, Obstacle::KingPathBlocked { .. } | Obstacle::RookPathBlocked { .. })
        };
        !self.is_legal() && self.obstacles.iter().all(is_way) && self.has_clear_way_of_house_rule(setup) == Some(true)
    }

    /// Whether the castling is legal and gives check, which the second house rule forbids.
    ///
    /// It is always the castling rook that gives the check. Source: rules.md 4.20.
    pub fn gives_check(&self) -> bool {
        self.result.as_ref().is_some_and(|result| result.position.is_check())
    }

    /// The squares to mark on a diagram: those of the obstacles, or of a legal castling where king and rook land.
    pub fn squares(&self) -> Bitboard {
        if self.is_legal() {
            return self
                .geometry
                .map_or(Bitboard::EMPTY, |geometry| Bitboard::from(geometry.king_to()).with(geometry.rook_to()));
        }
        self.obstacles.iter().fold(Bitboard::EMPTY, |squares, obstacle| squares | obstacle.squares())
    }
}

fn is_king_move_legal(position: &Position, to: Square) -> bool {
    san::parse(format!("K{to}").as_bytes()).is_some_and(|written| position.resolve(written).is_ok())
}

fn result(position: &Position, king: Square, rook: Square, side: CastlingSide) -> CastlingResult {
    let mut after = position.clone();
    after.play(PackedMove::castle(king, rook));
    let sign = match (after.is_check(), after.has_legal_move()) {
        (true, false) => "#",
        (true, true) => "+",
        (false, _) => "",
    };
    CastlingResult {
        san: format!("{}{sign}", side.san()),
        is_only_move: position.n_legal_moves() == 1,
        position: after,
    }
}
