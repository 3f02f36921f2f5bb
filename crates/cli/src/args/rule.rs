//! Options of `pgn960 rule`.

use clap::{Args, ValueEnum};

/// Print the documentation of a rule.
#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
pub struct Rule {
    /// A code such as CAS001, or a name such as illegal-castling.
    #[arg(value_name = "RULE", required_unless_present = "all", conflicts_with = "all")]
    pub rule: Option<String>,

    /// Print all rules.
    #[arg(long)]
    pub all: bool,

    /// How to print.
    #[arg(long, value_enum, default_value_t = RuleFormat::Text)]
    pub format: RuleFormat,
}

/// Output formats of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RuleFormat {
    /// Markdown.
    Text,
    /// One JSON object a line.
    Json,
}
