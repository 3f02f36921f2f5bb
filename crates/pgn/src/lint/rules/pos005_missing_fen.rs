//! POS005: missing fen.

use crate::{
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
    opening::{GameStart, Opening},
    tags::TagName,
};

rule! {
    /// ## What it does
    /// Reports a Chess960 game without FEN tag whose moves are all legal from the classical array. It is read as start
    /// position 518.
    ///
    /// ## Why is this bad?
    /// Some programs leave the FEN out when the draw gave the classical array; others forget it. Only the moves tell.
    ///
    /// ## Example
    /// `[Variant "Chess960"]` alone; add the FEN of the start position.
    ///
    /// ## Source
    /// DIA-14, policy P7.
    "POS005" "missing-fen", Severity::Warning, Check::Tags(check)
}

fn check(game: &Game<'_>, opening: &Opening, report: &mut Report<'_>) {
    if let (GameStart::Assumed(..), Some(tag)) = (&opening.start, game.tag(TagName::Variant)) {
        report.at(tag.value, "a Chess960 game without FEN; read from position 518, from which its moves are legal");
    }
}
