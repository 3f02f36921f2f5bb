//! FIL013: kings in centre.

use crate::{
    event::{Event, EventKind},
    game::Game,
    lint::{Check, Report, Safety, Severity, rule::rule},
    replay::Replay,
};

rule! {
    /// ## What it does
    /// Reports a main line that ends in one or two king moves to e4, d4, e5 or d5, the first of which is illegal. It
    /// runs in the profile `broadcast` and with `--event-checks`.
    ///
    /// ## Why is this bad?
    /// On electronic boards the kings are put on these squares to signal the result, and the board records that as
    /// moves. They were not played.
    ///
    /// ## Example
    /// `45. Rd1 Kd5 46. Ke4 1-0`, both kings coming from the back rank; remove the last two.
    ///
    /// ## Source
    /// DIA-8.
    "FIL013" "kings-in-centre", Severity::Warning, Check::Game(check), Default: Off, Strict: Off, Archive: Off
}

fn check(game: &Game<'_>, replay: Option<&Replay>, report: &mut Report<'_>) {
    let Some(replay) = replay.filter(|replay| replay.is_stopped) else { return };
    let mut depth = 0_u32;
    let moves = game.events[..game.n_played].iter().filter(|event| {
        match event.kind {
            EventKind::BeginVariation => depth += 1,
            EventKind::EndVariation => depth -= 1,
            _ => {}
        }
        depth == 0 && matches!(event.kind, EventKind::San(_) | EventKind::UnreadableMove)
    });
    // What the board recorded behind the last legal move.
    let behind: Vec<&Event> = moves.skip(replay.n_legal_plies() as usize).collect();
    let is_signal = |event: &&Event| {
        let text = game.text(event.span);
        let text = text.strip_suffix(b"+").unwrap_or(text);
        matches!(text.split_last_chunk::<2>(), Some((b"K" | b"Kx", b"e4" | b"d4" | b"e5" | b"d5")))
    };
    if let [first, .., last] | [first @ last] = behind[..]
        && behind.len() <= 2
        && behind.iter().all(is_signal)
    {
        let message = "the kings were put in the centre after the end; these are no moves";
        let span = first.span.to(last.span);
        report.at(span, message).replace(span, "", Safety::Unsafe);
    }
}
