//! `cargo xtask tidy`: what the compiler does not check about where things live and how they are written.
//!
//! Every finding is one line, `file:line: message`. The lists right below are the ones to edit.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};

use crate::{metadata, root};

/// The crates, each of which may only depend on those before it.
const CRATES: [&str; 4] = ["pgn960-core", "pgn960-pgn", "pgn960-stats", "pgn960"];

/// What only some files of `crates/*/src` may do, outside their tests.
const RESERVED: [Reserved; 3] = [
    Reserved {
        words: &["File::open", "OpenOptions", "fs::read", "fs::read_to_string", "fs::read_dir", "stdin"],
        allowed: &["crates/cli/src/input.rs"],
        message: "only crates/cli/src/input.rs reads files",
    },
    Reserved {
        words: &[
            "thread::spawn",
            "thread::scope",
            "thread::Builder",
            "ThreadPoolBuilder",
            "rayon::spawn",
            "rayon::scope",
            "rayon::join",
            "par_iter",
            "into_par_iter",
            "par_bridge",
        ],
        allowed: &["crates/pgn/src/pipeline.rs"],
        message: "only crates/pgn/src/pipeline.rs starts threads",
    },
    Reserved {
        words: &["println!", "print!", "eprintln!", "eprint!", "stdout", "stderr"],
        allowed: &["crates/cli/"],
        message: "only crates/cli prints",
    },
];

/// Words that [`RESERVED`] keeps from a file although it has a good reason for them: file, word, reason.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    (
        "crates/cli/src/commands/fen/replace.rs",
        "OpenOptions",
        "asks whether a file may be written before it is replaced",
    ),
    ("crates/cli/src/commands/fen/replace.rs", "File::open", "brings a directory with a new name in it to disk"),
    ("crates/cli/src/commands/explain/mod.rs", "stdin", "names the input, which input.rs reads"),
    ("crates/cli/src/commands/shuffle.rs", "stdin", "names the input, which input.rs reads"),
    ("crates/cli/src/commands/spn.rs", "stdin", "names the input, which input.rs reads"),
    ("crates/cli/src/commands/stats/mod.rs", "stdin", "names the input, which input.rs reads"),
];

/// Files that may hold `unsafe` code.
const UNSAFE_FILES: &[&str] = &[];

/// Words that have no place in finished code.
const UNFINISHED_CODE: [&str; 4] = ["todo!", "unimplemented!", "dbg!", "#[ignore"];

/// Marks of unfinished work, also in comments.
const UNFINISHED_MARKS: [&str; 2] = ["FIXME", "XXX"];

/// File and directory names that say nothing.
const VAGUE_NAMES: [&str; 6] = ["util", "utils", "helper", "helpers", "common", "misc"];

/// Beginnings of paths that exist on one machine only.
const MACHINE_PATHS: [&str; 4] = ["/home/", "/root/", "/work/", "/Users/"];

/// Extensions of the files that are checked as text.
const TEXT_EXTENSIONS: [&str; 6] = ["rs", "md", "toml", "yml", "yaml", "sh"];

const MAX_LINE_LENGTH: usize = 120;
const MAX_FILE_SIZE: u64 = 2_000_000;

/// This file, which has to spell out what it forbids.
const SELF: &str = "xtask/src/tidy.rs";

struct Reserved {
    words: &'static [&'static str],
    /// Files, or directories with a final slash.
    allowed: &'static [&'static str],
    message: &'static str,
}

/// Something to be put right.
#[derive(Debug, PartialEq, Eq)]
struct Finding {
    path: String,
    /// Counted from 1.
    line: usize,
    message: String,
}

/// Prints all findings, and fails when there is one.
pub fn run() -> Result<()> {
    let mut findings = Vec::new();
    for path in files(root())? {
        check_name(&path, &mut findings);
        let full_path = root().join(&path);
        let metadata = fs::symlink_metadata(&full_path).with_context(|| format!("cannot read `{path}`"))?;
        if metadata.len() > MAX_FILE_SIZE {
            findings.push(Finding { path, line: 1, message: format!("larger than {MAX_FILE_SIZE} bytes") });
            continue;
        }
        if metadata.is_file()
            && let Ok(text) = String::from_utf8(fs::read(&full_path).with_context(|| format!("cannot read `{path}`"))?)
        {
            check_text(&path, &text, &mut findings);
        }
    }
    check_dependencies(&metadata()?, &mut findings);
    findings.sort_by(|a, b| (&a.path, a.line).cmp(&(&b.path, b.line)));
    for Finding { path, line, message } in &findings {
        println!("{path}:{line}: {message}");
    }
    match findings.len() {
        0 => Ok(()),
        n_findings => bail!("untidy places: {n_findings}"),
    }
}

