//! `file:line:column: severity[CODE]: message`, one line a finding.

use pgn960_pgn::lint::Diagnostic;

use super::{GameRecord, Styles, counted};
use crate::commands::validate::start_words;

/// A finding.
pub fn finding(file: &str, finding: &Diagnostic, styles: &Styles) -> String {
    let (place, style) = (styles.place, styles.of(finding.severity));
    let hint = finding.hint.as_ref().map(|hint| format!(" ({hint})")).unwrap_or_default();
    format!(
        "{place}{file}:{}:{}{place:#}: {style}{}[{}]{style:#}: {}{hint}\n",
        finding.start.line, finding.start.column, finding.severity, finding.rule.code, finding.message
    )
}

/// A game.
pub fn game(file: &str, game: &GameRecord, styles: &Styles) -> String {
    let place = styles.place;
    let start = game.start.map_or_else(|| "unknown start".to_owned(), start_words);
    format!(
        "{place}{file}:{}{place:#}: game {}: {}, {start}, {} of {} half-moves legal, {}, {}, {}\n",
        game.line,
        game.number,
        game.status.name(),
        game.n_legal_plies,
        game.n_plies,
        game.marker.as_deref().unwrap_or("no marker"),
        counted(game.n_errors, "error"),
        counted(game.n_warnings, "warning"),
    )
}
