//! The subcommands, one file each.

pub mod castles;
pub mod castling_table;
pub mod completions;
pub mod explain;
pub mod fen;
pub mod rule;
pub mod shuffle;
pub mod spn;
pub mod stats;
pub mod validate;
