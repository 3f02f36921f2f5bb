//! `pgn960 validate`: every game of every input through the rules.

use std::{
    collections::BTreeMap,
    io::{self, IsTerminal},
    num::NonZeroUsize,
    ops::ControlFlow,
    path::PathBuf,
    sync::{Arc, atomic::AtomicU64},
    thread,
};

use anyhow::{Context, Result, bail};
use pgn960_core::{Start, fen};
use pgn960_pgn::{
    Game,
    event::EventKind,
    lint::{
        Checked, Diagnostic, FileFacts, Linter, Selection, Severity,
        diagnose::{self, Detail},
    },
    location::{Place, PlaceFinder},
    opening::GameStart,
    parse::Parser,
    pipeline,
    split::{Chunk, Limits, Splitter},
    tags::{TagName, decode_value},
};
use pgn960_stats::Summary;

use crate::{
    Outcome,
    args::{FailOn, Format, Validate as Args},
    complain,
    input::{self, Input},
    progress::Progress,
    report::{GameRecord, Item, Reporter, Status},
};

/// Validates all inputs and prints what was found.
pub fn run(args: &Args) -> Result<Outcome> {
    let selection = Selection::new(&args.select, &args.ignore)?;
    let inputs = inputs(&args.paths)?;
    let format = args.format.unwrap_or(if io::stdout().is_terminal() { Format::Full } else { Format::Concise });
    let checker = Checker {
        linter: Linter::new(&selection),
        with_games: args.games && !args.statistics,
        detail: match format {
            Format::Concise => Detail::default(),
            Format::Full => Detail { at_move: true, excerpt: true, fix: false },
            Format::Json => Detail { at_move: true, fix: true, excerpt: false },
        },
        max_findings: if args.statistics { 0 } else { args.max_findings.unwrap_or(u64::MAX) },
        says_hidden: !args.statistics,
    };
    let limits = Limits { chunk_size: args.chunk_size, max_game_size: args.max_game_size };
    let threads = args.threads.unwrap_or_else(|| thread::available_parallelism().unwrap_or(NonZeroUsize::MIN));
    let bytes_read = Arc::new(AtomicU64::new(0));
    let n_bytes = inputs.iter().map(Input::size).sum::<Option<u64>>();
    let progress = Progress::new(!args.quiet && !args.no_progress, n_bytes, Arc::clone(&bytes_read));
    let mut run = Run {
        checker: &checker,
        reporter: Reporter::new(format),
        progress: &progress,
        summary: Summary::default(),
        n_files: 0,
        n_unreadable: 0,
        file: File::default(),
        failure: None,
    };
    pipeline::run(
        threads,
        |sender| read_all(&inputs, limits, &bytes_read, sender),
        |job, sender| checker.work(job, sender),
        |done| run.consume(&inputs, done),
    )
    .context("cannot start the worker threads")?;
    progress.finish();
    if let Some(error) = run.failure {
        return Err(anyhow::Error::new(error).context("cannot write to standard output"));
    }
    run.reporter.finish(args.statistics, run.n_files, &run.summary)?;
    if !args.quiet {
        run.reporter.say_summary(run.n_files, &run.summary);
    }
    let n_failing = run.summary.n_findings(Severity::Error)
        + if args.fail_on == FailOn::Warning { run.summary.n_findings(Severity::Warning) } else { 0 };
    Ok(match (run.n_unreadable, n_failing) {
        (0, 0) => Outcome::Clean,
        (0, _) => Outcome::Findings,
        _ => Outcome::Failure,
    })
}

/// What to read: the paths, or standard input when something is piped into it.
fn inputs(paths: &[PathBuf]) -> Result<Vec<Input>> {
    if paths.is_empty() {
        let piped = Input::piped().context("no input: give files, directories, or `-` for standard input")?;
        return Ok(vec![piped]);
    }
    let inputs = input::expand(paths);
    if inputs.is_empty() {
        bail!("no PGN files found in the directories given");
    }
    Ok(inputs)
}

/// A piece of work, in the order of the input.
enum Job {
    Begin,
    Chunk(Chunk),
    End(FileEnd),
}

/// How reading a file ended.
struct FileEnd {
    input_idx: usize,
    /// Absolute offset and place up to which it was read.
    place: (u64, Place),
    damage: Option<String>,
    unreadable: Option<String>,
}

/// What became of a [`Job`].
enum Done {
    Begin,
    Chunk(ChunkReport),
    End(FileEnd),
}

/// What a chunk holds, or a part of its games.
#[derive(Default)]
struct ChunkReport {
    items: Vec<Item>,
    /// Findings among them, of which a file has at most so many as are to be shown.
    n_shown: u64,
    summary: Summary,
    has_text: bool,
}

