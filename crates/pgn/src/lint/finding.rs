//! [`Finding`], a fault with its place in a game, and [`Report`], with which a rule makes it.

use std::collections::BTreeMap;

use pgn960_core::{Position, castling::Obstacle};
use shakmaty::Bitboard;

use crate::{
    game::Game,
    lint::{
        diagnose::Site,
        rule::{Rule, Severity},
        select::ActiveRule,
    },
    location::Span,
    replay::{Ply, Replay, Stop, alternatives::Alternative},
};

/// A fault in a game.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The rule that found it.
    pub rule: &'static Rule,
    /// How bad it is.
    pub severity: Severity,
    /// The smallest span that shows it.
    pub span: Span,
    /// What is wrong: lower case, no final period.
    pub message: String,
    /// What may have been meant.
    pub hint: Option<String>,
    /// A change that mends it.
    pub fix: Option<Fix>,
    /// The move that it is about.
    pub context: Option<Box<MoveContext>>,
}

/// The move that a finding is about.
#[derive(Clone, Debug)]
pub struct MoveContext {
    /// Half-move of the game, from 1.
    pub ply: u32,
    /// The position before the move.
    pub before: Position,
    /// Everything that forbids a castling.
    pub obstacles: Vec<Obstacle>,
    /// Squares to mark on a diagram.
    pub squares: Bitboard,
}

/// A change that mends a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// Whether it can be made without a look.
    pub safety: Safety,
    /// The replacements, which do not overlap.
    pub edits: Vec<Edit>,
}

/// How far a [`Fix`] can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Safety {
    /// It keeps the meaning.
    Safe,
    /// It may change the meaning.
    Unsafe,
    /// It is a thought, not to be applied.
    DisplayOnly,
}

impl Safety {
    /// The word that reports use.
    pub fn name(self) -> &'static str {
        match self {
            Safety::Safe => "safe",
            Safety::Unsafe => "unsafe",
            Safety::DisplayOnly => "display-only",
        }
    }
}

/// A replacement of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What to replace.
    pub span: Span,
    /// What to put there.
    pub text: String,
}

/// Numbers of findings by rule code and severity.
pub type Counts = BTreeMap<(&'static str, Severity), u64>;

/// What has been found in a game.
#[derive(Debug, Default)]
pub struct Findings {
    list: Vec<Finding>,
    counts: Counts,
    /// Takes what is not listed.
    unlisted: Option<Box<Finding>>,
}

impl Findings {
    /// Findings of one rule that are listed in one game. A text of megabytes can hold a million of them; those beyond
    /// are counted, so that memory stays bounded.
    pub const MOST_PER_RULE: u64 = 1000;

    fn push(&mut self, finding: Finding) -> &mut Finding {
        let count = self.counts.entry((finding.rule.code, finding.severity)).or_default();
        *count += 1;
        if *count > Findings::MOST_PER_RULE {
            return self.unlisted.insert(Box::new(finding));
        }
        self.list.push(finding);
        self.list.last_mut().expect("just pushed")
    }

    /// The findings in the order of the text, at one place in the order of the rules' codes; and the number of all by
    /// rule, listed or not.
    pub fn finish(mut self) -> (Vec<Finding>, Counts) {
        self.list.sort_by_key(|finding| (finding.span, finding.rule.code));
        (self.list, self.counts)
    }
}

/// A fault of a file as a whole.
#[derive(Clone, Debug)]
pub struct FileFinding {
    /// The rule that found it.
    pub rule: &'static Rule,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong: lower case, no final period.
    pub message: String,
    /// The game that shows it, if there is one.
    pub site: Option<Site>,
}

/// What has been found in a file as a whole: by rule, then in the order of the file.
#[derive(Debug, Default)]
pub struct FileFindings {
    /// The findings, of one rule at most [`Findings::MOST_PER_RULE`].
    pub list: Vec<FileFinding>,
    /// Number of findings by rule code, listed or not.
    pub counts: Counts,
}

/// Where a rule says what it found in a file as a whole.
#[derive(Debug)]
pub struct FileReport<'a> {
    rule: ActiveRule,
    findings: &'a mut FileFindings,
}

