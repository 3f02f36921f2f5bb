//! Numbers over many games, in values that merge in any order to the same result, and what they can be trusted to tell.

pub mod castles;
pub mod comparison;
pub mod estimate;
pub mod fit;
pub mod summary;
pub mod uniformity;

pub use castles::CastleCounts;
pub use summary::Summary;

#[cfg(test)]
mod synthetic;
