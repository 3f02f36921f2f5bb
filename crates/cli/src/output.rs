//! Where a report goes: standard output, or a file that is replaced when the report is whole.

use std::{
    fs::{self, File, Permissions},
    io::{self, BufWriter, IsTerminal, Stdout, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use tempfile::NamedTempFile;

/// Bytes that wait until they are flushed, and no more.
const BUFFER_SIZE: usize = 1 << 20;

/// Something to write to. Writes wait for [`Write::flush`] as long as they are few.
#[derive(Debug)]
pub struct Output {
    name: String,
    writer: BufWriter<Sink>,
}

#[derive(Debug)]
enum Sink {
    Stdout(Stdout),
    /// A pipe or a device, written to as it is.
    Device(File),
    /// A file beside the one that it will replace.
    New(NamedTempFile, PathBuf),
}

impl Output {
    /// Standard output.
    pub fn stdout() -> Output {
        Output::new("to standard output".to_owned(), Sink::Stdout(io::stdout()))
    }

    /// A file. What it holds stays until [`Output::commit`].
    ///
    /// # Errors
    ///
    /// When it is one of the files that are read, when it is read-only, and when its directory cannot be written to.
    pub fn file<'a>(path: &Path, read: impl IntoIterator<Item = &'a Path>) -> Result<Output> {
        let is_same = |old: &PathBuf, read: &Path| fs::canonicalize(read).is_ok_and(|read| read == *old);
        if let Some(old) = fs::canonicalize(path).ok().filter(|old| old.is_file())
            && let Some(read) = read.into_iter().find(|read| is_same(&old, read))
        {
            bail!("the file to write, `{}`, is to be read as `{}`", path.display(), read.display());
        }
        let name = format!("`{}`", path.display());
        let sink = Sink::file(path).with_context(|| format!("cannot write {name}"))?;
        Ok(Output::new(name, sink))
    }

    fn new(name: String, sink: Sink) -> Output {
        Output { name, writer: BufWriter::with_capacity(BUFFER_SIZE, sink) }
    }

    /// Whether somebody reads it on a terminal.
    pub fn is_terminal(&self) -> bool {
        matches!(self.writer.get_ref(), Sink::Stdout(stdout) if stdout.is_terminal())
    }

    /// Whether this is standard output.
    pub fn is_stdout(&self) -> bool {
        matches!(self.writer.get_ref(), Sink::Stdout(_))
    }

    /// Whether there is something to flush.
    pub fn is_waiting(&self) -> bool {
        !self.writer.buffer().is_empty()
    }

    /// Tells an error which output it is about.
    pub fn explain<T>(&self, result: io::Result<T>) -> Result<T> {
        result.with_context(|| format!("cannot write {}", self.name))
    }

    /// Writes what waits, and puts a file in its place.
    pub fn commit(mut self) -> Result<()> {
        let flushed = self.writer.flush();
        self.explain(flushed)?;
        let name = self.name;
        let (sink, _) = self.writer.into_parts();
        match sink {
            Sink::New(file, path) => file
                .persist(path)
                .map(drop)
                .map_err(|error| error.error)
                .with_context(|| format!("cannot write {name}")),
            Sink::Stdout(_) | Sink::Device(_) => Ok(()),
        }
    }
}

impl Sink {
    fn file(path: &Path) -> io::Result<Sink> {
        let old = match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(metadata) if !metadata.is_file() => return File::options().write(true).open(path).map(Sink::Device),
            Ok(metadata) if metadata.permissions().readonly() => {
                return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
            }
            Ok(metadata) => Some(metadata.permissions()),
            Err(_) if path.is_symlink() => return Err(io::Error::other("a symbolic link that leads nowhere")),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        // A symbolic link goes on to point where it did.
        let path = if old.is_some() { fs::canonicalize(path)? } else { path.to_owned() };
        let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        builder.prefix(".pgn960-");
        let permissions = old.or_else(new_file_permissions);
        if let Some(permissions) = permissions {
            builder.permissions(permissions);
        }
        // Its own error names the file beside, which nobody has asked for.
        fs::metadata(directory)?;
        Ok(Sink::New(builder.tempfile_in(directory)?, path))
    }
}

/// What a new file may be used for; the process's mask takes from it.
fn new_file_permissions() -> Option<Permissions> {
    #[cfg(unix)]
    return Some(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    #[cfg(not(unix))]
    return None;
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Sink::Stdout(stdout) => stdout.write(bytes),
            Sink::Device(file) => file.write(bytes),
            Sink::New(file, _) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Sink::Stdout(stdout) => stdout.flush(),
            Sink::Device(file) => file.flush(),
            Sink::New(file, _) => file.flush(),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}
