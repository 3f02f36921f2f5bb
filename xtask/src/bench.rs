//! `cargo xtask bench`: speed and memory of the release build beside a plain validator over pgn-reader and shakmaty.
//!
//! The numbers are for comparing on one machine at one time: all programs run in turn, round after round, and medians
//! are printed. The corpora are real archives, repeated until they are long enough to time.

use std::{
    fs::{self, File},
    io::{self, Read, Write},
    ops::ControlFlow,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Instant,
};

use anyhow::{Context, Result, ensure};
use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::{CastlingMode, Chess, Position, fen::Fen};

use crate::{cargo, metadata, root};

/// The archives, from the root of the workspace.
const SOURCES: [(&str, &str); 3] = [
    ("frc-dense", "../shared/corpus/bench/frc-dense.pgn.zst"),
    ("frc-clock", "../shared/corpus/bench/frc-clock.pgn.zst"),
    ("twic1599", "../shared/corpus/twic/twic1599_1000k.pgn.zst"),
];

/// What each corpus is timed with, beside the peer.
const RUNS: [&[&str]; 6] = [
    &["validate", "-j1"],
    &["validate", "-j2"],
    &["stats", "--by", "start", "-j1"],
    &["stats", "--by", "start", "-j2"],
    &["validate", "-j1", "--select", "SAN,CAS"],
    &["validate", "-j2", "--select", "SAN,CAS"],
];

/// How many of these are timed on the packed corpus too.
const N_PACKED_RUNS: usize = 4;

/// GNU time, which knows the processor time and the memory of a child.
const GNU_TIME: &str = "/usr/bin/time";

/// What to measure.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Rounds of which the median is taken.
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Least size of a corpus in megabytes.
    #[arg(long, default_value_t = 100)]
    megabytes: u64,
    /// Corpora to use: frc-dense, frc-clock, twic1599; all when none is named.
    names: Vec<String>,
}

/// Builds, measures and prints one table.
pub fn run(options: &Options) -> Result<()> {
    for name in &options.names {
        ensure!(SOURCES.iter().any(|(known, _)| known == name), "unknown corpus `{name}`");
    }
    let status = cargo(&["build", "--release", "-p", "pgn960", "-p", "xtask"]).status().context("cannot run cargo")?;
    ensure!(status.success(), "the release build failed");
    let metadata = metadata()?;
    let target = Path::new(metadata["target_directory"].as_str().context("cargo metadata names no target directory")?);
    let binary = |name: &str| target.join("release").join(name).with_extension(std::env::consts::EXE_EXTENSION);
    let (pgn960, xtask) = (binary("pgn960"), binary("xtask"));

    println!("| corpus | program | wall s | cpu s | MB/s | vs peer | peak RSS MB |");
    println!("|---|---|---:|---:|---:|---:|---:|");
    for (name, source) in SOURCES {
        if !options.names.is_empty() && !options.names.iter().any(|wanted| wanted == name) {
            continue;
        }
        let corpus = make_corpus(name, &root().join(source), &target.join("bench"), options.megabytes)?;
        let compressed = compress(&corpus)?;
        let mut contenders = vec![Contender::new("peer", &xtask, &["bench-peer"], &corpus)];
        for arguments in RUNS {
            contenders.push(Contender::run(&pgn960, arguments, &corpus));
        }
        contenders.push(Contender::new("zstd -dc (.zst)", Path::new("zstd"), &["-dcq"], &compressed));
        for arguments in &RUNS[..N_PACKED_RUNS] {
            contenders.push(Contender::run(&pgn960, arguments, &compressed));
        }
        for round in 0..options.runs {
            eprintln!("{name}: round {} of {}", round + 1, options.runs);
            for contender in &mut contenders {
                contender.measure(&target.join("bench/time.txt"))?;
            }
        }
        report(name, fs::metadata(&corpus)?.len(), &contenders);
    }
    Ok(())
}

/// A program with its arguments, and how it fared.
struct Contender {
    label: String,
    program: PathBuf,
    arguments: Vec<String>,
    file: PathBuf,
    samples: Vec<Sample>,
}

/// One run of a program.
struct Sample {
    wall_seconds: f64,
    /// Seconds of processor time and megabytes of memory at the peak, when GNU time is there to tell.
    usage: Option<(f64, f64)>,
}

impl Contender {
    fn new(label: &str, program: &Path, arguments: &[&str], file: &Path) -> Self {
        Self {
            label: label.to_owned(),
            program: program.to_owned(),
            arguments: arguments.iter().map(|&argument| argument.to_owned()).collect(),
            file: file.to_owned(),
            samples: Vec::new(),
        }
    }

