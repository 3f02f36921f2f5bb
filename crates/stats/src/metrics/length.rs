//! How long games are, and how many of them could be played through.

use serde::{Deserialize, Serialize};

use crate::{
    dimension::{Side, View},
    estimate::{Interval, Sample},
    metric::{Column, Metric, Unit, Value},
};

/// Half-moves of the games that have moves, all of them legal.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Length {
    played: u64,
    faulty: u64,
    plies: u64,
    plies_squared: u64,
}

impl Length {
    /// Games that could not be read to their end.
    pub fn n_faulty(&self) -> u64 {
        self.faulty
    }
}

impl Metric for Length {
    const COLUMNS: &[Column] = &[
        Column { name: "played", unit: Unit::Count, about: "games with moves, all of them legal" },
        Column { name: "faulty", unit: Unit::Count, about: "games that cannot be played to their end" },
        Column { name: "plies", unit: Unit::Plies, about: "mean length of the played games in half-moves" },
    ];

    fn observe(&mut self, view: View<'_>) {
        self.faulty += u64::from(view.facts.is_faulty());
        if view.facts.is_played() {
            let plies = u64::from(view.facts.n_legal_plies);
            self.played += 1;
            self.plies += plies;
            self.plies_squared += plies * plies;
        }
    }

    fn merge(&mut self, other: &Length) {
        self.played += other.played;
        self.faulty += other.faulty;
        self.plies += other.plies;
        self.plies_squared += other.plies_squared;
    }

    fn values(&self, _side: Side) -> Vec<Value> {
        let sample = Sample::from_sums(self.played, self.plies as f64, self.plies_squared as f64);
        let within = Interval { low: 0.0, high: f64::INFINITY };
        let plies = sample.map(|sample| (sample.mean, sample.interval(within)));
        vec![Value::Count(self.played), Value::Count(self.faulty), Value::Estimate(plies)]
    }
}
