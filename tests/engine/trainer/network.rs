//! The trainer of the network: gradients, rounding, runs that can be interrupted.

use std::fs;
use std::ops::Range;
use std::path::PathBuf;

use goshawk::board::Geometry;
use goshawk::eval::accumulator::fresh_sums;
use goshawk::eval::fitted::Fitted;
use goshawk::eval::network::{Network, WIDE, sets};
use goshawk::pattern::merge::Combo;
use goshawk::position::Position;
use goshawk::tools::dataset::plan::default_sizes;
use goshawk::tools::dataset::{self, Header, Plan};
use goshawk::tools::train::data::Set;
use goshawk::tools::train::games::is_evaluated;
use goshawk::tools::train::layout::{Layout, TableKind};
use goshawk::tools::train::loss::cross_entropy;
use goshawk::tools::train::model::{Features, Model};
use goshawk::tools::train::quantise;
use goshawk::tools::train::rows::Rows;
use goshawk::tools::train::{Event, Outcome, Settings, Targets, train};
use goshawk::types::{BoardSize, Color, Point, Rule};

use crate::temporary;

/// Channels of the networks here.
pub const C: usize = 8;

/// Hidden neurons of the networks that compute rows.
pub const ROW_HIDDEN: usize = 6;

/// The layout of a network for a rule.
pub fn layout(rule: Rule) -> Layout<C> {
    Layout {
        sets: sets(rule),
        row_hidden: ROW_HIDDEN,
    }
}

/// Half of a target is the outcome, and the outcome is the result of the game.
const TARGETS: Targets = Targets {
    share: 0.5,
    lambda: 1.0,
};

/// A few positions of a random game, valued at random.
fn positions(rule: Rule) -> (Vec<Position<256>>, Set) {
    let size = BoardSize::square(15).unwrap();
    let fitted = Fitted::new(rule);
    let (mut boards, mut set) = (Vec::new(), Set::new(TARGETS));
    for game in 0..6u64 {
        let mut position = Position::new(size, rule, Color::Black, &[]);
        let mut state = game;
        while position.stones() < 14 + game as usize {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(game | 1);
            let [x, y] = [state >> 33, state >> 45].map(|bits| (4 + bits % 7) as u8);
            let square = Geometry::<256>::square(Point::new(x, y));
            if position.board().is_empty(square) {
                position.make(square);
                if !is_evaluated(&mut position) {
                    continue;
                }
                let value = (state >> 50) as i16 % 900 - 450;
                let outcome = Outcome {
                    mean: 1.0,
                    result: 1.0,
                };
                set.add(
                    &position,
                    &fitted,
                    value,
                    (state & 4 > 0).then_some(outcome),
                );
                boards.push(position.clone());
            }
        }
    }
    assert!(set.len() > 20, "{}", set.len());
    (boards, set)
}

/// Parameters at which most features and neurons are active.
fn parameters(model: Model<C>) -> Vec<f32> {
    let mut parameters = model.start(5);
    for set in 0..model.layout.sets {
        let bias = model.layout.bias(set);
        parameters[bias..bias + C].fill(0.2);
    }
    parameters
}

#[test]
fn the_gradient_agrees_with_finite_differences() {
    for rule in [Rule::Freestyle, Rule::Renju] {
        let (_, set) = positions(rule);
        let model = Model::<C>::new(layout(rule));
        let rows = Rows::new(model.layout, rule);
        let parameters = parameters(model);
        let mut computed = parameters.clone();
        rows.compute(&parameters, &mut computed);
        let mut features = Features::<C>::new();
        let mut gradient = vec![0.0; parameters.len()];
        for position in set.iter() {
            model.learn(&computed, &mut gradient, position, &mut features);
        }
        rows.propagate(&parameters, &mut gradient);
        let mut loss = |parameters: &[f32]| -> f64 {
            rows.compute(parameters, &mut computed);
            let losses = set.iter().map(|position| {
                let logit = model.output(&computed, position, &mut features);
                f64::from(cross_entropy(logit, position.sample.target))
            });
            losses.sum()
        };
        // The largest component of every kind, and the one in its middle.
        for range in kinds(model.layout) {
            let size = |at: &usize| gradient[*at].abs();
            let largest = range.clone().max_by(|a, b| size(a).total_cmp(&size(b)));
            let used: Vec<usize> = range.clone().filter(|at| size(at) > 1e-2).collect();
            let middle = used.get(used.len() / 2).copied();
            for at in largest.into_iter().chain(middle) {
                let found = f64::from(gradient[at]);
                // A feature or neuron may reach a limit within a step, so two are tried.
                let differences = [1e-3, 2e-4].map(|step| {
                    let mut changed = parameters.clone();
                    changed[at] = parameters[at] + step;
                    let above = loss(&changed);
                    changed[at] = parameters[at] - step;
                    (above - loss(&changed)) / (2.0 * f64::from(step))
                });
                assert!(
                    differences
                        .iter()
                        .any(|expected| (found - expected).abs() <= 2e-2 * expected.abs() + 2e-2),
                    "{rule:?}, parameter {at} of {range:?}: {found}, expected {differences:?}"
                );
                assert!(found != 0.0, "no gradient in {range:?}");
            }
        }
    }
}

