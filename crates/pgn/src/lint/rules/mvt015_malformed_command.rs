//! MVT015: malformed command.

use crate::{
    comment::{Command, commands},
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
};

rule! {
    /// ## What it does
    /// Reports a command in a comment, such as `[%clk 0:03:00]`, that lacks its name or its closing bracket, or that is
    /// well known and has a value of another shape. Commands that are not known are passed over.
    ///
    /// ## Why is this bad?
    /// Programs that show clocks, evaluations and arrows lose the value, and some show the text of the command.
    ///
    /// ## Example
    /// `{[%clk 0.03.00]}` or `{[%clk 0:03:00}`; write `{[%clk 0:03:00]}`.
    ///
    /// ## Source
    /// PGNX-1 to PGNX-7.
    "MVT015" "malformed-command", Severity::Warning, Check::Text(check), Default: Off
}

fn check(game: &Game<'_>, report: &mut Report<'_>) {
    for command in commands(game) {
        let Command { span, name, operands, is_closed } = command;
        let (text, operands_text) = (game.decoded(name), game.decoded(operands));
        if !is_closed {
            report.at(span, format!("the command `[%{text}` lacks its `]`"));
        } else if name.is_empty() {
            report.at(span, "a command without a name");
        } else if !command.is_well_formed(game) {
            report.at(operands, format!("`{}` is no value for `[%{text}]`", operands_text.trim()));
        }
    }
}
