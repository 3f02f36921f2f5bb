//! What kind of start a position is: ordinary, Chess960, DFRC, shuffle or none of these, and why not one of the 960.
//!
//! Only the placement, the side to move and the en passant square are judged. Castling rights do not matter for the
//! class: a Chess960 game played without castling keeps its number.

use std::fmt;

use shakmaty::{Bitboard, Board, Color, File, Piece, Rank, Role, Setup, Square};

use crate::{castling::role_name, spn::Spn};

/// The kind of start a position is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Start {
    /// The array of ordinary chess, which is also Chess960 number 518; only the caller knows which game was meant.
    Standard,
    /// One of the 960, both sides alike. [`Start::classify`] says [`Start::Standard`] for number 518.
    Chess960(Spn),
    /// Each side has an array of the 960, but not the same one (double Fischer random chess).
    Dfrc {
        /// White's array.
        white: Spn,
        /// Black's array.
        black: Spn,
    },
    /// Both back ranks hold the eight classical pieces, at least one of them in an order that is not of the 960.
    Shuffle,
    /// No start array: men have moved, are missing or are not the classical ones, Black is to move, or an en passant
    /// square is set.
    Other,
}

impl Start {
    /// The kind of start this position is.
    ///
    /// # Examples
    ///
    /// ```
    /// use pgn960_core::{Spn, Start};
    /// use shakmaty::Setup;
    ///
    /// let start = Start::classify(&Setup::initial());
    /// assert_eq!(start, Start::Standard);
    /// assert_eq!(start.spn(), Some(Spn::STANDARD));
    /// ```
    pub fn classify(setup: &Setup) -> Start {
        if setup.turn != Color::White || setup.ep_square.is_some() || !pawns_at_home(&setup.board) {
            return Start::Other;
        }
        let (Some(white), Some(black)) = (back_rank(&setup.board, Color::White), back_rank(&setup.board, Color::Black))
        else {
            return Start::Other;
        };
        match (Spn::from_back_rank(&white), Spn::from_back_rank(&black)) {
            (Some(white), Some(black)) if white != black => Start::Dfrc { white, black },
            (Some(Spn::STANDARD), Some(_)) => Start::Standard,
            (Some(spn), Some(_)) => Start::Chess960(spn),
            _ if is_classical(&white) && is_classical(&black) => Start::Shuffle,
            _ => Start::Other,
        }
    }

    /// The start number, 518 for ordinary chess; none for DFRC, shuffles and other positions.
    pub fn spn(self) -> Option<Spn> {
        match self {
            Start::Standard => Some(Spn::STANDARD),
            Start::Chess960(spn) => Some(spn),
            Start::Dfrc { .. } | Start::Shuffle | Start::Other => None,
        }
    }
}

/// The start position with these arrays and all castling rights.
pub fn setup(white: Spn, black: Spn) -> Setup {
    let mut board = Board::empty();
    for (color, spn) in [(Color::White, white), (Color::Black, black)] {
        for (role, file) in spn.back_rank().into_iter().zip(File::ALL) {
            board.set_piece_at(Square::from_coords(file, color.backrank()), role.of(color));
            board.set_piece_at(Square::from_coords(file, color.fold_wb(Rank::Second, Rank::Seventh)), color.pawn());
        }
    }
    Setup { castling_rights: board.rooks(), board, ..Setup::initial() }
}

/// The number of a pair of arrays among the 921,600 of DFRC: White's number times 960 and Black's, 0..=921,599.
///
/// The pairs of like arrays, which are the 960 of Chess960, count among them.
pub fn dfrc_index(white: Spn, black: Spn) -> u32 {
    u32::from(white.get()) * u32::from(Spn::COUNT) + u32::from(black.get())
}

/// The arrays of White and Black of this number among the 921,600 of DFRC, or none if it is above 921,599.
pub fn from_dfrc_index(index: u32) -> Option<(Spn, Spn)> {
    let count = u32::from(Spn::COUNT);
    let spn = |number: u32| u16::try_from(number).ok().and_then(Spn::new);
    Some((spn(index / count)?, spn(index % count)?))
}

