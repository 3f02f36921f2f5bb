//! POS008: not one of 960.

use pgn960_core::Start;
use pgn960_core::start::why_not_chess960;

use crate::{
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
    opening::{Opening, Variant},
    tags::TagName,
};

rule! {
    /// ## What it does
    /// Reports a game that says it is Chess960 and starts with all pawns at home, but whose pieces stand in none of the
    /// 960 arrays, and says why.
    ///
    /// ## Why is this bad?
    /// Usually the FEN was typed wrong: two bishops on one colour, or a king outside its rooks.
    ///
    /// ## Example
    /// `BNBRKRNQ` as back rank: both bishops stand on dark squares.
    ///
    /// ## Source
    /// SPN-1, FIDE-II.2.
    "POS008" "not-one-of-960", Severity::Warning, Check::Tags(check)
}

fn check(game: &Game<'_>, opening: &Opening, report: &mut Report<'_>) {
    let is_array = matches!(opening.start.kind(), Some(Start::Shuffle));
    if opening.variant == Variant::Chess960
        && is_array
        && let (Some(tag), Some(position)) = (game.tag(TagName::Fen), opening.start.position())
        && let Some(reason) = why_not_chess960(&position.to_setup())
    {
        report.at(tag.value, format!("not one of the 960 start positions: {reason}"));
    }
}
