//! MVT023: long line.

use crate::{
    event::EventKind,
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
    location::{Span, count_characters, lines},
};

rule! {
    /// ## What it does
    /// Reports movetext with a line of more than 79 characters, once per game at the first of them, with their number.
    /// Lines of tag pairs may be longer.
    ///
    /// ## Why is this bad?
    /// Export format fills lines up to 79 characters. The import format knows no line over 255, and some old readers
    /// cut longer ones.
    ///
    /// ## Example
    /// All moves of a game in one line; break it at blanks.
    ///
    /// ## Source
    /// PGN-8.2.1, PGN-4.3.
    "MVT023" "long-line", Severity::Info, Check::Text(check), Strict: Warning
}

/// Characters that a line of export format has at most.
const LONGEST: u64 = 79;

fn check(game: &Game<'_>, report: &mut Report<'_>) {
    let is_tag = |line: Span| {
        let next = game.tags.partition_point(|tag| tag.span.end <= line.start);
        game.tags.get(next).is_some_and(|tag| tag.span.start < line.end)
    };
    let is_escape = |line: Span| {
        let at = game.events.binary_search_by_key(&line.start, |event| event.span.start);
        at.is_ok_and(|index| game.events[index].kind == EventKind::Escape)
    };
    let is_long = |line: &Span| line.len() as u64 > LONGEST && count_characters(game.text(*line)) > LONGEST;
    let mut long = lines(game.bytes).filter(|line| is_long(line) && !is_tag(*line) && !is_escape(*line));
    let Some(first) = long.next() else { return };
    let length = count_characters(game.text(first));
    let n_more = long.count();
    let more = if n_more > 0 { format!("; {n_more} more lines of this game are too long") } else { String::new() };
    report.at(first, format!("a line of {length} characters, where {LONGEST} are the most{more}"));
}
