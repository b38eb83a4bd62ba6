//! MTD(f) with a transposition table against plain negamax.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crate::twin::{for_each_rule, scale};
use goshawk::board::zobrist::mix;
use goshawk::eval::evaluate;
use goshawk::movegen::{self, Situation};
use goshawk::position::Position;
use goshawk::rules;
use goshawk::search::{Limits, Stopper, ThreadData, Worker};
use goshawk::tt::TranspositionTable;
use goshawk::types::score::{DRAW, mate_in, mated_in};
use goshawk::types::{BoardSize, Color, Rule, Score, Square};

/// The value by definition: every move, full width, no bounds.
fn negamax<const CELLS: usize>(position: &mut Position<CELLS>, depth: u32, ply: usize) -> Score {
    if ply > 0 && rules::is_drawn(position) {
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
            // An only move costs no depth, except at the root.
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
        let value = -negamax(position, rest, ply + 1);
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

fn compare<const CELLS: usize>(size: BoardSize, rule: Rule, seed: u64, depth: u32) {
    let mut position = random_position::<CELLS>(size, rule, seed);
    let expected = negamax(&mut position, depth, 0);
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
            "{rule:?} {size:?} seed {seed} guess {guess}"
        );
    }
}

fn check_rule(rule: Rule) {
    for seed in 0..4 * scale() as u64 {
        compare::<256>(BoardSize::square(7).unwrap(), rule, seed, 3);
        compare::<256>(BoardSize::new(9, 6).unwrap(), rule, seed + 1000, 2);
        compare::<1024>(BoardSize::new(16, 5).unwrap(), rule, seed + 2000, 2);
    }
}

for_each_rule!(mtdf_finds_the_value_of_plain_negamax, check_rule);
