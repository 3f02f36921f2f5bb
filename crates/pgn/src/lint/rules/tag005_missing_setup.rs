//! TAG005: missing setup.

use crate::{
    game::Game,
    lint::{Check, Report, Safety, Severity, rule::rule},
    location::Span,
    opening::Opening,
    tags::TagName,
};

rule! {
    /// ## What it does
    /// Reports a game with a FEN tag but no SetUp tag. The FEN counts.
    ///
    /// ## Why is this bad?
    /// A game that does not start from the classical array must say so with `[SetUp "1"]`; some readers ignore the FEN
    /// without it.
    ///
    /// ## Example
    /// `[FEN "nqbnrkrb/..."]` alone; add `[SetUp "1"]` before it.
    ///
    /// ## Source
    /// PGN-9.7.1, policy P8.
    "TAG005" "missing-setup", Severity::Warning, Check::Tags(check)
}

fn check(game: &Game<'_>, _: &Opening, report: &mut Report<'_>) {
    if let (Some(fen), None) = (game.tag(TagName::Fen), game.tag(TagName::SetUp)) {
        report.at(fen.name, "a FEN tag without a SetUp tag; the FEN counts").replace(
            Span { start: fen.span.start, end: fen.span.start },
            "[SetUp \"1\"]\n",
            Safety::Safe,
        );
    }
}
