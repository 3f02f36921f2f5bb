//! ENC001: invalid utf8.

use crate::{
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
    location::Span,
};

rule! {
    /// ## What it does
    /// Reports a game that holds bytes which are not UTF-8: once per game, at the first of them, with their number.
    /// They are read as Windows-1252.
    ///
    /// ## Why is this bad?
    /// Readers disagree about such bytes: one shows another letter, one drops it, one gives up on the whole file.
    ///
    /// ## Example
    /// A name in Latin-1, such as `Jos\xe9`. Store the file as UTF-8.
    ///
    /// ## Source
    /// DIA-11, policy P16.
    "ENC001" "invalid-utf8", Severity::Warning, Check::Text(check)
}

fn check(game: &Game<'_>, report: &mut Report<'_>) {
    if game.bytes.is_ascii() {
        return;
    }
    let Err(error) = std::str::from_utf8(game.bytes) else { return };
    let first = error.valid_up_to();
    let n_bytes: usize = game.bytes.utf8_chunks().map(|chunk| chunk.invalid().len()).sum();
    let plural = if n_bytes == 1 { "byte is" } else { "bytes are" };
    report.at(
        Span::new(first, first + 1),
        format!("{n_bytes} {plural} not UTF-8, the first is `\\x{:02x}`; read as Windows-1252", game.bytes[first]),
    );
}
