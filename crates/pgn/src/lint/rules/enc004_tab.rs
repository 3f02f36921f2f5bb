//! ENC004: tab.

use crate::{
    game::Game,
    lint::{Check, Edit, Report, Safety, Severity, rule::rule},
    location::Span,
};

rule! {
    /// ## What it does
    /// Reports tabs and vertical tabs: once per game, at the first, with their number.
    ///
    /// ## Why is this bad?
    /// The export format has none, and inside a tag value they are forbidden even on import.
    ///
    /// ## Example
    /// Moves copied from a table, such as `1.<tab>e4<tab>e5`; write blanks.
    ///
    /// ## Source
    /// PGN-4.2.
    "ENC004" "tab", Severity::Info, Check::Text(check), Strict: Warning
}

fn check(game: &Game<'_>, report: &mut Report<'_>) {
    let tabs = memchr::memchr2_iter(b'\t', b'\x0b', game.bytes).map(|at| Span::new(at, at + 1));
    let tabs: Vec<_> = tabs.collect();
    let Some(&first) = tabs.first().filter(|_| !game.is_blank()) else { return };
    let message = match tabs.len() {
        1 => "a tab; the export format has blanks only".to_owned(),
        n_tabs => format!("{n_tabs} tabs; the export format has blanks only"),
    };
    let edits = tabs.into_iter().map(|span| Edit { span, text: " ".to_owned() });
    report.at(first, message).edits(edits.collect(), Safety::Safe);
}
