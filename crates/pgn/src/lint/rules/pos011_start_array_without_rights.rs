//! POS011: start array without rights.

use pgn960_core::{Start, fen::FenField};

use crate::{
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
    opening::{Opening, fen_field},
    tags::TagName,
};

rule! {
    /// ## What it does
    /// Reports a start array of Chess960 whose FEN grants no castling rights. The game is replayed as written.
    ///
    /// ## Why is this bad?
    /// Events without castling exist; but far more often the rights were lost on the way.
    ///
    /// ## Example
    /// `nqbnrkrb/.../NQBNRKRB w - - 0 1`; if castling was allowed, write `KQkq`.
    ///
    /// ## Source
    /// DIA-4, policy P6.
    "POS011" "start-array-without-rights", Severity::Warning, Check::Tags(check)
}

fn check(game: &Game<'_>, opening: &Opening, report: &mut Report<'_>) {
    let (Some(tag), Some(position)) = (game.tag(TagName::Fen), opening.start.position()) else { return };
    let is_array = matches!(opening.start.kind(), Some(Start::Standard | Start::Chess960(_) | Start::Dfrc { .. }));
    if is_array && position.castling_rights().is_empty() {
        let field = tag.value_part(&fen_field(game.text(tag.value), FenField::Castling));
        // A FEN cut short before it is underlined whole.
        let span = if field.is_empty() { tag.value } else { field };
        report.at(span, "a start array without castling rights; no castling is legal in this game");
    }
}
