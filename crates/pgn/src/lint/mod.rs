//! Checks a game against the rules: [`Linter`] runs them, [`select`] picks them, [`diagnose`] tells where findings lie.
//!
//! A rule is one file in [`mod@rules`] and one line in its list.

pub mod diagnose;
pub mod explain;
pub mod facts;
pub mod finding;
pub mod fingerprint;
pub mod profile;
pub mod rule;
pub mod rules;
pub mod select;

pub use diagnose::Diagnostic;
pub use facts::{FactKind, FileFacts};
pub use finding::{
    Counts, Edit, FileFinding, FileFindings, FileReport, Finding, Findings, Fix, MoveContext, Report, Safety,
};
pub use fingerprint::{Fingerprint, Fingerprints};
pub use profile::Profile;
pub use rule::{Check, Rule, Severity};
pub use select::{ActiveRule, Choice, Selection, UnknownRule};

use crate::{
    event::{Fault, FaultKind},
    game::Game,
    lint::diagnose::{GamePlace, Site},
    location::PlaceFinder,
    opening::{Opening, Variant},
    replay::{Ply, Replay, Step, replay},
};

/// All rules, ordered by code.
pub fn rules() -> &'static [&'static Rule] {
    rules::RULES
}

/// Finds a rule by its code or name.
pub fn find_rule(word: &str) -> Option<&'static Rule> {
    rules().iter().copied().find(|rule| rule.code.eq_ignore_ascii_case(word) || rule.name == word)
}

type Checks<F> = Vec<(ActiveRule, F)>;

/// The selected rules, sorted by what they look at.
#[derive(Debug, Default)]
pub struct Linter {
    text: Checks<fn(&Game<'_>, &mut Report<'_>)>,
    faults: Checks<fn(&Game<'_>, Fault, &mut Report<'_>)>,
    tags: Checks<fn(&Game<'_>, &Opening, &mut Report<'_>)>,
    plies: Checks<fn(&Ply<'_>, &mut Report<'_>)>,
    steps: Checks<fn(&Step<'_>, &mut Report<'_>)>,
    games: Checks<fn(&Game<'_>, Option<&Replay>, &mut Report<'_>)>,
    files: Checks<fn(&FileFacts, &mut FileReport<'_>)>,
    /// Facts that those need, each once.
    wanted: Vec<FactKind>,
}

/// A game, looked at.
#[derive(Debug)]
pub struct Checked {
    /// How it starts. None for text that is no game.
    pub opening: Option<Opening>,
    /// What it came to, if there is a position to start from.
    pub replay: Option<Replay>,
    /// What is wrong with it, in the order of the text. Of one rule at most [`Findings::MOST_PER_RULE`] are listed.
    pub findings: Vec<Finding>,
    /// Number of findings by rule code, listed or not.
    pub counts: Counts,
}

impl Linter {
    /// Sorts the selected rules.
    pub fn new(selection: &Selection) -> Linter {
        let mut linter = Linter::default();
        for rule in selection.active_rules() {
            match rule.rule.check {
                Check::Text(check) => linter.text.push((rule, check)),
                Check::Fault(check) => linter.faults.push((rule, check)),
                Check::Tags(check) => linter.tags.push((rule, check)),
                Check::Ply(check) => linter.plies.push((rule, check)),
                Check::Step(check) => linter.steps.push((rule, check)),
                Check::Game(check) => linter.games.push((rule, check)),
                Check::File(kind, check) => {
                    linter.files.push((rule, check));
                    if !linter.wanted.contains(&kind) {
                        linter.wanted.push(kind);
                    }
                }
            }
        }
        linter
    }

    /// Checks a game.
    pub fn check_game(&self, game: &Game<'_>) -> Checked {
        let mut findings = Findings::default();
        for &(rule, check) in &self.text {
            check(game, &mut Report::new(rule, &mut findings));
        }
        let opening = (game.is_game() && !game.is_skipped()).then(|| Opening::of(game));
        let is_other_game = opening.as_ref().is_some_and(|opening| opening.variant == Variant::OtherGame);
        let before_tags = if game.faults.is_empty() { None } else { game.text_before_tags() };
        for &fault in &game.faults {
            // Other games have tokens of their own, and text before the tags is told as one.
            let is_other_token = is_other_game && fault.kind == FaultKind::UnknownToken;
            let is_before_tags = before_tags.is_some_and(|text| fault.span.start < text.end)
                && !matches!(fault.kind, FaultKind::UnclosedComment | FaultKind::Oversize | FaultKind::EscapeLine);
            if is_other_token || is_before_tags {
                continue;
            }
            for &(rule, check) in &self.faults {
                check(game, fault, &mut Report::new(rule, &mut findings));
            }
        }
        let Some(opening) = opening else {
            let (findings, counts) = findings.finish();
            return Checked { opening: None, replay: None, findings, counts };
        };
        for &(rule, check) in &self.tags {
            check(game, &opening, &mut Report::new(rule, &mut findings));
        }
        let replay = opening.start.position().map(|start| {
            let none_wanted = |_| false;
            replay(game, start, none_wanted, |step| match step {
                Step::Ply(ply) => self.check_ply(&ply, &mut findings),
                step => self.check_step(&step, &mut findings),
            })
        });
        for &(rule, check) in &self.games {
            check(game, replay.as_ref(), &mut Report::new(rule, &mut findings));
        }
        let (findings, counts) = findings.finish();
        Checked { opening: Some(opening), replay, findings, counts }
    }

    fn check_ply(&self, ply: &Ply<'_>, findings: &mut Findings) {
        for &(rule, check) in &self.plies {
            check(ply, &mut Report::new(rule, findings));
        }
    }

    fn check_step(&self, step: &Step<'_>, findings: &mut Findings) {
        for &(rule, check) in &self.steps {
            check(step, &mut Report::new(rule, findings));
        }
    }

    /// Adds to the facts of its file a game, or text that is no game. `finder` walks over the chunk in which it lies.
    pub fn observe_game(
        &self,
        facts: &mut FileFacts,
        game: &Game<'_>,
        checked: &Checked,
        place: GamePlace,
        finder: &mut PlaceFinder<'_>,
    ) {
        facts.observe(&self.wanted, game, checked, |span| Site::new(span, place, finder));
    }

    /// Checks a file as a whole, after its last game.
    pub fn check_file(&self, facts: &FileFacts) -> FileFindings {
        let mut findings = FileFindings::default();
        for &(rule, check) in &self.files {
            check(facts, &mut FileReport::new(rule, &mut findings));
        }
        findings
    }
}
