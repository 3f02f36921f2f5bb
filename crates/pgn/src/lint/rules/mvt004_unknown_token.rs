//! MVT004: unknown token.

use crate::{
    event::{Fault, FaultKind},
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
};

rule! {
    /// ## What it does
    /// Reports text in the movetext that PGN does not know. It is passed over and the line of play goes on.
    ///
    /// ## Why is this bad?
    /// Other readers drop such text without a word, and a move may be among it.
    ///
    /// ## Example
    /// `1. e4 resigns`; put remarks into comments.
    ///
    /// ## Source
    /// PGN-7, RD-1.
    "MVT004" "unknown-token", Severity::Error, Check::Fault(check)
}

fn check(game: &Game<'_>, fault: Fault, report: &mut Report<'_>) {
    if fault.kind == FaultKind::UnknownToken {
        let text = game.decoded(fault.span);
        let short: String = text.chars().take(40).collect();
        let dots = if short.len() < text.len() { "…" } else { "" };
        report.at(fault.span, format!("`{short}{dots}` is neither move nor comment"));
    }
}
