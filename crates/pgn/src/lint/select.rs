//! [`Selection`]: which rules run.

use crate::lint::{
    rule::{Rule, Severity},
    rules::RULES,
};

/// A set of rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection(Vec<bool>);

/// A word that names no rule.
#[derive(Debug, thiserror::Error)]
#[error("no rule is named `{0}`: give a code such as `CAS001`, a family such as `CAS`, a name or `ALL`")]
pub struct UnknownRule(pub String);

impl Default for Selection {
    /// Every rule of severity warning or error.
    fn default() -> Selection {
        Selection(RULES.iter().map(|rule| rule.severity >= Severity::Warning).collect())
    }
}

impl Selection {
    /// The rules chosen by words, less those ignored by words. Without a chosen word, the default ones.
    ///
    /// A word is a code, the start of one, a rule's name or `ALL`. Where words of both kinds match a rule the longer
    /// word decides, so that `--ignore SAN --select SAN001` runs SAN001.
    ///
    /// # Errors
    ///
    /// A word that matches no rule.
    pub fn new(select: &[String], ignore: &[String]) -> Result<Selection, UnknownRule> {
        for word in select.iter().chain(ignore) {
            if !RULES.iter().any(|rule| specificity(rule, word) > 0) {
                return Err(UnknownRule(word.clone()));
            }
        }
        let strongest = |rule: &Rule, words: &[String]| words.iter().map(|word| specificity(rule, word)).max();
        let defaults = Selection::default();
        let is_chosen = |(rule, is_default): (&&Rule, bool)| {
            let chosen = if select.is_empty() { usize::from(is_default) } else { strongest(rule, select).unwrap_or(0) };
            chosen > strongest(rule, ignore).unwrap_or(0)
        };
        Ok(Selection(RULES.iter().zip(defaults.0).map(|(rule, is_default)| is_chosen((rule, is_default))).collect()))
    }

    /// Whether a rule runs.
    pub fn contains(&self, rule: &Rule) -> bool {
        RULES.binary_search_by_key(&rule.code, |rule| rule.code).is_ok_and(|index| self.0[index])
    }
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

    fn check(select: &[&str], ignore: &[&str], code: &str, expected: bool) {
        let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        let selection = Selection::new(&owned(select), &owned(ignore)).unwrap();
        let rule = RULES.iter().find(|rule| rule.code == code).unwrap();
        assert_eq!(selection.contains(rule), expected, "{select:?} {ignore:?} {code}");
    }

    #[test]
    fn longer_words_decide() {
        check(&[], &[], "SAN001", true);
        check(&[], &["SAN"], "SAN001", false);
        check(&["SAN"], &[], "CAS001", false);
        check(&["ALL"], &["SAN"], "SAN001", false);
        check(&["SAN001"], &["SAN"], "SAN001", true);
        check(&["illegal-castling"], &[], "CAS001", true);
    }

    #[test]
    fn unknown_words_are_refused() {
        assert!(Selection::new(&["XYZ".to_owned()], &[]).is_err());
        assert!(Selection::new(&[], &["".to_owned()]).is_err());
    }
}
