//! Options of `pgn960 validate`.

use std::fmt;

use clap::{Args, ValueEnum, builder::PossibleValue};
use pgn960_pgn::lint::{Choice, Profile};

use crate::args::Scan;

/// Replay every game and report what is wrong, and where.
///
/// Exit codes: 0 no error, 1 some (see --fail-on), 2 something could not be read.
#[derive(Debug, Args)]
pub struct Validate {
    #[command(flatten)]
    pub scan: Scan,

    /// How to print findings [default: full on a terminal, concise elsewhere].
    #[arg(long, value_enum)]
    pub format: Option<Format>,

    /// Also report every game with its tags, start, length and result.
    #[arg(long)]
    pub games: bool,

    /// Whom the findings are for. It decides which rules run and how severe their findings are.
    #[arg(long, value_name = "PROFILE", value_enum, default_value_t)]
    pub profile: ProfileName,

    /// Run only these rules: codes, families, names, or ALL. Comma-separated.
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub select: Vec<String>,

    /// Run these rules as well. Comma-separated.
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub extend_select: Vec<String>,

    /// Do not run these rules. Comma-separated.
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub ignore: Vec<String>,

    /// Print counts per rule instead of findings.
    #[arg(long, conflicts_with = "games")]
    pub statistics: bool,

    /// Print at most this many findings of a file; the others are counted. Of one rule at most 1000 in a game are
    /// printed anyway.
    #[arg(long, value_name = "N")]
    pub max_findings: Option<u64>,

    /// Exit with 1 from this severity on.
    #[arg(long, value_enum, default_value_t = FailOn::Error)]
    pub fail_on: FailOn,
}

impl Validate {
    /// The rules that the options ask for.
    pub fn choice(&self) -> Choice {
        Choice {
            profile: self.profile.0,
            select: self.select.clone(),
            extend_select: self.extend_select.clone(),
            ignore: self.ignore.clone(),
        }
    }
}

/// A profile, by its name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProfileName(pub Profile);

impl ValueEnum for ProfileName {
    fn value_variants<'a>() -> &'a [ProfileName] {
        const NAMES: [ProfileName; Profile::ALL.len()] = {
            let mut names = [ProfileName(Profile::Default); Profile::ALL.len()];
            let mut index = 0;
            while index < names.len() {
                names[index] = ProfileName(Profile::ALL[index]);
                index += 1;
            }
            names
        };
        &NAMES
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()).help(self.0.purpose()))
    }
}

impl fmt::Display for ProfileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Output formats of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// One line a finding.
    Concise,
    /// The line with the place underlined, and the board where the position matters.
    Full,
    /// One JSON object a line.
    Json,
}

/// The severity from which on a run has failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    /// Errors only.
    Error,
    /// Errors and warnings.
    Warning,
}
