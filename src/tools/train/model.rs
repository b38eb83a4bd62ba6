//! The network in floats: its output for a position, and the gradient of the loss.

use super::data::{Group, View};
use super::layout::{Layout, TableKind};
use super::loss::{cross_entropy, sigmoid};
use crate::board::zobrist::mix;
use crate::eval::network::line_code::LineCodes;
use crate::eval::network::quantity::{
    FEATURE_MAX, FEATURE_SCALE, HIDDEN_MAX, HIDDEN_SCALE, MASK_SCALE, POOL,
};
use crate::eval::network::{HIDDEN, REGIONS, WIDE};

/// Largest feature.
const FEATURE_LIMIT: f32 = FEATURE_MAX as f32 / FEATURE_SCALE as f32;
/// Largest output of the first layer before the product.
const WIDE_LIMIT: f32 = i16::MAX as f32 / MASK_SCALE as f32;
/// Largest output of a hidden layer.
const HIDDEN_LIMIT: f32 = HIDDEN_MAX as f32 / HIDDEN_SCALE as f32;
/// Weight of the fitted evaluation before training.
const FITTED_START: f32 = 0.7;

/// The network of `C` channels.
#[derive(Clone, Copy)]
pub struct Model<const C: usize> {
    /// The places of its parameters.
    pub layout: Layout<C>,
    /// The first rows of the tables of each set, in the order of [`TableKind::ALL`].
    tables: [[usize; 3]; 2],
    codes: &'static LineCodes,
}

/// Memory for the features of a position's points.
pub type Features<const C: usize> = Vec<[[f32; C]; 2]>;

/// The outputs of the layers.
struct Layers<const C: usize> {
    /// Sums of features by owner and region, in units of [`POOL`].
    sums: [[[f32; C]; REGIONS]; 2],
    wide: [f32; WIDE],
    first: [f32; HIDDEN],
    second: [f32; HIDDEN],
    logit: f32,
}

impl<const C: usize> Model<C> {
    /// A model of this layout.
    pub fn new(layout: Layout<C>) -> Self {
        let tables = |set| TableKind::ALL.map(|kind| layout.table(set, kind).rows);
        Model {
            layout,
            tables: [tables(0), tables(layout.sets - 1)],
            codes: LineCodes::get(),
        }
    }

    /// Parameters to begin with, drawn by `seed`.
    pub fn start(self, seed: u64) -> Vec<f32> {
        let layout = self.layout;
        let mut parameters = vec![0.0; layout.len()];
        let mut counter = mix(seed);
        let mut draw = |range: std::ops::Range<usize>, scale: f32| {
            for parameter in &mut parameters[range] {
                counter = counter.wrapping_add(1);
                let unit = (mix(counter) >> 40) as f32 / (1u64 << 23) as f32 - 1.0;
                *parameter = unit * scale;
            }
        };
        for set in 0..layout.sets {
            for kind in TableKind::ALL {
                let table = layout.table(set, kind);
                let shared = match kind {
                    TableKind::Own | TableKind::Other => 0.1,
                    TableKind::Lines => 0.05,
                };
                draw(table.shared..table.inputs, shared);
                draw(table.inputs..table.biases, 0.5);
                let hidden = layout.row_hidden.max(1) as f32;
                draw(table.outputs..table.end, 0.3 / hidden.sqrt());
            }
            let at = |part: usize| layout.head(set) + part;
            let inputs = Layout::<C>::INPUTS as f32;
            draw(
                at(Layout::<C>::W1)..at(Layout::<C>::B1),
                (3.0 / inputs).sqrt(),
            );
            let hidden = HIDDEN as f32;
            draw(
                at(Layout::<C>::W2)..at(Layout::<C>::B2),
                (3.0 / hidden).sqrt(),
            );
            draw(at(Layout::<C>::W3)..at(Layout::<C>::B3), 0.05);
        }
        for set in 0..layout.sets {
            let head = &mut parameters[layout.head(set)..];
            // With second factors of 1, the first layer starts as an ordinary layer.
            head[Layout::<C>::B1 + HIDDEN..Layout::<C>::MASKS].fill(1.0);
            head[Layout::<C>::FITTED] = FITTED_START;
        }
        parameters
    }

