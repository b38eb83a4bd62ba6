//! The fitted move order: how promising a move is by the shapes that it makes, those that
//! it keeps the opponent from making, and its distances from the last stones.
//!
//! The scores come from files that are part of the program. `scripts/fit-order` fits
//! them to the moves that self-play searches chose; the `record` lines of each say how.
//! A score higher by 100 makes a move e times as likely to be the one that a search chooses,
//! see [`Model::scale`].

use std::sync::LazyLock;

use crate::eval::weight_file::{self, Identity, Model, Section, WeightFileError};
use crate::eval::weights::ValueTable;
use crate::pattern::merge::Combo;
use crate::types::{Color, Rule};

/// The scores of moves under a rule for one side to move: the sections of a weight file.
pub struct OrderTable {
    /// By combo: the score for making it.
    pub attack: ValueTable,
    /// By combo: the score for keeping the opponent from making it.
    pub defence: ValueTable,
    /// By distance: the score for the distance from the opponent's last stone, then for
    /// that from the side's own last stone. The last entry is for all greater distances.
    pub distance: [[i16; DISTANCES]; 2],
}

/// Number of distances with a score of their own.
pub const DISTANCES: usize = 8;

/// The weight files: name, content and what each is for.
const FILES: [(&str, &str, Identity); 3] = {
    const fn identity(rule: Rule, side: Option<Color>) -> Identity {
        Identity {
            model: Model::Order,
            rule,
            side,
        }
    }
    [
        (
            "order-freestyle.txt",
            include_str!("weights/order-freestyle.txt"),
            identity(Rule::Freestyle, None),
        ),
        (
            "order-renju-black.txt",
            include_str!("weights/order-renju-black.txt"),
            identity(Rule::Renju, Some(Color::Black)),
        ),
        (
            "order-renju-white.txt",
            include_str!("weights/order-renju-white.txt"),
            identity(Rule::Renju, Some(Color::White)),
        ),
    ]
};

/// The scores of a rule with `side` to move; all files are read at first use.
///
/// # Panics
/// If a file is not valid. The files are part of the program, and a test parses each.
pub fn order_table(rule: Rule, side: Color) -> &'static OrderTable {
    static TABLES: LazyLock<Vec<OrderTable>> = LazyLock::new(|| {
        let parsed = FILES.iter().map(|(name, text, identity)| {
            OrderTable::parse(text, identity).unwrap_or_else(|error| panic!("{name}: {error}"))
        });
        parsed.collect()
    });
    let fitted = rule.spec().move_order;
    let file = FILES.iter().position(|(.., id)| id.is_for(fitted, side));
    &TABLES[file.expect("a file for every rule and side")]
}

impl OrderTable {
    /// Reads a weight file.
    ///
    /// # Errors
    /// If the file is not a valid weight file of this identity.
    pub fn parse(text: &str, identity: &Identity) -> Result<OrderTable, WeightFileError> {
        let mut table = OrderTable::zero();
        weight_file::parse(text, identity, &mut table.sections())?;
        Ok(table)
    }

    /// Name and number of values of every section of a weight file, in order.
    pub fn layout() -> Vec<(&'static str, usize)> {
        let mut table = OrderTable::zero();
        let sections = table.sections();
        sections.map(|(name, values)| (name, values.len())).to_vec()
    }

    /// Scores that are all zero.
    fn zero() -> OrderTable {
        OrderTable {
            attack: [0; Combo::TABLE],
            defence: [0; Combo::TABLE],
            distance: [[0; DISTANCES]; 2],
        }
    }

    /// The sections of a weight file, in order.
    fn sections(&mut self) -> [Section<'_>; 3] {
        [
            ("attack", &mut self.attack[..Combo::COUNT]),
            ("defence", &mut self.defence[..Combo::COUNT]),
            ("distance", self.distance.as_flattened_mut()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_included_file_is_valid() {
        for (name, text, identity) in &FILES {
            if let Err(error) = OrderTable::parse(text, identity) {
                panic!("{name}: {error}");
            }
        }
    }

    #[test]
    fn files_of_another_rule_or_side_are_refused() {
        for (at, (name, text, _)) in FILES.iter().enumerate() {
            for (other, (.., identity)) in FILES.iter().enumerate() {
                let accepted = OrderTable::parse(text, identity).is_ok();
                assert_eq!(accepted, at == other, "{name} as {identity:?}");
            }
        }
    }

    #[test]
    fn every_rule_and_side_has_scores() {
        for rule in Rule::ALL {
            for side in Color::ALL {
                let table = order_table(rule, side);
                assert!(table.attack.iter().any(|score| *score != 0));
                assert!(table.defence.iter().any(|score| *score != 0));
            }
        }
    }
}
