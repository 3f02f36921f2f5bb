//! [`EventGame`]: a game as a part of an event, and the rounds that games make up.

use std::{
    collections::{BTreeMap, BTreeSet},
    hash::{DefaultHasher, Hash, Hasher},
};

use pgn960_core::{Start, fen::FenField};

use crate::{
    game::Game,
    lint::diagnose::Site,
    location::Span,
    opening::{FenTag, Opening, fen_field},
    tag_value::{Date, Round},
    tags::TagName,
};

/// What the checks of an event know of a game.
#[derive(Clone, Debug)]
pub struct EventGame {
    /// Number of the game in its file.
    pub game: u64,
    /// The name of the event, as a number.
    pub event: u64,
    /// When the event began or, if that is not told, the game was played.
    pub month: Month,
    /// The Round tag; empty when it is missing.
    pub round: Box<str>,
    /// The Round tag, or where the tags start.
    pub round_site: Site,
    /// The Board tag; empty when it is missing.
    pub board: Box<str>,
    /// White and Black.
    pub players: [Player; 2],
    /// The men at the start, as a number, and what they are among start positions; None when that is unknown.
    pub start: Option<(u64, Start)>,
    /// The FEN's placement, or where the tags start.
    pub start_site: Site,
}

/// A player of an [`EventGame`].
#[derive(Clone, Debug)]
pub struct Player {
    /// The name; empty when nobody knows it.
    pub name: Box<str>,
    /// The tag, or where the tags start.
    pub site: Site,
}

/// What the Event tag says, as a number; None when it says nothing.
///
/// Where a broadcast names itself that name counts, because its Event tags may differ from game to game.
pub(super) fn event_key(game: &Game<'_>) -> Option<u64> {
    let value = [TagName::BroadcastName, TagName::Event].into_iter().find_map(|name| game.raw_value(name))?;
    (!matches!(value, b"" | b"?")).then(|| hash(value))
}

/// A month of a year; 0 stands for what is not known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Month {
    year: u16,
    month: u8,
}

impl Month {
    fn of(game: &Game<'_>) -> Month {
        let dates = [TagName::EventDate, TagName::Date].into_iter().filter_map(|name| game.raw_value(name));
        let mut months = dates.filter_map(|text| {
            let Date { year, month, .. } = Date::parse(text).ok()?;
            Some(Month { year: year?, month: month.unwrap_or(0) })
        });
        months.next().unwrap_or_default()
    }

    /// Months from an earlier one, if both are known.
    fn since(self, earlier: Month) -> Option<u32> {
        let count = |Month { year, month }| 12 * u32::from(year) + u32::from(month);
        (self.month > 0 && earlier.month > 0).then(|| count(self) - count(earlier))
    }
}

