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

/// Looks at all bytes at once, in arithmetic of which compilers make few instructions for many bytes.
fn holds_control(bytes: &[u8]) -> bool {
    // Not zero below the blank, and not zero for what is no tab or line end.
    let excess = |byte: u8| b' '.saturating_sub(byte).min(byte.wrapping_sub(b'\t').saturating_sub(b'\r' - b'\t'));
    let is_clean = |bytes: &[u8]| bytes.iter().fold(0, |found, &byte| found | excess(byte)) == 0;
    !bytes.chunks(1 << 12).all(is_clean) || memchr::memchr(b'\x7f', bytes).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_judged_alike() {
        for byte in 0..=u8::MAX {
            assert_eq!(holds_control(&[b' ', byte, b'x']), is_control(byte), "{byte}");
        }
    }
}
