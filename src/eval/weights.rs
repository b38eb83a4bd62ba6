//! The numbers of the evaluation and of the move ordering, and where they came from.
//!
//! Units: about 200 is a winning chance of three in four.

use std::sync::LazyLock;

use crate::pattern::merge::{Combo, ValueTable, class_table, merger};
use crate::pattern::{Class, Shape};
use crate::types::{Color, Rule, Score};

/// The right to move.
pub const TEMPO: Score = 20;

/// What it adds to have a point of that class and the move.
pub const THREATS_TO_MOVE: [(Class, Score); 3] = [
    (Class::FourThree, 300),
    (Class::DoubleThree, 150),
    (Class::FourPlus, 30),
];

/// What it costs that the opponent has a point of that class.
pub const THREATS_TO_MEET: [(Class, Score); 4] = [
    (Class::OpenFour, 60),
    (Class::FourThree, 60),
    (Class::DoubleThree, 40),
    (Class::FourPlus, 10),
];

/// What a point is worth by the shape that a stone there would make, by direction.
const SHAPE_VALUE: [i16; Shape::COUNT] = [
    0,  // Dead
    0,  // Overline
    0,  // ClosedOne
    0,  // OpenOne
    0,  // ClosedTwo
    1,  // OpenTwoNarrow
    1,  // OpenTwo
    2,  // OpenTwoWide
    4,  // ClosedThree
    6,  // OpenThreeNarrow
    8,  // OpenThree
    14, // Four
    36, // OpenFour
    36, // DoubleFour
    60, // Five
];

/// What a point is worth on top for its class.
const CLASS_VALUE: [i16; Class::COUNT] = [
    0,  // None
    0,  // Foul
    0,  // OpenTwo
    0,  // ClosedThree
    4,  // DoubleOpenTwo
    5,  // ClosedThreePlus
    0,  // OpenThree
    8,  // OpenThreePlus
    25, // DoubleThree
    0,  // Four
    12, // FourPlus
    60, // FourThree
    60, // OpenFour
    60, // Five
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

/// What a combo is worth to `color` under a rule; built at first use.
pub fn value_table(rule: Rule, color: Color) -> &'static ValueTable {
    static VALUES: LazyLock<Vec<Box<ValueTable>>> =
        LazyLock::new(|| all_tables(|rule, color| Box::new(build_values(rule, color))));
    &VALUES[table_index(rule, color)]
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

fn build_values(rule: Rule, color: Color) -> ValueTable {
    by_combo(|combo| {
        let class = class_table(rule.has_fouls(color))[combo.index()];
        match class {
            Class::Foul => 0,
            _ => shape_sum(combo) + CLASS_VALUE[class.index()],
        }
    })
}

fn build_orders(rule: Rule, color: Color) -> OrderTable {
    let class = |combo: Combo| class_table(rule.has_fouls(color))[combo.index()];
    OrderTable {
        attack: by_combo(|combo| {
            ATTACK[class(combo).index()] + shape_sum(combo) * 2
        }),
        defence: by_combo(|combo| {
            DEFENCE[class(combo).index()] + shape_sum(combo) * 2
        }),
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
    shapes.iter().map(|shape| SHAPE_VALUE[shape.index()]).sum()
}
