//! [`Filter`], which games are meant: a small language of comparisons.
//!
//! ```text
//! filter     = term { "or" term }
//! term       = factor { "and" factor }
//! factor     = "not" factor | "(" filter ")" | comparison
//! comparison = field operator value { "," value }
//! operator   = "=" | "!=" | "<" | "<=" | ">" | ">=" | "~" | "!~"
//! value      = word | '"' any text '"' | value ".." value
//! ```
//!
//! Several values mean any of them. A game that does not have the value of a field meets no comparison of it, not even
//! `!=`; `not` turns that around. A field that stands for both sides is met if one side meets it, and its `!=` if no
//! side has the value.

use std::{fmt, ops::Range};

use pgn960_core::{CastlingSide, Spn, Start, spn::parse_back_rank};
use pgn960_pgn::tags::TagName;
use shakmaty::Color;

use crate::{
    dimension::{METHODS, dfrc_number, pattern_number, start_number},
    facts::{Date, Ending, Facts, GameResult, Pattern, Termination, TimeClass, Wanted},
    summary::StartKind,
};

/// Which games are meant.
#[derive(Clone, Debug)]
pub struct Filter(Node);

/// Why a text is no filter.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct FilterError {
    /// The bytes at fault; empty at the end of the text.
    pub span: Range<usize>,
    /// What is wrong with them.
    pub message: String,
}

#[derive(Clone, Debug)]
enum Node {
    Any(Vec<Node>),
    All(Vec<Node>),
    Not(Box<Node>),
    Comparison(Comparison),
}

/// A field, what is asked of it, and the values as they were given.
#[derive(Clone, Debug)]
struct Comparison {
    field: &'static Field,
    operator: Operator,
    values: Vec<String>,
    /// The same values, understood. A text has none.
    ranges: Vec<(u32, u32)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Contains,
    ContainsNot,
}

/// The longer ones first, as they are looked for in this order.
const OPERATORS: [(&str, Operator); 8] = [
    ("!=", Operator::Unequal),
    ("!~", Operator::ContainsNot),
    ("<=", Operator::AtMost),
    (">=", Operator::AtLeast),
    ("=", Operator::Equal),
    ("<", Operator::Less),
    (">", Operator::Greater),
    ("~", Operator::Contains),
];

/// Something that can be asked of a game.
#[derive(Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// What it is and which values it has.
    pub about: &'static str,
    tags: &'static [TagName],
    value: Get,
}

