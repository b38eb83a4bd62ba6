//! The policy's score of a move, computed from its definition.

use goshawk::board::{Direction, Geometry};
use goshawk::eval::network::Network;
use goshawk::eval::network::included::CHANNELS;
use goshawk::eval::network::line_code::LineCodes;
use goshawk::eval::network::policy::PolicySet;
use goshawk::eval::network::sums::region;
use goshawk::pattern::line::Lines;
use goshawk::position::Position;
use goshawk::types::{Color, Square};

/// The features of an empty point for `owner`.
fn features<const CELLS: usize>(
    network: &Network<CHANNELS>,
    position: &Position<CELLS>,
    square: Square,
    owner: Color,
) -> [i64; CHANNELS] {
    let (table, rows) = (network.table(owner), network.line_table(owner));
    let patterns = position.patterns(square);
    let lines = Lines::new(position.board());
    std::array::from_fn(|c| {
        let mut feature = i64::from(table[patterns.combo(owner).index()][0][c])
            + i64::from(table[patterns.combo(!owner).index()][1][c]);
        for direction in Direction::ALL {
            let (line, at) = lines.through(square, direction);
            let code = LineCodes::get().black(line.near_window(at));
            feature += i64::from(rows[LineCodes::get().seen_by(owner, code).index()][c]);
        }
        feature.clamp(0, 127)
    })
}

/// The score that the policy gives a move of the side to move.
pub fn slow_score<const CELLS: usize>(
    policy: &PolicySet,
    network: &Network<CHANNELS>,
    position: &Position<CELLS>,
    square: Square,
) -> i64 {
    let us = position.side();
    let mut inputs = Vec::new();
    for owner in [us, !us] {
        for wanted in 0..3 {
            let mut sums = [0; CHANNELS];
            for point in position.empty().iter() {
                let at = region(Geometry::<CELLS>::point(point), position.board().size());
                if at == wanted {
                    let features = features(network, position, point, owner);
                    (0..CHANNELS).for_each(|c| sums[c] += features[c]);
                }
            }
            inputs.extend(sums.map(|sum| sum / 2));
        }
    }
    let mut product = 0;
    for (owner, color) in [us, !us].into_iter().enumerate() {
        for (c, feature) in features(network, position, square, color)
            .iter()
            .enumerate()
        {
            let number = owner * CHANNELS + c;
            let weights = policy.context[number].as_flattened().as_flattened();
            let context: i64 = (weights.iter().zip(&inputs))
                .map(|(weight, input)| i64::from(*weight) * input)
                .sum();
            let weight = i64::from(policy.features[number]) + context.div_euclid(2048);
            product += weight.clamp(-32767, 32767) * feature;
        }
    }
    let mut score = product.div_euclid(512);
    let lines = Lines::new(position.board());
    for direction in Direction::ALL {
        let (line, at) = lines.through(square, direction);
        let code = LineCodes::get().black(line.near_window(at));
        score += i64::from(policy.lines[LineCodes::get().seen_by(us, code).index()]);
    }
    score
}
