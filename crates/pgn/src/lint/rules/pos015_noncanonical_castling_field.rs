//! POS015: noncanonical castling field.

use pgn960_core::fen::{CastlingLetters, Dialect, FenField, Noncanonical, castling_field};

use crate::{
    game::Game,
    lint::{Check, Report, Safety, Severity, rule::rule},
    opening::{FenTag, Opening, Variant, fen_field},
    tags::TagName,
};

rule! {
    /// ## What it does
    /// Reports castling rights in a FEN that are not spelt as programs spell them: in another order than White then
    /// Black, king side then queen side, or with letters of two dialects mixed. They are read all the same.
    ///
    /// ## Why is this bad?
    /// Some readers take one order only, and equal positions are no longer equal texts.
    ///
    /// ## Example
    /// `AHah` or `KAkq`; write `HAha` or `KQkq`.
    ///
    /// ## Source
    /// FEN-4, SFEN-2, XFEN-3, policy P2.
    "POS015" "noncanonical-castling-field", Severity::Info, Check::Tags(check), Strict: Warning
}

fn check(game: &Game<'_>, opening: &Opening, report: &mut Report<'_>) {
    let (FenTag::Position(read), Some(tag)) = (&opening.fen, game.tag(TagName::Fen)) else { return };
    let Err(why) = read.0.canonical else { return };
    if opening.variant == Variant::OtherGame {
        return;
    }
    let field = fen_field(game.text(tag.value), FenField::Castling);
    let span = tag.value_part(&field);
    let written = game.decoded(span);
    let message = match why {
        Noncanonical::Order => format!("castling rights `{written}` are in an unusual order"),
        Noncanonical::MixedDialect => format!("castling rights `{written}` mix two dialects"),
    };
    let dialect = if read.0.letters == CastlingLetters::Files { Dialect::Shredder } else { Dialect::XFen };
    let finding = report.at(span, message);
    if let Some(usual) = castling_field(&read.0.setup, dialect) {
        finding.replace(span, usual, Safety::Safe);
    }
}
