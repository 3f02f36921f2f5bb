//! `pgn960 completions`: the words of the command for shells.

use std::io::{self, Write};

use anyhow::Result;
use clap::CommandFactory;

use crate::{
    Outcome,
    args::{Cli, Completions as Args},
};

/// Prints the script for a shell.
pub fn run(args: &Args) -> Result<Outcome> {
    // The generator panics when its output fails, which memory does not.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "pgn960", &mut script);
    let mut out = io::stdout().lock();
    out.write_all(&script)?;
    out.flush()?;
    Ok(Outcome::Clean)
}
