//! Positions and searchers for the tests of this room.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::{Limits, Memory, Searcher, Stopper};
use crate::board::Geometry;
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

/// What `ask` finds out from a searcher that has searched nothing yet.
pub fn with_searcher<T>(
    position: &Position<256>,
    limits: &Limits,
    ask: impl FnOnce(&mut Searcher<'_, 256>) -> T,
) -> T {
    let stop = AtomicBool::new(false);
    let tt = TranspositionTable::new(1 << 20);
    let mut memory = Memory::default();
    let stopper = Stopper::new(limits, Instant::now(), &stop);
    let mut searcher = Searcher::new(position.clone(), &tt, &mut memory, stopper);
    ask(&mut searcher)
}
