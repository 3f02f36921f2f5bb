//! How well counts fit a distribution: the chi-square test with its power, and the likelihood of the counts.

use statrs::distribution::{ChiSquared, ContinuousCDF};
use statrs::function::gamma::ln_gamma;

/// The chance at which a test rejects what is true.
pub const SIGNIFICANCE: f64 = 0.05;

/// A statistic that follows the chi-square distribution if the hypothesis is true.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChiSquareTest {
    /// The statistic; infinite when something was seen that the hypothesis forbids.
    pub statistic: f64,
    /// Degrees of freedom, at least 1.
    pub degrees_of_freedom: usize,
    /// Chance of a statistic at least as large if the hypothesis is true.
    pub p: f64,
}

impl ChiSquareTest {
    /// The test of this statistic.
    pub fn new(statistic: f64, degrees_of_freedom: usize) -> ChiSquareTest {
        ChiSquareTest { statistic, degrees_of_freedom, p: chi_square(degrees_of_freedom).sf(statistic) }
    }

    /// Whether the hypothesis is rejected at [`SIGNIFICANCE`].
    pub fn rejects(&self) -> bool {
        self.p < SIGNIFICANCE
    }

    /// Whether the statistic is as much too small as one that [`Self::rejects`] is too large: the observations are then
    /// hardly independent.
    pub fn is_too_small(&self) -> bool {
        self.p > 1.0 - SIGNIFICANCE
    }
}

fn chi_square(degrees_of_freedom: usize) -> ChiSquared {
    ChiSquared::new(degrees_of_freedom as f64).expect("a test has degrees of freedom")
}

/// Tests whether the counts were drawn from the distribution, one probability for each count, of which two are not 0.
pub fn goodness_of_fit(counts: &[u64], distribution: &[f64]) -> ChiSquareTest {
    assert_eq!(counts.len(), distribution.len(), "each count has its probability");
    let n = counts.iter().sum::<u64>() as f64;
    let cells = counts.iter().zip(distribution).filter(|&(&count, &probability)| count > 0 || probability > 0.0);
    let statistic = cells.map(|(&count, &probability)| (count as f64 - n * probability).powi(2) / (n * probability));
    // Without draws every cell is as expected.
    let statistic = if n == 0.0 { 0.0 } else { statistic.sum() };
    let n_possible = distribution.iter().filter(|&&probability| probability > 0.0).count();
    ChiSquareTest::new(statistic, n_possible - 1)
}

/// How far the statistic of [`goodness_of_fit`] is raised, per draw, when the draws come from `truth`.
pub fn noncentrality_per_draw(truth: &[f64], hypothesis: &[f64]) -> f64 {
    let cells = truth.iter().zip(hypothesis).filter(|&(&truth, &hypothesis)| truth > 0.0 || hypothesis > 0.0);
    cells.map(|(truth, hypothesis)| (truth - hypothesis).powi(2) / hypothesis).sum()
}

/// The chance that a chi-square test at [`SIGNIFICANCE`] rejects when its statistic has this noncentrality.
///
/// The noncentral chi-square distribution as a Poisson mixture of central ones, without the terms that weigh less than
/// a double can show.
pub fn power(degrees_of_freedom: usize, noncentrality: f64) -> f64 {
    let half = noncentrality / 2.0;
    if half == 0.0 {
        return SIGNIFICANCE;
    }
    let reach = 12.0 * half.sqrt() + 40.0;
    let (first, last) = ((half - reach).max(0.0).floor(), half + reach);
    // With each term the shape grows by one, and the survival function by the density term of the shape before.
    let critical = chi_square(degrees_of_freedom).inverse_cdf(1.0 - SIGNIFICANCE) / 2.0;
    let mut shape = degrees_of_freedom as f64 / 2.0 + first;
    let mut survival = chi_square(degrees_of_freedom + 2 * first as usize).sf(2.0 * critical);
    let mut growth = (shape * critical.ln() - critical - ln_gamma(shape + 1.0)).exp();
    let mut weight = (first * half.ln() - half - ln_gamma(first + 1.0)).exp();
    let (mut term, mut power, mut weights) = (first, 0.0, 0.0);
    while term <= last {
        power += weight * survival;
        weights += weight;
        survival += growth;
        shape += 1.0;
        growth *= critical / shape;
        term += 1.0;
        weight *= half / term;
    }
    // Their sum is 1 but for rounding in the first one, which matters when there are millions.
    power / weights
}

/// The natural logarithm of the chance to draw these counts in one given order; minus infinity if it is 0.
pub fn log_likelihood(counts: &[u64], distribution: &[f64]) -> f64 {
    let cells = counts.iter().zip(distribution).filter(|&(&count, _)| count > 0);
    cells.map(|(&count, &probability)| count as f64 * probability.ln()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthetic::{draw_unit, generator};

    fn check(actual: f64, expected: f64) {
        assert!((actual - expected).abs() < 1e-9, "{actual} is not {expected}");
    }

    #[test]
    fn known_fit() {
        let test = goodness_of_fit(&[44, 56, 0], &[0.5, 0.5, 0.0]);
        check(test.statistic, 1.44);
        assert_eq!(test.degrees_of_freedom, 1);
        check(test.p, 0.230_139_340_440);
        assert!(!test.rejects());
        assert_eq!(goodness_of_fit(&[1, 1, 1], &[0.5, 0.5, 0.0]).p, 0.0);
        assert_eq!(goodness_of_fit(&[0, 0], &[0.5, 0.5]).p, 1.0);
    }

    /// Integrals of the noncentral density (a Bessel function) to twelve digits, which shares nothing with the mixture.
    #[test]
    fn known_powers() {
        check(power(1, 3.84), 0.499_895_873_715);
        check(power(5, 1.0), 0.098_592_864_517);
        check(power(10, 20.0), 0.890_506_396_395);
        check(power(959, 87.2), 0.610_725_962_657);
        check(power(959, 174.5), 0.978_706_933_549);
        check(power(959, 0.0), SIGNIFICANCE);
        check(power(959, 1e-9), SIGNIFICANCE);
        check(power(959, 1e8), 1.0);
    }

    #[test]
    fn rejects_as_often_as_stated() {
        let uniform = [1.0 / 60.0; 60];
        let truth: Vec<f64> = (0..60).map(|cell| if cell % 2 == 0 { 0.8 / 60.0 } else { 1.2 / 60.0 }).collect();
        let mut generator = generator(3);
        let mut share_rejected = |truth: &[f64]| {
            let mut n_rejected = 0;
            for _ in 0..2000 {
                let mut counts = [0; 60];
                for _ in 0..600 {
                    let mut unit = draw_unit(&mut generator);
                    let cell = truth.iter().position(|probability| {
                        unit -= probability;
                        unit < 0.0
                    });
                    counts[cell.unwrap_or(59)] += 1;
                }
                n_rejected += u32::from(goodness_of_fit(&counts, &uniform).rejects());
            }
            f64::from(n_rejected) / 2000.0
        };
        let (level, reached) = (share_rejected(&uniform), share_rejected(&truth));
        let stated = power(59, 600.0 * noncentrality_per_draw(&truth, &uniform));
        assert!((level - SIGNIFICANCE).abs() < 0.015, "{level}");
        assert!((reached - stated).abs() < 0.03, "{reached} against {stated}");
    }

    #[test]
    fn likelihood_prefers_the_truth() {
        check(log_likelihood(&[2, 1, 0], &[0.5, 0.25, 0.25]), -4.0 * 2f64.ln());
        assert_eq!(log_likelihood(&[1, 1], &[1.0, 0.0]), f64::NEG_INFINITY);
    }
}
