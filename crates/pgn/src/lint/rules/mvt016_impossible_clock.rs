//! MVT016: impossible clock.

use crate::{
    comment::commands,
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
};

rule! {
    /// ## What it does
    /// Reports a time in a comment that no clock shows: a negative one, or one of 60 or more minutes or seconds in
    /// their places.
    ///
    /// ## Why is this bad?
    /// The time was computed wrongly or read from another field; statistics over times go wrong with it.
    ///
    /// ## Example
    /// `{[%clk -0:00:03]}` or `{[%clk 0:75:00]}`; write `{[%clk 0:00:00]}`, `{[%clk 1:15:00]}`.
    ///
    /// ## Source
    /// PGNX-4, PGNX-7.
    "MVT016" "impossible-clock", Severity::Warning, Check::Text(check), Default: Off
}

fn check(game: &Game<'_>, report: &mut Report<'_>) {
    for command in commands(game) {
        let Some(time) = command.time(game) else { continue };
        let text = game.decoded(command.operands);
        if time.milliseconds < 0 {
            report.at(command.operands, format!("a clock of `{}` is negative", text.trim()));
        } else if !time.is_in_range {
            report.at(command.operands, format!("a clock of `{}` has 60 minutes or seconds or more", text.trim()));
        }
    }
}
