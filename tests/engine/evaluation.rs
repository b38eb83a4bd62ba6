//! Compares the incremental evaluation with a slow twin that sums up all terms.

use crate::twin::network::network_value;
use goshawk::board::zobrist::mix;
use goshawk::eval::network::Network;
use goshawk::eval::network::included;
use goshawk::eval::network::loaded::Loaded;
use goshawk::eval::threat_mask::threat_mask;
use goshawk::eval::weights::weights;
use goshawk::eval::{Evaluator, evaluate};
use goshawk::pattern::Class;
use goshawk::pattern::merge::pair_index;
use goshawk::position::Position;
use goshawk::types::score::EVAL_LIMIT;
use goshawk::types::{BoardSize, Color, Rule, Score};

/// The static evaluation, computed from its definition.
fn slow_evaluation<const CELLS: usize>(position: &Position<CELLS>) -> Score {
    let fitted = slow_fitted(position);
    match included::network(position.rule()) {
        Some(network) => network_value(&network, position, fitted),
        None => fitted,
    }
}

/// The fitted evaluation, computed term by term from its definition.
fn slow_fitted<const CELLS: usize>(position: &Position<CELLS>) -> Score {
    let us = position.side();
    let weights = weights(position.rule(), us);
    let mut value = Score::from(weights.constant[0]);
    for square in position.empty().iter() {
        let patterns = position.patterns(square);
        value += Score::from(weights.mine[patterns.combo(us).index()]);
        value += Score::from(weights.theirs[patterns.combo(!us).index()]);
        let pair = pair_index(patterns.class(us), patterns.class(!us));
        value += Score::from(weights.pairs[pair]);
    }
    for class in Class::ALL {
        if position.count(us, class) > 0 {
            value += Score::from(weights.mine_has[class.index()]);
        }
        if position.count(!us, class) > 0 {
            value += Score::from(weights.theirs_has[class.index()]);
        }
    }
    value += Score::from(weights.threats[threat_mask(position.layers().counts(), us)]);
    value.clamp(-EVAL_LIMIT, EVAL_LIMIT)
}

/// Makes, undoes and passes at random, and evaluates at random times, so that the
/// accumulators have to catch up over varying numbers of plies.
fn walk<const CELLS: usize>(size: BoardSize, rule: Rule, seed: u64) {
    let mut counter = seed << 32;
    let mut random = |n: usize| {
        counter += 1;
        (mix(counter) % n as u64) as usize
    };
    let mut position = Position::<CELLS>::new(size, rule, Color::Black, &[]);
    let mut evaluator = Evaluator::new(&position);
    for step in 0..600 {
        let candidates: Vec<_> = match position.stones() {
            0 => position.empty().iter().collect(),
            _ => position.candidates().iter().collect(),
        };
        match random(20) {
            0..=7 if position.ply() > 0 => position.undo(),
            8 => position.pass(),
            _ if !candidates.is_empty() => position.make(candidates[random(candidates.len())]),
            _ => position.undo(),
        }
        if random(3) == 0 {
            let value = evaluator.value(&position);
            assert_eq!(
                value,
                slow_evaluation(&position),
                "{rule:?} {size:?} step {step}"
            );
            assert_eq!(value, evaluate(&position), "{rule:?} {size:?} step {step}");
        }
    }
}

#[test]
fn incremental_values_equal_values_from_scratch() {
    for rule in Rule::ALL {
        for (seed, (width, height)) in [(5, 5), (15, 15), (15, 8)].into_iter().enumerate() {
            walk::<256>(BoardSize::new(width, height).unwrap(), rule, seed as u64);
        }
        for (seed, (width, height)) in [(20, 20), (16, 31)].into_iter().enumerate() {
            walk::<1024>(
                BoardSize::new(width, height).unwrap(),
                rule,
                100 + seed as u64,
            );
        }
    }
}

#[test]
fn one_evaluator_serves_unrelated_positions() {
    let size = BoardSize::new(15, 15).unwrap();
    for rule in Rule::ALL {
        let mut positions: Vec<Position<256>> = (0..4)
            .map(|_| Position::new(size, rule, Color::Black, &[]))
            .collect();
        let mut evaluator = Evaluator::new(&positions[0]);
        for step in 0..40 {
            for (at, position) in positions.iter_mut().enumerate() {
                let empty: Vec<_> = position.empty().iter().collect();
                let pick = mix(1000 * at as u64 + step) % empty.len() as u64;
                position.make(empty[pick as usize]);
                assert_eq!(evaluator.value(position), slow_evaluation(position));
            }
        }
    }
}

#[test]
fn an_empty_board_is_evaluated() {
    for rule in Rule::ALL {
        let position =
            Position::<256>::new(BoardSize::square(15).unwrap(), rule, Color::Black, &[]);
        assert_eq!(evaluate(&position), slow_evaluation(&position));
    }
}

#[test]
fn a_network_from_a_file_replaces_that_of_the_program() {
    let size = BoardSize::new(15, 15).unwrap();
    for rule in Rule::ALL {
        let mut network = Network::clone(&included::network(rule).expect("a network"));
        network.heads.iter_mut().for_each(|head| head.fitted /= 2);
        let loaded = Loaded::read(&network.encode()).expect("a network");
        let mut position = Position::<256>::new(size, rule, Color::Black, &[]);
        let mut evaluator = Evaluator::with_loaded(&position, &loaded);
        let mut differs = false;
        for step in 0..20 {
            let empty: Vec<_> = position.empty().iter().collect();
            position.make(empty[(mix(step) % empty.len() as u64) as usize]);
            let value = evaluator.value(&position);
            let expected = network_value(&network, &position, slow_fitted(&position));
            assert_eq!(value, expected, "{rule:?} step {step}");
            differs |= value != evaluate(&position);
        }
        assert!(differs, "{rule:?}");
    }
}
