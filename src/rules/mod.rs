//! What the rules add to patterns: fouls and draws.
//!
//! Winning rows need nothing here: the class `Five` is exact under every rule.
//! Fouls are decided on any [`ThreatBoard`], so that the search and the threat
//! solvers share the code.

mod fouls;
mod threat_board;

pub use fouls::{Foul, foul, is_forbidden, is_legal};
pub use threat_board::{FOUR_CLASSES, ThreatBoard};

use crate::position::Position;
use crate::types::Rule;

/// A renju game on 15x15 with this many stones on the board is drawn.
// CITE: GomocupJudge, the referee of the Gomocup tournaments.
pub const RENJU_DRAW_STONES: usize = 200;
/// The area of the board that this limit holds for.
const RENJU_BOARD: usize = 15 * 15;

/// Whether the game is drawn before the next move: the board is full, or renju's
/// limit on stones is reached.
pub fn is_drawn<const CELLS: usize>(position: &Position<CELLS>) -> bool {
    position.empty().is_empty()
        || (position.rule() == Rule::Renju
            && position.board().size().area() == RENJU_BOARD
            && position.stones() >= RENJU_DRAW_STONES)
}
