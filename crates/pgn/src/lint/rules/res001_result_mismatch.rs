//! RES001: result mismatch.

use pgn_reader::Outcome;

use crate::{
    event::Marker,
    game::Game,
    lexer::read_marker,
    lint::{Check, Report, Severity, rule::rule},
    location::Span,
    replay::Replay,
    tags::TagName,
};

rule! {
    /// ## What it does
    /// Reports a Result tag and a termination marker that claim different results. The marker counts.
    ///
    /// ## Why is this bad?
    /// Points are at stake, and programs differ in which of the two they believe.
    ///
    /// ## Example
    /// `[Result "1-0"]` and `1/2-1/2` behind the moves; correct the wrong one.
    ///
    /// ## Source
    /// PGN-8.1.1.7, policy P12.
    "RES001" "result-mismatch", Severity::Error, Check::Game(check)
}

fn check(game: &Game<'_>, replay: Option<&Replay>, report: &mut Report<'_>) {
    let Some((span, marker, tagged)) = marker_and_tag(game, replay) else { return };
    let is_open = |outcome| outcome == Some(Outcome::Unknown);
    if tagged.outcome != marker.outcome && !is_open(tagged.outcome) && !is_open(marker.outcome) {
        let tag = game.value(TagName::Result).unwrap_or_default();
        report.at(span, format!("the marker says `{}`, the Result tag `{tag}`", game.decoded(span)));
    }
}

/// The marker that ends a game, a final `0-0` included, and the Result tag read as one, if they are not written alike.
pub(super) fn marker_and_tag(game: &Game<'_>, replay: Option<&Replay>) -> Option<(Span, Marker, Marker)> {
    let double_loss = replay.and_then(|replay| replay.double_loss);
    let (span, marker) = game.marker.or(double_loss.map(|span| (span, Marker { outcome: None, is_standard: false })))?;
    let tag = game.raw_value(TagName::Result).filter(|&tag| tag != game.text(span))?;
    Some((span, marker, read_marker(tag)?))
}
