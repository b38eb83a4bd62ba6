//! The network: sums that follow a position, integer arithmetic, the weight file.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::twin::network::slow_value;
use goshawk::board::Geometry;
use goshawk::board::symmetry::Symmetry;
use goshawk::eval::accumulator::{Accumulator, fresh_sums};
use goshawk::eval::fitted::Fitted;
use goshawk::eval::network::included;
use goshawk::eval::network::line_code::{LINE_CODES, LINE_TABLE, LineCodes};
use goshawk::eval::network::sums::{RegionSums, region};
use goshawk::eval::network::{Head, Network, REGIONS, quantity, sets};
use goshawk::eval::threat_mask::THREAT_MASKS;
use goshawk::pattern::line::{LineStones, NEAR};
use goshawk::pattern::merge::Combo;
use goshawk::position::Position;
use goshawk::types::{BoardSize, Color, Point, Rule};

const C: usize = 8;

/// A linear congruential generator.
struct Random(u64);

impl Random {
    /// A number from 0 to `n - 1`.
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        ((self.0 >> 33) % n as u64) as usize
    }

    /// A number within ±`limit`.
    fn within(&mut self, limit: i32) -> i16 {
        (self.below(2 * limit as usize + 1) as i32 - limit) as i16
    }
}

/// A network whose weights are drawn from `percent` percent of their range.
fn network(rule: Rule, percent: i32, random: &mut Random) -> Network<C> {
    let part = |limit: i32| (limit * percent / 100).max(1);
    let any = i32::from(i16::MAX);
    let table = |random: &mut Random| {
        let mut table = vec![[[0; C]; 2]; Combo::TABLE];
        for row in table[..Combo::COUNT].as_flattened_mut().as_flattened_mut() {
            *row = random.within(part(200));
        }
        table.try_into().expect("a row for every combo")
    };
    let line_table = |random: &mut Random| {
        let mut table = vec![[0; C]; LINE_TABLE];
        for row in table[..LINE_CODES].as_flattened_mut() {
            *row = random.within(part(100));
        }
        table.try_into().expect("a row for every code")
    };
    let head = |random: &mut Random| Head {
        w1: Box::new(std::array::from_fn(|_| {
            std::array::from_fn(|_| {
                std::array::from_fn(|_| {
                    std::array::from_fn(|_| random.within(part(quantity::w1_max(C))))
                })
            })
        })),
        masks: (0..THREAT_MASKS)
            .map(|_| std::array::from_fn(|_| random.within(part(any))))
            .collect(),
        w2: std::array::from_fn(|_| std::array::from_fn(|_| random.within(part(quantity::W2_MAX)))),
        b2: std::array::from_fn(|_| i32::from(random.within(part(any))) << 8),
        w3: std::array::from_fn(|_| random.within(part(quantity::W3_MAX))),
        b3: i32::from(random.within(part(any))) << 8,
        fitted: random.within(part(any)),
    };
    Network {
        rule,
        training: "random".to_string(),
        tables: (0..sets(rule)).map(|_| table(random)).collect(),
        lines: (0..sets(rule)).map(|_| line_table(random)).collect(),
        heads: (0..sets(rule)).map(|_| head(random)).collect(),
    }
}

fn size(width: i64, height: i64) -> BoardSize {
    BoardSize::new(width, height).expect("a valid size")
}

/// Makes and undoes random plies; the incremental sums equal fresh ones.
fn follow<const CELLS: usize>(rule: Rule, size: BoardSize, random: &mut Random) {
    let network = Arc::new(network(rule, 100, random));
    let mut position = Position::<CELLS>::new(size, rule, Color::Black, &[Point::new(2, 2)]);
    let mut sums = Accumulator::new(Fitted::new(rule), Arc::clone(&network), &position);
    for _ in 0..600 {
        match random.below(10) {
            0 => position.pass(),
            1..=3 if position.ply() > 0 => {
                for _ in 0..=random.below(position.ply().min(5)) {
                    position.undo();
                }
            }
            _ => {
                let empty: Vec<_> = position.empty().iter().collect();
                if let Some(square) = empty.get(random.below(empty.len().max(1))) {
                    position.make(*square);
                }
            }
        }
        // Not every ply is evaluated.
        if random.below(3) == 0 {
            let expected = fresh_sums(&network, &position);
            assert_eq!(sums.sums(&position).features, expected, "{rule:?}");
        }
    }
}

