//! Options of `pgn960 validate`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, builder::PossibleValue};
use pgn960_pgn::lint::{Choice, Profile, Severity};

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

    /// Write the report into this file, which is replaced when the report is whole.
    #[arg(long, value_name = "FILE")]
    pub output_file: Option<PathBuf>,

    /// Also report every game with its tags, start, length and result.
    #[arg(long)]
    pub games: bool,

    /// Whom the findings are for. It decides which rules run and how severe their findings are [default: default].
    #[arg(long, value_name = "PROFILE", value_enum)]
    pub profile: Option<ProfileName>,

    /// Run only these rules: codes, families, names, or ALL. Comma-separated.
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub select: Vec<String>,

    /// Run these rules as well. Comma-separated.
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub extend_select: Vec<String>,

    /// Do not run these rules. Comma-separated.
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub ignore: Vec<String>,

    /// Take rules and threads from this file, and not from the pgn960.toml next above each input.
    #[arg(long, value_name = "FILE", conflicts_with = "isolated")]
    pub config: Option<PathBuf>,

    /// Look for no pgn960.toml.
    #[arg(long)]
    pub isolated: bool,

    /// Report only what this baseline does not hold. Takes some 40 bytes of memory for each of its entries.
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,

    /// Write all findings into this baseline instead of reporting them. It replaces an older one.
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["baseline", "format", "output_file", "games", "statistics", "max_findings"]
    )]
    pub write_baseline: Option<PathBuf>,

    /// Also report games that stand twice in a file (FIL006). Takes up to 160 bytes of memory for each game of a file.
    #[arg(long)]
    pub duplicates: bool,

    /// Also check what the games of an event have to do with each other (FIL007 to FIL013): pairings, players, boards
    /// and start positions of a round. Takes half a kilobyte of memory for each game of a file; on in the profile
    /// broadcast.
    #[arg(long)]
    pub event_checks: bool,

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

/// The rule that `--duplicates` runs.
const DUPLICATES: &[&str] = &["FIL006"];

/// The rules that `--event-checks` runs.
const EVENT_CHECKS: &[&str] = &["FIL007", "FIL008", "FIL009", "FIL010", "FIL011", "FIL012", "FIL013"];

impl Validate {
    /// The rules that the options ask for.
    pub fn choice(&self) -> Choice {
        let duplicates = if self.duplicates { DUPLICATES } else { &[] };
        let event_checks = if self.event_checks { EVENT_CHECKS } else { &[] };
        let mut extend_select = self.extend_select.clone();
        extend_select.extend([duplicates, event_checks].concat().into_iter().map(str::to_owned));
        Choice {
            profile: self.profile.unwrap_or_default().0,
            select: self.select.clone(),
            extend_select,
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

/// Output formats of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// One line a finding.
    Concise,
    /// The line with the place underlined, and the board where the position matters.
    Full,
    /// One JSON object a line.
    Json,
    /// One finding a row, below a header.
    Csv,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// Annotations of a GitHub workflow.
    Github,
    /// JUnit XML, for CI servers.
    Junit,
}

impl Format {
    /// Whether it can tell every game.
    pub fn has_games(self) -> bool {
        matches!(self, Format::Concise | Format::Full | Format::Json | Format::Junit)
    }

    /// Whether it can tell counts per rule.
    pub fn has_statistics(self) -> bool {
        matches!(self, Format::Concise | Format::Full | Format::Json | Format::Csv)
    }

    /// Whether it makes sense when some findings are left out.
    pub fn may_be_cut(self) -> bool {
        !matches!(self, Format::Junit)
    }

    /// The word that users type.
    pub fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }
}

/// The severity from which on a run has failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    /// Errors only.
    Error,
    /// Errors and warnings.
    Warning,
}

impl FailOn {
    /// The least severity that fails a run.
    pub fn severity(self) -> Severity {
        match self {
            FailOn::Error => Severity::Error,
            FailOn::Warning => Severity::Warning,
        }
    }
}
