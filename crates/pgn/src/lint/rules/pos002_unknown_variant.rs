//! POS002: unknown variant.

use crate::{
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
    opening::{Opening, Variant},
    tags::TagName,
};

rule! {
    /// ## What it does
    /// Reports a Variant tag with a value that we do not know. The position decides how the game is read.
    ///
    /// ## Why is this bad?
    /// A typing error here makes other programs skip the game or misread its castlings.
    ///
    /// ## Example
    /// `[Variant "Chess969"]`; write `Chess960`.
    ///
    /// ## Source
    /// DIA-1, policy P1.
    "POS002" "unknown-variant", Severity::Warning, Check::Tags(check)
}

fn check(game: &Game<'_>, opening: &Opening, report: &mut Report<'_>) {
    if opening.variant == Variant::Unknown
        && let Some(tag) = game.tag(TagName::Variant)
    {
        let reading = if opening.needs_chess960() { "Chess960" } else { "classical chess" };
        report.at(tag.value, format!("unknown variant `{}`; read as {reading}", game.decoded(tag.value)));
    }
}
