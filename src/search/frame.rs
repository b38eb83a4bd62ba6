//! What the search keeps of each node on the current line.
//!
//! Frame `n` belongs to the node `n` plies below the root. A node writes its own frame and
//! `last` of its child's. It reads the frames above it, and the killers that its siblings
//! left behind.
// CITE: Stockfish, the search stack.

use super::{MAX_PLY, Worker};
use crate::position::Position;
use crate::types::{Score, Square};

/// The ply that led to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastPly {
    /// None: the board is as the game was set up.
    Start,
    /// A stone on this square.
    Move(Square),
    /// A null move, or a pass in the game.
    Pass,
}

/// What the search keeps of one node on the current line.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The ply that led to the node.
    pub last: LastPly,
    /// The corrected evaluation for the side to move. Where a five or an open four has to be
    /// answered, it says little, so the value of the node before stands in, negated; at the
    /// root, the static evaluation.
    pub eval: Score,
    /// The moves that last caused cutoffs in nodes of this ply, the latest first.
    pub killers: [Square; 2],
}

impl Default for Frame {
    fn default() -> Frame {
        Frame {
            last: LastPly::Start,
            eval: 0,
            killers: [Square::NONE; 2],
        }
    }
}

impl Frame {
    /// The square of the stone that led to the node; `None` after a pass.
    #[inline]
    pub fn last_move(&self) -> Option<Square> {
        match self.last {
            LastPly::Move(square) => Some(square),
            LastPly::Start | LastPly::Pass => None,
        }
    }

    /// Puts a move that caused a cutoff in front of the killers.
    pub fn add_killer(&mut self, square: Square) {
        if self.killers[0] != square {
            self.killers = [square, self.killers[0]];
        }
    }
}

/// One frame for each ply from the root, and one for the children of the deepest node.
pub type Frames = [Frame; MAX_PLY + 2];

/// The frames of a search that starts at `position`.
pub fn frames<const CELLS: usize>(position: &Position<CELLS>) -> Frames {
    let mut frames = [Frame::default(); MAX_PLY + 2];
    frames[0].last = match position.last_move() {
        Some(square) => LastPly::Move(square),
        None if position.ply() == 0 => LastPly::Start,
        None => LastPly::Pass,
    };
    frames
}

impl<const CELLS: usize> Worker<'_, CELLS> {
    /// Plays a move at the node `ply` plies from the root.
    #[inline]
    pub(super) fn make(&mut self, ply: usize, square: Square) {
        self.frames[ply + 1].last = LastPly::Move(square);
        self.position.make(square);
    }

    /// Passes at the node `ply` plies from the root.
    pub(super) fn make_null(&mut self, ply: usize) {
        self.frames[ply + 1].last = LastPly::Pass;
        self.position.pass();
    }

    /// Whether the current line from the root to the node at `ply` has a null move.
    pub(super) fn is_below_null(&self, ply: usize) -> bool {
        self.frames[1..=ply]
            .iter()
            .any(|frame| frame.last == LastPly::Pass)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Limits;
    use crate::search::testing::{middle_game, position, square, with_worker};
    use crate::threat::VcfResult;
    use crate::types::Color;
    use crate::types::score::is_win;

    #[test]
    fn a_null_move_leaves_no_last_move() {
        let start = middle_game();
        with_worker(&start, &Limits::default(), |worker| {
            assert_eq!(worker.frames[0].last_move(), start.last_move());
            worker.make(0, square(4, 4));
            assert_eq!(worker.frames[1].last, LastPly::Move(square(4, 4)));
            assert!(!worker.is_below_null(1));
            worker.make_null(1);
            assert_eq!(worker.frames[2].last, LastPly::Pass);
            assert_eq!(worker.frames[2].last_move(), None);
            worker.make(2, square(10, 10));
            assert!(worker.is_below_null(3) && !worker.is_below_null(1));
            // A line without the null move, over frames that still hold it.
            worker.make(1, square(4, 10));
            assert!(!worker.is_below_null(2));
        });
    }

    /// The ordering score of a white move at ply 1, with or without a counter move
    /// known against each stone on the board and against (4, 4).
    fn order_after(ply: LastPly, with_counters: bool) -> i32 {
        let start = middle_game();
        let answer = square(4, 10);
        with_worker(&start, &Limits::default(), |worker| {
            if with_counters {
                let stones: Vec<Square> = start.plies().flatten().collect();
                for previous in stones.into_iter().chain([square(4, 4)]) {
                    let history = &mut worker.data.history;
                    history.reward(Color::White, answer, &[], 0, Some(previous));
                }
            }
            match ply {
                LastPly::Move(square) => worker.make(0, square),
                _ => worker.make_null(0),
            }
            worker.order(answer, 1)
        })
    }

    #[test]
    fn a_null_move_has_no_counter_move() {
        let quiet = LastPly::Move(square(4, 4));
        assert!(order_after(quiet, true) > order_after(quiet, false));
        assert_eq!(
            order_after(LastPly::Pass, true),
            order_after(LastPly::Pass, false)
        );
    }

    #[test]
    fn a_vcf_after_a_null_move_starts_at_the_last_stone_of_the_side_to_move() {
        // White makes a four at (4, 1), then an open four in the column. Black's last
        // stones are far away.
        let start = position(&[
            (0, 1),
            (1, 1),
            (12, 12),
            (2, 1),
            (12, 9),
            (3, 1),
            (9, 12),
            (4, 2),
            (14, 5),
            (4, 3),
        ]);
        with_worker(&start, &Limits::default(), |worker| {
            worker.make_null(0);
            assert_eq!(worker.position.last_stone(Color::White), Some(square(4, 3)));
            assert!(is_win(worker.leaf(0, 1, 1)));
            let far = square(14, 5);
            let (vcf, position) = (&mut worker.data.vcf, &mut worker.position);
            let result = vcf.solve_near(position, far, 10, 1000, &|| false);
            assert_eq!(result, VcfResult::Unknown);
        });
    }
}
