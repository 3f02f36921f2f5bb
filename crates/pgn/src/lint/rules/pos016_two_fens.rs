//! POS016: two FENs.

use pgn960_core::fen;

use crate::{
    game::Game,
    lint::{Check, Report, Safety, Severity, rule::rule},
    location::{Span, line_end_length},
    opening::{FenTag, Opening},
    tags::{Tag, TagName},
};

rule! {
    /// ## What it does
    /// Reports a second FEN tag, and says whether it holds the same position. The first one counts.
    ///
    /// ## Why is this bad?
    /// Programs differ in which of the two they believe, so that with two positions the game depends on who reads it.
    ///
    /// ## Example
    /// A FEN with `HBhb` and one with `KQkq` behind it, as some feeds of electronic boards have; keep one of them.
    ///
    /// ## Source
    /// PGN-8.1, PGN-9.7.2.
    "POS016" "two-fens", Severity::Warning, Check::Tags(check), Archive: Warning
}

fn check(game: &Game<'_>, opening: &Opening, report: &mut Report<'_>) {
    for tag in game.tags.iter().filter(|tag| tag.is_duplicate && tag.known == Some(TagName::Fen)) {
        let (first, second) = (game.raw_value(TagName::Fen), game.text(tag.value));
        let is_same = first == Some(second)
            || match (&opening.fen, fen::read_lenient(second, None)) {
                (FenTag::Position(first), Ok((second, _))) => first.0.setup == second.setup,
                _ => false,
            };
        if is_same {
            report.at(tag.name, "a second FEN tag, with the same position").replace(
                line_span(game, tag),
                "",
                Safety::Safe,
            );
        } else {
            report.at(tag.name, "a second FEN tag, with another position; the first one counts");
        }
    }
}

/// A tag pair with its line end, if it has its line to itself.
fn line_span(game: &Game<'_>, tag: &Tag) -> Span {
    let (before, behind) = (&game.bytes[..tag.span.start as usize], &game.bytes[tag.span.end as usize..]);
    let is_alone = before.last().is_none_or(|byte| matches!(byte, b'\n' | b'\r'))
        && behind.first().is_some_and(|byte| matches!(byte, b'\n' | b'\r'));
    let length = if is_alone { line_end_length(behind) as u32 } else { 0 };
    Span { end: tag.span.end + length, ..tag.span }
}
