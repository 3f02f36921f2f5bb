//! What the values of some tag pairs must look like: dates, rounds, time controls, terminations.

use std::cmp::Ordering;

/// A date of which parts may be unknown: `2026.01.02`, `1993.??.??` (PGN-8.1.1.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Date {
    /// The year.
    pub year: Option<u16>,
    /// The month, from 1.
    pub month: Option<u8>,
    /// The day, from 1.
    pub day: Option<u8>,
}

/// Why a value is no date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateFault {
    /// Not ten characters `YYYY.MM.DD`, digits or `?`.
    Form,
    /// Not in the calendar (policy P19).
    Calendar,
}

impl Date {
    /// Reads a date. A field with some digits unknown is unknown.
    ///
    /// # Errors
    ///
    /// When it has another form, or is not in the calendar.
    pub fn parse(text: &[u8]) -> Result<Date, DateFault> {
        let &[y1, y2, y3, y4, b'.', m1, m2, b'.', d1, d2] = text else { return Err(DateFault::Form) };
        let field = |digits: &[u8]| {
            if !digits.iter().all(|byte| byte.is_ascii_digit() || *byte == b'?') {
                return Err(DateFault::Form);
            }
            let value = |sum: Option<u16>, byte: &u8| Some(sum? * 10 + u16::from(byte.checked_sub(b'0')?));
            Ok(if digits.contains(&b'?') { None } else { digits.iter().fold(Some(0), value) })
        };
        let (year, month, day) = (field(&[y1, y2, y3, y4])?, field(&[m1, m2])?, field(&[d1, d2])?);
        let is_leap = year.is_none_or(|year| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
        let n_days = match month {
            Some(2) if is_leap => 29,
            Some(2) => 28,
            Some(4 | 6 | 9 | 11) => 30,
            Some(1..=12) | None => 31,
            Some(_) => return Err(DateFault::Calendar),
        };
        if year == Some(0) || day.is_some_and(|day| day == 0 || day > n_days) {
            return Err(DateFault::Calendar);
        }
        // Two digits each.
        Ok(Date { year, month: month.map(|month| month as u8), day: day.map(|day| day as u8) })
    }

    /// What a value in another form surely means, in the right form.
    ///
    /// Years, months and days in this order, or with the year last where the day is above 12; years alone; nothing and
    /// `?`, which are unknown.
    pub fn suggest(text: &str) -> Option<String> {
        const UNKNOWN: &str = "????.??.??";
        let text = text.trim();
        if matches!(text, "" | "?" | "-") {
            return Some(UNKNOWN.to_owned());
        }
        let fields: Vec<_> = text.split(['.', '-', '/']).collect();
        let is_field = |field: &&str| (1..=4).contains(&field.len()) && field.bytes().all(|byte| byte.is_ascii_digit());
        let date = match fields[..] {
            [year] if year.len() == 4 => format!("{year}.??.??"),
            [year, month] if year.len() == 4 => format!("{year}.{month:0>2}.??"),
            [year, month, day] if year.len() == 4 => format!("{year}.{month:0>2}.{day:0>2}"),
            [first, second, year] if year.len() == 4 && [first, second].iter().all(is_field) => {
                let is_day = |field: &str| field.parse::<u16>().is_ok_and(|number| number > 12);
                match (is_day(first), is_day(second)) {
                    (true, false) => format!("{year}.{second:0>2}.{first:0>2}"),
                    (false, true) => format!("{year}.{first:0>2}.{second:0>2}"),
                    _ => return None,
                }
            }
            _ => return None,
        };
        Date::parse(date.as_bytes()).is_ok().then_some(date)
    }

    /// Which of two dates is earlier, if what is known of them tells.
    pub fn compare(self, other: Date) -> Option<Ordering> {
        let year = self.year?.cmp(&other.year?);
        if year.is_ne() {
            return Some(year);
        }
        let month = self.month?.cmp(&other.month?);
        if month.is_ne() { Some(month) } else { Some(self.day?.cmp(&other.day?)) }
    }
}

/// A round: `3`, or `4.1.2` for an event in several parts (PGN-8.1.1.4).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Round(pub Vec<u32>);

impl Round {
    /// Reads a round of whole numbers between periods.
    pub fn parse(text: &[u8]) -> Option<Round> {
        let parts = std::str::from_utf8(text).ok()?.split('.');
        let number = |part: &str| if part.bytes().all(|byte| byte.is_ascii_digit()) { part.parse().ok() } else { None };
        parts.map(number).collect::<Option<Vec<_>>>().map(Round)
    }
}

/// Whether a value is a time control (PGN-9.6.1, policy P22: seconds may have a fraction, every period an increment).
pub fn is_time_control(text: &str) -> bool {
    let is_whole = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_seconds = |text: &str| match text.split_once('.') {
        Some((seconds, fraction)) => is_whole(seconds) && is_whole(fraction),
        None => is_whole(text),
    };
    let is_time = |text: &str| match text.split_once('+') {
        Some((base, increment)) => is_seconds(base) && is_seconds(increment),
        None => is_seconds(text),
    };
    let is_period = |text: &str| text.split_once('/').is_some_and(|(moves, time)| is_whole(moves) && is_time(time));
    let is_last = |text: &str| is_period(text) || is_time(text.strip_prefix('*').unwrap_or(text));
    let (first, last) = text.rsplit_once(':').map_or((None, text), |(first, last)| (Some(first), last));
    matches!(text, "?" | "-") || (first.is_none_or(|first| first.split(':').all(is_period)) && is_last(last))
}

/// Whether a value is one of the words for the end of a game (PGN-9.8.1, and the words of Lichess: DIA-3).
pub fn is_termination(text: &[u8]) -> bool {
    const WORDS: [&str; 11] = [
        "abandoned",
        "adjudication",
        "death",
        "emergency",
        "normal",
        "rules infraction",
        "time forfeit",
        "unterminated",
        "unknown",
        "insufficient material",
        "?",
    ];
    WORDS.iter().any(|word| word.as_bytes().eq_ignore_ascii_case(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        let check = |text: &str, expected| assert_eq!(Date::parse(text.as_bytes()).err(), expected, "{text}");
        for text in ["2026.01.02", "????.??.??", "1993.??.??", "2014.??.05", "199?.??.??", "2024.02.29", "????.02.29"] {
            check(text, None);
        }
        for text in ["", "?", "1924", "2014.2.23", "2026-01-02", "2026.01.02 ", "2026.1?.x1"] {
            check(text, Some(DateFault::Form));
        }
        for text in ["2026.13.01", "2026.00.01", "2026.04.31", "2026.02.30", "2023.02.29", "1900.02.29", "0000.01.01"] {
            check(text, Some(DateFault::Calendar));
        }
    }

    #[test]
    fn dates_in_other_forms() {
        let check = |text: &str, expected: &str| assert_eq!(Date::suggest(text).as_deref().unwrap_or(""), expected);
        check("2014.2.23", "2014.02.23");
        check("2014-02-23", "2014.02.23");
        check("29/4/2014", "2014.04.29");
        check("04/29/2014", "2014.04.29");
        check("1924", "1924.??.??");
        check("", "????.??.??");
        for text in ["4/5/2014", "2014.2.31", "04/29/2014 02:27PM", "yesterday", "2014.é.1"] {
            check(text, "");
        }
    }

    #[test]
    fn known_parts_are_compared() {
        let date = |text: &str| Date::parse(text.as_bytes()).unwrap();
        let check = |one, other, expected| assert_eq!(date(one).compare(date(other)), expected, "{one} {other}");
        check("2025.01.02", "2026.01.01", Some(Ordering::Less));
        check("2025.??.??", "2026.01.01", Some(Ordering::Less));
        check("2026.??.??", "2026.01.01", None);
        check("????.01.02", "????.01.01", None);
        check("2026.01.02", "2026.01.02", Some(Ordering::Equal));
    }

    #[test]
    fn rounds() {
        assert_eq!(Round::parse(b"4.1.12"), Some(Round(vec![4, 1, 12])));
        for text in ["?", "-", "", "1.", "0:0", "+1", "Test", "99999999999"] {
            assert_eq!(Round::parse(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn time_controls() {
        for text in ["?", "-", "300", "300+0", "2.4+0.01", "40/7200:3600", "40/6000:20/3000:1200+10", "*180", "1/86400"]
        {
            assert!(is_time_control(text), "{text}");
        }
        for text in ["", "5 min", "300+", "+5", "300:40/7200", "40/", "1h", "300+3s"] {
            assert!(!is_time_control(text), "{text}");
        }
    }
}
