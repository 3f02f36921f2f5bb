//! MVT017: rising clock.

use crate::{
    comment::clocks,
    game::Game,
    lint::{Check, Report, Severity, rule::rule},
    replay::Replay,
    tags::TagName,
};

rule! {
    /// ## What it does
    /// Reports a clock in the main line that rises by more than the TimeControl tag can explain: the increment, and
    /// where the control has several stages the largest of them. Games without a readable TimeControl are passed over.
    ///
    /// ## Why is this bad?
    /// Either the clocks of the two players are mixed up, or the TimeControl tag is wrong, or somebody set the clock.
    /// On servers a player may give time to the other, which is no fault of the file.
    ///
    /// ## Example
    /// `{[%clk 0:02:00]}` and a move later `{[%clk 0:02:30]}` with `[TimeControl "180+2"]`.
    ///
    /// ## Source
    /// PGNX-4, PGN-9.6.1.
    "MVT017" "rising-clock", Severity::Info, Check::Game(check)
}

/// Clocks are often written in whole seconds, and move times rounded.
const TOLERANCE: i64 = 1500;

fn check(game: &Game<'_>, replay: Option<&Replay>, report: &mut Report<'_>) {
    let Some(replay) = replay else { return };
    let Some(most) = game.value(TagName::TimeControl).and_then(|value| most_added(&value)) else { return };
    let mut last = [None; 2];
    for clock in clocks(game) {
        let color = if clock.n_plies % 2 == 1 { replay.start.turn() } else { !replay.start.turn() };
        let before = last[color as usize].replace(clock.milliseconds);
        if let Some(before) = before
            && clock.milliseconds - before > most + TOLERANCE
        {
            let text = game.decoded(clock.span);
            let seconds = (clock.milliseconds - before) / 1000;
            report.at(clock.span, format!("{color}'s clock rises by {seconds} s to `{}`", text.trim()));
        }
    }
}

/// The most milliseconds that a time control (PGN-9.6.1) adds to a clock at once: the increment, and where there are
/// several stages, or one that repeats, the time of the largest. None when it cannot be read.
fn most_added(control: &str) -> Option<i64> {
    let stages: Vec<_> = control.split(':').collect();
    let mut most = 0;
    for stage in &stages {
        let (moves, time) = stage.split_once('/').map_or((None, *stage), |(moves, time)| (Some(moves), time));
        let (base, increment) = time.split_once('+').unwrap_or((time, "0"));
        let seconds = |text: &str| text.trim().parse::<f64>().ok().filter(|seconds| (0.0..1e9).contains(seconds));
        let (base, increment) = (seconds(base)?, seconds(increment)?);
        let is_added = moves.is_some() || stages.len() > 1;
        let added = increment + if is_added { base } else { 0.0 };
        most = most.max((added * 1000.0) as i64);
    }
    Some(most)
}
