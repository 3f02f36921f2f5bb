//! Baselines: files of known findings, so that an old archive reports what is new.
//!
//! A finding is known by its file and its [`Fingerprint`], and so many like it are known as the baseline counts. Each
//! entry is a line of JSON, in the order of the inputs and their games, so that a change of the games changes few
//! lines.

use std::{
    collections::{BTreeMap, HashMap},
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use pgn960_pgn::lint::{Counts, Diagnostic, Fingerprint, Severity};
use serde::{Deserialize, Serialize};

use crate::{
    input::{self, Input},
    output::Output,
    report::counted,
};

/// The first line; the number changes when what is known of a finding does.
const HEADER: &str = r#"{"pgn960_baseline":1}"#;

/// A line of the file. Code and message are for people.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    file: String,
    code: String,
    /// None for findings that are counted and not listed.
    message: Option<String>,
    fingerprint: String,
    count: u64,
}

/// Findings of one rule in one game beyond those that are listed.
pub struct Unlisted {
    /// The rule.
    pub code: &'static str,
    /// How bad they are.
    pub severity: Severity,
    /// What they are known by.
    pub fingerprint: Fingerprint,
    /// How many there are.
    pub count: u64,
}

/// What a run does with the findings before it reports them.
pub enum Baseline {
    /// Nothing.
    None,
    /// It withholds those that are known.
    Known(Known),
    /// It writes them down, and reports none.
    New(NewBaseline),
}

impl Baseline {
    /// Begins an input.
    pub fn begin_file(&mut self, input: &Input) {
        match self {
            Baseline::None => {}
            Baseline::Known(known) => known.file = name(input, &known.directory),
            Baseline::New(new) => new.file = name(input, &new.directory),
        }
    }

    /// Ends an input that was read.
    pub fn end_file(&mut self) {
        if let Baseline::Known(known) = self
            && let Some(entries) = known.files.get_mut(&known.file)
        {
            entries.is_read = true;
        }
    }

    /// Takes the findings of a game or a file, leaves those that are to be reported, and counts the others.
    ///
    /// # Errors
    ///
    /// When a new baseline cannot be written.
    pub fn take(&mut self, findings: &mut Vec<Diagnostic>, unlisted: &[Unlisted]) -> Result<Counts> {
        let mut taken = Counts::new();
        match self {
            Baseline::None => {}
            Baseline::Known(known) => {
                findings.retain(|finding| {
                    let n_known = known.take(fingerprint(finding), 1);
                    if n_known > 0 {
                        *taken.entry((finding.rule.code, finding.severity)).or_default() += n_known;
                    }
                    n_known == 0
                });
                for others in unlisted {
                    let n_known = known.take(others.fingerprint, others.count);
                    *taken.entry((others.code, others.severity)).or_default() += n_known;
                }
            }
            Baseline::New(new) => {
                new.add(findings, unlisted)?;
                for finding in findings.drain(..) {
                    *taken.entry((finding.rule.code, finding.severity)).or_default() += 1;
                }
                for others in unlisted {
                    *taken.entry((others.code, others.severity)).or_default() += others.count;
                }
            }
        }
        Ok(taken)
    }

    /// Puts a new baseline in its place if all inputs were read, and tells what was withheld.
    ///
    /// # Errors
    ///
    /// When the new baseline cannot be written.
    pub fn finish(self, is_whole: bool) -> Result<Option<String>> {
        Ok(match self {
            Baseline::None => None,
            Baseline::Known(known) => {
                let verb = if known.n_hidden == 1 { "is" } else { "are" };
                let hidden = counted(known.n_hidden, "known finding");
                Some(match known.n_gone() {
                    0 => format!("{hidden} {verb} not reported"),
                    n_gone => format!("{hidden} {verb} not reported, {n_gone} of the baseline no longer found"),
                })
            }
            Baseline::New(_) if !is_whole => {
                Some("the baseline is not written, as something could not be read".to_owned())
            }
            Baseline::New(new) => {
                let written = format!("{} written into the baseline", counted(new.n_findings, "finding"));
                new.output.commit()?;
                Some(written)
            }
        })
    }
}

fn fingerprint(finding: &Diagnostic) -> Fingerprint {
    finding.fingerprint.expect("findings have fingerprints where there is a baseline")
}

/// Findings that are known. Takes some 40 bytes for each entry.
pub struct Known {
    directory: PathBuf,
    files: HashMap<String, FileEntries>,
    file: String,
    /// Findings met that are known.
    n_hidden: u64,
}

