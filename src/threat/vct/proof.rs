//! Proof trees: one move at each attacker node, every reply that might help at
//! each defender node.

use super::moves::Threat;
use super::{Stop, VctSolver};
use crate::threat::sketch::Sketch;
use crate::types::Square;

/// Attacker moves that a proof tree may hold; more is of no use to a reader.
const MAX_MOVES: usize = 1 << 20;

/// A move of the attacker that wins, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// The move.
    pub square: Square,
    /// What may follow; `None` if the move completes a five.
    pub defence: Option<Defence>,
}

/// The defender's turn in a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defence {
    /// What the attacker does after a reply that is not in the list.
    pub threat: Threat,
    /// The replies that might help, and what wins against each.
    pub replies: Vec<(Square, Attack)>,
}

impl Attack {
    /// The number of plies to the five under the best defence in the tree.
    pub fn plies(&self) -> usize {
        1 + self.defence.as_ref().map_or(0, Defence::plies)
    }

    /// Attacker moves in the tree.
    pub fn moves(&self) -> usize {
        let replies = self.defence.iter().flat_map(|defence| &defence.replies);
        1 + replies.map(|(_, attack)| attack.moves()).sum::<usize>()
    }

    /// The moves of both sides under the longest defence, up to the attacker's
    /// move that no reply helps against.
    pub fn main_line(&self) -> Vec<Square> {
        let mut line = vec![self.square];
        let mut defence = self.defence.as_ref();
        while let Some((reply, attack)) = defence.and_then(Defence::longest) {
            line.extend([*reply, attack.square]);
            defence = attack.defence.as_ref();
        }
        line
    }
}

impl Defence {
    fn plies(&self) -> usize {
        let replies = self.replies.iter().map(|(_, attack)| 1 + attack.plies());
        replies
            .max()
            .unwrap_or(0)
            .max(usize::from(self.threat.plies()))
    }

    fn longest(&self) -> Option<&(Square, Attack)> {
        let plies = |reply: &&(Square, Attack)| reply.1.plies();
        // Of equals the first: they are tried in a sensible order.
        self.replies.iter().rev().max_by_key(plies)
    }
}

/// The line of a win that the solver knows, and the plies to its end at most.
pub(super) fn line<const CELLS: usize>(
    solver: &mut VctSolver,
    sketch: &mut Sketch<'_, CELLS>,
    stop: Stop<'_>,
) -> Option<(Vec<Square>, usize)> {
    let (mut next, plies) = solver.winning_move(sketch, stop)?;
    let mut line = Vec::new();
    let mut whole = true;
    let mut left = plies;
    loop {
        line.push(next);
        sketch.make(next);
        if left == 1 {
            break;
        }
        let Some((_, replies)) = solver.defences(sketch, stop) else {
            whole = false;
            break;
        };
        let mut longest: Option<(u16, Square, Square)> = None;
        for reply in replies {
            sketch.make(reply);
            let found = solver.winning_move(sketch, stop);
            sketch.undo();
            let Some((square, plies)) = found else {
                whole = false;
                break;
            };
            if longest.is_none_or(|(most, ..)| plies > most) {
                longest = Some((plies, reply, square));
            }
        }
        match longest {
            Some((plies, reply, square)) if whole => {
                left = plies;
                line.push(reply);
                sketch.make(reply);
                next = square;
            }
            _ => break,
        }
    }
    for _ in &line {
        sketch.undo();
    }
    whole.then_some((line, usize::from(plies)))
}

/// Builds a proof from what the solver knows.
pub(super) struct Builder<'a> {
    pub(super) solver: &'a mut VctSolver,
    pub(super) stop: Stop<'a>,
    pub(super) moves: usize,
}

impl Builder<'_> {
    /// The proof for the attacker, who is to move; `None` if it cannot be had
    /// within the limits.
    pub(super) fn attack<const CELLS: usize>(
        &mut self,
        sketch: &mut Sketch<'_, CELLS>,
    ) -> Option<Attack> {
        self.moves += 1;
        if self.moves > MAX_MOVES {
            return None;
        }
        let (square, plies) = self.solver.winning_move(sketch, self.stop)?;
        if plies == 1 {
            return Some(Attack {
                square,
                defence: None,
            });
        }
        sketch.make(square);
        let defence = self.defence(sketch);
        sketch.undo();
        Some(Attack {
            square,
            defence: Some(defence?),
        })
    }

    fn defence<const CELLS: usize>(&mut self, sketch: &mut Sketch<'_, CELLS>) -> Option<Defence> {
        let (threat, replies) = self.solver.defences(sketch, self.stop)?;
        let mut answered = Vec::with_capacity(replies.len());
        for reply in replies {
            sketch.make(reply);
            let attack = self.attack(sketch);
            sketch.undo();
            answered.push((reply, attack?));
        }
        Some(Defence {
            threat,
            replies: answered,
        })
    }
}
