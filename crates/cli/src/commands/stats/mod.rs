//! `pgn960 stats`: tables of facts over all games of every input.

mod table;
mod uniformity;

use std::{
    collections::HashMap,
    fs,
    io::{self, Read, Write},
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::{Context, Result, bail, ensure};
use pgn960_pgn::{parse::Parser, split::Splitter};
use pgn960_stats::{
    Filter, Table,
    dimension::Dimension,
    facts::Gatherer,
    report::{self, Report, View},
    saved::Saved,
    table::By,
};

use crate::{
    Outcome,
    args::{Stats as Args, TableFormat},
    complain,
    input::{GAME_ENDINGS, Input},
    output::Output,
    scan::{Part, inputs, scan_inputs},
};

/// Counts the games of all inputs, or merges saved tables, and prints the table.
pub fn run(args: &Args) -> Result<Outcome> {
    let (gathered, output) = if args.merge { merge(args)? } else { count(args)? };
    if let Some(output) = output {
        save(output, &gathered)?;
    }
    if args.uniformity {
        uniformity::print(args.format, &gathered)?;
    } else {
        let view = view(args, gathered.table.by())?;
        print(args.format, &gathered, &report::report(&gathered.table, &view))?;
    }
    if !args.scan.quiet {
        say_totals(&gathered);
    }
    Ok(match (gathered.n_unreadable, gathered.table.totals()) {
        (0, totals) if totals.faulty == 0 && totals.damaged_files == 0 && !gathered.lacks_games => Outcome::Clean,
        (0, _) => Outcome::Findings,
        _ => Outcome::Failure,
    })
}

/// A table and where it comes from.
pub struct Gathered {
    /// The table.
    pub table: Table,
    /// The filter that its games passed, in its own spelling.
    pub filter: Option<String>,
    /// Inputs that could not be read.
    n_unreadable: u64,
    /// Whether an input holds text and no game.
    lacks_games: bool,
}

/// Reads games.
fn count(args: &Args) -> Result<(Gathered, Option<Output>)> {
    let by = By::new(match &args.by[..] {
        [] if args.uniformity => &[Dimension::Start],
        [] => &[Dimension::Kind],
        by => by,
    })?;
    // Nobody wants to learn of a misspelled column after an hour.
    view(args, &by)?;
    let filter = args.r#where.as_ref();
    let wanted = filter.map(Filter::wanted).unwrap_or_default().and(by.wanted());
    let mut table = Table::new(by.clone());
    let (mut n_games_before, mut has_text, mut lacks_games) = (0, false, false);
    let inputs = inputs(&args.scan.paths, GAME_ENDINGS)?;
    let output = args.save.as_ref().map(|path| Output::file(path, inputs.iter().filter_map(Input::path)));
    let output = output.transpose()?;
    let scanned = scan_inputs(
        &args.scan,
        &inputs,
        |input, opened| {
            ensure!(!Saved::begins(&opened.head), "`{}` is a saved table; `--merge` takes it", input.name);
            Ok(Splitter::new(opened, args.scan.limits()))
        },
        |_, chunk, each| {
            let (mut gatherer, mut table) = (Gatherer::new(wanted), Table::new(by.clone()));
            let mut has_text = false;
            Parser::default().parse_chunk(chunk, |_, game| {
                has_text |= !game.is_blank();
                if game.is_game() {
                    let facts = gatherer.facts_of(game);
                    table.observe(&facts, filter.is_none_or(|filter| filter.matches(&facts)));
                }
            });
            each((table, has_text));
        },
        |input_idx, part, progress| {
            let name = &inputs[input_idx].name;
            match part {
                Part::Begin => (n_games_before, has_text) = (table.totals().games, false),
                Part::Work((mut part, part_has_text)) => {
                    has_text |= part_has_text;
                    part.name_file(name);
                    table.merge(part);
                }
                Part::End(end) => {
                    if let Some(damage) = end.damage {
                        table.count_damaged_file();
                        progress.suspend(|| complain(&format!("`{name}` is damaged: {damage}")));
                    } else if end.failure.is_none() && has_text && table.totals().games == n_games_before {
                        lacks_games = true;
                        progress.suspend(|| complain(&format!("{name}:1:1: no game found")));
                    }
                }
            }
            Ok(ControlFlow::Continue(()))
        },
    )?;
    let filter = filter.map(Filter::to_string);
    Ok((Gathered { table, filter, n_unreadable: scanned.n_unreadable, lacks_games }, output))
}

/// Merges saved tables.
fn merge(args: &Args) -> Result<(Gathered, Option<Output>)> {
    ensure!(!args.scan.paths.is_empty(), "no input: give the files that `--save` wrote");
    check_distinct(&args.scan.paths)?;
    // One of the tables may be replaced by the whole: each is read to its end before.
    let output = args.save.as_ref().map(|path| Output::file(path, [])).transpose()?;
    let mut merged: Option<Gathered> = None;
    for path in &args.scan.paths {
        let (table, filter) = load(path).with_context(|| format!("cannot merge `{}`", path.display()))?;
        match &mut merged {
            None => merged = Some(Gathered { table, filter, n_unreadable: 0, lacks_games: false }),
            Some(merged) => {
                let of = |by: &By, filter: &Option<String>| {
                    let names: Vec<_> = by.dimensions().iter().map(|dimension| dimension.name()).collect();
                    let filter = filter.as_ref().map_or(String::new(), |filter| format!(" where {filter}"));
                    format!("by {}{filter}", names.join(","))
                };
                let (ours, theirs) = (of(merged.table.by(), &merged.filter), of(table.by(), &filter));
                if ours != theirs {
                    bail!("cannot merge `{}`: it is made {theirs}, the one before {ours}", path.display());
                }
                merged.table.merge(table);
            }
        }
    }
    Ok((merged.expect("there is a path"), output))
}

/// Refuses a file that is given twice, by whatever paths, as its games would count twice.
fn check_distinct(paths: &[PathBuf]) -> Result<()> {
    let mut known = HashMap::new();
    for path in paths {
        // Standard input has no path, and a file that is not found is told when it is opened.
        if path.as_os_str() != "-"
            && let Ok(file) = fs::canonicalize(path)
            && let Some(before) = known.insert(file, path)
        {
            let (path, before) = (path.display(), before.display());
            bail!("cannot merge `{path}`: it is given before as `{before}`, and its games would count twice");
        }
    }
    Ok(())
}

fn load(path: &Path) -> Result<(Table, Option<String>)> {
    let input = if path.as_os_str() == "-" { Input::stdin() } else { Input::file(path.to_owned()) };
    let mut bytes = Vec::new();
    input.open(&Arc::default())?.read_to_end(&mut bytes)?;
    let saved: Saved = serde_json::from_slice(&bytes).context("this is not a table saved by `--save`")?;
    Ok(saved.into_table()?)
}

/// Saves a table.
fn save(mut output: Output, gathered: &Gathered) -> Result<()> {
    let saved = Saved::new(&gathered.table, gathered.filter.clone());
    let mut text = serde_json::to_vec(&saved)?;
    text.push(b'\n');
    let written = output.write_all(&text);
    output.explain(written)?;
    output.commit()
}

/// How the table is to be shown.
fn view(args: &Args, by: &By) -> Result<View> {
    let known: Vec<_> = report::columns(by).into_iter().map(|column| column.name).collect();
    let check = |name: &String| {
        ensure!(known.contains(name), "this table has no column `{name}`; its columns are {}", known.join(", "));
        Ok(())
    };
    let columns = match &args.columns[..] {
        [] if matches!(args.format, TableFormat::Text | TableFormat::Md) => Some(report::main_columns(by)),
        [] => None,
        [all] if all == "all" => None,
        names => {
            names.iter().try_for_each(check)?;
            Some(names.to_vec())
        }
    };
    args.sort.iter().try_for_each(|sort| check(&sort.column))?;
    Ok(View { columns, sort: args.sort.clone(), top: args.top, min_games: args.min_games })
}

fn print(format: TableFormat, gathered: &Gathered, report: &Report) -> Result<()> {
    let mut text = Vec::new();
    match format {
        TableFormat::Text => table::text::write(&mut text, report),
        TableFormat::Csv => table::csv::write(&mut text, report)?,
        TableFormat::Json => table::json::write(&mut text, gathered, report)?,
        TableFormat::Md => table::markdown::write(&mut text, report),
    }
    let mut out = io::stdout().lock();
    out.write_all(&text).and_then(|()| out.flush()).context("cannot write to standard output")
}

/// Says on standard error how many games went into the table.
fn say_totals(gathered: &Gathered) {
    let totals = gathered.table.totals();
    let games = |count: u64| format!("{count} {}", if count == 1 { "game" } else { "games" });
    let mut text = format!("{} read", games(totals.games));
    if gathered.filter.is_some() {
        text += &format!(", {} counted", totals.selected);
    }
    if totals.faulty > 0 {
        text += &format!("; {} cannot be played to the end, `pgn960 validate` tells why", totals.faulty);
    }
    // When nobody can hear it, there is nothing left to do.
    _ = writeln!(anstream::stderr(), "{text}");
}
