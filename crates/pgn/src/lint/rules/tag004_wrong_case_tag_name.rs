//! TAG004: wrong case tag name.

use crate::{
    game::Game,
    lint::{Check, Report, Safety, Severity, rule::rule},
    opening::Opening,
};

rule! {
    /// ## What it does
    /// Reports the name of a well-known tag in another case. It is read as that tag, unless the right spelling is there
    /// as well.
    ///
    /// ## Why is this bad?
    /// Tag names are case-sensitive. A reader that misses `Fen` starts from the classical array and reports illegal
    /// moves.
    ///
    /// ## Example
    /// `[Fen "..."]` or `[Setup "1"]`; write `FEN` and `SetUp`.
    ///
    /// ## Source
    /// PGN-8.1.
    "TAG004" "wrong-case-tag-name", Severity::Warning, Check::Tags(check)
}

fn check(game: &Game<'_>, _: &Opening, report: &mut Report<'_>) {
    for tag in game.tags.iter().filter(|tag| !tag.is_exact) {
        if let Some(known) = tag.known {
            let message = format!("tag name `{}` should be `{}`", game.decoded(tag.name), known.text());
            report.at(tag.name, message).replace(tag.name, known.text(), Safety::Safe);
        }
    }
}
