//! TAG009: bad round.

use crate::{
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
    opening::Opening,
    tag_value::Round,
    tags::TagName,
};

rule! {
    /// ## What it does
    /// Reports a Round that is none of a whole number, whole numbers with periods between them, `-` and `?`.
    ///
    /// ## Why is this bad?
    /// Programs cannot sort such games, and pairings cannot be told apart by round.
    ///
    /// ## Example
    /// `[Round "Final"]` or `[Round "3:1"]`; write `9` or `3.1`.
    ///
    /// ## Source
    /// PGN-8.1.1.4, policy P19.
    "TAG009" "bad-round", Severity::Info, Check::Tags(check), Strict: Warning, Broadcast: Warning
}

fn check(game: &Game<'_>, _: &Opening, report: &mut Report<'_>) {
    let Some(tag) = game.tag(TagName::Round) else { return };
    let text = game.text(tag.value);
    if !matches!(text, b"?" | b"-") && Round::parse(text).is_none() {
        let message =
            format!("`{}` is no round: expected numbers such as `3` or `3.1`, `-` or `?`", game.decoded(tag.value));
        report.at(tag.value, message);
    }
}
