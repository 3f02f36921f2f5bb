//! The random generator of draws, so documented that anybody can draw the same again.
//!
//! It is ChaCha20 (RFC 8439, with a block counter of 64 bits) as a stream of 32-bit little-endian words. The key is the
//! seed as 8 little-endian bytes followed by 24 zeros; counter and nonce begin at 0. A choice among n takes the next
//! word below the largest multiple of n that 2^32 holds, passing over others, and is that word modulo n. So no choice
//! is favoured, and all platforms draw the same.

use anyhow::{Context, Result};
use rand_chacha::{
    ChaCha20Rng,
    rand_core::{Rng, SeedableRng},
};

/// A stream of random choices.
pub struct Generator(ChaCha20Rng);

impl Generator {
    /// The stream of this seed.
    pub fn new(seed: u64) -> Generator {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Generator(ChaCha20Rng::from_seed(key))
    }

    /// A choice among so many, from 0; there must be one at least.
    pub fn choose(&mut self, n: usize) -> usize {
        let n = u32::try_from(n).expect("choices are few");
        let last = u32::MAX - (u32::MAX % n + 1) % n;
        loop {
            let word = self.0.next_u32();
            if word <= last {
                return (word % n) as usize;
            }
        }
    }
}

/// A seed that nobody can foresee.
///
/// # Errors
///
/// When the system gives no random numbers.
pub fn unforeseeable_seed() -> Result<u64> {
    getrandom::u64().context("the system gives no random numbers; name a seed with `--seed`")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first block of the key of zeros, a published test vector of ChaCha20.
    #[test]
    fn is_chacha20() {
        let mut generator = Generator::new(0);
        let words: Vec<u32> = (0..4).map(|_| generator.0.next_u32()).collect();
        assert_eq!(words, [0xade0_b876, 0x903d_f1a0, 0xe56a_5d40, 0x28bd_8653]);
    }

    #[test]
    fn choices_are_in_range_and_all_occur() {
        let mut generator = Generator::new(7);
        for n in [1, 2, 3, 6, 960] {
            let mut seen = vec![false; n];
            (0..20 * n).for_each(|_| seen[generator.choose(n)] = true);
            assert!(seen.into_iter().all(|seen| seen), "{n}");
        }
    }
}
