//! [`Saved`], a table with what it was made with, to be stored and merged with others.

use serde::{Deserialize, Serialize};

use crate::{
    dimension::Dimension,
    metrics::Cell,
    table::{By, Key, Table, Totals},
};

/// What [`Saved::format`] says.
const FORMAT: &str = "pgn960-stats";

/// The version of what is written. Another one is refused.
const VERSION: u32 = 2;

/// How the text of every stored table begins.
const HEAD: &str = r#"{"format":"pgn960-stats","#;

/// A table as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saved {
    format: String,
    version: u32,
    by: Vec<String>,
    /// The filter, in its own spelling.
    r#where: Option<String>,
    totals: Totals,
    rows: Vec<(Key, Cell)>,
}

/// Why something stored is no table, or not one that merges with others.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SavedError {
    /// It does not begin as a table does.
    #[error("this is not a table saved by `--save`")]
    Format,
    /// It was written by another version.
    #[error("the table has version {0}, this program reads version {VERSION}")]
    Version(u32),
    /// It is made by something that is not known.
    #[error("the table is made by `{0}`, which is not known here")]
    By(String),
    /// A row has a key that its dimensions do not have.
    #[error("row {0} of the table has no sense")]
    Row(usize),
}

impl Saved {
    /// A table, and the filter that its games passed.
    pub fn new(table: &Table, filter: Option<String>) -> Saved {
        Saved {
            format: FORMAT.to_owned(),
            version: VERSION,
            by: table.by().dimensions().iter().map(|dimension| dimension.name().to_owned()).collect(),
            r#where: filter,
            totals: table.totals(),
            rows: table.rows().into_iter().map(|(key, cell)| (key.clone(), cell.clone())).collect(),
        }
    }

    /// Whether these are the first bytes of a stored table.
    pub fn begins(head: &[u8]) -> bool {
        head.starts_with(HEAD.as_bytes())
    }

    /// The table and its filter.
    ///
    /// # Errors
    ///
    /// When it is of another format or version, or says what no table says.
    pub fn into_table(self) -> Result<(Table, Option<String>), SavedError> {
        if self.format != FORMAT {
            return Err(SavedError::Format);
        }
        if self.version != VERSION {
            return Err(SavedError::Version(self.version));
        }
        let dimensions: Option<Vec<_>> = self.by.iter().map(|name| Dimension::parse(name)).collect();
        let by = dimensions.and_then(|dimensions| By::new(&dimensions).ok());
        let by = by.ok_or_else(|| SavedError::By(self.by.join(",")))?;
        let has_sense = |(key, cell): &(Key, Cell)| {
            key.len() == by.dimensions().len()
                && by.dimensions().iter().zip(key).all(|(dimension, part)| dimension.knows(part))
                && cell.results.n_games() <= self.totals.selected.saturating_mul(2)
        };
        if let Some(index) = self.rows.iter().position(|row| !has_sense(row)) {
            return Err(SavedError::Row(index + 1));
        }
        Ok((Table::of_rows(by, self.totals, self.rows), self.r#where))
    }
}
