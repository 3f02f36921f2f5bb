//! POS009: dfrc under chess960.

use pgn960_core::Start;

use crate::{
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
    opening::{Opening, Variant},
    tags::TagName,
};

rule! {
    /// ## What it does
    /// Reports a game that says it is Chess960 and whose two sides start from different arrays of the 960: double
    /// Fischer random chess.
    ///
    /// ## Why is this bad?
    /// There is no Variant name for it that programs agree on; the game has two start numbers and not one.
    ///
    /// ## Example
    /// White starts from number 0 and Black from number 953.
    ///
    /// ## Source
    /// SPN-7.
    "POS009" "dfrc-under-chess960", Severity::Info, Check::Tags(check)
}

fn check(game: &Game<'_>, opening: &Opening, report: &mut Report<'_>) {
    if let (Variant::Chess960, Some(Start::Dfrc { white, black }), Some(tag)) =
        (opening.variant, opening.start.kind(), game.tag(TagName::Fen))
    {
        report.at(tag.value, format!("double Fischer random chess: White starts from {white}, Black from {black}"));
    }
}