/// How a field is read; one value, or one of each side.
#[derive(Clone, Copy, Debug)]
enum Get {
    /// A number.
    Number(fn(&Facts) -> [Option<u32>; 2]),
    /// A date, in days as [`Date::bounds`] counts them.
    Date(fn(&Facts) -> Option<Date>),
    /// One of some words, by its place among them.
    Word(fn() -> Vec<&'static str>, fn(&Facts) -> [Option<u32>; 2]),
    /// A start position, as tables number it, but for the classical array, which is one position in games of any kind.
    Start,
    /// A pattern of king and rooks, as tables number it.
    Pattern,
    /// A text, compared without regard to case.
    Text(for<'a> fn(&'a Facts) -> [Option<&'a str>; 2]),
}

/// One value for the game.
fn one(value: Option<u32>) -> [Option<u32>; 2] {
    [value, None]
}

/// One value for each side.
fn each(value: impl FnMut(Color) -> Option<u32>) -> [Option<u32>; 2] {
    [Color::White, Color::Black].map(value)
}

fn castling_words() -> Vec<&'static str> {
    vec![CastlingSide::ASide.san(), CastlingSide::HSide.san(), "none"]
}

/// The place of what a side did among [`castling_words`]; of a game that breaks off nobody knows that it did not.
fn castling(facts: &Facts, color: Color) -> Option<u32> {
    match facts.castling[color].side() {
        Some(CastlingSide::ASide) => Some(0),
        Some(CastlingSide::HSide) => Some(1),
        None => facts.is_played().then_some(2),
    }
}

const RIGHTS: [&str; 4] = ["castled", "kept", "lost", "never"];

fn right(facts: &Facts, color: Color) -> Option<u32> {
    let name = facts.castling[color].name();
    let is_known = facts.is_played() || matches!(name, "castled" | "lost");
    RIGHTS.iter().position(|&word| word == name && is_known).map(|index| index as u32)
}

fn rating(facts: &Facts, color: Color) -> Option<u32> {
    facts.players[color].rating.map(u32::from)
}

fn truth(is_true: bool) -> [Option<u32>; 2] {
    one(Some(u32::from(is_true)))
}

const NO_YES: fn() -> Vec<&'static str> = || vec!["no", "yes"];

const RESULTS: [GameResult; 5] =
    [GameResult::WhiteWins, GameResult::Draw, GameResult::BlackWins, GameResult::BothLose, GameResult::Open];

/// What can be asked, in the order of the help.
pub const FIELDS: &[Field] = &[
    Field {
        name: "kind",
        about: "kind of start: standard, chess960, dfrc, shuffle, other, unknown, skipped",
        tags: &[],
        value: Get::Word(
            || StartKind::ALL.iter().map(|kind| kind.name()).collect(),
            |facts| one(Some(facts.kind() as u32)),
        ),
    },
    Field {
        name: "start",
        about: "start position: 0 to 959 or eight letters; of a DFRC game: white:black",
        tags: &[],
        value: Get::Start,
    },
    Field {
        name: "pattern",
        about: "where king and rooks of both sides start: R...K..R",
        tags: &[],
        value: Get::Pattern,
    },
    Field {
        name: "variant",
        about: "Variant tag",
        tags: &[TagName::Variant],
        value: Get::Text(|facts| [facts.variant.as_deref(), None]),
    },
    Field {
        name: "rating",
        about: "mean of both ratings",
        tags: &[TagName::WhiteElo, TagName::BlackElo],
        value: Get::Number(|facts| one(facts.mean_rating().map(u32::from))),
    },
    Field {
        name: "white-rating",
        about: "White's rating",
        tags: &[TagName::WhiteElo],
        value: Get::Number(|facts| one(rating(facts, Color::White))),
    },
    Field {
        name: "black-rating",
        about: "Black's rating",
        tags: &[TagName::BlackElo],
        value: Get::Number(|facts| one(rating(facts, Color::Black))),
    },
    Field {
        name: "rating-gap",
        about: "how far the ratings lie apart",
        tags: &[TagName::WhiteElo, TagName::BlackElo],
        value: Get::Number(|facts| {
            one(rating(facts, Color::White)
                .zip(rating(facts, Color::Black))
                .map(|(white, black)| white.abs_diff(black)))
        }),
    },
    Field {
        name: "date",
        about: "date: 2024, 2024.05 or 2024.05.31",
        tags: &[TagName::Date, TagName::UtcDate],
        value: Get::Date(|facts| facts.date),
    },
    Field {
        name: "time-class",
        about: "ultrabullet, bullet, blitz, rapid, classical, correspondence",
        tags: &[TagName::TimeControl],
        value: Get::Word(
            || TimeClass::ALL.iter().map(|class| class.name()).collect(),
            |facts| one(facts.time_control.map(|control| control.class() as u32)),
        ),
    },
    Field {
        name: "player",
        about: "White's or Black's name",
        tags: &[TagName::White, TagName::Black],
        value: Get::Text(|facts| [facts.players.white.name.as_deref(), facts.players.black.name.as_deref()]),
    },
    Field {
        name: "white",
        about: "White's name",
        tags: &[TagName::White],
        value: Get::Text(|facts| [facts.players.white.name.as_deref(), None]),
    },
    Field {
        name: "black",
        about: "Black's name",
        tags: &[TagName::Black],
        value: Get::Text(|facts| [facts.players.black.name.as_deref(), None]),
    },
    Field {
        name: "title",
        about: "White's or Black's title",
        tags: &[TagName::WhiteTitle, TagName::BlackTitle],
        value: Get::Text(|facts| [facts.players.white.title.as_deref(), facts.players.black.title.as_deref()]),
    },
    Field {
        name: "event",
        about: "Event tag",
        tags: &[TagName::Event],
        value: Get::Text(|facts| [facts.event.as_deref(), None]),
    },
    Field {
        name: "site",
        about: "Site tag",
        tags: &[TagName::Site],
        value: Get::Text(|facts| [facts.site.as_deref(), None]),
    },
    Field {
        name: "round",
        about: "Round tag",
        tags: &[TagName::Round],
        value: Get::Text(|facts| [facts.round.as_deref(), None]),
    },
    Field {
        name: "eco",
        about: "ECO tag of a game from the classical array",
        tags: &[TagName::Eco],
        value: Get::Text(|facts| [facts.eco.as_deref(), None]),
    },
    Field {
        name: "plies",
        about: "legal half-moves",
        tags: &[],
        value: Get::Number(|facts| one(Some(facts.n_legal_plies))),
    },
    Field {
        name: "result",
        about: "1-0, 1/2-1/2, 0-1, 0-0, *",
        tags: &[],
        value: Get::Word(
            || RESULTS.iter().map(|result| result.text()).collect(),
            |facts| one(Some(facts.result() as u32)),
        ),
    },
    Field {
        name: "ending",
        about: "how the board ended the game: mate, stalemate, dead-position, fivefold-repetition, 75-moves",
        tags: &[],
        value: Get::Word(
            || Ending::ALL.iter().map(|ending| ending.name()).collect(),
            |facts| one(facts.ending.map(|ending| ending as u32)),
        ),
    },
    Field {
        name: "termination",
        about: "Termination tag: time-forfeit, abandoned, adjudication, death, emergency, rules-infraction, \
                unterminated, normal, other",
        tags: &[TagName::Termination],
        value: Get::Word(
            || Termination::ALL.iter().map(|termination| termination.name()).collect(),
            |facts| one(facts.termination.map(|termination| termination as u32)),
        ),
    },
    Field {
        name: "faulty",
        about: "yes if the game cannot be played to its end, else no",
        tags: &[],
        value: Get::Word(NO_YES, |facts| truth(facts.is_faulty())),
    },
    Field {
        name: "castling",
        about: "where a side castles: O-O, O-O-O, none",
        tags: &[],
        value: Get::Word(castling_words, |facts| each(|color| castling(facts, color))),
    },
    Field {
        name: "white-castling",
        about: "where White castles",
        tags: &[],
        value: Get::Word(castling_words, |facts| one(castling(facts, Color::White))),
    },
    Field {
        name: "black-castling",
        about: "where Black castles",
        tags: &[],
        value: Get::Word(castling_words, |facts| one(castling(facts, Color::Black))),
    },
    Field {
        name: "castling-ply",
        about: "half-move with which a side castles",
        tags: &[],
        value: Get::Number(|facts| each(|color| facts.castling[color].ply())),
    },
    Field {
        name: "method",
        about: "how a side castles: double-move, transposition, king-only, rook-only",
        tags: &[],
        value: Get::Word(
            || METHODS.iter().map(|method| method.name()).collect(),
            |facts| each(|color| facts.castling[color].method().map(|method| method as u32)),
        ),
    },
    Field {
        name: "white-right",
        about: "White's right to castle: castled, kept, lost, never",
        tags: &[],
        value: Get::Word(|| RIGHTS.to_vec(), |facts| one(right(facts, Color::White))),
    },
    Field {
        name: "black-right",
        about: "Black's right to castle",
        tags: &[],
        value: Get::Word(|| RIGHTS.to_vec(), |facts| one(right(facts, Color::Black))),
    },
    Field {
        name: "castling-at-once",
        about: "yes if a side may castle with its first move, else no",
        tags: &[],
        value: Get::Word(NO_YES, |facts| {
            let sides = || Color::ALL.into_iter().flat_map(|color| CastlingSide::ALL.map(|side| (color, side)));
            truth(sides().any(|(color, side)| facts.may_castle_at_once(color, side)))
        }),
    },
];

impl Filter {
    /// Reads a filter.
    ///
    /// # Errors
    ///
    /// At the first word that does not belong.
    pub fn parse(text: &str) -> Result<Filter, FilterError> {
        let mut reader = Reader { text, at: 0 };
        let node = reader.filter(0)?;
        match reader.peek() {
            None => Ok(Filter(node)),
            Some(_) => Err(reader.error_here("expected `and`, `or` or the end")),
        }
    }

