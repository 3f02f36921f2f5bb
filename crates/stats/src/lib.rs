//! Numbers over many games, in values that merge in any order to the same result.

pub mod summary;

pub use summary::Summary;
