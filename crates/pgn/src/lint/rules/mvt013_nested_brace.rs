//! MVT013: nested brace.

use crate::{
    event::{EventKind, FaultKind},
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
    location::Span,
    replay::Replay,
};

rule! {
    /// ## What it does
    /// Reports a comment with a `{` in it, at its opening brace, where moves may have been lost: in a game with a move
    /// that cannot be played or a wrong move number, and at the end of any game. A stray `}` behind it is MVT002.
    ///
    /// ## Why is this bad?
    /// Comments do not nest. When a comment is left open, the moves behind it belong to it up to the end of the next
    /// comment, and no reader misses them.
    ///
    /// ## Example
    /// `1. e4 {a good move e5 2. Nf3 {better} Nc6`; close the first comment with `}`.
    ///
    /// ## Source
    /// PGN-5.
    "MVT013" "nested-brace", Severity::Warning, Check::Game(check), Archive: Warning
}

fn check(game: &Game<'_>, replay: Option<&Replay>, report: &mut Report<'_>) {
    if game.faults.iter().any(|fault| fault.kind == FaultKind::StrayBrace) {
        return;
    }
    let is_in_doubt = replay.is_none_or(|replay| replay.is_stopped || replay.has_wrong_number);
    // Moves lost before the last comment of a game leave nothing that contradicts them.
    let first = if is_in_doubt { 0 } else { game.n_played.saturating_sub(1) };
    for event in game.events[first..].iter().filter(|event| event.kind == EventKind::Comment) {
        let start = event.span.start as usize;
        // A brace further on in an unclosed comment is told with it.
        let is_closed = game.text(event.span).ends_with(b"}");
        if is_closed && memchr::memchr(b'{', &game.text(event.span)[1..]).is_some() {
            report
                .at(Span::new(start, start + 1), "this comment holds another `{`: it may have been left open")
                .hint("comments do not nest, so moves behind a missing `}` are lost up to the next one");
        }
    }
}
