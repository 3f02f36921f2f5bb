//! POS003: contradicting variant.

use crate::{
    game::Game,
    lint::{Check, Report, Safety, Severity, rule::rule},
    opening::{Opening, Variant},
    tags::TagName,
};

rule! {
    /// ## What it does
    /// Reports a Variant tag that names ordinary chess beside a start that needs Chess960 castling. The position
    /// counts.
    ///
    /// ## Why is this bad?
    /// Lichess and others write `From Position` or `Standard` over Chess960 games; readers that believe the tag refuse
    /// the castlings.
    ///
    /// ## Example
    /// `[Variant "Standard"]` with a shuffled back rank; write `Chess960`.
    ///
    /// ## Source
    /// DIA-2, DIA-8, policy P1.
    "POS003" "contradicting-variant", Severity::Warning, Check::Tags(check)
}

fn check(game: &Game<'_>, opening: &Opening, report: &mut Report<'_>) {
    if opening.variant == Variant::Standard
        && opening.needs_chess960()
        && let Some(tag) = game.tag(TagName::Variant)
    {
        let message = format!("variant `{}`, but the game starts as Chess960; read so", game.decoded(tag.value));
        report.at(tag.value, message).replace(tag.value, "Chess960", Safety::Safe);
    }
}
