//! The policy: the scores of moves, the file format, and a policy for every rule.

use crate::twin::policy::slow_score;
use crate::twin::random::Random;
use goshawk::board::Geometry;
use goshawk::board::symmetry::Symmetry;
use goshawk::eval::Evaluator;
use goshawk::eval::accumulator::Accumulator;
use goshawk::eval::fitted::Fitted;
use goshawk::eval::network::included::{self, CHANNELS};
use goshawk::eval::network::line_code::LINE_CODES;
use goshawk::eval::network::loaded::Loaded;
use goshawk::eval::network::policy::{Policy, PolicySet, policy};
use goshawk::eval::network::{Network, quantity, sets};
use goshawk::position::Position;
use goshawk::types::{BoardSize, Color, Point, Rule, Square};

/// A number within ±`limit`.
fn within(random: &mut Random, limit: i32) -> i16 {
    (random.below(2 * limit as usize + 1) as i32 - limit) as i16
}

/// A policy whose weights are drawn from `percent` percent of their range.
fn random_policy(rule: Rule, percent: i32, random: &mut Random) -> Policy {
    let set = |random: &mut Random| {
        let part = |limit: i32| (limit * percent / 100).max(1);
        let mut set = PolicySet::zero();
        for value in set.lines[..LINE_CODES].iter_mut().chain(&mut set.features) {
            *value = within(random, part(i16::MAX.into()));
        }
        let context = set.context.as_flattened_mut().as_flattened_mut();
        for value in context.as_flattened_mut() {
            *value = within(random, part(quantity::w1_max(CHANNELS)));
        }
        set
    };
    Policy {
        rule,
        network: 17,
        record: "random".to_string(),
        sets: (0..sets(rule)).map(|_| set(random)).collect(),
    }
}

/// The policy's score of a move, by an accumulator that follows a position.
fn score_of<const CELLS: usize>(
    policy: &PolicySet,
    accumulator: &mut Accumulator<CELLS, CHANNELS>,
    position: &Position<CELLS>,
    square: Square,
) -> i64 {
    let us = position.side();
    let sums = accumulator.sums(position).features;
    let weights = policy.feature_weights([us, !us].map(|color| &sums.0[color.index()]));
    let features = accumulator.features(square);
    let features = [us, !us].map(|color| &features[color.index()]);
    policy
        .score(&weights, features, accumulator.codes(square, us))
        .into()
}

/// Plays and takes back random moves; the scores are those of the definition.
fn follow<const CELLS: usize>(rule: Rule, size: BoardSize, random: &mut Random) {
    let network = included::network(rule).expect("a network");
    let mut position = Position::<CELLS>::new(size, rule, Color::Black, &[Point::new(2, 2)]);
    let mut accumulator = Accumulator::new(Fitted::new(rule), network.clone(), &position);
    let mut evaluator = Evaluator::new(&position);
    let mut found = vec![1; 3];
    for number in 0..120 {
        let empty: Vec<Square> = position.empty().iter().collect();
        match random.below(8) {
            0 => position.pass(),
            1..=2 if position.ply() > 0 => position.undo(),
            _ => position.make(empty[random.below(empty.len())]),
        }
        if number % 20 == 0 {
            // Weights of every size, up to those where every limit is reached.
            for percent in [1, 10, 100] {
                let policy = random_policy(rule, percent, random);
                let policy = policy.set(position.side());
                let square = position.empty().iter().nth(random.below(40));
                let square = square.expect("an empty point");
                assert_eq!(
                    score_of(policy, &mut accumulator, &position, square),
                    slow_score(policy, &network, &position, square),
                    "{rule:?}, {percent} % of the weights' range"
                );
            }
            // The evaluator uses the policy that is part of the program.
            let policy = policy(rule).expect("a policy");
            let included = policy.set(position.side());
            let moves: Vec<Square> = position.empty().iter().step_by(29).collect();
            evaluator.policy(&position, &moves, &mut found);
            let found = found.iter().copied().map(i64::from);
            let expected = moves
                .iter()
                .map(|square| slow_score(included, &network, &position, *square));
            assert!(found.eq(expected), "{rule:?} after {number} plies");
        }
    }
}

#[test]
fn scores_agree_with_the_definition() {
    let mut random = Random::new(1);
    let size = |width, height| BoardSize::new(width, height).expect("a valid size");
    for rule in Rule::ALL {
        follow::<256>(rule, size(15, 15), &mut random);
        follow::<1024>(rule, size(20, 17), &mut random);
    }
}

