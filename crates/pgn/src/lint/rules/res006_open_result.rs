//! RES006: open result.

use pgn_reader::Outcome;

use super::res001_result_mismatch::marker_and_tag;
use crate::{
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
    replay::Replay,
    tags::TagName,
};

rule! {
    /// ## What it does
    /// Reports a game of which the Result tag or the termination marker is `*` while the other names a result.
    ///
    /// ## Why is this bad?
    /// `*` stands for an unfinished game or an unknown result. Programs that believe it leave the game out of every
    /// count; usually a result was entered in one place only.
    ///
    /// ## Example
    /// `[Result "1-0"]` and `*` behind the moves; write the result in both places.
    ///
    /// ## Source
    /// PGN-8.1.1.7, policy P12.
    "RES006" "open-result", Severity::Warning, Check::Game(check), Archive: Warning
}

fn check(game: &Game<'_>, replay: Option<&Replay>, report: &mut Report<'_>) {
    let Some((span, marker, tagged)) = marker_and_tag(game, replay) else { return };
    let n_open = [marker, tagged].into_iter().filter(|marker| marker.outcome == Some(Outcome::Unknown)).count();
    if n_open == 1 {
        let tag = game.value(TagName::Result).unwrap_or_default();
        report.at(span, format!("the marker says `{}`, the Result tag `{tag}`", game.decoded(span)));
    }
}
