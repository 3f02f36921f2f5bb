//! Where test data lies and how the command is run.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Output,
};

use assert_cmd::Command;
use pgn960_pgn::{
    Game,
    parse::Parser,
    split::{Chunk, Limits, Splitter},
};

/// The root of the workspace.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A file or directory of the data shared by the developers, where that exists.
pub fn shared(path: &str) -> Option<PathBuf> {
    let path = root().join("../shared").join(path);
    path.exists().then_some(path)
}

/// A file or directory under `fixtures`.
pub fn fixture(path: &str) -> PathBuf {
    root().join("fixtures").join(path)
}

/// Runs the command with standard input.
pub fn run_with(args: &[&str], input: &[u8]) -> Output {
    command(args).write_stdin(input).output().expect("the command runs")
}

/// Runs the command.
pub fn run(args: &[&str]) -> Output {
    run_with(args, b"")
}

/// The command, from the root of the workspace and without colours.
pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pgn960"));
    command.current_dir(root()).env("NO_COLOR", "1").args(args);
    command
}

/// All files below a directory, in the byte order of their paths.
pub fn files_below(directory: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut directories = vec![directory.to_owned()];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(&directory).expect("a readable directory") {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() { directories.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    files
}

/// The bytes of a file, unpacked when its name says that it is packed.
pub fn read_file(path: &Path) -> Vec<u8> {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
    if path.extension().is_some_and(|extension| extension == "zst") {
        zstd::decode_all(&bytes[..]).expect("an undamaged archive")
    } else {
        bytes
    }
}

/// The chunks of a text.
pub fn chunks(bytes: &[u8], limits: Limits) -> Vec<Chunk> {
    let mut splitter = Splitter::new(bytes, limits);
    std::iter::from_fn(|| splitter.next_chunk().expect("memory can be read")).collect()
}

/// Reads all games of a text, and text that is no game, each with its offset.
pub fn each_game(bytes: &[u8], limits: Limits, mut each: impl FnMut(usize, &Game<'_>)) {
    let mut parser = Parser::default();
    for chunk in chunks(bytes, limits) {
        let base = usize::try_from(chunk.offset).expect("the text is in memory");
        parser.parse_chunk(&chunk, |offset, game| each(base + offset, game));
    }
}

/// A small generator of random numbers (splitmix64), so that every run tries the same.
#[derive(Debug)]
pub struct Random(pub u64);

impl Random {
    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// True once in `n` times.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of these.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}
