//! TAG001: malformed tag pair.

use crate::{
    event::{Fault, FaultKind},
    game::Game,
    lint::{Check, Report, Safety, Severity, rule::rule},
    tags::decode_value,
};

rule! {
    /// ## What it does
    /// Reports a tag pair that is not `[Name "value"]`: a name with other signs than letters, digits and `_`, a value
    /// without quotes, with a quote that is not escaped, or not closed.
    ///
    /// ## Why is this bad?
    /// Other programs drop such a pair, or end the tag section there and read the moves as a second game.
    ///
    /// ## Example
    /// `[Event "5th "Old" Cup"]`; write `[Event "5th \"Old\" Cup"]`.
    ///
    /// ## Source
    /// PGN-7.1, PGN-8.1.
    "TAG001" "malformed-tag-pair", Severity::Warning, Check::Fault(check)
}

fn check(game: &Game<'_>, fault: Fault, report: &mut Report<'_>) {
    let message = match fault.kind {
        FaultKind::TagSyntax => "this is no tag pair: expected a name of letters, digits and `_`, then a quoted value",
        FaultKind::UnescapedQuote => "a quote inside a tag value must be escaped: `\\\"`",
        FaultKind::SwallowedQuote => "a backslash at the end of a tag value escapes its closing quote; write `\\\\`",
        FaultKind::UnquotedValue => "a tag value must stand in quotes",
        FaultKind::UnclosedQuote => "a tag value lacks its closing quote",
        FaultKind::UnclosedTag => "a tag pair lacks its `]`",
        _ => return,
    };
    let finding = report.at(fault.span, message);
    let pair = game.tags.iter().find(|tag| tag.span.start <= fault.span.start && fault.span.end <= tag.span.end);
    if let Some(tag) = pair {
        let value = decode_value(game.text(tag.value)).replace('\\', "\\\\").replace('"', "\\\"");
        finding.replace(tag.span, format!("[{} \"{value}\"]", game.decoded(tag.name)), Safety::Unsafe);
    }
}
