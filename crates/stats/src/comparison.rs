//! Many groups beside each other: whether they differ at all, which of them stand out, and what is left of their
//! extremes when noise is taken off.
//!
//! It does what MTH-5 and MTH-6 are for, but departs from their letter. They take each group's own standard error and
//! the plain variance of the means. Of small groups that misleads: the error is itself a guess, falls with the distance
//! of the mean from one half, and is 0 where all games ended alike. Among groups of 5 to 19 games that do not differ,
//! the test would reject in three archives of four, and shrinkage would leave more error in archives of any size. So
//! the variance of one observation is that of all observations together. If the groups do not differ, it is the better
//! estimate, and the expectation of the heterogeneity is its degrees of freedom for groups of any size, down to one
//! observation. The variance between groups of different size is weighted (DerSimonian and Laird 1986); for equal ones
//! it is MTH-6's. The tests below hold both ways against archives whose truth is known.
//!
//! All of it takes observations to be independent. Pairs of games with colours swapped are not: the stronger player
//! wins one as White and one as Black, so that scores of starts vary less than chance would have them. The statistic is
//! then too small, and differences are missed.

use statrs::function::erf::erfc;

use crate::{estimate::Sample, fit::ChiSquareTest};

/// The expected share of errors among the groups that are said to stand out.
pub const FALSE_DISCOVERY_RATE: f64 = 0.05;

/// Groups measured against all observations together.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// Mean of all observations, which the tests hold each group against.
    pub mean: f64,
    /// Mean of the true means of the groups, which shrinkage draws towards. A huge group counts hardly more than a
    /// large one.
    pub center: f64,
    /// Tests whether all groups have the same true mean. Read it before any ranking.
    pub heterogeneity: ChiSquareTest,
    /// Variance of the true means of the groups; 0 if the groups differ no more than chance would have them.
    pub variance_between: f64,
    /// Each group, in the order given.
    pub groups: Vec<Compared>,
}

/// A group beside the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compared {
    /// The mean of the group drawn towards [`Comparison::center`], the more the less the group tells.
    pub shrunken: f64,
    /// How much of `shrunken` is the group's own mean; the rest is the center.
    pub own_weight: f64,
    /// How many standard errors the group lies above the mean of all observations.
    pub z: f64,
    /// Chance of a distance at least as large if the group does not differ.
    pub p: f64,
    /// The chance adjusted for the number of groups by Benjamini and Hochberg.
    pub adjusted_p: f64,
}

impl Compared {
    /// Whether the group stands out at [`FALSE_DISCOVERY_RATE`].
    pub fn is_significant(&self) -> bool {
        self.adjusted_p <= FALSE_DISCOVERY_RATE
    }
}

/// Compares groups; none if there are fewer than two or all observations are equal.
///
/// Source: MTH-5 and MTH-6, but for what this file's head tells; MTH-7.
pub fn compare(samples: &[Sample]) -> Option<Comparison> {
    if samples.len() < 2 {
        return None;
    }
    let weight = |sample: &Sample| sample.n as f64;
    let n: f64 = samples.iter().map(weight).sum();
    let mean = samples.iter().map(|sample| weight(sample) * sample.mean).sum::<f64>() / n;
    let between: f64 = samples.iter().map(|sample| weight(sample) * (sample.mean - mean).powi(2)).sum();
    let within: f64 = samples.iter().map(|sample| weight(sample) * sample.variance).sum();
    let variance = (between + within) / (n - 1.0);
    if variance <= 0.0 {
        return None;
    }
    let heterogeneity = ChiSquareTest::new(between / variance, samples.len() - 1);

    let excess = heterogeneity.statistic - heterogeneity.degrees_of_freedom as f64;
    let sum_of_squares: f64 = samples.iter().map(|sample| weight(sample).powi(2)).sum();
    let variance_between = (excess * variance / (n - sum_of_squares / n)).max(0.0);
    let precision = |sample: &Sample| 1.0 / (variance_between + variance / weight(sample));
    let center = samples.iter().map(|sample| precision(sample) * sample.mean).sum::<f64>()
        / samples.iter().map(precision).sum::<f64>();

    let zs = samples.iter().map(|sample| {
        // The group is part of the mean that it is measured against.
        let error = (variance * (1.0 / weight(sample) - 1.0 / n)).sqrt();
        (sample.mean - mean) / error
    });
    let zs: Vec<f64> = zs.collect();
    let ps: Vec<f64> = zs.iter().map(|z| erfc(z.abs() / std::f64::consts::SQRT_2)).collect();
    let adjusted = benjamini_hochberg(&ps);
    let groups = samples.iter().enumerate().map(|(idx, sample)| {
        let own_weight = variance_between * precision(sample);
        Compared {
            shrunken: center + (sample.mean - center) * own_weight,
            own_weight,
            z: zs[idx],
            p: ps[idx],
            adjusted_p: adjusted[idx],
        }
    });
    Some(Comparison { mean, center, heterogeneity, variance_between, groups: groups.collect() })
}

