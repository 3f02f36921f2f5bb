//! TAG015: tag out of order.

use crate::{
    event::EventKind,
    game::Game,
    lint::{Check, Report, Safety, Severity, rule::rule},
    opening::Opening,
    tags::{SEVEN_TAG_ROSTER, Tag},
};

rule! {
    /// ## What it does
    /// Reports tags that are not in export order: the Seven Tag Roster first, then the others by name. Once per game,
    /// at the first tag that stands too late.
    ///
    /// ## Why is this bad?
    /// It is fine for reading. The export format wants one order, so that equal games are equal bytes.
    ///
    /// ## Example
    /// `White` before `Event`; or `Variant` before `FEN`.
    ///
    /// ## Source
    /// PGN-3.2.1, PGN-8.1.1, policy P21.
    "TAG015" "tag-out-of-order", Severity::Info, Check::Tags(check), Strict: Warning
}

fn check(game: &Game<'_>, _: &Opening, report: &mut Report<'_>) {
    let key = |tag: &Tag| {
        let name = game.text(tag.name);
        let rank = SEVEN_TAG_ROSTER.iter().position(|known| known.text().as_bytes() == name);
        (rank.unwrap_or(SEVEN_TAG_ROSTER.len()), name)
    };
    let Some(pair) = game.tags.windows(2).find(|pair| key(&pair[0]) > key(&pair[1])) else { return };
    let (late, before) = (game.decoded(pair[1].name), game.decoded(pair[0].name));
    let finding = report.at(pair[1].name, format!("tag `{late}` belongs before `{before}`"));
    // Comments between tags belong to one of them, and nobody knows to which.
    let first = game.events.iter().position(|event| matches!(event.kind, EventKind::Tag(_))).unwrap_or(0);
    let is_tag = |index: usize| matches!(game.events[first + index].kind, EventKind::Tag(_));
    if (0..game.tags.len()).all(is_tag) {
        let between = &game.bytes[game.tags[0].span.end as usize..game.tags[1].span.start as usize];
        let mut tags = game.tags.clone();
        tags.sort_by(|one, other| key(one).cmp(&key(other)));
        let texts: Vec<_> = tags.iter().map(|tag| game.decoded(tag.span)).collect();
        let text = texts.join(std::str::from_utf8(between).unwrap_or("\n"));
        finding.replace(game.tags_span(), text, Safety::Safe);
    }
}
