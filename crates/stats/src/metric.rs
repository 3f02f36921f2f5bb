//! [`Metric`], a set of sums over games and the columns made of them.
//!
//! Sums are integers or fixed point, so that merging in any order gives the same bytes.

use serde::{Serialize, de::DeserializeOwned};

use crate::{
    dimension::{Side, View},
    estimate::Interval,
};

/// Sums over the games of one row.
pub trait Metric: Clone + Default + PartialEq + Serialize + DeserializeOwned {
    /// What it has to tell.
    const COLUMNS: &[Column];

    /// Counts a game.
    fn observe(&mut self, view: View<'_>);

    /// Adds what another has counted.
    fn merge(&mut self, other: &Self);

    /// The values, one for each column, of a row that stands for this side.
    fn values(&self, side: Side) -> Vec<Value>;
}

/// A column of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name: letters and underscores. `white` and `black` in it stand for the two sides of a view.
    pub name: &'static str,
    /// What it counts in.
    pub unit: Unit,
    /// What it says.
    pub about: &'static str,
}

/// What a column counts in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A number of games, castlings or the like.
    Count,
    /// A share, 0 to 1.
    Share,
    /// Points per game, 0 to 1.
    Score,
    /// Elo points.
    Elo,
    /// Half-moves.
    Plies,
    /// A probability.
    Probability,
}

/// What stands in a column. None where there is nothing to tell it from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// A count.
    Count(u64),
    /// A number without an interval.
    Number(Option<f64>),
    /// An estimate and what the data allow, if they tell that.
    Estimate(Option<(f64, Option<Interval>)>),
}

impl Value {
    /// The same without what the data allow.
    pub fn without_interval(self) -> Value {
        match self {
            Value::Estimate(Some((value, _))) => Value::Estimate(Some((value, None))),
            Value::Count(_) | Value::Number(_) | Value::Estimate(None) => self,
        }
    }

    /// The number to sort by.
    pub fn number(self) -> Option<f64> {
        match self {
            Value::Count(count) => Some(count as f64),
            Value::Number(number) => number,
            Value::Estimate(estimate) => estimate.map(|(value, _)| value),
        }
    }
}
