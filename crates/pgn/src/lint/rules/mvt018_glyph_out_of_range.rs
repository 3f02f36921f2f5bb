//! MVT018: glyph out of range.

use crate::{
    event::{Fault, FaultKind},
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
};

rule! {
    /// ## What it does
    /// Reports a numeric annotation glyph over `$255`. It is passed over.
    ///
    /// ## Why is this bad?
    /// No such glyph exists, so its meaning is lost; often a sum of money in a comment that lacks its braces.
    ///
    /// ## Example
    /// `1. e4 $300`; put the text into a comment.
    ///
    /// ## Source
    /// PGN-8.2.4, PGN-10, policy P23.
    "MVT018" "glyph-out-of-range", Severity::Error, Check::Fault(check)
}

fn check(game: &Game<'_>, fault: Fault, report: &mut Report<'_>) {
    if fault.kind == FaultKind::LargeGlyph {
        report.at(fault.span, format!("`{}`: the numbers of glyphs end at 255", game.decoded(fault.span)));
    }
}
