//! `pgn960 validate`: every game of every input through the rules.

use std::{ops::ControlFlow, path::PathBuf};

use anyhow::{Result, bail};
use clap::ValueEnum;
use pgn960_core::{Start, fen};
use pgn960_pgn::{
    Game,
    lint::{
        Checked, Counts, Diagnostic, FileFacts, FileFindings, Fingerprints, Linter, Rule, Severity,
        diagnose::{self, Detail},
    },
    location::{Place, PlaceFinder},
    opening::GameStart,
    parse::Parser,
    split::{Chunk, Splitter},
    tags::{TagName, decode_value},
};
use pgn960_stats::Summary;

use crate::{
    Outcome,
    args::{self, Format, Validate as Args},
    baseline::{Baseline, Known, NewBaseline, Unlisted},
    config::Settings,
    input::{GAME_ENDINGS, Input},
    output::Output,
    progress::Progress,
    report::{self, GameRecord, Reporter, Status},
    scan::{FileEnd, Part, inputs, scan_inputs},
};

/// Validates all inputs and prints what was found.
pub fn run(args: &Args) -> Result<Outcome> {
    let inputs = inputs(&args.scan.paths, GAME_ENDINGS)?;
    let settings = Settings::new(args, &inputs)?;
    let read = || {
        let inputs = inputs.iter().filter_map(Input::path);
        inputs.chain(settings.files.iter().map(PathBuf::as_path)).chain(args.baseline.as_deref())
    };
    let baseline = match (&args.baseline, &args.write_baseline) {
        (Some(path), _) => Baseline::Known(Known::read(path)?),
        (None, Some(path)) => Baseline::New(NewBaseline::new(path, read())?),
        (None, None) => Baseline::None,
    };
    let output = match &args.output_file {
        None => Output::stdout(),
        Some(path) if path.as_os_str() == "-" => Output::stdout(),
        Some(path) => Output::file(path, read())?,
    };
    let format = args.format.unwrap_or(if output.is_terminal() { Format::Full } else { Format::Concise });
    refuse_unsupported(args, format)?;
    let has_baseline = !matches!(baseline, Baseline::None);
    let checker = Checker {
        settings: &settings,
        games: match format {
            _ if args.statistics => Games::None,
            _ if args.games => Games::All,
            Format::Junit => Games::Faulty,
            _ => Games::None,
        },
        detail: Detail {
            at_move: matches!(format, Format::Full | Format::Json | Format::Csv | Format::Sarif),
            fix: matches!(format, Format::Json | Format::Sarif),
            // Programs that read JSON look at the fix itself.
            suggestion: format != Format::Json,
            excerpt: format == Format::Full,
            fingerprint: format == Format::Sarif || has_baseline,
        },
        max_findings: if args.statistics { 0 } else { args.max_findings.unwrap_or(u64::MAX) },
        says_hidden: !args.statistics,
        has_baseline,
    };
    let mut run = Run {
        checker: &checker,
        reporter: Reporter::new(format, output, args.fail_on),
        baseline,
        summary: Summary::default(),
        file: File::default(),
    };
    run.reporter.begin()?;
    let options = args::Scan { threads: args.scan.threads.or(settings.threads), ..args.scan.clone() };
    let scanned = scan_inputs(
        &options,
        &inputs,
        |_, opened| Ok(Splitter::new(opened, options.limits())),
        |input_idx, chunk, each| checker.check_chunk(input_idx, chunk, each),
        |input_idx, part, progress| {
            run.consume(input_idx, &inputs[input_idx], part, progress).map(ControlFlow::Continue)
        },
    )?;
    let Run { reporter, baseline, summary, .. } = run;
    reporter.finish(args.statistics, scanned.n_files, &summary)?;
    let withheld = baseline.finish(scanned.n_unreadable == 0)?;
    if !args.scan.quiet {
        report::say_summary(scanned.n_files, &summary, &settings.files, withheld.as_deref());
    }
    let failing = Severity::ALL.into_iter().filter(|&severity| severity >= args.fail_on.severity());
    let n_failing: u64 = failing.map(|severity| summary.n_findings(severity)).sum();
    Ok(match (scanned.n_unreadable, n_failing) {
        (0, 0) => Outcome::Clean,
        (0, _) => Outcome::Findings,
        _ => Outcome::Failure,
    })
}

