//! Every game of every input on all threads, with results in the order of the input: what the commands over archives
//! share.

use std::{
    io,
    num::NonZeroUsize,
    ops::ControlFlow,
    path::PathBuf,
    sync::{Arc, atomic::AtomicU64},
    thread,
};

use anyhow::{Context, Result, bail};
use pgn960_pgn::{
    location::Place,
    pipeline,
    split::{Chunk, Limits, Splitter},
};

use crate::{
    args, complain,
    input::{self, Input},
    progress::Progress,
};

/// What reaches the ordered end of a scan.
pub enum Part<T> {
    /// An input begins.
    Begin,
    /// What a worker made of a chunk, or of a part of it.
    Work(T),
    /// An input ends.
    End(FileEnd),
}

/// How reading an input ended.
pub struct FileEnd {
    /// Absolute offset and place up to which it was read.
    pub place: (u64, Place),
    /// Why its data could not be read to the end, when they are cut off or damaged.
    pub damage: Option<String>,
    /// Whether the disk or the kind of file kept it from being read; that has been said.
    pub is_unreadable: bool,
}

/// How many inputs were read.
pub struct Scanned {
    /// Those that were read, damaged ones included.
    pub n_files: u64,
    /// Those that could not be.
    pub n_unreadable: u64,
}

/// A piece of work, in the order of the input.
enum Job {
    Begin,
    Chunk(Chunk),
    End(FileEnd, Option<String>),
}

/// What became of a [`Job`].
enum Done<T> {
    Begin,
    Work(T),
    End(FileEnd, Option<String>),
}

/// Works on all chunks of the inputs in parallel and consumes what comes of them in order.
///
/// A worker may make several results of a chunk and hands each to its last argument. The consumer writes with the
/// progress bar suspended.
///
/// # Errors
///
/// When there is no input, when the system gives no threads, and when the consumer fails, which ends the scan.
pub fn scan<T: Send>(
    options: &args::Scan,
    work: impl Fn(&Chunk, &mut dyn FnMut(T)) + Sync,
    mut consume: impl FnMut(&Input, Part<T>, &Progress) -> Result<()>,
) -> Result<Scanned> {
    let inputs = inputs(&options.paths)?;
    let limits = Limits { chunk_size: options.chunk_size, max_game_size: options.max_game_size };
    let bytes_read = Arc::new(AtomicU64::new(0));
    let n_bytes = inputs.iter().map(Input::size).sum::<Option<u64>>();
    let progress = Progress::new(!options.quiet && !options.no_progress, n_bytes, Arc::clone(&bytes_read));
    let mut scanned = Scanned { n_files: 0, n_unreadable: 0 };
    let mut failure = None;
    pipeline::run(
        options.threads(),
        |sender| read_all(&inputs, limits, &bytes_read, sender),
        |job, mut sender| {
            let mut is_wanted = true;
            let mut send = |done| is_wanted = is_wanted && sender.send(done);
            match job {
                Job::Begin => send(Done::Begin),
                Job::Chunk(chunk) => work(&chunk, &mut |result| send(Done::Work(result))),
                Job::End(end, reason) => send(Done::End(end, reason)),
            }
        },
        |done| {
            progress.update();
            let input = &inputs[(scanned.n_files + scanned.n_unreadable) as usize];
            let part = match done {
                Done::Begin => Part::Begin,
                Done::Work(result) => Part::Work(result),
                Done::End(end, reason) => {
                    scanned.n_files += u64::from(!end.is_unreadable);
                    scanned.n_unreadable += u64::from(end.is_unreadable);
                    if let Some(reason) = reason {
                        progress.suspend(|| complain(&reason));
                    }
                    Part::End(end)
                }
            };
            match consume(input, part, &progress) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    failure = Some(error);
                    ControlFlow::Break(())
                }
            }
        },
    )
    .context("cannot start the worker threads")?;
    progress.finish();
    failure.map_or(Ok(scanned), Err)
}

impl args::Scan {
    /// Worker threads to use.
    fn threads(&self) -> NonZeroUsize {
        self.threads.unwrap_or_else(|| thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
    }
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

/// Reads the inputs one after another; the only thing that runs beside the workers.
fn read_all(inputs: &[Input], limits: Limits, bytes_read: &Arc<AtomicU64>, mut sender: pipeline::Sender<'_, Job>) {
    for input in inputs {
        let mut end = FileEnd { place: (0, Place::FIRST), damage: None, is_unreadable: false };
        let mut reason = None;
        if !sender.send(Job::Begin) {
            return;
        }
        match input.open(bytes_read) {
            Err(error) => reason = Some(format!("{error:#}")),
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
                        Err(error) => reason = Some(format!("cannot read `{}`: {error}", input.name)),
                    }
                }
                end.place = splitter.place();
            }
        }
        end.is_unreadable = reason.is_some();
        if !sender.send(Job::End(end, reason)) {
            return;
        }
    }
}

/// Whether the data itself is at fault, and not the disk it comes from.
fn is_damage(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidData) && error.raw_os_error().is_none()
}
