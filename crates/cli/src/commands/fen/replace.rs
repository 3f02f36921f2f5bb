//! Putting new text in the place of a file, whole or not at all.
//!
//! The text is written to a temporary file in the same directory and brought to disk; only then it takes the name of
//! the old one, which is one step of the file system. Whatever happens before leaves the file as it was, and at most a
//! hidden file `.NAME.*.tmp` beside it when the process is killed.

use std::{
    fs::{self, File, Metadata, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use tempfile::NamedTempFile;

/// New text for a file.
pub struct Replacement {
    /// The file itself where the name given is a symbolic link, which stays one.
    path: PathBuf,
    /// The file as it was when its reading began.
    before: Metadata,
    new: NamedTempFile,
}

impl Replacement {
    /// Begins to write new text for a file that exists.
    ///
    /// # Errors
    ///
    /// When it is not a regular file that may be written, and when none can be made beside it.
    pub fn begin(path: &Path) -> Result<Replacement> {
        let path = fs::canonicalize(path)?;
        let before = fs::metadata(&path)?;
        if !before.is_file() {
            bail!("it is not a regular file");
        }
        if before.permissions().readonly() {
            bail!("it is read-only");
        }
        // The directory decides whether the file can be replaced, but the file's own permission is what was meant.
        OpenOptions::new().write(true).open(&path)?;
        let directory = path.parent().context("it has no directory")?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let new = tempfile::Builder::new()
            .prefix(&format!(".{name}."))
            .suffix(".tmp")
            .tempfile_in(directory)
            .context("cannot write beside it")?;
        Ok(Replacement { path, before, new })
    }

    /// Adds text.
    pub fn write(&mut self, text: &[u8]) -> io::Result<()> {
        self.new.write_all(text)
    }

    /// Puts the new file in the place of the old one, with its permissions and its owner.
    ///
    /// # Errors
    ///
    /// When the new file cannot be brought to disk, or the old one has changed meanwhile. Then that stays.
    pub fn commit(mut self) -> Result<()> {
        self.new.flush()?;
        self.new.as_file().set_permissions(self.before.permissions())?;
        keep_owner(self.new.as_file(), &self.before)?;
        self.new.as_file().sync_all()?;
        let now = fs::metadata(&self.path)?;
        if now.len() != self.before.len()
            || now.modified()? != self.before.modified()?
            || !is_same_file(&now, &self.before)
        {
            bail!("it has changed while it was read");
        }
        self.new.persist(&self.path)?;
        sync_directory(&self.path)
    }
}

/// Gives the new file the owner of the old one, where that is somebody else.
#[cfg(unix)]
fn keep_owner(new: &File, old: &Metadata) -> Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let made = new.metadata()?;
    if (made.uid(), made.gid()) != (old.uid(), old.gid()) {
        fchown(new, Some(old.uid()), Some(old.gid())).context("cannot keep its owner")?;
        // A change of the owner may take permissions away.
        new.set_permissions(old.permissions())?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) -> Result<()> {
    Ok(())
}

#[cfg(unix)]
fn is_same_file(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn is_same_file(_: &Metadata, _: &Metadata) -> bool {
    true
}

/// Brings the new name to disk.
#[cfg(unix)]
fn sync_directory(path: &Path) -> Result<()> {
    let directory = path.parent().context("it has no directory")?;
    File::open(directory).and_then(|directory| directory.sync_all()).context("it was replaced, perhaps not on disk yet")
}

#[cfg(not(unix))]
fn sync_directory(_: &Path) -> Result<()> {
    Ok(())
}