fn hash(value: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

impl EventGame {
    pub(super) fn of(game: &Game<'_>, opening: &Opening, site: &mut impl FnMut(Span) -> Site) -> EventGame {
        let text = |name| game.value(name).unwrap_or_default().trim().into();
        let mut site_of = |name| site(game.tag(name).map_or(game.start_span(), |tag| tag.value));
        let player = |name, site| {
            let name: Box<str> = text(name);
            let is_known =
                !matches!(&*name.to_lowercase(), "?" | "-" | "nn" | "n.n." | "bye" | "unknown" | "anonymous");
            Player { name: if is_known { name } else { "".into() }, site }
        };
        let (white_site, black_site) = (site_of(TagName::White), site_of(TagName::Black));
        let round_site = site_of(TagName::Round);
        let placement = match (&opening.fen, game.tag(TagName::Fen)) {
            (FenTag::Missing, _) | (_, None) => None,
            (_, Some(tag)) => Some(tag.value_part(&fen_field(game.text(tag.value), FenField::Placement))),
        };
        EventGame {
            game: round_site.game,
            event: event_key(game).unwrap_or(0),
            month: Month::of(game),
            round: text(TagName::Round),
            round_site,
            board: text(TagName::Board),
            players: [player(TagName::White, white_site), player(TagName::Black, black_site)],
            start: opening.start.kind().map(|&kind| (placement.map_or(0, |span| hash(game.text(span))), kind)),
            start_site: site(placement.unwrap_or(game.start_span())),
        }
    }

    /// The same, when so many games come before its part of the file.
    pub(super) fn behind(self, n_games: u64) -> EventGame {
        let shifted = |site: Site| Site { game: site.game + n_games, ..site };
        EventGame {
            game: self.game + n_games,
            round_site: shifted(self.round_site),
            players: self.players.map(|player| Player { site: shifted(player.site), ..player }),
            start_site: shifted(self.start_site),
            ..self
        }
    }

    /// Whether the Round tag says anything.
    pub fn has_round(&self) -> bool {
        !matches!(&*self.round, "" | "?" | "-")
    }

    /// Both players, in the order of their names; None when one of them is unknown.
    pub fn pair(&self) -> Option<(&str, &str)> {
        let [white, black] = [&*self.players[0].name, &*self.players[1].name];
        (!white.is_empty() && !black.is_empty()).then(|| (white.min(black), white.max(black)))
    }

    /// The start in words.
    pub fn start_words(&self) -> String {
        match self.start {
            Some((_, Start::Standard)) => "the classical position".to_owned(),
            Some((_, Start::Chess960(spn))) => format!("position {spn}"),
            Some((_, Start::Dfrc { white, black })) => format!("positions {white} and {black}"),
            _ => "another position".to_owned(),
        }
    }
}

/// The games of each event, each list in the order of the file.
///
/// Many events keep their name from year to year. Games of one are no more than a quarter of a year apart, across New
/// Year as well, and an event lasts for less than a year. Where no months are told a year is an event.
pub fn by_event(games: &[EventGame]) -> Vec<Vec<&EventGame>> {
    let mut names: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for game in games {
        names.entry(game.event).or_default().push(game);
    }
    let mut events: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (name, mut games) in names {
        games.sort_by_key(|game| game.month);
        let (mut first, mut last) = (games[0].month, games[0].month);
        for game in games {
            let month = game.month;
            let goes_on = match (month.since(first), month.since(last)) {
                (None, None) => month.year == last.year,
                (of_all, of_last) => {
                    of_all.is_none_or(|months| months < 12) && of_last.is_none_or(|months| months <= 3)
                }
            };
            if !goes_on {
                first = month;
            }
            last = month;
            events.entry((name, first)).or_default().push(game);
        }
    }
    sorted(events.into_values())
}

/// The games of each event and round, each list in the order of the file.
pub fn by_round(games: &[EventGame]) -> Vec<Vec<&EventGame>> {
    sorted(by_event(games).into_iter().flat_map(rounds))
}

/// The same, but where a second number of the rounds only counts the boards, as in `3.1`, `3.2`, the round is the
/// first.
///
/// That number may also count games that are played one after another. Then the same players come again and again,
/// while on boards nearly every seat is somebody else's.
pub fn by_round_of_boards(games: &[EventGame]) -> Vec<Vec<&EventGame>> {
    sorted(by_event(games).into_iter().flat_map(|event| {
        let mut whole: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for round in rounds(event) {
            let name = match Round::parse(round[0].round.as_bytes()) {
                Some(Round(parts)) if parts.len() == 2 => parts[0].to_string(),
                _ => format!("{} whole", round[0].round),
            };
            whole.entry(name).or_default().push(round);
        }
        whole.into_values().flat_map(|parts| {
            let players = parts.iter().flat_map(|part| &part[0].players).map(|player| &player.name);
            let n_players = players.collect::<BTreeSet<_>>().len();
            let n_seats = 2 * parts.len();
            let is_of_boards = parts.iter().all(|part| part.len() == 1) && 4 * n_players >= 3 * n_seats;
            if is_of_boards { vec![parts.concat()] } else { parts }
        })
    }))
}

/// The rounds of an event.
fn rounds(event: Vec<&EventGame>) -> impl Iterator<Item = Vec<&EventGame>> {
    let mut rounds: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for game in event.into_iter().filter(|game| game.has_round()) {
        rounds.entry(&*game.round).or_default().push(game);
    }
    rounds.into_values()
}

/// In the order of the file, lists by the first game of each.
fn sorted<'a>(lists: impl Iterator<Item = Vec<&'a EventGame>>) -> Vec<Vec<&'a EventGame>> {
    let mut lists: Vec<_> = lists.collect();
    for list in &mut lists {
        list.sort_by_key(|game| game.game);
    }
    lists.sort_by_key(|list| list[0].game);
    lists
}
