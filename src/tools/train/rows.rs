//! Computes the rows of the tables while the network is trained.
//!
//! Most combos and many line codes are rare. Their rows are therefore not learned one by one but
//! computed from parts that many of them have: a combo's four shapes and its class, the two halves
//! of a line code.
//!
//! ```text
//! hidden = max(biases + sum of inputs[part], 0)
//! row    = own row + sum of shared[part] + hidden · outputs
//! ```
//!
//! The small network of hidden neurons learns what parts mean together, for example that a three
//! is worth less the less room there is on its other side. The own row learns the rest, and stays
//! small where data is scarce. The weight file has only the rows.
// CITE: Stockfish's trainer, virtual features ("factorization").
// CITE: Rapfi, a mapping network whose outputs for all lines are stored in a table.

use super::layout::{Layout, ROW_MAX, TableKind, TableLayout};
use super::model::{add, dot, row, row_mut};
use crate::eval::network::line_code::{LINE_CODES, LineCode, LineCodes};
use crate::eval::network::quantity::FEATURE_SCALE;
use crate::pattern::Shape;
use crate::pattern::merge::{Combo, classify};
use crate::types::{Color, Rule};

/// Largest entry of a row.
const ROW_LIMIT: f32 = ROW_MAX as f32 / FEATURE_SCALE as f32;

/// The parts of each combo or line code.
#[derive(Clone, Debug)]
struct Parts {
    /// The parts of the first combo or line code, then those of the second, and so on.
    all: Vec<u8>,
    /// The number of parts of each.
    each: usize,
}

impl Parts {
    /// The four shapes and the class of each combo of a player who is bound by fouls or not.
    fn of_combos(fouls: bool) -> Parts {
        let parts = |shapes: [Shape; 4]| {
            let class = Shape::COUNT + classify(shapes, fouls).index();
            let [a, b, c, d] = shapes.map(|shape| shape.index() as u8);
            [a, b, c, d, class as u8]
        };
        Parts {
            all: Combo::all().into_iter().flat_map(parts).collect(),
            each: 5,
        }
    }

    /// The two halves of each line code.
    fn of_lines() -> Parts {
        let codes = (0..LINE_CODES as u16).map(LineCode);
        let halves = |code| LineCodes::get().halves(code).map(|half| half as u8);
        Parts {
            all: codes.flat_map(halves).collect(),
            each: 2,
        }
    }
}

/// Computes the rows of the tables.
#[derive(Clone, Debug)]
pub struct Rows<const C: usize> {
    layout: Layout<C>,
    /// The places of each table's parameters, and the parts of its rows.
    tables: Vec<(TableLayout, Parts)>,
}

impl<const C: usize> Rows<C> {
    /// The rows of a rule's tables.
    pub fn new(layout: Layout<C>, rule: Rule) -> Self {
        let mut tables = Vec::new();
        for (set, color) in Color::ALL.into_iter().enumerate().take(layout.sets) {
            for kind in TableKind::ALL {
                let parts = match kind {
                    TableKind::Own => Parts::of_combos(rule.has_fouls(color)),
                    TableKind::Other => Parts::of_combos(rule.has_fouls(!color)),
                    TableKind::Lines => Parts::of_lines(),
                };
                tables.push((layout.table(set, kind), parts));
            }
        }
        Rows { layout, tables }
    }

    /// Sets `computed` to the parameters with all rows of the tables computed. The parameters from
    /// which rows are computed become 0.
    pub fn compute(&self, parameters: &[f32], computed: &mut [f32]) {
        computed.copy_from_slice(parameters);
        let mut hidden = vec![0.0; self.layout.row_hidden];
        for (table, parts) in &self.tables {
            for (number, parts) in parts.all.chunks_exact(parts.each).enumerate() {
                let at = table.rows + number * C;
                let mut sum = *row::<C>(parameters, at);
                for part in parts {
                    add(
                        &mut sum,
                        row(parameters, table.shared + usize::from(*part) * C),
                        1.0,
                    );
                }
                hidden_neurons(table, parameters, parts, &mut hidden);
                for (neuron, output) in hidden.iter().enumerate() {
                    add(
                        &mut sum,
                        row(parameters, table.outputs + neuron * C),
                        *output,
                    );
                }
                *row_mut(computed, at) = sum.map(|entry| entry.clamp(-ROW_LIMIT, ROW_LIMIT));
            }
            computed[table.shared..table.end].fill(0.0);
        }
    }

    /// Extends a gradient with respect to the rows by the gradient with respect to the parameters
    /// from which they are computed.
    pub fn propagate(&self, parameters: &[f32], gradient: &mut [f32]) {
        let mut hidden = vec![0.0; self.layout.row_hidden];
        let mut by_hidden = hidden.clone();
        for (table, parts) in &self.tables {
            for (number, parts) in parts.all.chunks_exact(parts.each).enumerate() {
                let by_row = *row::<C>(gradient, table.rows + number * C);
                // Most batches have no point with this combo or line code.
                if by_row == [0.0; C] {
                    continue;
                }
                for part in parts {
                    let shared = table.shared + usize::from(*part) * C;
                    add(row_mut(gradient, shared), &by_row, 1.0);
                }
                hidden_neurons(table, parameters, parts, &mut hidden);
                for (neuron, output) in hidden.iter().enumerate() {
                    by_hidden[neuron] = 0.0;
                    if *output > 0.0 {
                        let at = table.outputs + neuron * C;
                        by_hidden[neuron] = dot(row::<C>(parameters, at), &by_row);
                        add(row_mut(gradient, at), &by_row, *output);
                    }
                }
                add_all(&mut gradient[table.biases..], &by_hidden);
                for part in parts {
                    let inputs = table.inputs + usize::from(*part) * hidden.len();
                    add_all(&mut gradient[inputs..], &by_hidden);
                }
            }
        }
    }
}

/// Sets `hidden` to the outputs of the hidden neurons for a combo or line code with these parts.
fn hidden_neurons(table: &TableLayout, parameters: &[f32], parts: &[u8], hidden: &mut [f32]) {
    let count = hidden.len();
    hidden.copy_from_slice(&parameters[table.biases..table.biases + count]);
    for part in parts {
        let inputs = table.inputs + usize::from(*part) * count;
        add_all(hidden, &parameters[inputs..inputs + count]);
    }
    for neuron in hidden {
        *neuron = neuron.max(0.0);
    }
}

fn add_all(sums: &mut [f32], terms: &[f32]) {
    for (sum, term) in sums.iter_mut().zip(terms) {
        *sum += term;
    }
}
