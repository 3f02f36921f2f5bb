//! POS006: unknown start.

use crate::{
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
    opening::{FenTag, GameStart, Opening},
    tags::TagName,
};

rule! {
    /// ## What it does
    /// Reports a Chess960 game without FEN tag whose moves do not fit the classical array. It has no start and is not
    /// replayed.
    ///
    /// ## Why is this bad?
    /// Without its start position the game cannot be understood by anybody.
    ///
    /// ## Example
    /// `[Variant "Chess960"]` alone and castling on move one; add the FEN of the start position.
    ///
    /// ## Source
    /// DIA-14, policy P7.
    "POS006" "unknown-start", Severity::Error, Check::Tags(check)
}

fn check(game: &Game<'_>, opening: &Opening, report: &mut Report<'_>) {
    let Some(tag) = game.tag(TagName::Variant) else { return };
    if let (GameStart::Unknown, FenTag::Missing) = (&opening.start, &opening.fen) {
        report.at(tag.value, "a Chess960 game without FEN whose moves do not fit position 518; its start is unknown");
    }
}
