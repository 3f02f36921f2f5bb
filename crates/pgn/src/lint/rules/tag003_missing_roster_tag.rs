//! TAG003: missing roster tag.

use std::collections::BTreeMap;

use crate::{
    game::Game,
    lint::{Check, Edit, Report, Safety, Severity, rule::rule},
    location::Span,
    opening::Opening,
    tags::{SEVEN_TAG_ROSTER, TagName},
};

rule! {
    /// ## What it does
    /// Reports a game that lacks tags of the Seven Tag Roster: Event, Site, Date, Round, White, Black, Result. Once per
    /// game, with the names of all that are missing. A game without any tag is not reported.
    ///
    /// ## Why is this bad?
    /// The export format requires all seven, and programs that publish or sort games rely on them.
    ///
    /// ## Example
    /// A game without `Site` and `Round`; add them, with the value `?` when they are unknown.
    ///
    /// ## Source
    /// PGN-8.1.1, HBK-3, HBK-4.
    "TAG003" "missing-roster-tag", Severity::Info, Check::Tags(check), Strict: Warning, Broadcast: Warning
}

fn check(game: &Game<'_>, _: &Opening, report: &mut Report<'_>) {
    let missing: Vec<_> = SEVEN_TAG_ROSTER.into_iter().filter(|&name| game.tag(name).is_none()).collect();
    if missing.is_empty() || game.tags.is_empty() {
        return;
    }
    let names: Vec<_> = missing.iter().map(|name| format!("`{}`", name.text())).collect();
    let plural = if names.len() == 1 { "tag" } else { "tags" };
    let finding = report.at(game.start_span(), format!("missing {plural} {}", names.join(", ")));
    // One more tag of that name would hide the value that is there.
    if game.tags.iter().filter_map(|tag| game.name_meant(tag)).any(|name| missing.contains(&name)) {
        return;
    }
    // Each before the first tag that comes after it in the order of the roster.
    let mut places: BTreeMap<u32, String> = BTreeMap::new();
    for name in missing {
        let is_later = |tag: &&crate::tags::Tag| rank(tag.known) > rank(Some(name));
        let line = format!("[{} \"{}\"]", name.text(), placeholder(game, name));
        match game.tags.iter().find(is_later) {
            Some(tag) => *places.entry(tag.span.start).or_default() += &format!("{line}\n"),
            None => *places.entry(game.tags_span().end).or_default() += &format!("\n{line}"),
        }
    }
    let edits = places.into_iter().map(|(at, text)| Edit { span: Span { start: at, end: at }, text });
    finding.edits(edits.collect(), Safety::Safe);
}

/// Place in the roster; other tags come behind it.
fn rank(name: Option<TagName>) -> usize {
    SEVEN_TAG_ROSTER.iter().position(|&known| Some(known) == name).unwrap_or(SEVEN_TAG_ROSTER.len())
}

fn placeholder(game: &Game<'_>, name: TagName) -> String {
    match (name, game.marker) {
        (TagName::Date, _) => "????.??.??".to_owned(),
        (TagName::Result, Some((_, marker))) => marker.outcome.map_or("*".to_owned(), |outcome| outcome.to_string()),
        (TagName::Result, None) => "*".to_owned(),
        _ => "?".to_owned(),
    }
}
