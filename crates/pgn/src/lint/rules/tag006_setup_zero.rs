//! TAG006: setup zero.

use crate::{
    game::Game,
    lint::{Check, Report, Safety, Severity, rule::rule},
    opening::Opening,
    tags::TagName,
};

rule! {
    /// ## What it does
    /// Reports a SetUp tag other than `1` in a game with a FEN tag. The FEN counts.
    ///
    /// ## Why is this bad?
    /// `0` says that the game starts from the classical array, and the FEN says that it does not.
    ///
    /// ## Example
    /// `[SetUp "0"]` beside a FEN; write `[SetUp "1"]`.
    ///
    /// ## Source
    /// PGN-9.7.1, policy P8.
    "TAG006" "setup-zero", Severity::Warning, Check::Tags(check)
}

fn check(game: &Game<'_>, _: &Opening, report: &mut Report<'_>) {
    let (Some(_), Some(setup)) = (game.tag(TagName::Fen), game.tag(TagName::SetUp)) else { return };
    if game.text(setup.value) != b"1" {
        let message = format!("SetUp is `{}` although there is a FEN; the FEN counts", game.decoded(setup.value));
        report.at(setup.value, message).replace(setup.value, "1", Safety::Safe);
    }
}