/// Reads the inputs one after another; the only thing that runs beside the workers.
fn read_all(inputs: &[Input], limits: Limits, bytes_read: &Arc<AtomicU64>, mut sender: pipeline::Sender<'_, Job>) {
    for (input_idx, input) in inputs.iter().enumerate() {
        let mut end = FileEnd { input_idx, place: (0, Place::FIRST), damage: None, unreadable: None };
        if !sender.send(Job::Begin) {
            return;
        }
        match input.open(bytes_read) {
            Err(error) => end.unreadable = Some(format!("{error:#}")),
            Ok(opened) => {
                let mut splitter = Splitter::new(opened, limits);
                loop {
                    match splitter.next_chunk() {
                        Ok(Some(chunk)) => {
                            if !sender.send(Job::Chunk(chunk)) {
                                return;
                            }
                        }
                        Ok(None) => break,
                        Err(error) if is_damage(&error) => end.damage = Some(error.to_string()),
                        Err(error) => end.unreadable = Some(format!("cannot read `{}`: {error}", input.name)),
                    }
                }
                end.place = splitter.place();
            }
        }
        if !sender.send(Job::End(end)) {
            return;
        }
    }
}

/// Whether the data itself is at fault, and not the disk it comes from.
fn is_damage(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidData) && error.raw_os_error().is_none()
}

/// What the workers need to know.
struct Checker {
    linter: Linter,
    with_games: bool,
    detail: Detail,
    /// Findings of a file that are shown; others are counted.
    max_findings: u64,
    /// Whether to say how many are not.
    says_hidden: bool,
}

impl Checker {
    fn work(&self, job: Job, mut sender: pipeline::Sender<'_, Done>) {
        let mut is_wanted = true;
        let mut send = |done| is_wanted = is_wanted && sender.send(done);
        match job {
            Job::Begin => send(Done::Begin),
            Job::Chunk(chunk) => self.check_chunk(&chunk, |report| send(Done::Chunk(report))),
            Job::End(end) => send(Done::End(end)),
        }
    }

    fn check_chunk(&self, chunk: &Chunk, mut each: impl FnMut(ChunkReport)) {
        /// Items of a report, so that a chunk of a million games does not hold a million reports.
        const MOST: usize = 4096;
        let mut report = ChunkReport::default();
        let mut finder = PlaceFinder::new(&chunk.bytes, chunk.line);
        if chunk.skipped > 0 {
            self.check_game(&Parser::skipped_game(), 0, chunk, &mut finder, &mut report);
            return each(report);
        }
        let mut parser = Parser::default();
        for (index, &start) in chunk.starts.iter().enumerate() {
            let start = start as usize;
            let end = chunk.starts.get(index + 1).map_or(chunk.bytes.len(), |&end| end as usize);
            parser.parse_slice(&chunk.bytes[start..end], |offset, game| {
                self.check_game(game, start + offset, chunk, &mut finder, &mut report);
                if report.items.len() >= MOST {
                    each(std::mem::take(&mut report));
                }
            });
        }
        each(report);
    }

    fn check_game(
        &self,
        game: &Game<'_>,
        offset: usize,
        chunk: &Chunk,
        finder: &mut PlaceFinder<'_>,
        report: &mut ChunkReport,
    ) {
        let summary = &mut report.summary;
        let mut checked = self.linter.check_game(game, |ply| summary.observe_ply(ply));
        let mut findings = std::mem::take(&mut checked.findings);
        summary.observe_findings(&checked.counts);
        let is_game = game.is_game();
        if is_game {
            summary.observe_game(&checked);
        }
        let number = is_game.then_some(summary.n_games);
        report.has_text |= is_game || game.events.iter().any(|event| event.kind != EventKind::Blank);
        if self.with_games && is_game {
            let mut of_game = Summary::default();
            of_game.observe_findings(&checked.counts);
            let (n_errors, n_warnings) = (of_game.n_findings(Severity::Error), of_game.n_findings(Severity::Warning));
            let start = offset + game.start_span().start as usize;
            report.items.push(Item::Game(Box::new(GameRecord {
                number: summary.n_games,
                line: finder.go_to(start).line,
                byte_offset: chunk.offset + start as u64,
                n_errors,
                n_warnings,
                ..game_record(game, &checked)
            })));
        }
        findings.truncate(usize::try_from(self.max_findings - report.n_shown).unwrap_or(usize::MAX));
        report.n_shown += findings.len() as u64;
        if !findings.is_empty() {
            let place = diagnose::GamePlace { number, offset, chunk_offset: chunk.offset };
            let detail = Detail { excerpt: self.detail.excerpt && !game.is_skipped(), ..self.detail };
            let diagnostics = diagnose::diagnose(findings, game, place, finder, detail);
            report.items.extend(diagnostics.into_iter().map(Item::Finding));
        }
    }
}

