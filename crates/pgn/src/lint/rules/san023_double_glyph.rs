//! SAN023: double glyph.

use crate::{
    event::{Fault, FaultKind},
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
};

rule! {
    /// ## What it does
    /// Reports a second glyph from `$1` to `$6`, or from `!` to `?!`, on one move.
    ///
    /// ## Why is this bad?
    /// A move has one verdict. Programs show the first or the last of them, or both.
    ///
    /// ## Example
    /// `e4!? $5` or `e4! ??`; write one of them.
    ///
    /// ## Source
    /// PGN-8.2.3.8.
    "SAN023" "double-glyph", Severity::Warning, Check::Fault(check)
}

fn check(game: &Game<'_>, fault: Fault, report: &mut Report<'_>) {
    if fault.kind == FaultKind::SecondGlyph {
        report.at(fault.span, format!("`{}` is a second verdict on the same move", game.decoded(fault.span)));
    }
}