/// Adjusts chances for their number: the least false discovery rate at which each would be called significant.
///
/// Source: MTH-7 (Benjamini and Hochberg 1995).
pub fn benjamini_hochberg(ps: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..ps.len()).collect();
    order.sort_by(|&one, &other| ps[one].total_cmp(&ps[other]));
    let mut adjusted = vec![1.0; ps.len()];
    let mut least: f64 = 1.0;
    for (rank, &idx) in order.iter().enumerate().rev() {
        least = least.min(ps[idx] * ps.len() as f64 / (rank + 1) as f64);
        adjusted[idx] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        estimate::Results,
        synthetic::{Archive, draw_results, generator},
    };

    fn check(actual: f64, expected: f64) {
        assert!((actual - expected).abs() < 1e-9, "{actual} is not {expected}");
    }

    fn samples(archive: &Archive) -> Vec<Sample> {
        archive.groups.iter().map(|group| group.results.sample().expect("there are games")).collect()
    }

    fn compare_archive(archive: &Archive) -> Comparison {
        compare(&samples(archive)).expect("the games differ")
    }

    /// MTH-7. The example in Benjamini and Hochberg's paper: at 0.05 the first four of fifteen are significant.
    #[test]
    fn known_adjustment() {
        let ps = [
            0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528,
            0.7590, 1.0,
        ];
        let adjusted = benjamini_hochberg(&ps);
        assert_eq!(adjusted.iter().filter(|&&p| p <= 0.05).count(), 4);
        check(adjusted[0], 0.0015);
        check(adjusted[3], 0.035_625);
        check(adjusted[4], 0.0603);
        assert_eq!(adjusted[14], 1.0);
        let backwards: Vec<f64> = ps.into_iter().rev().collect();
        assert!(benjamini_hochberg(&backwards).iter().rev().eq(&adjusted));
        assert!(benjamini_hochberg(&[]).is_empty());
    }

    /// MTH-7: position 408 in an archive of 960 positions, 63.8 % in 112 games, is not significant.
    #[test]
    fn one_extreme_among_many() {
        let mut ps = vec![0.5; 960];
        ps[408] = 0.0074;
        assert!(benjamini_hochberg(&ps)[408] > 0.4);
    }

    /// MTH-6 for groups of one size.
    #[test]
    fn known_shrinkage() {
        let scores = [(70, 10, 20), (50, 10, 40), (30, 10, 60), (60, 10, 30)];
        let samples = scores.map(|(n_wins, n_draws, n_losses)| {
            Results { n_wins, n_draws, n_losses }.sample().expect("there are games")
        });
        let comparison = compare(&samples).expect("the games differ");
        let means = [0.75, 0.55, 0.35, 0.65];
        let mean = means.iter().sum::<f64>() / 4.0;
        check(comparison.mean, mean);
        let spread = means.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / 3.0;
        let variance = ((210.0 + 10.0) - 400.0 * mean * mean) / 399.0;
        let expected = spread - variance / 100.0;
        check(comparison.variance_between, expected);
        check(comparison.heterogeneity.statistic, 300.0 * spread / variance);
        for (compared, value) in comparison.groups.iter().zip(means) {
            check(compared.shrunken, mean + (value - mean) * expected / (expected + variance / 100.0));
        }
    }

    #[test]
    fn nothing_to_compare() {
        let drawn = Results { n_wins: 0, n_draws: 5, n_losses: 0 }.sample().expect("there are games");
        assert_eq!(compare(&[]), None);
        assert_eq!(compare(&[drawn]), None);
        assert_eq!(compare(&[drawn, drawn]), None);
    }

    /// Where no group differs, the test rejects as often as it says, also with one to nine games a group.
    #[test]
    fn heterogeneity_keeps_its_level() {
        for (seed, n_games) in [(4, 1..10), (5, 50..150)] {
            let mut generator = generator(seed);
            let (mut n_rejected, mut n_discoveries, mut sum) = (0, 0, 0.0);
            for _ in 0..200 {
                let comparison = compare_archive(&Archive::draw(&mut generator, 100, 0.0, n_games.clone()));
                n_rejected += u32::from(comparison.heterogeneity.rejects());
                n_discoveries += u32::from(comparison.groups.iter().any(Compared::is_significant));
                sum += comparison.heterogeneity.statistic;
            }
            // 200 times 5 % is 10, with a standard deviation of 3.
            assert!((2..=20).contains(&n_rejected), "{n_rejected}");
            assert!(n_discoveries <= 20, "{n_discoveries}");
            assert!((sum / 200.0 - 99.0).abs() < 3.0, "{sum}");
        }
    }

    /// What MTH-5 and MTH-6 give to the letter: the heterogeneity over the groups whose error is not 0, and the
    /// shrunken means.
    fn by_own_errors(samples: &[Sample]) -> (ChiSquareTest, Vec<f64>) {
        let n_groups = samples.len() as f64;
        let n: f64 = samples.iter().map(|sample| sample.n as f64).sum();
        let mean = samples.iter().map(|sample| sample.n as f64 * sample.mean).sum::<f64>() / n;
        let squared_error = |sample: &Sample| sample.standard_error().powi(2);
        let terms = samples.iter().filter(|sample| sample.variance > 0.0);
        let terms: Vec<f64> = terms.map(|sample| (sample.mean - mean).powi(2) / squared_error(sample)).collect();
        let plain = samples.iter().map(|sample| sample.mean).sum::<f64>() / n_groups;
        let variance = samples.iter().map(|sample| (sample.mean - plain).powi(2)).sum::<f64>() / (n_groups - 1.0);
        let between = (variance - samples.iter().map(squared_error).sum::<f64>() / n_groups).max(0.0);
        let weight = |sample: &Sample| if between > 0.0 { between / (between + squared_error(sample)) } else { 0.0 };
        let shrunken = samples.iter().map(|sample| mean + (sample.mean - mean) * weight(sample)).collect();
        (ChiSquareTest::new(terms.iter().sum(), terms.len() - 1), shrunken)
    }

    /// Why this file departs from MTH-5: groups of 5 to 19 games that do not differ.
    #[test]
    fn own_errors_would_not_keep_the_level() {
        let mut generator = generator(11);
        let (mut n_rejected, mut n_rejected_by_own) = (0, 0);
        for _ in 0..100 {
            let samples = samples(&Archive::draw(&mut generator, 100, 0.0, 5..20));
            n_rejected += u32::from(compare(&samples).expect("the games differ").heterogeneity.rejects());
            n_rejected_by_own += u32::from(by_own_errors(&samples).0.rejects());
        }
        // 100 times 5 % is 5, with a standard deviation of 2.
        assert!(n_rejected <= 11, "{n_rejected}");
        assert!(n_rejected_by_own > 50, "{n_rejected_by_own}");
    }

    /// Why this file departs from MTH-6: what own errors leave of the distance to the truth, with groups of any size.
    #[test]
    fn own_errors_would_shrink_worse() {
        for (deviation, n_games, least) in [(0.0, 50..150, 1.2), (0.03, 1..300, 2.0), (0.1, 1..300, 1.3)] {
            let mut generator = generator(12);
            let (mut error, mut error_by_own) = (0.0, 0.0);
            for _ in 0..20 {
                let archive = Archive::draw(&mut generator, 960, deviation, n_games.clone());
                let samples = samples(&archive);
                let comparison = compare(&samples).expect("the games differ");
                let by_own = by_own_errors(&samples).1;
                for ((group, compared), by_own) in archive.groups.iter().zip(&comparison.groups).zip(by_own) {
                    error += (compared.shrunken - group.true_score).powi(2);
                    error_by_own += (by_own - group.true_score).powi(2);
                }
            }
            assert!(error_by_own > least * error, "{deviation}: {error_by_own} against {error}");
        }
    }

    /// Where each pair of games with colours swapped has a stronger player, starts that do not differ look too much
    /// alike.
    #[test]
    fn swapped_colours_hide_differences() {
        let mut generator = generator(13);
        let pairs = |generator: &mut _| {
            let mut results = draw_results(generator, 50, 0.5, 0.3);
            results.n_wins += 25;
            results.n_losses += 25;
            results.sample().expect("there are games")
        };
        let samples: Vec<Sample> = (0..100).map(|_| pairs(&mut generator)).collect();
        let heterogeneity = compare(&samples).expect("the games differ").heterogeneity;
        assert!(heterogeneity.is_too_small(), "{heterogeneity:?}");
    }

    /// Among 960 groups of which one in ten differs, the share of false discoveries stays at its rate, while raw
    /// chances below 0.05 are mostly false.
    #[test]
    fn false_discoveries_keep_their_rate() {
        let mut generator = generator(6);
        let (mut share, mut raw_share, mut n_found) = (0.0, 0.0, 0);
        for _ in 0..20 {
            let samples: Vec<Sample> = (0..960)
                .map(|idx| {
                    let score = if idx % 10 > 0 { 0.52 } else { [0.42, 0.62][idx / 10 % 2] };
                    draw_results(&mut generator, 200, score, 0.3).sample().expect("there are games")
                })
                .collect();
            let comparison = compare(&samples).expect("the games differ");
            let share_false = |is_found: fn(&Compared) -> bool| {
                let found = comparison.groups.iter().enumerate().filter(|(_, compared)| is_found(compared));
                let (n, n_false) =
                    found.fold((0, 0), |(n, n_false), (idx, _)| (n + 1, n_false + i32::from(idx % 10 > 0)));
                (n, f64::from(n_false) / f64::from(n.max(1)))
            };
            let (n, share_of_run) = share_false(Compared::is_significant);
            n_found += n;
            share += share_of_run / 20.0;
            raw_share += share_false(|compared| compared.p < 0.05).1 / 20.0;
        }
        assert!(share < 0.06, "{share}");
        assert!(raw_share > 0.25, "{raw_share}");
        assert!(n_found > 20 * 30, "{n_found}");
    }

    /// Shrunken estimates are nearer to the truth than raw ones, and never farther where groups do not differ.
    #[test]
    fn shrinkage_lowers_the_error() {
        for (deviation, n_games, most) in [(0.0, 20..300, 0.1), (0.02, 20..300, 0.4), (0.1, 20..300, 0.9)] {
            let mut generator = generator(7);
            let archive = Archive::draw(&mut generator, 960, deviation, n_games);
            let comparison = compare_archive(&archive);
            let (mut raw, mut shrunken) = (0.0, 0.0);
            for (group, compared) in archive.groups.iter().zip(&comparison.groups) {
                let score = group.results.score().expect("there are games");
                raw += (score.value - group.true_score).powi(2);
                shrunken += (compared.shrunken - group.true_score).powi(2);
            }
            assert!(shrunken < most * raw, "{deviation}: {shrunken} against {raw}");
            assert!((comparison.variance_between.sqrt() - deviation).abs() < 0.015, "{comparison:?}");
        }
    }
}
