//! TAG011: bad time control.

use crate::{
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
    opening::Opening,
    tag_value::is_time_control,
    tags::TagName,
};

rule! {
    /// ## What it does
    /// Reports a TimeControl that is not in the words of PGN: `-`, `?`, or periods joined by `:`, each `moves/seconds`,
    /// and at the end also `seconds`, `seconds+increment` or `*seconds`. Fractions of seconds are taken.
    ///
    /// ## Why is this bad?
    /// Programs that group games by speed cannot read it. Clock times in comments mean little without it.
    ///
    /// ## Example
    /// `[TimeControl "90 min + 30 sec"]`; write `5400+30`.
    ///
    /// ## Source
    /// PGN-9.6.1, PGNX-5, policy P22.
    "TAG011" "bad-time-control", Severity::Info, Check::Tags(check), Strict: Warning, Broadcast: Warning
}

fn check(game: &Game<'_>, _: &Opening, report: &mut Report<'_>) {
    let Some(tag) = game.tag(TagName::TimeControl) else { return };
    let value = game.decoded(tag.value);
    if !is_time_control(&value) {
        report.at(
            tag.value,
            format!("`{value}` is no time control: expected seconds, such as `40/7200:3600` or `300+3`"),
        );
    }
}