    fn run(pgn960: &Path, arguments: &[&str], file: &Path) -> Self {
        let suffix = if file.extension().is_some_and(|extension| extension == "zst") { " (.zst)" } else { "" };
        let label = format!("{}{suffix}", arguments.join(" "));
        Self::new(&label, pgn960, &[arguments, &["--no-progress", "--quiet"]].concat(), file)
    }

    /// Runs the program once; `notes` is a file that GNU time may write.
    fn measure(&mut self, notes: &Path) -> Result<()> {
        let has_time = Path::new(GNU_TIME).exists();
        let mut command = Command::new(if has_time { Path::new(GNU_TIME) } else { &self.program });
        if has_time {
            command.args(["-f", "%U %S %M", "-o"]).arg(notes).arg(&self.program);
        }
        command.args(&self.arguments).arg(&self.file);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        let start = Instant::now();
        let status = command.status().with_context(|| format!("cannot run `{}`", self.program.display()))?;
        let wall_seconds = start.elapsed().as_secs_f64();
        // Findings (1) are expected, not being able to run (2 and above, or a signal) is not.
        ensure!(matches!(status.code(), Some(0 | 1)), "{}: {status}", self.label);
        let usage = if has_time { Some(parse_usage(&fs::read_to_string(notes)?)?) } else { None };
        self.samples.push(Sample { wall_seconds, usage });
        Ok(())
    }

    fn median(&self, value: impl Fn(&Sample) -> Option<f64>) -> Option<f64> {
        median(self.samples.iter().filter_map(value).collect())
    }
}

/// Reads the last line of what GNU time wrote: user and system seconds, and kilobytes; lines before it are remarks.
fn parse_usage(notes: &str) -> Result<(f64, f64)> {
    let fields: Vec<f64> = notes.lines().last().unwrap_or("").split(' ').flat_map(str::parse).collect();
    let [user, system, kilobytes] = fields[..] else { anyhow::bail!("unexpected output of {GNU_TIME}: {notes}") };
    Ok((user + system, kilobytes / 1024.0))
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => None,
        n_values if n_values % 2 == 0 => Some(f64::midpoint(values[middle - 1], values[middle])),
        _ => Some(values[middle]),
    }
}

fn report(corpus: &str, n_bytes: u64, contenders: &[Contender]) {
    let wall = |contender: &Contender| contender.median(|sample| Some(sample.wall_seconds)).unwrap_or(f64::NAN);
    let peer_seconds = wall(&contenders[0]);
    for contender in contenders {
        let seconds = wall(contender);
        let show = |value: Option<f64>, precision| value.map_or("?".to_owned(), |value| format!("{value:.precision$}"));
        println!(
            "| {corpus} | {} | {seconds:.3} | {} | {:.0} | {:.2} | {} |",
            contender.label,
            show(contender.median(|sample| Some(sample.usage?.0)), 2),
            n_bytes as f64 / 1e6 / seconds,
            peer_seconds / seconds,
            show(contender.median(|sample| Some(sample.usage?.1)), 1),
        );
    }
}

/// The corpus made from `source`, which is written unless it is there already.
fn make_corpus(name: &str, source: &Path, directory: &Path, megabytes: u64) -> Result<PathBuf> {
    let path = directory.join(format!("{name}-{megabytes}.pgn"));
    if path.exists() {
        return Ok(path);
    }
    let text = File::open(source)
        .and_then(zstd::decode_all)
        .with_context(|| format!("cannot read the corpus `{}`", source.display()))?;
    fs::create_dir_all(directory)?;
    // Written under another name first: a file cut off by an interruption would be taken for the corpus next time.
    let unfinished = path.with_extension("unfinished");
    let mut file = io::BufWriter::new(File::create(&unfinished)?);
    let mut n_written = 0;
    let mut n_copies = 0_u64;
    while n_written < megabytes * 1_000_000 || n_copies == 0 {
        let copy = renumber(&text, n_copies);
        file.write_all(&copy)?;
        n_written += copy.len() as u64;
        n_copies += 1;
    }
    file.into_inner()?.sync_all()?;
    fs::rename(&unfinished, &path)?;
    Ok(path)
}

/// A copy of the text whose games differ from those of other copies in the `Round` tag, ending in an empty line.
fn renumber(text: &[u8], copy: u64) -> Vec<u8> {
    let mut renumbered = Vec::with_capacity(text.len() + text.len() / 50);
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let end = line.iter().rposition(|&byte| byte == b'"').filter(|&end| line[end..].starts_with(b"\"]"));
        match end {
            Some(end) if copy > 0 && line.starts_with(b"[Round \"") => {
                renumbered.extend_from_slice(&line[..end]);
                renumbered.extend_from_slice(format!(".{copy}").as_bytes());
                renumbered.extend_from_slice(&line[end..]);
            }
            _ => renumbered.extend_from_slice(line),
        }
    }
    while !renumbered.ends_with(b"\n\n") && !renumbered.ends_with(b"\n\r\n") {
        renumbered.push(b'\n');
    }
    renumbered
}