    /// The output for a position, in logits for the side to move.
    pub fn output(self, parameters: &[f32], position: View<'_>, features: &mut Features<C>) -> f32 {
        self.forward(parameters, position, features).logit
    }

    /// Adds the gradient of the loss to `gradient`. Returns the loss.
    pub fn learn(
        self,
        parameters: &[f32],
        gradient: &mut [f32],
        position: View<'_>,
        features: &mut Features<C>,
    ) -> f32 {
        let layers = self.forward(parameters, position, features);
        let inputs = self.head_gradient(parameters, gradient, position, &layers);
        self.table_gradient(gradient, position, features, &inputs);
        cross_entropy(layers.logit, position.sample.target)
    }

    fn forward(self, p: &[f32], position: View<'_>, features: &mut Features<C>) -> Layers<C> {
        let sample = position.sample;
        let [own, other] = self.sets(position);
        let mut sums = [[[0.0; C]; REGIONS]; 2];
        let biases = [own, other].map(|set| row::<C>(p, self.layout.bias(set)));
        features.clear();
        for group in position.groups {
            let weight = group.count() / POOL as f32;
            let mut both = [*biases[0], *biases[1]];
            for (owner, feature) in both.iter_mut().enumerate() {
                for at in self.rows([own, other], *group, owner) {
                    add(feature, row(p, at), 1.0);
                }
                let sum = &mut sums[owner][group.region()];
                for c in 0..C {
                    feature[c] = feature[c].clamp(0.0, FEATURE_LIMIT);
                    sum[c] += feature[c] * weight;
                }
            }
            features.push(both);
        }

        let head = &p[self.layout.head(own)..];
        let mut wide = *row::<WIDE>(head, Layout::<C>::B1);
        add(
            &mut wide,
            row(head, Layout::<C>::MASKS + usize::from(sample.mask) * WIDE),
            1.0,
        );
        for (i, input) in sums.as_flattened().as_flattened().iter().enumerate() {
            add(&mut wide, row(head, Layout::<C>::W1 + i * WIDE), *input);
        }
        let wide = wide.map(|sum| sum.clamp(-WIDE_LIMIT, WIDE_LIMIT));
        let first: [f32; HIDDEN] = std::array::from_fn(|j| {
            (wide[j].max(0.0) * wide[HIDDEN + j]).clamp(-HIDDEN_LIMIT, HIDDEN_LIMIT)
        });
        let mut second = *row::<HIDDEN>(head, Layout::<C>::B2);
        for (i, input) in first.iter().enumerate() {
            add(&mut second, row(head, Layout::<C>::W2 + i * HIDDEN), *input);
        }
        let second = second.map(|sum| sum.clamp(0.0, HIDDEN_LIMIT));
        let share = head[Layout::<C>::FITTED] * sample.fitted;
        let logit = dot(&second, row(head, Layout::<C>::W3)) + head[Layout::<C>::B3] + share;
        Layers {
            sums,
            wide,
            first,
            second,
            logit,
        }
    }

    /// Adds the gradient of the head. Returns the gradient with respect to the sums of
    /// features.
    fn head_gradient(
        self,
        p: &[f32],
        gradient: &mut [f32],
        position: View<'_>,
        layers: &Layers<C>,
    ) -> [[[f32; C]; REGIONS]; 2] {
        let sample = position.sample;
        let at = self.layout.head(self.sets(position)[0]);
        let (head, gradient) = (&p[at..], &mut gradient[at..]);
        let error = sigmoid(layers.logit) - sample.target;
        gradient[Layout::<C>::B3] += error;
        gradient[Layout::<C>::FITTED] += error * sample.fitted;
        add(row_mut(gradient, Layout::<C>::W3), &layers.second, error);
        let w3 = row::<HIDDEN>(head, Layout::<C>::W3);
        let second: [f32; HIDDEN] = std::array::from_fn(|j| {
            let open = layers.second[j] > 0.0 && layers.second[j] < HIDDEN_LIMIT;
            if open { error * w3[j] } else { 0.0 }
        });
        add(row_mut(gradient, Layout::<C>::B2), &second, 1.0);
        let mut wide = [0.0; WIDE];
        for j in 0..HIDDEN {
            let weights = Layout::<C>::W2 + j * HIDDEN;
            add(row_mut(gradient, weights), &second, layers.first[j]);
            if layers.first[j].abs() >= HIDDEN_LIMIT {
                continue;
            }
            let by_product = dot(row(head, weights), &second);
            let [a, b] = [layers.wide[j], layers.wide[HIDDEN + j]];
            if a > 0.0 && a < WIDE_LIMIT {
                wide[j] = by_product * b;
            }
            if b.abs() < WIDE_LIMIT {
                wide[HIDDEN + j] = by_product * a.max(0.0);
            }
        }
        add(row_mut(gradient, Layout::<C>::B1), &wide, 1.0);
        let mask = Layout::<C>::MASKS + usize::from(sample.mask) * WIDE;
        add(row_mut(gradient, mask), &wide, 1.0);
        let mut inputs = layers.sums;
        let flat = inputs.as_flattened_mut().as_flattened_mut();
        for (i, input) in flat.iter_mut().enumerate() {
            let weights = Layout::<C>::W1 + i * WIDE;
            add(row_mut(gradient, weights), &wide, *input);
            *input = dot(row(head, weights), &wide);
        }
        inputs
    }

