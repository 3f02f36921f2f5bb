//! `cargo xtask new-rule`: the files and the line that every rule starts with.

use std::{fs, path::Path};

use anyhow::{Context, Result, ensure};

/// The families that codes may begin with.
const FAMILIES: [&str; 8] = ["ENC", "TAG", "POS", "MVT", "SAN", "CAS", "RES", "FIL"];

const RULES: &str = "crates/pgn/src/lint/rules";

const GAME: &str = r#"[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "*"]

1. e4 e5 *
"#;

/// Adds the rule `code` called `name` to the workspace at `root`.
pub fn run(root: &Path, code: &str, name: &str) -> Result<()> {
    check_code(code)?;
    check_name(name)?;
    let prefix = code.to_ascii_lowercase();
    let module = format!("{prefix}_{}", name.replace('-', "_"));
    let list = root.join(RULES).join("mod.rs");
    let text = fs::read_to_string(&list).with_context(|| format!("cannot read `{}`", list.display()))?;
    let fixtures = root.join("fixtures/rules").join(code);
    ensure!(!text.contains(&format!("{prefix}_")), "{code} is in use, and a code is never used twice");
    ensure!(!fixtures.exists(), "{code} has fixtures, and a code is never used twice");
    let text = insert(&text, &module)?;

    write(&root.join(RULES).join(format!("{module}.rs")), &template(code, name))?;
    write(&fixtures.join("bad.pgn"), GAME)?;
    write(&fixtures.join("good.pgn"), GAME)?;
    write(&list, &text)
}

fn check_code(code: &str) -> Result<()> {
    let is_code = code.len() == 6
        && FAMILIES.iter().any(|family| code.starts_with(family))
        && code[3..].bytes().all(|byte| byte.is_ascii_digit());
    ensure!(is_code, "bad code `{code}`: one of {} and three digits, such as TAG003", FAMILIES.join(", "));
    Ok(())
}

fn check_name(name: &str) -> Result<()> {
    let is_word =
        |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    let is_name = name.split('-').all(is_word);
    ensure!(is_name, "bad name `{name}`: lower-case words between single hyphens, such as missing-roster-tag");
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<()> {
    let directory = path.parent().expect("files lie in directories");
    fs::create_dir_all(directory)
        .and_then(|()| fs::write(path, text))
        .with_context(|| format!("cannot write `{}`", path.display()))?;
    println!("{}: written", path.display());
    Ok(())
}

/// The text of `mod.rs` with the module in its sorted place in `rules! { … }` and, if there are any, among the `mod`s.
fn insert(text: &str, module: &str) -> Result<String> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let start = lines.iter().position(|line| line.trim() == "rules! {").context("no line `rules! {` in mod.rs")? + 1;
    let length = lines[start..].iter().position(|line| line.trim() == "}").context("no end of `rules! {` in mod.rs")?;
    // The last entry may lack the comma that ours will need before it.
    if let Some(last) = lines[start..start + length].last_mut()
        && !last.trim_end().ends_with(',')
    {
        last.push(',');
    }
    let is_later = |line: &String| line.trim().trim_end_matches(',') > module;
    let place = lines[start..start + length].iter().position(is_later).unwrap_or(length);
    lines.insert(start + place, format!("    {module},"));

    let is_mod = |line: &String| line.starts_with("mod ") && line.ends_with(';');
    if let Some(last) = lines.iter().rposition(is_mod) {
        let line = format!("mod {module};");
        let place = lines.iter().position(|other| is_mod(other) && *other > line).unwrap_or(last + 1);
        lines.insert(place, line);
    }
    Ok(lines.join("\n") + "\n")
}

/// The source of a rule that finds nothing yet.
fn template(code: &str, name: &str) -> String {
    let fault = name.replace('-', " ");
    format!(
        r#"//! {code}: {fault}.

use crate::{{
    game::Game,
    lint::{{Check, Report, Severity, rule::rule}},
}};

rule! {{
    /// ## What it does
    /// Reports {fault}.
    ///
    /// ## Why is this bad?
    /// Say what goes wrong.
    ///
    /// ## Example
    /// Show the smallest text that has the fault, and what to write in its place.
    ///
    /// ## Source
    /// Cite the clause.
    "{code}" "{name}", Severity::Warning, Check::Text(check)
}}

fn check(game: &Game<'_>, report: &mut Report<'_>) {{
    let _ = (game, report);
}}
"#
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_names_have_a_shape() {
        for code in ["TAG003", "ENC999"] {
            assert!(check_code(code).is_ok(), "{code}");
        }
        for code in ["TAG03", "tag003", "XYZ001", "TAG0003", "TAG00x", "é0003", ""] {
            assert!(check_code(code).is_err(), "{code}");
        }
        for name in ["missing-roster-tag", "x", "utf-8"] {
            assert!(check_name(name).is_ok(), "{name}");
        }
        for name in ["", "-", "a--b", "-a", "a-", "Missing", "a_b", "a b", "../a"] {
            assert!(check_name(name).is_err(), "{name}");
        }
    }

    #[test]
    fn lines_go_to_their_sorted_places() {
        let check = |text: &str, expected: &str| assert_eq!(insert(text, "tag002_b").unwrap(), expected);
        check("rules! {\n}\n", "rules! {\n    tag002_b,\n}\n");
        check(
            "rules! {\n    enc001_a,\n    tag003_c,\n}\n",
            "rules! {\n    enc001_a,\n    tag002_b,\n    tag003_c,\n}\n",
        );
        check(
            "mod san001_z;\nmod tag001_a;\n\nrules! {\n    san001_z,\n    tag001_a\n}\n",
            "mod san001_z;\nmod tag001_a;\nmod tag002_b;\n\nrules! {\n    san001_z,\n    tag001_a,\n    tag002_b,\n}\n",
        );
        assert!(insert("// no list\n", "tag002_b").is_err());
    }

    #[test]
    fn a_rule_is_made_once() {
        let root = tempfile::tempdir().unwrap();
        let rules = root.path().join(RULES);
        fs::create_dir_all(&rules).unwrap();
        fs::write(rules.join("mod.rs"), "//! The rules.\n\nrules! {\n}\n").unwrap();
        run(root.path(), "TAG003", "missing-roster-tag").unwrap();
        let source = fs::read_to_string(rules.join("tag003_missing_roster_tag.rs")).unwrap();
        assert!(source.starts_with("//! TAG003: missing roster tag.\n"));
        assert!(source.contains(r#""TAG003" "missing-roster-tag", Severity::Warning"#));
        assert!(fs::read_to_string(rules.join("mod.rs")).unwrap().contains("    tag003_missing_roster_tag,\n"));
        for name in ["bad.pgn", "good.pgn"] {
            assert_eq!(fs::read_to_string(root.path().join("fixtures/rules/TAG003").join(name)).unwrap(), GAME);
        }
        assert!(run(root.path(), "TAG003", "another").is_err());
    }
}
