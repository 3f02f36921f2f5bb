//! PGN games as text: reading, replaying and checking.
//!
//! Bytes become chunks ([`split`]), chunks become games of flat, lossless events ([`parse`], [`game`]), games are
//! replayed ([`replay`]) and checked ([`lint`]) in parallel ([`pipeline`]). Nothing here opens files or prints.

pub mod castles;
pub mod comment;
pub mod event;
pub mod game;
pub mod lexer;
pub mod lint;
pub mod location;
pub mod opening;
pub mod parse;
pub mod pipeline;
pub mod repetition;
pub mod replay;
pub mod split;
pub mod tag_value;
pub mod tags;
pub mod visit;

pub use event::{Event, EventKind, Fault, FaultKind};
pub use game::Game;
pub use location::Span;
