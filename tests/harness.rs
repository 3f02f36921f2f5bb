//! Where test data lies and how the command is run.

use std::{path::PathBuf, process::Output};

use assert_cmd::Command;

/// The root of the workspace.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A file or directory of the data shared by the developers, where that exists.
pub fn shared(path: &str) -> Option<PathBuf> {
    let path = root().join("../shared").join(path);
    path.exists().then_some(path)
}

/// A file or directory under `fixtures`.
pub fn fixture(path: &str) -> PathBuf {
    root().join("fixtures").join(path)
}

/// Runs the command with standard input.
pub fn run_with(args: &[&str], input: &[u8]) -> Output {
    command(args).write_stdin(input).output().expect("the command runs")
}

/// Runs the command.
pub fn run(args: &[&str]) -> Output {
    run_with(args, b"")
}

/// The command, from the root of the workspace and without colours.
pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pgn960"));
    command.current_dir(root()).env("NO_COLOR", "1").args(args);
    command
}
