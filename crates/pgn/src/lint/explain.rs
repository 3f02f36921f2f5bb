//! Why a move is illegal, in words, and what may have been meant instead.

use pgn960_core::{
    CastlingSide, Position,
    castling::{self, LossReason, Obstacle, men_text, role_name},
    san::{self, Written},
};
use shakmaty::{Bitboard, Board, Color, Position as _, Role, Square, attacks, san::San};

use crate::replay::Stop;

/// The reason why a move other than castling is illegal.
#[derive(Clone, Debug)]
pub struct Illegality {
    /// In words.
    pub text: String,
    /// The squares concerned.
    pub squares: Bitboard,
    /// What may have been meant.
    pub hint: Option<String>,
}

/// Explains why a text names no legal move in a position.
pub fn why_illegal(position: &Position, written: Written) -> Illegality {
    let plain = |text: String, squares| Illegality { text, squares, hint: None };
    let San::Normal { role, file, rank, capture, to, promotion } = written.san() else {
        return plain("there are no drops in chess".to_owned(), Bitboard::EMPTY);
    };
    let (board, us) = (position.board(), position.turn());
    let is_by_squares = written.spelling().contains(san::Spelling::COORDINATES);
    let role = match (is_by_squares, file, rank) {
        (true, Some(file), Some(rank)) => match board.piece_at(Square::from_coords(file, rank)) {
            Some(piece) if piece.color == us => piece.role,
            _ => {
                let from = Square::from_coords(file, rank);
                return plain(format!("no {} man stands on {from}", color_name(us)), from.into());
            }
        },
        _ => role,
    };
    let castling = (role == Role::King).then(|| castling_meant(position, to)).flatten();
    let hint = castling.map(|side| format!("`{}` is legal here", side.san()));
    if let Some(own) = board.piece_at(to).filter(|piece| piece.color == us) {
        let text = format!("{to} holds {} own {}", if hint.is_some() { "the" } else { "an" }, role_name(own.role));
        return Illegality { text, squares: to.into(), hint };
    }
    if promotion.is_some() && (role != Role::Pawn || to.rank() != (!us).backrank()) {
        return plain("only a pawn that reaches the last rank promotes".to_owned(), to.into());
    }
    let origins = origins(position, &board, role, to)
        .into_iter()
        .filter(|from| file.is_none_or(|file| file == from.file()) && rank.is_none_or(|rank| rank == from.rank()))
        .collect::<Bitboard>();
    if role == Role::Pawn && promotion.is_none() && to.rank() == (!us).backrank() && origins.any() {
        return plain("the pawn must promote, and the piece is not named".to_owned(), to.into());
    }
    // A pawn that is said to take, or to step ahead, does not do the other.
    let is_to_take = capture || file.is_some_and(|file| file != to.file());
    let is_meant = |from: &Square| role != Role::Pawn || is_by_squares || (from.file() != to.file()) == is_to_take;
    let Some(from) = origins.into_iter().find(is_meant) else {
        if let Some(other) = origins.first() {
            let text = match is_to_take {
                true => format!("there is nothing to take on {to}"),
                false => format!("the {} pawn on {other} can go to {to} only by taking", color_name(us)),
            };
            let hint = pawn_move_meant(position, to, promotion).map(|san| format!("`{san}` is legal here"));
            return Illegality { text, squares: to.into(), hint };
        }
        let place = match (file, rank) {
            (Some(file), Some(rank)) => format!(" on {}", Square::from_coords(file, rank)),
            (Some(file), None) => format!(" on the {}-file", file.char()),
            (None, Some(rank)) => format!(" on rank {}", rank.char()),
            (None, None) => String::new(),
        };
        let text = format!("no {} {}{place} can go to {to}", color_name(us), role_name(role));
        return Illegality { text, squares: to.into(), hint };
    };
    let king = if role == Role::King { to } else { position.king(us) };
    let mut occupied = board.occupied().without(from).with(to);
    let mut enemies = board.by_color(!us).without(to);
    if role == Role::Pawn && from.file() != to.file() && board.piece_at(to).is_none() {
        let passed = Square::from_coords(to.file(), from.rank());
        occupied.discard(passed);
        enemies.discard(passed);
    }
    let attackers = board.attacks_to(king, !us, occupied) & enemies;
    let by = men_text(&board, attackers);
    let text = match role {
        Role::King => format!("{to} is attacked by {by}"),
        _ => format!("it leaves the king on {king} attacked by {by}"),
    };
    Illegality { text, squares: attackers.with(to).with(king).with(from), hint }
}

