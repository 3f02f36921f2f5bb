//! [`TimeControl`], the time that each player has, and its class.

/// The time that each player has for the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// No clock within the game: `-`, or days for a move.
    Correspondence,
    /// Seconds, in thousandths.
    Clock {
        /// The periods together; of a period that repeats, one.
        base: u64,
        /// What is added with each move of the first period that adds something.
        increment: u64,
    },
}

/// How fast a game is, by Lichess's rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TimeClass {
    /// Estimated at less than half a minute for each player.
    UltraBullet,
    /// Less than 3 minutes.
    Bullet,
    /// Less than 8 minutes.
    Blitz,
    /// Less than 25 minutes.
    Rapid,
    /// 25 minutes and more.
    Classical,
    /// No clock within the game.
    Correspondence,
}

impl TimeControl {
    /// Reads a TimeControl value (PGN-9.6.1): descriptors joined by `:`, each `moves/seconds`, `seconds` or `*seconds`,
    /// perhaps with `+increment`. Fractions of seconds are taken (DIA-9). `1/259200`, days for each move, is
    /// correspondence. None for `?` and for everything else: minutes and words are not guessed (DIA-12).
    pub fn parse(text: &str) -> Option<TimeControl> {
        let text = text.trim();
        if text == "-" {
            return Some(TimeControl::Correspondence);
        }
        const DAY: u64 = 86_400_000;
        let (mut base, mut increment) = (0_u64, 0);
        for descriptor in text.split(':') {
            let (moves, rest) = match descriptor.split_once('/') {
                Some((moves, rest)) => (Some(moves.parse::<u32>().ok().filter(|&moves| moves > 0)?), rest),
                None => (None, descriptor.strip_prefix('*').unwrap_or(descriptor)),
            };
            let (seconds, added) = match rest.split_once('+') {
                Some((seconds, added)) => (thousandths(seconds)?, thousandths(added)?),
                None => (thousandths(rest)?, 0),
            };
            if moves == Some(1) && seconds >= DAY {
                return Some(TimeControl::Correspondence);
            }
            base += seconds;
            increment = if increment > 0 { increment } else { added };
        }
        (base + increment > 0).then_some(TimeControl::Clock { base, increment })
    }

    /// The class of base + 40 × increment.
    pub fn class(self) -> TimeClass {
        let TimeControl::Clock { base, increment } = self else { return TimeClass::Correspondence };
        match (base + 40 * increment) / 1000 {
            0..30 => TimeClass::UltraBullet,
            30..180 => TimeClass::Bullet,
            180..480 => TimeClass::Blitz,
            480..1500 => TimeClass::Rapid,
            _ => TimeClass::Classical,
        }
    }
}

impl TimeClass {
    /// All of them, the fastest first.
    pub const ALL: [TimeClass; 6] = [
        TimeClass::UltraBullet,
        TimeClass::Bullet,
        TimeClass::Blitz,
        TimeClass::Rapid,
        TimeClass::Classical,
        TimeClass::Correspondence,
    ];

    /// `ultrabullet`, `bullet`, `blitz`, `rapid`, `classical` or `correspondence`.
    pub fn name(self) -> &'static str {
        match self {
            TimeClass::UltraBullet => "ultrabullet",
            TimeClass::Bullet => "bullet",
            TimeClass::Blitz => "blitz",
            TimeClass::Rapid => "rapid",
            TimeClass::Classical => "classical",
            TimeClass::Correspondence => "correspondence",
        }
    }
}

/// A number with at most nine digits before the point and perhaps some behind it, in thousandths.
fn thousandths(text: &str) -> Option<u64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole) || !is_number(fraction) || whole.len() > 9 {
        return None;
    }
    let padded: String = fraction.chars().chain("000".chars()).take(3).collect();
    Some(whole.parse::<u64>().ok()? * 1000 + padded.parse::<u64>().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, base: u64, increment: u64, class: TimeClass) {
        let control = TimeControl::parse(text).unwrap_or_else(|| panic!("`{text}` is a time control"));
        assert_eq!(control, TimeControl::Clock { base, increment }, "{text}");
        assert_eq!(control.class(), class, "{text}");
    }

    #[test]
    fn time_controls() {
        check("15+0", 15_000, 0, TimeClass::UltraBullet);
        check("30", 30_000, 0, TimeClass::Bullet);
        check("2.4+0.01", 2_400, 10, TimeClass::UltraBullet);
        check("180+0", 180_000, 0, TimeClass::Blitz);
        check("60+3", 60_000, 3_000, TimeClass::Blitz);
        check("480+0", 480_000, 0, TimeClass::Rapid);
        check("*900", 900_000, 0, TimeClass::Rapid);
        check("1500+10", 1_500_000, 10_000, TimeClass::Classical);
        check("40/5400+30:1800+30", 7_200_000, 30_000, TimeClass::Classical);
        assert_eq!(TimeControl::parse("-"), Some(TimeControl::Correspondence));
        assert_eq!(TimeControl::parse("1/259200"), Some(TimeControl::Correspondence));
        for text in ["?", "", "90 min + 30 sec", "G/60", "0/60", "0+0", "+", "1.", "9999999999"] {
            assert_eq!(TimeControl::parse(text), None, "{text}");
        }
    }
}
