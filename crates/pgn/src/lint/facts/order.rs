//! [`Order`]: whether the games of a file follow each other by date and round.

use std::cmp::Ordering;

use crate::{
    game::Game,
    lint::{diagnose::Site, facts::event::event_key},
    location::Span,
    tag_value::{Date, Round},
    tags::TagName,
};

/// Where the games of one event go back in time.
///
/// Only games that follow each other are compared, and only when they belong to the same event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Order {
    /// The first game that is earlier than the one before it, and why.
    pub first_break: Option<(Site, Break)>,
    /// How many are.
    pub n_breaks: u64,
    first: Option<(Key, Site)>,
    last: Option<Key>,
}

/// What goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Break {
    /// The date.
    Date,
    /// The round, on the same date or without dates.
    Round,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Key {
    event: u64,
    date: Date,
    round: Option<Round>,
}

impl Order {
    pub(super) fn observe(&mut self, game: &Game<'_>, site: &mut impl FnMut(Span) -> Site) {
        let Some(event) = event_key(game) else { return };
        let date = game.raw_value(TagName::Date).and_then(|text| Date::parse(text).ok()).unwrap_or_default();
        let key = Key { event, date, round: game.raw_value(TagName::Round).and_then(Round::parse) };
        let what = self.last.as_ref().and_then(|last| key.goes_back_behind(last));
        if self.first.is_none() || (what.is_some() && self.first_break.is_none()) {
            let site = site(game.start_span());
            self.first.get_or_insert((key.clone(), site));
            self.note(what, site);
        } else {
            self.n_breaks += u64::from(what.is_some());
        }
        self.last = Some(key);
    }

    fn note(&mut self, what: Option<Break>, site: Site) {
        if let Some(what) = what {
            self.n_breaks += 1;
            self.first_break.get_or_insert((site, what));
        }
    }

    pub(super) fn merge(&mut self, later: Order, n_games: u64) {
        let Some((key, site)) = later.first else { return };
        let shifted = |site: Site| Site { game: site.game + n_games, ..site };
        let what = self.last.as_ref().and_then(|last| key.goes_back_behind(last));
        self.note(what, shifted(site));
        self.n_breaks += later.n_breaks;
        self.first_break = self.first_break.or(later.first_break.map(|(site, what)| (shifted(site), what)));
        self.first.get_or_insert((key, shifted(site)));
        self.last = later.last;
    }
}

impl Key {
    fn goes_back_behind(&self, last: &Key) -> Option<Break> {
        if self.event != last.event {
            return None;
        }
        match self.date.compare(last.date) {
            Some(Ordering::Less) => Some(Break::Date),
            Some(Ordering::Greater) => None,
            None if self.date != last.date => None,
            _ => (self.round.as_ref()? < last.round.as_ref()?).then_some(Break::Round),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{location::Place, parse::Parser};

    fn order(games: &[(&str, &str, &str)]) -> Order {
        let mut order = Order::default();
        for (&(event, date, round), number) in games.iter().zip(1..) {
            let text = format!("[Event \"{event}\"]\n[Date \"{date}\"]\n[Round \"{round}\"]\n\n*\n");
            // The site depends on the game alone, as it does in a file.
            let mut site = |_| Site { game: number, byte_offset: 0, start: Place::FIRST, end: Place::FIRST };
            Parser::default().parse_slice(text.as_bytes(), |_, game| order.observe(game, &mut site));
        }
        order
    }

    fn check(games: &[(&str, &str, &str)], n_breaks: u64, first: Option<(u64, Break)>) {
        let whole = order(games);
        assert_eq!(whole.n_breaks, n_breaks, "{games:?}");
        assert_eq!(whole.first_break.map(|(site, what)| (site.game, what)), first, "{games:?}");
        for at in 0..=games.len() {
            let mut merged = order(&games[..at]);
            merged.merge(order(&games[at..]), at as u64);
            assert_eq!(merged, whole, "{games:?} cut before {at}");
        }
    }

    #[test]
    fn games_go_back() {
        let (early, late) = ("2026.01.02", "2026.01.03");
        check(&[("A", early, "1"), ("A", late, "2"), ("A", late, "10")], 0, None);
        check(&[("A", late, "2"), ("A", early, "3")], 1, Some((2, Break::Date)));
        check(&[("A", late, "2.2"), ("A", late, "2.1"), ("A", early, "1")], 2, Some((2, Break::Round)));
        check(&[("A", late, "2"), ("B", early, "1"), ("B", late, "?")], 0, None);
        check(&[("A", "????.??.??", "2"), ("A", "????.??.??", "1")], 1, Some((2, Break::Round)));
        check(&[("A", "????.??.??", "2"), ("A", early, "1")], 0, None);
    }
}
