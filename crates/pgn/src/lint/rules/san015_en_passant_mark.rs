//! SAN015: en passant mark.

use pgn960_core::san::Spelling;

use crate::{
    event::EventKind,
    game::Game,
    lint::{Check, Report, Safety, Severity, rule::rule},
};

rule! {
    /// ## What it does
    /// Reports `e.p.` or `ep` behind a move.
    ///
    /// ## Why is this bad?
    /// PGN has no mark for en passant; the move is clear without it.
    ///
    /// ## Example
    /// `exd6 e.p.`; write `exd6`.
    ///
    /// ## Source
    /// PGN-8.2.3.3, FIDE-C, policy P9.
    "SAN015" "en-passant-mark", Severity::Info, Check::Text(check), Strict: Warning
}

fn check(game: &Game<'_>, report: &mut Report<'_>) {
    for event in &game.events {
        match event.kind {
            EventKind::EnPassant => {
                report.at(event.span, "PGN has no mark for en passant").replace(event.span, "", Safety::Safe);
            }
            EventKind::San(written) if written.spelling().contains(Spelling::EN_PASSANT) => {
                report.at(event.span, "PGN has no mark for en passant");
            }
            _ => {}
        }
    }
}
