//! [`Report`], a table as it is shown: rows sorted and cut, columns chosen, start positions held against each other.

use std::cmp::Ordering;

use crate::{
    comparison::{Comparison, compare},
    dimension::{Dimension, Side, is_drawn_start},
    metric::{Column, Unit, Value},
    metrics::Cell,
    table::{By, Table},
};

/// How a table is shown.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// The columns, by name; all when None.
    pub columns: Option<Vec<String>>,
    /// The column that sorts the rows, the greatest first; None for the order of the keys.
    pub sort: Option<Sort>,
    /// At most so many rows.
    pub top: Option<usize>,
    /// Only rows of at least so many games.
    pub min_games: u64,
}

/// The column that sorts the rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sort {
    /// Its name.
    pub column: String,
    /// Whether the least comes first.
    pub is_ascending: bool,
}

/// A table as it is shown.
#[derive(Clone, Debug)]
pub struct Report {
    /// Heads of the columns that name a row.
    pub heads: Vec<&'static str>,
    /// The columns behind them.
    pub columns: Vec<Head>,
    /// The rows.
    pub rows: Vec<Row>,
    /// All games together, where each counts once.
    pub total: Option<Vec<Value>>,
    /// The start positions held against each other, in a table by start alone.
    pub comparison: Option<Comparison>,
    /// Rows that are not shown.
    pub n_hidden: usize,
    /// Those of them that have fewer games than [`View::min_games`]; the others are behind [`View::top`].
    pub n_small: usize,
}

/// The head of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// Its name.
    pub name: String,
    /// What it counts in.
    pub unit: Unit,
    /// What it says.
    pub about: &'static str,
}

/// A row as it is shown.
#[derive(Clone, Debug)]
pub struct Row {
    /// What names it.
    pub labels: Vec<String>,
    /// Its values, one for each column.
    pub values: Vec<Value>,
}

/// Columns of tables by start alone, behind the others.
pub const COMPARED: [Column; 5] = [
    Column {
        name: "shrunk",
        unit: Unit::Score,
        about: "White's score drawn towards the mean of the starts: the best guess",
    },
    Column {
        name: "own_weight",
        unit: Unit::Share,
        about: "how much of it is the start's own score; the less, the fewer games",
    },
    Column { name: "starts_mean", unit: Unit::Score, about: "what the rest of it is: the mean of the starts" },
    Column {
        name: "p",
        unit: Unit::Probability,
        about: "chance of a score as far from the mean if the start is like all others",
    },
    Column {
        name: "q",
        unit: Unit::Probability,
        about: "the same, adjusted for the number of starts; stands out up to 0.05",
    },
];

/// The columns of a table made by these dimensions.
pub fn columns(by: &By) -> Vec<Head> {
    let compared = if is_by_start(by) { &COMPARED[..] } else { &[] };
    let head = |column: Column| Head { name: by.column_name(column.name), unit: column.unit, about: column.about };
    Cell::columns().chain(compared.iter().copied()).map(head).collect()
}

/// The columns that fit on a hundred characters and answer most questions.
pub fn main_columns(by: &By) -> Vec<String> {
    let names: &[&str] = match by.dimensions() {
        [Dimension::Start] => &["games", "white_score", "shrunk", "q", "a_side", "h_side"],
        _ if by.side() == Side::Castler => {
            &["castlings", "a_side_castlings", "h_side_castlings", "checks", "castling_ply", "white_score"]
        }
        _ if by.side() == Side::Player => &["games", "white_score", "adjusted_score", "a_side", "h_side", "plies"],
        [_] => &["games", "white_wins", "draws", "black_wins", "white_score", "a_side", "h_side", "castling_ply"],
        _ => &["games", "white_score", "a_side", "h_side", "castling_ply"],
    };
    names.iter().map(|name| by.column_name(name)).collect()
}

fn is_by_start(by: &By) -> bool {
    by.dimensions() == [Dimension::Start]
}

/// Shows a table. Columns that it does not have are left out.
pub fn report(table: &Table, view: &View) -> Report {
    let by = table.by();
    let all = columns(by);
    let index_of = |name: &String| all.iter().position(|head| head.name == *name);
    let shown: Vec<usize> = match &view.columns {
        None => (0..all.len()).collect(),
        Some(names) => names.iter().filter_map(index_of).collect(),
    };
    let cells: Vec<_> = table.rows();
    let total = (by.side() == Side::Both).then(|| {
        let mut total = Cell::default();
        cells.iter().for_each(|(_, cell)| total.merge(cell));
        total.values(by.side())
    });
    let is_settled = |column: Column| by.dimensions().iter().any(|dimension| dimension.settles(column.name, by.side()));
    let settled: Vec<bool> = Cell::columns().map(is_settled).collect();
    let n_rows = cells.len();
    let kept: Vec<_> = cells.into_iter().filter(|(_, cell)| cell.results.n_games() >= view.min_games).collect();
    let mut compared = vec![None; kept.len()];
    let mut comparison = None;
    if is_by_start(by) {
        let drawn: Vec<_> = (0..kept.len())
            .filter(|&index| is_drawn_start(&kept[index].0[0]))
            .filter_map(|index| Some((index, kept[index].1.results.decided().sample()?)))
            .collect();
        let samples: Vec<_> = drawn.iter().map(|&(_, sample)| sample).collect();
        comparison = compare(&samples);
        if let Some(Comparison { center, groups, .. }) = &comparison {
            for (&(index, _), group) in drawn.iter().zip(groups) {
                compared[index] = Some([group.shrunken, group.own_weight, *center, group.p, group.adjusted_p]);
            }
        }
    }
    // Values of all columns take four times the memory of what they are made of, so that they are made when needed.
    let values = |index: usize| {
        let values = kept[index].1.values(by.side()).into_iter().zip(&settled);
        let values = values.map(|(value, &is_settled)| if is_settled { value.without_interval() } else { value });
        let compared = compared[index].into_iter().flatten().map(|number| Value::Number(Some(number)));
        values.chain(compared).collect::<Vec<_>>()
    };
    let mut order: Vec<usize> = (0..kept.len()).collect();
    if let Some(sort) = &view.sort
        && let Some(column) = index_of(&sort.column)
    {
        let numbers: Vec<_> = order.iter().map(|&index| values(index).get(column)?.number()).collect();
        order.sort_by(|&one, &other| match (numbers[one], numbers[other]) {
            (Some(one), Some(other)) if sort.is_ascending => one.total_cmp(&other),
            (Some(one), Some(other)) => other.total_cmp(&one),
            // What is not known comes last.
            (None, None) => Ordering::Equal,
            (None, _) => Ordering::Greater,
            (_, None) => Ordering::Less,
        });
    }
    order.truncate(view.top.unwrap_or(usize::MAX));
    let choose = |values: &[Value]| {
        shown.iter().map(|&index| values.get(index).copied().unwrap_or(Value::Number(None))).collect()
    };
    let row = |index: usize| Row {
        labels: by
            .dimensions()
            .iter()
            .zip(kept[index].0)
            .flat_map(|(dimension, part)| dimension.labels(part))
            .collect(),
        values: choose(&values(index)),
    };
    Report {
        heads: by.dimensions().iter().flat_map(|dimension| dimension.heads()).collect(),
        columns: shown.iter().map(|&index| all[index].clone()).collect(),
        n_hidden: n_rows - order.len(),
        n_small: n_rows - kept.len(),
        rows: order.into_iter().map(row).collect(),
        total: total.as_deref().map(choose),
        comparison,
    }
}
