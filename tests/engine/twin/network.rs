//! The network's value, computed from its definition.

use goshawk::board::{Direction, Geometry};
use goshawk::eval::network::line_code::LineCodes;
use goshawk::eval::network::sums::{RegionSums, region};
use goshawk::eval::network::{HIDDEN, Head, Network, REGIONS, WIDE};
use goshawk::eval::threat_mask::threat_mask;
use goshawk::pattern::line::Lines;
use goshawk::position::Position;
use goshawk::types::Score;
use goshawk::types::score::EVAL_LIMIT;

/// The value of a position whose fitted evaluation is `fitted`.
pub fn network_value<const C: usize, const CELLS: usize>(
    network: &Network<C>,
    position: &Position<CELLS>,
    fitted: Score,
) -> Score {
    let us = position.side();
    let lines = Lines::new(position.board());
    let sums = [us, !us].map(|owner| {
        let table = &network.tables[network.set(owner)];
        let rows = &network.lines[network.set(owner)];
        let mut sums = [[0u16; C]; REGIONS];
        for square in position.empty().iter() {
            let patterns = position.patterns(square);
            let own = table[patterns.combo(owner).index()][0];
            let other = table[patterns.combo(!owner).index()][1];
            let region = region(Geometry::<CELLS>::point(square), position.board().size());
            for c in 0..C {
                let mut feature = own[c] + other[c];
                for direction in Direction::ALL {
                    let (line, at) = lines.through(square, direction);
                    let code = LineCodes::get().black(line.near_window(at));
                    feature += rows[LineCodes::get().seen_by(owner, code).index()][c];
                }
                sums[region][c] += feature.clamp(0, 127) as u16;
            }
        }
        sums
    });
    let mask = threat_mask(position.layers().counts(), us);
    let value = slow_value(network.head(us), [&sums[0], &sums[1]], mask, fitted.into());
    value.clamp(-i64::from(EVAL_LIMIT), EVAL_LIMIT.into()) as Score
}

/// The output of a head, with exact integers of 64 bits.
pub fn slow_value<const C: usize>(
    head: &Head<C>,
    sums: [&RegionSums<C>; 2],
    mask: usize,
    fitted: i64,
) -> i64 {
    let mut wide = [0i64; WIDE];
    for (j, sum) in wide.iter_mut().enumerate() {
        *sum = i64::from(head.masks[mask][j]) * 256;
        for (owner, sums) in sums.iter().enumerate() {
            for region in 0..REGIONS {
                for c in 0..C {
                    let input = i64::from(sums[region][c]) / 2;
                    *sum += input * i64::from(head.w1[j][owner][region][c]);
                }
            }
        }
        *sum = sum.div_euclid(256).clamp(-32767, 32767);
    }
    let mut output = i64::from(head.b3);
    for k in 0..HIDDEN {
        let mut sum = i64::from(head.b2[k]);
        for j in 0..HIDDEN {
            let product = wide[j].max(0) * wide[HIDDEN + j];
            sum += product.div_euclid(4096).clamp(-8191, 8191) * i64::from(head.w2[k][j]);
        }
        output += sum.div_euclid(256).clamp(0, 8191) * i64::from(head.w3[k]);
    }
    // 200 units in a logit of 2^18; the fitted evaluation's weight has 2^10.
    let value = output * 200 + fitted * i64::from(head.fitted) * 256;
    (value + (1 << 17)).div_euclid(1 << 18)
}
