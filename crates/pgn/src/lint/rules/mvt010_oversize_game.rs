//! MVT010: oversize game.

use crate::{
    event::{Fault, FaultKind},
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
};

rule! {
    /// ## What it does
    /// Reports text of more bytes than a game may have, without a termination marker at which it could be cut. It is
    /// skipped.
    ///
    /// ## Why is this bad?
    /// A game is held in memory while it is checked, so that its size must have a bound. `--max-game-size` sets it.
    ///
    /// ## Example
    /// A file of another kind, or a comment of many megabytes that was never closed.
    ///
    /// ## Source
    /// PGN-8.
    "MVT010" "oversize-game", Severity::Error, Check::Fault(check)
}

fn check(_: &Game<'_>, fault: Fault, report: &mut Report<'_>) {
    if fault.kind == FaultKind::Oversize {
        report
            .at(fault.span, "this text is larger than a game may be and is skipped")
            .hint("`--max-game-size` raises the bound");
    }
}
