//! How games end: results, what the board says, and what the Termination tag says.

use pgn_reader::{KnownOutcome, Outcome};
use shakmaty::Color;

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `1-0`.
    WhiteWins,
    /// `1/2-1/2`.
    Draw,
    /// `0-1`.
    BlackWins,
    /// `0-0`.
    BothLose,
    /// `*`, or nothing.
    Open,
}

impl GameResult {
    /// Reads a Result value, also in the spellings of DIA-13. None for anything else.
    pub fn parse(text: &str) -> Option<GameResult> {
        Some(match text.trim() {
            "1-0" | "1–0" | "1:0" | "+-" | "+--" | "+:-" => GameResult::WhiteWins,
            "0-1" | "0–1" | "0:1" | "-+" | "--+" | "-:+" => GameResult::BlackWins,
            "1/2-1/2" | "1/2–1/2" | "1/2" | "1/2:1/2" | "½-½" | "½–½" | "½" | "0.5-0.5" => GameResult::Draw,
            "0-0" | "0–0" | "0:0" => GameResult::BothLose,
            "*" => GameResult::Open,
            _ => return None,
        })
    }

    /// What pgn-reader calls it.
    pub fn of(outcome: Outcome) -> GameResult {
        match outcome {
            Outcome::Known(KnownOutcome::Decisive { winner: Color::White }) => GameResult::WhiteWins,
            Outcome::Known(KnownOutcome::Decisive { winner: Color::Black }) => GameResult::BlackWins,
            Outcome::Known(KnownOutcome::Draw) => GameResult::Draw,
            Outcome::Unknown => GameResult::Open,
        }
    }

    /// `1-0`, `1/2-1/2`, `0-1`, `0-0` or `*`.
    pub fn text(self) -> &'static str {
        match self {
            GameResult::WhiteWins => "1-0",
            GameResult::Draw => "1/2-1/2",
            GameResult::BlackWins => "0-1",
            GameResult::BothLose => "0-0",
            GameResult::Open => "*",
        }
    }
}

/// How the board ended a game: what its last position is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ending {
    /// Mate.
    Mate,
    /// Stalemate.
    Stalemate,
    /// Neither side has the men to mate.
    DeadPosition,
    /// The position has come up five times.
    FivefoldRepetition,
    /// There were 75 moves of each side without capture and pawn move.
    SeventyFiveMoves,
}

impl Ending {
    /// All of them.
    pub const ALL: [Ending; 5] =
        [Ending::Mate, Ending::Stalemate, Ending::DeadPosition, Ending::FivefoldRepetition, Ending::SeventyFiveMoves];

    /// `mate`, `stalemate`, `dead-position`, `fivefold-repetition` or `75-moves`.
    pub fn name(self) -> &'static str {
        match self {
            Ending::Mate => "mate",
            Ending::Stalemate => "stalemate",
            Ending::DeadPosition => "dead-position",
            Ending::FivefoldRepetition => "fivefold-repetition",
            Ending::SeventyFiveMoves => "75-moves",
        }
    }
}

macro_rules! terminations {
    ($($(#[doc = $doc:literal])* $variant:ident $name:literal [$($part:literal),*];)*) => {
        /// What the Termination tag says, in the words of PGN-9.8.1.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Termination {
            $($(#[doc = $doc])* $variant,)*
        }

        impl Termination {
            /// All of them.
            pub const ALL: &[Termination] = &[$(Termination::$variant,)*];

            /// Its name.
            pub fn name(self) -> &'static str {
                match self { $(Termination::$variant => $name,)* }
            }

            /// Parts of values that mean it. The first that is found decides.
            fn parts(self) -> &'static [&'static str] {
                match self { $(Termination::$variant => &[$($part),*],)* }
            }
        }
    };
}

terminations! {
    /// A flag fell.
    TimeForfeit "time-forfeit" ["time forfeit", "on time", "time out", "timeout", "forfeits on time"];
    /// A player left.
    Abandoned "abandoned" ["abandon", "disconnect", "stall"];
    /// Somebody else decided.
    Adjudication "adjudication" ["adjudicat"];
    /// A player died.
    Death "death" ["death"];
    /// Something happened outside the game.
    Emergency "emergency" ["emergency"];
    /// A rule was broken.
    RulesInfraction "rules-infraction" ["infraction", "illegal", "cheat", "forfeit"];
    /// The game has not ended.
    Unterminated "unterminated" ["unterminated", "unfinished"];
    /// As games end: mate, resignation, or a draw of any kind.
    Normal "normal" ["normal", "mate", "resign", "agree", "repetition", "fold", "insufficient", "50", "fifty", "draw"];
    /// Something else.
    Other "other" [""];
}

impl Termination {
    /// Reads a Termination value: PGN's words in any case, and the sentences of Lichess, chess.com and engine matches.
    pub fn parse(text: &str) -> Termination {
        let text = text.to_lowercase().replace(['_', '-'], " ");
        let is_meant = |termination: &Termination| termination.parts().iter().any(|part| text.contains(part));
        Termination::ALL.iter().copied().find(is_meant).unwrap_or(Termination::Other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminations() {
        for (text, expected) in [
            ("Normal", Termination::Normal),
            ("Time forfeit", Termination::TimeForfeit),
            ("ana won on time", Termination::TimeForfeit),
            ("ben won by resignation", Termination::Normal),
            ("Game drawn by timeout vs insufficient material", Termination::TimeForfeit),
            ("rules infraction", Termination::RulesInfraction),
            ("adjudication", Termination::Adjudication),
            ("ana won - game abandoned", Termination::Abandoned),
            ("3-Fold repetition", Termination::Normal),
            ("Unterminated", Termination::Unterminated),
            ("Unknown", Termination::Other),
        ] {
            assert_eq!(Termination::parse(text), expected, "{text}");
        }
    }

    #[test]
    fn results() {
        for result in
            [GameResult::WhiteWins, GameResult::Draw, GameResult::BlackWins, GameResult::BothLose, GameResult::Open]
        {
            assert_eq!(GameResult::parse(result.text()), Some(result));
        }
        assert_eq!(GameResult::parse("½-½"), Some(GameResult::Draw));
        assert_eq!(GameResult::parse("?"), None);
    }
}