/// The `.zst` beside the corpus, which is written unless it is there already.
fn compress(corpus: &Path) -> Result<PathBuf> {
    let path = corpus.with_extension("pgn.zst");
    if !path.exists() {
        let unfinished = corpus.with_extension("unfinished");
        zstd::stream::copy_encode(File::open(corpus)?, File::create(&unfinished)?, 3)?;
        fs::rename(&unfinished, &path)?;
    }
    Ok(path)
}

/// Validates `path` the way a user of pgn-reader and shakmaty would, and prints the counts.
pub fn run_peer(path: &Path) -> Result<()> {
    let file = File::open(path).with_context(|| format!("cannot read `{}`", path.display()))?;
    let counts = validate(file).with_context(|| format!("cannot read `{}`", path.display()))?;
    println!("{} games, {} moves, {} errors", counts.n_games, counts.n_moves, counts.n_errors);
    Ok(())
}

fn validate(source: impl Read) -> io::Result<Peer> {
    let mut peer = Peer::default();
    let mut reader =
        Reader::build(source).set_supported_tag_line_length(1 << 16).set_supported_comment_length(1 << 16).finish();
    reader.visit_all_games(&mut peer)?;
    Ok(peer)
}

/// The plain validator: what it has seen so far.
#[derive(Debug, Default, PartialEq, Eq)]
struct Peer {
    n_games: u64,
    n_moves: u64,
    n_errors: u64,
}

impl Visitor for Peer {
    /// The start position, `None` when the FEN is wrong.
    type Tags = Option<Chess>;
    type Movetext = Option<Chess>;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Self::Tags> {
        self.n_games += 1;
        ControlFlow::Continue(Some(Chess::default()))
    }

    fn tag(&mut self, position: &mut Self::Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        if name == b"FEN" {
            let fen = Fen::from_ascii(value.as_bytes()).ok();
            *position = fen.and_then(|fen| fen.into_position(CastlingMode::Chess960).ok());
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, position: Self::Tags) -> ControlFlow<(), Self::Movetext> {
        if position.is_none() {
            self.n_errors += 1;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(position)
    }

    fn begin_variation(&mut self, _position: &mut Self::Movetext) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, position: &mut Self::Movetext, san_plus: SanPlus) -> ControlFlow<()> {
        let Some(position) = position else { return ControlFlow::Break(()) };
        match san_plus.san.to_move(position) {
            Ok(played) => {
                position.play_unchecked(played);
                self.n_moves += 1;
                ControlFlow::Continue(())
            }
            Err(_) => {
                self.n_errors += 1;
                ControlFlow::Break(())
            }
        }
    }

    fn end_game(&mut self, _position: Self::Movetext) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_peer_counts() {
        let text = concat!(
            "[Event \"a\"]\n\n1. e4 (1. d4 d5) e5 {a} 2. Ke2 *\n\n",
            "[Event \"b\"]\n\n1. Ke2 e5 *\n\n",
            "[FEN \"bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1\"]\n\n1. e4 *\n\n",
            "[FEN \"x\"]\n\n1. e4 *\n",
        );
        assert_eq!(validate(text.as_bytes()).unwrap(), Peer { n_games: 4, n_moves: 4, n_errors: 2 });
    }

    #[test]
    fn copies_differ_in_their_rounds() {
        let text = b"[Round \"1.2\"]\r\n[White \"Round \"]\n\n1. e4 {[Round \"3\"]} *\n";
        assert_eq!(renumber(text, 0), [text.as_slice(), b"\n"].concat());
        let copy = b"[Round \"1.2.3\"]\r\n[White \"Round \"]\n\n1. e4 {[Round \"3\"]} *\n\n";
        assert_eq!(String::from_utf8(renumber(text, 3)).unwrap(), String::from_utf8(copy.to_vec()).unwrap());
    }

    #[test]
    fn usage_is_on_the_last_line() {
        let (seconds, megabytes) = parse_usage("Command exited with non-zero status 1\n1.50 0.25 2048\n").unwrap();
        assert_eq!((seconds, megabytes), (1.75, 2.0));
        assert!(parse_usage("").is_err());
    }

    #[test]
    fn medians_of_even_numbers_lie_between() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(vec![4.0, 1.0]), Some(2.5));
        assert_eq!(median(vec![]), None);
    }
}
