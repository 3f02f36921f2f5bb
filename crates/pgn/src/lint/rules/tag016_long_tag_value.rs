//! TAG016: long tag value.

use crate::{
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
    location::count_characters,
    opening::Opening,
};

rule! {
    /// ## What it does
    /// Reports a tag value of more than 255 characters.
    ///
    /// ## Why is this bad?
    /// Programs may cut it, and some give the game up.
    ///
    /// ## Example
    /// A paragraph of text as `Event`; put it into a comment.
    ///
    /// ## Source
    /// PGN-7.1.
    "TAG016" "long-tag-value", Severity::Info, Check::Tags(check), Strict: Warning
}

fn check(game: &Game<'_>, _: &Opening, report: &mut Report<'_>) {
    const LONGEST: u64 = 255;
    for tag in &game.tags {
        let length = count_characters(game.text(tag.value));
        if length > LONGEST {
            let name = game.decoded(tag.name);
            report.at(tag.value, format!("the value of tag `{name}` has {length} characters; {LONGEST} are allowed"));
        }
    }
}