/// The parameters by their kind.
fn kinds(layout: Layout<C>) -> Vec<Range<usize>> {
    let sections = layout.sections().into_iter();
    let mut kinds: Vec<_> = sections.map(|section| section.range).collect();
    for set in 0..layout.sets {
        for kind in TableKind::ALL {
            let table = layout.table(set, kind);
            let starts = [table.shared, table.inputs, table.biases, table.outputs];
            let ends = [table.inputs, table.biases, table.outputs, table.end];
            kinds.extend(starts.into_iter().zip(ends).map(|(start, end)| start..end));
        }
    }
    kinds.sort_unstable_by_key(|range| range.start);
    // Every parameter is of one kind.
    let ends = [0].into_iter().chain(kinds.iter().map(|range| range.end));
    assert!(ends.eq(kinds.iter().map(|range| range.start).chain([layout.len()])));
    kinds
}

#[test]
fn the_integer_network_agrees_with_the_floats_and_with_the_engine() {
    for rule in [Rule::Freestyle, Rule::Renju] {
        let (boards, set) = positions(rule);
        let model = Model::<C>::new(layout(rule));
        let mut parameters = parameters(model);
        Rows::new(model.layout, rule).compute(&parameters.clone(), &mut parameters);
        let network = quantise::network(model.layout, rule, &parameters, "test".to_string());
        let check = quantise::check(model, &parameters, &network, &set);
        assert!(check.mean < 2.0 && check.largest < 8.0, "{check:?}");

        let network = Network::<C>::decode(&network.encode()).expect("just written");
        let fitted = Fitted::new(rule);
        for (board, packed) in boards.iter().zip(set.iter()) {
            let fitted = fitted.evaluate(board);
            let value = network.value(&fresh_sums(&network, board), board, fitted);
            assert_eq!(value, quantise::integer_value(&network, packed));
        }
    }
}

#[test]
fn rounding_changes_parameters_by_at_most_half_a_unit() {
    let model = Model::<C>::new(layout(Rule::Freestyle));
    let mut parameters = model.start(3);
    parameters.iter_mut().for_each(|p| *p *= 30.0);
    quantise::clip(model.layout, &mut parameters);
    let mut rounded = parameters.clone();
    quantise::round(model.layout, &mut rounded);
    let mut again = rounded.clone();
    quantise::round(model.layout, &mut again);
    assert_eq!(rounded, again, "rounded parameters stay as they are");
    let layout = model.layout;
    for section in layout.sections() {
        for at in section.range {
            assert!(parameters[at].abs() <= section.max);
        }
    }
    // The file has one number for a bias and what it is added to.
    let mut expected = parameters;
    for combo in 0..Combo::COUNT {
        for c in 0..C {
            expected[layout.own(0, combo) + c] += expected[layout.bias(0) + c];
        }
    }
    expected[layout.bias(0)..][..C].fill(0.0);
    let (bias, masks) = [Layout::<C>::B1, Layout::<C>::MASKS]
        .map(|part| layout.head(0) + part)
        .into();
    for at in masks..layout.head(0) + Layout::<C>::W2 {
        expected[at] += expected[bias + (at - masks) % WIDE];
    }
    expected[bias..masks].fill(0.0);
    for section in layout.sections() {
        for at in section.range {
            let difference = (rounded[at] - expected[at]).abs() * section.scale;
            assert!(difference <= 0.501, "{at}: {difference}");
        }
    }
}

/// A data file of a few games.
pub fn data(name: &str, rule: Rule, seed: u64) -> PathBuf {
    let path = temporary(name);
    let header = Header {
        rule,
        game_nodes: 1000,
        label_nodes: 200,
        seed,
        engine: "test".to_string(),
    };
    let plan = Plan {
        header,
        sizes: default_sizes(rule),
        games: 6,
        samples: 20,
        threads: 1,
    };
    dataset::run(&plan, &path, &mut |_| true).expect("writable");
    path
}