#[test]
fn incremental_sums_equal_fresh_ones() {
    let mut random = Random(1);
    for rule in Rule::ALL {
        follow::<256>(rule, size(15, 15), &mut random);
        follow::<256>(rule, size(9, 13), &mut random);
        follow::<1024>(rule, size(20, 20), &mut random);
        follow::<1024>(rule, size(31, 17), &mut random);
    }
}

/// The cells of one half as text, nearest first, up to the last that matters.
fn visible_side(cells: impl Iterator<Item = char>) -> String {
    let mut side = String::new();
    for cell in cells {
        side.push(cell);
        if cell == '#' || side.contains('x') && side.contains('o') {
            return side;
        }
    }
    side
}

/// Two windows have the same code if the same cells matter, on the same or on the other
/// side, and no other windows do; for white, the colours are exchanged.
#[test]
fn line_codes_tell_exactly_the_cells_that_matter() {
    let codes = LineCodes::get();
    let mut seen = HashMap::new();
    let cells = ['.', 'x', 'o', '#'];
    for number in 0..1usize << (4 * NEAR) {
        let line: Vec<char> = (0..2 * NEAR)
            .map(|cell| cells[number >> (2 * cell) & 3])
            .collect();
        let mut stones = LineStones::WALL;
        for (cell, content) in (0..).zip([&line[..NEAR], &['.'], &line[NEAR..]].concat()) {
            let bit = goshawk::pattern::line::bit(cell);
            match content {
                '#' => continue,
                'x' => stones.stones[Color::Black.index()] |= bit,
                'o' => stones.stones[Color::White.index()] |= bit,
                _ => {}
            }
            stones.wall &= !bit;
        }
        let code = codes.black(stones.near_window(NEAR as u32));
        stones.stones.swap(0, 1);
        let swapped = codes.black(stones.near_window(NEAR as u32));
        assert_eq!(codes.swapped(code), swapped);
        let mut sides = [
            visible_side(line[..NEAR].iter().rev().copied()),
            visible_side(line[NEAR..].iter().copied()),
        ];
        sides.sort();
        assert_eq!(
            *seen.entry(sides.clone()).or_insert(code),
            code,
            "{sides:?}"
        );
    }
    let different: HashSet<_> = seen.values().map(|code| code.index()).collect();
    assert_eq!((seen.len(), different.len()), (LINE_CODES, LINE_CODES));
    assert!(different.into_iter().all(|code| code < LINE_CODES));
}

#[test]
fn sums_of_the_largest_features_do_not_overflow() {
    let largest = i32::from(quantity::FEATURE_MAX);
    for width in 5..=31 {
        for height in 5..=31 {
            let size = size(width, height);
            let mut points = [0; REGIONS];
            size.points()
                .for_each(|point| points[region(point, size)] += 1);
            assert!(
                points
                    .iter()
                    .all(|count| count * largest <= u16::MAX.into())
            );
        }
    }
}

#[test]
fn regions_are_symmetric() {
    for size in [size(15, 15), size(20, 20), size(7, 7), size(12, 31)] {
        for symmetry in Symmetry::all().filter(|symmetry| symmetry.fits(size)) {
            for point in size.points() {
                assert_eq!(
                    region(point, size),
                    region(symmetry.image(point, size), size)
                );
            }
        }
        let corner = region(Point::new(0, 0), size);
        let centre = region(Point::new(size.width() / 2, size.height() / 2), size);
        assert_eq!((corner, centre), (2, 0));
    }
}

#[test]
fn values_agree_with_the_definition() {
    let mut random = Random(2);
    // Weights of every size, up to those where every limit is reached.
    for percent in [1, 3, 10, 30, 100] {
        let network = network(Rule::Freestyle, percent, &mut random);
        let head = &network.heads[0];
        for sums_limit in [20, 2_000, 56_007] {
            let mut draw = || -> RegionSums<C> {
                std::array::from_fn(|_| std::array::from_fn(|_| random.below(sums_limit) as u16))
            };
            let (own, other) = (draw(), draw());
            let mask = random.below(THREAT_MASKS);
            let fitted = i32::from(random.within(20_000));
            let sums = [&own, &other];
            assert_eq!(
                i64::from(head.value(sums, mask, fitted)),
                slow_value(head, sums, mask, fitted.into()),
                "{percent} % of the weights' range, sums below {sums_limit}"
            );
        }
    }
}

