//! Whether the start positions of an archive were drawn uniformly, and which procedure explains them best.

use pgn960_core::{Spn, shuffle::Procedure};

use crate::fit::{self, ChiSquareTest, goodness_of_fit, log_likelihood, noncentrality_per_draw};
use crate::{
    dimension::{Dimension, Part},
    table::Table,
};

/// How often each of the 960 was met.
pub type StartCounts = [u64; Spn::COUNT as usize];

const UNIFORM: [f64; Spn::COUNT as usize] = [1.0 / Spn::COUNT as f64; Spn::COUNT as usize];

/// What the start positions of many games tell of how they were drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Uniformity {
    /// Games that start from one of the 960, at least one.
    pub n_draws: u64,
    /// Tests whether all 960 are equally likely.
    pub test: ChiSquareTest,
    /// The distributions that procedures draw by, the best explanation first.
    pub candidates: Vec<Candidate>,
}

/// A distribution that the positions may come from.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The procedures that draw by it, which therefore no number of games can tell apart.
    pub procedures: Vec<Procedure>,
    /// How much more likely it makes the positions than the uniform distribution does, as a natural logarithm.
    pub log_likelihood_ratio: f64,
    /// The chance that it is the one, if one of them is, and each was as likely as the others before the games were
    /// seen.
    pub posterior: f64,
    /// Tests whether the positions were drawn by it.
    pub test: ChiSquareTest,
    /// The chance that the test of uniformity rejects so many draws by it; for the uniform one its error rate.
    pub power: f64,
}

impl Candidate {
    /// Whether all 960 are equally likely under it.
    pub fn is_uniform(&self) -> bool {
        self.procedures.contains(&Procedure::Uniform)
    }
}

/// How sure it is which distribution the positions come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No distribution of a procedure fits: the positions were chosen otherwise.
    None,
    /// The best distribution fits, but another one is not ruled out.
    Unsure,
    /// The best distribution fits and the others are ruled out.
    Sure,
}

/// The posterior chance from which on the best distribution is taken for sure.
const SURE: f64 = 0.99;

/// The chance of a worse fit below which a distribution is not believed, however much better it is than the others.
const NO_FIT: f64 = 0.001;

/// How often a table by start alone met each of the 960; none for other tables.
///
/// Ordinary games from the classical array were not drawn and do not count, nor do DFRC pairs.
pub fn start_counts(table: &Table) -> Option<StartCounts> {
    let mut counts = [0; Spn::COUNT as usize];
    if table.by().dimensions() != [Dimension::Start] {
        return None;
    }
    for (key, cell) in table.rows() {
        if let [Part::Number(number)] = key[..]
            && let Some(count) = counts.get_mut(number as usize)
        {
            *count = cell.results.n_games();
        }
    }
    Some(counts)
}

impl Uniformity {
    /// Judges counts of start positions; none if there is nothing to judge.
    pub fn new(counts: &StartCounts) -> Option<Uniformity> {
        let n_draws = counts.iter().sum::<u64>();
        if n_draws == 0 {
            return None;
        }
        let mut candidates: Vec<(Vec<f64>, Vec<Procedure>)> = Vec::new();
        for procedure in Procedure::ALL {
            let shares = procedure.distribution();
            let probabilities: Vec<f64> =
                shares.iter().map(|share| *share.numer() as f64 / *share.denom() as f64).collect();
            match candidates.iter_mut().find(|(other, _)| *other == probabilities) {
                Some((_, procedures)) => procedures.push(procedure),
                None => candidates.push((probabilities, vec![procedure])),
            }
        }
        let of_uniform = log_likelihood(counts, &UNIFORM);
        let mut candidates: Vec<Candidate> = candidates
            .into_iter()
            .map(|(probabilities, procedures)| {
                let test = goodness_of_fit(counts, &probabilities);
                let noncentrality = n_draws as f64 * noncentrality_per_draw(&probabilities, &UNIFORM);
                Candidate {
                    procedures,
                    log_likelihood_ratio: log_likelihood(counts, &probabilities) - of_uniform,
                    posterior: 0.0,
                    test,
                    power: fit::power(test.degrees_of_freedom, noncentrality),
                }
            })
            .collect();
        // The sort is stable: without a difference the uniform distribution stays first.
        candidates.sort_by(|one, other| other.log_likelihood_ratio.total_cmp(&one.log_likelihood_ratio));
        let greatest = candidates[0].log_likelihood_ratio;
        let weight = |candidate: &Candidate| (candidate.log_likelihood_ratio - greatest).exp();
        let sum: f64 = candidates.iter().map(weight).sum();
        for candidate in &mut candidates {
            candidate.posterior = weight(candidate) / sum;
        }
        Some(Uniformity { n_draws, test: goodness_of_fit(counts, &UNIFORM), candidates })
    }

