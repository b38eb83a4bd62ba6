//! Rounding to the integers of the engine.

use super::data::{Set, View};
use super::layout::{Layout, TableKind};
use super::loss::Losses;
use super::model::{Features, Model};
use crate::eval::network::line_code::{LINE_CODES, LINE_TABLE, LineCodes};
use crate::eval::network::quantity::{FEATURE_SCALE, HIDDEN_SCALE, W1_SCALE, W3_SCALE};
use crate::eval::network::quantity::{MASK_SCALE, OUTPUT_SHIFT, UNITS};
use crate::eval::network::sums::RegionSums;
use crate::eval::network::{HIDDEN, Head, LineTable, Network, REGIONS, Table, WIDE};
use crate::eval::threat_mask::THREAT_MASKS;
use crate::pattern::merge::Combo;
use crate::types::{Rule, Score};

/// Brings all parameters within the limits of the weight file.
pub fn clip<const C: usize>(layout: Layout<C>, parameters: &mut [f32]) {
    for section in layout.sections() {
        for parameter in &mut parameters[section.range] {
            *parameter = parameter.clamp(-section.max, section.max);
        }
    }
}

/// Rounds parameters to values that the integers of the weight file represent. A bias is rounded
/// together with the parameter that it is added to, since the file has one number for both.
pub fn round<const C: usize>(layout: Layout<C>, rounded: &mut [f32]) {
    for set in 0..layout.sets {
        let bias = layout.bias(set);
        for combo in 0..Combo::COUNT {
            let own = layout.own(set, combo);
            for c in 0..C {
                rounded[own + c] += rounded[bias + c];
            }
        }
        rounded[bias..bias + C].fill(0.0);
        let (b1, masks) = (
            layout.head(set) + Layout::<C>::B1,
            layout.head(set) + Layout::<C>::MASKS,
        );
        for mask in 0..THREAT_MASKS {
            for j in 0..WIDE {
                rounded[masks + mask * WIDE + j] += rounded[b1 + j];
            }
        }
        rounded[b1..b1 + WIDE].fill(0.0);
    }
    for section in layout.sections() {
        for parameter in &mut rounded[section.range] {
            *parameter = (*parameter * section.scale).round() / section.scale;
        }
    }
}

/// The network of the engine with these parameters.
pub fn network<const C: usize>(
    layout: Layout<C>,
    rule: Rule,
    parameters: &[f32],
    training: String,
) -> Network<C> {
    let mut rounded = parameters.to_vec();
    round(layout, &mut rounded);
    let integers = |at: usize, scale: i32| {
        let rounded = &rounded;
        move |i: usize| (rounded[at + i] * scale as f32).round() as i32
    };
    let sets = 0..layout.sets;
    let table = |set: usize| -> Table<C> {
        let own = integers(layout.own(set, 0), FEATURE_SCALE);
        let other = integers(layout.other(set, 0), FEATURE_SCALE);
        let mut table = vec![[[0; C]; 2]; Combo::TABLE];
        for (combo, row) in table.iter_mut().take(Combo::COUNT).enumerate() {
            row[0] = std::array::from_fn(|c| own(combo * C + c) as i16);
            row[1] = std::array::from_fn(|c| other(combo * C + c) as i16);
        }
        table.try_into().expect("a row for every combo")
    };
    let lines = |set: usize| -> LineTable<C> {
        let weights = integers(layout.line(set, 0), FEATURE_SCALE);
        let mut table = vec![[0; C]; LINE_TABLE];
        for (code, row) in table.iter_mut().take(LINE_CODES).enumerate() {
            *row = std::array::from_fn(|c| weights(code * C + c) as i16);
        }
        table.try_into().expect("a row for every code")
    };
    Network {
        rule,
        training,
        tables: sets.clone().map(table).collect(),
        lines: sets.clone().map(lines).collect(),
        heads: sets.map(|set| head(layout, set, &integers)).collect(),
    }
}

/// The head of a set; `integers(at, scale)` gives the parameters from `at` on.
fn head<const C: usize, I: Fn(usize) -> i32>(
    layout: Layout<C>,
    set: usize,
    integers: &impl Fn(usize, i32) -> I,
) -> Head<C> {
    let part = |part: usize, scale: i32| integers(layout.head(set) + part, scale);
    let weights = part(Layout::<C>::W1, W1_SCALE);
    let mut w1 = Box::new([[[[0; C]; REGIONS]; 2]; WIDE]);
    for (j, row) in w1.iter_mut().enumerate() {
        let flat = row.as_flattened_mut().as_flattened_mut();
        for (i, weight) in flat.iter_mut().enumerate() {
            *weight = weights(i * WIDE + j) as i16;
        }
    }
    let rows = part(Layout::<C>::MASKS, MASK_SCALE);
    let limit = i32::from(i16::MAX);
    let row = |mask| std::array::from_fn(|j| rows(mask * WIDE + j).clamp(-limit, limit) as i16);
    let second = part(Layout::<C>::W2, HIDDEN_SCALE);
    let second_bias = part(Layout::<C>::B2, HIDDEN_SCALE * HIDDEN_SCALE);
    let third = part(Layout::<C>::W3, W3_SCALE);
    Head {
        w1,
        masks: (0..THREAT_MASKS).map(row).collect(),
        w2: std::array::from_fn(|j| std::array::from_fn(|i| second(i * HIDDEN + j) as i16)),
        b2: std::array::from_fn(second_bias),
        w3: std::array::from_fn(|j| third(j) as i16),
        b3: part(Layout::<C>::B3, 1 << OUTPUT_SHIFT)(0),
        fitted: part(Layout::<C>::FITTED, W3_SCALE)(0) as i16,
    }
}