    /// Whether a game is meant.
    pub fn matches(&self, facts: &Facts) -> bool {
        self.0.matches(facts)
    }

    /// The tags that it looks at.
    pub fn wanted(&self) -> Wanted {
        self.0.wanted()
    }
}

impl Node {
    fn matches(&self, facts: &Facts) -> bool {
        match self {
            Node::Any(nodes) => nodes.iter().any(|node| node.matches(facts)),
            Node::All(nodes) => nodes.iter().all(|node| node.matches(facts)),
            Node::Not(node) => !node.matches(facts),
            Node::Comparison(comparison) => comparison.matches(facts),
        }
    }

    fn wanted(&self) -> Wanted {
        match self {
            Node::Any(nodes) | Node::All(nodes) => {
                nodes.iter().fold(Wanted::default(), |wanted, node| wanted.and(node.wanted()))
            }
            Node::Not(node) => node.wanted(),
            Node::Comparison(comparison) => Wanted::of(comparison.field.tags),
        }
    }
}

impl Comparison {
    fn matches(&self, facts: &Facts) -> bool {
        match self.field.value {
            Get::Number(get) | Get::Word(_, get) => self.meets(get(facts).map(|value| Some((value?, value?)))),
            Get::Date(get) => self.meets([get(facts).map(Date::bounds), None]),
            Get::Start => {
                // Who wants the classical array of one kind of game asks for the kind as well.
                let number = match facts.start() {
                    Some(Start::Standard) => Spn::STANDARD.get().into(),
                    _ => start_number(facts),
                };
                self.meets([Some((number, number)), None])
            }
            Get::Pattern => self.meets([pattern_number(facts).map(|number| (number, number)), None]),
            Get::Text(get) => {
                let equals = |text: &str, value: &String| text.to_lowercase() == *value;
                let contains = |text: &str, value: &String| text.to_lowercase().contains(value.as_str());
                let is_met = |test: fn(&str, &String) -> bool| {
                    get(facts).into_iter().flatten().any(|text| self.values.iter().any(|value| test(text, value)))
                };
                let is_known = get(facts).iter().any(Option::is_some);
                match self.operator {
                    Operator::Equal => is_met(equals),
                    Operator::Contains => is_met(contains),
                    Operator::Unequal => is_known && !is_met(equals),
                    _ => is_known && !is_met(contains),
                }
            }
        }
    }