/// The narrowest family of shuffled arrays that a start belongs to: the classical eight pieces behind the pawns.
///
/// Source: rules.md section 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// Opposite bishops, the king between the rooks, both sides alike: Chess960.
    Chess960,
    /// The same for each side by itself: DFRC.
    Dfrc,
    /// Opposite bishops, both sides alike.
    MirroredOppositeBishops,
    /// Any order of the pieces, both sides alike.
    Mirrored,
    /// Opposite bishops for each side by itself.
    OppositeBishops,
    /// Any order of the pieces for each side by itself.
    Any,
}

impl Family {
    /// All families; the first that a start belongs to is its narrowest.
    pub const ALL: [Family; 6] = [
        Family::Chess960,
        Family::Dfrc,
        Family::MirroredOppositeBishops,
        Family::Mirrored,
        Family::OppositeBishops,
        Family::Any,
    ];

    /// How many starts the family has. The wider ones hold the narrower ones.
    pub const fn size(self) -> u32 {
        match self {
            Family::Chess960 => 960,
            Family::Dfrc => 960 * 960,
            Family::MirroredOppositeBishops => 2880,
            Family::Mirrored => 5040,
            Family::OppositeBishops => 2880 * 2880,
            Family::Any => 5040 * 5040,
        }
    }

    /// The family in words: lower case, no final period.
    pub const fn describe(self) -> &'static str {
        match self {
            Family::Chess960 => "opposite bishops, king between the rooks, both sides alike (Chess960)",
            Family::Dfrc => "opposite bishops, king between the rooks, each side by itself (DFRC)",
            Family::MirroredOppositeBishops => "opposite bishops, both sides alike",
            Family::Mirrored => "any order of the pieces, both sides alike",
            Family::OppositeBishops => "opposite bishops, each side by itself",
            Family::Any => "any order of the pieces, each side by itself",
        }
    }

    /// The narrowest family of this position; none if it is no start ([`Start::Other`]).
    pub fn of(setup: &Setup) -> Option<Family> {
        let is_mirrored = match Start::classify(setup) {
            Start::Standard | Start::Chess960(_) => return Some(Family::Chess960),
            Start::Dfrc { .. } => return Some(Family::Dfrc),
            Start::Other => return None,
            Start::Shuffle => back_rank(&setup.board, Color::White) == back_rank(&setup.board, Color::Black),
        };
        let has_opposite_bishops =
            |color: Color| (setup.board.by_piece(color.bishop()) & Bitboard::LIGHT_SQUARES).count() == 1;
        Some(match (is_mirrored, Color::ALL.into_iter().all(has_opposite_bishops)) {
            (true, true) => Family::MirroredOppositeBishops,
            (true, false) => Family::Mirrored,
            (false, true) => Family::OppositeBishops,
            (false, false) => Family::Any,
        })
    }
}

/// Why a position is not one of the 960 start positions.
///
/// The message of its `Display` is lower case without a final period.
/// Source: FIDE-II.2.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NotAmong960 {
    /// Men stand on these squares of the third to sixth rank.
    MenElsewhere(Bitboard),
    /// These squares of the second and seventh rank lack the pawn that starts there.
    PawnsNotHome(Bitboard),
    /// A back rank does not hold the eight classical pieces.
    NotClassical {
        /// Whose back rank.
        color: Color,
        /// The pieces that are missing, once for each.
        missing: Vec<Role>,
        /// The pieces that are too many, once for each.
        extra: Vec<Role>,
    },
    /// The bishops of this colour stand on squares of one colour.
    BishopsOnOneColour(Color),
    /// The king of this colour does not stand between its rooks.
    KingNotBetweenRooks(Color),
    /// Each back rank is one of the 960, but Black's is not the same as White's: a DFRC start.
    NotMirrored {
        /// White's array.
        white: Spn,
        /// Black's array.
        black: Spn,
    },
    /// The array is right, but it is Black's move.
    BlackToMove,
    /// The array is right, but an en passant square is set.
    EnPassantSquare(Square),
}

