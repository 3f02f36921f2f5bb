//! Chores of the workspace: `cargo xtask <COMMAND>`, one file each.

mod bench;
mod ci;
mod codegen;
mod dist;
mod new_rule;
mod tidy;

use std::{
    env,
    ffi::OsString,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use anyhow::{Context, Result, ensure};
use clap::Parser;

/// Chores of the pgn960 workspace.
#[derive(Debug, Parser)]
enum Chore {
    /// Run every check that a change has to pass.
    Ci,
    /// Check what the compiler does not: where things live and how they are written.
    Tidy,
    /// Write the files that are made from code.
    Codegen {
        /// Only tell which of them are stale.
        #[arg(long)]
        check: bool,
    },
    /// Write completions for shells and pages for `man`.
    Dist {
        /// Where to write them.
        #[arg(default_value = "target/dist")]
        directory: PathBuf,
    },
    /// Compare the speed of the release build with a plain validator over pgn-reader and shakmaty.
    Bench(bench::Options),
    /// Validate a PGN file with pgn-reader and shakmaty alone.
    #[command(hide = true)]
    BenchPeer {
        /// The plain PGN file.
        file: PathBuf,
    },
    /// Add a rule: its source file, its place in the list, its fixtures.
    NewRule {
        /// The code, such as TAG003.
        code: String,
        /// The name, such as missing-roster-tag; it states the fault.
        name: String,
    },
}

fn main() -> ExitCode {
    match run(Chore::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(chore: Chore) -> Result<()> {
    match chore {
        Chore::Ci => ci::run(),
        Chore::Tidy => tidy::run(),
        Chore::Codegen { check } => codegen::run(check),
        Chore::Dist { directory } => dist::run(&root().join(directory)),
        Chore::Bench(options) => bench::run(&options),
        Chore::BenchPeer { file } => bench::run_peer(&file),
        Chore::NewRule { code, name } => new_rule::run(root(), &code, &name),
    }
}

/// The root of the workspace.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace")
}

/// A call of the cargo that runs us, in the root of the workspace.
fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")));
    command.args(arguments).current_dir(root());
    command
}

/// What cargo knows of the workspace's own packages.
fn metadata() -> Result<serde_json::Value> {
    let output = cargo(&["metadata", "--no-deps", "--format-version", "1"]).output().context("cannot run cargo")?;
    ensure!(output.status.success(), "cargo metadata failed: {}", String::from_utf8_lossy(&output.stderr).trim_end());
    serde_json::from_slice(&output.stdout).context("cannot read the output of cargo metadata")
}
