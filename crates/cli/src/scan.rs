//! Every piece of every input on all threads, with results in the order of the input: what the commands over archives
//! and lists share.

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
    input::{self, GAME_ENDINGS, Input, Opened},
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
    /// Why the disk or the kind of file kept it from being read; that has been said on standard error.
    pub failure: Option<String>,
}

/// How many inputs were read.
pub struct Scanned {
    /// Those that were read, damaged ones included.
    pub n_files: u64,
    /// Those that could not be.
    pub n_unreadable: u64,
}

/// Cuts an opened input into pieces that can be worked on apart.
pub trait Cut {
    /// What is worked on at a time.
    type Piece: Send;

    /// The next piece, or None at the end.
    ///
    /// # Errors
    ///
    /// What the reader reports. Asked again after an error, it hands out what was read before it and then ends.
    fn next_piece(&mut self) -> io::Result<Option<Self::Piece>>;

    /// Absolute offset and place up to which pieces have been handed out.
    fn place(&self) -> (u64, Place);
}

impl Cut for Splitter<Opened> {
    type Piece = Chunk;

    fn next_piece(&mut self) -> io::Result<Option<Chunk>> {
        self.next_chunk()
    }

    fn place(&self) -> (u64, Place) {
        self.place()
    }
}

/// Something to do, in the order of the input. Work tells the index of its input.
enum Job<P> {
    Begin,
    Piece(usize, P),
    End(FileEnd),
}

/// Works on all games of the inputs in parallel and consumes what comes of them in order.
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
    let limits = options.limits();
    let inputs = inputs(&options.paths, GAME_ENDINGS)?;
    scan_inputs(
        options,
        &inputs,
        |_, opened| Ok(Splitter::new(opened, limits)),
        |_, chunk, each| work(chunk, each),
        |input_idx, part, progress| consume(&inputs[input_idx], part, progress).map(ControlFlow::Continue),
    )
}

/// The same over pieces of any kind, with workers that are told the index of the input, and with a consumer that is
/// told it too and may end the scan.
///
/// # Errors
///
/// When the system gives no threads, and when the consumer fails. An input that cannot be opened or cut is said to be
/// unreadable in its turn.
pub fn scan_inputs<C: Cut, T: Send>(
    options: &args::Scan,
    inputs: &[Input],
    cut: impl Fn(&Input, Opened) -> Result<C>,
    work: impl Fn(usize, &C::Piece, &mut dyn FnMut(T)) + Sync,
    mut consume: impl FnMut(usize, Part<T>, &Progress) -> Result<ControlFlow<()>>,
) -> Result<Scanned> {
    let bytes_read = Arc::new(AtomicU64::new(0));
    let n_bytes = inputs.iter().map(Input::size).sum::<Option<u64>>();
    let progress = Progress::new(!options.quiet && !options.no_progress, n_bytes, Arc::clone(&bytes_read));
    let mut scanned = Scanned { n_files: 0, n_unreadable: 0 };
    let mut failure = None;
    pipeline::run(
        options.threads(),
        |sender| read_all(inputs, cut, &bytes_read, sender),
        |job, mut sender| {
            let mut is_wanted = true;
            let mut send = |part| is_wanted = is_wanted && sender.send(part);
            match job {
                Job::Begin => send(Part::Begin),
                Job::Piece(input_idx, piece) => work(input_idx, &piece, &mut |result| send(Part::Work(result))),
                Job::End(end) => send(Part::End(end)),
            }
        },
        |part| {
            progress.update();
            let input_idx = (scanned.n_files + scanned.n_unreadable) as usize;
            if let Part::End(end) = &part {
                scanned.n_files += u64::from(end.failure.is_none());
                scanned.n_unreadable += u64::from(end.failure.is_some());
                if let Some(failure) = &end.failure {
                    progress.suspend(|| complain(failure));
                }
            }
            consume(input_idx, part, &progress).unwrap_or_else(|error| {
                failure = Some(error);
                ControlFlow::Break(())
            })
        },
    )
    .context("cannot start the worker threads")?;
    progress.finish();
    failure.map_or(Ok(scanned), Err)
}

impl args::Scan {
    /// The sizes that bound what is in memory.
    pub fn limits(&self) -> Limits {
        Limits { chunk_size: self.chunk_size, max_game_size: self.max_game_size }
    }

    /// Worker threads to use.
    fn threads(&self) -> NonZeroUsize {
        self.threads.unwrap_or_else(|| thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
    }
}

/// What to read: the paths, or standard input when something is piped into it.
///
/// # Errors
///
/// When that is nothing.
pub fn inputs(paths: &[PathBuf], endings: &[&str]) -> Result<Vec<Input>> {
    if paths.is_empty() {
        let piped = Input::piped().context("no input: give files, directories, or `-` for standard input")?;
        return Ok(vec![piped]);
    }
    let inputs = input::expand(paths, endings);
    if inputs.is_empty() {
        bail!("no files named {} found in the directories given", endings.join(", "));
    }
    Ok(inputs)
}

/// Reads the inputs one after another, while the workers are busy with what was read before.
fn read_all<C: Cut>(
    inputs: &[Input],
    cut: impl Fn(&Input, Opened) -> Result<C>,
    bytes_read: &Arc<AtomicU64>,
    mut sender: pipeline::Sender<'_, Job<C::Piece>>,
) {
    for (input_idx, input) in inputs.iter().enumerate() {
        let mut end = FileEnd { place: (0, Place::FIRST), damage: None, failure: None };
        if !sender.send(Job::Begin) {
            return;
        }
        match input.open(bytes_read).and_then(|opened| cut(input, opened)) {
            Err(error) => end.failure = Some(format!("{error:#}")),
            Ok(mut cutter) => {
                loop {
                    match cutter.next_piece() {
                        Ok(Some(piece)) => {
                            if !sender.send(Job::Piece(input_idx, piece)) {
                                return;
                            }
                        }
                        Ok(None) => break,
                        Err(error) if is_damage(&error) => end.damage = Some(error.to_string()),
                        Err(error) => end.failure = Some(format!("cannot read `{}`: {error}", input.name)),
                    }
                }
                end.place = cutter.place();
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
