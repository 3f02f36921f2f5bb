//! TAG008: bad date.

use crate::{
    game::Game,
    lint::{Check, Report, Safety, Severity, rule::rule},
    opening::Opening,
    tag_value::{Date, DateFault},
    tags::TagName,
};

rule! {
    /// ## What it does
    /// Reports a Date, UTCDate or EventDate that is not ten characters `YYYY.MM.DD` with `?` for unknown digits, or
    /// that is not in the calendar.
    ///
    /// ## Why is this bad?
    /// Programs that sort and count by date misread it or leave the game out.
    ///
    /// ## Example
    /// `[Date "2014.2.23"]` or `[Date "2014.02.30"]`; write `2014.02.23`.
    ///
    /// ## Source
    /// PGN-8.1.1.3, PGN-9.1, policy P19.
    "TAG008" "bad-date", Severity::Warning, Check::Tags(check)
}

fn check(game: &Game<'_>, _: &Opening, report: &mut Report<'_>) {
    for name in [TagName::Date, TagName::UtcDate, TagName::EventDate] {
        let Some(tag) = game.tag(name) else { continue };
        let Err(fault) = Date::parse(game.text(tag.value)) else { continue };
        let value = game.decoded(tag.value);
        let finding = match fault {
            DateFault::Form => report.at(tag.value, format!("`{value}` is no date of the form `YYYY.MM.DD`")),
            DateFault::Calendar => report.at(tag.value, format!("there is no day `{value}` in the calendar")),
        };
        if let Some(date) = Date::suggest(&value) {
            finding.replace(tag.value, date, Safety::Safe);
        }
    }
}
