//! TAG017: wrong ply count.

use crate::{
    game::Game,
    lint::{Check, Report, Safety, Severity, rule::rule},
    opening::Opening,
    tags::TagName,
};

rule! {
    /// ## What it does
    /// Reports a PlyCount tag that tells another number than that of the half-moves of the main line, legal or not. A
    /// game without any move is not looked at.
    ///
    /// ## Why is this bad?
    /// One of them is wrong: moves were lost or added after the tag was written, or it was copied from another game.
    ///
    /// ## Example
    /// `[PlyCount "61"]` in a game of 60 half-moves; look for the lost one, or write `60`.
    ///
    /// ## Source
    /// PGN-9.9.
    "TAG017" "wrong-ply-count", Severity::Info, Check::Tags(check), Strict: Warning, Archive: Info
}

fn check(game: &Game<'_>, _: &Opening, report: &mut Report<'_>) {
    let Some(tag) = game.tag(TagName::PlyCount) else { return };
    let text = game.text(tag.value);
    let told = std::str::from_utf8(text).ok().and_then(|text| text.trim().parse::<u32>().ok());
    let n_plies = game.n_plies();
    if n_plies > 0 && !text.is_empty() && text != b"?" && told != Some(n_plies) {
        let told = game.decoded(tag.value);
        let plural = if n_plies == 1 { "half-move" } else { "half-moves" };
        report.at(tag.value, format!("PlyCount is `{told}`, and the main line has {n_plies} {plural}")).replace(
            tag.value,
            n_plies.to_string(),
            Safety::Unsafe,
        );
    }
}
