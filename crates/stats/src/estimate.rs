//! What one group of games tells: scores, Elo differences and rates, each with the interval it can be trusted to.
//!
//! Many groups beside each other belong to [`crate::comparison`], counts against a distribution to [`crate::fit`].

/// The share of intervals that hold the true value.
pub const CONFIDENCE: f64 = 0.95;

/// The standard normal quantile of two-sided intervals at [`CONFIDENCE`].
const Z: f64 = 1.959_963_984_540_054;

/// The least number of observations that an interval around a mean is given for.
///
/// The spread of fewer is guessed so badly that an interval made of it holds some true scores from 30 to 70 % in fewer
/// than 90 of 100 cases. A test below measures that.
pub const LEAST_FOR_INTERVAL: u64 = 26;

/// The values that the data allow, bounds included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The least.
    pub low: f64,
    /// The greatest.
    pub high: f64,
}

impl Interval {
    /// Whether the value is within the bounds.
    pub fn contains(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// As much of the interval as lies within the other one.
    fn clamp(self, within: Interval) -> Interval {
        self.map(|value| value.clamp(within.low, within.high))
    }

    /// The interval under a function that never falls.
    fn map(self, function: impl Fn(f64) -> f64) -> Interval {
        Interval { low: function(self.low), high: function(self.high) }
    }
}

/// Games by their result, seen from one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Games this side won.
    pub n_wins: u64,
    /// Drawn games.
    pub n_draws: u64,
    /// Games this side lost.
    pub n_losses: u64,
}

impl Results {
    /// Games with a result.
    pub fn n_games(self) -> u64 {
        self.n_wins + self.n_draws + self.n_losses
    }

    /// The points of the games as a sample, or none without games.
    pub fn sample(self) -> Option<Sample> {
        let (wins, draws) = (self.n_wins as f64, self.n_draws as f64);
        Sample::from_sums(self.n_games(), wins + draws / 2.0, wins + draws / 4.0)
    }

    /// The score per game with its trinomial error, or none without games.
    ///
    /// When all games ended alike the error vanishes without telling anything. The interval then holds the scores
    /// under which such a row of results has a chance of at least 5 %; for won or lost games it is one-sided. Other
    /// games have one from [`LEAST_FOR_INTERVAL`] on.
    /// Source: MTH-1, MTH-2.
    pub fn score(self) -> Option<Score> {
        let sample = self.sample()?;
        let interval = if sample.variance > 0.0 {
            sample.interval(Interval { low: 0.0, high: 1.0 })
        } else {
            // The least probability of the result that all games had.
            let share = (1.0 - CONFIDENCE).powf(1.0 / sample.n as f64);
            Some(Interval { low: sample.mean * share, high: 1.0 - (1.0 - sample.mean) * share })
        };
        Some(Score { value: sample.mean, standard_error: sample.standard_error(), interval })
    }
}

/// Points per game, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// The observed score.
    pub value: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// The scores that the games allow, within 0 and 1; none if the games are too few to tell.
    pub interval: Option<Interval>,
}

impl Score {
    /// The rating difference under which this score is expected.
    pub fn elo(&self) -> Elo {
        Elo {
            difference: elo_difference(self.value),
            interval: self.interval.map(|interval| interval.map(elo_difference)),
        }
    }
}

/// A rating difference in Elo points. The difference or a bound is infinite where the score is 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The difference of the observed score.
    pub difference: f64,
    /// The differences that the games allow; none if the games are too few to tell.
    pub interval: Option<Interval>,
}

/// The rating difference at which this score, 0 to 1, is expected; infinite at its ends.
///
/// Source: MTH-2.
pub fn elo_difference(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The score expected of a player rated so much higher than the opponent.
///
/// Source: MTH-2, the inverse of [`elo_difference`].
pub fn expected_score(rating_difference: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-rating_difference / 400.0))
}

/// Some observations of a quantity: points per game, points above expectation, plies, or 0 and 1 for a rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Observations, at least one.
    pub n: u64,
    /// Their mean.
    pub mean: f64,
    /// Their variance around that mean, divided by `n`.
    pub variance: f64,
}

impl Sample {
    /// The sample of this size with these sums of the observations and of their squares; none if it is empty.
    pub fn from_sums(n: u64, sum: f64, sum_of_squares: f64) -> Option<Sample> {
        /// A variance this small beside the mean square is what rounding leaves of none.
        const ROUNDING: f64 = 1e-12;
        let (mean, mean_square) = (sum / n as f64, sum_of_squares / n as f64);
        let variance = mean_square - mean * mean;
        let variance = if variance > ROUNDING * mean_square { variance } else { 0.0 };
        (n > 0).then_some(Sample { n, mean, variance })
    }

    /// Standard error of the mean.
    pub fn standard_error(&self) -> f64 {
        (self.variance / self.n as f64).sqrt()
    }

