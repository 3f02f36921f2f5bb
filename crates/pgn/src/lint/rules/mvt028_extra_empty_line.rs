//! MVT028: extra empty line.

use crate::{
    game::Game,
    lint::{Check, Report, Safety, Severity, rule::rule},
    location::{Span, lines},
    split::is_blank,
};

rule! {
    /// ## What it does
    /// Reports more than one empty line in a row, at the second of them.
    ///
    /// ## Why is this bad?
    /// Export format has exactly one empty line behind the tags and one behind the movetext; some readers take a second
    /// one for the end of a game.
    ///
    /// ## Example
    /// Two empty lines between the tags and the moves; remove one.
    ///
    /// ## Source
    /// PGN-8.1, PGN-8.2.1.
    "MVT028" "extra-empty-line", Severity::Info, Check::Text(check), Strict: Warning
}

fn check(game: &Game<'_>, report: &mut Report<'_>) {
    if !game.is_game() {
        return;
    }
    let is_empty = |line: Span| game.text(line).iter().all(|&byte| is_blank(byte));
    let mut run: Option<(Span, u32)> = None;
    let ends = lines(game.bytes).map(|line| (line, is_empty(line)));
    // The text behind the last line end is no line unless it holds something.
    for (line, is_empty) in ends.filter(|(line, _)| !line.is_empty() || (line.end as usize) < game.bytes.len()) {
        if is_empty {
            // The first of several empty lines may stand.
            run = Some(run.map_or((line, 0), |(first, n)| (if n == 0 { line } else { first.to(line) }, n + 1)));
        } else if let Some((span, n_extra @ 1..)) = run.take() {
            note(span, n_extra, line.start, report);
        } else {
            run = None;
        }
    }
    if let Some((span, n_extra @ 1..)) = run {
        note(span, n_extra, game.bytes.len() as u32, report);
    }
}

fn note(span: Span, n_extra: u32, end: u32, report: &mut Report<'_>) {
    let lines = if n_extra == 1 { "an empty line".to_owned() } else { format!("{n_extra} empty lines") };
    report.at(Span { start: span.start, end: span.start }, format!("{lines} too many")).replace(
        Span { start: span.start, end },
        "",
        Safety::Safe,
    );
}
