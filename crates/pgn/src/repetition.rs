//! When a game was drawn by its course: positions that occur again, half-moves without progress, dead positions.
//!
//! All of it is looked for after the replay, in the moves of the main line, and only where it can be found at all,
//! since hardly any game holds it. Source: FIDE-9.2, FIDE-9.3, FIDE-9.6, FIDE-5.2.2.

use std::{collections::HashMap, sync::LazyLock};

use pgn960_core::{PackedMove, Position};
use shakmaty::{EnPassantMode, Position as _, Setup};

use crate::replay::Replay;

/// Number of half-moves after which a position stands for the `n`th time, if it ever does.
///
/// Positions are the same when the same side is to move, the same men stand on the same squares, and they can make the
/// same moves: rights to castle and to take in passing count (FIDE-9.2.3).
pub fn nth_occurrence(replay: &Replay, n: usize) -> Option<usize> {
    // Four half-moves bring a position back at the earliest.
    let is_possible = replay.most_halfmoves as usize >= 4 * (n - 1) && may_occur(&replay.moves, n);
    if !is_possible {
        return None;
    }
    let mut counts: HashMap<Setup, usize> = HashMap::new();
    let found = positions(replay).position(|position| {
        if position.halfmoves() == 0 {
            counts.clear();
        }
        let identity = position.to_chess().to_setup(EnPassantMode::Legal);
        let count = counts.entry(Setup { halfmoves: 0, fullmoves: Setup::empty().fullmoves, ..identity }).or_default();
        *count += 1;
        *count == n
    });
    found.filter(|&n_played| n_played > 0)
}

/// Number of half-moves after which `n` in a row have brought neither capture nor pawn move.
pub fn quiet_halfmoves(replay: &Replay, n: u32) -> Option<usize> {
    if replay.most_halfmoves < n {
        return None;
    }
    let mut clock = replay.start.halfmoves();
    let found = replay.moves.iter().position(|&played| {
        clock = if played.is_quiet() { clock.saturating_add(1) } else { 0 };
        clock >= n
    });
    found.map(|index| index + 1)
}

/// Number of half-moves after which neither side can mate any more for want of men, if the game came to that.
pub fn dead_position(replay: &Replay) -> Option<usize> {
    // What is dead stays dead.
    if !replay.last_position.is_dead() {
        return None;
    }
    positions(replay).position(|position| position.is_dead())
}

/// The positions of the main line, from the start on.
fn positions(replay: &Replay) -> impl Iterator<Item = Position> {
    let mut current = replay.start.clone();
    let after = replay.moves.iter().map(move |&played| {
        current.play(played);
        current.clone()
    });
    std::iter::once(replay.start.clone()).chain(after)
}

/// Whether a position can occur `n` times, judged by the moves alone: false only if it surely does not.
///
/// Between two occurrences lie moves that cancel out. Each man on a square has a number, a move adds two of them, and
/// the sums of all moves up to either occurrence are the same.
fn may_occur(moves: &[PackedMove], n: usize) -> bool {
    static NUMBERS: LazyLock<[[u64; 64]; 8]> = LazyLock::new(|| {
        let mut state = 0_u64;
        std::array::from_fn(|_| {
            std::array::from_fn(|_| {
                // Steele, Lea and Flood's SplitMix64.
                state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
                let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
                mixed ^ mixed >> 31
            })
        })
    });
    let numbers = &*NUMBERS;
    // Rights do not come back, so that castling ends a stretch as a capture does.
    let stretches = moves.split(|&played| !played.is_quiet() || played.is_castle());
    stretches.filter(|stretch| stretch.len() >= 4 * (n - 1)).any(|stretch| {
        let sums = || {
            let mut sum = 0_u64;
            let after = stretch.iter().map(move |played| {
                let men = &numbers[played.role() as usize];
                sum ^= men[played.from() as usize] ^ men[played.to() as usize];
                sum
            });
            std::iter::once(0).chain(after)
        };
        // How often a sum occurs is first counted by a part of it, which nearly always rules it out.
        let mut counts = [0_u16; 256];
        let is_likely = sums().any(|sum| {
            let count = &mut counts[(sum & 255) as usize];
            *count = count.saturating_add(1);
            usize::from(*count) >= n
        });
        is_likely && has_repeated(sums().collect(), n)
    })
}

fn has_repeated(mut sums: Vec<u64>, n: usize) -> bool {
    sums.sort_unstable();
    sums.windows(n).any(|run| run[0] == run[n - 1])
}
