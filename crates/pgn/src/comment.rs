//! Commands in comments, such as `[%clk 0:03:00]`: where they are and what times they tell.
//!
//! Source: PGNX-1 to PGNX-7. Accepted beyond it: line ends in place of blanks and within values, where a program
//! wrapped its lines; times without hours, or in plain seconds.

use crate::{
    event::{EventKind, FaultKind},
    game::Game,
    location::Span,
    replay::Replay,
};

/// A command in a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Command {
    /// From `[` to `]`, or to the end of the comment.
    pub span: Span,
    /// The name behind `[%`.
    pub name: Span,
    /// What follows the name and the blank behind it, other blanks included.
    pub operands: Span,
    /// Whether there is a `]`.
    pub is_closed: bool,
}

/// A time told by a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time {
    /// The time.
    pub milliseconds: i64,
    /// Whether minutes and seconds are below 60 where a larger unit stands before them.
    pub is_in_range: bool,
}

/// What a clock showed after a move of the main line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The value.
    pub span: Span,
    /// Half-moves before it, from 1.
    pub n_plies: u32,
    /// The time left.
    pub milliseconds: i64,
}

/// The commands in the comments of a game, in their order.
pub fn commands<'g>(game: &'g Game<'_>) -> impl Iterator<Item = Command> + 'g {
    let comments = game.events.iter().filter(|event| event.kind == EventKind::Comment);
    comments.flat_map(|event| commands_in(game, event.span))
}

/// The comments with a `{` in them in which moves may have been lost, as one was not closed: where a move cannot be
/// played or a move number is wrong, and at the end of any game. Comments do not nest (PGN-5).
pub fn left_open<'g>(game: &'g Game<'_>, replay: Option<&Replay>) -> impl Iterator<Item = Span> + 'g {
    let is_in_doubt = replay.is_none_or(|replay| replay.is_stopped || replay.has_wrong_number);
    // Moves lost before the last comment of a game leave nothing that contradicts them.
    let first = if is_in_doubt { 0 } else { game.n_played.saturating_sub(1) };
    let has_stray_brace = game.faults.iter().any(|fault| fault.kind == FaultKind::StrayBrace);
    let events = if has_stray_brace { &[] } else { &game.events[first..] };
    let comments = events.iter().filter(|event| event.kind == EventKind::Comment).map(|event| event.span);
    comments.filter(|&comment| {
        // A brace further on in an unclosed comment is told with it.
        let text = game.text(comment);
        text.ends_with(b"}") && memchr::memchr(b'{', &text[1..]).is_some()
    })
}

/// The clocks of the main line: the commands `clk` behind its moves.
pub fn clocks(game: &Game<'_>) -> Vec<Clock> {
    let (mut depth, mut n_plies) = (0_u32, 0);
    let mut clocks = Vec::new();
    for event in &game.events[..game.n_played] {
        match event.kind {
            EventKind::BeginVariation => depth += 1,
            EventKind::EndVariation => depth -= 1,
            EventKind::San(_) | EventKind::UnreadableMove if depth == 0 => n_plies += 1,
            EventKind::Comment if depth == 0 && n_plies > 0 => {
                let is_clock = |command: &Command| game.text(command.name) == b"clk";
                let clock = |command: Command| {
                    let milliseconds = command.time(game)?.milliseconds;
                    Some(Clock { span: command.operands, n_plies, milliseconds })
                };
                clocks.extend(commands_in(game, event.span).filter(is_clock).filter_map(clock));
            }
            _ => {}
        }
    }
    clocks
}