    /// Whether one of the values, each known within bounds, meets the comparison for certain.
    fn meets(&self, values: [Option<(u32, u32)>; 2]) -> bool {
        let mut known = values.into_iter().flatten();
        let is_within = |(low, high): (u32, u32)| self.ranges.iter().any(|&(least, most)| least <= low && high <= most);
        match self.operator {
            Operator::Unequal => {
                let is_apart = |(low, high)| self.ranges.iter().all(|&(least, most)| high < least || most < low);
                known.clone().next().is_some() && known.all(is_apart)
            }
            Operator::Less => known.any(|(_, high)| self.ranges.iter().any(|&(least, _)| high < least)),
            Operator::AtMost => known.any(|(_, high)| self.ranges.iter().any(|&(_, most)| high <= most)),
            Operator::Greater => known.any(|(low, _)| self.ranges.iter().any(|&(_, most)| low > most)),
            Operator::AtLeast => known.any(|(low, _)| self.ranges.iter().any(|&(least, _)| low >= least)),
            _ => known.any(is_within),
        }
    }
}

/// Parentheses and `not` may nest so deep.
const DEEPEST: usize = 100;

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    /// What stands next, blanks passed over.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }

    /// A bare word, if one stands next.
    fn word(&mut self) -> Option<(&'a str, Range<usize>)> {
        self.peek();
        let rest = &self.text[self.at..];
        let is_end = |symbol: char| symbol.is_whitespace() || "()=!<>~,\"".contains(symbol);
        let length = rest.find(is_end).unwrap_or(rest.len());
        let span = self.at..self.at + length;
        self.at = span.end;
        (length > 0).then(|| (&self.text[span.clone()], span))
    }

    /// Takes a keyword, if it stands next.
    fn take(&mut self, keyword: &str) -> bool {
        let at = self.at;
        let is_it = self.word().is_some_and(|(word, _)| word.eq_ignore_ascii_case(keyword));
        if !is_it {
            self.at = at;
        }
        is_it
    }

    fn error_here(&mut self, message: &str) -> FilterError {
        self.peek();
        let at = self.at;
        let (start, end) = match self.word() {
            Some((_, span)) => (span.start, span.end),
            None => (at, at + self.text[at..].chars().next().map_or(0, char::len_utf8)),
        };
        FilterError { span: start..end, message: message.to_owned() }
    }

