//! Procedures that draw a start position, and the exact chance of each position under them.
//!
//! Each [`Procedure`] is one walk through its questions. Whoever answers them makes the use: a random generator draws,
//! an arbiter's dice are followed, and all possible answers in turn give the distribution. Nothing random lives here.
//!
//! Source: rules.md section 7, procedures.md.

use std::fmt;

use num_rational::Ratio;
use shakmaty::{Bitboard, File, Rank, Role, Square};

use crate::spn::Spn;

/// A way to draw one of the 960.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Procedure {
    /// Draw the number.
    Uniform,
    /// Bodlaender's dice: dark bishop, light bishop, queen and both knights, by throws of one die.
    BodlaenderDice,
    /// The king first, then a rook on each side of it, bishops, queen and knights, by choices of equal chance.
    KingFirst,
    /// The same pieces in the same order, by cards that name squares.
    Cards,
    /// Put all pieces anywhere and begin again unless the position is one of the 960.
    DealAndReject,
}

/// What a walk asks: which of `n_options()` options, all of equal chance?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Which start number? The options are the numbers 0..=959.
    Number,
    /// On which square does this man stand?
    Square {
        /// The man, such as `dark bishop`.
        man: &'static str,
        /// Squares of the first rank. The options are these squares from the a-file on.
        squares: Bitboard,
        /// How many further options are wasted: the question is then asked again.
        n_wasted: usize,
    },
}

impl Question {
    /// How many options there are, wasted ones included.
    pub fn n_options(self) -> usize {
        match self {
            Question::Number => usize::from(Spn::COUNT),
            Question::Square { squares, n_wasted, .. } => squares.count() + n_wasted,
        }
    }

    /// The number of options that settle the question. They come before the wasted ones.
    pub fn n_settling(self) -> usize {
        match self {
            Question::Number => self.n_options(),
            Question::Square { squares, .. } => squares.count(),
        }
    }

    /// What is asked for: `number`, or the man.
    pub fn subject(self) -> &'static str {
        match self {
            Question::Number => "number",
            Question::Square { man, .. } => man,
        }
    }

    /// The square that this option means; none for numbers and wasted options.
    pub fn square(self, option: usize) -> Option<Square> {
        match self {
            Question::Number => None,
            Question::Square { squares, .. } => squares.into_iter().nth(option),
        }
    }
}

/// A question and its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draw {
    /// What was asked.
    pub question: Question,
    /// The option that was drawn, counted from 0.
    pub option: usize,
    /// Whether it came to nothing, by itself or because the deal it belongs to was rejected.
    pub is_wasted: bool,
}

/// A start position and how it was drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The position.
    pub spn: Spn,
    /// All draws in order, wasted ones included.
    pub draws: Vec<Draw>,
}

/// Why a text is no answer to a question.
///
/// The message of its `Display` is lower case without a final period.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .expected)]
pub struct AnswerError {
    expected: String,
}

impl Procedure {
    /// All procedures.
    pub const ALL: [Procedure; 5] = [
        Procedure::Uniform,
        Procedure::BodlaenderDice,
        Procedure::KingFirst,
        Procedure::Cards,
        Procedure::DealAndReject,
    ];

