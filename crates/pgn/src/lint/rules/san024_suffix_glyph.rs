//! SAN024: suffix glyph.

use crate::{
    event::{Fault, FaultKind},
    game::Game,
    lint::{Check, Report, Safety, Severity, rule::rule},
};

rule! {
    /// ## What it does
    /// Reports a glyph written with signs, such as `!?`.
    ///
    /// ## Why is this bad?
    /// Import format has the signs, export format has the numbers `$1` to `$6` in their place.
    ///
    /// ## Example
    /// `1. e4!?`; write `1. e4 $5`.
    ///
    /// ## Source
    /// PGN-8.2.3.8.
    "SAN024" "suffix-glyph", Severity::Info, Check::Fault(check), Strict: Warning
}

fn check(game: &Game<'_>, fault: Fault, report: &mut Report<'_>) {
    if let FaultKind::SignGlyph(nag) = fault.kind {
        let start = fault.span.start as usize;
        let is_apart = start == 0 || game.bytes[start - 1].is_ascii_whitespace();
        let text = if is_apart { nag.to_string() } else { format!(" {nag}") };
        let message = format!("`{}` is written `{nag}` in export format", game.decoded(fault.span));
        report.at(fault.span, message).replace(fault.span, text, Safety::Safe);
    }
}
