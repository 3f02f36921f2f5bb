//! POS004: other game.

use crate::{
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
    opening::{Opening, Variant},
    tags::TagName,
};

rule! {
    /// ## What it does
    /// Reports a game of another kind, such as Crazyhouse or Atomic. It is counted and its moves are not checked.
    ///
    /// ## Why is this bad?
    /// Its rules are not those of chess, so that no verdict about its moves would be right.
    ///
    /// ## Example
    /// `[Variant "Crazyhouse"]`.
    ///
    /// ## Source
    /// DIA-1.
    "POS004" "other-game", Severity::Warning, Check::Tags(check)
}

fn check(game: &Game<'_>, opening: &Opening, report: &mut Report<'_>) {
    if opening.variant != Variant::OtherGame {
        return;
    }
    if let Some(tag) = game.tag(TagName::Variant) {
        let variant = game.decoded(tag.value);
        report.at(tag.value, format!("variant `{variant}` is another game; its moves are not checked"));
    } else if let Some(tag) = game.tag(TagName::WhiteA) {
        report.at(tag.name, "four players make this bughouse, another game; its moves are not checked");
    }
}
