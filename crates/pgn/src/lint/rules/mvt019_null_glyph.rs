//! MVT019: null glyph.

use pgn_reader::Nag;

use crate::{
    event::EventKind,
    game::Game,
    lint::{Check, Report, Safety, Severity, rule::rule},
};

rule! {
    /// ## What it does
    /// Reports the glyph `$0`.
    ///
    /// ## Why is this bad?
    /// It is the null annotation, which the standard keeps for programs and does not want stored.
    ///
    /// ## Example
    /// `1. e4 $0`; write `1. e4`.
    ///
    /// ## Source
    /// PGN-10, policy P23.
    "MVT019" "null-glyph", Severity::Info, Check::Text(check), Strict: Warning
}

fn check(game: &Game<'_>, report: &mut Report<'_>) {
    for event in game.events.iter().filter(|event| event.kind == EventKind::Nag(Nag(0))) {
        report.at(event.span, "`$0` says nothing").replace(event.span, "", Safety::Safe);
    }
}
