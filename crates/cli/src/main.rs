//! The `pgn960` binary: its exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    pgn960::run()
}
