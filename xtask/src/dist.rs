//! `cargo xtask dist`: what a package of the command holds beside it, completions for shells and pages for `man`.

use std::{fs, path::Path};

use anyhow::{Context, Result};
use clap::ValueEnum;
use clap_complete::Shell;

/// Writes `completions/` and `man/` into a directory.
pub fn run(directory: &Path) -> Result<()> {
    let command = pgn960::command();
    let (completions, man) = (directory.join("completions"), directory.join("man"));
    for folder in [&completions, &man] {
        fs::create_dir_all(folder).with_context(|| format!("cannot create `{}`", folder.display()))?;
    }
    for &shell in Shell::value_variants() {
        let path = clap_complete::generate_to(shell, &mut command.clone(), "pgn960", &completions)
            .with_context(|| format!("cannot write into `{}`", completions.display()))?;
        println!("{}", path.display());
    }
    clap_mangen::generate_to(command, &man).with_context(|| format!("cannot write into `{}`", man.display()))?;
    let mut pages = fs::read_dir(&man)?.map(|page| Ok(page?.path())).collect::<std::io::Result<Vec<_>>>()?;
    pages.sort();
    pages.iter().for_each(|page| println!("{}", page.display()));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_page_and_every_shell_a_script() {
        let directory = tempfile::tempdir().unwrap();
        run(directory.path()).unwrap();
        let names = |folder: &str| fs::read_dir(directory.path().join(folder)).unwrap().count();
        assert_eq!(names("completions"), Shell::value_variants().len());
        let page = fs::read_to_string(directory.path().join("man/pgn960-validate.1")).unwrap();
        assert!(page.contains("\\-\\-max\\-game\\-size"), "{page}");
        assert!(directory.path().join("man/pgn960.1").exists());
    }
}
