//! What draws a game without anybody's claim: the positions in which nobody can win, and those that count as the same.
//!
//! Clocks belong to the position, the history of a game to whoever replays it.

use shakmaty::{Position as _, Role};

use crate::position::Position;

impl Position {
    /// Half-moves without capture and pawn move after which a game is drawn. Source: FIDE-5, 9.6.2.
    pub const AUTOMATIC_DRAW_CLOCK: u32 = 150;

    /// How often a position occurs until the game is drawn. Source: FIDE-5, 9.6.1.
    pub const AUTOMATIC_DRAW_REPETITIONS: u32 = 5;

    /// Whether neither side has the men to mate. Blocked positions in which nobody can make progress are not seen.
    ///
    /// Source: FIDE-5 (5.2.2), as far as shakmaty's insufficient material goes.
    pub fn is_dead(&self) -> bool {
        let mating = self.by_role(Role::Pawn) | self.by_role(Role::Rook) | self.by_role(Role::Queen);
        mating.is_empty() && self.to_chess().is_insufficient_material()
    }

    /// Whether two positions count as the same: the same side to move, the same men on the same squares, the same
    /// castling rights and the same captures in passing. Clocks do not matter.
    ///
    /// Source: FIDE-5 (9.2.3).
    pub fn repeats(&self, other: &Position) -> bool {
        self.has_same_men(other)
            && self.turn() == other.turn()
            && self.castling_rights() == other.castling_rights()
            && (self.ep_square() == other.ep_square() || self.legal_ep_square() == other.legal_ep_square())
    }

    /// The square of a capture in passing that is legal.
    fn legal_ep_square(&self) -> Option<shakmaty::Square> {
        self.ep_square().and_then(|_| self.to_chess().legal_ep_square())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{CastlingMode, Chess, fen::Fen};

    fn position(fen: &str) -> Position {
        let chess: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Chess960).unwrap();
        Position::from_chess(&chess)
    }

    fn check(one: &str, other: &str, expected: bool) {
        assert_eq!(position(one).repeats(&position(other)), expected, "{one} | {other}");
    }

    #[test]
    fn the_same_position() {
        check("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "4k3/8/8/8/8/8/8/R3K3 w Q - 7 9", true);
        check("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", false);
        check("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 b - - 0 1", false);
        check("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k3/8/8/8/8/8/8/1R2K3 w - - 0 1", false);
    }

    /// A capture in passing that nobody can make makes no difference.
    #[test]
    fn only_legal_captures_in_passing_differ() {
        check("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", true);
        check("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1", false);
        check("3rk3/8/8/8/3pP3/8/8/3RK3 b - e3 0 1", "3rk3/8/8/8/3pP3/8/8/3RK3 b - - 0 1", false);
        check("3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1", "3k4/8/8/8/3pP3/8/8/3RK3 b - - 0 1", true);
        check("8/8/8/8/R2pP2k/8/8/4K3 b - e3 0 1", "8/8/8/8/R2pP2k/8/8/4K3 b - - 0 1", true);
    }

    #[test]
    fn dead_positions() {
        for (fen, expected) in [
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
            ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true),
            ("4k1b1/8/8/8/8/8/8/4KB2 w - - 0 1", true),
            ("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", false),
            ("4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", false),
            ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", false),
        ] {
            assert_eq!(position(fen).is_dead(), expected, "{fen}");
        }
    }
}
