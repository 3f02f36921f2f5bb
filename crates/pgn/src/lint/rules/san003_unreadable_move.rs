//! SAN003: unreadable move.

use pgn960_core::san;

use crate::{
    lint::{Check, Report, Severity, rule::rule},
    replay::{Step, Stop, StopReason},
};

rule! {
    /// ## What it does
    /// Reports a token that has the shape of a move and cannot be one. The rest of its line of play is not checked.
    ///
    /// ## Why is this bad?
    /// Passing over it would play the next move for the wrong side.
    ///
    /// ## Example
    /// `Sf3` with the German letter for the knight, or `nf3`; write `Nf3`.
    ///
    /// ## Source
    /// PGN-8.2.3, PGN-17.
    "SAN003" "unreadable-move", Severity::Error, Check::Step(check)
}

fn check(step: &Step<'_>, report: &mut Report<'_>) {
    if let Step::Stop(stop @ Stop { reason: StopReason::Unreadable, .. }) = step {
        let text = stop.text();
        let finding = report.at_stop(stop, format!("`{text}` cannot be read as a move"));
        let mut letters = text.chars();
        let capital = letters.next().map(|first| first.to_ascii_uppercase().to_string() + letters.as_str());
        if let Some(capital) = capital.filter(|capital| capital.as_str() != text)
            && san::parse(capital.as_bytes()).is_some_and(|written| stop.before.resolve(written).is_ok())
        {
            finding.hint(format!("piece letters are upper case: `{capital}`"));
        }
    }
}
