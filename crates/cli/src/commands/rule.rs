//! `pgn960 rule`: the documentation of rules.

use std::{collections::BTreeMap, io::Write};

use anyhow::Result;
use pgn960_pgn::lint::{self, Choice, Profile, Rule, Selection, Severity};
use serde::Serialize;

use crate::{
    Outcome,
    args::{Rule as Args, RuleFormat},
    table::aligned,
};

/// A rule as JSON.
#[derive(Serialize)]
struct RuleJson {
    r#type: &'static str,
    code: &'static str,
    name: &'static str,
    severity: &'static str,
    profiles: BTreeMap<&'static str, Option<&'static str>>,
    documentation: String,
}

/// Prints the page of a rule or of all, or a list.
pub fn run(args: &Args) -> Result<Outcome> {
    let page_of = args.rule.as_deref().map(|word| lint::find_rule(word).ok_or(word));
    let (rules, is_list) = match page_of {
        Some(Ok(rule)) => (vec![rule], false),
        Some(Err(word)) => (rules_of(word)?, true),
        None => (lint::rules().to_vec(), false),
    };
    let text = match args.format {
        RuleFormat::Text if is_list => list(&rules),
        RuleFormat::Text => rules.into_iter().map(page).collect::<Vec<_>>().join("\n"),
        RuleFormat::Json => rules.into_iter().map(json).collect::<Result<_>>()?,
    };
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(Outcome::Clean)
}

/// The rules that a word means which selects several, as `--select` of `validate` takes it.
fn rules_of(word: &str) -> Result<Vec<&'static Rule>> {
    let choice = Choice { select: vec![word.to_owned()], ..Choice::default() };
    Ok(Selection::new(&choice)?.active_rules().map(|active| active.rule).collect())
}

fn list(rules: &[&'static Rule]) -> String {
    let rows = rules
        .iter()
        .map(|rule| [rule.code, rule.name, rule.severity.name(), &rule.summary()].map(str::to_owned).to_vec());
    aligned(&rows.collect::<Vec<_>>())
}

fn page(rule: &Rule) -> String {
    format!("# {} ({})\n\nSeverity: {}\n\n{}\n", rule.name, rule.code, rule.severities(), rule.text())
}

fn json(rule: &Rule) -> Result<String> {
    let json = RuleJson {
        r#type: "rule",
        code: rule.code,
        name: rule.name,
        severity: rule.severity.name(),
        profiles: Profile::ALL.map(|profile| (profile.name(), profile.severity(rule).map(Severity::name))).into(),
        documentation: rule.text(),
    };
    Ok(serde_json::to_string(&json)? + "\n")
}
