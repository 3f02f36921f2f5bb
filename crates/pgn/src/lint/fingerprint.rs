//! [`Fingerprint`]: what a finding is known by from one run to the next, whatever its line and the game's number are.

use std::fmt;

use xxhash_rust::xxh3::Xxh3;

use crate::{event::EventKind, game::Game, tags::TagName};

/// The tags that tell a game from others.
const IDENTITY: [TagName; 7] =
    [TagName::Event, TagName::Site, TagName::Date, TagName::Round, TagName::Board, TagName::White, TagName::Black];

/// A finding's rule, message and game in 64 bits, the same in every release and on every machine (XXH3).
///
/// The game is known by its tags Event, Site, Date, Round, Board, White and Black, or by its moves when it has none of
/// them. So a finding keeps its fingerprint while other games come and go, and while other faults of its game are
/// mended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(pub u64);

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// The fingerprints of the findings in one game, or in none.
#[derive(Clone)]
pub struct Fingerprints(Xxh3);

impl Fingerprints {
    /// Those of findings about a file.
    pub fn of_file() -> Fingerprints {
        Fingerprints(Xxh3::new())
    }

    /// Those of findings in a game.
    pub fn of_game(game: &Game<'_>) -> Fingerprints {
        let mut prints = Fingerprints::of_file();
        for (name, value) in IDENTITY.iter().filter_map(|&name| Some((name, game.raw_value(name)?))) {
            prints.add(name.text().as_bytes());
            prints.add(value);
        }
        if IDENTITY.iter().all(|&name| game.tag(name).is_none()) {
            let is_move = |kind| matches!(kind, EventKind::San(_) | EventKind::UnreadableMove);
            for event in game.events.iter().filter(|event| is_move(event.kind)) {
                prints.add(game.text(event.span));
            }
        }
        prints
    }

    /// That of a finding by a rule. Without a message it stands for those that are counted and not listed.
    pub fn of_finding(&self, code: &str, message: &str) -> Fingerprint {
        let mut prints = self.clone();
        prints.add(code.as_bytes());
        prints.add(message.as_bytes());
        Fingerprint(prints.0.digest())
    }

    /// Adds a part so that it cannot be taken for parts of another division.
    fn add(&mut self, part: &[u8]) {
        self.0.update(&(part.len() as u64).to_le_bytes());
        self.0.update(part);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::Parser;

    fn prints(text: &str) -> Fingerprint {
        let mut found = None;
        Parser::default().parse_slice(text.as_bytes(), |_, game| found = Some(Fingerprints::of_game(game)));
        found.unwrap().of_finding("SAN001", "white has no knight that can go to f3")
    }

    #[test]
    fn a_game_is_known_by_who_played_when() {
        let game = prints("[Event \"a\"]\n[White \"b\"]\n\n1. e4 e5 *\n");
        assert_eq!(game, prints("[Event \"a\"]\n[Annotator \"c\"]\n[White \"b\"]\n\n\n1. d4 *\n"));
        assert_ne!(game, prints("[Event \"a\"]\n[White \"c\"]\n\n1. e4 e5 *\n"));
        assert_ne!(game, prints("[Event \"a\"]\n[Black \"b\"]\n\n1. e4 e5 *\n"));
        assert_ne!(game, prints("[Event \"ab\"]\n[White \"\"]\n\n1. e4 e5 *\n"));
    }

    #[test]
    fn a_game_without_these_tags_is_known_by_its_moves() {
        assert_eq!(prints("1. e4 e5 *\n"), prints("1.e4 {best}\ne5 $1 *\n"));
        assert_ne!(prints("1. e4 e5 *\n"), prints("1. e4 e6 *\n"));
    }

    #[test]
    fn fingerprints_are_kept_for_ever() {
        assert_eq!(prints("[Event \"a\"]\n[White \"b\"]\n\n1. e4 e5 *\n").to_string(), "839c6852a781e76d");
    }
}
