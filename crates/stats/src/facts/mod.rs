//! [`Facts`], what one game tells: how it started, how it ended, who castled and when.
//!
//! They are gathered by [`Gatherer`], a visitor that runs on our scan ([`Gatherer::facts_of`]) and on pgn-reader's own
//! reader. What stands in tags is text until somebody wants it: a gatherer keeps the tags it was told to keep.

mod castling;
mod date;
mod gatherer;
mod result;
mod time_control;

pub use castling::{Castling, Pattern};
pub use date::Date;
pub use gatherer::{Gatherer, Wanted};
pub use result::{Ending, GameResult, Termination};
pub use time_control::{TimeClass, TimeControl};

use pgn960_core::{CastlingSide, Position, Start, spn};
use pgn960_pgn::opening::GameStart;
use shakmaty::{ByColor, Color, File, Role, Square, san::San};

use crate::summary::StartKind;

/// What one game tells.
///
/// Texts and numbers out of tags are None when the tag is missing, cannot be read, or was not wanted.
#[derive(Clone, Debug, PartialEq)]
pub struct Facts {
    /// Where the game starts.
    pub start: GameStart,
    /// Whether it is too large to be read.
    pub is_skipped: bool,
    /// The Variant tag as written.
    pub variant: Option<String>,
    /// The Result tag.
    pub result_tag: Option<GameResult>,
    /// The termination marker behind the moves.
    pub marker: Option<GameResult>,
    /// How the board ended the game; None where it did not, or where the last position is not known.
    pub ending: Option<Ending>,
    /// The Termination tag.
    pub termination: Option<Termination>,
    /// Move tokens of the main line.
    pub n_plies: u32,
    /// Legal moves at the start of the main line.
    pub n_legal_plies: u32,
    /// Whether there is a position to start from and every move of the main line is known and legal.
    pub is_complete: bool,
    /// What became of each side's castling, up to the last legal move.
    pub castling: ByColor<Castling>,
    /// Each side's first move.
    pub first_moves: ByColor<Option<San>>,
    /// The players.
    pub players: ByColor<Player>,
    /// The Event tag.
    pub event: Option<String>,
    /// The Site tag.
    pub site: Option<String>,
    /// The Round tag.
    pub round: Option<String>,
    /// The Date tag, or UTCDate where Date tells no year.
    pub date: Option<Date>,
    /// The EventDate tag.
    pub event_date: Option<Date>,
    /// The TimeControl tag.
    pub time_control: Option<TimeControl>,
    /// The ECO tag of a game from the classical array. From other starts it means nothing (policy P20).
    pub eco: Option<String>,
}

/// A player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// The name as written.
    pub name: Option<String>,
    /// The title, such as `GM`.
    pub title: Option<String>,
    /// The rating, above 0.
    pub rating: Option<u16>,
}

impl Facts {
    /// How the game starts.
    pub fn kind(&self) -> StartKind {
        if self.is_skipped { StartKind::Skipped } else { StartKind::of(&self.start) }
    }

    /// The position that it starts from among start positions, if there is one.
    pub fn start(&self) -> Option<Start> {
        self.start.kind().copied()
    }

    /// The result: what the marker says, or the Result tag where there is none (policy P12).
    pub fn result(&self) -> GameResult {
        self.marker.or(self.result_tag).unwrap_or(GameResult::Open)
    }

    /// Whether the moves are there and known to the last: what length and castling are counted over.
    pub fn is_played(&self) -> bool {
        self.is_complete && self.n_legal_plies > 0
    }

    /// Whether something kept the game from being read to its end: an illegal or unreadable move, an unclosed comment,
    /// no usable start, or its size. Another game than chess is not faulty.
    pub fn is_faulty(&self) -> bool {
        !self.is_complete && !matches!(self.start, GameStart::OtherGame)
    }

    /// The men on the back rank of a side from the a-file to the h-file, when the game starts with the classical
    /// pieces at home.
    pub fn back_rank(&self, color: Color) -> Option<[Role; 8]> {
        match self.start()? {
            Start::Other => None,
            Start::Standard => Some(pgn960_core::Spn::STANDARD.back_rank()),
            Start::Chess960(spn) => Some(spn.back_rank()),
            Start::Dfrc { white, black } => Some(color.fold_wb(white, black).back_rank()),
            Start::Shuffle => {
                let position = self.start.position()?;
                let role = |file| position.piece_at(Square::from_coords(file, color.backrank()));
                Some(File::ALL.map(|file| role(file).map_or(Role::Pawn, |piece| piece.role)))
            }
        }
    }

    /// The back rank as letters.
    pub fn back_rank_text(&self, color: Color) -> Option<String> {
        self.back_rank(color).as_ref().map(spn::back_rank_text)
    }

    /// Where king and rooks of a side start, when the king stands between two rooks.
    pub fn pattern(&self, color: Color) -> Option<Pattern> {
        Pattern::of(&self.back_rank(color)?)
    }

    /// Whether a side may castle to a side of the board with its first move, whatever quiet move White begins with.
    pub fn may_castle_at_once(&self, color: Color, side: CastlingSide) -> bool {
        let may = |position: &Position| position.may_castle(side);
        self.start.position().is_some_and(|start| {
            if start.turn() == color {
                return may(start);
            }
            let mut passed = start.clone();
            passed.pass().is_some() && may(&passed)
        })
    }

    /// The mean of both ratings, rounded down.
    pub fn mean_rating(&self) -> Option<u16> {
        let (white, black) = (self.players.white.rating?, self.players.black.rating?);
        Some(u16::midpoint(white, black))
    }
}
