//! TAG012: free termination.

use crate::{
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
    opening::Opening,
    tag_value::is_termination,
    tags::TagName,
};

rule! {
    /// ## What it does
    /// Reports a Termination that is none of the words of PGN, in any case: abandoned, adjudication, death, emergency,
    /// normal, rules infraction, time forfeit, unterminated. The words that Lichess adds are taken as well.
    ///
    /// ## Why is this bad?
    /// People understand it and programs do not. Some sites write a sentence here.
    ///
    /// ## Example
    /// `[Termination "Alpha won on time"]`; write `time forfeit`.
    ///
    /// ## Source
    /// PGN-9.8.1, DIA-3, DIA-5, policy P22.
    "TAG012" "free-termination", Severity::Info, Check::Tags(check)
}

fn check(game: &Game<'_>, _: &Opening, report: &mut Report<'_>) {
    let Some(tag) = game.tag(TagName::Termination) else { return };
    if !is_termination(game.text(tag.value)) {
        report.at(tag.value, format!("`{}` is none of the words for the end of a game", game.decoded(tag.value)));
    }
}
