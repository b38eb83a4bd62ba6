//! Positions and workers for the tests of this module.

use std::sync::atomic::AtomicBool;

use super::{Limits, Stopper, Team, ThreadData, Worker};
use crate::board::Geometry;
use crate::clock::Instant;
use crate::position::Position;
use crate::tt::TranspositionTable;
use crate::types::{BoardSize, Color, Point, Rule, Square};

/// The square of a point on 15x15.
pub fn square(x: u8, y: u8) -> Square {
    Geometry::<256>::square(Point::new(x, y))
}

/// Freestyle on 15x15 after these moves, Black's first.
pub fn position(moves: &[(u8, u8)]) -> Position<256> {
    let size = BoardSize::new(15, 15).expect("a size");
    let mut position = Position::new(size, Rule::Freestyle, Color::Black, &[]);
    for (x, y) in moves {
        position.make(square(*x, *y));
    }
    position
}

/// A quiet position of eight stones.
pub fn middle_game() -> Position<256> {
    position(&[
        (7, 7),
        (8, 8),
        (6, 8),
        (8, 6),
        (8, 7),
        (6, 7),
        (9, 6),
        (7, 8),
    ])
}

/// Calls `ask` with a new worker at `position`, alone, and returns its result.
pub fn with_worker<T>(
    position: &Position<256>,
    limits: &Limits,
    ask: impl FnOnce(&mut Worker<'_, 256>) -> T,
) -> T {
    with_stopper(position, limits, |stopper| stopper, ask)
}

/// Calls `ask` with the main worker of a team, new at `position`, and returns its result.
pub fn with_leader<T>(
    position: &Position<256>,
    limits: &Limits,
    team: &Team,
    ask: impl FnOnce(&mut Worker<'_, 256>) -> T,
) -> T {
    with_stopper(position, limits, |stopper| stopper.leading(team), ask)
}

fn with_stopper<'a, T>(
    position: &Position<256>,
    limits: &Limits,
    role: impl FnOnce(Stopper<'a>) -> Stopper<'a>,
    ask: impl FnOnce(&mut Worker<'_, 256>) -> T,
) -> T {
    static NEVER: AtomicBool = AtomicBool::new(false);
    let tt = TranspositionTable::new(1 << 20);
    let mut data = ThreadData::default();
    let stopper = role(Stopper::new(limits, Instant::now(), &NEVER));
    let mut worker = Worker::new(position.clone(), &tt, &mut data, stopper);
    ask(&mut worker)
}
