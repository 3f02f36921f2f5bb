//! The `pgn960` command.
