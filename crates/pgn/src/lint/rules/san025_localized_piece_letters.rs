//! SAN025: localized piece letters.

use crate::lint::{Check, FactKind, FileFacts, FileReport, Severity, rule::rule};

rule! {
    /// ## What it does
    /// Reports a file whose moves name pieces by letters that English does not have, with the languages that have all
    /// of them: once, at the first such move. Two different letters are needed, or three such moves.
    ///
    /// ## Why is this bad?
    /// Files for exchange have the English letters `KQRBN`. No reader understands others, and some letters mean another
    /// piece in English, so that a move can be played that is not meant.
    ///
    /// ## Example
    /// `Sf3` and `Lb5` are German; write `Nf3` and `Bb5`, or set the program that writes the file to English.
    ///
    /// ## Source
    /// PGN-8.2.3.2-3, PGN-17.
    "SAN025" "localized-piece-letters", Severity::Warning, Check::File(FactKind::PieceLetters, check)
}

fn check(facts: &FileFacts, report: &mut FileReport<'_>) {
    let letters = &facts.piece_letters;
    let n_moves: u64 = letters.counts.values().sum();
    let Some(first) = letters.first.filter(|_| letters.counts.len() > 1 || n_moves > 2) else { return };
    let counts: Vec<_> = letters.counts.iter().map(|(letter, count)| format!("`{letter}` {count}")).collect();
    let languages = letters.languages();
    let from = match &languages[..] {
        [] => "no language that we know has them all".to_owned(),
        languages => format!("as in {}", languages.join(", ")),
    };
    report.at(
        first,
        format!("piece letters that are not English, with the moves that have them: {}; {from}", counts.join(", ")),
    );
}