fn commands_in<'g>(game: &'g Game<'_>, comment: Span) -> impl Iterator<Item = Command> + 'g {
    let end = comment.end as usize - usize::from(game.text(comment).ends_with(b"}"));
    let bytes = &game.bytes[..end];
    let mut at = comment.start as usize + 1;
    std::iter::from_fn(move || {
        let start = at + bytes.get(at..)?.windows(2).position(|pair| pair == b"[%")?;
        let name_start = start + 2;
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let name_end = name_start + bytes[name_start..].iter().take_while(|&byte| is_name(byte)).count();
        let close = memchr::memchr(b']', &bytes[name_end..]).map(|close| name_end + close);
        at = close.map_or(end, |close| close + 1);
        let has_blank = bytes.get(name_end).is_some_and(u8::is_ascii_whitespace);
        Some(Command {
            span: Span::new(start, at),
            name: Span::new(name_start, name_end),
            operands: Span::new(name_end + usize::from(has_blank), close.unwrap_or(end)),
            is_closed: close.is_some(),
        })
    })
}

impl Command {
    /// The value without blanks.
    fn value(&self, game: &Game<'_>) -> String {
        game.decoded(self.operands).chars().filter(|symbol| !symbol.is_whitespace()).collect()
    }

    /// The time that the command tells, when it is one that does.
    pub fn time(&self, game: &Game<'_>) -> Option<Time> {
        let is_time = matches!(game.text(self.name), b"clk" | b"egt" | b"emt" | b"mct");
        (is_time && self.is_closed).then(|| Time::parse(&self.value(game)))?
    }

    /// Whether the value has the shape that the name asks for; true for unknown names.
    pub fn is_well_formed(&self, game: &Game<'_>) -> bool {
        let value = self.value(game);
        let is_square = |text: &[u8]| matches!(text, [b'a'..=b'h', b'1'..=b'8']);
        let is_marks = |length: usize| {
            value.split(',').filter(|mark| !mark.is_empty()).all(|mark| match mark.as_bytes() {
                [b'A'..=b'Z', squares @ ..] => squares.len() == length && squares.chunks(2).all(is_square),
                _ => false,
            })
        };
        match game.text(self.name) {
            b"clk" | b"egt" | b"emt" | b"mct" => Time::parse(&value).is_some(),
            b"eval" => value.split(',').all(|number| {
                let digits = number.trim_start_matches(['+', '-', '#']);
                digits.starts_with(|symbol: char| symbol.is_ascii_digit() || symbol == '.')
                    && digits.parse::<f64>().is_ok()
            }),
            b"csl" => is_marks(2),
            b"cal" => is_marks(4),
            _ => true,
        }
    }
}

impl Time {
    /// Reads `h:mm:ss`, `mm:ss` or seconds, each with a fraction or without, and with a sign or without.
    pub fn parse(text: &str) -> Option<Time> {
        let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
        let (whole, fraction) = digits.split_once(['.', ',']).unwrap_or((digits, "0"));
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let parts: Vec<_> = whole.split(':').collect();
        if parts.len() > 3 || !parts.iter().all(|part| is_number(part)) || !is_number(fraction) {
            return None;
        }
        let numbers = parts.iter().map(|part| part.parse::<i64>().ok().filter(|&number| number < 1 << 40));
        let numbers = numbers.collect::<Option<Vec<_>>>()?;
        let seconds = numbers.iter().fold(0_i64, |sum, number| sum * 60 + number);
        let thousandths = format!("{fraction:0<3}")[..3].parse::<i64>().ok()?;
        Some(Time {
            milliseconds: sign * (seconds * 1000 + thousandths),
            is_in_range: numbers[1..].iter().all(|&number| number < 60),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<(i64, bool)>) {
        let found = Time::parse(text).map(|time| (time.milliseconds, time.is_in_range));
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn times() {
        check("0:03:00", Some((180_000, true)));
        check("71:58:35.25", Some((259_115_250, true)));
        check("2.25", Some((2250, true)));
        check("90", Some((90_000, true)));
        check("0:75:00", Some((4_500_000, false)));
        check("-0:00:03", Some((-3000, true)));
        for text in ["", "0:", "1:2:3:4", "0.03.00", "five", "0:03:0x", "99999999999999999999"] {
            check(text, None);
        }
    }
}
