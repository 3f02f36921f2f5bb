//! `pgn960 fen`: work on FENs, whatever they stand in.

mod convert;
mod diff;
mod pieces;
mod replace;
mod report;
mod sites;

use anyhow::Result;

use crate::{
    Outcome,
    args::{Fen as Args, FenCommand},
};

/// Runs what was asked for.
pub fn run(args: &Args) -> Result<Outcome> {
    match &args.command {
        FenCommand::Convert(args) => convert::run(args),
    }
}