/// What is known of a game but for its place and its findings.
fn game_record(game: &Game<'_>, checked: &Checked) -> GameRecord {
    let tag = |span| game.decoded(span).into_owned();
    let start = checked.opening.as_ref().map(|opening| &opening.start);
    let status = match (start, &checked.replay) {
        (None | Some(GameStart::OtherGame), _) => Status::Skipped,
        (_, None) => Status::NoStart,
        (_, Some(replay)) if replay.is_stopped => Status::Error,
        _ => Status::Ok,
    };
    let replay = checked.replay.as_ref();
    let marker = game.marker.map(|(span, _)| span).or(replay.and_then(|replay| replay.double_loss));
    GameRecord {
        number: 0,
        line: 0,
        byte_offset: 0,
        tags: game.tags.iter().map(|pair| (tag(pair.name), decode_value(game.text(pair.value)))).collect(),
        start: start.and_then(GameStart::kind).copied(),
        status,
        n_plies: replay.map_or_else(|| game.n_plies(), |replay| replay.n_plies),
        n_legal_plies: replay.map_or(0, |replay| replay.n_legal_plies),
        last_fen: replay.map(|replay| fen::to_xfen(&replay.last_position.to_setup())),
        result: game.value(TagName::Result),
        marker: marker.map(tag),
        n_errors: 0,
        n_warnings: 0,
    }
}

/// The ordered end of the pipeline.
struct Run<'a> {
    checker: &'a Checker,
    reporter: Reporter,
    progress: &'a Progress,
    summary: Summary,
    n_files: u64,
    n_unreadable: u64,
    file: File,
    failure: Option<io::Error>,
}

/// What is known of the file being read.
#[derive(Default)]
struct File {
    n_games: u64,
    has_text: bool,
    n_findings: u64,
    n_shown: u64,
}

impl Run<'_> {
    fn consume(&mut self, inputs: &[Input], done: Done) -> ControlFlow<()> {
        self.progress.update();
        let result = match done {
            Done::Begin => {
                self.file = File::default();
                Ok(())
            }
            Done::Chunk(report) => self.take_chunk(&inputs[self.input_idx()].name, report),
            Done::End(end) => self.take_end(&inputs[end.input_idx].name, end),
        };
        match result {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.failure = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    fn input_idx(&self) -> usize {
        (self.n_files + self.n_unreadable) as usize
    }

    fn take_chunk(&mut self, name: &str, report: ChunkReport) -> io::Result<()> {
        let base = self.file.n_games;
        self.file.n_games += report.summary.n_games;
        self.file.has_text |= report.has_text;
        self.file.n_findings += report.summary.severities.values().sum::<u64>();
        self.summary.merge(report.summary);
        for mut item in report.items {
            match &mut item {
                Item::Game(record) => record.number += base,
                Item::Finding(finding) => {
                    if self.file.n_shown == self.checker.max_findings {
                        continue;
                    }
                    self.file.n_shown += 1;
                    finding.game = finding.game.map(|number| number + base);
                }
            }
            self.reporter.item(name, &item);
        }
        self.write()
    }

    fn take_end(&mut self, name: &str, end: FileEnd) -> io::Result<()> {
        if let Some(message) = &end.unreadable {
            self.n_unreadable += 1;
            self.progress.suspend(|| complain(message));
        } else {
            self.n_files += 1;
        }
        let facts = FileFacts { n_games: self.file.n_games, has_text: self.file.has_text, damage: end.damage };
        if end.unreadable.is_none() {
            for (rule, message) in self.checker.linter.check_file(&facts) {
                self.summary.observe_findings(&BTreeMap::from([(rule.code, 1)]));
                self.file.n_findings += 1;
                if self.file.n_shown < self.checker.max_findings {
                    self.file.n_shown += 1;
                    let (byte_offset, place) = if facts.damage.is_some() { end.place } else { (0, Place::FIRST) };
                    let diagnostic = Diagnostic::of_file(rule, &message, place, byte_offset);
                    self.reporter.item(name, &Item::Finding(diagnostic));
                }
            }
        }
        let n_hidden = self.file.n_findings - self.file.n_shown;
        if n_hidden > 0 && self.checker.says_hidden {
            self.reporter.hidden(name, n_hidden);
        }
        self.write()
    }

    fn write(&mut self) -> io::Result<()> {
        if self.reporter.is_empty() { Ok(()) } else { self.progress.suspend(|| self.reporter.write()) }
    }
}

/// How a start is told in a report.
pub fn start_words(start: Start) -> String {
    match start {
        Start::Standard => "standard".to_owned(),
        Start::Chess960(spn) => format!("chess960 {spn}"),
        Start::Dfrc { white, black } => format!("dfrc {white}:{black}"),
        Start::Shuffle => "shuffle".to_owned(),
        Start::Other => "set-up position".to_owned(),
    }
}
