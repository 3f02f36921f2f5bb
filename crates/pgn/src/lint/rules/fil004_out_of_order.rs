//! FIL004: out of order.

use crate::lint::{Check, FactKind, FileFacts, FileReport, Severity, facts::Break, rule::rule};

rule! {
    /// ## What it does
    /// Reports a file in which a game of the same event as the one before it has an earlier date, or on the same date
    /// an earlier round. Once, at the first such game, with the number of all.
    ///
    /// ## Why is this bad?
    /// Nothing is lost. The standard sorts games by date and round, so that files can be compared.
    ///
    /// ## Example
    /// Round 2 before round 1; sort the games.
    ///
    /// ## Source
    /// PGN-12, policy P19.
    "FIL004" "out-of-order", Severity::Info, Check::File(FactKind::Order, check), Strict: Warning
}

fn check(facts: &FileFacts, report: &mut FileReport<'_>) {
    let Some((site, what)) = facts.order.first_break else { return };
    let what = match what {
        Break::Date => "an earlier date",
        Break::Round => "an earlier round",
    };
    let more = match facts.order.n_breaks {
        1 => String::new(),
        n_breaks => format!("; {n_breaks} games of this file go back so"),
    };
    report.at(site, format!("{what} than the game before it, in the same event{more}"));
}
