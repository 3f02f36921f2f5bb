//! `pgn960 validate`: every game of every input through the rules.

use std::io::{self, IsTerminal};

use anyhow::{Context, Result};
use pgn960_core::{Start, fen};
use pgn960_pgn::{
    Game,
    lint::{
        Checked, Diagnostic, FileFacts, Linter, Selection, Severity,
        diagnose::{self, Detail},
    },
    location::{Place, PlaceFinder},
    opening::GameStart,
    parse::Parser,
    split::Chunk,
    tags::{TagName, decode_value},
};
use pgn960_stats::Summary;

use crate::{
    Outcome,
    args::{FailOn, Format, Validate as Args},
    progress::Progress,
    report::{GameRecord, Item, Reporter, Status},
    scan::{FileEnd, Part, scan},
};

/// Validates all inputs and prints what was found.
pub fn run(args: &Args) -> Result<Outcome> {
    let selection = Selection::new(&args.choice())?;
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
    let mut run =
        Run { checker: &checker, reporter: Reporter::new(format), summary: Summary::default(), file: File::default() };
    let scanned = scan(
        &args.scan,
        |chunk, each| checker.check_chunk(chunk, each),
        |input, part, progress| run.consume(&input.name, part, progress).context("cannot write to standard output"),
    )?;
    run.reporter.finish(args.statistics, scanned.n_files, &run.summary)?;
    if !args.scan.quiet {
        run.reporter.say_summary(scanned.n_files, &run.summary);
    }
    let n_failing = run.summary.n_findings(Severity::Error)
        + if args.fail_on == FailOn::Warning { run.summary.n_findings(Severity::Warning) } else { 0 };
    Ok(match (scanned.n_unreadable, n_failing) {
        (0, 0) => Outcome::Clean,
        (0, _) => Outcome::Findings,
        _ => Outcome::Failure,
    })
}

/// What a chunk holds, or a part of its games.
#[derive(Default)]
struct ChunkReport {
    items: Vec<Item>,
    /// Findings among them, of which a file has at most so many as are to be shown.
    n_shown: u64,
    summary: Summary,
    facts: FileFacts,
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
    fn check_chunk(&self, chunk: &Chunk, each: &mut dyn FnMut(ChunkReport)) {
        /// Items of a report, so that a chunk of a million games does not hold a million reports.
        const MOST: usize = 4096;
        let mut report = ChunkReport::default();
        let mut finder = PlaceFinder::new(&chunk.bytes, chunk.line);
        Parser::default().parse_chunk(chunk, |offset, game| {
            self.check_game(game, offset, chunk, &mut finder, &mut report);
            if report.items.len() >= MOST {
                each(std::mem::take(&mut report));
            }
        });
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
        let place = diagnose::GamePlace { number, offset, chunk_offset: chunk.offset };
        self.linter.observe_game(&mut report.facts, game, &checked, place, finder);
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

/// The ordered end of the scan.
struct Run<'a> {
    checker: &'a Checker,
    reporter: Reporter,
    summary: Summary,
    file: File,
}

/// What is known of the file being read.
#[derive(Default)]
struct File {
    facts: FileFacts,
    n_findings: u64,
    n_shown: u64,
}

impl Run<'_> {
    fn consume(&mut self, name: &str, part: Part<ChunkReport>, progress: &Progress) -> io::Result<()> {
        match part {
            Part::Begin => self.file = File::default(),
            Part::Work(report) => self.take_chunk(name, report),
            Part::End(end) => self.take_end(name, end),
        }
        if self.reporter.is_empty() { Ok(()) } else { progress.suspend(|| self.reporter.write()) }
    }

    fn take_chunk(&mut self, name: &str, report: ChunkReport) {
        let base = self.file.facts.n_games;
        self.file.facts.merge(report.facts);
        self.file.n_findings += report.summary.findings.values().sum::<u64>();
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
    }

    fn take_end(&mut self, name: &str, end: FileEnd) {
        if !end.is_unreadable {
            self.file.facts.damage = end.damage;
            let found = self.checker.linter.check_file(&self.file.facts);
            self.summary.observe_findings(&found.counts);
            self.file.n_findings += found.counts.values().sum::<u64>();
            let default = if self.file.facts.damage.is_some() { end.place } else { (0, Place::FIRST) };
            let n_left = self.checker.max_findings - self.file.n_shown;
            for finding in found.list.into_iter().take(usize::try_from(n_left).unwrap_or(usize::MAX)) {
                self.file.n_shown += 1;
                self.reporter.item(name, &Item::Finding(Diagnostic::of_file(finding, default)));
            }
        }
        let n_hidden = self.file.n_findings - self.file.n_shown;
        if n_hidden > 0 && self.checker.says_hidden {
            self.reporter.hidden(name, n_hidden);
        }
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
