//! [`Dimension`], what the rows of a table stand for, and [`Part`], the value of one for one game.

use pgn960_core::{CastlingSide, Spn, Start, castling::Method, spn::back_rank_text};
use pgn960_pgn::tags::TagName;
use serde::{Deserialize, Serialize};
use shakmaty::Color;

use crate::{
    facts::{Castling, Ending, Facts, Pattern, TimeClass, Wanted},
    summary::StartKind,
};

/// A game as one of its sides sees it.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The game.
    pub facts: &'a Facts,
    /// The side that is meant by the first of two columns: White, or the player or castler that the row stands for.
    pub first: Color,
    /// Whom a row stands for.
    pub side: Side,
}

/// Whom a row stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Both sides of a game, White first.
    Both,
    /// One player of a game; each game counts for both.
    Player,
    /// The side that castles; each castling counts.
    Castler,
}

impl View<'_> {
    /// The sides whose castlings are counted.
    pub fn counted(&self) -> impl Iterator<Item = Color> {
        let second = (self.side == Side::Both).then_some(!self.first);
        [self.first].into_iter().chain(second)
    }
}

/// What a table is made by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dimension {
    /// Start position: Chess960 number, DFRC pair, or the kind of any other start.
    Start,
    /// Files of king and rooks at the start.
    Pattern,
    /// Kind of start.
    Kind,
    /// Where White and Black castled.
    Castling,
    /// Method of a castling; the rows count castlings.
    Method,
    /// Year of the date.
    Year,
    /// Month of the date.
    Month,
    /// Event tag.
    Event,
    /// Player; a game counts for both.
    Player,
    /// Class of the time control.
    TimeClass,
    /// Mean of the ratings, in bands of 200.
    RatingBand,
    /// White's first move.
    FirstMove,
    /// How the board ended the game.
    Ending,
    /// File that the game stands in.
    File,
}

/// The value of a dimension. Each dimension uses one of the first two; the order is that of the rows.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Part {
    /// A number whose meaning the dimension knows.
    Number(u32),
    /// A text out of the game.
    Text(Box<str>),
    /// The game does not tell.
    Unknown,
}

/// Width of a rating band.
const BAND: u32 = 200;

/// Numbers of the starts behind the 960: the classical array in an ordinary game, DFRC pairs, other kinds.
const STANDARD: u32 = 960;
const FIRST_DFRC: u32 = 961;
const FIRST_KIND: u32 = FIRST_DFRC + 960 * 960;

impl Dimension {
    /// All of them.
    pub const ALL: [Dimension; 14] = [
        Dimension::Start,
        Dimension::Pattern,
        Dimension::Kind,
        Dimension::Castling,
        Dimension::Method,
        Dimension::Year,
        Dimension::Month,
        Dimension::Event,
        Dimension::Player,
        Dimension::TimeClass,
        Dimension::RatingBand,
        Dimension::FirstMove,
        Dimension::Ending,
        Dimension::File,
    ];

