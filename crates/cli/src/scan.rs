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
    End(FileEnd, Option<String>),
}

/// What became of a [`Job`].
enum Done<T> {
    Begin,
    Work(T),
    End(FileEnd, Option<String>),
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
    scan_inputs(
        options,
        &inputs(&options.paths, GAME_ENDINGS)?,
        |_, opened| Ok(Splitter::new(opened, limits)),
        |_, chunk, each| work(chunk, each),
        |input, part, progress| consume(input, part, progress).map(ControlFlow::Continue),
    )
}

/// The same over pieces of any kind, with a consumer that may end the scan.
///
/// # Errors
///
/// When the system gives no threads, and when the consumer fails. An input that cannot be opened or cut is said to be
/// unreadable in its turn.
pub fn scan_inputs<C: Cut, T: Send>(
    options: &args::Scan,
    inputs: &[Input],
    cut: impl Fn(&Input, Opened) -> Result<C> + Send,
    work: impl Fn(&Input, &C::Piece, &mut dyn FnMut(T)) + Sync,
    mut consume: impl FnMut(&Input, Part<T>, &Progress) -> Result<ControlFlow<()>>,
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
            let mut send = |done| is_wanted = is_wanted && sender.send(done);
            match job {
                Job::Begin => send(Done::Begin),
                Job::Piece(input_idx, piece) => {
                    work(&inputs[input_idx], &piece, &mut |result| send(Done::Work(result)));
                }
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
            consume(input, part, &progress).unwrap_or_else(|error| {
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

/// Reads the inputs one after another; the only thing that runs beside the workers.
fn read_all<C: Cut>(
    inputs: &[Input],
    cut: impl Fn(&Input, Opened) -> Result<C>,
    bytes_read: &Arc<AtomicU64>,
    mut sender: pipeline::Sender<'_, Job<C::Piece>>,
) {
    for (input_idx, input) in inputs.iter().enumerate() {
        let mut end = FileEnd { place: (0, Place::FIRST), damage: None, is_unreadable: false };
        let mut reason = None;
        if !sender.send(Job::Begin) {
            return;
        }
        match input.open(bytes_read).and_then(|opened| cut(input, opened)) {
            Err(error) => reason = Some(format!("{error:#}")),
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
                        Err(error) => reason = Some(format!("cannot read `{}`: {error}", input.name)),
                    }
                }
                end.place = cutter.place();
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
