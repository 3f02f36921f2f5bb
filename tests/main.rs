//! The integration tests, one binary: what the command prints, and what independent sources say of it.

mod cases;
mod cli;
mod cli_castles;
mod cli_castling_table;
mod cli_config;
mod cli_explain;
mod cli_fen;
mod cli_reports;
mod cli_shuffle;
mod cli_spn;
mod cli_stats;
mod cli_uniformity;
mod conformance;
mod corpus;
mod damage;
mod differential;
mod facts;
mod harness;
mod properties;
mod readme;
mod rules;
