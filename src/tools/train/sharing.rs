//! What rows of the tables have in common.
//!
//! Most combos are rare. A row is therefore the sum of a row for each of the combo's four
//! shapes, a row for its class, and a row of its own. A combo that the data hardly have
//! gets a sensible row from its shapes and class. In the same way, the row of a line code
//! is the sum of a row for each of its two sides and one of its own. The weight file has
//! only the sums.
// CITE: Stockfish's trainer, virtual features ("factorization").

use super::layout::Layout;
use crate::eval::network::line_code::{LINE_CODES, LineCode, LineCodes, SIDES};
use crate::pattern::merge::{Combo, classify};
use crate::pattern::{Class, Shape};
use crate::types::{Color, Rule};

/// The rows that each combo's and each line code's row is the sum of, apart from its own.
#[derive(Clone, Debug)]
pub struct Sharing<const C: usize> {
    layout: Layout<C>,
    /// By combo: its shapes, and its class without and with fouls.
    combos: Vec<([Shape; 4], [Class; 2])>,
    /// By colour: whether it is bound by fouls.
    fouls: [bool; 2],
}

impl<const C: usize> Sharing<C> {
    /// The sharing of a rule's tables.
    pub fn new(layout: Layout<C>, rule: Rule) -> Self {
        let combos = Combo::all().into_iter();
        let combos = combos.map(|shapes| (shapes, [false, true].map(|f| classify(shapes, f))));
        Sharing {
            layout,
            combos: combos.collect(),
            fouls: Color::ALL.map(|color| rule.has_fouls(color)),
        }
    }

    /// Sets `sums` to the parameters with each row of the tables replaced by the sum of all
    /// that it consists of. Shared rows become 0.
    pub fn expand(&self, parameters: &[f32], sums: &mut [f32]) {
        sums.copy_from_slice(parameters);
        self.for_each(|row, shared| {
            for c in 0..C {
                sums[row + c] += parameters[shared + c];
            }
        });
        for set in 0..self.layout.sets {
            sums[self.layout.shared(set, 0)..self.layout.shared(set, 2)].fill(0.0);
            let sides = self.layout.sides(set);
            sums[sides..sides + SIDES * C].fill(0.0);
        }
    }

    /// Adds the gradients of the tables' rows to those of the rows that they share.
    pub fn collect(&self, gradient: &mut [f32]) {
        self.for_each(|row, shared| {
            for c in 0..C {
                gradient[shared + c] += gradient[row + c];
            }
        });
    }

    /// Calls `visit` with the place of each row of the tables and of each row that it shares.
    fn for_each(&self, mut visit: impl FnMut(usize, usize)) {
        let layout = self.layout;
        for set in 0..layout.sets {
            for code in 0..LINE_CODES {
                for side in LineCodes::get().sides(LineCode(code as u16)) {
                    visit(layout.line(set, code), layout.sides(set) + side * C);
                }
            }
            for part in 0..2 {
                let fouls = self.fouls[(set + part) & 1] as usize;
                let shared = layout.shared(set, part);
                for (combo, (shapes, classes)) in self.combos.iter().enumerate() {
                    let row = match part {
                        0 => layout.own(set, combo),
                        _ => layout.other(set, combo),
                    };
                    for shape in shapes {
                        visit(row, shared + shape.index() * C);
                    }
                    visit(row, shared + (Shape::COUNT + classes[fouls].index()) * C);
                }
            }
        }
    }
}