    fn filter(&mut self, depth: usize) -> Result<Node, FilterError> {
        let mut nodes = vec![self.term(depth)?];
        while self.take("or") {
            nodes.push(self.term(depth)?);
        }
        Ok(if nodes.len() == 1 { nodes.remove(0) } else { Node::Any(nodes) })
    }

    fn term(&mut self, depth: usize) -> Result<Node, FilterError> {
        let mut nodes = vec![self.factor(depth)?];
        while self.take("and") {
            nodes.push(self.factor(depth)?);
        }
        Ok(if nodes.len() == 1 { nodes.remove(0) } else { Node::All(nodes) })
    }

    fn factor(&mut self, depth: usize) -> Result<Node, FilterError> {
        if depth > DEEPEST {
            return Err(self.error_here("this is nested too deep"));
        }
        if self.peek() == Some('(') {
            self.at += 1;
            let node = self.filter(depth + 1)?;
            if self.peek() != Some(')') {
                return Err(self.error_here("expected `and`, `or` or `)`"));
            }
            self.at += 1;
            return Ok(node);
        }
        if self.take("not") {
            return Ok(Node::Not(Box::new(self.factor(depth + 1)?)));
        }
        self.comparison().map(Node::Comparison)
    }

    fn comparison(&mut self) -> Result<Comparison, FilterError> {
        let Some((name, span)) = self.word() else { return Err(self.error_here("expected the name of a field")) };
        let field = FIELDS.iter().find(|field| field.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
            let names: Vec<_> = FIELDS.iter().map(|field| field.name).collect();
            FilterError { span, message: format!("unknown field `{name}`; the fields are {}", names.join(", ")) }
        })?;
        self.peek();
        let operator_at = self.at;
        let Some(&(sign, operator)) = OPERATORS.iter().find(|(sign, _)| self.text[self.at..].starts_with(sign)) else {
            return Err(self.error_here("expected one of `=`, `!=`, `<`, `<=`, `>`, `>=`, `~`, `!~`"));
        };
        self.at += sign.len();
        let is_allowed = match field.value {
            Get::Number(_) | Get::Date(_) => !matches!(operator, Operator::Contains | Operator::ContainsNot),
            Get::Word(..) | Get::Start | Get::Pattern => matches!(operator, Operator::Equal | Operator::Unequal),
            Get::Text(_) => {
                !matches!(operator, Operator::Less | Operator::AtMost | Operator::Greater | Operator::AtLeast)
            }
        };
        if !is_allowed {
            let message = format!("`{}` cannot be compared by `{sign}`", field.name);
            return Err(FilterError { span: operator_at..self.at, message });
        }
        let mut comparison = Comparison { field, operator, values: Vec::new(), ranges: Vec::new() };
        loop {
            self.value(&mut comparison)?;
            if self.peek() != Some(',') {
                return Ok(comparison);
            }
            self.at += 1;
        }
    }

    fn value(&mut self, comparison: &mut Comparison) -> Result<(), FilterError> {
        let (value, span) = if self.peek() == Some('"') {
            let start = self.at;
            let length = self.text[start + 1..].find('"').ok_or_else(|| FilterError {
                span: start..self.text.len(),
                message: "this text has no closing `\"`".to_owned(),
            })?;
            self.at = start + length + 2;
            (&self.text[start + 1..self.at - 1], start..self.at)
        } else {
            self.word().ok_or_else(|| self.error_here("expected a value"))?
        };
        match range_of(comparison.field, value) {
            Ok(range) => comparison.ranges.extend(range),
            Err(message) => return Err(FilterError { span, message }),
        }
        comparison.values.push(match comparison.field.value {
            Get::Pattern => value.to_uppercase(),
            _ => value.to_lowercase(),
        });
        Ok(())
    }
}

