//! `cargo xtask codegen`: the files that are made from code, so that neither can forget the other.

use std::{fs, path::PathBuf};

use anyhow::{Context, Result, bail};

use crate::root;

/// The generated files: their paths from the root of the workspace and their whole text.
fn generated() -> Vec<(PathBuf, String)> {
    // PLACEHOLDER: `docs/rules.md`, from the registry of rules, is the first entry.
    Vec::new()
}

/// Writes the generated files that are stale or, with `check`, prints which are and fails.
pub fn run(check: bool) -> Result<()> {
    let mut n_stale = 0;
    for (path, text) in generated() {
        let full_path = root().join(&path);
        if fs::read(&full_path).is_ok_and(|old| old == text.as_bytes()) {
            continue;
        }
        n_stale += 1;
        if check {
            println!("{}: stale, run `cargo xtask codegen`", path.display());
        } else {
            let directory = full_path.parent().expect("generated files lie below the root");
            fs::create_dir_all(directory)
                .and_then(|()| fs::write(&full_path, text))
                .with_context(|| format!("cannot write `{}`", path.display()))?;
            println!("{}: written", path.display());
        }
    }
    if check && n_stale > 0 {
        bail!("generated files are stale: {n_stale}");
    }
    Ok(())
}
