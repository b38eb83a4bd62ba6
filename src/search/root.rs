//! The root: its moves, what decides it without a search, and a probe over all moves.

use super::limits::MainLimit;
use super::movepick::Pick;
use super::node::{Node, NodeType};
use super::root_wins::{RootVct, RootWins};
use super::steps::Step;
use super::{Aborted, RootEvent, Worker, params};
use crate::board::{Geometry, PointSet};
use crate::movegen::{self, Situation};
use crate::pattern::Class;
use crate::threat::vcf::MAX_FOURS;
use crate::types::score::{INFINITE, is_loss, mate_in, mated_in};
use crate::types::{Point, Score, Square};

/// A move at the root.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub square: Square,
    /// The value found by the iteration of `depth`.
    pub score: Score,
    /// The depth of the last iteration that found its value; 0 if none has.
    pub depth: u32,
    /// The variation of that iteration.
    pub pv: Vec<Point>,
    /// The result of the last probe that failed high by this move, if no iteration has
    /// found its value since.
    pub lower_bound: Option<Score>,
}

impl RootMove {
    /// A move that has not been searched.
    pub fn new(square: Square) -> RootMove {
        RootMove {
            square,
            score: 0,
            depth: 0,
            pv: Vec::new(),
            lower_bound: None,
        }
    }
}

/// The state of the root before the first iteration.
pub enum RootStatus {
    /// No search is needed: the first root move is best and has this value.
    Decided(Score),
    /// A search is needed.
    Open,
    /// The side to move has no legal move.
    NoMove,
}

/// The root of a search.
pub struct Root<const CELLS: usize> {
    /// The moves, in the order of the next probe.
    pub moves: Vec<RootMove>,
    /// The moves of a forced win that a solver has found; empty if there is none.
    pub winning_variation: Vec<Square>,
    /// The solvers that continue during the search, at the main worker.
    pub wins: Option<Box<RootWins<CELLS>>>,
    /// The number of moves, from the first, that probes leave out.
    pub skipped: usize,
    /// The points that the move may not be on.
    pub excluded: PointSet<CELLS>,
}

impl<const CELLS: usize> Default for Root<CELLS> {
    fn default() -> Self {
        Root {
            moves: Vec::new(),
            winning_variation: Vec::new(),
            wins: None,
            skipped: 0,
            excluded: PointSet::EMPTY,
        }
    }
}

