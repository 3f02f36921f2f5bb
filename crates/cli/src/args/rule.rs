//! Options of `pgn960 rule`.

use clap::{Args, ValueEnum};

/// Print the documentation of a rule, or a list of rules.
///
/// Exit codes: 0 printed, 2 there is no such rule.
#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
pub struct Rule {
    /// A code such as CAS001 or a name such as illegal-castling, for the rule's page; a family such as CAS, or ALL, for
    /// a list with a line for each rule.
    #[arg(value_name = "RULE", required_unless_present = "all", conflicts_with = "all")]
    pub rule: Option<String>,

    /// Print the pages of all rules.
    #[arg(long)]
    pub all: bool,

    /// How to print.
    #[arg(long, value_enum, default_value_t = RuleFormat::Text)]
    pub format: RuleFormat,
}

/// Output formats of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RuleFormat {
    /// Pages in Markdown, or a list.
    Text,
    /// One JSON object a line, always with the whole page.
    Json,
}