/// What a value means to a field; nothing for a text, which means itself.
fn range_of(field: &Field, value: &str) -> Result<Option<(u32, u32)>, String> {
    let bounds = |read: &dyn Fn(&str) -> Option<(u32, u32)>, expected: &str| {
        let (from, to) = value.split_once("..").unwrap_or((value, value));
        match (read(from), read(to)) {
            (Some((least, _)), Some((_, most))) if least <= most => Ok(Some((least, most))),
            (Some(_), Some(_)) => Err(format!("`{value}` ends before it begins")),
            _ => Err(format!("`{value}` is not {expected}")),
        }
    };
    let single = |number: Option<u32>, expected: &str| match number {
        Some(number) => Ok(Some((number, number))),
        None => Err(format!("`{value}` is not {expected}")),
    };
    match field.value {
        Get::Number(_) => bounds(
            &|text| text.parse().ok().map(|number: u32| (number, number)),
            "a number, nor a range such as `2000..2400`",
        ),
        Get::Date(_) => bounds(&|text| strict_date(text).map(Date::bounds), "a date such as `2024.05`"),
        Get::Word(words, _) => {
            let words = words();
            let index = words.iter().position(|word| word.eq_ignore_ascii_case(value)).map(|index| index as u32);
            single(index, &format!("one of {}", words.join(", ")))
        }
        Get::Start => single(start_of(value), "a start position: 0 to 959, eight letters, or `white:black`"),
        Get::Pattern => single(
            Pattern::parse(value)
                .and_then(|wanted| Pattern::all().position(|pattern| pattern == wanted))
                .map(|index| index as u32),
            "a pattern such as `R...K..R`",
        ),
        Get::Text(_) => Ok(None),
    }
}

/// A date of which every part that is written is known.
fn strict_date(text: &str) -> Option<Date> {
    let n_parts = text.split(['.', '-', '/']).count();
    Date::parse(text).filter(|date| n_parts == 1 + usize::from(date.month.is_some()) + usize::from(date.day.is_some()))
}

fn start_of(text: &str) -> Option<u32> {
    let spn = |text: &str| match text.parse::<u16>() {
        Ok(number) => Spn::new(number),
        Err(_) => parse_back_rank(text).and_then(|back_rank| Spn::from_back_rank(&back_rank)),
    };
    match text.split_once(':') {
        None => spn(text).map(|spn| spn.get().into()),
        Some((white, black)) => {
            let (white, black) = (spn(white)?, spn(black)?);
            Some(if white == black { white.get().into() } else { dfrc_number(white, black) })
        }
    }
}

