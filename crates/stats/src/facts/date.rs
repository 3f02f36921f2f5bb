//! [`Date`], as much of a date as a tag tells.

use std::fmt;

/// A date of which month and day may be unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    /// The year.
    pub year: u16,
    /// 1 to 12.
    pub month: Option<u8>,
    /// 1 to 31, only where the month is known.
    pub day: Option<u8>,
}

impl Date {
    /// Reads `YYYY.MM.DD` with `?` for what is unknown (PGN-8.1.1.3); also with `-` or `/`, without leading zeros, and
    /// shortened to year and month or to the year. None where there is no year.
    pub fn parse(text: &str) -> Option<Date> {
        let mut fields = text.trim().splitn(3, ['.', '-', '/']);
        let number = |field: &str, most: u16| {
            let is_number = !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit());
            field.parse().ok().filter(|number| is_number && (1..=most).contains(number))
        };
        let year = fields.next().filter(|field| field.len() == 4).and_then(|field| number(field, 9999))?;
        let mut part =
            |most| fields.next().and_then(|field| number(field, most)).and_then(|number| u8::try_from(number).ok());
        let (month, day) = (part(12), part(31));
        Some(Date { year, month, day: day.filter(|_| month.is_some()) })
    }

    /// The earliest and the latest day that it may be, as comparable numbers.
    pub fn bounds(self) -> (u32, u32) {
        let number = |month: u8, day: u8| u32::from(self.year) * 10_000 + u32::from(month) * 100 + u32::from(day);
        match (self.month, self.day) {
            (None, _) => (number(1, 1), number(12, 31)),
            (Some(month), None) => (number(month, 1), number(month, 31)),
            (Some(month), Some(day)) => (number(month, day), number(month, day)),
        }
    }
}

/// Prints `2024.05.31`, or as much as is known: `2024.05`, `2024`.
impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        self.month.map_or(Ok(()), |month| write!(f, ".{month:02}"))?;
        self.day.map_or(Ok(()), |day| write!(f, ".{day:02}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(Date::parse(text).map_or("none".to_owned(), |date| date.to_string()), expected, "{text}");
    }

    #[test]
    fn dates() {
        check("2024.05.31", "2024.05.31");
        check("2014.2.23", "2014.02.23");
        check("2024-05-31", "2024.05.31");
        check("1993.??.??", "1993");
        check("1993.??.12", "1993");
        check("1993.04.??", "1993.04");
        check("2024.13.01", "2024");
        check("2024", "2024");
        for text in ["????.??.??", "04/29/2014 02:27PM", "", "?", "20240531", "+024.01.01"] {
            check(text, "none");
        }
        assert_eq!(Date::parse("1993").unwrap().bounds(), (19_930_101, 19_931_231));
    }
}
