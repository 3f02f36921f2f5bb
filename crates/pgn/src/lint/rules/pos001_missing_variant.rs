//! POS001: missing variant.

use crate::{
    game::Game,
    lint::{Check, Report, Safety, Severity, rule::rule},
    location::Span,
    opening::{Opening, Variant},
    tags::TagName,
};

rule! {
    /// ## What it does
    /// Reports a game without Variant tag that starts from a Chess960 array, or whose castling rights need Chess960
    /// castling.
    ///
    /// ## Why is this bad?
    /// A reader that knows only the tag plays it as classical chess and calls its castlings illegal.
    ///
    /// ## Example
    /// A FEN with `NRKQBBNR` and no Variant; add `[Variant "Chess960"]`.
    ///
    /// ## Source
    /// DIA-7, policy P1.
    "POS001" "missing-variant", Severity::Warning, Check::Tags(check)
}

fn check(game: &Game<'_>, opening: &Opening, report: &mut Report<'_>) {
    if opening.variant == Variant::Missing
        && opening.needs_chess960()
        && let Some(fen) = game.tag(TagName::Fen)
    {
        report.at(fen.name, "a Chess960 start without a Variant tag; read as Chess960").replace(
            Span { start: fen.span.start, end: fen.span.start },
            "[Variant \"Chess960\"]\n",
            Safety::Safe,
        );
    }
}
