//! POS012: imprecise fen.

use crate::{
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
    opening::{FenTag, Opening, Variant},
    tags::TagName,
};

rule! {
    /// ## What it does
    /// Reports a FEN that departs from the standard without doubt about the position: fields missing at its end, a
    /// fullmove number 0, a castling right given twice, several blanks between fields, a halfmove clock larger than the
    /// number of moves played, counters with leading zeros.
    ///
    /// ## Why is this bad?
    /// Readers differ in what they make of it. A right given twice often means that another one was meant, and missing
    /// rights are read as none.
    ///
    /// ## Example
    /// `... w FCfc -` without counters; write `... w FCfc - 0 1`.
    ///
    /// ## Source
    /// FEN-1, FEN-4, FEN-6, FEN-7, FEN-9, DIA-5.
    "POS012" "imprecise-fen", Severity::Warning, Check::Tags(check)
}

fn check(game: &Game<'_>, opening: &Opening, report: &mut Report<'_>) {
    if let (FenTag::Position(read), Some(tag)) = (&opening.fen, game.tag(TagName::Fen))
        && opening.variant != Variant::OtherGame
    {
        for note in &read.1 {
            report.at(tag.value_part(&note.span), note.message.as_str());
        }
    }
}
