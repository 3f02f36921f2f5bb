//! MVT013: nested brace.

use crate::{
    comment,
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
    for comment in comment::left_open(game, replay) {
        let brace = Span { end: comment.start + 1, ..comment };
        report
            .at(brace, "this comment holds another `{`: it may have been left open")
            .hint("comments do not nest, so moves behind a missing `}` are lost up to the next one");
    }
}
