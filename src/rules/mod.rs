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