/// The files that git tracks or is about to (new and not ignored); all but hidden ones and `target` without git.
///
/// Paths are relative to `root`, with forward slashes.
fn files(root: &Path) -> Result<Vec<String>> {
    let git = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output()
        .ok()
        .filter(|output| output.status.success());
    let mut paths = match git {
        Some(output) => {
            let listed = String::from_utf8(output.stdout).context("file names have to be UTF-8")?;
            // What is deleted but not committed as such is still listed.
            let is_there = |path: &&str| root.join(path).symlink_metadata().is_ok();
            listed.split_terminator('\0').filter(is_there).map(str::to_owned).collect()
        }
        None => {
            let mut paths = Vec::new();
            walk(root, Path::new(""), &mut paths)?;
            paths
        }
    };
    paths.sort();
    paths.dedup();
    Ok(paths)
}

fn walk(root: &Path, directory: &Path, paths: &mut Vec<String>) -> Result<()> {
    for entry in fs::read_dir(root.join(directory))? {
        let entry = entry?;
        let path: PathBuf = directory.join(entry.file_name());
        if entry.file_name() == ".git" || entry.file_name() == "target" {
            continue;
        }
        if entry.file_type()?.is_dir() {
            walk(root, &path, paths)?;
        } else {
            let parts: Option<Vec<_>> = path.iter().map(|part| part.to_str()).collect();
            paths.push(parts.context("file names have to be UTF-8")?.join("/"));
        }
    }
    Ok(())
}

/// Fixtures are what others wrote: long, odd, and of any name.
fn is_fixture(path: &str) -> bool {
    path.starts_with("fixtures/") || path.contains("/fixtures/") || path.contains("/corpus/")
}

fn check_name(path: &str, findings: &mut Vec<Finding>) {
    let stems = path.split('/').map(|part| part.split('.').next().unwrap_or(part));
    for stem in stems {
        if VAGUE_NAMES.contains(&stem) && !is_fixture(path) {
            let message = format!("`{stem}` says nothing about what is inside");
            findings.push(Finding { path: path.to_owned(), line: 1, message });
        }
    }
}

/// Checks one file, whose `path` is relative to the root.
fn check_text(path: &str, text: &str, findings: &mut Vec<Finding>) {
    if is_fixture(path) {
        return;
    }
    let mut find = |line: usize, message: String| findings.push(Finding { path: path.to_owned(), line, message });

    if path != SELF {
        for (line, written) in numbered(text) {
            for machine_path in MACHINE_PATHS {
                if has_word(written, machine_path, |before| before.is_alphanumeric() || "._-/~".contains(before)) {
                    find(line, format!("a path of somebody's machine, `{machine_path}`"));
                }
            }
        }
    }
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    if TEXT_EXTENSIONS.contains(&extension) {
        check_form(text, extension, &mut find);
    }
    if extension == "rs" {
        check_code(path, text, &mut find);
    }
}

/// Checks blanks, line ends and line lengths.
fn check_form(text: &str, extension: &str, find: &mut impl FnMut(usize, String)) {
    if !text.is_empty() && !text.ends_with('\n') {
        find(text.lines().count(), "no newline at the end of the file".to_owned());
    }
    let mut in_fence = false;
    for (line, written) in numbered(text) {
        if written.ends_with('\r') {
            find(line, "line ends in CRLF".to_owned());
        }
        in_fence ^= extension == "md" && written.starts_with("```");
        let written = written.trim_end_matches('\r');
        if written.contains('\t') {
            find(line, "tab".to_owned());
        }
        if written.ends_with([' ', '\t']) {
            find(line, "blank at the end of the line".to_owned());
        }
        let n_chars = written.chars().count();
        // Tables, badges and what a command prints cannot be wrapped.
        let may_be_long = written.contains("://")
            || in_fence
            || extension == "md" && (written.starts_with('|') || written.starts_with("[!["));
        if matches!(extension, "rs" | "md") && n_chars > MAX_LINE_LENGTH && !may_be_long {
            find(line, format!("line of {n_chars} characters, more than {MAX_LINE_LENGTH}"));
        }
    }
}