impl<const CELLS: usize> Worker<'_, CELLS> {
    /// Generates the root moves and determines whether a search is needed.
    pub(super) fn prepare_root(&mut self) -> RootStatus {
        // The five that the situation names may be excluded, and another one not.
        if !self.root.excluded.is_empty() && self.lasts(1) {
            let fives = self.position.set(self.position.side(), Class::Five);
            let five = fives.iter().find(|square| self.is_allowed(*square));
            if let Some(square) = five {
                return self.decided(square, mate_in(1));
            }
        }
        let mut squares = Vec::new();
        match movegen::situation(&mut self.position) {
            Situation::Wins(square, plies) if self.lasts(plies) && self.is_allowed(square) => {
                return self.decided(square, mate_in(plies));
            }
            // Otherwise the game is drawn before the opponent completes the five.
            Situation::Lost(square) if self.lasts(2) && self.is_root_move(square) => {
                return self.decided(square, mated_in(2));
            }
            Situation::MustBlock(square) if self.lasts(2) && self.is_root_move(square) => {
                squares.push(square);
            }
            Situation::MustAnswer if self.lasts(4) => {
                squares.extend(movegen::replies(&mut self.position).iter());
            }
            _ => squares.extend(self.position.candidates().iter()),
        }
        self.keep_root_moves(&mut squares);
        if squares.is_empty() && !self.root.excluded.is_empty() {
            squares.extend(self.position.candidates().iter());
            self.keep_root_moves(&mut squares);
        }
        if squares.is_empty() {
            squares.extend(self.position.empty().iter());
            self.sort_by_centre(&mut squares);
            self.keep_root_moves(&mut squares);
            // The first stone of a game goes to the centre.
            if self.position.stones() == 0 {
                squares.truncate(1);
            }
        }
        if squares.is_empty() {
            return RootStatus::NoMove;
        }
        self.sort_root_moves(&mut squares);
        if self.uses(Step::RootAnalysis) {
            // The solvers do not know excluded points.
            if self.root.excluded.is_empty()
                && let Some(decided) = self.solve_root()
            {
                return decided;
            }
            let legal = squares.len();
            if legal > 1 {
                self.keep_refutations(&mut squares);
            }
            self.drop_mirrored(&mut squares);
            if squares.len() < legal {
                self.count(Step::RootAnalysis);
            }
        }
        self.root.moves = root_moves(squares);
        RootStatus::Open
    }

    /// Lets the solvers look for a win. If they are not done, they continue during the search.
    fn solve_root(&mut self) -> Option<RootStatus> {
        let has_fours = self.position.fours(self.position.side()) > 0;
        if let Some(plies) = self.vcf(MAX_FOURS, params::ROOT_BUDGET) {
            self.count(Step::RootAnalysis);
            let (first, plies) = self.shorten_vcf(plies);
            return Some(self.decided(first, mate_in(plies)));
        }
        let is_vcf_open = has_fours && self.data.vcf.nodes() > params::ROOT_BUDGET;
        let is_vct_open = match self.root_vct() {
            RootVct::Win(win) => {
                self.count(Step::RootAnalysis);
                let first = win.variation[0];
                self.root.winning_variation = win.variation;
                return Some(self.decided(first, mate_in(win.plies)));
            }
            RootVct::Excluded => false,
            RootVct::Open => true,
        };
        self.begin_root_wins(is_vcf_open, is_vct_open);
        None
    }

    /// Makes this move, which has this value, the only root move.
    fn decided(&mut self, square: Square, value: Score) -> RootStatus {
        self.root.moves = vec![RootMove::new(square)];
        RootStatus::Decided(value)
    }

    /// If the opponent threatens a VCF, keeps only the moves that refute it, or all
    /// moves if none does.
    fn keep_refutations(&mut self, squares: &mut Vec<Square>) {
        self.position.pass();
        let threat = self.vcf(MAX_FOURS, params::ROOT_THREAT_BUDGET);
        self.position.undo();
        if threat.is_none() {
            return;
        }
        let mut kept = Vec::new();
        let before = self.nodes;
        for &square in squares.iter() {
            if self.stopper.is_over(self.nodes) || self.has_checked_enough(before) {
                return;
            }
            self.position.make(square);
            let reply = self.vcf(MAX_FOURS, params::ROOT_THREAT_BUDGET);
            self.position.undo();
            if reply.is_none() {
                kept.push(square);
            }
        }
        if !kept.is_empty() {
            *squares = kept;
        }
    }

    /// Whether the checks of root moves, which began at this number of nodes, have used up
    /// their share. A limit on nodes bounds them by itself.
    fn has_checked_enough(&self, before: u64) -> bool {
        match self.stopper.main_limit() {
            MainLimit::Nodes => false,
            MainLimit::Time(_) => self.stopper.has_spent(params::REFUTATION_PERCENT),
            MainLimit::Depth | MainLimit::None => self.nodes - before > params::REFUTATION_BUDGET,
        }
    }

    /// In a symmetric position, keeps only the first of moves that are images of each
    /// other, because they have the same value.
    // CITE: Rapfi, the filter of symmetric root moves.
    fn drop_mirrored(&self, squares: &mut Vec<Square>) {
        let board = self.position.board();
        let symmetries = board.symmetries();
        let mut seen = PointSet::<CELLS>::EMPTY;
        squares.retain(|square| {
            let point = Geometry::<CELLS>::point(*square);
            let is_first = !seen.contains(*square);
            for symmetry in &symmetries {
                let image = symmetry.image(point, board.size());
                seen.insert(Geometry::<CELLS>::square(image));
            }
            is_first
        });
    }

    /// A zero-window probe: tests whether the value of the root is at least `beta`.
    /// Fail-soft, as below the root. A move that fails high goes to the front of the
    /// list.
    pub(super) fn probe_root(&mut self, beta: Score, depth: i32) -> Result<Score, Aborted> {
        self.nodes += 1;
        let node = self.root_node(beta, depth);
        let mut best = -INFINITE;
        let mut best_rank = self.root.skipped;
        let first = self.root.skipped;
        let behind = self.scores_behind(first);
        for rank in first..self.root.moves.len() {
            let pick = Pick {
                square: self.root.moves[rank].square,
                rank: rank - first,
                behind: behind[rank - first],
            };
            let value = self.root_move_value(&node, pick, best)?;
            if value > best {
                (best, best_rank) = (value, rank);
            }
            if value >= beta {
                self.root.moves[rank].lower_bound = Some(value);
                break;
            }
        }
        // A fail-low keeps the order, unless all moves lose: then the longest loss
        // is the best.
        if best >= beta || is_loss(best) {
            self.root.moves[first..=best_rank].rotate_right(1);
        }
        Ok(if best == -INFINITE { mated_in(2) } else { best })
    }

    /// The root as a node of the principal variation. Its frame holds the corrected
    /// evaluation, as those of deeper nodes do, unless a five or an open four has to be
    /// answered.
    fn root_node(&mut self, beta: Score, depth: i32) -> Node {
        let static_eval = self.evaluate();
        let situation = movegen::situation(&mut self.position);
        let eval = match situation {
            Situation::Free => self.correct(static_eval),
            _ => static_eval,
        };
        self.frames[0].eval = eval;
        Node {
            beta,
            depth,
            ply: 0,
            node_type: NodeType::Pv,
            must_answer: situation == Situation::MustAnswer,
            static_eval,
            eval,
            improving: false,
            has_bound: false,
            tt_move: None,
        }
    }

    /// How much lower the ordering score of each root move from `first` is than that of the best
    /// of those after it. The first takes the place of the tt move, so it is behind nothing.
    fn scores_behind(&mut self, first: usize) -> Vec<i32> {
        let moves = self.root.moves[first..].iter();
        let squares: Vec<Square> = moves.map(|root_move| root_move.square).collect();
        let mut scores = Vec::new();
        self.order_scores(&squares, 0, &mut scores);
        let most = scores.iter().skip(1).max().copied().unwrap_or(0);
        scores.iter().map(|score| (most - score).max(0)).collect()
    }

    fn root_move_value(&mut self, node: &Node, pick: Pick, best: Score) -> Result<Score, Aborted> {
        // A winning five decides the root, so one is met here only in the variations after
        // the first.
        if self.position.class(self.position.side(), pick.square) == Class::Five {
            return Ok(mate_in(1));
        }
        let point = Geometry::<CELLS>::point(pick.square);
        self.notify(RootEvent::Started(point));
        let value = self.search_move(node, pick, best)?;
        // Only below beta is the value an upper bound.
        self.notify(RootEvent::Finished(
            point,
            value < node.beta && is_loss(value),
        ));
        Ok(value)
    }

    fn notify(&self, event: RootEvent) {
        if let Some(observer) = &self.root_observer {
            observer(event);
        }
    }

    /// Adds all other moves after the one that decides, for the lines after the first.
    pub(super) fn widen_root(&mut self) {
        let decisive = self.root.moves[0].clone();
        let mut others: Vec<Square> = self.position.candidates().iter().collect();
        self.keep_root_moves(&mut others);
        others.retain(|square| *square != decisive.square);
        self.sort_root_moves(&mut others);
        let mut squares = vec![decisive.square];
        squares.append(&mut others);
        self.drop_mirrored(&mut squares);
        self.root.moves = root_moves(squares);
        self.root.moves[0] = decisive;
    }

    fn keep_root_moves(&mut self, squares: &mut Vec<Square>) {
        squares.retain(|square| self.is_root_move(*square));
    }

    /// True for a legal move on a point that is not excluded.
    fn is_root_move(&mut self, square: Square) -> bool {
        let side = self.position.side();
        self.is_allowed(square) && movegen::is_legal(&mut self.position, side, square)
    }

    /// True if the point is not excluded.
    fn is_allowed(&self, square: Square) -> bool {
        !self.root.excluded.contains(square)
    }

    /// Sorts by the distance from the centre of the board.
    fn sort_by_centre(&self, squares: &mut [Square]) {
        let size = self.position.board().size();
        squares.sort_by_key(|square| {
            let point = Geometry::<CELLS>::point(*square);
            let off = |at: u8, side: u8| (2 * at as i32 + 1 - side as i32).pow(2);
            off(point.x, size.width()) + off(point.y, size.height())
        });
    }
}

fn root_moves(squares: Vec<Square>) -> Vec<RootMove> {
    squares.into_iter().map(RootMove::new).collect()
}

#[cfg(test)]
mod tests {
    use crate::search::Limits;
    use crate::search::testing::{middle_game, with_worker};

    #[test]
    fn the_frame_of_the_root_holds_the_corrected_evaluation() {
        with_worker(&middle_game(), &Limits::default(), |worker| {
            let node = worker.root_node(0, 9);
            let plain = node.static_eval;
            assert_eq!(worker.frames[0].eval, plain);
            // The search has found that the position is better than its evaluation.
            worker.learn_error(&node, plain.max(0) + 500);
            assert!(worker.root_node(0, 9).eval > plain);
            assert!(worker.frames[0].eval > plain);
        });
    }

    #[test]
    fn the_first_root_move_is_behind_nothing() {
        with_worker(&middle_game(), &Limits::default(), |worker| {
            worker.prepare_root();
            let behind = worker.scores_behind(0);
            assert_eq!(behind.len(), worker.root.moves.len());
            assert_eq!(behind[..2], [0, 0], "the moves are sorted by their scores");
            assert!(behind.is_sorted() && behind[behind.len() - 1] > 0);
        });
    }
}
