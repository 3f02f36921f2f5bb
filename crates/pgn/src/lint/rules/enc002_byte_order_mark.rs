//! ENC002: byte order mark.

use memchr::memmem;

use crate::{
    game::Game,
    lint::{Check, Edit, Report, Safety, Severity, rule::rule},
    location::{BYTE_ORDER_MARK, Span},
};

rule! {
    /// ## What it does
    /// Reports a byte order mark (`U+FEFF`), at the start of a file or where files were joined: once per game, at the
    /// first.
    ///
    /// ## Why is this bad?
    /// PGN knows no such mark. Readers that do not skip it miss the first tag of the game behind it, or the whole game.
    ///
    /// ## Example
    /// A file that ChessBase or a text editor saved as "UTF-8 with BOM"; save it as UTF-8.
    ///
    /// ## Source
    /// PGN-4.1, DIA-6, policy P16.
    "ENC002" "byte-order-mark", Severity::Info, Check::Text(check), Strict: Warning
}

fn check(game: &Game<'_>, report: &mut Report<'_>) {
    let marks = memmem::find_iter(game.bytes, BYTE_ORDER_MARK).map(|at| Span::new(at, at + BYTE_ORDER_MARK.len()));
    let marks: Vec<_> = marks.collect();
    let Some(&first) = marks.first().filter(|_| !game.is_blank()) else { return };
    let message = match marks.len() {
        1 => "a byte order mark, which PGN does not know".to_owned(),
        n_marks => format!("{n_marks} byte order marks, which PGN does not know"),
    };
    let edits = marks.into_iter().map(|span| Edit { span, text: String::new() });
    report.at(first, message).edits(edits.collect(), Safety::Safe);
}
