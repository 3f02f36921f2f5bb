//! `pgn960.toml`: which rules hold for the files of a directory.
//!
//! Each input is held to the nearest such file above it, and standard input to that of the current directory.

use std::{
    collections::{BTreeMap, HashMap},
    fs,
    io::ErrorKind,
    num::NonZeroUsize,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, anyhow, bail};
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use pgn960_pgn::{
    lint::{Choice, Linter, Profile, Selection},
    location::PlaceFinder,
};
use serde::Deserialize;
use toml::Spanned;

use crate::{
    args::{MOST_THREADS, Validate as Args},
    input::{self, Input},
};

/// The name under which it is found.
const FILE_NAME: &str = "pgn960.toml";

/// The rules for each input.
pub struct Settings {
    linters: Vec<Linter>,
    /// For each input, the index of its linter.
    of_input: Vec<usize>,
    /// Worker threads, as the first input's file has it that has it.
    pub threads: Option<NonZeroUsize>,
    /// The files that were used.
    pub files: Vec<PathBuf>,
}

impl Settings {
    /// Finds the configuration of each input, under what the options say.
    ///
    /// # Errors
    ///
    /// A file that cannot be read or understood, with the place of the fault, and options that name no rule.
    pub fn new(args: &Args, inputs: &[Input]) -> Result<Settings> {
        // A word in the options that names no rule is one also where there is no input.
        Selection::new(&args.choice())?;
        let mut files = Files::default();
        let mut settings = Settings { linters: Vec::new(), of_input: Vec::new(), threads: None, files: Vec::new() };
        let mut known: HashMap<(Option<usize>, Vec<usize>), usize> = HashMap::new();
        for input in inputs {
            let place = input.place();
            let file_idx = match (&args.config, args.isolated, &place) {
                (_, true, _) => None,
                (Some(path), ..) => Some(files.read(path)?),
                (None, false, Some(place)) => files.above(place.parent().unwrap_or(place))?,
                (None, false, None) => None,
            };
            let config = file_idx.map(|file_idx| &files.configs[file_idx]);
            let ignores = match (config, input.path().and(place)) {
                (Some(config), Some(place)) => config.ignores_of(&place),
                _ => Vec::new(),
            };
            let linter_idx = match known.get(&(file_idx, ignores.clone())) {
                Some(&linter_idx) => linter_idx,
                None => {
                    settings.linters.push(Linter::new(&selection(args, config, &ignores)?));
                    known.insert((file_idx, ignores), settings.linters.len() - 1);
                    settings.linters.len() - 1
                }
            };
            settings.of_input.push(linter_idx);
            settings.threads = settings.threads.or(config.and_then(|config| config.threads));
        }
        settings.files = files.configs.into_iter().map(|config| config.path).collect();
        Ok(settings)
    }

    /// The rules for an input.
    pub fn linter(&self, input_idx: usize) -> &Linter {
        &self.linters[self.of_input[input_idx]]
    }
}

/// The rules that the options and a file come to.
///
/// `--select` takes the place of what the file says of rules, and `--profile` that of its profile and its `select`.
/// What `--extend-select` and `--ignore` name they decide; and `per-path-ignores` always hold.
fn selection(args: &Args, config: Option<&Config>, ignores: &[usize]) -> Result<Selection> {
    let options = args.choice();
    let of_file = config.map(|config| config.choice.clone()).unwrap_or_default();
    let profile = args.profile.map_or(of_file.profile, |name| name.0);
    let mut selection = if !options.select.is_empty() {
        Selection::new(&Choice { profile, ..options })?
    } else {
        let select = if args.profile.is_some() { Vec::new() } else { of_file.select };
        Selection::new(&Choice { profile, select, ..of_file })?.adjusted(&Choice { profile, ..options })?
    };
    if let Some(config) = config {
        for &ignore_idx in ignores {
            let ignore = config.per_path_ignores[ignore_idx].words.clone();
            selection = selection.adjusted(&Choice { profile, ignore, ..Choice::default() })?;
        }
    }
    Ok(selection)
}

/// The files read so far.
#[derive(Default)]
struct Files {
    configs: Vec<Config>,
    by_path: HashMap<PathBuf, usize>,
    by_directory: HashMap<PathBuf, Option<usize>>,
}

impl Files {
    /// The file in this directory or in the nearest one above.
    fn above(&mut self, directory: &Path) -> Result<Option<usize>> {
        if let Some(&known) = self.by_directory.get(directory) {
            return Ok(known);
        }
        let path = directory.join(FILE_NAME);
        let found = match fs::metadata(&path) {
            Ok(metadata) if metadata.is_file() => Some(self.read(&path)?),
            Ok(_) => bail!("`{}` is no file", path.display()),
            Err(error)
                if matches!(
                    error.kind(),
                    ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::PermissionDenied
                ) =>
            {
                directory.parent().map_or(Ok(None), |parent| self.above(parent))?
            }
            Err(error) => return Err(error).with_context(|| format!("cannot read `{}`", path.display())),
        };
        self.by_directory.insert(directory.to_owned(), found);
        Ok(found)
    }

    fn read(&mut self, path: &Path) -> Result<usize> {
        if let Some(&known) = self.by_path.get(path) {
            return Ok(known);
        }
        let text = input::read_text(path)?;
        self.configs.push(Config::parse(path, &text)?);
        self.by_path.insert(path.to_owned(), self.configs.len() - 1);
        Ok(self.configs.len() - 1)
    }
}

