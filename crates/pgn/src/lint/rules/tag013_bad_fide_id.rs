//! TAG013: bad FIDE id.

use crate::{
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
    opening::Opening,
    tags::TagName,
};

rule! {
    /// ## What it does
    /// Reports a WhiteFideId or BlackFideId that is no number of at most ten digits. Empty values, `?` and `-` say that
    /// there is none.
    ///
    /// ## Why is this bad?
    /// Sites find players by this number and show none, or the wrong one.
    ///
    /// ## Example
    /// `[WhiteFideId "Alpha"]`; write the number, or leave the tag out.
    ///
    /// ## Source
    /// HBK-3, HBK-4.
    "TAG013" "bad-fide-id", Severity::Warning, Check::Tags(check)
}

fn check(game: &Game<'_>, _: &Opening, report: &mut Report<'_>) {
    for name in [TagName::WhiteFideId, TagName::BlackFideId] {
        let Some(tag) = game.tag(name) else { continue };
        let text = game.text(tag.value);
        let is_number = text.len() <= 10 && text.iter().all(u8::is_ascii_digit);
        if !is_number && !matches!(text, b"?" | b"-") {
            report.at(tag.value, format!("`{}` is no FIDE id: expected a number", game.decoded(tag.value)));
        }
    }
}