    /// Adds the gradient of the tables, given the gradient with respect to the sums of
    /// features.
    fn table_gradient(
        self,
        gradient: &mut [f32],
        position: View<'_>,
        features: &Features<C>,
        inputs: &[[[f32; C]; REGIONS]; 2],
    ) {
        let sets = self.sets(position);
        let mut biases = [[0.0; C]; 2];
        for (group, both) in position.groups.iter().zip(features) {
            let weight = group.count() / POOL as f32;
            for (owner, feature) in both.iter().enumerate() {
                let by_sum = &inputs[owner][group.region()];
                let by_feature: [f32; C] = std::array::from_fn(|c| {
                    let open = feature[c] > 0.0 && feature[c] < FEATURE_LIMIT;
                    if open { by_sum[c] * weight } else { 0.0 }
                });
                add(&mut biases[owner], &by_feature, 1.0);
                for at in self.rows(sets, *group, owner) {
                    add(row_mut(gradient, at), &by_feature, 1.0);
                }
            }
        }
        for (set, bias) in sets.into_iter().zip(&biases) {
            add(row_mut(gradient, self.layout.bias(set)), bias, 1.0);
        }
    }

    /// The sets of the side to move and of its opponent.
    fn sets(self, position: View<'_>) -> [usize; 2] {
        let side = position.sample.side.index();
        [side, 1 - side].map(|set| set & (self.layout.sets - 1))
    }

    /// The rows that make up the features of an owner: 0 is the side to move.
    #[inline]
    fn rows(self, sets: [usize; 2], group: Group, owner: usize) -> [usize; 6] {
        let (set, combos) = (sets[owner], group.combos());
        let codes = group.codes();
        let codes = match owner {
            0 => codes,
            _ => codes.map(|code| self.codes.swapped(code)),
        };
        let [own, other, lines] = self.tables[set];
        let [a, b, c, d] = codes.map(|code| lines + code.index() * C);
        [
            own + combos[owner] * C,
            other + combos[1 - owner] * C,
            a,
            b,
            c,
            d,
        ]
    }
}

/// `N` numbers from `at` on.
#[inline]
pub(super) fn row<const N: usize>(parameters: &[f32], at: usize) -> &[f32; N] {
    parameters[at..at + N].try_into().expect("N parameters")
}

/// `N` numbers from `at` on, mutably.
#[inline]
pub(super) fn row_mut<const N: usize>(parameters: &mut [f32], at: usize) -> &mut [f32; N] {
    (&mut parameters[at..at + N])
        .try_into()
        .expect("N parameters")
}

/// Adds `factor` times a row.
#[inline]
pub(super) fn add<const N: usize>(sum: &mut [f32; N], row: &[f32; N], factor: f32) {
    for i in 0..N {
        sum[i] += row[i] * factor;
    }
}

/// The scalar product, in eight partial sums so that it can be vectorised.
#[inline]
pub(super) fn dot<const N: usize>(a: &[f32; N], b: &[f32; N]) -> f32 {
    let mut sums = [0.0; 8];
    for i in 0..N {
        sums[i % 8] += a[i] * b[i];
    }
    sums.iter().sum()
}
