//! The subcommands, one file each.

pub mod castles;
pub mod fen;
pub mod rule;
pub mod validate;