fn settings(name: &str, data: PathBuf, held_out: PathBuf) -> Settings {
    let out = temporary(name);
    let _ = fs::remove_file(out.with_extension("net.checkpoint"));
    Settings {
        rule: Rule::Freestyle,
        data: vec![data],
        held_out: vec![held_out],
        out,
        start: None,
        targets: TARGETS,
        positions: 100,
        epochs: 40,
        batch: 16,
        // Several blocks, one of which ends within a batch.
        block: 37,
        rate: 0.01,
        decay: 0.0,
        row_hidden: ROW_HIDDEN,
        seed: 9,
        threads: 1,
    }
}

#[test]
fn a_run_learns_and_does_not_depend_on_threads_or_interruptions() {
    let file = data("train.data", Rule::Freestyle, 1);
    let held_out = data("held-out.data", Rule::Freestyle, 2);
    let whole = settings("whole.net", file.clone(), held_out.clone());
    let mut losses = Vec::new();
    let mut check = None;
    train::<C>(&whole, &mut |event| {
        match event {
            Event::Epoch(progress, _) => losses.push(progress.loss),
            Event::Done(done) => check = Some(*done),
            _ => {}
        }
        true
    })
    .expect("the run ends");
    let (first, last) = (losses[0], losses[losses.len() - 1]);
    assert!(last < first - 0.02, "the loss falls: {first} to {last}");
    let check = check.expect("the run ends with a check");
    assert!(check.mean < 4.0, "{check:?}");
    let bytes = fs::read(&whole.out).unwrap();
    let network = Network::<C>::decode(&bytes).expect("a valid weight file");
    assert!(network.training.contains("train.data"));

    let parts = Settings {
        threads: 2,
        ..settings("parts.net", file.clone(), held_out.clone())
    };
    for stop_after in [1, 17] {
        let mut epochs = 0;
        train::<C>(&parts, &mut |event| {
            epochs += u32::from(matches!(event, Event::Epoch(..)));
            epochs < stop_after
        })
        .expect("the run is interrupted");
        assert!(!parts.out.exists());
    }
    train::<C>(&parts, &mut |_| true).expect("the run ends");
    assert_eq!(fs::read(&parts.out).unwrap(), bytes);

    // Another run does not continue from this checkpoint.
    let other = Settings {
        seed: 10,
        ..parts.clone()
    };
    assert!(train::<C>(&other, &mut |_| true).is_err());
    // Nor does a run with as many positions of other data, whatever the name of its file.
    let folder = temporary("other");
    fs::create_dir_all(&folder).unwrap();
    let same_name = folder.join(file.file_name().unwrap());
    fs::rename(data("more.data", Rule::Freestyle, 3), &same_name).unwrap();
    let first = settings("first.net", file, held_out);
    train::<C>(&first, &mut |event| !matches!(event, Event::Epoch(..))).expect("it is stopped");
    let second = Settings {
        data: vec![same_name],
        ..first
    };
    let error = train::<C>(&second, &mut |_| true).unwrap_err().to_string();
    assert!(error.contains("another run"), "{error}");
    // Data of another rule is refused.
    let renju = Settings {
        rule: Rule::Renju,
        ..parts
    };
    let error = train::<C>(&renju, &mut |_| true).unwrap_err().to_string();
    assert!(error.contains("data for freestyle"), "{error}");
}

#[test]
fn a_network_is_restored_from_its_parameters() {
    let model = Model::<C>::new(layout(Rule::Freestyle));
    let network = |rule: Rule, parameters: &[f32]| {
        let mut computed = parameters.to_vec();
        Rows::new(layout(rule), rule).compute(parameters, &mut computed);
        quantise::network(layout(rule), rule, &computed, "test".to_string())
    };
    let first = network(Rule::Freestyle, &parameters(model));
    let mut restored = model.start(7);
    quantise::restore(model.layout, &first, &mut restored);
    assert_eq!(network(Rule::Freestyle, &restored), first);
    // The networks that compute rows are ready to learn.
    let lines = model.layout.table(0, TableKind::Lines);
    assert!(
        restored[lines.inputs..lines.biases]
            .iter()
            .any(|input| *input != 0.0)
    );

    // Both sets of another rule begin with the same parameters.
    let mut restored = Model::<C>::new(layout(Rule::Renju)).start(7);
    quantise::restore(layout(Rule::Renju), &first, &mut restored);
    let renju = network(Rule::Renju, &restored);
    for set in 0..2 {
        assert_eq!(renju.tables[set], first.tables[0]);
        assert_eq!(renju.lines[set], first.lines[0]);
        assert_eq!(renju.heads[set], first.heads[0]);
    }
}
