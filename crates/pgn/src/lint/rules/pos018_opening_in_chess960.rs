//! POS018: opening in Chess960.

use pgn960_core::{Spn, Start};

use crate::{
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
    opening::Opening,
    tags::TagName,
};

rule! {
    /// ## What it does
    /// Reports an ECO, Opening or Variation tag in a game that starts from one of the 960 positions other than the
    /// classical one, or from two different ones. Empty values and `?` are passed over.
    ///
    /// ## Why is this bad?
    /// Openings have no name there. chess.com writes `A00` over every game, CCRL the back rank, so that such games
    /// spoil figures by opening.
    ///
    /// ## Example
    /// `[ECO "A00"]` beside `[Variant "Chess960"]`; leave it out.
    ///
    /// ## Source
    /// PGN-9.1, DIA-5, DIA-7, policy P20.
    "POS018" "opening-in-chess960", Severity::Info, Check::Tags(check)
}

fn check(game: &Game<'_>, opening: &Opening, report: &mut Report<'_>) {
    let is_shuffled = match opening.start.kind() {
        Some(Start::Chess960(spn)) => *spn != Spn::STANDARD,
        kind => matches!(kind, Some(Start::Dfrc { .. })),
    };
    if !is_shuffled {
        return;
    }
    let tags = [TagName::Eco, TagName::Opening, TagName::Variation].into_iter().filter_map(|name| game.tag(name));
    if let Some(tag) = tags.filter(|tag| !matches!(game.text(tag.value), b"" | b"?")).min_by_key(|tag| tag.span) {
        let (name, value) = (game.decoded(tag.name), game.decoded(tag.value));
        report
            .at(tag.value, format!("tag `{name}` names an opening, `{value}`, but the start is not the classical one"));
    }
}
