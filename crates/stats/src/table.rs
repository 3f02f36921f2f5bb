//! [`Table`], cells by the values of one or two dimensions.
//!
//! Tables of parts of an archive merge, in any order, to the table of the whole. How one is shown is for
//! [`crate::report`].

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use shakmaty::Color;

use crate::{
    dimension::{Dimension, Part, Side, View},
    facts::{Facts, Wanted},
    metrics::Cell,
};

/// What a table is made by: one dimension, or two different ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct By(Vec<Dimension>);

/// Not one or two different dimensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a table is made by one dimension or two different ones")]
pub struct NotOneOrTwo;

impl By {
    /// Checks the dimensions.
    ///
    /// # Errors
    ///
    /// When there are none, more than two, or twice the same.
    pub fn new(dimensions: &[Dimension]) -> Result<By, NotOneOrTwo> {
        match dimensions {
            [_] => Ok(By(dimensions.to_vec())),
            [one, other] if one != other => Ok(By(dimensions.to_vec())),
            _ => Err(NotOneOrTwo),
        }
    }

    /// The dimensions.
    pub fn dimensions(&self) -> &[Dimension] {
        &self.0
    }

    /// The tags that they and the metrics need.
    pub fn wanted(&self) -> Wanted {
        use pgn960_pgn::tags::TagName::{BlackElo, WhiteElo};
        self.0.iter().fold(Wanted::of(&[WhiteElo, BlackElo]), |wanted, dimension| wanted.and(dimension.wanted()))
    }

    /// Whom a row stands for.
    pub fn side(&self) -> Side {
        if self.0.contains(&Dimension::Method) {
            Side::Castler
        } else if self.0.contains(&Dimension::Player) {
            Side::Player
        } else {
            Side::Both
        }
    }

    /// A column's name in the view that the table takes.
    pub fn column_name(&self, name: &str) -> String {
        match self.side() {
            // A game in which both sides castle is counted for each.
            Side::Castler if name == "games" => "castlers".to_owned(),
            Side::Both => name.to_owned(),
            Side::Player => name.replace("white", "player").replace("black", "opponent"),
            Side::Castler => name.replace("white", "castler").replace("black", "opponent"),
        }
    }
}

/// The values that name a row.
pub type Key = Vec<Part>;

/// How many games went into a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Totals {
    /// Games that were looked at.
    pub games: u64,
    /// Games that were counted.
    pub selected: u64,
    /// Games looked at that could not be read to their end.
    pub faulty: u64,
    /// Files whose data are cut off or damaged.
    pub damaged_files: u64,
}

/// Cells by the values of one or two dimensions.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    by: By,
    totals: Totals,
    cells: HashMap<Key, Cell>,
}

impl Table {
    /// A table without rows.
    pub fn new(by: By) -> Table {
        Table { by, totals: Totals::default(), cells: HashMap::new() }
    }

    /// A table with these rows.
    pub(crate) fn of_rows(by: By, totals: Totals, rows: impl IntoIterator<Item = (Key, Cell)>) -> Table {
        let mut table = Table { by, totals, cells: HashMap::new() };
        for (key, cell) in rows {
            table.cells.entry(key).or_default().merge(&cell);
        }
        table
    }

    /// What it is made by.
    pub fn by(&self) -> &By {
        &self.by
    }

    /// How many games went into it.
    pub fn totals(&self) -> Totals {
        self.totals
    }

    /// The rows in the order of their keys.
    pub fn rows(&self) -> Vec<(&Key, &Cell)> {
        let mut rows: Vec<_> = self.cells.iter().collect();
        rows.sort_unstable_by_key(|&(key, _)| key);
        rows
    }

    /// Counts a game, or only that it was looked at.
    pub fn observe(&mut self, facts: &Facts, is_selected: bool) {
        self.totals.games += 1;
        self.totals.faulty += u64::from(facts.is_faulty());
        if !is_selected {
            return;
        }
        self.totals.selected += 1;
        let side = self.by.side();
        let colors: &[Color] = if side == Side::Both { &[Color::White] } else { &Color::ALL };
        for &first in colors {
            if side != Side::Castler || facts.castling[first].method().is_some() {
                let view = View { facts, first, side };
                let key = self.by.0.iter().map(|dimension| dimension.part(view)).collect();
                self.cells.entry(key).or_default().observe(view);
            }
        }
    }

    /// Counts a file whose data are cut off or damaged.
    pub fn count_damaged_file(&mut self) {
        self.totals.damaged_files += 1;
    }

    /// Says in which file all of its games stand, for a table by file.
    pub fn name_file(&mut self, name: &str) {
        if let Some(place) = self.by.0.iter().position(|&dimension| dimension == Dimension::File) {
            let named = |(mut key, cell): (Key, Cell)| {
                key[place] = Part::Text(name.into());
                (key, cell)
            };
            self.cells = std::mem::take(&mut self.cells).into_iter().map(named).collect();
        }
    }

    /// Adds what another table has counted.
    ///
    /// # Panics
    ///
    /// When the other one is made by something else.
    pub fn merge(&mut self, other: Table) {
        assert_eq!(self.by, other.by, "tables by the same dimensions merge");
        self.totals.games += other.totals.games;
        self.totals.selected += other.totals.selected;
        self.totals.faulty += other.totals.faulty;
        self.totals.damaged_files += other.totals.damaged_files;
        for (key, cell) in other.cells {
            match self.cells.entry(key) {
                std::collections::hash_map::Entry::Occupied(mut entry) => entry.get_mut().merge(&cell),
                std::collections::hash_map::Entry::Vacant(entry) => _ = entry.insert(cell),
            }
        }
    }
}
