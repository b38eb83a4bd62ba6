//! How promising a move is by what it makes and what it takes: the order in
//! which moves are tried. Points of order mean nothing outside of it.

use std::sync::LazyLock;

use crate::pattern::merge::{Combo, ValueTable, class_table, merger};
use crate::pattern::{Class, Shape};
use crate::types::{Color, Rule};

/// What each shape that a move makes or takes adds to either score.
const SHAPE_SCORE: [i16; Shape::COUNT] = [
    0,   // Dead
    0,   // Overline
    0,   // ClosedOne
    0,   // OpenOne
    0,   // ClosedTwo
    2,   // OpenTwoNarrow
    2,   // OpenTwo
    4,   // OpenTwoWide
    8,   // ClosedThree
    12,  // OpenThreeNarrow
    16,  // OpenThree
    28,  // Four
    72,  // OpenFour
    72,  // DoubleFour
    120, // Five
];

/// A move's ordering score for the player who makes it, by class.
const ATTACK: [i16; Class::COUNT] = [0, 0, 12, 14, 28, 34, 50, 70, 110, 40, 70, 160, 300, 1000];
/// A move's ordering score for taking the point from the opponent, by class.
const DEFENCE: [i16; Class::COUNT] = [0, 0, 8, 9, 20, 24, 32, 45, 75, 28, 45, 110, 200, 800];

/// Ordering scores of a player by combo.
pub struct OrderTable {
    /// For making the combo.
    pub attack: ValueTable,
    /// For keeping the opponent from making it.
    pub defence: ValueTable,
}

const TABLES: usize = Rule::ALL.len() * 2;

const fn table_index(rule: Rule, color: Color) -> usize {
    rule.index() * 2 + color.index()
}

/// How promising a combo is as a move; built at first use.
pub fn order_table(rule: Rule, color: Color) -> &'static OrderTable {
    static ORDERS: LazyLock<Vec<Box<OrderTable>>> =
        LazyLock::new(|| all_tables(|rule, color| Box::new(build_orders(rule, color))));
    &ORDERS[table_index(rule, color)]
}

fn all_tables<T>(build: impl Fn(Rule, Color) -> T) -> Vec<T> {
    let mut tables = Vec::with_capacity(TABLES);
    for rule in Rule::ALL {
        for color in Color::ALL {
            tables.push(build(rule, color));
        }
    }
    tables
}

fn build_orders(rule: Rule, color: Color) -> OrderTable {
    let class = |combo: Combo| class_table(rule.has_fouls(color))[combo.index()];
    OrderTable {
        attack: by_combo(|combo| ATTACK[class(combo).index()] + shape_sum(combo)),
        defence: by_combo(|combo| DEFENCE[class(combo).index()] + shape_sum(combo)),
    }
}

fn by_combo(value: impl Fn(Combo) -> i16) -> ValueTable {
    let mut table = [0; Combo::TABLE];
    for (number, slot) in table.iter_mut().take(Combo::COUNT).enumerate() {
        *slot = value(Combo(number as u16));
    }
    table
}

fn shape_sum(combo: Combo) -> i16 {
    let shapes = merger().shapes(combo);
    shapes.iter().map(|shape| SHAPE_SCORE[shape.index()]).sum()
}
