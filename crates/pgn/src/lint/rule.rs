//! [`Rule`], and what a rule may look at: [`Check`].

use std::fmt;

use crate::{
    event::Fault,
    game::Game,
    lint::{
        facts::{FactKind, FileFacts},
        finding::{FileReport, Report},
        profile::Profile,
    },
    opening::Opening,
    replay::{Ply, Replay, Step},
};

/// How bad a fault is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; shown when asked for.
    Info,
    /// The text departs from the standard, and its meaning is clear.
    Warning,
    /// The text is wrong, or its meaning is not clear.
    Error,
}

impl Severity {
    /// All of them, the worst first.
    pub const ALL: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Info];

    /// The word that reports use.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Info => "info",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Something that can be wrong with a file or a game.
#[derive(Debug)]
pub struct Rule {
    /// Family and number, such as `CAS001`. Never used again for another rule.
    pub code: &'static str,
    /// The fault in kebab case, such as `illegal-castling`.
    pub name: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// Profiles that see it otherwise: how bad it is there, or `None` when it does not run.
    pub profiles: &'static [(Profile, Option<Severity>)],
    /// The check itself.
    pub check: Check,
    /// What the rule does, why it matters, an example and its source, in Markdown.
    pub documentation: &'static str,
}

impl PartialEq for Rule {
    fn eq(&self, other: &Rule) -> bool {
        self.code == other.code
    }
}

impl Eq for Rule {}

impl Rule {
    /// The letters of the code.
    pub fn family(&self) -> &'static str {
        self.code.trim_end_matches(|symbol: char| symbol.is_ascii_digit())
    }

    /// The severity, and that of each profile which sees the rule otherwise: `warning (strict: error, archive: off)`.
    pub fn severities(&self) -> String {
        let word = |severity: Option<Severity>| severity.map_or("off", Severity::name);
        let is_other = |profile: &Profile| profile.severity(self) != Some(self.severity);
        let others = Profile::ALL.into_iter().filter(is_other);
        let others: Vec<_> = others.map(|profile| format!("{profile}: {}", word(profile.severity(self)))).collect();
        if others.is_empty() { self.severity.to_string() } else { format!("{} ({})", self.severity, others.join(", ")) }
    }

    /// What the rule does in one sentence, the first of its documentation, without the final period.
    pub fn summary(&self) -> String {
        let text = self.text();
        let lines = text.lines().filter(|line| !line.starts_with('#')).skip_while(|line| line.is_empty());
        let paragraph = lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
        let sentence = paragraph.split_once(". ").map_or(paragraph.as_str(), |(sentence, _)| sentence);
        sentence.trim_end_matches('.').to_owned()
    }

    /// The documentation without the blank that a doc comment leaves before each line.
    pub fn text(&self) -> String {
        let lines = self.documentation.lines().map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end());
        lines.collect::<Vec<_>>().join("\n").trim().to_owned()
    }
}

/// What a rule looks at. A check is a pure function of that.
#[derive(Clone, Copy, Debug)]
pub enum Check {
    /// The bytes and events of a game, or of text that is no game.
    Text(fn(&Game<'_>, &mut Report<'_>)),
    /// A fault of syntax.
    Fault(fn(&Game<'_>, Fault, &mut Report<'_>)),
    /// The tags of a game and how it starts.
    Tags(fn(&Game<'_>, &Opening, &mut Report<'_>)),
    /// A legal move that is not written plainly: see [`Step::Ply`].
    Ply(fn(&Ply<'_>, &mut Report<'_>)),
    /// Any other step of a replay.
    Step(fn(&Step<'_>, &mut Report<'_>)),
    /// A game as a whole; without a replay when there is no position to start from.
    Game(fn(&Game<'_>, Option<&Replay>, &mut Report<'_>)),
    /// A file as a whole, after its last game, by facts of this kind.
    File(FactKind, fn(&FileFacts, &mut FileReport<'_>)),
}

/// Makes a rule out of its documentation, code, name, severity and check, and out of what profiles make of it:
/// `Strict: Error, Archive: Off`.
macro_rules! rule {
    (@severity Off) => { None };
    (@severity $severity:ident) => { Some($crate::lint::Severity::$severity) };
    ($(#[doc = $line:literal])* $code:literal $name:literal, $severity:expr, $check:expr
        $(, $profile:ident: $own:ident)* $(,)?) => {
        /// The rule of this file.
        pub static RULE: $crate::lint::Rule = $crate::lint::Rule {
            code: $code,
            name: $name,
            severity: $severity,
            profiles: &[$(($crate::lint::Profile::$profile, $crate::lint::rule::rule!(@severity $own))),*],
            check: $check,
            documentation: concat!($($line, "\n"),*),
        };
    };
}
pub(crate) use rule;