/// Checks Rust source: its first line, and words that are not for everywhere.
fn check_code(path: &str, text: &str, find: &mut impl FnMut(usize, String)) {
    if !text.starts_with("//!") {
        find(1, "no `//!` in the first line to say what lives here".to_owned());
    }
    let code = code_only(text);
    for (line, code) in numbered(&code) {
        for word in UNFINISHED_CODE {
            if has_word(code, word, is_word_char) {
                find(line, format!("`{word}` in finished code"));
            }
        }
        if has_whole_word(code, "unsafe") && !UNSAFE_FILES.contains(&path) {
            find(line, "`unsafe` outside the files that may have it".to_owned());
        }
    }
    if path != SELF {
        for (line, written) in numbered(text) {
            for mark in UNFINISHED_MARKS {
                if has_whole_word(written, mark) {
                    find(line, format!("`{mark}` in finished code"));
                }
            }
        }
    }
    if path.starts_with("crates/") && path.contains("/src/") {
        // Unit tests come last in a file, and may do what they like.
        let code = code.split_once("#[cfg(test)]\nmod ").map_or(code.as_str(), |(code, _)| code);
        for (line, code) in numbered(code) {
            check_reserved(path, line, code, find);
        }
    }
}

fn check_reserved(path: &str, line: usize, code: &str, find: &mut impl FnMut(usize, String)) {
    for Reserved { words, allowed, message } in RESERVED {
        if allowed.iter().any(|allowed| path == *allowed || allowed.ends_with('/') && path.starts_with(allowed)) {
            continue;
        }
        for word in words {
            let is_exception = EXCEPTIONS.iter().any(|(file, excepted, _)| *file == path && excepted == word);
            if has_whole_word(code, word) && !is_exception {
                find(line, format!("`{word}`: {message}"));
            }
        }
    }
}

/// Checks that the crates point one way, in what `cargo metadata` tells of them.
fn check_dependencies(metadata: &serde_json::Value, findings: &mut Vec<Finding>) {
    let list = |value: &serde_json::Value| value.as_array().cloned().unwrap_or_default();
    for package in list(&metadata["packages"]) {
        let name = package["name"].as_str().unwrap_or_default();
        let manifest = Path::new(package["manifest_path"].as_str().unwrap_or_default());
        let path = manifest.strip_prefix(root()).unwrap_or(manifest).display().to_string();
        let mut find = |line: usize, message: String| findings.push(Finding { path: path.clone(), line, message });
        if name == "xtask" {
            continue;
        }
        let Some(rank) = CRATES.iter().position(|&crate_name| crate_name == name) else {
            find(1, format!("crate `{name}` has no place in the order of crates, see {SELF}"));
            continue;
        };
        for dependency in list(&package["dependencies"]) {
            let used = dependency["name"].as_str().unwrap_or_default();
            let used_rank = CRATES.iter().position(|&crate_name| crate_name == used);
            if used == "xtask" || used_rank.is_some_and(|used_rank| used_rank >= rank) {
                let text = fs::read_to_string(manifest).unwrap_or_default();
                let line = numbered(&text).find(|(_, line)| has_whole_word(line, used)).map_or(1, |(line, _)| line);
                find(line, format!("`{name}` depends on `{used}`, which comes later: {}", CRATES.join(" <- ")));
            }
        }
    }
}

/// The lines with their numbers, without the LF.
fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split('\n').enumerate().map(|(line_idx, line)| (line_idx + 1, line))
}

fn is_word_char(char: char) -> bool {
    char.is_alphanumeric() || char == '_'
}

/// Whether `line` has `word` where no character before it is one that `joins`.
fn has_word(line: &str, word: &str, joins: impl Fn(char) -> bool) -> bool {
    line.match_indices(word).any(|(at, _)| !line[..at].chars().next_back().is_some_and(&joins))
}

