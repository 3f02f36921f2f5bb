//! `pgn960 rule`: the documentation of rules.

use std::{collections::BTreeMap, io::Write};

use anyhow::{Context, Result};
use pgn960_pgn::lint::{self, Profile, Severity};
use serde::Serialize;

use crate::{
    Outcome,
    args::{Rule as Args, RuleFormat},
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

/// Prints one rule or all.
pub fn run(args: &Args) -> Result<Outcome> {
    let rules: Vec<_> = match &args.rule {
        Some(word) => {
            let rule = lint::find_rule(word);
            vec![rule.with_context(|| format!("no rule is named `{word}`; `pgn960 rule --all` prints all"))?]
        }
        None => lint::rules().to_vec(),
    };
    let mut text = String::new();
    for (index, rule) in rules.into_iter().enumerate() {
        match args.format {
            RuleFormat::Text => {
                let gap = if index > 0 { "\n" } else { "" };
                text += &format!(
                    "{gap}# {} ({})\n\nSeverity: {}\n\n{}\n",
                    rule.name,
                    rule.code,
                    rule.severities(),
                    rule.text()
                );
            }
            RuleFormat::Json => {
                let json = RuleJson {
                    r#type: "rule",
                    code: rule.code,
                    name: rule.name,
                    severity: rule.severity.name(),
                    profiles: Profile::ALL
                        .map(|profile| (profile.name(), profile.severity(rule).map(Severity::name)))
                        .into(),
                    documentation: rule.text(),
                };
                text += &(serde_json::to_string(&json)? + "\n");
            }
        }
    }
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(Outcome::Clean)
}