/// Some formats have no place for some things.
fn refuse_unsupported(args: &Args, format: Format) -> Result<()> {
    for (is_wanted, option, can_tell) in [
        (args.games, "--games", Format::has_games as fn(Format) -> bool),
        (args.statistics, "--statistics", Format::has_statistics),
        (args.max_findings.is_some(), "--max-findings", Format::may_be_cut),
    ] {
        if is_wanted && !can_tell(format) {
            let able: Vec<_> = Format::value_variants().iter().filter(|&&able| can_tell(able)).collect();
            let able: Vec<_> = able.into_iter().map(|format| format.name()).collect();
            bail!("`{option}` does not go with the format `{}`, but with {}", format.name(), able.join(", "));
        }
    }
    Ok(())
}

/// What a chunk holds, or a part of its games.
#[derive(Default)]
struct ChunkReport {
    games: Vec<GameReport>,
    /// Findings in these games and the games themselves.
    n_items: usize,
    /// Findings in these games, of which a file has at most so many as are to be shown.
    n_shown: u64,
    summary: Summary,
    facts: FileFacts,
}

/// What is to be told of a game, or of text outside games.
struct GameReport {
    record: Option<Box<GameRecord>>,
    findings: Vec<Diagnostic>,
    /// Findings beyond these, when there is a baseline.
    unlisted: Vec<Unlisted>,
}

/// Which games are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Games {
    None,
    /// Those in which something was found.
    Faulty,
    All,
}

/// What the workers need to know.
struct Checker<'a> {
    settings: &'a Settings,
    games: Games,
    detail: Detail,
    /// Findings of a file that are shown; others are counted.
    max_findings: u64,
    /// Whether to say how many are not.
    says_hidden: bool,
    /// Whether findings are compared or written down before they are shown.
    has_baseline: bool,
}

impl Checker<'_> {
    fn check_chunk(&self, input_idx: usize, chunk: &Chunk, each: &mut dyn FnMut(ChunkReport)) {
        /// Items of a report, so that a chunk of a million games does not hold a million reports.
        const MOST: usize = 4096;
        let linter = self.settings.linter(input_idx);
        let mut report = ChunkReport::default();
        let mut finder = PlaceFinder::new(&chunk.bytes, chunk.line);
        Parser::default().parse_chunk(chunk, |offset, game| {
            self.check_game(linter, game, offset, chunk, &mut finder, &mut report);
            if report.n_items >= MOST {
                each(std::mem::take(&mut report));
            }
        });
        each(report);
    }

    fn check_game(
        &self,
        linter: &Linter,
        game: &Game<'_>,
        offset: usize,
        chunk: &Chunk,
        finder: &mut PlaceFinder<'_>,
        report: &mut ChunkReport,
    ) {
        let summary = &mut report.summary;
        let mut checked = linter.check_game(game);
        let mut findings = std::mem::take(&mut checked.findings);
        summary.observe_findings(&checked.counts);
        let is_game = game.is_game();
        if is_game {
            summary.observe_game(&checked);
        }
        let number = is_game.then_some(summary.n_games);
        let place = diagnose::GamePlace { number, offset, chunk_offset: chunk.offset };
        linter.observe_game(&mut report.facts, game, &checked, place, finder);
        let is_told = match self.games {
            Games::None => false,
            Games::Faulty => !findings.is_empty(),
            Games::All => true,
        };
        let record = (is_told && is_game).then(|| {
            let mut of_game = Summary::default();
            of_game.observe_findings(&checked.counts);
            let (n_errors, n_warnings) = (of_game.n_findings(Severity::Error), of_game.n_findings(Severity::Warning));
            let start = offset + game.start_span().start as usize;
            Box::new(GameRecord {
                number: summary.n_games,
                line: finder.go_to(start).line,
                byte_offset: chunk.offset + start as u64,
                n_errors,
                n_warnings,
                ..game_record(game, &checked)
            })
        });
        let unlisted = match self.has_baseline && !findings.is_empty() {
            true => {
                unlisted(&Fingerprints::of_game(game), findings.iter().map(|finding| finding.rule), &checked.counts)
            }
            false => Vec::new(),
        };
        if !self.has_baseline {
            findings.truncate(usize::try_from(self.max_findings - report.n_shown).unwrap_or(usize::MAX));
        }
        if record.is_none() && findings.is_empty() {
            return;
        }
        let detail = Detail { excerpt: self.detail.excerpt && !game.is_skipped(), ..self.detail };
        let findings = diagnose::diagnose(findings, game, place, finder, detail);
        report.n_shown += findings.len() as u64;
        report.n_items += findings.len() + 1;
        report.games.push(GameReport { record, findings, unlisted });
    }
}

