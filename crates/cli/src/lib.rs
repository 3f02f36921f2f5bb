//! The `pgn960` command: arguments, input, output and exit codes around the crates that do the work.

mod args;
mod baseline;
mod commands;
mod config;
mod generator;
mod input;
mod lines;
mod output;
mod progress;
mod report;
mod scan;
mod table;

use std::{io, process::ExitCode};

use clap::{CommandFactory, Parser};
use pgn960_pgn::lint::diagnose::printable;

use crate::args::{Cli, Command};

/// What a run came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// Nothing to complain of.
    Clean,
    /// The input has faults.
    Findings,
    /// Something could not be done; it has been said.
    Failure,
}

/// The words of the command, for what is made from them.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs the command with the arguments of the process.
///
/// Exit codes: 0 no finding of severity error, 1 some, 2 could not run. A closed pipe ends the run without a word.
pub fn run() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Validate(args) => commands::validate::run(&args),
        Command::Castles(args) => commands::castles::run(&args),
        Command::Fen(args) => commands::fen::run(&args),
        Command::CastlingTable(args) => commands::castling_table::run(&args),
        Command::Explain(args) => commands::explain::run(&args),
        Command::Stats(args) => commands::stats::run(&args),
        Command::Rule(args) => commands::rule::run(&args),
        Command::Shuffle(args) => commands::shuffle::run(&args),
        Command::Spn(args) => commands::spn::run(&args),
        Command::Completions(args) => commands::completions::run(&args),
    };
    match result {
        Ok(Outcome::Clean) => ExitCode::SUCCESS,
        Ok(Outcome::Findings) => ExitCode::from(1),
        Ok(Outcome::Failure) => ExitCode::from(2),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!("{error:#}"));
            ExitCode::from(2)
        }
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.root_cause().downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Says on standard error what could not be done.
fn complain(message: &str) {
    // When nobody can hear it, there is nothing left to do.
    _ = io::Write::write_all(&mut anstream::stderr(), format!("pgn960: error: {}\n", printable(message)).as_bytes());
}

/// Says on standard error what is worth knowing.
fn note(message: &str) {
    _ = io::Write::write_all(&mut anstream::stderr(), format!("pgn960: note: {}\n", printable(message)).as_bytes());
}
