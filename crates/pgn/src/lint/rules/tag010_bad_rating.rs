//! TAG010: bad rating.

use crate::{
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
    opening::Opening,
    tags::TagName,
};

rule! {
    /// ## What it does
    /// Reports a WhiteElo or BlackElo that is no whole number of at most four digits. Empty values, `?` and `-` say
    /// that there is none.
    ///
    /// ## Why is this bad?
    /// Programs that read it as a number fail, or take it for zero.
    ///
    /// ## Example
    /// `[WhiteElo "unknown"]`; write `-`.
    ///
    /// ## Source
    /// PGN-9.1.
    "TAG010" "bad-rating", Severity::Warning, Check::Tags(check)
}

fn check(game: &Game<'_>, _: &Opening, report: &mut Report<'_>) {
    for name in [TagName::WhiteElo, TagName::BlackElo] {
        let Some(tag) = game.tag(name) else { continue };
        let text = game.text(tag.value);
        let is_rating = text.len() <= 4 && text.iter().all(u8::is_ascii_digit);
        if !is_rating && !matches!(text, b"?" | b"-") {
            report.at(tag.value, format!("`{}` is no rating: expected a number", game.decoded(tag.value)));
        }
    }
}