    /// Where the true mean may be, given the values that it can have at all.
    ///
    /// None if all observations are equal, which tells nothing of their spread, or fewer than [`LEAST_FOR_INTERVAL`].
    pub fn interval(&self, within: Interval) -> Option<Interval> {
        let half = Z * self.standard_error();
        let interval = Interval { low: self.mean - half, high: self.mean + half };
        (half > 0.0 && self.n >= LEAST_FOR_INTERVAL).then(|| interval.clamp(within))
    }
}

/// Wilson's interval for the probability of what was seen in `n_hits` of `n_trials`; 0 to 1 without trials.
///
/// It is for rates, not for scores with draws.
/// Source: MTH-3.
pub fn wilson(n_hits: u64, n_trials: u64) -> Interval {
    if n_trials == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let n = n_trials as f64;
    let rate = n_hits as f64 / n;
    let center = rate + Z * Z / (2.0 * n);
    let half = Z * (rate * (1.0 - rate) / n + Z * Z / (4.0 * n * n)).sqrt();
    // Rounding must not exclude the observed rate at its ends.
    let low = if n_hits == 0 { 0.0 } else { (center - half) / (1.0 + Z * Z / n) };
    let high = if n_hits == n_trials { 1.0 } else { (center + half) / (1.0 + Z * Z / n) };
    Interval { low, high }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthetic::{Archive, draw_results, draw_unit, generator};

    fn check(actual: f64, expected: f64, digits: i32) {
        let unit = 10f64.powi(-digits);
        assert!((actual - expected).abs() <= unit / 2.0, "{actual} is not {expected}");
    }

    fn results(n_wins: u64, n_draws: u64, n_losses: u64) -> Results {
        Results { n_wins, n_draws, n_losses }
    }

    /// MTH-1.
    #[test]
    fn known_score() {
        let score = results(400, 300, 300).score().expect("there are games");
        check(score.value, 0.55, 12);
        check(score.standard_error.powi(2) * 1000.0, 0.1725, 12);
        let elo = score.elo();
        let interval = elo.interval.expect("there are enough games");
        check(elo.difference, 34.86, 2);
        check(interval.low, 16.87, 2);
        check(interval.high, 53.04, 2);
    }

    /// MTH-2.
    #[test]
    fn one_sided_where_all_games_ended_alike() {
        assert_eq!(results(0, 0, 0).score(), None);
        let alike = |results: Results| {
            let score = results.score().expect("there are games");
            let [score_interval, elo_interval] =
                [score.interval, score.elo().interval].map(|interval| interval.expect("the games ended alike"));
            (score_interval, score.elo().difference, elo_interval)
        };
        let (won, difference, elo) = alike(results(10, 0, 0));
        check(won.low.powi(10), 0.05, 12);
        assert_eq!(won.high, 1.0);
        assert_eq!((difference, elo.high), (f64::INFINITY, f64::INFINITY));
        check(elo.low, 400.0 * (won.low / (1.0 - won.low)).log10(), 9);
        let (_, difference, of_lost) = alike(results(0, 0, 10));
        assert_eq!((difference, of_lost.low), (f64::NEG_INFINITY, f64::NEG_INFINITY));
        check(of_lost.high, -elo.low, 9);
        let (drawn, ..) = alike(results(0, 10, 0));
        check(drawn.low + drawn.high, 1.0, 12);
        check((2.0 * drawn.low).powi(10), 0.05, 12);
    }

    #[test]
    fn bounds_stay_within_the_possible() {
        let score = results(29, 0, 1).score().expect("there are games");
        assert_eq!(score.interval.map(|interval| interval.high), Some(1.0));
        assert_eq!(score.elo().interval.map(|interval| interval.high), Some(f64::INFINITY));
        let lengths = Sample { n: 30, mean: 10.0, variance: 1e4 };
        let interval = lengths.interval(Interval { low: 0.0, high: f64::INFINITY }).expect("there are enough games");
        assert_eq!(interval.low, 0.0);
        check(interval.high, 45.78, 2);
    }

    #[test]
    fn few_games_have_no_interval() {
        let score = results(0, 1, 3).score().expect("there are games");
        assert_eq!((score.interval, score.elo().interval), (None, None));
        assert_eq!(results(0, 1, LEAST_FOR_INTERVAL - 2).score().and_then(|score| score.interval), None);
        assert!(results(0, 1, LEAST_FOR_INTERVAL - 1).score().is_some_and(|score| score.interval.is_some()));
    }

    /// The chance that `mean ± z SE` of so many games, or the rule for games that ended alike, holds the true score.
    fn coverage(n: u64, score: f64, draw_rate: f64) -> f64 {
        let n_float = n as f64;
        let [ln_win, ln_draw, ln_loss] =
            [score - draw_rate / 2.0, draw_rate, 1.0 - score - draw_rate / 2.0].map(|rate: f64| rate.ln());
        let mut ln_factorials = vec![0.0];
        (1..=n).for_each(|number| ln_factorials.push(ln_factorials[number as usize - 1] + (number as f64).ln()));
        // A result without a chance, of which there is none, must not make a NaN.
        let term = |count: u64, ln_rate: f64| {
            if count == 0 { 0.0 } else { count as f64 * ln_rate - ln_factorials[count as usize] }
        };
        let mut covered = 0.0;
        for n_wins in 0..=n {
            for n_draws in 0..=n - n_wins {
                let results = results(n_wins, n_draws, n - n_wins - n_draws);
                let sample = results.sample().expect("there are games");
                let holds = if sample.variance > 0.0 {
                    (sample.mean - score).abs() <= Z * (sample.variance / n_float).sqrt()
                } else {
                    let interval = results.score().and_then(|score| score.interval);
                    interval.is_some_and(|interval| interval.contains(score))
                };
                if holds {
                    let terms = term(n_wins, ln_win) + term(n_draws, ln_draw) + term(results.n_losses, ln_loss);
                    covered += (ln_factorials[n as usize] + terms).exp();
                }
            }
        }
        covered
    }

    /// Why [`LEAST_FOR_INTERVAL`] is what it is: the worst chance over scores from 50 to 70 %, and so to 30 %, and over
    /// rates of draws up to 70 %, where neither side wins less than one game in twenty.
    #[test]
    fn intervals_are_given_where_they_cover() {
        let worst = |n: u64| {
            let scores = (50..=70).map(|percent| f64::from(percent) / 100.0);
            let truths = scores.flat_map(|score| (0..=14).map(move |step| (score, f64::from(step) / 20.0)));
            let truths = truths.filter(|(score, draw_rate)| 1.0 - score - draw_rate / 2.0 > 0.0499);
            truths.map(|(score, draw_rate)| coverage(n, score, draw_rate)).fold(1.0, f64::min)
        };
        for n in [4, 10, LEAST_FOR_INTERVAL - 1] {
            assert!(worst(n) < 0.9, "{n}: {}", worst(n));
        }
        for n in (LEAST_FOR_INTERVAL..40).chain([50, 70]) {
            assert!(worst(n) > 0.9, "{n}: {}", worst(n));
        }
    }

    /// Lengths are skewed. Where they are as skewed as waiting times, which is more, their intervals still cover.
    #[test]
    fn intervals_of_lengths_cover() {
        let mut generator = generator(14);
        let mut n_covered = 0;
        for _ in 0..4000 {
            let lengths: Vec<f64> =
                (0..LEAST_FOR_INTERVAL).map(|_| -80.0 * (1.0 - draw_unit(&mut generator)).ln()).collect();
            let squares = lengths.iter().map(|length| length * length).sum();
            let sample = Sample::from_sums(LEAST_FOR_INTERVAL, lengths.iter().sum(), squares).expect("there are games");
            let interval = sample.interval(Interval { low: 0.0, high: f64::INFINITY });
            n_covered += u32::from(interval.is_some_and(|interval| interval.contains(80.0)));
        }
        assert!(n_covered > 3600, "{n_covered}");
    }

    #[test]
    fn expectation_undoes_elo() {
        check(expected_score(0.0), 0.5, 12);
        check(expected_score(400.0), 10.0 / 11.0, 12);
        check(elo_difference(expected_score(-123.0)), -123.0, 9);
        assert_eq!(elo_difference(0.0), f64::NEG_INFINITY);
    }

    /// MTH-3.
    #[test]
    fn known_wilson_intervals() {
        for (n_hits, n_trials, low, high) in
            [(50, 100, 0.4038, 0.5962), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (9, 10, 0.5958, 0.9821)]
        {
            let interval = wilson(n_hits, n_trials);
            check(interval.low, low, 4);
            check(interval.high, high, 4);
        }
        assert_eq!(wilson(0, 0), Interval { low: 0.0, high: 1.0 });
    }

    #[test]
    fn score_intervals_cover_at_their_rate() {
        let mut generator = generator(1);
        let (mut n_covered, mut n_groups) = (0, 0);
        for _ in 0..20 {
            let archive = Archive::draw(&mut generator, 960, 0.03, 100..400);
            n_groups += archive.groups.len();
            n_covered += archive
                .groups
                .iter()
                .filter_map(|group| Some((group, group.results.score()?.interval?)))
                .filter(|(group, interval)| interval.contains(group.true_score))
                .count();
        }
        let coverage = n_covered as f64 / n_groups as f64;
        assert!((coverage - CONFIDENCE).abs() < 0.005, "{coverage}");
    }

    /// Wilson's interval of a few hits wavers around its rate; over many rates it keeps it.
    #[test]
    fn wilson_intervals_cover_at_their_rate() {
        let mut generator = generator(2);
        let (mut n_covered, mut n_groups) = (0, 0);
        for percent in 1..100 {
            let rate = f64::from(percent) / 100.0;
            for _ in 0..200 {
                let n_hits = draw_results(&mut generator, 200, rate, 0.0).n_wins;
                n_covered += u32::from(wilson(n_hits, 200).contains(rate));
                n_groups += 1;
            }
        }
        let coverage = f64::from(n_covered) / f64::from(n_groups);
        assert!((coverage - CONFIDENCE).abs() < 0.005, "{coverage}");
    }
}
