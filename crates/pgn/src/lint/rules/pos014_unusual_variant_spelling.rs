//! POS014: unusual variant spelling.

use crate::{
    game::Game,
    lint::{Check, Report, Safety, Severity, rule::rule},
    opening::{Opening, Variant},
    tags::TagName,
};

rule! {
    /// ## What it does
    /// Reports a Variant tag that means Chess960 in another spelling than `Chess960`, `chess 960`, `Fischerandom` and
    /// `fischerandom`, which sites and engine programs write.
    ///
    /// ## Why is this bad?
    /// It is read as Chess960 here. Programs that compare the value with those they know do not recognise it.
    ///
    /// ## Example
    /// `[Variant "Fischer Random"]`; write `Chess960`.
    ///
    /// ## Source
    /// DIA-1, policy P4.
    "POS014" "unusual-variant-spelling", Severity::Info, Check::Tags(check), Broadcast: Warning
}

fn check(game: &Game<'_>, opening: &Opening, report: &mut Report<'_>) {
    let Some(tag) = game.tag(TagName::Variant) else { return };
    let is_usual = matches!(game.text(tag.value), b"Chess960" | b"chess 960" | b"Fischerandom" | b"fischerandom");
    if opening.variant == Variant::Chess960 && !is_usual {
        let message = format!("`{}` is an unusual spelling of `Chess960`", game.decoded(tag.value));
        report.at(tag.value, message).replace(tag.value, "Chess960", Safety::Safe);
    }
}