/// The file as written.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Written {
    profile: Option<Spanned<String>>,
    #[serde(default)]
    select: Vec<Spanned<String>>,
    #[serde(default)]
    extend_select: Vec<Spanned<String>>,
    #[serde(default)]
    ignore: Vec<Spanned<String>>,
    #[serde(default)]
    per_path_ignores: BTreeMap<Spanned<String>, Vec<Spanned<String>>>,
    threads: Option<Spanned<i64>>,
}

/// The file as meant.
struct Config {
    path: PathBuf,
    /// Where it lies: paths in it begin here.
    directory: PathBuf,
    choice: Choice,
    per_path_ignores: Vec<PathIgnore>,
    threads: Option<NonZeroUsize>,
}

/// Rules that do not hold for some paths.
struct PathIgnore {
    glob: GlobSet,
    /// Whether it is about names, wherever they are, and not about paths.
    is_name: bool,
    words: Vec<String>,
}

impl Config {
    fn parse(path: &Path, text: &str) -> Result<Config> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let fault = |at: usize, message: &str| {
            let place = PlaceFinder::new(text.as_bytes(), 1).go_to(at);
            anyhow!("{}:{}:{}: {message}", path.display(), place.line, place.column)
        };
        let written: Written = toml::from_str(text)
            .map_err(|error| fault(error.span().map_or(0, |span| span.start), error.message().trim_end()))?;
        let rules = |words: Vec<Spanned<String>>| -> Result<Vec<String>> {
            for word in &words {
                Selection::new(&Choice::of(&[word.get_ref()]))
                    .map_err(|error| fault(word.span().start, &error.to_string()))?;
            }
            Ok(words.into_iter().map(Spanned::into_inner).collect())
        };
        let profile = written.profile.as_ref().map(|name| {
            let names = Profile::ALL.map(|profile| format!("`{profile}`")).join(", ");
            let unknown =
                || fault(name.span().start, &format!("no profile is named `{}`: use {names}", name.get_ref()));
            Profile::find(name.get_ref()).ok_or_else(unknown)
        });
        let threads = written.threads.as_ref().map(|threads| {
            let number = usize::try_from(*threads.get_ref()).ok().and_then(NonZeroUsize::new);
            let wrong = || fault(threads.span().start, &format!("expected a number from 1 to {MOST_THREADS}"));
            number.filter(|number| number.get() <= MOST_THREADS).ok_or_else(wrong)
        });
        let per_path_ignores = written.per_path_ignores.into_iter().map(|(pattern, words)| {
            let of_pattern = |error: globset::Error| fault(pattern.span().start, &error.to_string());
            PathIgnore::new(pattern.get_ref(), rules(words)?).map_err(of_pattern)
        });
        Ok(Config {
            path: path.to_owned(),
            directory: input::place_of(path).and_then(|place| Some(place.parent()?.to_owned())).unwrap_or_default(),
            per_path_ignores: per_path_ignores.collect::<Result<_>>()?,
            choice: Choice {
                profile: profile.transpose()?.unwrap_or_default(),
                select: rules(written.select)?,
                extend_select: rules(written.extend_select)?,
                ignore: rules(written.ignore)?,
            },
            threads: threads.transpose()?,
        })
    }

    /// The indices of those per-path ignores that are about a file.
    fn ignores_of(&self, file: &Path) -> Vec<usize> {
        let path = file.strip_prefix(&self.directory).unwrap_or(file);
        (0..self.per_path_ignores.len()).filter(|&index| self.per_path_ignores[index].is_about(path)).collect()
    }
}

impl PathIgnore {
    fn new(pattern: &str, words: Vec<String>) -> Result<PathIgnore, globset::Error> {
        let trimmed = pattern.trim_end_matches('/');
        let is_name = !trimmed.contains('/');
        let trimmed = trimmed.strip_prefix("./").or(trimmed.strip_prefix('/')).unwrap_or(trimmed);
        let glob = GlobBuilder::new(trimmed).literal_separator(true).build()?;
        // A set of one: a matcher of its own panics where the pattern is too large.
        Ok(PathIgnore { glob: GlobSetBuilder::new().add(glob).build()?, is_name, words })
    }

    /// Whether the pattern names a file, or a directory above it.
    fn is_about(&self, path: &Path) -> bool {
        let mut places = path.ancestors().filter(|place| !place.as_os_str().is_empty());
        places.any(|place| match (self.is_name, place.file_name()) {
            (true, Some(name)) => self.glob.is_match(name),
            (true, None) => false,
            (false, _) => self.glob.is_match(place),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, path: &str, expected: bool) {
        let ignore = PathIgnore::new(pattern, Vec::new()).unwrap();
        assert_eq!(ignore.is_about(Path::new(path)), expected, "{pattern} {path}");
    }

    #[test]
    fn patterns_without_a_slash_are_about_names() {
        check("*.pgn", "a.pgn", true);
        check("*.pgn", "old/a.pgn", true);
        check("old", "old/a.pgn", true);
        check("old", "new/old/a.pgn", true);
        check("old/", "old/a.pgn", true);
        check("old", "older/a.pgn", false);
        check("{a,b}.pgn", "b.pgn", true);
    }

    #[test]
    fn patterns_with_a_slash_are_about_paths() {
        check("old/*.pgn", "old/a.pgn", true);
        check("old/*.pgn", "old/1999/a.pgn", false);
        check("old/**/*.pgn", "old/1999/a.pgn", true);
        check("old/1999", "old/1999/a.pgn", true);
        check("old/*.pgn", "new/old/a.pgn", false);
        check("/old", "old/a.pgn", true);
        check("/old", "new/old/a.pgn", false);
        check("./old", "old/a.pgn", true);
    }
}
