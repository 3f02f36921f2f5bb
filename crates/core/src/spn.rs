//! Start position numbers: Scharnagl's 0..=959 and the back rank each of them means.
//!
//! Both directions are computed, there is no table. Which start a whole position is belongs to [`crate::start`].

use std::fmt;

use shakmaty::{File, Role};

/// Scharnagl's number of a Chess960 start position: 0..=959, 518 is the array of ordinary chess.
///
/// The reading 1..=960, in which 960 means 0, is a matter of input; it never gets in here.
/// Source: SPN-1, SPN-4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spn(u16);

impl Spn {
    /// Number of start positions: 960.
    pub const COUNT: u16 = 960;

    /// The array of ordinary chess, RNBQKBNR: 518.
    pub const STANDARD: Spn = Spn(518);

    /// The start position of this number, or none if it is above 959.
    pub const fn new(number: u16) -> Option<Spn> {
        if number < Spn::COUNT { Some(Spn(number)) } else { None }
    }

    /// The number, 0..=959.
    pub const fn get(self) -> u16 {
        self.0
    }

    /// All start positions in the order of their numbers.
    pub fn all() -> impl DoubleEndedIterator<Item = Spn> + ExactSizeIterator {
        (0..Spn::COUNT).map(Spn)
    }

    /// The eight pieces from the a-file to the h-file; Black's stand on the same files as White's.
    ///
    /// Source: SPN-1.
    pub fn back_rank(self) -> [Role; 8] {
        let number = usize::from(self.0);
        let (number, light_bishop) = (number / 4, number % 4);
        let (number, dark_bishop) = (number / 4, number % 4);
        let (mut knights, queen) = (number / 6, number % 6);
        // The pairs of the five free files in the order 01 02 03 04 12 13 14 23 24 34.
        let mut first_knight = 0;
        while knights >= 4 - first_knight {
            knights -= 4 - first_knight;
            first_knight += 1;
        }
        let second_knight = first_knight + 1 + knights;

        let mut files = [None; 8];
        files[2 * light_bishop + 1] = Some(Role::Bishop);
        files[2 * dark_bishop] = Some(Role::Bishop);
        put_on_free_file(&mut files, queen, Role::Queen);
        // The right one first, so that the left one's index still counts the same files.
        put_on_free_file(&mut files, second_knight, Role::Knight);
        put_on_free_file(&mut files, first_knight, Role::Knight);
        put_on_free_file(&mut files, 1, Role::King);
        files.map(|role| role.unwrap_or(Role::Rook))
    }

    /// The number of this back rank (a-file to h-file), or none if it is not one of the 960.
    ///
    /// Source: SPN-2.
    pub fn from_back_rank(back_rank: &[Role; 8]) -> Option<Spn> {
        let [bishops, queens, knights, rooks, kings] =
            [Role::Bishop, Role::Queen, Role::Knight, Role::Rook, Role::King].map(|role| files_of(back_rank, role));
        let ([left, right], [queen], [first_knight, second_knight], [a_rook, h_rook], [king]) =
            (pair(&bishops)?, single(&queens)?, pair(&knights)?, pair(&rooks)?, single(&kings)?);
        if (left + right) % 2 == 0 || !(a_rook < king && king < h_rook) {
            return None;
        }
        let (dark, light) = if left % 2 == 0 { (left, right) } else { (right, left) };
        // Indices among the files that bishops, and for the knights also the queen, leave free.
        let without_bishops = |file: usize| file - usize::from(left < file) - usize::from(right < file);
        let without_queen = |file: usize| without_bishops(file) - usize::from(queen < file);
        let (a, b) = (without_queen(first_knight), without_queen(second_knight));
        let knights = a * (9 - a) / 2 + (b - a - 1);
        let number = light / 2 + 4 * (dark / 2) + 16 * without_bishops(queen) + 96 * knights;
        u16::try_from(number).ok().and_then(Spn::new)
    }

    /// The files of the a-side rook, the king and the h-side rook.
    pub fn rooks_and_king(self) -> [File; 3] {
        let back_rank = self.back_rank();
        let mut files =
            File::ALL.into_iter().filter(|&file| matches!(back_rank[file as usize], Role::Rook | Role::King));
        std::array::from_fn(|_| files.next().expect("a back rank holds two rooks and a king"))
    }

    /// The start position whose back rank is this one read from h to a. None is its own mirror image.
    ///
    /// Source: rules.md 6.9.
    pub fn mirrored(self) -> Spn {
        let mut back_rank = self.back_rank();
        back_rank.reverse();
        Spn::from_back_rank(&back_rank).expect("the conditions do not tell left from right")
    }
}

/// Prints the number.
impl fmt::Display for Spn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The eight letters of a back rank, such as `RNBQKBNR`.
pub fn back_rank_text(back_rank: &[Role; 8]) -> String {
    back_rank.iter().map(|role| role.upper_char()).collect()
}

/// The back rank these eight letters name, in either case, or none.
///
/// Any eight letters of `PNBRQK` are taken; whether they are one of the 960 is for [`Spn::from_back_rank`] to say.
pub fn parse_back_rank(text: &str) -> Option<[Role; 8]> {
    let roles: Vec<Role> = text.chars().take(9).map(Role::from_char).collect::<Option<_>>()?;
    roles.try_into().ok()
}

fn put_on_free_file(files: &mut [Option<Role>; 8], nth: usize, role: Role) {
    if let Some(file) = files.iter_mut().filter(|file| file.is_none()).nth(nth) {
        *file = Some(role);
    }
}

fn files_of(back_rank: &[Role; 8], role: Role) -> Vec<usize> {
    (0..8).filter(|&file| back_rank[file] == role).collect()
}

fn pair(files: &[usize]) -> Option<[usize; 2]> {
    files.try_into().ok()
}

fn single(files: &[usize]) -> Option<[usize; 1]> {
    files.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(number: u16, letters: &str) {
        let spn = Spn::new(number).expect("a number below 960");
        assert_eq!(back_rank_text(&spn.back_rank()), letters);
        assert_eq!(Spn::from_back_rank(&parse_back_rank(letters).expect("eight letters")), Some(spn));
    }

    /// SPN-3.
    #[test]
    fn known_numbers() {
        check(0, "BBQNNRKR");
        check(1, "BQNBNRKR");
        check(80, "BBNNRKRQ");
        check(198, "QNBRKBNR");
        check(226, "BNRQKBNR");
        check(353, "BNRBKRQN");
        check(518, "RNBQKBNR");
        check(534, "RNBKQBNR");
        check(579, "BQRNKRNB");
        check(959, "RKRNNQBB");
    }

    #[test]
    fn all_there_and_back() {
        assert_eq!(Spn::all().len(), 960);
        for spn in Spn::all() {
            assert_eq!(Spn::from_back_rank(&spn.back_rank()), Some(spn));
        }
        assert_eq!(Spn::new(960), None);
        assert_eq!(Spn::STANDARD.to_string(), "518");
    }

    #[test]
    fn not_among_the_960() {
        for letters in ["BNBQKRNR", "KRBBQNNR", "RRBBQNNK", "RNBQQBNR", "RNBQKBNN", "PNBQKBNR", "RNBQKBRR"] {
            assert_eq!(Spn::from_back_rank(&parse_back_rank(letters).expect("eight letters")), None, "{letters}");
        }
        assert_eq!(parse_back_rank("RNBQKBN"), None);
        assert_eq!(parse_back_rank("RNBQKBNRR"), None);
        assert_eq!(parse_back_rank("RNBQKBN1"), None);
    }
}
