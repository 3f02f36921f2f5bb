//! TAG002: duplicate tag.

use crate::{
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
    opening::Opening,
    tags::TagName,
};

rule! {
    /// ## What it does
    /// Reports a tag name that stands twice in one tag section. The first pair counts. A second FEN is reported by
    /// POS016.
    ///
    /// ## Why is this bad?
    /// Programs differ in which of the two they believe, so the game depends on who reads it.
    ///
    /// ## Example
    /// Two `White` tags with different names; remove the wrong one.
    ///
    /// ## Source
    /// PGN-8.1.
    "TAG002" "duplicate-tag", Severity::Warning, Check::Tags(check)
}

fn check(game: &Game<'_>, _: &Opening, report: &mut Report<'_>) {
    for tag in game.tags.iter().filter(|tag| tag.is_duplicate && tag.known != Some(TagName::Fen)) {
        report.at(tag.name, format!("tag `{}` stands twice; the first one counts", game.decoded(tag.name)));
    }
}
