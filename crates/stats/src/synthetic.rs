//! Archives whose truth is known, drawn for the tests of the statistics.

use std::ops::Range;

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

use crate::estimate::Results;

/// Groups of games, each with a true score of its own.
pub struct Archive {
    pub groups: Vec<Group>,
}

pub struct Group {
    pub true_score: f64,
    pub results: Results,
}

impl Archive {
    /// Draws an archive: true scores vary normally around 0.52, three games in ten are drawn.
    pub fn draw(generator: &mut ChaCha8Rng, n_groups: usize, deviation: f64, n_games: Range<u64>) -> Archive {
        let groups = (0..n_groups).map(|_| {
            let true_score = 0.52 + deviation * draw_normal(generator);
            let n = n_games.start + generator.next_u64() % (n_games.end - n_games.start);
            Group { true_score, results: draw_results(generator, n, true_score, 0.3) }
        });
        Archive { groups: groups.collect() }
    }
}

pub fn generator(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// A number from 0 to 1, without 1.
pub fn draw_unit(generator: &mut ChaCha8Rng) -> f64 {
    (generator.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// The results of so many games at this score and share of draws.
pub fn draw_results(generator: &mut ChaCha8Rng, n_games: u64, score: f64, draw_rate: f64) -> Results {
    let mut results = Results::default();
    for _ in 0..n_games {
        let unit = draw_unit(generator);
        if unit < draw_rate {
            results.n_draws += 1;
        } else if unit < draw_rate / 2.0 + score {
            results.n_wins += 1;
        } else {
            results.n_losses += 1;
        }
    }
    results
}

/// Normal around 0 with deviation 1, by Box and Muller.
fn draw_normal(generator: &mut ChaCha8Rng) -> f64 {
    let (radius, angle) = (1.0 - draw_unit(generator), draw_unit(generator));
    (-2.0 * radius.ln()).sqrt() * (2.0 * std::f64::consts::PI * angle).cos()
}