    /// The name of the procedure, such as `king-first`.
    pub fn name(self) -> &'static str {
        match self {
            Procedure::Uniform => "uniform",
            Procedure::BodlaenderDice => "bodlaender-dice",
            Procedure::KingFirst => "king-first",
            Procedure::Cards => "cards",
            Procedure::DealAndReject => "deal-and-reject",
        }
    }

    /// Draws a position with whatever answers the questions: an option below [`Question::n_options`], or why not.
    ///
    /// # Errors
    ///
    /// What the answering function returns.
    ///
    /// # Examples
    ///
    /// Dice that always show one:
    ///
    /// ```
    /// use pgn960_core::shuffle::Procedure;
    ///
    /// let drawn = Procedure::BodlaenderDice.draw(|_| Ok::<_, ()>(0))?;
    /// assert_eq!(drawn.spn.get(), 0);
    /// assert_eq!(drawn.draws.len(), 5);
    /// # Ok::<_, ()>(())
    /// ```
    pub fn draw<E>(self, mut answer: impl FnMut(Question) -> Result<usize, E>) -> Result<Drawn, E> {
        let mut draws = Vec::new();
        loop {
            let n_before = draws.len();
            let ask = |question: Question| loop {
                let option = answer(question)?;
                assert!(option < question.n_options(), "an answer is one of the options");
                let is_wasted = option >= question.n_settling();
                draws.push(Draw { question, option, is_wasted });
                if !is_wasted {
                    return Ok(option);
                }
            };
            if let Some(spn) = self.walk(ask)? {
                return Ok(Drawn { spn, draws });
            }
            for draw in &mut draws[n_before..] {
                draw.is_wasted = true;
            }
        }
    }

    /// The chance of each position, in the order of their numbers.
    ///
    /// Every answer to every question is tried. Wasted options and rejected deals leave everything as it was, so that
    /// the others share the chance in proportion.
    pub fn distribution(self) -> Vec<Ratio<u64>> {
        let mut shares = vec![Ratio::from_integer(0); usize::from(Spn::COUNT)];
        // The answers of the walk under way, each with the number of those that could be given.
        let mut answers: Vec<(usize, usize)> = Vec::new();
        loop {
            let mut n_asked = 0;
            let end = self.walk(|question| {
                if n_asked == answers.len() {
                    answers.push((0, question.n_settling()));
                }
                n_asked += 1;
                Ok::<_, std::convert::Infallible>(answers[n_asked - 1].0)
            });
            let Ok(end) = end;
            if let Some(spn) = end {
                let n_equal: usize = answers.iter().map(|&(_, n)| n).product();
                shares[usize::from(spn.get())] += Ratio::new(1, n_equal as u64);
            }
            while answers.pop_if(|(option, n)| *option + 1 == *n).is_some() {}
            match answers.last_mut() {
                Some((option, _)) => *option += 1,
                None => break,
            }
        }
        let total: Ratio<u64> = shares.iter().sum();
        shares.into_iter().map(|share| share / total).collect()
    }

    /// One way through the questions of the procedure; none if what came out is rejected.
    fn walk<E>(self, mut ask: impl FnMut(Question) -> Result<usize, E>) -> Result<Option<Spn>, E> {
        let mut rank = BackRank::default();
        match self {
            Procedure::Uniform => {
                let number = ask(Question::Number)?;
                return Ok(u16::try_from(number).ok().and_then(Spn::new));
            }
            Procedure::BodlaenderDice => {
                let mut throw = |man, role, squares| {
                    // The die has six sides.
                    let of_man = rank.squares(squares);
                    rank.place(&mut ask, man, role, of_man, 6 - of_man.count())
                };
                throw("dark bishop", Role::Bishop, Bitboard::DARK_SQUARES)?;
                throw("light bishop", Role::Bishop, Bitboard::LIGHT_SQUARES)?;
                throw("queen", Role::Queen, Bitboard::FULL)?;
                throw("first knight", Role::Knight, Bitboard::FULL)?;
                throw("second knight", Role::Knight, Bitboard::FULL)?;
                rank.fill([Role::Rook, Role::King, Role::Rook]);
            }
            Procedure::KingFirst | Procedure::Cards => {
                let mut choose = |man, role, squares| {
                    let of_man = rank.squares(squares);
                    rank.place(&mut ask, man, role, of_man, 0)
                };
                let king = choose("king", Role::King, !(Bitboard::from(File::A) | File::H))?;
                let left = Bitboard::from_iter(Square::ALL.into_iter().filter(|square| square.file() < king.file()));
                choose("a-side rook", Role::Rook, left)?;
                choose("h-side rook", Role::Rook, !left)?;
                choose("light bishop", Role::Bishop, Bitboard::LIGHT_SQUARES)?;
                choose("dark bishop", Role::Bishop, Bitboard::DARK_SQUARES)?;
                choose("queen", Role::Queen, Bitboard::FULL)?;
                rank.fill([Role::Knight, Role::Knight]);
            }
            Procedure::DealAndReject => {
                let mut deal = |man, role| {
                    let of_man = rank.squares(Bitboard::FULL);
                    rank.place(&mut ask, man, role, of_man, 0)
                };
                deal("king", Role::King)?;
                deal("queen", Role::Queen)?;
                deal("first rook", Role::Rook)?;
                deal("second rook", Role::Rook)?;
                deal("first bishop", Role::Bishop)?;
                deal("second bishop", Role::Bishop)?;
                deal("first knight", Role::Knight)?;
                rank.fill([Role::Knight]);
            }
        }
        Ok(Spn::from_back_rank(&rank.roles()))
    }

    /// The answer as it is thrown, chosen or drawn: a number from 0, a throw of a die from 1, `2/5` for the second of
    /// five choices, or the name of a square.
    pub fn write_answer(self, question: Question, option: usize) -> String {
        match (self, question.square(option)) {
            (Procedure::Uniform, _) => option.to_string(),
            (Procedure::BodlaenderDice, _) => (option + 1).to_string(),
            (Procedure::KingFirst, _) => format!("{}/{}", option + 1, question.n_options()),
            (Procedure::Cards | Procedure::DealAndReject, square) => {
                square.map_or(String::new(), |square| square.to_string())
            }
        }
    }

    /// The option that a text as of [`Procedure::write_answer`] means. Choices may come without their number: `2`.
    ///
    /// # Errors
    ///
    /// When the text is none of the options; the message tells what could be answered.
    pub fn read_answer(self, question: Question, text: &str) -> Result<usize, AnswerError> {
        (0..question.n_options())
            .find(|&option| {
                let answer = self.write_answer(question, option);
                answer == text || self == Procedure::KingFirst && answer.split('/').next() == Some(text)
            })
            .ok_or_else(|| AnswerError { expected: format!("expected {}", Options(self, question)) })
    }
}

