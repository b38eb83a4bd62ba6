//! Proof trees: one move at each attacker node, every reply that may help at each
//! defender node.

use super::moves::Threat;
use super::search::ProofSearch;
use crate::rules::ThreatBoard;
use crate::threat::line_board::LineBoard;
use crate::threat::vcf::StopCheck;
use crate::types::Square;

/// The maximum number of attacker moves in a proof tree. A larger tree is of no use to
/// a reader.
pub const MAX_MOVES: usize = 1 << 20;

/// A winning move of the attacker and what follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// The move.
    pub square: Square,
    /// The defender's turn; `None` if the move completes a five.
    pub defence: Option<Defence>,
}

/// The defender's turn in a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defence {
    /// What the attacker does after a reply that is not in the list.
    pub threat: Threat,
    /// The replies that may help, and the attack that wins against each.
    pub replies: Vec<(Square, Attack)>,
    /// In a full proof, the attack that wins after every other reply.
    pub otherwise: Option<Box<Attack>>,
}

impl Attack {
    /// The number of plies to the five under the best defence in the tree.
    pub fn plies(&self) -> usize {
        1 + self.defence.as_ref().map_or(0, Defence::plies)
    }

    /// The number of attacker moves in the tree.
    pub fn moves(&self) -> usize {
        let Some(defence) = &self.defence else {
            return 1;
        };
        let replies = defence.replies.iter().map(|(_, attack)| attack);
        let attacks = replies.chain(defence.otherwise.as_deref());
        1 + attacks.map(Attack::moves).sum::<usize>()
    }

    /// The moves of both sides under the longest defence, up to the attacker's move
    /// against which no reply helps.
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
    /// The number of plies to the five under the best defence in the tree.
    fn plies(&self) -> usize {
        let replies = self.replies.iter().map(|(_, attack)| 1 + attack.plies());
        let others = match &self.otherwise {
            Some(attack) => 1 + attack.plies(),
            None => usize::from(self.threat.plies()),
        };
        replies.max().unwrap_or(0).max(others)
    }

    /// The reply that delays the five longest, and the attack against it.
    pub fn longest(&self) -> Option<&(Square, Attack)> {
        let plies = |reply: &&(Square, Attack)| reply.1.plies();
        // The first of equals: the replies are in a sensible order.
        self.replies.iter().rev().max_by_key(plies)
    }
}

/// The line of a win that the search has found, and an upper bound on the plies to its end.
/// `None` if not even its first move is known. If a later move is not, the line ends there.
pub fn line<const CELLS: usize>(
    search: &mut ProofSearch,
    board: &mut LineBoard<'_, CELLS>,
    stop: StopCheck<'_>,
) -> Option<(Vec<Square>, usize)> {
    let (first, plies) = search.winning_move(board, stop)?;
    let (mut line, mut left) = (vec![first], plies);
    board.make(first);
    while left > 1 {
        let Some((most, reply, next)) = longest(search, board, stop) else {
            break;
        };
        left = most;
        for square in [reply, next] {
            line.push(square);
            board.make(square);
        }
    }
    for _ in &line {
        board.undo();
    }
    Some((line, usize::from(plies)))
}

/// The reply that delays the end longest, with the plies to the end after it and the move
/// that wins against it. `None` if there is no reply, or if a winning move is not known.
fn longest<const CELLS: usize>(
    search: &mut ProofSearch,
    board: &mut LineBoard<'_, CELLS>,
    stop: StopCheck<'_>,
) -> Option<(u16, Square, Square)> {
    let (_, replies) = search.defences(board, stop)?;
    let mut longest: Option<(u16, Square, Square)> = None;
    for reply in replies {
        board.make(reply);
        let found = search.winning_move(board, stop);
        board.undo();
        let (square, plies) = found?;
        if longest.is_none_or(|(most, ..)| plies > most) {
            longest = Some((plies, reply, square));
        }
    }
    longest
}

/// Builds a proof tree from what the search knows.
pub struct ProofBuilder<'a> {
    /// The search that has found the win.
    pub search: &'a mut ProofSearch,
    /// Called regularly; the proof is given up if it returns true.
    pub stop: StopCheck<'a>,
    /// The number of attacker moves so far.
    pub moves: usize,
}

impl ProofBuilder<'_> {
    /// The proof for the attacker, who is to move; `None` if it exceeds a limit.
    pub fn attack<const CELLS: usize>(
        &mut self,
        board: &mut LineBoard<'_, CELLS>,
    ) -> Option<Attack> {
        self.moves += 1;
        if self.moves > MAX_MOVES {
            return None;
        }
        let (square, plies) = self.search.winning_move(board, self.stop)?;
        if plies == 1 {
            return Some(Attack {
                square,
                defence: None,
            });
        }
        board.make(square);
        let defence = self.defence(board);
        board.undo();
        Some(Attack {
            square,
            defence: Some(defence?),
        })
    }

    /// The defender's part of a proof.
    fn defence<const CELLS: usize>(&mut self, board: &mut LineBoard<'_, CELLS>) -> Option<Defence> {
        let (threat, replies) = self.search.defences(board, self.stop)?;
        let mut answered = Vec::with_capacity(replies.len());
        for reply in replies {
            board.make(reply);
            let attack = self.attack(board);
            board.undo();
            answered.push((reply, attack?));
        }
        Some(Defence {
            threat,
            replies: answered,
            otherwise: None,
        })
    }
}
