//! SAN024: suffix glyph.

use crate::{
    event::EventKind,
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
    "SAN024" "suffix-glyph", Severity::Info, Check::Text(check), Strict: Warning
}

fn check(game: &Game<'_>, report: &mut Report<'_>) {
    for event in &game.events {
        if let EventKind::Nag(nag) = event.kind
            && !game.text(event.span).starts_with(b"$")
        {
            let start = event.span.start as usize;
            let is_apart = start == 0 || game.bytes[start - 1].is_ascii_whitespace();
            let glyph = if is_apart { nag.to_string() } else { format!(" {nag}") };
            let message = format!("`{}` is written `{nag}` in export format", game.decoded(event.span));
            report.at(event.span, message).replace(event.span, glyph, Safety::Safe);
        }
    }
}
