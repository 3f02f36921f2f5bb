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
    let found = find_position(replay, |position| {
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
    find_position(replay, Position::is_dead)
}

/// Number of half-moves of the main line after which a position is one looked for.
fn find_position(replay: &Replay, mut is_wanted: impl FnMut(&Position) -> bool) -> Option<usize> {
    let mut current = replay.start.clone();
    if is_wanted(&current) {
        return Some(0);
    }
    let found = replay.moves.iter().position(|&played| {
        current.play(played);
        is_wanted(&current)
    });
    found.map(|index| index + 1)
}

/// Whether a position can occur `n` times, judged by the moves alone: false only if it surely does not.
///
/// Between two occurrences lie moves that cancel out. Each man on a square has a number, and so has the turn; a move
/// adds those that change, and the sums of all moves up to either occurrence are the same.
fn may_occur(moves: &[PackedMove], n: usize) -> bool {
    static NUMBERS: LazyLock<[[[u64; 64]; 8]; 2]> = LazyLock::new(|| {
        let mut state = 0_u64;
        let mut number = || {
            // Steele, Lea and Flood's SplitMix64.
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^ mixed >> 31
        };
        std::array::from_fn(|_| std::array::from_fn(|_| std::array::from_fn(|_| number())))
    });
    const TURN: u64 = 0xd1b5_4a32_d192_ed03;
    let numbers = &*NUMBERS;
    quiet_stretches(moves, 4 * (n - 1)).any(|stretch| {
        let sums = || {
            let mut sum = 0_u64;
            let after = stretch.iter().zip([0, 1].into_iter().cycle()).map(move |(played, side)| {
                let men = &numbers[side][played.role() as usize];
                sum ^= TURN ^ men[played.from() as usize] ^ men[played.to() as usize];
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

/// Stretches of so many moves at least without capture, pawn move and castling: behind such a move no position comes
/// back.
fn quiet_stretches(moves: &[PackedMove], least: usize) -> impl Iterator<Item = &[PackedMove]> {
    let is_final = |played: &PackedMove| !played.is_quiet() || played.is_castle();
    let mut rest = moves;
    std::iter::from_fn(move || {
        // From the back of what a stretch needs, so that most moves of a game are not looked at.
        while let Some(last) = rest.get(..least)?.iter().rposition(is_final) {
            rest = &rest[last + 1..];
        }
        let length = rest.iter().position(is_final).unwrap_or(rest.len());
        let (stretch, behind) = rest.split_at(length);
        rest = behind.get(1..).unwrap_or_default();
        Some(stretch)
    })
}

fn has_repeated(mut sums: Vec<u64>, n: usize) -> bool {
    sums.sort_unstable();
    sums.windows(n).any(|run| run[0] == run[n - 1])
}
