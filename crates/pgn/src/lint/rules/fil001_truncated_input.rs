//! FIL001: truncated input.

use crate::lint::{Check, FileFacts, Severity, rule::rule};

rule! {
    /// ## What it does
    /// Reports a compressed file that is cut off or damaged. What could be read has been checked.
    ///
    /// ## Why is this bad?
    /// The games behind the damage are lost, and no count over this file is right.
    ///
    /// ## Example
    /// A download that was interrupted; fetch the file again.
    ///
    /// ## Source
    /// Ours.
    "FIL001" "truncated-input", Severity::Error, Check::File(check)
}

fn check(facts: &FileFacts) -> Option<String> {
    let damage = facts.damage.as_ref()?;
    let games = if facts.n_games == 1 { "game was" } else { "games were" };
    Some(format!("{damage}; {} {games} read before it", facts.n_games))
}
