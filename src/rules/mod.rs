//! What the rules add to patterns: fouls and draws.
//!
//! Winning rows need nothing here: the class `Five` is exact under every rule.
//! Fouls are decided on any [`ThreatBoard`], so that the search and the threat
//! solvers share the code.

mod fouls;
mod threat_board;

pub use fouls::{Foul, foul, is_forbidden, is_legal, is_true_three};
pub use threat_board::{FOUR_CLASSES, ThreatBoard};

use crate::position::Position;

/// Whether the game is drawn before the next move: the board is full, or the
/// rule's limit on stones is reached.
pub fn is_drawn<const CELLS: usize>(position: &Position<CELLS>) -> bool {
    position.empty().is_empty()
        || position
            .rule()
            .is_drawn_at(position.stones(), position.board().size())
}

/// The number of stones at which the game is drawn although points are empty; `None` if there is
/// no such limit. A manager that asks for a move after the limit does not apply it.
pub fn stone_limit<const CELLS: usize>(position: &Position<CELLS>) -> Option<usize> {
    let limit = position.rule().stone_limit(position.board().size());
    limit.filter(|limit| position.stones() < *limit)
}

/// The number of plies before the game is drawn by this [limit](stone_limit) on stones. A win or
/// a loss in more plies cannot happen.
///
/// The edge of the board needs no such number: the moves of a win are on empty points. Its plies
/// can even be more than the empty points, since replies that the other side cannot make count: a
/// four that leaves one empty point, which is forbidden to the other side, wins in three plies.
pub fn plies_left<const CELLS: usize>(position: &Position<CELLS>, limit: Option<usize>) -> usize {
    limit.map_or(usize::MAX, |limit| limit.saturating_sub(position.stones()))
}
