//! `pgn960 stats --uniformity`: whether start positions were drawn uniformly, in words and as rows of procedures.

use std::io::{self, Write};

use anyhow::{Context, Result};
use pgn960_stats::uniformity::{Candidate, Uniformity, Verdict, start_counts};
use serde::Serialize;

use super::{
    Gathered,
    table::{p_words, probability},
};
use crate::{args::TableFormat, table::aligned};

/// What the test of uniformity came to.
#[derive(Serialize)]
struct HeadJson<'a> {
    r#type: &'static str,
    r#where: Option<&'a str>,
    games: u64,
    chi_square: Option<f64>,
    degrees_of_freedom: Option<usize>,
    p: Option<f64>,
    is_rejected: Option<bool>,
    is_rough: Option<bool>,
    verdict: &'static str,
    best: Vec<&'static str>,
}

/// A distribution and the procedures that draw by it.
#[derive(Serialize)]
struct CandidateJson {
    r#type: &'static str,
    procedures: Vec<&'static str>,
    log_likelihood_ratio: f64,
    posterior: f64,
    chi_square: f64,
    degrees_of_freedom: usize,
    p: f64,
    power: f64,
}

/// Prints what the start positions of a table tell.
pub fn print(format: TableFormat, gathered: &Gathered) -> Result<()> {
    let counts = start_counts(&gathered.table).context("`--uniformity` needs tables made with `--by start`")?;
    let uniformity = Uniformity::new(&counts);
    let text = match (format, &uniformity) {
        (TableFormat::Text | TableFormat::Md, None) => "There are no Chess960 games, and nothing to test.\n".to_owned(),
        (TableFormat::Text, Some(uniformity)) => {
            words(uniformity).join("\n") + "\n\n" + &aligned(&rows(uniformity, shown, probability))
        }
        (TableFormat::Md, Some(uniformity)) => {
            let rows = rows(uniformity, shown, probability).into_iter();
            let mut rows = rows.map(|row| format!("| {} |\n", row.join(" | ")));
            let heads = rows.next().unwrap_or_default();
            let rule = "|---".to_owned() + &"|---:".repeat(HEADS.len() - 1) + "|\n";
            words(uniformity).join(" ") + "\n\n" + &heads + &rule + &rows.collect::<String>()
        }
        (TableFormat::Csv, _) => {
            let mut writer = csv::Writer::from_writer(Vec::new());
            let number = |number: f64| number.to_string();
            let rows = uniformity.as_ref().map_or(vec![heads()], |uniformity| rows(uniformity, number, number));
            rows.iter().try_for_each(|row| writer.write_record(row))?;
            String::from_utf8(writer.into_inner()?)?
        }
        (TableFormat::Json, _) => json(uniformity.as_ref(), gathered.filter.as_deref())?,
    };
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).context("cannot write to standard output")
}

/// Heads of the columns, as for programs.
const HEADS: [&str; 7] =
    ["procedures", "log_likelihood_ratio", "posterior", "chi_square", "degrees_of_freedom", "p", "power"];

fn heads() -> Vec<String> {
    HEADS.map(str::to_owned).to_vec()
}

/// A head and a row for each distribution, the best first.
fn rows(uniformity: &Uniformity, number: fn(f64) -> String, probability: fn(f64) -> String) -> Vec<Vec<String>> {
    let mut rows = vec![heads()];
    for candidate in &uniformity.candidates {
        rows.push(vec![
            names(candidate).join(" "),
            number(candidate.log_likelihood_ratio),
            probability(candidate.posterior),
            number(candidate.test.statistic),
            candidate.test.degrees_of_freedom.to_string(),
            probability(candidate.test.p),
            probability(candidate.power),
        ]);
    }
    rows
}

/// A number for people.
fn shown(number: f64) -> String {
    if number != 0.0 && number.abs() < 0.0001 { format!("{number:.0e}") } else { format!("{number:.4}") }
}

fn names(candidate: &Candidate) -> Vec<&'static str> {
    candidate.procedures.iter().map(|procedure| procedure.name()).collect()
}

/// The names of procedures that nobody can tell apart.
fn either(candidate: &Candidate) -> String {
    names(candidate).join(" or ")
}

/// What to make of it.
fn words(uniformity: &Uniformity) -> Vec<String> {
    let Uniformity { n_draws, test, candidates } = uniformity;
    let games = if *n_draws == 1 { "game" } else { "games" };
    let mut words = vec![
        format!("Were the start positions of {n_draws} Chess960 {games} drawn uniformly?"),
        format!(
            "Chi-square {:.1} with {} degrees of freedom, {}: {}.",
            test.statistic,
            test.degrees_of_freedom,
            p_words(test.p),
            if test.rejects() { "rejected" } else { "not rejected" }
        ),
    ];
    for other in candidates.iter().filter(|candidate| !candidate.is_uniform()) {
        let percent = 100.0 * other.power;
        words.push(format!("Draws by {} would be rejected with a chance of {percent:.1} %.", either(other)));
    }
    if uniformity.is_rough() {
        words.push("With less than one game for each position these chances are rough.".to_owned());
    }
    let best = either(uniformity.best());
    words.push(match uniformity.verdict() {
        Verdict::None => "None of the procedures explains the positions: they were chosen, or games share a draw or \
            stand twice. `posterior` only weighs the procedures against each other."
            .to_owned(),
        Verdict::Unsure => {
            format!("Best explained by {best}, but the games are too few to rule the others out.")
        }
        Verdict::Sure => format!("Best explained by {best}; the others are ruled out."),
    });
    if uniformity.best().procedures.len() > 1 {
        words
            .push("Procedures named together draw with the same chances, so that no game tells them apart.".to_owned());
    }
    words
}

/// A line of type `uniformity`, where numbers are null if there is nothing to test, and one for each distribution.
fn json(uniformity: Option<&Uniformity>, filter: Option<&str>) -> Result<String> {
    let test = uniformity.map(|uniformity| uniformity.test);
    let verdict = uniformity.map_or("no-draws", |uniformity| match uniformity.verdict() {
        Verdict::None => "none",
        Verdict::Unsure => "unsure",
        Verdict::Sure => "sure",
    });
    let mut text = serde_json::to_string(&HeadJson {
        r#type: "uniformity",
        r#where: filter,
        games: uniformity.map_or(0, |uniformity| uniformity.n_draws),
        chi_square: test.map(|test| test.statistic),
        degrees_of_freedom: test.map(|test| test.degrees_of_freedom),
        p: test.map(|test| test.p),
        is_rejected: test.map(|test| test.rejects()),
        is_rough: uniformity.map(Uniformity::is_rough),
        verdict,
        best: uniformity.map_or(Vec::new(), |uniformity| names(uniformity.best())),
    })? + "\n";
    for candidate in uniformity.into_iter().flat_map(|uniformity| &uniformity.candidates) {
        text += &serde_json::to_string(&CandidateJson {
            r#type: "procedures",
            procedures: names(candidate),
            log_likelihood_ratio: candidate.log_likelihood_ratio,
            posterior: candidate.posterior,
            chi_square: candidate.test.statistic,
            degrees_of_freedom: candidate.test.degrees_of_freedom,
            p: candidate.test.p,
            power: candidate.power,
        })?;
        text.push('\n');
    }
    Ok(text)
}
