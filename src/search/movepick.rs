//! The order of moves: the tt move first, then by patterns, distances, policy and history.

use super::Worker;
use crate::board::Geometry;
use crate::movegen;
use crate::position::Position;
use crate::types::Square;

/// A move and its ordering score in one number. The greatest is searched first; of moves
/// with equal scores, the one on the lower square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ScoredMove(i64);

impl ScoredMove {
    /// A move with its score.
    fn new(square: Square, score: i32) -> ScoredMove {
        ScoredMove(i64::from(score) << 16 | i64::from(!square.0))
    }

    /// The move.
    fn square(self) -> Square {
        Square(!(self.0 as u16))
    }

    /// Its score.
    fn score(self) -> i32 {
        (self.0 >> 16) as i32
    }
}

/// A move of a node, and where it stands among the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pick {
    /// The move.
    pub square: Square,
    /// Number of moves before it.
    pub rank: usize,
    /// How much lower its score is than that of the best generated move; 0 for the tt move.
    pub behind: i32,
}

/// Yields the moves of one node, the most promising first.
///
/// The tt move comes before any move is generated. The others are kept on the worker's
/// move stack and selected one at a time, since most nodes need only a few.
pub struct MovePicker {
    /// The move of the transposition table, if its point is empty.
    tt_move: Option<Square>,
    /// The opponent threatens an open four: only defences and fours are searched.
    must_answer: bool,
    /// What the next call does first.
    stage: Stage,
    /// Distance of the node from the root in plies.
    ply: usize,
    /// Where the moves of the node begin on the move stack.
    start: usize,
    /// The first move on the stack that has not been yielded.
    next: usize,
    /// The score of the best generated move other than the tt move, once it has been
    /// yielded.
    most: Option<i32>,
}

/// The score of a tt move that is not searched before the others are generated.
const TT_SCORE: i32 = i32::MAX;

/// The stages of a [`MovePicker`].
enum Stage {
    /// The tt move.
    TtMove,
    /// Generate and score the other moves.
    Generate,
    /// Select the best of the moves that are left.
    Select,
}

impl MovePicker {
    /// A picker for the node that `worker` is at.
    pub fn new<const CELLS: usize>(
        worker: &Worker<'_, CELLS>,
        tt_move: Option<Square>,
        must_answer: bool,
        ply: usize,
    ) -> MovePicker {
        // A node that must answer searches the tt move only if it is among the
        // generated moves. Elsewhere any empty point will do.
        let tt_move = tt_move.filter(|square| worker.position.board().is_empty(*square));
        let start = worker.moves.len();
        let stage = if must_answer {
            Stage::Generate
        } else {
            Stage::TtMove
        };
        MovePicker {
            tt_move,
            must_answer,
            stage,
            ply,
            start,
            next: start,
            most: None,
        }
    }

