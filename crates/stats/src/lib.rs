//! Numbers over many games, in values that merge in any order to the same result.

pub mod castles;
pub mod summary;

pub use castles::CastleCounts;
pub use summary::Summary;
