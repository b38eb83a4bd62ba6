//! Rows of tables that a small network computes.

use goshawk::board::zobrist::mix;
use goshawk::eval::network::Network;
use goshawk::eval::network::line_code::{LINE_CODES, LineCode, LineCodes};
use goshawk::pattern::Shape;
use goshawk::pattern::merge::{Combo, classify};
use goshawk::tools::train::layout::TableKind;
use goshawk::tools::train::quantise;
use goshawk::tools::train::rows::Rows;
use goshawk::types::{Color, Rule};

use super::network::{C, ROW_HIDDEN, layout};

/// The parts of each row of a table, written down without [`Rows`].
fn parts(rule: Rule, set: usize, kind: TableKind) -> Vec<Vec<usize>> {
    // Of a rule with one set, neither colour or both are bound by fouls.
    let color = Color::ALL[set];
    let combos = |fouls: bool| {
        let parts = |shapes: [Shape; 4]| {
            let class = Shape::COUNT + classify(shapes, fouls).index();
            let shapes = shapes.iter().map(|shape| shape.index());
            shapes.chain([class]).collect()
        };
        Combo::all().into_iter().map(parts).collect()
    };
    match kind {
        TableKind::Own => combos(rule.has_fouls(color)),
        TableKind::Other => combos(rule.has_fouls(!color)),
        TableKind::Lines => (0..LINE_CODES as u16)
            .map(|code| LineCodes::get().halves(LineCode(code)).to_vec())
            .collect(),
    }
}

#[test]
fn rows_are_computed_from_their_parts() {
    for rule in Rule::ALL {
        let layout = layout(rule);
        let draw = |at: u64| (mix(at) % 2001) as f32 / 1000.0 - 1.0;
        let parameters: Vec<f32> = (0..layout.len() as u64).map(draw).collect();
        let mut computed = vec![0.0; layout.len()];
        Rows::new(layout, rule).compute(&parameters, &mut computed);
        for set in 0..layout.sets {
            for kind in TableKind::ALL {
                let table = layout.table(set, kind);
                for (number, parts) in parts(rule, set, kind).iter().enumerate() {
                    let own = table.rows + number * C;
                    let mut row = parameters[own..own + C].to_vec();
                    for part in parts {
                        for (c, sum) in row.iter_mut().enumerate() {
                            *sum += parameters[table.shared + part * C + c];
                        }
                    }
                    for neuron in 0..ROW_HIDDEN {
                        let inputs = parts.iter();
                        let input = |part| parameters[table.inputs + part * ROW_HIDDEN + neuron];
                        let sum: f32 = inputs.map(input).sum();
                        let hidden = (sum + parameters[table.biases + neuron]).max(0.0);
                        for (c, sum) in row.iter_mut().enumerate() {
                            *sum += hidden * parameters[table.outputs + neuron * C + c];
                        }
                    }
                    for (c, expected) in row.iter().enumerate() {
                        let found = computed[own + c];
                        assert!(
                            (found - expected).abs() < 1e-4,
                            "{rule:?}, {kind:?} {number}: {found}, expected {expected}"
                        );
                    }
                }
                assert!(computed[table.shared..table.end].iter().all(|p| *p == 0.0));
            }
            let head = layout.head(set);
            assert_eq!(computed[head..], parameters[head..]);
        }
    }
}

#[test]
fn computed_rows_stay_within_the_limits_of_the_weight_file() {
    let rule = Rule::Freestyle;
    let mut parameters = vec![100.0; layout(rule).len()];
    Rows::new(layout(rule), rule).compute(&parameters.clone(), &mut parameters);
    quantise::clip(layout(rule), &mut parameters);
    let network = quantise::network(layout(rule), rule, &parameters, "test".to_string());
    assert_eq!(Network::<C>::decode(&network.encode()), Ok(network));
}