/// Whether `line` has `word` between characters that belong to no word.
fn has_whole_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + word.len()..].chars().next();
        !before.is_some_and(is_word_char) && !after.is_some_and(is_word_char)
    })
}

/// Rust source with comments and the insides of literals blanked; lines stay where they are.
///
/// A raw string ends at its quote and number signs, a lifetime is told from a character by the missing second quote.
fn code_only(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let after_word = code.ends_with(is_word_char);
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            block_comment_length(rest)
        } else if first == '"' {
            string_length(rest)
        } else if let Some(length) = raw_string_length(rest).filter(|_| !after_word) {
            length
        } else if let Some(length) = char_length(rest) {
            length
        } else {
            code.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        };
        code.extend(rest[..length].chars().map(|char| if char == '\n' { '\n' } else { ' ' }));
        rest = &rest[length..];
    }
    code
}

/// The length of the block comment that `text` starts with; block comments nest.
fn block_comment_length(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        if rest.starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    text.len()
}

/// The length of the string literal that `text` starts with.
fn string_length(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, char) in text.char_indices().skip(1) {
        match char {
            '"' if !is_escaped => return at + 1,
            '\\' => is_escaped = !is_escaped,
            _ => is_escaped = false,
        }
    }
    text.len()
}

/// The length of the raw string literal that `text` starts with, if it does.
fn raw_string_length(text: &str) -> Option<usize> {
    let prefix = ["r", "br", "cr"]
        .into_iter()
        .find(|prefix| text.strip_prefix(prefix).is_some_and(|rest| rest.trim_start_matches('#').starts_with('"')))?;
    let n_signs = text[prefix.len()..].bytes().take_while(|&byte| byte == b'#').count();
    let start = prefix.len() + n_signs + 1;
    let end = format!("\"{}", "#".repeat(n_signs));
    Some(text[start..].find(&end).map_or(text.len(), |at| start + at + end.len()))
}

