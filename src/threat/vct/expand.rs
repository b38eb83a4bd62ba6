//! Full proofs: an attack after every reply, including those that a proof does not list
//! because the threat wins against them.

use super::effort::LEAF_SHORTEN_BUDGET;
use super::proof::{Attack, Defence, MAX_MOVES};
use crate::board::{Cell, Direction, Geometry};
use crate::pattern::Class;
use crate::pattern::line::REACH;
use crate::rules::{self, ThreatBoard};
use crate::threat::line_board::{LineBoard, ThreatKind};
use crate::threat::shortest_vcf::{ShortestVcfSolver, VcfWin};
use crate::threat::vcf::{MAX_FOURS, StopCheck, VcfResult, VcfSolver};
use crate::types::Square;

/// The limit on moves made in the search for one win by fours, which is known to exist.
const VCF_BUDGET: u64 = 1_000_000;

/// Makes a proof full.
pub struct Expander<'a> {
    /// Finds the wins by fours.
    pub vcf: &'a mut VcfSolver,
    /// Called regularly; the proof is given up if it returns true.
    pub stop: StopCheck<'a>,
    /// The number of attacker moves so far.
    pub moves: usize,
}

impl Expander<'_> {
    /// The attack with an attack after every legal reply; `None` if it exceeds a limit.
    pub fn expand<const CELLS: usize>(
        &mut self,
        board: &mut LineBoard<'_, CELLS>,
        attack: &Attack,
    ) -> Option<Attack> {
        self.count()?;
        let square = attack.at;
        let Some(defence) = &attack.defence else {
            return Some(attack.clone());
        };
        board.make(square);
        let defence = self.defence(board, defence);
        board.undo();
        Some(Attack {
            at: square,
            defence: Some(defence?),
        })
    }

    /// The same for the defender's turn.
    fn defence<const CELLS: usize>(
        &mut self,
        board: &mut LineBoard<'_, CELLS>,
        defence: &Defence,
    ) -> Option<Defence> {
        let mut replies = Vec::with_capacity(defence.replies.len());
        for (reply, answer) in &defence.replies {
            // In an attack against many replies, the one on the board may be among those listed.
            if is_playable(board, *reply) {
                board.make(*reply);
                let answer = self.expand(board, answer);
                board.undo();
                replies.push((*reply, answer?));
            }
        }
        self.complete(board, defence, replies)
    }

    /// The defender's turn with these replies, the attack that wins if the defender
    /// passes, and each further reply after which that attack does not win.
    fn complete<const CELLS: usize>(
        &mut self,
        board: &mut LineBoard<'_, CELLS>,
        defence: &Defence,
        mut replies: Vec<(Square, Attack)>,
    ) -> Option<Defence> {
        board.pass();
        let otherwise = self.carry_out(board, defence);
        board.undo_pass();
        let otherwise = otherwise?;
        for reply in others(board, &otherwise) {
            if is_listed(&replies, reply) || !is_playable(board, reply) {
                continue;
            }
            board.make(reply);
            let answer = if holds(board, &otherwise) {
                None
            } else {
                Some(self.carry_out(board, defence))
            };
            board.undo();
            if let Some(answer) = answer {
                replies.push((reply, answer?));
            }
        }
        Some(Defence {
            threat: defence.threat,
            replies,
            otherwise: Some(Box::new(otherwise)),
        })
    }

    /// The full attack that carries out the threat of a defence. The attacker is to move.
    fn carry_out<const CELLS: usize>(
        &mut self,
        board: &mut LineBoard<'_, CELLS>,
        defence: &Defence,
    ) -> Option<Attack> {
        match &defence.otherwise {
            Some(attack) => self.expand(board, attack),
            None => self.fours(board),
        }
    }

    /// The full proof of a win by fours of the attacker, who is to move.
    fn fours<const CELLS: usize>(&mut self, board: &mut LineBoard<'_, CELLS>) -> Option<Attack> {
        let VcfResult::Win(plies) = self.vcf.solve(board, MAX_FOURS, VCF_BUDGET, self.stop) else {
            return None;
        };
        let found = VcfWin::found(self.vcf, plies);
        let mut solver = ShortestVcfSolver::default();
        let win = solver.shorten(board, found, LEAF_SHORTEN_BUDGET, self.stop);
        let attack = Attack::by_fours(board, &win.tree)?;
        self.expand(board, &attack)
    }

    /// Counts a move of the attacker; `None` at a limit.
    fn count(&mut self) -> Option<()> {
        self.moves += 1;
        (self.moves <= MAX_MOVES && !(self.stop)()).then_some(())
    }
}

