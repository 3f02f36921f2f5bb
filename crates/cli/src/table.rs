//! Rows of typed cells as CSV, JSON lines, Markdown or aligned text.

use std::io::{self, Write};

use anyhow::{Context, Result};
use clap::ValueEnum;
use pgn960_pgn::lint::diagnose::printable;
use serde::ser::{SerializeMap, Serializer};
use shakmaty::Bitboard;

/// One value of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// A word or a text. An empty one is null in JSON.
    Text(String),
    /// A number.
    Number(u64),
    /// 1 or 0; true or false in JSON.
    Flag(bool),
    /// Squares in the order a1, b1, .. h8, separated by blanks; a list in JSON.
    Squares(Bitboard),
}

impl Cell {
    /// Any text.
    pub fn text(text: impl Into<String>) -> Cell {
        Cell::Text(text.into())
    }

    /// A number, or nothing.
    pub fn number(number: Option<impl Into<u64>>) -> Cell {
        number.map_or(Cell::text(""), |number| Cell::Number(number.into()))
    }
}

/// The value as CSV has it.
impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Cell::Text(text) => f.write_str(text),
            Cell::Number(number) => number.fmt(f),
            Cell::Flag(flag) => u8::from(*flag).fmt(f),
            Cell::Squares(squares) => {
                let names: Vec<String> = squares.into_iter().map(|square| square.to_string()).collect();
                f.write_str(&names.join(" "))
            }
        }
    }
}

impl serde::Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Cell::Text(text) if text.is_empty() => serializer.serialize_none(),
            Cell::Text(text) => serializer.serialize_str(text),
            Cell::Number(number) => serializer.serialize_u64(*number),
            Cell::Flag(flag) => serializer.serialize_bool(*flag),
            Cell::Squares(squares) => serializer.collect_seq(squares.into_iter().map(|square| square.to_string())),
        }
    }
}

/// How a table is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A header line, then a line a row.
    Csv,
    /// One JSON object a line.
    Json,
    /// A Markdown table.
    Md,
}

/// Prints rows one by one, the names of the columns before the first.
pub struct Printer<W: Write> {
    format: Format,
    columns: Vec<&'static str>,
    out: W,
}

impl<W: Write> Printer<W> {
    /// Begins a table.
    pub fn new(format: Format, columns: &[&'static str], mut out: W) -> io::Result<Printer<W>> {
        match format {
            Format::Csv => write_csv(columns.iter().copied(), &mut out)?,
            Format::Json => {}
            Format::Md => {
                writeln!(out, "| {} |", columns.join(" | "))?;
                writeln!(out, "|{}", " --- |".repeat(columns.len()))?;
            }
        }
        Ok(Printer { format, columns: columns.to_vec(), out })
    }

    /// Prints a row.
    pub fn row(&mut self, cells: &[Cell]) -> Result<()> {
        match self.format {
            Format::Csv => write_csv(cells.iter().map(Cell::to_string), &mut self.out)?,
            Format::Json => {
                serde_json::to_writer(&mut self.out, &Object(&self.columns, cells))?;
                self.out.write_all(b"\n")?;
            }
            Format::Md => {
                let cells: Vec<_> = cells.iter().map(|cell| cell.to_string().replace('|', "\\|")).collect();
                writeln!(self.out, "| {} |", cells.join(" | "))?;
            }
        }
        Ok(())
    }

    /// Ends the table and gives back what it was written to.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }
}

/// A row with the names of its columns.
struct Object<'a>(&'a [&'static str], &'a [Cell]);

impl serde::Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (column, cell) in self.0.iter().zip(self.1) {
            map.serialize_entry(column, cell)?;
        }
        map.end()
    }
}

fn write_csv(cells: impl Iterator<Item = impl AsRef<[u8]>>, out: &mut impl Write) -> io::Result<()> {
    let mut writer = csv::WriterBuilder::new().from_writer(out);
    writer.write_record(cells)?;
    writer.flush()
}

/// The place of a column in a table.
///
/// # Errors
///
/// When there is no such column; the message names those there are.
pub fn find_column(columns: &[&str], name: &str) -> Result<usize> {
    columns
        .iter()
        .position(|&column| column == name)
        .with_context(|| format!("there is no column `{}`; the columns are {}", printable(name), columns.join(", ")))
}

/// Lines of aligned columns with two blanks between them, nothing at their ends; the first row is the heading.
pub fn aligned(rows: &[Vec<String>]) -> String {
    let n_columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..n_columns).map(|column| width(column).unwrap_or(0)).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}