/// The length of the character or byte literal that `text` starts with, if it does.
fn char_length(text: &str) -> Option<usize> {
    let mut chars = text.strip_prefix('\'')?.char_indices();
    match chars.next()? {
        (_, '\\') => {
            let (_, _escaped) = chars.next()?;
            chars.find(|&(_, char)| char == '\'').map(|(at, _)| at + 2)
        }
        (_, char) => (chars.next()?.1 == '\'').then_some(char.len_utf8() + 2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that `text` at `path` has findings at just these lines.
    #[track_caller]
    fn check(path: &str, text: &str, lines: &[usize]) {
        let mut findings = Vec::new();
        check_text(path, text, &mut findings);
        findings.sort_by_key(|finding| finding.line);
        assert_eq!(findings.iter().map(|finding| finding.line).collect::<Vec<_>>(), lines, "{findings:?}");
    }

    #[test]
    fn source_files_say_what_they_are() {
        check("xtask/src/a.rs", "//! All.\n", &[]);
        check("xtask/src/a.rs", "use x;\n", &[1]);
        check("xtask/src/a.rs", "", &[1]);
    }

    #[test]
    fn form() {
        check("a.md", "", &[]);
        check("a.md", "a", &[1]);
        check("a.md", "a \nb\t\n", &[1, 2, 2]);
        check("a.toml", "a\r\n\tb\n", &[1, 2]);
        check("a.pgn", "a \t", &[]);
        check("fixtures/a.md", "a \t", &[]);
        let long = "é".repeat(121);
        check("a.md", &format!("{}\n{long}\n| {long}\nsee https://{long}\n", "é".repeat(120)), &[2]);
        check("a.md", &format!("```\n{long}\n```\n{long}\n"), &[4]);
        check("a.toml", &format!("{long}\n"), &[]);
    }

    #[test]
    fn unfinished_code() {
        check(
            "xtask/src/a.rs",
            "//! A.\ntodo!()\nunimplemented!()\ndbg!(x)\n#[ignore]\n#[ignore = \"a\"]\n",
            &[2, 3, 4, 5, 6],
        );
        check("xtask/src/a.rs", "//! A: todo!().\nlet a = \"todo!\";\nmy_todo!();\n", &[]);
        check("xtask/src/a.rs", "//! A.\n// FIXME: b\n// XXX\n// XXXL\n", &[2, 3]);
    }

    #[test]
    fn unsafe_code() {
        check("xtask/src/a.rs", "//! A.\nunsafe { }\n#![deny(unsafe_code)]\nlet a = \"unsafe\"; // unsafe\n", &[2]);
    }

    #[test]
    fn reading_threads_and_printing_have_their_rooms() {
        let reads = "//! A.\nstd::fs::read(path);\nio::stdin();\nfs::read_to_string(path);\nfs::write(path);\n";
        check("crates/pgn/src/a.rs", reads, &[2, 3, 4]);
        check("crates/cli/src/a.rs", reads, &[2, 3, 4]);
        check("crates/cli/src/input.rs", reads, &[]);
        check("xtask/src/a.rs", reads, &[]);
        let threads = "//! A.\nstd::thread::scope(|scope| {});\na.into_par_iter()\n";
        check("crates/cli/src/a.rs", threads, &[2, 3]);
        check("crates/pgn/src/pipeline.rs", threads, &[]);
        let prints = "//! A.\n/// println!(\"a\")\nprintln!(\"a\");\neprint!();\n";
        check("crates/core/src/a.rs", prints, &[3, 4]);
        check("crates/cli/src/a.rs", prints, &[]);
        check("crates/pgn/src/a.rs", "//! A.\n#[cfg(test)]\nmod tests {\n    println!();\n}\n", &[]);
    }

    #[test]
    fn paths_of_one_machine() {
        check("a.sh", "cd /home/me\n", &[1]);
        check("README.md", "`/work/a` and a/work/b, https://x.org/home/ and ../work/c\n", &[1]);
        check("README.md", "a/work/b, https://x.org/home/ and ../work/c\n", &[]);
    }

    #[test]
    fn names_say_something() {
        let n_findings = |path: &str| {
            let mut findings = Vec::new();
            check_name(path, &mut findings);
            findings.len()
        };
        assert_eq!(n_findings("crates/core/src/util.rs"), 1);
        assert_eq!(n_findings("tests/common/mod.rs"), 1);
        assert_eq!(n_findings("crates/core/src/utility.rs"), 0);
        assert_eq!(n_findings("fixtures/misc/a.pgn"), 0);
    }

    #[test]
    fn crates_point_one_way() {
        let lines = |name: &str, used: &str| {
            let mut findings = Vec::new();
            let package = serde_json::json!({"name": name, "manifest_path": "", "dependencies": [{"name": used}]});
            check_dependencies(&serde_json::json!({"packages": [package]}), &mut findings);
            findings.len()
        };
        assert_eq!(lines("pgn960-pgn", "pgn960-core"), 0);
        assert_eq!(lines("pgn960-pgn", "shakmaty"), 0);
        assert_eq!(lines("pgn960-core", "pgn960-pgn"), 1);
        assert_eq!(lines("pgn960", "xtask"), 1);
        assert_eq!(lines("pgn960-new", "shakmaty"), 1);
        assert_eq!(lines("xtask", "pgn960"), 0);
    }

    #[test]
    fn comments_and_literals_are_no_code() {
        let check = |text: &str, expected: &str| assert_eq!(code_only(text), expected, "{text}");
        check("a // b\nc", "a     \nc");
        check("a /* b /* c */ d */ e", "a                   e");
        check(r#"a "b \" // c" d"#, "a             d");
        check("a r#\"b \" c\"# d", "a            d");
        check("r\"\\\" a", "     a");
        check("for\"a\"b", "for   b");
        check("'a' '\\'' '\"' b'\\\\' 'é' &'a b", "             b         &'a b");
        check("\"a\nb\" c", "  \n   c");
    }

    #[test]
    fn files_are_found_without_git() {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir_all(root.path().join("a/target")).unwrap();
        fs::write(root.path().join("a/b.rs"), "").unwrap();
        fs::write(root.path().join("a/target/c.rs"), "").unwrap();
        let mut paths = Vec::new();
        walk(root.path(), Path::new(""), &mut paths).unwrap();
        assert_eq!(paths, ["a/b.rs"]);
    }
}
