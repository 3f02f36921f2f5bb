//! Options of `pgn960 completions`.

use clap::Args;
use clap_complete::Shell;

/// Print what makes a shell complete the words of pgn960.
///
/// For bash: `source <(pgn960 completions bash)` in ~/.bashrc.
#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
pub struct Completions {
    /// The shell.
    #[arg(value_enum)]
    pub shell: Shell,
}