    /// Its name in options and in the heads of tables.
    pub fn name(self) -> &'static str {
        match self {
            Dimension::Start => "start",
            Dimension::Pattern => "pattern",
            Dimension::Kind => "kind",
            Dimension::Castling => "castling",
            Dimension::Method => "method",
            Dimension::Year => "year",
            Dimension::Month => "month",
            Dimension::Event => "event",
            Dimension::Player => "player",
            Dimension::TimeClass => "time-class",
            Dimension::RatingBand => "rating-band",
            Dimension::FirstMove => "first-move",
            Dimension::Ending => "ending",
            Dimension::File => "file",
        }
    }

    /// What its rows are.
    pub fn about(self) -> &'static str {
        match self {
            Dimension::Start => "number 0 to 959, `white:black` in DFRC, else the kind of start",
            Dimension::Pattern => "files of king and rooks, as R...K..R; `white:black` where they differ",
            Dimension::Kind => "kind of start; `standard`: the classical array, not said to be Chess960",
            Dimension::Castling => "White's / Black's castling; `?`: a move is illegal, or there are no moves",
            Dimension::Method => "how king and rook move; counts castlings, in a game up to two",
            Dimension::Year => "year of the Date or UTCDate tag",
            Dimension::Month => "year and month of these tags",
            Dimension::Event => "Event tag",
            Dimension::Player => "name; each game counts for both players",
            Dimension::TimeClass => "class of the TimeControl tag",
            Dimension::RatingBand => "mean of both ratings, in bands of 200",
            Dimension::FirstMove => "White's first move",
            Dimension::Ending => "how the board ended the game; `none` where it did not",
            Dimension::File => "file in which the game stands",
        }
    }

    /// The dimension of a name.
    pub fn parse(name: &str) -> Option<Dimension> {
        Dimension::ALL.into_iter().find(|dimension| dimension.name() == name)
    }

    /// Whether its values are texts out of the games, so that nothing bounds their number.
    pub fn is_open(self) -> bool {
        matches!(self, Dimension::Event | Dimension::Player | Dimension::File)
    }

    /// Heads of the columns that name a row.
    pub fn heads(self) -> Vec<&'static str> {
        if self == Dimension::Start { vec![self.name(), "back_rank"] } else { vec![self.name()] }
    }

    /// The tags that it needs.
    pub fn wanted(self) -> Wanted {
        match self {
            Dimension::Year | Dimension::Month => Wanted::of(&[TagName::Date, TagName::UtcDate]),
            Dimension::Event => Wanted::of(&[TagName::Event]),
            Dimension::Player => Wanted::of(&[TagName::White, TagName::Black]),
            Dimension::TimeClass => Wanted::of(&[TagName::TimeControl]),
            Dimension::RatingBand => Wanted::of(&[TagName::WhiteElo, TagName::BlackElo]),
            _ => Wanted::default(),
        }
    }

    /// Its value for a game. The file is not known here.
    pub(crate) fn part(self, view: View<'_>) -> Part {
        let facts = view.facts;
        let number = |number: Option<u32>| number.map_or(Part::Unknown, Part::Number);
        let text = |text: Option<&String>| text.map_or(Part::Unknown, |text| Part::Text(text.as_str().into()));
        match self {
            Dimension::Start => Part::Number(start_number(facts)),
            Dimension::Pattern => number(pattern_number(facts)),
            Dimension::Kind => Part::Number(facts.kind() as u32),
            Dimension::Castling => number(facts.is_played().then(|| {
                let [white, black] = [Color::White, Color::Black].map(|color| side_number(facts.castling[color]));
                white * 3 + black
            })),
            Dimension::Method => number(facts.castling[view.first].method().map(|method| method as u32)),
            Dimension::Year => number(facts.date.map(|date| date.year.into())),
            Dimension::Month => {
                number(facts.date.and_then(|date| Some(u32::from(date.year) * 12 + u32::from(date.month?) - 1)))
            }
            Dimension::Event => text(facts.event.as_ref()),
            Dimension::Player => text(facts.players[view.first].name.as_ref()),
            Dimension::TimeClass => number(facts.time_control.map(|control| control.class() as u32)),
            Dimension::RatingBand => number(facts.mean_rating().map(|rating| u32::from(rating) / BAND)),
            Dimension::FirstMove => {
                facts.first_moves.white.as_ref().map_or(Part::Unknown, |san| Part::Text(san.to_string().into()))
            }
            Dimension::Ending => number(facts.ending.map(|ending| ending as u32)),
            Dimension::File => Part::Unknown,
        }
    }

    /// Whether the key of a row that stands for this side settles this share, so that an interval around it would tell
    /// nothing.
    pub(crate) fn settles(self, column: &str, side: Side) -> bool {
        match self {
            Dimension::Castling => match column {
                "both" | "neither" | "same_side" | "opposite_sides" => true,
                // The key is by colour, and a player or castler may have had either.
                _ => side == Side::Both && (column.ends_with("a_side") || column.ends_with("h_side")),
            },
            // The castler, whom the first colour stands for, has castled.
            Dimension::Method => {
                let share = column.strip_prefix("white_").unwrap_or(column);
                matches!(share, "kept" | "never" | "neither") || share.starts_with("lost")
            }
            _ => false,
        }
    }

    /// How a value is told, one text for each of [`Dimension::heads`].
    pub fn labels(self, part: &Part) -> Vec<String> {
        let number = match part {
            Part::Number(number) => *number,
            Part::Text(text) => return vec![text.to_string()],
            Part::Unknown => return self.heads().iter().map(|_| self.unknown().to_owned()).collect(),
        };
        let index = number as usize;
        let name = match self {
            Dimension::Start => return start_labels(number),
            Dimension::Pattern => {
                let pattern = |index: u32| Pattern::all().nth(index as usize).expect("one of 56").to_string();
                match number.checked_sub(56) {
                    None => pattern(number),
                    Some(pair) => format!("{}:{}", pattern(pair / 56), pattern(pair % 56)),
                }
            }
            Dimension::Kind => StartKind::ALL[index].name().to_owned(),
            Dimension::Castling => {
                let side = |number: u32| match number {
                    0 => "none",
                    1 => CastlingSide::ASide.san(),
                    _ => CastlingSide::HSide.san(),
                };
                format!("{}/{}", side(number / 3), side(number % 3))
            }
            Dimension::Method => METHODS[index].name().to_owned(),
            Dimension::Month => format!("{:04}-{:02}", number / 12, number % 12 + 1),
            Dimension::TimeClass => TimeClass::ALL[index].name().to_owned(),
            Dimension::RatingBand => format!("{:04}-{:04}", number * BAND, number * BAND + BAND - 1),
            Dimension::Ending => Ending::ALL[index].name().to_owned(),
            Dimension::Year | Dimension::Event | Dimension::Player | Dimension::FirstMove | Dimension::File => {
                number.to_string()
            }
        };
        vec![name]
    }

    /// How it is told that a game has no value.
    fn unknown(self) -> &'static str {
        match self {
            Dimension::Ending => "none",
            _ => "?",
        }
    }

    /// Whether a number stands for this dimension in a table. Saved tables are not to be trusted blindly.
    pub(crate) fn knows(self, part: &Part) -> bool {
        match (self, part) {
            (Dimension::Event | Dimension::Player | Dimension::File | Dimension::FirstMove, Part::Text(_))
            | (_, Part::Unknown) => true,
            (_, Part::Text(_)) => false,
            (_, &Part::Number(number)) => {
                number
                    < match self {
                        Dimension::Start => FIRST_KIND + StartKind::ALL.len() as u32,
                        Dimension::Pattern => 56 + 56 * 56,
                        Dimension::Kind => StartKind::ALL.len() as u32,
                        Dimension::Castling => 9,
                        Dimension::Method => METHODS.len() as u32,
                        Dimension::Year => 10_000,
                        Dimension::Month => 120_000,
                        Dimension::TimeClass => TimeClass::ALL.len() as u32,
                        Dimension::RatingBand => 25,
                        Dimension::Ending => Ending::ALL.len() as u32,
                        Dimension::Event | Dimension::Player | Dimension::FirstMove | Dimension::File => 0,
                    }
            }
        }
    }
}

