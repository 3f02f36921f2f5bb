//! SAN006: wrong check sign.

use shakmaty::san::Suffix;

use crate::{
    lint::{Check, Report, Severity, rule::rule},
    replay::Ply,
};

rule! {
    /// ## What it does
    /// Reports a `+` on a move that gives no check, or a `#` on a move that does not mate.
    ///
    /// ## Why is this bad?
    /// The sign was copied from another position, or the move is not the one that was played.
    ///
    /// ## Example
    /// `1. e4+`; write `1. e4`.
    ///
    /// ## Source
    /// PGN-8.2.3.5, policy P11.
    "SAN006" "wrong-check-sign", Severity::Warning, Check::Ply(check)
}

fn check(ply: &Ply<'_>, report: &mut Report<'_>) {
    let message = match (ply.written.suffix(), ply.gives_check()) {
        (Some(Suffix::Check), false) => "`+` on a move that gives no check",
        (Some(Suffix::Checkmate), false) => "`#` on a move that gives no check",
        (Some(Suffix::Checkmate), true) if !ply.mates() => "`#` on a move that gives check but does not mate",
        _ => return,
    };
    report.at_ply(ply, message);
}
