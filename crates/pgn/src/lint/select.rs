//! [`Selection`]: which rules run, and how severe they are.

use crate::lint::{
    profile::Profile,
    rule::{Rule, Severity},
    rules::RULES,
};

/// A set of rules, each with its severity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection(Vec<ActiveRule>);

/// A rule that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActiveRule {
    /// The rule.
    pub rule: &'static Rule,
    /// How bad its findings are.
    pub severity: Severity,
}

/// A word that names no rule.
#[derive(Debug, thiserror::Error)]
#[error("no rule is named `{0}`: give a code such as `CAS001`, a family such as `CAS`, a name or `ALL`")]
pub struct UnknownRule(pub String);

impl Default for Selection {
    /// The rules of the default profile.
    fn default() -> Selection {
        Selection::new(&Choice::default()).expect("no word is unknown")
    }
}

/// Which rules are wanted, in words.
///
/// A word is a code, the start of one, a rule's name or `ALL`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// Chooses the rules when `select` is empty, and how severe each is.
    pub profile: Profile,
    /// Rules to run.
    pub select: Vec<String>,
    /// Rules to run as well.
    pub extend_select: Vec<String>,
    /// Rules not to run.
    pub ignore: Vec<String>,
}

impl Choice {
    /// The rules that words name, and no others.
    pub fn of(words: &[&str]) -> Choice {
        Choice { select: words.iter().map(|&word| word.to_owned()).collect(), ..Choice::default() }
    }
}

impl Selection {
    /// The chosen rules.
    ///
    /// Where a rule is both chosen and ignored the longer word decides, so that `--ignore SAN --select SAN001` runs
    /// SAN001. The profile says how severe a rule is, the rule itself where it does not run in the profile.
    ///
    /// # Errors
    ///
    /// A word that matches no rule.
    pub fn new(choice: &Choice) -> Result<Selection, UnknownRule> {
        let Choice { profile, select, extend_select, ignore } = choice;
        check_words(select.iter().chain(extend_select).chain(ignore))?;
        let active = |&rule: &&'static Rule| {
            let severity = profile.severity(rule);
            let chosen = if select.is_empty() { usize::from(severity.is_some()) } else { strongest(rule, select) };
            let is_active = chosen.max(strongest(rule, extend_select)) > strongest(rule, ignore);
            is_active.then(|| ActiveRule { rule, severity: severity.unwrap_or(rule.severity) })
        };
        Ok(Selection(RULES.iter().filter_map(active).collect()))
    }

    /// The selection after words of a higher standing: of the rules that `extend_select` or `ignore` name the longer
    /// word decides, all others stay as they are. `select` is not looked at.
    ///
    /// # Errors
    ///
    /// A word that matches no rule.
    pub fn adjusted(&self, choice: &Choice) -> Result<Selection, UnknownRule> {
        let Choice { profile, extend_select, ignore, .. } = choice;
        check_words(extend_select.iter().chain(ignore))?;
        let active = |&rule: &&'static Rule| {
            let severity = self.severity(rule);
            let (chosen, ignored) = (strongest(rule, extend_select), strongest(rule, ignore));
            let is_active = if chosen.max(ignored) > 0 { chosen > ignored } else { severity.is_some() };
            let severity = severity.or(profile.severity(rule)).unwrap_or(rule.severity);
            is_active.then_some(ActiveRule { rule, severity })
        };
        Ok(Selection(RULES.iter().filter_map(active).collect()))
    }

    /// The rules that run, ordered by code.
    pub fn active_rules(&self) -> impl Iterator<Item = ActiveRule> {
        self.0.iter().copied()
    }

    /// How severe a rule is, if it runs.
    pub fn severity(&self, rule: &Rule) -> Option<Severity> {
        self.active_rules().find(|active| active.rule == rule).map(|active| active.severity)
    }
}

fn check_words<'a>(mut words: impl Iterator<Item = &'a String>) -> Result<(), UnknownRule> {
    let unknown = words.find(|word| !RULES.iter().any(|rule| specificity(rule, word) > 0));
    unknown.map_or(Ok(()), |word| Err(UnknownRule(word.clone())))
}

/// How closely any of the words names a rule.
fn strongest(rule: &Rule, words: &[String]) -> usize {
    words.iter().map(|word| specificity(rule, word)).max().unwrap_or(0)
}

/// How closely a word names a rule; 0 when it does not.
fn specificity(rule: &Rule, word: &str) -> usize {
    let is_start = rule.code.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    if word == rule.name {
        rule.code.len() + 1
    } else if is_start && !word.is_empty() {
        word.len() + 1
    } else {
        usize::from(word.eq_ignore_ascii_case("ALL"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(select: &[&str], extend: &[&str], ignore: &[&str], code: &str, expected: bool) {
        let [select, extend_select, ignore] =
            [select, extend, ignore].map(|words| words.iter().map(|&word| word.to_owned()).collect());
        let choice = Choice { select, extend_select, ignore, ..Choice::default() };
        let selection = Selection::new(&choice).unwrap();
        let rule = RULES.iter().find(|rule| rule.code == code).unwrap();
        assert_eq!(selection.severity(rule).is_some(), expected, "{choice:?} {code}");
    }

    #[test]
    fn longer_words_decide() {
        check(&[], &[], &[], "SAN001", true);
        check(&[], &[], &["SAN"], "SAN001", false);
        check(&["SAN"], &[], &[], "CAS001", false);
        check(&["ALL"], &[], &["SAN"], "SAN001", false);
        check(&["SAN001"], &[], &["SAN"], "SAN001", true);
        check(&["illegal-castling"], &[], &[], "CAS001", true);
    }

    #[test]
    fn extending_keeps_the_profile() {
        check(&[], &["SAN007"], &[], "SAN007", true);
        check(&[], &["SAN007"], &[], "SAN001", true);
        check(&["CAS"], &["SAN007"], &[], "SAN001", false);
        check(&[], &["SAN"], &["SAN007"], "SAN007", false);
    }

    #[test]
    fn words_of_a_higher_standing_decide() {
        let words = |word: &str| vec![word.to_owned()];
        let below = Selection::new(&Choice { select: words("SAN"), ignore: words("SAN007"), ..Choice::default() });
        let is_active = |extend_select, ignore, code| {
            let above = Choice { extend_select, ignore, ..Choice::default() };
            let selection = below.as_ref().unwrap().adjusted(&above).unwrap();
            selection.active_rules().any(|active| active.rule.code == code)
        };
        assert!(is_active(words("SAN007"), Vec::new(), "SAN007"));
        assert!(is_active(words("SAN"), Vec::new(), "SAN007"));
        assert!(is_active(words("CAS"), Vec::new(), "SAN001"));
        assert!(is_active(words("CAS"), Vec::new(), "CAS001"));
        assert!(!is_active(Vec::new(), words("SAN001"), "SAN001"));
        assert!(!is_active(Vec::new(), words("ALL"), "SAN001"));
        assert!(!is_active(words("CAS"), Vec::new(), "SAN007"));
    }

    #[test]
    fn unknown_words_are_refused() {
        assert!(Selection::new(&Choice::of(&["XYZ"])).is_err());
        assert!(Selection::new(&Choice { ignore: vec![String::new()], ..Choice::default() }).is_err());
    }
}
