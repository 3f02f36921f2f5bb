//! Numbers over many games.
