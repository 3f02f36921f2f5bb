//! Numbers over many games, in values that merge in any order to the same result, and what they can be trusted to tell.

pub mod castles;
pub mod comparison;
pub mod dimension;
pub mod estimate;
pub mod facts;
pub mod filter;
pub mod fit;
pub mod metric;
pub mod metrics;
pub mod report;
pub mod saved;
pub mod summary;
pub mod table;
pub mod uniformity;

pub use castles::CastleCounts;
pub use facts::Facts;
pub use filter::Filter;
pub use summary::Summary;
pub use table::Table;

#[cfg(test)]
mod synthetic;
