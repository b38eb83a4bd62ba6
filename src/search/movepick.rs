//! The order of moves: the tt move first, then by patterns, distances and history.

use super::{Worker, params};
use crate::board::Geometry;
use crate::movegen;
use crate::ordering::fitted::DISTANCES;
use crate::types::Square;

/// A move and its ordering points in one number. The greatest is searched first; of moves
/// with equal points, the one on the lower square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ScoredMove(i64);

impl ScoredMove {
    /// A move with its points.
    fn new(square: Square, score: i32) -> ScoredMove {
        ScoredMove(i64::from(score) << 16 | i64::from(!square.0))
    }

    /// The move.
    fn square(self) -> Square {
        Square(!(self.0 as u16))
    }
}

/// Yields the moves of one node, the most promising first.
///
/// The tt move comes before any move is generated. The others are kept on the worker's
/// move stack and selected one at a time, since most nodes need only a few.
pub struct MovePicker {
    /// The move of the transposition table, if it can be played.
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
}

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
        }
    }

    /// The next move, if there is one.
    pub fn next<const CELLS: usize>(&mut self, worker: &mut Worker<'_, CELLS>) -> Option<Square> {
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage = Stage::Generate;
                    if self.tt_move.is_some() {
                        return self.tt_move;
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
                    return Some(best.square());
                }
            }
        }
    }

    /// Removes the moves of the node from the stack.
    pub fn finish<const CELLS: usize>(self, worker: &mut Worker<'_, CELLS>) {
        worker.moves.truncate(self.start);
    }

    /// Puts the moves of the node on the stack, with their points.
    fn generate<const CELLS: usize>(&self, worker: &mut Worker<'_, CELLS>) {
        let last = worker.position.last_two_stones();
        if self.must_answer {
            let replies = movegen::replies(&mut worker.position);
            for square in replies.iter() {
                let mut score = worker.order_near(square, self.ply, last);
                if self.tt_move == Some(square) {
                    score = i32::MAX;
                }
                worker.moves.push(ScoredMove::new(square, score));
            }
            return;
        }
        let height = worker.position.board().size().height() as usize;
        for row in 0..height {
            let mut bits = worker.position.candidate_row(row);
            while bits != 0 {
                let column = bits.trailing_zeros() as u16;
                bits &= bits - 1;
                let square = Square((row as u16) << Geometry::<CELLS>::SHIFT | column);
                if self.tt_move != Some(square) {
                    let score = worker.order_near(square, self.ply, last);
                    worker.moves.push(ScoredMove::new(square, score));
                }
            }
        }
    }
}

impl<const CELLS: usize> Worker<'_, CELLS> {
    /// The ordering points of a move at the node `ply` plies from the root.
    pub(super) fn order(&self, square: Square, ply: usize) -> i32 {
        self.order_near(square, ply, self.position.last_two_stones())
    }

    /// The same, given the last two stones, which are equal for all moves of a node.
    ///
    /// After a null move these are two stones of one colour. The game continues near the
    /// latest stone, whoever placed it.
    // Elo: the last two stones against the last stone of each colour, at 20,000 nodes:
    // +6 [-15, +27], 664 games freestyle 15; +21 [-1, +44], 652 games renju 15.
    // Elo: points by pattern +38 [-15, +94], 100 games at 20,000 to 30,000 nodes; points by
    // distance +78 [+17, +143], 100 games at 30,000 nodes; both freestyle 15. History,
    // killers and counter moves: not measured.
    #[inline]
    fn order_near(&self, square: Square, ply: usize, last: [Option<Square>; 2]) -> i32 {
        let us = self.position.side();
        let patterns = self.position.patterns(square);
        let own = patterns.combo(us).index();
        let other = patterns.combo(!us).index();
        let table = self.orders[us.index()];
        let mut score = table.attack[own] as i32 + table.defence[other] as i32;
        for (scores, other) in table.distance.iter().zip(last) {
            let distance = other.map_or(DISTANCES, |other| {
                Geometry::<CELLS>::distance(square, other)
            });
            score += scores[distance.min(DISTANCES - 1)] as i32;
        }
        score += self.data.history.score(us, square) / params::history_part();
        if self.frames[ply].killers.contains(&square) {
            score += params::killer_score();
        }
        if self.data.history.counter(us, self.frames[ply].last_move()) == square {
            score += params::counter_score();
        }
        score
    }
}