    /// The distribution that makes the positions most likely.
    pub fn best(&self) -> &Candidate {
        &self.candidates[0]
    }

    /// How sure it is that the best distribution is the one.
    pub fn verdict(&self) -> Verdict {
        let best = self.best();
        if best.test.p < NO_FIT {
            Verdict::None
        } else if best.posterior < SURE {
            Verdict::Unsure
        } else {
            Verdict::Sure
        }
    }

    /// Whether there are so few draws that the chances of the tests are rough: fewer than one for each position.
    pub fn is_rough(&self) -> bool {
        self.n_draws < u64::from(Spn::COUNT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthetic::generator;
    use rand_chacha::rand_core::Rng;

    fn judge(counts: &StartCounts) -> Uniformity {
        Uniformity::new(counts).expect("there are draws")
    }

    fn draw(procedure: Procedure, seed: u64, n: usize) -> StartCounts {
        let mut generator = generator(seed);
        let mut counts = [0; Spn::COUNT as usize];
        for _ in 0..n {
            let drawn = procedure.draw(|question| {
                // The bias of the remainder of 2^64 is far below what any test could see.
                Ok::<_, ()>((generator.next_u64() % question.n_options() as u64) as usize)
            });
            counts[usize::from(drawn.expect("a generator always answers").spn.get())] += 1;
        }
        counts
    }

    #[test]
    fn names_the_procedure() {
        for (procedure, n) in Procedure::ALL.into_iter().zip([5000, 1000, 5000, 1000, 2000]) {
            let uniformity = judge(&draw(procedure, 1, n));
            assert_eq!(uniformity.verdict(), Verdict::Sure, "{procedure}: {uniformity:?}");
            assert!(uniformity.best().procedures.contains(&procedure), "{procedure}: {uniformity:?}");
        }
    }

    #[test]
    fn procedures_alike_are_named_together() {
        let uniformity = judge(&draw(Procedure::KingFirst, 1, 1000));
        let names: Vec<Vec<&str>> = uniformity
            .candidates
            .iter()
            .map(|candidate| candidate.procedures.iter().map(|procedure| procedure.name()).collect())
            .collect();
        assert_eq!(names, [vec!["king-first", "cards"], vec!["uniform", "bodlaender-dice", "deal-and-reject"]]);
    }

    /// Draws by king-first are rejected as often as stated, uniform ones at the error rate, also with few games.
    #[test]
    fn rejects_at_the_stated_power() {
        for n in [200, 1000, 1500, 2000] {
            let rejected = |procedure| {
                (0..300).filter(|&seed| goodness_of_fit(&draw(procedure, seed, n), &UNIFORM).rejects()).count() as f64
                    / 300.0
            };
            let uniformity = judge(&draw(Procedure::KingFirst, 0, n));
            let stated = uniformity.candidates.iter().find(|candidate| !candidate.is_uniform()).expect("two").power;
            let (by_king, by_number) = (rejected(Procedure::KingFirst), rejected(Procedure::Uniform));
            assert!((by_king - stated).abs() < 0.09, "{n}: {by_king} against {stated}");
            assert!(by_number < 0.09, "{n}: {by_number}");
        }
    }

    #[test]
    fn one_position_only_was_not_drawn() {
        let mut counts = [0; Spn::COUNT as usize];
        assert_eq!(Uniformity::new(&counts), None);
        counts[518] = 1;
        assert_eq!(judge(&counts).verdict(), Verdict::Unsure);
        counts[518] = 50;
        let uniformity = judge(&counts);
        assert_eq!(uniformity.verdict(), Verdict::None);
        assert!(uniformity.is_rough() && uniformity.test.rejects());
    }
}
