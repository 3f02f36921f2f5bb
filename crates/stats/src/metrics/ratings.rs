//! What the ratings of the players would have let expect.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use shakmaty::Color;

use crate::{
    dimension::{Side, View},
    estimate::{Interval, Sample, expected_score},
    facts::GameResult,
    metric::{Column, Metric, Unit, Value},
};

/// Games with a result and both ratings: points and expectation in billionths of a point.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ratings {
    rated: u64,
    expected: u64,
    /// Points above expectation.
    surplus: i64,
    /// In billionths as well, or else two thousand games would not fit.
    surplus_squared: u64,
}

/// Parts of a point: enough that the eight digits of reports are known.
const POINT: i64 = 1_000_000_000;

/// What is expected of the stronger player, by the difference of the ratings.
static EXPECTED: LazyLock<Vec<i64>> = LazyLock::new(|| {
    (0..5000).map(|difference| (expected_score(difference.into()) * POINT as f64).round() as i64).collect()
});

impl Metric for Ratings {
    const COLUMNS: &[Column] = &[
        Column { name: "rated", unit: Unit::Count, about: "games with a result and both ratings" },
        Column { name: "expected_score", unit: Unit::Score, about: "the score that the ratings let expect" },
        Column {
            name: "adjusted_score",
            unit: Unit::Score,
            about: "one half and what the score of rated games lies above expectation: the score among equals",
        },
    ];

    fn observe(&mut self, view: View<'_>) {
        let players = &view.facts.players;
        let (Some(own), Some(other)) = (players[view.first].rating, players[!view.first].rating) else { return };
        let points = match (view.facts.result(), view.first) {
            (GameResult::WhiteWins, Color::White) | (GameResult::BlackWins, Color::Black) => POINT,
            (GameResult::WhiteWins | GameResult::BlackWins, _) => 0,
            (GameResult::Draw, _) => POINT / 2,
            (GameResult::BothLose | GameResult::Open, _) => return,
        };
        let stronger = EXPECTED[usize::from(own.abs_diff(other))];
        let expected = if own >= other { stronger } else { POINT - stronger };
        self.rated += 1;
        self.expected += expected.unsigned_abs();
        self.surplus += points - expected;
        // Cut off, never rounded up, so that equal games do not seem to vary.
        self.surplus_squared += (points - expected).unsigned_abs().pow(2) / POINT.unsigned_abs();
    }

    fn merge(&mut self, other: &Ratings) {
        self.rated += other.rated;
        self.expected += other.expected;
        self.surplus += other.surplus;
        self.surplus_squared += other.surplus_squared;
    }

    fn values(&self, _side: Side) -> Vec<Value> {
        let point = POINT as f64;
        let surplus = Sample::from_sums(self.rated, self.surplus as f64 / point, self.surplus_squared as f64 / point);
        let adjusted = surplus.map(|sample| {
            let around_half = |interval: Interval| Interval { low: 0.5 + interval.low, high: 0.5 + interval.high };
            // A score is 0 to 1. The observed one lies beyond when favourites win nearly all games, and bounds it then.
            let within = Interval { low: sample.mean.min(-0.5), high: sample.mean.max(0.5) };
            (0.5 + sample.mean, sample.interval(within).map(around_half))
        });
        let expected = (self.rated > 0).then(|| self.expected as f64 / point / self.rated as f64);
        vec![Value::Count(self.rated), Value::Number(expected), Value::Estimate(adjusted)]
    }
}
