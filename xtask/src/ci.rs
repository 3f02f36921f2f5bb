//! `cargo xtask ci`: every check that a change has to pass, in the order of how soon it fails.

use std::{process::Stdio, time::Instant};

use anyhow::{Context, Result, ensure};

use crate::{cargo, codegen, tidy};

/// Runs the checks and stops at the first that fails.
pub fn run() -> Result<()> {
    let start = Instant::now();
    step("fmt", || run_cargo(&["fmt", "--all", "--check"]))?;
    step("tidy", tidy::run)?;
    step("codegen --check", || codegen::run(true))?;
    step("clippy", || run_cargo(&["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"]))?;
    // Private items are documented for developers, and their links break as easily.
    step("doc", || run_cargo(&["doc", "--workspace", "--no-deps", "--locked", "--document-private-items"]))?;
    step("test", || run_cargo(&["test", "--workspace", "--locked"]))?;
    eprintln!("==> all good after {:.1} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// Runs one check between a heading and its duration.
fn step(name: &str, check: impl FnOnce() -> Result<()>) -> Result<()> {
    eprintln!("==> {name}");
    let start = Instant::now();
    let result = check().with_context(|| format!("{name} failed"));
    eprintln!("    {name}: {:.1} s", start.elapsed().as_secs_f64());
    result
}

fn run_cargo(arguments: &[&str]) -> Result<()> {
    let status = cargo(arguments)
        .env("RUSTDOCFLAGS", "-D warnings")
        // A snapshot that changed is a failure, and never accepted in passing.
        .env("INSTA_UPDATE", "no")
        .stdin(Stdio::null())
        .status()
        .context("cannot run cargo")?;
    ensure!(status.success(), "cargo {}: {status}", arguments.join(" "));
    Ok(())
}
