//! POS007: unusable fen.

use crate::{
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
    opening::{FenTag, GameStart, Opening},
    tags::TagName,
};

rule! {
    /// ## What it does
    /// Reports a FEN tag that holds no position: at the field at fault, with what is wrong with it. The game is not
    /// replayed.
    ///
    /// ## Why is this bad?
    /// A game must never be replayed from another position than its own.
    ///
    /// ## Example
    /// `[FEN "?"]`, or a rank of seven squares.
    ///
    /// ## Source
    /// PGN-9.7.2, FEN-1 to FEN-11, policy P7.
    "POS007" "unusable-fen", Severity::Error, Check::Tags(check)
}

fn check(game: &Game<'_>, opening: &Opening, report: &mut Report<'_>) {
    let Some(tag) = game.tag(TagName::Fen) else { return };
    match (&opening.fen, &opening.start) {
        (_, GameStart::OtherGame) => {}
        (FenTag::Unusable(error), _) => {
            report.at(tag.value_part(&error.span), format!("unusable FEN: {}", error.message));
        }
        (FenTag::Position(_) | FenTag::Repaired(..), GameStart::Unknown) => {
            report.at(tag.value, "unusable FEN: no game can be played from this position");
        }
        _ => {}
    }
}
