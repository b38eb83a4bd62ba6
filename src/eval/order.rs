//! How promising a move is by what it makes and what it takes: the order in
//! which moves are tried.
//!
//! The scores are data files, fitted to the choices of self-play searches by
//! `scripts/fit-order`. Unit: 100 points make a move e times as likely to be the
//! one that a search would choose.

use std::sync::LazyLock;

use super::weights::sections;
use crate::pattern::merge::{Combo, ValueTable};

/// What a move scores, by combo and distance.
pub struct OrderTable {
    /// For making the combo.
    pub attack: ValueTable,
    /// For keeping the opponent from making it.
    pub defence: ValueTable,
    /// For the distance from the opponent's last stone, then for that from the
    /// own last; the last entry holds for all that is further away.
    pub distance: [[i16; DISTANCES]; 2],
}

/// Number of distances told apart.
pub const DISTANCES: usize = 8;

/// The scores; read at first use. One fit, to freestyle, serves every rule: a point
/// forbidden to the side to move is left out before its score matters.
pub fn order_table() -> &'static OrderTable {
    static TABLE: LazyLock<Box<OrderTable>> =
        LazyLock::new(|| OrderTable::parse(include_str!("weights/order.txt")));
    &TABLE
}

impl OrderTable {
    /// Reads a file: the sections `attack`, `defence` and `distance`.
    ///
    /// # Panics
    /// If the text is not of that form; the files are part of the program and a
    /// test reads each.
    fn parse(text: &str) -> Box<OrderTable> {
        let mut table = Box::new(OrderTable {
            attack: [0; Combo::TABLE],
            defence: [0; Combo::TABLE],
            distance: [[0; DISTANCES]; 2],
        });
        let OrderTable {
            attack,
            defence,
            distance,
        } = &mut *table;
        sections(
            text,
            &mut [
                &mut attack[..Combo::COUNT],
                &mut defence[..Combo::COUNT],
                distance.as_flattened_mut(),
            ],
        );
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_read_and_means_something() {
        let table = order_table();
        assert!(table.attack.iter().any(|score| *score > 0));
        assert!(table.defence.iter().any(|score| *score > 0));
        assert!(table.distance[0][1] > table.distance[0][DISTANCES - 1]);
    }
}