/// Sets the parameters to the values of a network's integers. The own rows become the rows of the
/// network, and the other parameters from which rows are [computed](super::rows) add nothing to
/// them at first. The parameters of a network with one set are used for all sets of the layout.
pub fn restore<const C: usize>(layout: Layout<C>, network: &Network<C>, parameters: &mut [f32]) {
    let real = |number: i32, scale: i32| number as f32 / scale as f32;
    for set in 0..layout.sets {
        let from = set & (network.tables.len() - 1);
        let bias = layout.bias(set);
        parameters[bias..bias + C].fill(0.0);
        for kind in TableKind::ALL {
            let table = layout.table(set, kind);
            parameters[table.shared..table.inputs].fill(0.0);
            parameters[table.outputs..table.end].fill(0.0);
        }
        let rows = network.tables[from].iter().take(Combo::COUNT);
        for (combo, [own, other]) in rows.enumerate() {
            for c in 0..C {
                parameters[layout.own(set, combo) + c] = real(own[c].into(), FEATURE_SCALE);
                parameters[layout.other(set, combo) + c] = real(other[c].into(), FEATURE_SCALE);
            }
        }
        for (code, row) in network.lines[from].iter().take(LINE_CODES).enumerate() {
            for c in 0..C {
                parameters[layout.line(set, code) + c] = real(row[c].into(), FEATURE_SCALE);
            }
        }
        let head = &network.heads[from];
        let at = &mut parameters[layout.head(set)..];
        for j in 0..WIDE {
            let weights = head.w1[j].as_flattened().as_flattened();
            for (i, weight) in weights.iter().enumerate() {
                at[Layout::<C>::W1 + i * WIDE + j] = real((*weight).into(), W1_SCALE);
            }
            for (mask, row) in head.masks.iter().enumerate() {
                at[Layout::<C>::MASKS + mask * WIDE + j] = real(row[j].into(), MASK_SCALE);
            }
        }
        for j in 0..HIDDEN {
            for i in 0..HIDDEN {
                let weight = head.w2[j][i];
                at[Layout::<C>::W2 + i * HIDDEN + j] = real(weight.into(), HIDDEN_SCALE);
            }
            at[Layout::<C>::B2 + j] = real(head.b2[j], HIDDEN_SCALE * HIDDEN_SCALE);
            at[Layout::<C>::W3 + j] = real(head.w3[j].into(), W3_SCALE);
        }
        at[Layout::<C>::B1..Layout::<C>::MASKS].fill(0.0);
        at[Layout::<C>::B3] = real(head.b3, 1 << OUTPUT_SHIFT);
        at[Layout::<C>::FITTED] = real(head.fitted.into(), W3_SCALE);
    }
}

/// The value of a packed position in the engine's integers.
pub fn integer_value<const C: usize>(network: &Network<C>, position: View<'_>) -> Score {
    let (us, them) = (position.sample.side, !position.sample.side);
    let mut sums: [RegionSums<C>; 2] = [[[0; C]; REGIONS]; 2];
    for group in position.groups {
        let [own, other] = group.combos().map(|combo| Combo(combo as u16));
        let codes = group.codes();
        let swapped = codes.map(|code| LineCodes::get().swapped(code));
        let features = [
            network.features(us, [own, other], codes),
            network.features(them, [other, own], swapped),
        ];
        for (sums, features) in sums.iter_mut().zip(features) {
            for (sum, feature) in sums[group.region()].iter_mut().zip(features) {
                *sum += u16::from(feature) * group.count() as u16;
            }
        }
    }
    let fitted = (position.sample.fitted * UNITS as f32).round() as Score;
    let [own, other] = &sums;
    let mask = usize::from(position.sample.mask);
    network.head(us).value([own, other], mask, fitted)
}

/// The comparison of a network's integers with its floats.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Check {
    /// Mean difference of the values, in evaluation units.
    pub mean: f64,
    /// Largest difference.
    pub largest: f64,
    /// Losses of the integer network.
    pub losses: Losses,
}

/// Compares the integer network with the model that it was made from, rounded.
pub fn check<const C: usize>(
    model: Model<C>,
    parameters: &[f32],
    network: &Network<C>,
    set: &Set,
) -> Check {
    let mut rounded = parameters.to_vec();
    round(model.layout, &mut rounded);
    let mut features = Features::<C>::new();
    let (mut sum, mut largest) = (0.0, 0.0f64);
    let mut predictions = Vec::with_capacity(set.len());
    for position in set.iter() {
        let value = integer_value(network, position) as f32;
        let real = model.output(&rounded, position, &mut features) * UNITS as f32;
        let difference = f64::from((value - real).abs());
        sum += difference;
        largest = largest.max(difference);
        predictions.push(value / UNITS as f32);
    }
    Check {
        mean: sum / set.len().max(1) as f64,
        largest,
        losses: set.losses(&predictions),
    }
}
