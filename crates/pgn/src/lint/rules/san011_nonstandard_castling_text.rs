//! SAN011: nonstandard castling text.

use pgn960_core::san::Spelling;
use shakmaty::san::San;

use crate::{
    lint::{Check, Report, Severity, rule::rule},
    replay::Ply,
};

rule! {
    /// ## What it does
    /// Reports castling written with zeros, with other dashes than the hyphen, with small letters or without hyphens.
    ///
    /// ## Why is this bad?
    /// Some readers drop such a token without a word and blame the next move.
    ///
    /// ## Example
    /// `0-0` or `O–O`; write `O-O` with the capital letter and the hyphen.
    ///
    /// ## Source
    /// PGN-8.2.3.3, DIA-13, policy P9.
    "SAN011" "nonstandard-castling-text", Severity::Warning, Check::Ply(check)
}

fn check(ply: &Ply<'_>, report: &mut Report<'_>) {
    let spelling = ply.written.spelling();
    if !matches!(ply.written.san(), San::Castle(_)) || spelling.is_standard() {
        return;
    }
    let faults = [
        (Spelling::ZERO, "with zeros"),
        (Spelling::DASH, "with another dash than the hyphen"),
        (Spelling::CASTLING_LETTERS, "with small letters or without hyphens"),
    ];
    let present: Vec<_> = faults.iter().filter(|(fault, _)| spelling.contains(*fault)).map(|(_, text)| *text).collect();
    if !present.is_empty() {
        report.at_ply(ply, format!("castling written {}", present.join(" and ")));
    }
}
