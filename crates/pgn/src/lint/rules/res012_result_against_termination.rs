//! RES012: result against termination.

use pgn_reader::{KnownOutcome, Outcome};
use shakmaty::Color;

use crate::{
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
    replay::{Ending, Replay},
    tags::TagName,
};

rule! {
    /// ## What it does
    /// Reports a Termination tag that claims another result than the marker, or that speaks of checkmate or stalemate
    /// when the last move is none: `... won by`, `Game drawn by`, `unterminated`.
    ///
    /// ## Why is this bad?
    /// Points are at stake, and one of the two is wrong.
    ///
    /// ## Example
    /// `[Termination "A won by resignation"]` and `0-1` when A has the white men; correct the wrong one.
    ///
    /// ## Source
    /// PGN-9.8.1, DIA-5.
    "RES012" "result-against-termination", Severity::Warning, Check::Game(check)
}

/// The words of PGN-9.8.1 that claim no result, which are nearly all there are.
const SILENT: [&str; 7] =
    ["normal", "time forfeit", "adjudication", "abandoned", "rules infraction", "emergency", "death"];

fn check(game: &Game<'_>, replay: Option<&Replay>, report: &mut Report<'_>) {
    let Some(tag) = game.tag(TagName::Termination).copied() else { return };
    if SILENT.iter().any(|word| game.text(tag.value).eq_ignore_ascii_case(word.as_bytes())) {
        return;
    }
    let text = game.decoded(tag.value).to_lowercase();
    if let Some((span, marker)) = game.marker
        && let Some(expected) = claimed(&text, game)
        && marker.outcome.is_some_and(|outcome| outcome != expected)
    {
        let message = format!("the marker says `{}`, but the Termination tag: `{expected}`", game.decoded(span));
        report.at(tag.value, message);
        return;
    }
    let Some(replay) = replay.filter(|replay| !replay.is_stopped) else { return };
    let is_mate = matches!(replay.ending, Some(Ending::Mate(_)));
    let is_stalemate = replay.ending == Some(Ending::Stalemate);
    let wrong = match () {
        () if text.contains("stalemate") && !is_stalemate => "stalemate",
        () if text.contains("checkmate") && !is_mate => "checkmate",
        () => return,
    };
    report.at(tag.value, format!("the Termination tag speaks of {wrong}, but the last move is none"));
}

/// The result that a text claims, in lower case.
fn claimed(text: &str, game: &Game<'_>) -> Option<Outcome> {
    let name = |tag| game.value(tag).map(|name: String| name.to_lowercase()).filter(|name| !name.is_empty());
    let (white, black) = (name(TagName::White), name(TagName::Black));
    let wins = |name: &str| {
        text.strip_prefix(name).is_some_and(|rest| rest.starts_with(" won ") || rest.starts_with(" wins "))
    };
    let is_winner = |word: &str, name: &Option<String>| wins(word) || name.as_deref().is_some_and(wins);
    let winner = |winner| Some(Outcome::Known(KnownOutcome::Decisive { winner }));
    match (is_winner("white", &white), is_winner("black", &black)) {
        (true, false) => winner(Color::White),
        (false, true) => winner(Color::Black),
        _ if text.starts_with("game drawn ") => Some(Outcome::Known(KnownOutcome::Draw)),
        _ if text == "unterminated" => Some(Outcome::Unknown),
        _ => None,
    }
}