impl fmt::Display for NotAmong960 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAmong960::MenElsewhere(squares) => write!(f, "men stand on {}", squares_text(*squares)),
            NotAmong960::PawnsNotHome(squares) => {
                write!(f, "no pawn of the right colour on {}", squares_text(*squares))
            }
            NotAmong960::NotClassical { color, missing, extra } => {
                write!(f, "{color}'s back rank ")?;
                if !missing.is_empty() {
                    write!(f, "lacks {}", roles_text(missing))?;
                }
                if !extra.is_empty() {
                    let and = if missing.is_empty() { "" } else { " and " };
                    write!(f, "{and}has {} too many", roles_text(extra))?;
                }
                Ok(())
            }
            NotAmong960::BishopsOnOneColour(color) => {
                write!(f, "{color}'s bishops stand on squares of the same colour")
            }
            NotAmong960::KingNotBetweenRooks(color) => {
                write!(f, "{color}'s king does not stand between the rooks")
            }
            NotAmong960::NotMirrored { white, black } => {
                write!(f, "black does not mirror white: white has start position {white}, black {black} (DFRC)")
            }
            NotAmong960::BlackToMove => write!(f, "black is to move"),
            NotAmong960::EnPassantSquare(square) => write!(f, "en passant square {square} is set"),
        }
    }
}

/// Why this position is not one of the 960 start positions; none if it is one, as [`Start::classify`] sees it.
///
/// Of several reasons the first is given, in the order of [`NotAmong960`], White before Black.
pub fn why_not_chess960(setup: &Setup) -> Option<NotAmong960> {
    let board = &setup.board;
    let elsewhere = board.occupied() & !(Bitboard::BACKRANKS | Rank::Second | Rank::Seventh);
    if elsewhere.any() {
        return Some(NotAmong960::MenElsewhere(elsewhere));
    }
    let not_home = home_pawns(board) ^ (Bitboard::from(Rank::Second) | Rank::Seventh);
    if not_home.any() {
        return Some(NotAmong960::PawnsNotHome(not_home));
    }
    for color in Color::ALL {
        let (mut missing, mut extra) = (Vec::new(), Vec::new());
        for (role, classical) in CLASSICAL {
            let n_men = (board.by_piece(role.of(color)) & color.backrank()).count();
            missing.extend(std::iter::repeat_n(role, classical.saturating_sub(n_men)));
            extra.extend(std::iter::repeat_n(role, n_men.saturating_sub(classical)));
        }
        if !missing.is_empty() || !extra.is_empty() {
            return Some(NotAmong960::NotClassical { color, missing, extra });
        }
    }
    for color in Color::ALL {
        let bishops = board.by_piece(color.bishop()) & color.backrank();
        if (bishops & Bitboard::LIGHT_SQUARES).count() != 1 {
            return Some(NotAmong960::BishopsOnOneColour(color));
        }
    }
    for color in Color::ALL {
        let rooks = board.by_piece(color.rook()) & color.backrank();
        let between = match (rooks.first(), board.king_of(color), rooks.last()) {
            (Some(a_rook), Some(king), Some(h_rook)) => a_rook < king && king < h_rook,
            _ => false,
        };
        if !between {
            return Some(NotAmong960::KingNotBetweenRooks(color));
        }
    }
    let white = back_rank(board, Color::White).and_then(|rank| Spn::from_back_rank(&rank));
    let black = back_rank(board, Color::Black).and_then(|rank| Spn::from_back_rank(&rank));
    match (white, black) {
        (Some(white), Some(black)) if white != black => Some(NotAmong960::NotMirrored { white, black }),
        _ if setup.turn == Color::Black => Some(NotAmong960::BlackToMove),
        _ => setup.ep_square.map(NotAmong960::EnPassantSquare),
    }
}

