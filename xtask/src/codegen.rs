//! `cargo xtask codegen`: the files that are made from code, so that neither can forget the other.

use std::{fs, path::PathBuf};

use anyhow::{Context, Result, bail};
use pgn960_pgn::lint::{self, Profile, Severity};

use crate::root;

/// The generated files: their paths from the root of the workspace and their whole text.
fn generated() -> Vec<(PathBuf, String)> {
    vec![("docs/rules.md".into(), rules_page())]
}

/// The page of all rules: a table, then the documentation of each.
fn rules_page() -> String {
    let mut page = String::from(
        "# Rules\n\nMade from the rules by `cargo xtask codegen`. `pgn960 rule CODE` prints the same text.\n\n\
         A column for each profile tells how severe a rule is there; `-` means that it runs only when selected.\n\n",
    );
    for profile in Profile::ALL {
        page += &format!("- `{profile}`: {}\n", profile.purpose());
    }
    let columns = Profile::ALL.map(Profile::name).join(" | ");
    page += &format!("\n| code | name | {columns} |\n| --- | --- |{}\n", " --- |".repeat(Profile::ALL.len()));
    for rule in lint::rules() {
        let anchor = rule.code.to_lowercase();
        let severities = Profile::ALL.map(|profile| profile.severity(rule).map_or("-", Severity::name)).join(" | ");
        page += &format!("| [{}](#{anchor}) | {} | {severities} |\n", rule.code, rule.name);
    }
    for rule in lint::rules() {
        let text = rule.text().replace("## ", "### ");
        page += &format!("\n## {}\n\n`{}`, {}\n\n{text}\n", rule.code, rule.name, rule.severities());
    }
    page
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