    /// The next move and how far its score is behind the best, if there is one.
    pub fn next<const CELLS: usize>(
        &mut self,
        worker: &mut Worker<'_, CELLS>,
    ) -> Option<(Square, i32)> {
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage = Stage::Generate;
                    if let Some(square) = self.tt_move {
                        return Some((square, 0));
                    }
                }
                Stage::Generate => {
                    self.stage = Stage::Select;
                    self.generate(worker);
                }
                Stage::Select => {
                    let rest = &mut worker.moves[self.next..];
                    let mut best = *rest.first()?;
                    let mut at = 0;
                    for (i, candidate) in rest.iter().enumerate() {
                        if *candidate > best {
                            (best, at) = (*candidate, i);
                        }
                    }
                    rest.swap(0, at);
                    self.next += 1;
                    let (square, score) = (best.square(), best.score());
                    if score == TT_SCORE {
                        return Some((square, 0));
                    }
                    let most = *self.most.get_or_insert(score);
                    return Some((square, most - score));
                }
            }
        }
    }

    /// Adds all empty points that are not near a stone, for a node without a legal move near
    /// one. False if the node must answer, so that other moves are of no use, or if there are
    /// no such points.
    #[cold]
    pub fn widen<const CELLS: usize>(&mut self, worker: &mut Worker<'_, CELLS>) -> bool {
        if self.must_answer {
            return false;
        }
        let near = worker.position.candidates();
        let far = worker
            .position
            .empty()
            .iter()
            .filter(|at| !near.contains(*at));
        let before = worker.moves.len();
        worker
            .moves
            .extend(far.map(|square| ScoredMove::new(square, 0)));
        worker.moves.len() > before
    }

    /// Removes the moves of the node from the stack.
    pub fn finish<const CELLS: usize>(self, worker: &mut Worker<'_, CELLS>) {
        worker.moves.truncate(self.start);
    }

    /// Puts the moves of the node on the stack, with their scores.
    fn generate<const CELLS: usize>(&self, worker: &mut Worker<'_, CELLS>) {
        let mut squares = std::mem::take(&mut worker.unscored);
        let mut scores = std::mem::take(&mut worker.scores);
        if self.must_answer {
            squares.extend(movegen::replies(&mut worker.position).iter())
        } else {
            self.push_candidates(&worker.position, &mut squares)
        }
        worker.order_scores(&squares, self.ply, &mut scores);
        let moves = squares.drain(..).zip(scores.drain(..));
        worker.moves.extend(moves.map(|(square, score)| {
            let is_tt_move = self.tt_move == Some(square);
            ScoredMove::new(square, if is_tt_move { TT_SCORE } else { score })
        }));
        worker.unscored = squares;
        worker.scores = scores;
    }

    /// Adds the empty points near stones, except the tt move.
    #[inline]
    fn push_candidates<const CELLS: usize>(
        &self,
        position: &Position<CELLS>,
        squares: &mut Vec<Square>,
    ) {
        let height = position.board().size().height() as usize;
        for row in 0..height {
            let mut bits = position.candidate_row(row);
            while bits != 0 {
                let column = bits.trailing_zeros() as u16;
                bits &= bits - 1;
                let square = Square((row as u16) << Geometry::<CELLS>::SHIFT | column);
                if self.tt_move != Some(square) {
                    squares.push(square);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Limits;
    use crate::search::testing::{middle_game, position, square, with_worker};

    /// All moves of a node at ply 1, each with how far it is behind.
    fn picks(
        start: &Position<256>,
        tt_move: Option<Square>,
        must_answer: bool,
    ) -> Vec<(Square, i32)> {
        with_worker(start, &Limits::default(), |worker| {
            let mut picker = MovePicker::new(worker, tt_move, must_answer, 1);
            let mut picks = Vec::new();
            while let Some(pick) = picker.next(worker) {
                picks.push(pick);
            }
            picker.finish(worker);
            assert!(worker.moves.is_empty());
            picks
        })
    }

    #[test]
    fn moves_come_with_how_far_they_are_behind() {
        let start = middle_game();
        let usual = picks(&start, None, false);
        assert_eq!(usual.len(), start.candidates().iter().count());
        let behind: Vec<i32> = usual.iter().map(|(_, behind)| *behind).collect();
        assert!(behind[0] == 0 && behind.is_sorted(), "{behind:?}");
        assert!(behind[behind.len() - 1] > 100, "{behind:?}");

        // The tt move comes first, and the others are where they were.
        let (tt_move, _) = usual[3];
        let found = picks(&start, Some(tt_move), false);
        let mut expected = usual;
        expected.remove(3);
        expected.insert(0, (tt_move, 0));
        assert_eq!(found, expected);
    }

    #[test]
    fn the_tt_move_of_a_node_that_must_answer_is_one_of_the_answers() {
        let three = position(&[(6, 7), (2, 2), (7, 7), (12, 2), (8, 7)]);
        let usual = picks(&three, None, true);
        assert!(usual.len() > 1, "{usual:?}");
        let (last, _) = usual[usual.len() - 1];
        let found = picks(&three, Some(last), true);
        assert_eq!((found.len(), found[0]), (usual.len(), (last, 0)));
        assert_eq!(found[1], usual[0]);
        assert_eq!(picks(&three, Some(square(0, 14)), true), usual);
    }
}
