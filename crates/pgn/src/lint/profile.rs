//! [`Profile`], a named choice of rules and severities.

use std::fmt;

use crate::lint::rule::{Rule, Severity};

/// Whom the findings are for. A profile changes which findings show and how severe they are, never the replay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Profile {
    /// Everybody: what is wrong or odd in a file that is to be read again.
    #[default]
    Default,
    /// Who writes PGN: the export format to the letter (PGN-3.2).
    Strict,
    /// Who keeps old files: only what changes the meaning of a game.
    Archive,
    /// Who publishes an event: what lichess and event sites need (HBK-1 to HBK-4).
    Broadcast,
}

impl Profile {
    /// All of them.
    pub const ALL: [Profile; 4] = [Profile::Default, Profile::Strict, Profile::Archive, Profile::Broadcast];

    /// The word that users type.
    pub fn name(self) -> &'static str {
        match self {
            Profile::Default => "default",
            Profile::Strict => "strict",
            Profile::Archive => "archive",
            Profile::Broadcast => "broadcast",
        }
    }

    /// What it is for, in a few words.
    pub fn purpose(self) -> &'static str {
        match self {
            Profile::Default => "what is wrong or odd",
            Profile::Strict => "PGN export format to the letter",
            Profile::Archive => "only what changes the meaning of a game",
            Profile::Broadcast => "what lichess and event sites need",
        }
    }

    /// The profile of a name.
    pub fn find(name: &str) -> Option<Profile> {
        Profile::ALL.into_iter().find(|profile| profile.name() == name)
    }

    /// How severe a rule is; `None` when it does not run unless it is selected.
    ///
    /// Where the rule does not say otherwise: `strict` runs all rules, `archive` those of severity error, the others
    /// those of severity error and warning.
    pub fn severity(self, rule: &Rule) -> Option<Severity> {
        let least = match self {
            Profile::Strict => Severity::Info,
            Profile::Archive => Severity::Error,
            Profile::Default | Profile::Broadcast => Severity::Warning,
        };
        let own = rule.profiles.iter().find(|(profile, _)| *profile == self);
        own.map_or_else(|| (rule.severity >= least).then_some(rule.severity), |&(_, severity)| severity)
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