/// Men of a role that could go to a square if their king did not mind.
fn origins(position: &Position, board: &Board, role: Role, to: Square) -> Bitboard {
    let us = position.turn();
    let ours = board.by_piece(role.of(us));
    if role != Role::Pawn {
        return attacks::attacks(to, role.of(us), board.occupied()) & ours;
    }
    let is_capture = board.piece_at(to).is_some() || position.ep_square() == Some(to);
    let mut origins = if is_capture { attacks::pawn_attacks(!us, to) & ours } else { Bitboard::EMPTY };
    let back = us.fold_wb(-8, 8);
    if board.piece_at(to).is_none()
        && let Some(behind) = to.offset(back)
    {
        if ours.contains(behind) {
            origins.add(behind);
        } else if board.piece_at(behind).is_none()
            && to.rank() == us.fold_wb(shakmaty::Rank::Fourth, shakmaty::Rank::Fifth)
        {
            origins
                .add(behind.offset(back).filter(|&from| ours.contains(from)).map_or(Bitboard::EMPTY, Bitboard::from));
        }
    }
    origins
}

/// The only legal move of a pawn to a square.
fn pawn_move_meant(position: &Position, to: Square, promotion: Option<Role>) -> Option<San> {
    let chess = position.to_chess();
    let legal = chess.san_candidates(Role::Pawn, to);
    let mut fitting = legal.iter().filter(|played| played.promotion() == promotion);
    let only = fitting.next().filter(|_| fitting.next().is_none())?;
    Some(San::from_move(&chess, *only))
}

/// The legal castling that a king move to a square may stand for: onto the castling rook, or to the square where
/// castling takes the king.
fn castling_meant(position: &Position, to: Square) -> Option<CastlingSide> {
    CastlingSide::ALL.into_iter().find(|&side| {
        let is_target = position.castling_rook(side.into()) == Some(to) || side.king_to(position.turn()) == to;
        is_target && is_castling_legal(position, side)
    })
}

fn is_castling_legal(position: &Position, side: CastlingSide) -> bool {
    san::parse(side.san().as_bytes()).is_some_and(|written| position.resolve(written).is_ok())
}

/// What the number before an illegal move tells, if it announces a move of the other side.
pub fn turn_hint(stop: &Stop<'_>) -> Option<String> {
    let (turn, numbered) = (stop.before.turn(), stop.numbered_side()?);
    (numbered != turn).then(|| {
        format!(
            "the number before it is that of a {} move, and {} is to move: a half-move before it may be missing",
            color_name(numbered),
            color_name(turn)
        )
    })
}

/// What may have been meant by an illegal castling.
pub fn castling_hint(stop: &Stop<'_>, side: CastlingSide, obstacles: &[Obstacle]) -> Option<String> {
    let position = stop.before;
    let other = CastlingSide::ALL.into_iter().find(|&other| other != side)?;
    if is_castling_legal(position, other) {
        return Some(format!("`{}` is legal here", other.san()));
    }
    let step = format!("K{}", side.king_to(position.turn()));
    if san::parse(step.as_bytes()).is_some_and(|written| position.resolve(written).is_ok()) {
        return Some(format!("the king move `{step}` is legal here"));
    }
    if let [Obstacle::NoRight(loss)] = obstacles
        && loss.reason == LossReason::RightAbsent
    {
        let mut setup = position.to_setup();
        let us = setup.turn;
        let rooks = setup.board.by_piece(us.rook()) & us.backrank();
        setup.castling_rights.add(castling::outermost(rooks, position.king(us), side)?);
        let is_enough = castling::obstacles(&setup, side, None, None).is_empty();
        return is_enough.then(|| "it would be legal if the start FEN granted the right".to_owned());
    }
    None
}

fn color_name(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

#[cfg(test)]
mod tests {
    use super::*;
    use pgn960_core::fen::read_strict;

    fn check(fen: &str, text: &str, expected: &str, hint: Option<&str>) {
        let setup = read_strict(fen.as_bytes(), None).unwrap().setup;
        let why = why_illegal(&Position::from_setup(setup).unwrap(), san::parse(text.as_bytes()).unwrap());
        assert_eq!((why.text.as_str(), why.hint.as_deref()), (expected, hint), "{text}");
    }

    #[test]
    fn pawns_take_or_step_as_they_are_written() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        check(start, "exe4", "there is nothing to take on e4", Some("`e4` is legal here"));
        check(start, "xe4", "there is nothing to take on e4", Some("`e4` is legal here"));
        check(start, "dxe3", "no white pawn on the d-file can go to e3", None);
        check(start, "e5", "no white pawn can go to e5", None);
        let only = "the white pawn on e4 can go to d5 only by taking";
        check("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "d5", only, Some("`exd5` is legal here"));
        let pinned = "it leaves the king on e1 attacked by the bishop on b4";
        check("4k3/8/8/8/1b6/8/3P4/4K3 w - - 0 1", "d3", pinned, None);
    }

    #[test]
    fn only_a_pawn_that_can_go_there_must_promote() {
        let must = "the pawn must promote, and the piece is not named";
        check("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8", must, None);
        check("4k3/8/P7/8/8/8/8/4K3 w - - 0 1", "a8", "no white pawn can go to a8", None);
    }
}
