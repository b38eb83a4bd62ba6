//! MTD(f) with a transposition table against plain negamax.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crate::twin::{for_each_rule, scale};
use goshawk::board::Geometry;
use goshawk::board::zobrist::mix;
use goshawk::eval::evaluate;
use goshawk::movegen::{self, Situation};
use goshawk::position::Position;
use goshawk::rules;
use goshawk::search::{Limits, Stopper, ThreadData, Worker};
use goshawk::tt::TranspositionTable;
use goshawk::types::score::{DRAW, mate_in, mated_in};
use goshawk::types::{BoardSize, Color, Rule, Score, Square};

/// The value by definition: every move, full width, no bounds. `is_limited` is false for a game
/// that continues beyond the rule's limit on stones.
fn negamax<const CELLS: usize>(
    position: &mut Position<CELLS>,
    is_limited: bool,
    depth: u32,
    ply: usize,
) -> Score {
    let is_full = position.empty().is_empty();
    if ply > 0 && (is_full || is_limited && rules::is_drawn(position)) {
        return DRAW;
    }
    let us = position.side();
    let mut moves: Vec<Square>;
    let mut rest = depth.saturating_sub(1);
    let nothing_helps;
    match movegen::situation(position) {
        Situation::Wins(_, plies) => return mate_in(ply + plies),
        Situation::Lost(_) => return mated_in(ply + 2),
        Situation::MustBlock(square) => {
            moves = vec![square];
            // A forced move costs no depth, except at the root.
            rest = if ply == 0 { depth - 1 } else { depth };
            nothing_helps = mated_in(ply + 2);
        }
        Situation::MustAnswer => {
            if ply > 0 && depth == 0 {
                return evaluate(position);
            }
            moves = movegen::answers(position).iter().collect();
            movegen::fours(position, us, &mut moves);
            nothing_helps = mated_in(ply + 4);
        }
        Situation::Free => {
            if ply > 0 && depth == 0 {
                return evaluate(position);
            }
            moves = position.candidates().iter().collect();
            nothing_helps = mated_in(ply + 2);
        }
    }
    moves.retain(|square| movegen::is_legal(position, us, *square));
    let mut best = nothing_helps;
    for (i, square) in moves.into_iter().enumerate() {
        position.make(square);
        let value = -negamax(position, is_limited, rest, ply + 1);
        position.undo();
        best = if i == 0 { value } else { best.max(value) };
    }
    best
}

fn random_position<const CELLS: usize>(size: BoardSize, rule: Rule, seed: u64) -> Position<CELLS> {
    let mut position = Position::new(size, rule, Color::Black, &[]);
    let mut counter = seed << 20;
    let stones = 1 + mix(seed) % 9;
    for _ in 0..stones {
        let near: Vec<Square> = position.candidates().iter().collect();
        let all: Vec<Square> = position.empty().iter().collect();
        let from = if near.is_empty() { all } else { near };
        counter += 1;
        position.make(from[(mix(counter) % from.len() as u64) as usize]);
    }
    position
}

/// A position after many moves of a game in which nobody has made more than two in a row.
fn late_position(rule: Rule, stones: usize, seed: u64) -> Position<256> {
    let size = BoardSize::square(15).unwrap();
    let mut position = Position::new(size, rule, Color::Black, &[]);
    let mut squares: Vec<Square> = position.empty().iter().collect();
    squares.sort_by_key(|square| mix(seed << 20 | u64::from(square.0)));
    let is_black = |square: &Square| {
        let point = Geometry::<256>::point(*square);
        (point.x + 2 * point.y) % 4 < 2
    };
    let (black, white): (Vec<Square>, Vec<Square>) = squares.into_iter().partition(is_black);
    for turn in 0..stones {
        let own = if turn % 2 == 0 { &black } else { &white };
        position.make(own[turn / 2]);
    }
    position
}

fn compare<const CELLS: usize>(position: &Position<CELLS>, seed: u64, depth: u32) {
    let is_limited = !rules::is_drawn(position);
    let expected = negamax(&mut position.clone(), is_limited, depth, 0);
    // The value must not depend on the first guess.
    for guess in [0, expected, expected - 300, 1000] {
        let table = TranspositionTable::new(1 << 20);
        let stop = AtomicBool::new(false);
        let stopper = Stopper::new(&Limits::default(), Instant::now(), &stop);
        let mut data = ThreadData::default();
        let mut worker = Worker::new(position.clone(), &table, &mut data, stopper);
        let found = worker.plain_value(depth, guess);
        assert_eq!(
            found,
            Some(expected),
            "{:?} {:?} after {} stones, seed {seed} guess {guess}",
            position.rule(),
            position.board().size(),
            position.stones()
        );
    }
}

fn check_rule(rule: Rule) {
    let random = |width, height, seed| {
        let size = BoardSize::new(width, height).unwrap();
        random_position::<256>(size, rule, seed)
    };
    for seed in 0..4 * scale() as u64 {
        compare(&random(7, 7, seed), seed, 3);
        compare(&random(9, 6, seed + 1000), seed, 2);
        let large = BoardSize::new(16, 5).unwrap();
        compare(&random_position::<1024>(large, rule, seed + 2000), seed, 2);
    }
}

for_each_rule!(mtdf_finds_the_value_of_plain_negamax, check_rule);

#[test]
fn mtdf_finds_the_value_of_plain_negamax_near_the_stone_limit() {
    for stones in [196, 197, 198, 199, 200, 203, 221, 223] {
        for seed in 0..scale() as u64 {
            let position = late_position(Rule::Renju, stones, seed);
            compare(&position, seed, 3);
        }
    }
}
