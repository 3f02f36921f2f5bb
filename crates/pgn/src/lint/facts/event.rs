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
    /// The event and its year, as a number: many events keep their name from year to year.
    pub event: u64,
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

/// The year in which the event began or, if that is not told, the game was played; 0 when neither is known.
fn year(game: &Game<'_>) -> u16 {
    let dates = [TagName::EventDate, TagName::Date].into_iter().filter_map(|name| game.raw_value(name));
    dates.filter_map(|text| Date::parse(text).ok()?.year).next().unwrap_or(0)
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
            event: hash(&[event_key(game).unwrap_or(0), u64::from(year(game))]),
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

/// The games of each event and round, each list in the order of the file.
pub fn by_round(games: &[EventGame]) -> Vec<Vec<&EventGame>> {
    let mut rounds: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for game in games.iter().filter(|game| game.has_round()) {
        rounds.entry((game.event, &*game.round)).or_default().push(game);
    }
    sorted(rounds)
}

/// The same, but where a second number of the rounds only counts the boards, as in `3.1`, `3.2`, the round is the
/// first.
///
/// That number may also count games that are played one after another. Then the same players come again and again,
/// while on boards nearly every seat is somebody else's.
pub fn by_round_of_boards(games: &[EventGame]) -> Vec<Vec<&EventGame>> {
    let mut rounds: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for round in by_round(games) {
        match Round::parse(round[0].round.as_bytes()) {
            Some(Round(parts)) if parts.len() == 2 => {
                rounds.entry((round[0].event, parts[0].to_string())).or_default().push(round);
            }
            _ => rounds.entry((round[0].event, format!("{} whole", round[0].round))).or_default().push(round),
        }
    }
    let split = rounds.into_iter().flat_map(|(key, parts)| {
        let players = parts.iter().flat_map(|part| &part[0].players).map(|player| &player.name);
        let n_players = players.collect::<BTreeSet<_>>().len();
        let n_seats = 2 * parts.len();
        let is_of_boards = parts.iter().all(|part| part.len() == 1) && 4 * n_players >= 3 * n_seats;
        let lists = if is_of_boards { vec![parts.concat()] } else { parts };
        lists.into_iter().enumerate().map(move |(index, list)| ((key.clone(), index), list)).collect::<Vec<_>>()
    });
    sorted(split.collect())
}

/// In the order of the first game of each.
fn sorted<K>(rounds: BTreeMap<K, Vec<&EventGame>>) -> Vec<Vec<&EventGame>> {
    let mut rounds: Vec<_> = rounds.into_values().collect();
    for round in &mut rounds {
        round.sort_by_key(|game| game.game);
    }
    rounds.sort_by_key(|round| round[0].game);
    rounds
}
