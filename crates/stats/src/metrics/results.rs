//! Games, who won them, and what White's score tells.

use serde::{Deserialize, Serialize};

use crate::{
    dimension::{Side, View},
    estimate::{Results, wilson},
    facts::GameResult,
    metric::{Column, Metric, Unit, Value},
};

/// Games by their result, as the marker tells it or else the Result tag.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameResults {
    wins: u64,
    draws: u64,
    losses: u64,
    /// Games without a result, and games that both lost.
    open: u64,
}

impl GameResults {
    /// Games, with a result or without.
    pub fn n_games(&self) -> u64 {
        self.wins + self.draws + self.losses + self.open
    }

    /// The games with a result.
    pub fn decided(&self) -> Results {
        Results { n_wins: self.wins, n_draws: self.draws, n_losses: self.losses }
    }
}

impl Metric for GameResults {
    const COLUMNS: &[Column] = &[
        Column { name: "games", unit: Unit::Count, about: "games" },
        Column { name: "white_wins", unit: Unit::Count, about: "games that White won" },
        Column { name: "draws", unit: Unit::Count, about: "drawn games" },
        Column { name: "black_wins", unit: Unit::Count, about: "games that Black won" },
        Column { name: "open", unit: Unit::Count, about: "games without a result, or lost by both" },
        Column { name: "white_score", unit: Unit::Score, about: "White's points per game with a result" },
        Column { name: "white_elo", unit: Unit::Elo, about: "the rating difference that gives this score" },
        Column { name: "decisive", unit: Unit::Share, about: "games with a winner, of those with a result" },
    ];

    fn observe(&mut self, view: View<'_>) {
        let sum = match view.facts.result() {
            GameResult::WhiteWins if view.first.is_white() => &mut self.wins,
            GameResult::BlackWins if view.first.is_black() => &mut self.wins,
            GameResult::WhiteWins | GameResult::BlackWins => &mut self.losses,
            GameResult::Draw => &mut self.draws,
            GameResult::BothLose | GameResult::Open => &mut self.open,
        };
        *sum += 1;
    }

    fn merge(&mut self, other: &GameResults) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.open += other.open;
    }

    fn values(&self, _side: Side) -> Vec<Value> {
        let decided = self.decided();
        let score = decided.score();
        let elo = score.map(|score| score.elo());
        let n_decisive = self.wins + self.losses;
        vec![
            Value::Count(self.n_games()),
            Value::Count(self.wins),
            Value::Count(self.draws),
            Value::Count(self.losses),
            Value::Count(self.open),
            Value::Estimate(score.map(|score| (score.value, score.interval))),
            Value::Estimate(elo.map(|elo| (elo.difference, elo.interval))),
            rate(n_decisive, decided.n_games()),
        ]
    }
}

/// A share with Wilson's interval.
pub(super) fn rate(n_hits: u64, n_trials: u64) -> Value {
    Value::Estimate((n_trials > 0).then(|| (n_hits as f64 / n_trials as f64, Some(wilson(n_hits, n_trials)))))
}
