//! MVT021: movetext without tags.

use crate::{
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
    opening::Opening,
};

rule! {
    /// ## What it does
    /// Reports moves without a single tag pair before them.
    ///
    /// ## Why is this bad?
    /// Nobody knows who played, nor from where: the classical array is assumed. Often it is the second half of a game
    /// that an empty line and a marker cut in two.
    ///
    /// ## Example
    /// `1. e4 e5 1-0` and nothing else; add the seven tags of the roster.
    ///
    /// ## Source
    /// PGN-8, PGN-8.1.1.
    "MVT021" "movetext-without-tags", Severity::Info, Check::Tags(check), Strict: Warning, Broadcast: Warning
}

fn check(game: &Game<'_>, _: &Opening, report: &mut Report<'_>) {
    if game.tags.is_empty() {
        report.at(game.start_span(), "a game without any tag; it is played from the classical array");
    }
}