/// Prints the filter in one spelling: names and values in lower case, values in quotes, parentheses where needed.
impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, nodes: &[Node], word: &str| {
            for (index, node) in nodes.iter().enumerate() {
                let before = if index > 0 { word } else { "" };
                match node {
                    Node::Any(_) | Node::All(_) => write!(f, "{before}({node})")?,
                    _ => write!(f, "{before}{node}")?,
                }
            }
            Ok(())
        };
        match self {
            Node::Any(nodes) => list(f, nodes, " or "),
            Node::All(nodes) => list(f, nodes, " and "),
            Node::Not(node) => write!(f, "not ({node})"),
            Node::Comparison(Comparison { field, operator, values, .. }) => {
                let sign = OPERATORS.iter().find(|(_, other)| other == operator).map_or("", |(sign, _)| sign);
                let values: Vec<_> = values.iter().map(|value| format!("\"{value}\"")).collect();
                write!(f, "{}{sign}{}", field.name, values.join(","))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Gatherer;
    use pgn960_pgn::parse::Parser;

    const GAME: &str = concat!(
        "[Event \"Summer Open\"]\n[Date \"2024.05.??\"]\n[White \"Ana\"]\n[Black \"Ben\"]\n[WhiteElo \"2500\"]\n",
        "[BlackElo \"2401\"]\n[Result \"1-0\"]\n[TimeControl \"180+2\"]\n[Variant \"Chess960\"]\n",
        "[FEN \"nqbnrkrb/pppppppp/8/8/8/8/PPPPPPPP/NQBNRKRB w KQkq - 0 1\"]\n\n1. O-O d5 2. d4 1-0\n"
    );

    fn facts() -> Facts {
        facts_of(GAME)
    }

    fn facts_of(text: &str) -> Facts {
        let mut found = None;
        Parser::default().parse_slice(text.as_bytes(), |_, game| {
            found = Some(Gatherer::new(Wanted::ALL).facts_of(game));
        });
        found.expect("a game")
    }

    #[track_caller]
    fn check(text: &str, expected: bool) {
        let filter = Filter::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(filter.matches(&facts()), expected, "{text}");
        let again = Filter::parse(&filter.to_string()).unwrap_or_else(|error| panic!("{filter}: {error}"));
        assert_eq!(again.to_string(), filter.to_string());
        assert_eq!(again.matches(&facts()), expected, "{filter}");
    }

    #[test]
    fn comparisons() {
        check("rating>=2450", true);
        check("rating=2400..2449", false);
        check("white-rating = 2500 and black-rating<2402", true);
        check("rating-gap=99", true);
        check("kind=chess960", true);
        check("start=NQBNRKRB", true);
        check("start != nqbnrkrb", false);
        check("start=1,2,3", false);
        check("pattern=....rkr.", true);
        check("time-class=blitz,bullet", true);
        check("event=\"summer open\"", true);
        check("event~summer", true);
        check("event!~winter", true);
        check("player=ben", true);
        check("player!=ben", false);
        check("white=ben", false);
        check("plies=3", true);
        check("result=1-0", true);
        check("castling=O-O", true);
        check("white-castling=O-O and black-castling=none", true);
        check("castling!=O-O", false);
        check("castling-ply<=1", true);
        check("method=transposition", true);
        check("white-right=castled and black-right=kept", true);
        check("castling-at-once=yes", true);
        check("faulty=no", true);
        check("variant=chess960", true);
    }

    #[test]
    fn the_classical_array_is_one_start_in_games_of_both_kinds() {
        let tags = "[Variant \"Chess960\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n";
        let chess960 = facts_of(&format!("{tags}\n1. e4 e5 1-0\n"));
        for variant in ["[Variant \"Standard\"]\n", "[Event \"x\"]\n"] {
            let standard = facts_of(&format!("{variant}\n1. e4 e5 1-0\n"));
            for (text, expected) in [
                ("start=518", [true, true]),
                ("start=17,518", [true, true]),
                ("start=rnbqkbnr", [true, true]),
                ("start=518:518", [true, true]),
                ("start!=518", [false, false]),
                ("start=517", [false, false]),
                ("start=518 and kind=chess960", [true, false]),
                ("start=518 and kind=standard", [false, true]),
            ] {
                let filter = Filter::parse(text).expect("a filter");
                assert_eq!([filter.matches(&chess960), filter.matches(&standard)], expected, "{text}");
            }
        }
    }

    #[test]
    fn dates_that_are_known_in_part() {
        check("date=2024", true);
        check("date=2024.05", true);
        check("date=2024.05.01", false);
        check("date>=2024.05", true);
        check("date>=2024.05.02", false);
        check("date<2024.06", true);
        check("date=2020..2023", false);
        check("date=2023.12..2024.05", true);
    }

    #[test]
    fn what_is_not_known_meets_nothing() {
        check("ending=mate", false);
        check("ending!=mate", false);
        check("not ending=mate", true);
        check("title=GM", false);
    }

    #[test]
    fn words_between_comparisons() {
        check("plies=4 or plies=3 and rating>2000", true);
        check("(plies=3 or plies=4) and rating>3000", false);
        check("not (plies=4) AND NOT plies=5", true);
    }

    #[track_caller]
    fn check_error(text: &str, span: Range<usize>, start_of_message: &str) {
        let error = Filter::parse(text).expect_err("a faulty filter");
        assert_eq!(error.span, span, "{text}: {error}");
        assert!(error.message.starts_with(start_of_message), "{text}: {error}");
    }

    #[test]
    fn errors_have_a_place() {
        check_error("", 0..0, "expected the name of a field");
        check_error("ratng>2", 0..5, "unknown field `ratng`");
        check_error("rating", 6..6, "expected one of `=`");
        check_error("rating~2", 6..7, "`rating` cannot be compared by `~`");
        check_error("rating>", 7..7, "expected a value");
        check_error("rating>high", 7..11, "`high` is not a number");
        check_error("plies=9..3", 6..10, "`9..3` ends before it begins");
        check_error("plies=3 plies=4", 8..13, "expected `and`, `or` or the end");
        check_error("(plies=3", 8..8, "expected `and`, `or` or `)`");
        check_error("event=\"open", 6..11, "this text has no closing");
        check_error("start=960", 6..9, "`960` is not a start position");
        check_error("kind=chess", 5..10, "`chess` is not one of standard");
        check_error("date=2024.13", 5..12, "`2024.13` is not a date");
        check_error(&"(".repeat(1000), 101..102, "this is nested too deep");
    }
}