/// The entries of a file, with how many more of each are known.
#[derive(Default)]
struct FileEntries {
    counts: HashMap<Fingerprint, u32>,
    is_read: bool,
}

impl Known {
    /// Reads a baseline.
    ///
    /// # Errors
    ///
    /// A file that cannot be read, and a line that is no entry, with its number.
    pub fn read(path: &Path) -> Result<Known> {
        let mut files: HashMap<String, FileEntries> = HashMap::new();
        let mut has_header = false;
        for (line_idx, line) in input::lines(path)?.enumerate() {
            let line = line.with_context(|| format!("cannot read `{}`", path.display()))?;
            let line = line.trim_end();
            if line_idx == 0 {
                has_header = line == HEADER;
            } else if has_header && !line.is_empty() {
                let entry = parse(line).with_context(|| format!("{}:{}", path.display(), line_idx + 1))?;
                let known = files.entry(entry.1).or_default().counts.entry(entry.0).or_default();
                *known = known.saturating_add(entry.2);
            }
        }
        if !has_header {
            bail!("{}:1: this is no baseline: its first line is not `{HEADER}`", path.display());
        }
        Ok(Known { directory: directory(path), files, file: String::new(), n_hidden: 0 })
    }

    /// Takes so many findings of a kind and tells how many of them are known.
    fn take(&mut self, fingerprint: Fingerprint, count: u64) -> u64 {
        let entries = self.files.get_mut(&self.file);
        let Some(left) = entries.and_then(|entries| entries.counts.get_mut(&fingerprint)) else { return 0 };
        let n_known = u64::from(*left).min(count);
        *left -= n_known as u32;
        self.n_hidden += n_known;
        n_known
    }

    /// Known findings that the files read no longer have.
    fn n_gone(&self) -> u64 {
        let read = self.files.values().filter(|entries| entries.is_read);
        read.flat_map(|entries| entries.counts.values()).map(|&count| u64::from(count)).sum()
    }
}

fn parse(line: &str) -> Result<(Fingerprint, String, u32)> {
    let entry: Entry = serde_json::from_str(line).context("this is no entry of a baseline")?;
    let fingerprint = u64::from_str_radix(&entry.fingerprint, 16).context("the fingerprint is no number of base 16")?;
    Ok((Fingerprint(fingerprint), entry.file, u32::try_from(entry.count).unwrap_or(u32::MAX)))
}

/// A baseline being written.
pub struct NewBaseline {
    directory: PathBuf,
    output: Output,
    file: String,
    n_findings: u64,
}

impl NewBaseline {
    /// Begins the file.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn new<'a>(path: &Path, read: impl IntoIterator<Item = &'a Path>) -> Result<NewBaseline> {
        let output = Output::file(path, read)?;
        let mut new = NewBaseline { directory: directory(path), output, file: String::new(), n_findings: 0 };
        new.write_line(HEADER)?;
        Ok(new)
    }

    /// Writes the findings of a game, or of a file.
    fn add(&mut self, findings: &[Diagnostic], unlisted: &[Unlisted]) -> Result<()> {
        let mut entries = BTreeMap::new();
        let listed = findings
            .iter()
            .map(|finding| ((finding.rule.code, Some(finding.message.as_str())), (fingerprint(finding), 1)));
        let unlisted = unlisted.iter().map(|others| ((others.code, None), (others.fingerprint, others.count)));
        for (key, (fingerprint, count)) in listed.chain(unlisted) {
            entries.entry(key).or_insert((fingerprint, 0)).1 += count;
        }
        for ((code, message), (fingerprint, count)) in entries {
            let entry = Entry {
                file: self.file.clone(),
                code: code.to_owned(),
                message: message.map(str::to_owned),
                fingerprint: fingerprint.to_string(),
                count,
            };
            self.write_line(&serde_json::to_string(&entry)?)?;
            self.n_findings += count;
        }
        Ok(())
    }

    fn write_line(&mut self, line: &str) -> Result<()> {
        let result = writeln!(self.output, "{line}");
        self.output.explain(result)
    }
}

/// Where a baseline lies: the names in it begin here, so that it can be moved together with the games.
fn directory(path: &Path) -> PathBuf {
    input::place_of(path).and_then(|place| Some(place.parent()?.to_owned())).unwrap_or_default()
}

/// An input's name in a baseline.
fn name(input: &Input, directory: &Path) -> String {
    match input.path().and(input.place()) {
        Some(place) => {
            let path = place.strip_prefix(directory).unwrap_or(&place);
            path.display().to_string().replace(std::path::MAIN_SEPARATOR, "/")
        }
        None => input.name.clone(),
    }
}
