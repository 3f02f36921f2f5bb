//! The metrics, one file each, and [`Cell`], all of them for one row of a table.
//!
//! A new one is a file here and a line in the list.

mod castlings;
mod length;
mod ratings;
mod results;

use serde::{Deserialize, Serialize};

use crate::{
    dimension::{Side, View},
    metric::{Column, Metric, Value},
};

pub use castlings::Castlings;
pub use length::Length;
pub use ratings::Ratings;
pub use results::GameResults;

macro_rules! metrics {
    ($($field:ident: $metric:ty),* $(,)?) => {
        /// Everything that is counted for one row of a table.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Cell {
            $(#[doc = concat!("See [`", stringify!($metric), "`].")] pub $field: $metric,)*
        }

        impl Cell {
            /// All columns, in order.
            pub fn columns() -> impl Iterator<Item = Column> {
                [$(<$metric>::COLUMNS,)*].into_iter().flatten().copied()
            }

            /// Counts a game.
            pub fn observe(&mut self, view: View<'_>) {
                $(self.$field.observe(view);)*
            }

            /// Adds what another row has counted.
            pub fn merge(&mut self, other: &Cell) {
                $(self.$field.merge(&other.$field);)*
            }

            /// The values, one for each column, of a row that stands for this side.
            pub fn values(&self, side: Side) -> Vec<Value> {
                [$(self.$field.values(side),)*].concat()
            }
        }
    };
}

metrics! {
    results: GameResults,
    ratings: Ratings,
    length: Length,
    castlings: Castlings,
}
