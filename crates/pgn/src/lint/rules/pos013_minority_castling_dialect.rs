//! POS013: minority castling dialect.

use crate::lint::{Check, FactKind, FileFacts, FileReport, Severity, facts::CastlingDialect, rule::rule};

rule! {
    /// ## What it does
    /// Reports Chess960 games whose FEN spells the castling rights in another dialect than most games of the file: in
    /// file letters (Shredder-FEN) among `KQkq` (X-FEN), or the other way round. Games in a row are reported once, at
    /// the first.
    ///
    /// ## Why is this bad?
    /// Both are read alike here. A reader that decides for one dialect by the first game of a file misreads the others.
    ///
    /// ## Example
    /// One game with `HAha` in a file where all others have `KQkq`; write `KQkq` there as well.
    ///
    /// ## Source
    /// XFEN-2, SFEN-1, SFEN-3, policy P2.
    "POS013" "minority-castling-dialect", Severity::Info, Check::File(FactKind::Dialects, check), Strict: Warning
}

fn check(facts: &FileFacts, report: &mut FileReport<'_>) {
    let count = |dialect| facts.dialects.counts.get(&dialect).copied().unwrap_or(0);
    let (n_xfen, n_shredder) = (count(CastlingDialect::XFen), count(CastlingDialect::Shredder));
    // Of two equal parts the one that begins later.
    let minority = match (n_xfen.cmp(&n_shredder), facts.dialects.list.first()) {
        (std::cmp::Ordering::Less, _) => CastlingDialect::XFen,
        (std::cmp::Ordering::Greater, _) => CastlingDialect::Shredder,
        (_, Some(first)) if first.kind == CastlingDialect::XFen => CastlingDialect::Shredder,
        _ => CastlingDialect::XFen,
    };
    let n_games = n_xfen + n_shredder;
    let (own, other) = match minority {
        CastlingDialect::XFen => ("`KQkq` (X-FEN)", format!("{n_shredder} of {n_games} games have file letters")),
        CastlingDialect::Shredder => {
            ("file letters (Shredder-FEN)", format!("{n_xfen} of {n_games} games have `KQkq`"))
        }
    };
    for run in facts.dialects.list.iter().filter(|run| run.kind == minority) {
        let row = if run.n_games > 1 { format!(" in {} games from here on", run.n_games) } else { String::new() };
        report.at(run.first, format!("castling rights in {own}{row}, where {other}"));
    }
}