impl<'a> FileReport<'a> {
    pub(crate) fn new(rule: ActiveRule, findings: &'a mut FileFindings) -> FileReport<'a> {
        FileReport { rule, findings }
    }

    /// Reports a fault that a game shows.
    pub fn at(&mut self, site: Site, message: impl Into<String>) {
        self.push(Some(site), message.into());
    }

    /// Reports a fault of the file as a whole.
    pub fn file(&mut self, message: impl Into<String>) {
        self.push(None, message.into());
    }

    fn push(&mut self, site: Option<Site>, message: String) {
        let ActiveRule { rule, severity } = self.rule;
        let count = self.findings.counts.entry((rule.code, severity)).or_default();
        *count += 1;
        if *count <= Findings::MOST_PER_RULE {
            self.findings.list.push(FileFinding { rule, severity, message, site });
        }
    }
}

/// Where a rule says what it found.
#[derive(Debug)]
pub struct Report<'a> {
    rule: ActiveRule,
    findings: &'a mut Findings,
}

impl<'a> Report<'a> {
    pub(crate) fn new(rule: ActiveRule, findings: &'a mut Findings) -> Report<'a> {
        Report { rule, findings }
    }

    /// Reports a fault.
    pub fn at(&mut self, span: Span, message: impl Into<String>) -> &mut Finding {
        let ActiveRule { rule, severity } = self.rule;
        let message = message.into();
        self.findings.push(Finding { rule, severity, span, message, hint: None, fix: None, context: None })
    }

    /// Reports the text of a legal move. Its export spelling is the fix.
    pub fn at_ply(&mut self, ply: &Ply<'_>, message: impl Into<String>) -> &mut Finding {
        let finding = self.at(ply.span, message);
        finding.replace(ply.span, ply.canonical().to_string(), Safety::Safe);
        let mut squares = Bitboard::from(ply.played.to());
        squares.add(ply.played.from());
        finding.about(ply.number, &ply.before(), squares)
    }

    /// Reports the legal move of the main line that so many others precede, if there is one.
    pub fn at_main_line(&mut self, game: &Game<'_>, replay: &Replay, n_before: usize, message: impl Into<String>) {
        if let (Some(played), Some(span)) = (replay.moves.get(n_before), game.main_line_token(n_before)) {
            let squares = Bitboard::from(played.from()).with(played.to());
            self.at(span, message).about(n_before as u32 + 1, &replay.position_after(n_before), squares);
        }
    }

    /// Reports a token that ends its line of play.
    pub fn at_stop(&mut self, stop: &Stop<'_>, message: impl Into<String>) -> &mut Finding {
        self.at(stop.span, message).about(stop.number, stop.before, Bitboard::EMPTY)
    }
}

impl Finding {
    /// Says what may have been meant.
    pub fn hint(&mut self, hint: impl Into<String>) -> &mut Finding {
        self.hint = Some(hint.into());
        self
    }

    /// Says what change would make the rest of the game legal.
    pub fn suggest(&mut self, alternative: &Alternative, stop: &Stop<'_>) -> &mut Finding {
        if !alternative.text.is_empty() {
            self.replace(alternative.span, alternative.text.clone(), Safety::DisplayOnly);
        }
        self.hint(alternative.describe(stop.game()))
    }

    /// Attaches a replacement that mends the fault.
    pub fn replace(&mut self, span: Span, text: impl Into<String>, safety: Safety) -> &mut Finding {
        self.fix = Some(Fix { safety, edits: vec![Edit { span, text: text.into() }] });
        self
    }

    /// Attaches replacements, which do not overlap, that together mend the fault.
    pub fn edits(&mut self, edits: Vec<Edit>, safety: Safety) -> &mut Finding {
        self.fix = Some(Fix { safety, edits });
        self
    }

    fn about(&mut self, ply: u32, before: &Position, squares: Bitboard) -> &mut Finding {
        self.context = Some(Box::new(MoveContext { ply, before: before.clone(), obstacles: Vec::new(), squares }));
        self
    }

    /// Marks squares on the diagram of the move.
    pub fn mark(&mut self, squares: Bitboard) -> &mut Finding {
        if let Some(context) = &mut self.context {
            context.squares |= squares;
        }
        self
    }

    /// Says what forbids a castling.
    pub fn obstacles(&mut self, obstacles: Vec<Obstacle>) -> &mut Finding {
        if let Some(context) = &mut self.context {
            context.obstacles = obstacles;
        }
        self
    }
}
