//! POS010: rights without rook.

use crate::{
    game::Game,
    lint::{Check, Report, Safety, Severity, rule::rule},
    opening::{FenTag, Opening, Variant},
    tags::TagName,
};

rule! {
    /// ## What it does
    /// Reports castling rights in a FEN that name no rook, when the position is a start array. The game is replayed
    /// with all rights.
    ///
    /// ## Why is this bad?
    /// Some exports carry the rights of another game; read by the letter, no castling would be legal.
    ///
    /// ## Example
    /// `nrkrbbqn/.../NRKRBBQN w HEhe - 0 1`; the rooks stand on b and d, so write `KQkq`.
    ///
    /// ## Source
    /// DIA-4, policy P6.
    "POS010" "rights-without-rook", Severity::Error, Check::Tags(check)
}

fn check(game: &Game<'_>, opening: &Opening, report: &mut Report<'_>) {
    if opening.variant == Variant::OtherGame {
        return;
    }
    if let (FenTag::Repaired(repaired), Some(tag)) = (&opening.fen, game.tag(TagName::Fen)) {
        let (error, suggestion) = repaired.as_ref();
        report
            .at(tag.value_part(&error.span), format!("{}; read with all rights", error.message))
            .hint(format!("the FEN with all rights is `{suggestion}`"))
            .replace(tag.value, suggestion.as_str(), Safety::Unsafe);
    }
}
