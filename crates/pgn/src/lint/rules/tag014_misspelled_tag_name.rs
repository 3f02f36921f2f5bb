//! TAG014: misspelled tag name.

use crate::{
    game::Game,
    lint::{Check, Report, Safety, Severity, rule::rule},
    opening::{Opening, Variant},
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
    "TAG014" "misspelled-tag-name", Severity::Warning, Check::Tags(check), Archive: Warning
}

fn check(game: &Game<'_>, opening: &Opening, report: &mut Report<'_>) {
    // Other games have tags of their own, such as those of the four players of Bughouse.
    if opening.variant == Variant::OtherGame {
        return;
    }
    for tag in game.tags.iter().filter(|tag| tag.known.is_none()) {
        if let Some(known) = game.name_meant(tag) {
            let message = format!("unknown tag `{}`; `{}` may be meant", game.decoded(tag.name), known.text());
            report.at(tag.name, message).replace(tag.name, known.text(), Safety::Unsafe);
        }
    }
}