#[test]
fn mirrored_moves_have_the_same_scores() {
    let mut random = Random::new(2);
    let size = BoardSize::new(15, 15).expect("a valid size");
    for rule in [Rule::Freestyle, Rule::Renju] {
        let network = included::network(rule).expect("a network");
        let policy = random_policy(rule, 10, &mut random);
        let mut played: Vec<Point> = Vec::new();
        while played.len() < 24 {
            let point = Point::new(random.below(15) as u8, random.below(15) as u8);
            if !played.contains(&point) {
                played.push(point);
            }
        }
        let answer = played.pop().expect("24 points");
        let scores = Symmetry::all().map(|symmetry| {
            let square = |point| Geometry::<256>::square(symmetry.image(point, size));
            let mut position = Position::<256>::new(size, rule, Color::Black, &[]);
            played
                .iter()
                .for_each(|point| position.make(square(*point)));
            let mut accumulator = Accumulator::new(Fitted::new(rule), network.clone(), &position);
            let set = policy.set(position.side());
            score_of(set, &mut accumulator, &position, square(answer))
        });
        let scores: Vec<_> = scores.collect();
        assert!(scores.iter().all(|score| *score == scores[0]), "{scores:?}");
    }
}

#[test]
fn a_file_is_read_as_it_was_written() {
    let mut random = Random::new(3);
    for rule in Rule::ALL {
        let policy = random_policy(rule, 100, &mut random);
        assert_eq!(Policy::decode(&policy.encode()), Ok(policy));
    }
}

#[test]
fn damaged_and_foreign_files_are_refused() {
    let mut random = Random::new(4);
    let policy = random_policy(Rule::Renju, 50, &mut random);
    let bytes = policy.encode();
    let refused = |bytes: &[u8]| Policy::decode(bytes).unwrap_err().to_string();
    for length in [0, 7, 9, 11, 19, 27, 29, bytes.len() - 1] {
        refused(&bytes[..length]);
    }
    for number in 0..250 {
        // Every byte of the header but those that name the network, then others.
        let at = match number {
            0..12 => number,
            12..20 => continue,
            20..40 => number,
            _ => 20 + random.below(bytes.len() - 20),
        };
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << random.below(8);
        refused(&damaged);
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(refused(&longer).contains("damaged"));
    let network = included::network(Rule::Renju).expect("a network").encode();
    assert!(refused(&network).contains("another kind"));

    let mut large = policy;
    large.sets[1].context[3][1][2][4] = quantity::w1_max(CHANNELS) as i16 + 1;
    assert!(refused(&large.encode()).contains("too large"));
}

#[test]
fn every_rule_has_a_policy_that_belongs_to_its_network() {
    for rule in Rule::ALL {
        let policy = policy(rule).expect("a policy of the rule's network");
        assert_eq!((policy.rule, policy.sets.len()), (rule, sets(rule)));
        assert!(
            policy.record.starts_with(rule.name()) && policy.record.contains("held out"),
            "{}",
            policy.record
        );
    }
}

#[test]
fn a_network_from_a_file_comes_with_the_policy_made_for_it_or_with_none() {
    let rule = Rule::Renju;
    let mut network = Network::clone(&included::network(rule).expect("a network"));
    network.heads[0].b3 += 1000;
    let bytes = network.encode();
    let loaded = Loaded::read(&bytes).expect("a network");
    assert_eq!((&**loaded.network(), loaded.rule()), (&network, rule));

    let size = BoardSize::new(15, 15).expect("a valid size");
    let mut position = Position::<256>::new(size, rule, Color::Black, &[]);
    position.make(Geometry::<256>::square(Point::new(7, 7)));
    let moves: Vec<Square> = position.empty().iter().step_by(29).collect();
    let scores = |loaded: &Loaded| {
        let mut scores = Vec::new();
        Evaluator::with_loaded(&position, loaded).policy(&position, &moves, &mut scores);
        scores
    };
    assert!(scores(&loaded).iter().all(|score| *score == 0));

    // The policy of the program belongs to the network of the program.
    let of_program = policy(rule).expect("a policy");
    let refused = loaded.clone().with_policy(&of_program.encode());
    assert!(refused.unwrap_err().contains("another network"));
    let own = Policy {
        network: loaded.checksum(),
        ..Policy::clone(&of_program)
    };
    let loaded = loaded.with_policy(&own.encode()).expect("its policy");
    let set = of_program.set(position.side());
    let expected = moves
        .iter()
        .map(|square| slow_score(set, &network, &position, *square) as i32);
    assert!(scores(&loaded).into_iter().eq(expected));
    assert!(Loaded::read(&own.encode()).is_err());
}
