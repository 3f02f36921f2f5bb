//! [`Runs`]: games of a file by sort, and where the sort changes.

use std::collections::BTreeMap;

use crate::lint::diagnose::Site;

/// Games of the same sort in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run<K> {
    /// What they have in common.
    pub kind: K,
    /// How many they are.
    pub n_games: u64,
    /// The first of them.
    pub first: Site,
}

/// The games of a file by sort: how many there are of each, and where the sort changes.
///
/// Games of no sort are passed over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Runs<K> {
    /// Games by sort.
    pub counts: BTreeMap<K, u64>,
    /// The first runs, so that memory is bounded.
    pub list: Vec<Run<K>>,
    /// Whether there are more.
    is_cut: bool,
}

impl<K> Default for Runs<K> {
    fn default() -> Runs<K> {
        Runs { counts: BTreeMap::new(), list: Vec::new(), is_cut: false }
    }
}

impl<K: Copy + Ord> Runs<K> {
    const MOST: usize = 1000;

    /// Adds a game behind the others.
    pub(super) fn observe(&mut self, kind: K, site: impl FnOnce() -> Site) {
        *self.counts.entry(kind).or_default() += 1;
        match self.list.last_mut() {
            _ if self.is_cut => {}
            Some(last) if last.kind == kind => last.n_games += 1,
            _ => self.push(Run { kind, n_games: 1, first: site() }),
        }
    }

    fn push(&mut self, run: Run<K>) {
        self.is_cut |= self.list.len() == Runs::<K>::MOST;
        if !self.is_cut {
            self.list.push(run);
        }
    }

    /// Adds the runs of a later part, before which there are so many games.
    pub(super) fn merge(&mut self, later: Runs<K>, n_games: u64) {
        for (kind, count) in later.counts {
            *self.counts.entry(kind).or_default() += count;
        }
        for mut run in later.list {
            run.first.game += n_games;
            match self.list.last_mut() {
                Some(last) if last.kind == run.kind && !self.is_cut => last.n_games += run.n_games,
                _ => self.push(run),
            }
        }
        self.is_cut |= later.is_cut;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::location::Place;

    fn site(game: u64) -> Site {
        Site { game, byte_offset: 0, start: Place::FIRST, end: Place::FIRST }
    }

    fn runs(kinds: &[u8]) -> Runs<u8> {
        let mut runs = Runs::default();
        for (&kind, game) in kinds.iter().zip(1..) {
            runs.observe(kind, || site(game));
        }
        runs
    }

    fn check(kinds: &[u8], expected: &[(u8, u64, u64)]) {
        let whole = runs(kinds);
        let list: Vec<_> = whole.list.iter().map(|run| (run.kind, run.n_games, run.first.game)).collect();
        assert_eq!(list, expected);
        for at in 0..=kinds.len() {
            let mut merged = runs(&kinds[..at]);
            merged.merge(runs(&kinds[at..]), at as u64);
            assert_eq!(merged, whole, "cut before {at}");
        }
    }

    #[test]
    fn runs_do_not_depend_on_the_cut() {
        check(b"", &[]);
        check(b"aab", &[(b'a', 2, 1), (b'b', 1, 3)]);
        check(b"abba", &[(b'a', 1, 1), (b'b', 2, 2), (b'a', 1, 4)]);
        let many: Vec<u8> = [0, 0, 1, 1].repeat(750);
        let whole = runs(&many);
        assert_eq!((whole.list.len(), whole.counts[&0], whole.is_cut), (1000, 1500, true));
        for at in [0, 1, 1000, 1999, 2000, 2001, 2500, 3000] {
            let mut merged = runs(&many[..at]);
            merged.merge(runs(&many[at..]), at as u64);
            assert_eq!(merged, whole, "cut before {at}");
        }
    }
}