/// The squares of all four rooks, if each side's men stand in an array of the 960 with the pawns at home; else none.
///
/// These are the castling rights such a game begins with. The side to move does not matter.
pub fn full_rights(setup: &Setup) -> Option<Bitboard> {
    let board = &setup.board;
    let is_array = |color| back_rank(board, color).is_some_and(|rank| Spn::from_back_rank(&rank).is_some());
    (pawns_at_home(board) && Color::ALL.into_iter().all(is_array)).then(|| board.rooks())
}

/// How many of each piece a classical back rank holds.
const CLASSICAL: [(Role, usize); 6] =
    [(Role::King, 1), (Role::Queen, 1), (Role::Rook, 2), (Role::Bishop, 2), (Role::Knight, 2), (Role::Pawn, 0)];

fn is_classical(back_rank: &[Role; 8]) -> bool {
    CLASSICAL.into_iter().all(|(role, n)| back_rank.iter().filter(|&&other| other == role).count() == n)
}

/// The pawns on the squares where pawns of their colour start.
fn home_pawns(board: &Board) -> Bitboard {
    (board.by_piece(Color::White.pawn()) & Rank::Second) | (board.by_piece(Color::Black.pawn()) & Rank::Seventh)
}

/// All sixteen pawns at home and nothing between them.
fn pawns_at_home(board: &Board) -> bool {
    board.occupied() & !Bitboard::BACKRANKS == home_pawns(board) && home_pawns(board).count() == 16
}

/// The men on the back rank of this colour from the a-file to the h-file, if all eight are of this colour.
pub fn back_rank(board: &Board, color: Color) -> Option<[Role; 8]> {
    let mut roles = [Role::Pawn; 8];
    for (role, file) in roles.iter_mut().zip(File::ALL) {
        match board.piece_at(Square::from_coords(file, color.backrank())) {
            Some(Piece { color: owner, role: found }) if owner == color => *role = found,
            _ => return None,
        }
    }
    Some(roles)
}

fn squares_text(squares: Bitboard) -> String {
    list_text(squares.into_iter().map(|square| square.to_string()).collect())
}

fn roles_text(roles: &[Role]) -> String {
    list_text(roles.iter().map(|&role| format!("a {}", role_name(role))).collect())
}