/// Prints the name.
impl fmt::Display for Procedure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What can be answered, in words.
struct Options(Procedure, Question);

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Options(procedure, question) = *self;
        let subject = question.subject();
        let squares: Vec<String> = (0..question.n_settling())
            .filter_map(|option| question.square(option))
            .map(|square| square.to_string())
            .collect();
        let squares = squares.join(" ");
        match procedure {
            Procedure::Uniform => write!(f, "a number from 0 to 959"),
            Procedure::BodlaenderDice => write!(f, "a throw of a die, 1 to 6"),
            Procedure::KingFirst => {
                let n = question.n_options();
                write!(f, "for the {subject} a choice from 1/{n} to {n}/{n} ({squares})")
            }
            Procedure::Cards | Procedure::DealAndReject => write!(f, "for the {subject} one of {squares}"),
        }
    }
}

/// A back rank being filled.
#[derive(Default)]
struct BackRank([Option<Role>; 8]);

impl BackRank {
    /// The free squares among these.
    fn squares(&self, among: Bitboard) -> Bitboard {
        let is_free = |square: &Square| self.0[square.file() as usize].is_none();
        (among & Rank::First).into_iter().filter(is_free).collect()
    }

    /// Asks for the square of a man and puts it there.
    fn place<E>(
        &mut self,
        ask: &mut impl FnMut(Question) -> Result<usize, E>,
        man: &'static str,
        role: Role,
        squares: Bitboard,
        n_wasted: usize,
    ) -> Result<Square, E> {
        let question = Question::Square { man, squares, n_wasted };
        let square = question.square(ask(question)?).expect("the answer settles the question");
        self.0[square.file() as usize] = Some(role);
        Ok(square)
    }

    /// Puts these men on the free squares, from the a-file on.
    fn fill<const N: usize>(&mut self, roles: [Role; N]) {
        for (role, place) in roles.into_iter().zip(self.0.iter_mut().filter(|place| place.is_none())) {
            *place = Some(role);
        }
    }

    /// The full rank.
    fn roles(&self) -> [Role; 8] {
        self.0.map(|role| role.expect("every procedure places eight men"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Follows answers and returns the number with the draws that were wasted.
    fn follow(procedure: Procedure, answers: &str) -> Result<(u16, usize), AnswerError> {
        let mut words = answers.split(' ');
        let drawn = procedure.draw(|question| procedure.read_answer(question, words.next().unwrap_or_default()))?;
        assert_eq!(words.next(), None, "{answers}");
        let written: Vec<String> =
            drawn.draws.iter().map(|draw| procedure.write_answer(draw.question, draw.option)).collect();
        assert_eq!(written.join(" "), answers);
        Ok((drawn.spn.get(), drawn.draws.iter().filter(|draw| draw.is_wasted).count()))
    }

    #[test]
    fn follows_answers() {
        assert_eq!(follow(Procedure::Uniform, "518"), Ok((518, 0)));
        assert_eq!(follow(Procedure::BodlaenderDice, "5 6 1 6 5 2 3 6 4 5 6 1"), Ok((225, 7)));
        assert_eq!(follow(Procedure::KingFirst, "1/6 1/1 1/6 1/3 1/2 1/3"), Ok((921, 0)));
        assert_eq!(follow(Procedure::Cards, "g1 f1 h1 d1 e1 c1"), Ok((41, 0)));
        // The first deal has its bishops on squares of one colour.
        let deals = "e1 d1 a1 h1 b1 f1 c1 e1 d1 a1 h1 c1 f1 b1";
        assert_eq!(follow(Procedure::DealAndReject, deals), Ok((518, 7)));
    }

    #[test]
    fn refuses_impossible_answers() {
        let check = |procedure, answers, message: &str| {
            assert_eq!(follow(procedure, answers).expect_err("no answer").to_string(), message);
        };
        check(Procedure::Uniform, "960", "expected a number from 0 to 959");
        check(Procedure::BodlaenderDice, "1 7", "expected a throw of a die, 1 to 6");
        check(Procedure::KingFirst, "1/6 2/2", "expected for the a-side rook a choice from 1/1 to 1/1 (a1)");
        check(Procedure::Cards, "c1 d1", "expected for the a-side rook one of a1 b1");
        check(Procedure::DealAndReject, "c1 c1", "expected for the queen one of a1 b1 d1 e1 f1 g1 h1");
    }

    /// procedures.md: three are uniform, the two others are alike and not.
    #[test]
    fn distributions() {
        let uniform = Ratio::new(1, 960);
        for procedure in [Procedure::Uniform, Procedure::BodlaenderDice, Procedure::DealAndReject] {
            assert!(procedure.distribution().iter().all(|&share| share == uniform), "{procedure}");
        }
        let king_first = Procedure::KingFirst.distribution();
        assert_eq!(king_first, Procedure::Cards.distribution());
        assert_eq!(king_first[518], Ratio::new(1, 1296));
        assert_eq!(king_first.iter().sum::<Ratio<u64>>(), Ratio::from_integer(1));
    }
}