#[test]
fn mirrored_positions_have_the_same_value() {
    let mut random = Random(3);
    let size = size(15, 15);
    for rule in [Rule::Standard, Rule::Renju] {
        let network = network(rule, 5, &mut random);
        let mut points: Vec<Point> = Vec::new();
        while points.len() < 21 {
            let point = Point::new(random.below(15) as u8, random.below(15) as u8);
            if !points.contains(&point) {
                points.push(point);
            }
        }
        let values = Symmetry::all().map(|symmetry| {
            let mut position = Position::<256>::new(size, rule, Color::Black, &[]);
            for point in &points {
                position.make(Geometry::<256>::square(symmetry.image(*point, size)));
            }
            network.value(&fresh_sums(&network, &position), &position, 7)
        });
        let values: Vec<_> = values.collect();
        assert!(values.iter().all(|value| *value == values[0]), "{values:?}");
    }
}

#[test]
fn a_weight_file_is_read_as_it_was_written() {
    let mut random = Random(4);
    for rule in Rule::ALL {
        let network = network(rule, 100, &mut random);
        assert_eq!(Network::decode(&network.encode()), Ok(network));
    }
}

#[test]
fn damaged_and_foreign_weight_files_are_refused() {
    let bytes = network(Rule::Renju, 50, &mut Random(5)).encode();
    let refused = |bytes: &[u8]| Network::<C>::decode(bytes).unwrap_err().to_string();
    for length in [0, 7, 12, 40, bytes.len() - 1] {
        refused(&bytes[..length]);
    }
    let mut random = Random(6);
    for number in 0..250 {
        // Every byte of the header, then some of the weights.
        let at = match number {
            0..48 => number,
            _ => random.below(bytes.len()),
        };
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << random.below(8);
        refused(&damaged);
    }
    let mut longer = bytes.clone();
    longer.push(0);
    refused(&longer);
    assert!(
        Network::<16>::decode(&bytes)
            .unwrap_err()
            .to_string()
            .contains("8 channels")
    );
    // The offsets of version, rule, vocabulary and training record.
    for (at, message) in [
        (8, "format"),
        (10, "tables"),
        (14, "combos"),
        (40, "damaged"),
    ] {
        let mut changed = bytes.clone();
        changed[at] = changed[at].wrapping_sub(1);
        let error = refused(&changed);
        assert!(error.contains(message), "byte {at}: {error}");
    }
}

#[test]
fn every_rule_has_a_network_that_says_how_it_was_trained() {
    for rule in Rule::ALL {
        let network = included::network(rule).expect("a network");
        assert_eq!((network.rule, network.tables.len()), (rule, sets(rule)));
        let expected = format!("{} channels", rule.name());
        assert!(
            network.training.starts_with(&expected),
            "{}",
            network.training
        );
        assert!(
            network.training.contains("held out"),
            "{}",
            network.training
        );
    }
}

#[test]
fn weights_beyond_their_limits_are_refused() {
    let base = network(Rule::Freestyle, 50, &mut Random(7));
    let changes: [fn(&mut Network<C>); 6] = [
        |network| network.tables[0][3][1][2] = quantity::TABLE_MAX as i16 + 1,
        |network| network.lines[0][LINE_CODES - 1][2] = -(quantity::TABLE_MAX as i16) - 1,
        |network| network.heads[0].w1[4][1][2][3] = -(quantity::w1_max(C) as i16) - 1,
        |network| network.heads[0].w2[1][2] = quantity::W2_MAX as i16 + 1,
        |network| network.heads[0].w3[1] = quantity::W3_MAX as i16 + 1,
        |network| network.heads[0].b3 = i32::MIN,
    ];
    for (number, change) in changes.iter().enumerate() {
        let mut network = base.clone();
        change(&mut network);
        let error = Network::<C>::decode(&network.encode())
            .unwrap_err()
            .to_string();
        assert!(error.contains("too large"), "change {number}: {error}");
    }
}