/// Whether a reply has an answer.
fn is_listed(replies: &[(Square, Attack)], reply: Square) -> bool {
    replies.iter().any(|(listed, _)| *listed == reply)
}

/// Whether the side to move may play on a point.
pub fn is_playable<const CELLS: usize>(board: &mut LineBoard<'_, CELLS>, square: Square) -> bool {
    let side = board.side();
    board.cell(square) == Cell::Empty && rules::is_legal(board, side, square)
}

/// The points where a stone of the defender can prevent an attack that is played after a pass.
fn others<const CELLS: usize>(board: &LineBoard<'_, CELLS>, otherwise: &Attack) -> Vec<Square> {
    match otherwise.defence {
        None => breakers(board, otherwise.at),
        Some(_) => board.empty_points(),
    }
}

/// The points where a stone of the defender can prevent the five that the attacker
/// completes on `five`.
fn breakers<const CELLS: usize>(board: &LineBoard<'_, CELLS>, five: Square) -> Vec<Square> {
    let attacker = !board.side();
    let mut found = vec![five];
    if !board.rule().five_rule(attacker).excludes_blocked_fives() {
        return found;
    }
    for direction in Direction::ALL {
        for step in [-1, 1] {
            for distance in 1..=REACH as i16 {
                let square = Geometry::<CELLS>::shift(five, direction, step * distance);
                match board.cell(square) {
                    Cell::Wall => break,
                    Cell::Empty => found.push(square),
                    _ => {}
                }
            }
        }
    }
    found
}

/// Whether a full attack still wins for the attacker, who is to move.
fn holds<const CELLS: usize>(board: &mut LineBoard<'_, CELLS>, attack: &Attack) -> bool {
    let attacker = board.side();
    if !is_playable(board, attack.at) {
        return false;
    }
    let Some(defence) = &attack.defence else {
        return board.class(attacker, attack.at) == Class::Five;
    };
    board.make(attack.at);
    let holds = !board.has(!attacker, ThreatKind::Five) && is_answered(board, defence);
    board.undo();
    holds
}

/// Whether each reply still loses to the answer in the tree.
fn is_answered<const CELLS: usize>(board: &mut LineBoard<'_, CELLS>, defence: &Defence) -> bool {
    let Some(otherwise) = &defence.otherwise else {
        return false;
    };
    if !holds_after_pass(board, otherwise) {
        return false;
    }
    let others = others(board, otherwise);
    let listed = defence.replies.iter();
    let listed = listed.map(|(reply, answer)| (*reply, answer));
    let others = others
        .into_iter()
        .filter(|reply| !is_listed(&defence.replies, *reply))
        .map(|reply| (reply, &**otherwise));
    for (reply, answer) in listed.chain(others) {
        if is_playable(board, reply) {
            board.make(reply);
            let holds = holds(board, answer);
            board.undo();
            if !holds {
                return false;
            }
        }
    }
    true
}

/// Whether an attack that wins after a pass still does so.
fn holds_after_pass<const CELLS: usize>(
    board: &mut LineBoard<'_, CELLS>,
    otherwise: &Attack,
) -> bool {
    board.pass();
    let holds = holds(board, otherwise);
    board.undo_pass();
    holds
}