/// The findings that are counted and not listed.
fn unlisted(prints: &Fingerprints, listed: impl Iterator<Item = &'static Rule>, counts: &Counts) -> Vec<Unlisted> {
    let mut left = counts.clone();
    for rule in listed {
        // A rule has one severity in a run.
        let of_rule = left.iter_mut().find(|((code, _), _)| *code == rule.code);
        of_rule.into_iter().for_each(|(_, count)| *count -= 1);
    }
    left.retain(|_, count| *count > 0);
    left.into_iter()
        .map(|((code, severity), count)| Unlisted { code, severity, fingerprint: prints.of_finding(code, ""), count })
        .collect()
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
        n_legal_plies: replay.map_or(0, |replay| replay.n_legal_plies()),
        last_fen: replay.map(|replay| fen::to_xfen(&replay.last_position.to_setup())),
        result: game.value(TagName::Result),
        marker: marker.map(tag),
        n_errors: 0,
        n_warnings: 0,
    }
}

/// The ordered end of the scan.
struct Run<'a> {
    checker: &'a Checker<'a>,
    reporter: Reporter,
    baseline: Baseline,
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
    fn consume(&mut self, input_idx: usize, input: &Input, part: Part<ChunkReport>, progress: &Progress) -> Result<()> {
        match part {
            Part::Begin => {
                self.file = File::default();
                self.baseline.begin_file(input);
            }
            Part::Work(report) => self.take_chunk(&input.name, report)?,
            Part::End(end) => self.take_end(input_idx, &input.name, end)?,
        }
        if self.reporter.is_waiting() { progress.suspend(|| self.reporter.flush()) } else { Ok(()) }
    }

    fn take_chunk(&mut self, name: &str, report: ChunkReport) -> Result<()> {
        let base = self.file.facts.n_games;
        self.file.facts.merge(report.facts);
        self.file.n_findings += report.summary.findings.values().sum::<u64>();
        self.summary.merge(report.summary);
        for GameReport { mut record, mut findings, unlisted } in report.games {
            let withheld = self.withhold(&mut findings, &unlisted)?;
            if let Some(record) = record.as_mut() {
                record.number += base;
                record.n_errors -= count_of(&withheld, Severity::Error);
                record.n_warnings -= count_of(&withheld, Severity::Warning);
            }
            let is_told = self.checker.games == Games::All || !findings.is_empty();
            if let Some(record) = record.filter(|_| is_told) {
                self.reporter.game(name, &record)?;
            }
            for mut finding in findings {
                finding.game = finding.game.map(|number| number + base);
                self.show(name, &finding)?;
            }
        }
        Ok(())
    }

    fn take_end(&mut self, input_idx: usize, name: &str, end: FileEnd) -> Result<()> {
        if end.failure.is_none() {
            self.file.facts.damage = end.damage;
            let FileFindings { list, counts } = self.checker.settings.linter(input_idx).check_file(&self.file.facts);
            self.summary.observe_findings(&counts);
            self.file.n_findings += counts.values().sum::<u64>();
            let unlisted = unlisted(&Fingerprints::of_file(), list.iter().map(|finding| finding.rule), &counts);
            let default = if self.file.facts.damage.is_some() { end.place } else { (0, Place::FIRST) };
            let mut findings = list.into_iter().map(|finding| Diagnostic::of_file(finding, default)).collect();
            self.withhold(&mut findings, &unlisted)?;
            findings.iter().try_for_each(|finding| self.show(name, finding))?;
            self.baseline.end_file();
        }
        let n_hidden = self.file.n_findings - self.file.n_shown;
        if n_hidden > 0 && self.checker.says_hidden {
            self.reporter.hidden(name, n_hidden)?;
        }
        self.reporter.end_file(name, end.failure.as_deref())
    }

    /// Takes out what the baseline keeps from being reported, as if it had not been found.
    fn withhold(&mut self, findings: &mut Vec<Diagnostic>, unlisted: &[Unlisted]) -> Result<Counts> {
        let withheld = self.baseline.take(findings, unlisted)?;
        for (&(code, severity), &count) in &withheld {
            self.summary.withdraw_findings(code, severity, count);
            self.file.n_findings -= count;
        }
        Ok(withheld)
    }

    fn show(&mut self, name: &str, finding: &Diagnostic) -> Result<()> {
        if self.file.n_shown == self.checker.max_findings {
            return Ok(());
        }
        self.file.n_shown += 1;
        self.reporter.finding(name, finding)
    }
}

fn count_of(counts: &Counts, wanted: Severity) -> u64 {
    counts.iter().filter(|((_, severity), _)| *severity == wanted).map(|(_, count)| count).sum()
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