/// The methods in the order of their numbers.
pub(crate) const METHODS: [Method; 4] = [Method::DoubleMove, Method::Transposition, Method::KingOnly, Method::RookOnly];

/// 0 for none, 1 for the a-side, 2 for the h-side.
pub(crate) fn side_number(castling: Castling) -> u32 {
    match castling.side() {
        None => 0,
        Some(CastlingSide::ASide) => 1,
        Some(CastlingSide::HSide) => 2,
    }
}

/// The number of a start: 0 to 959 for Chess960.
pub(crate) fn start_number(facts: &Facts) -> u32 {
    match facts.start() {
        Some(Start::Chess960(spn)) => spn.get().into(),
        Some(Start::Standard) => STANDARD,
        Some(Start::Dfrc { white, black }) => dfrc_number(white, black),
        Some(Start::Shuffle | Start::Other) | None => FIRST_KIND + facts.kind() as u32,
    }
}

/// The number of a DFRC pair among the starts.
pub(crate) fn dfrc_number(white: Spn, black: Spn) -> u32 {
    FIRST_DFRC + u32::from(white.get()) * 960 + u32::from(black.get())
}

/// Whether a row of a table by starts is one of the arrays of Chess960 or DFRC.
pub(crate) fn is_drawn_start(part: &Part) -> bool {
    matches!(*part, Part::Number(number) if number < FIRST_KIND && number != STANDARD)
}

fn start_labels(number: u32) -> Vec<String> {
    let spn = |number: u32| u16::try_from(number).ok().and_then(Spn::new).expect("a number below 960");
    let back_rank = |spn: Spn| back_rank_text(&spn.back_rank());
    match number {
        0..STANDARD => vec![number.to_string(), back_rank(spn(number))],
        STANDARD => vec![StartKind::Standard.name().to_owned(), back_rank(Spn::STANDARD)],
        FIRST_DFRC..FIRST_KIND => {
            let (white, black) = (spn((number - FIRST_DFRC) / 960), spn((number - FIRST_DFRC) % 960));
            vec![format!("{white}:{black}"), format!("{}:{}", back_rank(white), back_rank(black))]
        }
        _ => vec![StartKind::ALL[(number - FIRST_KIND) as usize].name().to_owned(), String::new()],
    }
}

/// The pattern of both sides: below 56 when they have the same.
pub(crate) fn pattern_number(facts: &Facts) -> Option<u32> {
    let index = |color| {
        let pattern = facts.pattern(color)?;
        Pattern::all().position(|other| other == pattern).map(|index| index as u32)
    };
    let (white, black) = (index(Color::White)?, index(Color::Black)?);
    Some(if white == black { white } else { 56 + white * 56 + black })
}
