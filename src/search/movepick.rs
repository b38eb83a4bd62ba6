//! The order of moves: the tt move first, then by patterns, distances and history.

use super::{Worker, params};
use crate::board::Geometry;
use crate::movegen;
use crate::ordering::fitted::{DISTANCES, OrderTable};
use crate::ordering::history::History;
use crate::position::Position;
use crate::types::{Color, Square};

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
        let replies = self
            .must_answer
            .then(|| movegen::replies(&mut worker.position));
        // The scorer borrows the worker, so the stack is put aside meanwhile.
        let mut moves = std::mem::take(&mut worker.moves);
        let scorer = MoveScorer::new(worker, self.ply);
        match replies {
            Some(replies) => {
                for square in replies.iter() {
                    let score = match self.tt_move == Some(square) {
                        true => i32::MAX,
                        false => scorer.score(square),
                    };
                    moves.push(ScoredMove::new(square, score));
                }
            }
            None => self.push_candidates(&scorer, &mut moves),
        }
        worker.moves = moves;
    }

    /// Puts the empty points near stones on the stack, but for the tt move.
    #[inline]
    fn push_candidates<const CELLS: usize>(
        &self,
        scorer: &MoveScorer<'_, CELLS>,
        moves: &mut Vec<ScoredMove>,
    ) {
        let height = scorer.position.board().size().height() as usize;
        for row in 0..height {
            let mut bits = scorer.position.candidate_row(row);
            while bits != 0 {
                let column = bits.trailing_zeros() as u16;
                bits &= bits - 1;
                let square = Square((row as u16) << Geometry::<CELLS>::SHIFT | column);
                if self.tt_move != Some(square) {
                    moves.push(ScoredMove::new(square, scorer.score(square)));
                }
            }
        }
    }
}

impl<const CELLS: usize> Worker<'_, CELLS> {
    /// The ordering points of a move at the node `ply` plies from the root.
    pub(super) fn order(&self, square: Square, ply: usize) -> i32 {
        MoveScorer::new(self, ply).score(square)
    }
}

/// The ordering points of the moves of one node. What is equal for all of them is read
/// once.
struct MoveScorer<'a, const CELLS: usize> {
    /// The side to move.
    side: Color,
    /// The position.
    position: &'a Position<CELLS>,
    /// The move statistics.
    history: &'a History<CELLS>,
    /// The fitted move order of the side to move.
    table: &'static OrderTable,
    /// The last two stones, the latest first. After a null move these are of one colour:
    /// the game continues near the latest stone, whoever placed it.
    last: [Option<Square>; 2],
    /// The killers of the node.
    killers: [Square; 2],
    /// The counter move; [`Square::NONE`] if there is none.
    counter: Square,
}

impl<'a, const CELLS: usize> MoveScorer<'a, CELLS> {
    /// The scorer of the node that `worker` is at, `ply` plies from the root.
    #[inline]
    fn new(worker: &'a Worker<'_, CELLS>, ply: usize) -> Self {
        let side = worker.position.side();
        let frame = &worker.frames[ply];
        let history = &worker.data.history;
        MoveScorer {
            side,
            position: &worker.position,
            history,
            table: worker.orders[side.index()],
            last: worker.position.last_two_stones(),
            killers: frame.killers,
            counter: history.counter(side, frame.last_move()),
        }
    }

    /// The ordering points of a move.
    // Elo: the last two stones against the last stone of each colour, at 20,000 nodes:
    // +6 [-15, +27], 664 games freestyle 15; +21 [-1, +44], 652 games renju 15.
    // Elo: points by pattern +38 [-15, +94], 100 games at 20,000 to 30,000 nodes; points by
    // distance +78 [+17, +143], 100 games at 30,000 nodes; both freestyle 15.
    // Elo: 130 and 105 points for killers and the counter move against 60 and 50:
    // +13 [-10, +37], 800 games freestyle 15 at 20,000 nodes; +7 [-36, +51], 200 games
    // renju 15 at 60,000 nodes. History: not measured.
    #[inline]
    fn score(&self, square: Square) -> i32 {
        let patterns = self.position.patterns(square);
        let own = patterns.combo(self.side).index();
        let other = patterns.combo(!self.side).index();
        let mut score = self.table.attack[own] as i32 + self.table.defence[other] as i32;
        for (scores, stone) in self.table.distance.iter().zip(self.last) {
            let distance = stone.map_or(DISTANCES, |stone| {
                Geometry::<CELLS>::distance(square, stone)
            });
            score += scores[distance.min(DISTANCES - 1)] as i32;
        }
        score += self.history.score(self.side, square) / params::history_part();
        if self.killers.contains(&square) {
            score += params::killer_score();
        }
        if self.counter == square {
            score += params::counter_score();
        }
        score
    }
}
