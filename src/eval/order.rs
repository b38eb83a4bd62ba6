//! How promising a move is by what it makes and what it takes: the order in
//! which moves are tried.
//!
//! The scores are data files, fitted to the choices of self-play searches by
//! `scripts/fit-order`. Unit: 100 points make a move e times as likely to be the one
//! that a search would choose.

use std::sync::LazyLock;

use super::weights::{ValueTable, sections};
use crate::pattern::merge::Combo;
use crate::types::{Color, Rule};

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

/// The scores of a rule with `side` to move; read at first use.
pub fn order_table(rule: Rule, side: Color) -> &'static OrderTable {
    macro_rules! file {
        ($name:literal) => {{
            static TABLE: LazyLock<Box<OrderTable>> = LazyLock::new(|| {
                OrderTable::parse(include_str!(concat!("weights/order-", $name, ".txt")))
            });
            &TABLE
        }};
    }
    match (rule, side) {
        // A fit to standard gained nothing over that to freestyle.
        (Rule::Freestyle | Rule::Standard | Rule::Caro | Rule::CaroExact, _) => file!("freestyle"),
        (Rule::Renju, Color::Black) => file!("renju-black"),
        (Rule::Renju, Color::White) => file!("renju-white"),
    }
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
    fn every_file_is_read_and_means_something() {
        for rule in Rule::ALL {
            for side in Color::ALL {
                let table = order_table(rule, side);
                assert!(table.attack.iter().any(|score| *score > 0));
                assert!(table.defence.iter().any(|score| *score > 0));
                assert!(table.distance[0][1] > table.distance[0][DISTANCES - 1]);
            }
        }
    }
}
