//! ENC003: control character.

use crate::{
    event::{Event, EventKind},
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
    location::Span,
};

rule! {
    /// ## What it does
    /// Reports control characters other than tabs and line ends in tag pairs and comments: once per game, at the first,
    /// with their number. Elsewhere they are unknown tokens.
    ///
    /// ## Why is this bad?
    /// PGN forbids them, programs that store text as C strings end it at a zero byte, and a terminal obeys some of
    /// them. Zero bytes are often what a failing disk leaves of a text.
    ///
    /// ## Example
    /// A zero byte in a comment; remove it.
    ///
    /// ## Source
    /// PGN-4.1.
    "ENC003" "control-character", Severity::Warning, Check::Text(check)
}

fn check(game: &Game<'_>, report: &mut Report<'_>) {
    if !holds_control(game.bytes) {
        return;
    }
    let is_text = |event: &&Event| {
        matches!(event.kind, EventKind::Tag(_) | EventKind::Comment | EventKind::LineComment | EventKind::Escape)
    };
    let places = game.events.iter().filter(is_text).flat_map(|event| event.span.range());
    let mut places = places.filter(|&at| is_control(game.bytes[at]));
    let Some(first) = places.next() else { return };
    let count = 1 + places.count();
    let characters = if count == 1 { "control character" } else { "control characters" };
    report
        .at(Span::new(first, first + 1), format!("{count} {characters}, the first is `\\x{:02x}`", game.bytes[first]));
}

fn is_control(byte: u8) -> bool {
    (byte < b' ' && !(b'\t'..=b'\r').contains(&byte)) || byte == b'\x7f'
}

/// Looks at all bytes without a branch for each.
fn holds_control(bytes: &[u8]) -> bool {
    bytes.chunks(1 << 12).any(|bytes| bytes.iter().fold(false, |found, &byte| found | is_control(byte)))
}
