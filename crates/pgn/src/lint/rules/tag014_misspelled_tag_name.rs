//! TAG014: misspelled tag name.

use crate::{
    game::Game,
    lint::{Check, Report, Safety, Severity, rule::rule},
    opening::{Opening, Variant},
    tags::TagName,
};

rule! {
    /// ## What it does
    /// Reports an unknown tag name that is one letter away from a well-known one which the game lacks: a letter too
    /// many, too few, another one, or two exchanged; or an underscore within. It is not read as that tag.
    ///
    /// ## Why is this bad?
    /// The value is lost: nobody looks for it under that name.
    ///
    /// ## Example
    /// `[Varaint "Chess960"]`; write `Variant`.
    ///
    /// ## Source
    /// PGN-8.1.
    "TAG014" "misspelled-tag-name", Severity::Warning, Check::Tags(check)
}

fn check(game: &Game<'_>, opening: &Opening, report: &mut Report<'_>) {
    // Other games have tags of their own, such as those of the four players of Bughouse.
    if opening.variant == Variant::OtherGame {
        return;
    }
    for tag in game.tags.iter().filter(|tag| tag.known.is_none()) {
        let name = game.text(tag.name);
        let is_meant = |known: &TagName| is_likely(*known) && game.tag(*known).is_none() && is_close(name, *known);
        if let Some(known) = TagName::ALL.iter().copied().find(is_meant) {
            let message = format!("unknown tag `{}`; `{}` may be meant", game.decoded(tag.name), known.text());
            report.at(tag.name, message).replace(tag.name, known.text(), Safety::Unsafe);
        }
    }
}

/// Whether a name is long enough that one letter more or less surely makes no other word.
fn is_likely(name: TagName) -> bool {
    name == TagName::Fen || (name.text().len() >= 5 && name != TagName::WhiteA)
}

fn is_close(name: &[u8], known: TagName) -> bool {
    let known = known.text().as_bytes();
    if name.len().abs_diff(known.len()) > 2 {
        return false;
    }
    let name: Vec<u8> = name.iter().filter(|&&byte| byte != b'_').map(u8::to_ascii_lowercase).collect();
    let known = known.to_ascii_lowercase();
    let n_before = name.iter().zip(&known).take_while(|(one, other)| one == other).count();
    let (name, known) = (&name[n_before..], &known[n_before..]);
    let n_behind = name.iter().rev().zip(known.iter().rev()).take_while(|(one, other)| one == other).count();
    match (&name[..name.len() - n_behind], &known[..known.len() - n_behind]) {
        // A plural, or a second one of its kind, is a name of its own.
        ([b's'], []) => n_behind > 0,
        ([one], [] | [_]) => one.is_ascii_alphabetic(),
        ([one, other], [first, second]) => (one, other) == (second, first),
        ([], known) => known.len() <= 1,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, expected: Option<TagName>) {
        let found = TagName::ALL.iter().copied().find(|&known| is_likely(known) && is_close(name.as_bytes(), known));
        assert_eq!(found, expected, "{name}");
    }

    #[test]
    fn one_letter_is_a_slip() {
        check("Varaint", Some(TagName::Variant));
        check("Resutl", Some(TagName::Result));
        check("Rond", Some(TagName::Round));
        check("Eventt", Some(TagName::Event));
        check("Set_Up", Some(TagName::SetUp));
        check("SteUp", Some(TagName::SetUp));
        check("WhiteEl", Some(TagName::WhiteElo));
        check("White_Elo", Some(TagName::WhiteElo));
        check("FNE", Some(TagName::Fen));
    }

    #[test]
    fn other_names_are_left_alone() {
        for name in ["Rounds", "Round1", "WhiteNA", "WhiteRD", "EventCountry", "Side", "Dates", "Number", "x", "_", ""]
        {
            check(name, None);
        }
    }
}
