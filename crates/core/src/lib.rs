//! Chess960 as values: what shakmaty lacks.
//!
//! Start positions and their numbers, FEN dialects, castling and its obstacles, SAN resolved over bitboards, diagrams.
//! Everything here is a pure value over shakmaty's types; nothing reads, prints or knows PGN.

pub mod castling;
pub mod diagram;
mod draws;
pub mod fen;
pub mod geometry;
pub mod packed_move;
pub mod position;
pub mod san;
pub mod shuffle;
pub mod spn;
pub mod start;
pub mod verdict;

pub use castling::CastlingSide;
pub use geometry::Geometry;
pub use packed_move::PackedMove;
pub use position::Position;
pub use spn::Spn;
pub use start::Start;
pub use verdict::Verdict;
