//! RES001: result mismatch.

use crate::game::Game;
use crate::lint::Check;
use crate::lint::Report;
use crate::lint::Severity;
use crate::lint::rule::rule;
use crate::parse::read_marker;
use crate::replay::Replay;
use crate::tags::TagName;

rule! {
    /// ## What it does
    /// Reports a Result tag that says something else than the termination marker. The marker counts.
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

fn check(game: &Game<'_>, _: Option<&Replay>, report: &mut Report<'_>) {
    let Some((span, marker)) = game.marker else { return };
    let Some(tag) = game.tag(TagName::Result) else { return };
    if let Some(tagged) = read_marker(game.text(tag.value))
        && tagged.outcome != marker.outcome
    {
        let (tag, marker) = (game.decoded(tag.value), game.decoded(span));
        report.at(span, format!("the marker says `{marker}`, the Result tag `{tag}`"));
    }
}
