//! The subcommands, one file each.

pub mod rule;
pub mod validate;