/// `a`, `a and b`, `a, b and c`.
fn list_text(items: Vec<String>) -> String {
    match items.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => items.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen::read_strict;

    const PAWNS: &str = "pppppppp/8/8/8/8/PPPPPPPP";

    fn read(placement: &str, turn: char) -> Setup {
        read_strict(format!("{placement} {turn} - - 0 1").as_bytes(), None).expect("a readable position").setup
    }

    fn check(placement: &str, start: Start, reason: &str) {
        let setup = read(placement, 'w');
        assert_eq!(Start::classify(&setup), start, "{placement}");
        let found = why_not_chess960(&setup).map_or(String::new(), |reason| reason.to_string());
        assert_eq!(found, reason, "{placement}");
    }

    fn spn(number: u16) -> Spn {
        Spn::new(number).expect("a number below 960")
    }

    #[test]
    fn kinds_and_reasons() {
        check(&format!("rnbqkbnr/{PAWNS}/RNBQKBNR"), Start::Standard, "");
        check(&format!("bbqnnrkr/{PAWNS}/BBQNNRKR"), Start::Chess960(spn(0)), "");
        check(
            &format!("rnbqkbnr/{PAWNS}/BBQNNRKR"),
            Start::Dfrc { white: spn(0), black: spn(518) },
            "black does not mirror white: white has start position 0, black 518 (DFRC)",
        );
        check(
            &format!("bnbqkrnr/{PAWNS}/BNBQKRNR"),
            Start::Shuffle,
            "white's bishops stand on squares of the same colour",
        );
        check(&format!("rnbqkbnr/{PAWNS}/KRBBQNNR"), Start::Shuffle, "white's king does not stand between the rooks");
        check(
            &format!("rnbqkbnr/{PAWNS}/RNBQKBQQ"),
            Start::Other,
            "white's back rank lacks a rook and a knight and has a queen and a queen too many",
        );
        check(&format!("rnbqkb1r/{PAWNS}/RNBQKBNR"), Start::Other, "black's back rank lacks a knight");
        check("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR", Start::Other, "men stand on e4 and e5");
        check("rnbqkbnr/pppp1ppp/8/8/8/8/PPPPPPP1/RNBQKBNR", Start::Other, "no pawn of the right colour on h2 and e7");
    }

    /// rules.md 6.1 to 6.6: every order of the eight pieces, counted.
    #[test]
    fn families() {
        let mut orders = std::collections::BTreeSet::new();
        permute(&mut "BBKNNQRR".chars().collect::<Vec<_>>(), 0, &mut orders);
        let mut counts = std::collections::BTreeMap::new();
        for order in &orders {
            let setup = read(&format!("{}/{PAWNS}/{order}", order.to_lowercase()), 'w');
            *counts.entry(Family::of(&setup).expect("a start")).or_insert(0) += 1;
        }
        let [fischer, bishops, any] = [Family::Chess960, Family::MirroredOppositeBishops, Family::Mirrored];
        assert_eq!(counts[&fischer], fischer.size());
        assert_eq!(counts[&fischer] + counts[&bishops], bishops.size());
        assert_eq!(counts.values().sum::<u32>(), any.size());
        assert_eq!(Family::Dfrc.size(), fischer.size().pow(2));
        assert_eq!(Family::OppositeBishops.size(), bishops.size().pow(2));
        assert_eq!(Family::Any.size(), any.size().pow(2));

        let family = |black: &str, white: &str| Family::of(&read(&format!("{black}/{PAWNS}/{white}"), 'w'));
        assert_eq!(family("rnbqkbnr", "BBQNNRKR"), Some(Family::Dfrc));
        assert_eq!(family("rnbqkbnr", "KRBBQNNR"), Some(Family::OppositeBishops));
        assert_eq!(family("rnbqkbnr", "BNBQKRNR"), Some(Family::Any));
        assert_eq!(family("rnbqkbnr", "RNBQKBNQ"), None);
    }

    fn permute(letters: &mut Vec<char>, fixed: usize, orders: &mut std::collections::BTreeSet<String>) {
        if fixed == letters.len() {
            orders.insert(letters.iter().collect());
        }
        for other in fixed..letters.len() {
            letters.swap(fixed, other);
            permute(letters, fixed + 1, orders);
            letters.swap(fixed, other);
        }
    }

    #[test]
    fn start_positions_of_pairs() {
        for (white, black) in [(518, 518), (0, 953), (959, 1)].map(|(white, black)| (spn(white), spn(black))) {
            let setup = setup(white, black);
            let rank = |spn: Spn| crate::spn::back_rank_text(&spn.back_rank());
            let fen = format!("{}/{PAWNS}/{} w KQkq - 0 1", rank(black).to_lowercase(), rank(white));
            assert_eq!(setup, read_strict(fen.as_bytes(), None).expect("a readable position").setup);
            assert_eq!(from_dfrc_index(dfrc_index(white, black)), Some((white, black)));
        }
        assert_eq!(dfrc_index(spn(959), spn(959)), 921_599);
        assert_eq!(from_dfrc_index(921_600), None);
    }

    #[test]
    fn black_to_move_is_no_start() {
        let setup = read(&format!("rnbqkbnr/{PAWNS}/RNBQKBNR"), 'b');
        assert_eq!(Start::classify(&setup), Start::Other);
        assert_eq!(why_not_chess960(&setup), Some(NotAmong960::BlackToMove));
        assert_eq!(full_rights(&setup), Some(Bitboard::CORNERS));
    }

    #[test]
    fn rights_of_start_arrays_only() {
        let rooks = Bitboard::from_iter([Square::F1, Square::H1, Square::A8, Square::H8]);
        assert_eq!(full_rights(&read(&format!("rnbqkbnr/{PAWNS}/BBQNNRKR"), 'w')), Some(rooks));
        assert_eq!(full_rights(&read(&format!("rnbqkbnr/{PAWNS}/KRBBQNNR"), 'w')), None);
        assert_eq!(full_rights(&read("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", 'w')), None);
    }
}
