//! Proof trees: one move at each attacker node, every reply that may help at each
//! defender node.

use super::moves::{self, Status, Threat};
use super::search::ProofSearch;
use super::win::Win;
use crate::movegen;
use crate::rules::{self, ThreatBoard};
use crate::threat::line_board::LineBoard;
use crate::threat::vcf::StopCheck;
use crate::types::Square;

/// The maximum number of attacker moves in a proof tree. A larger tree is of no use to
/// a reader.
pub const MAX_MOVES: usize = 1 << 20;

/// A winning move of the attacker and what follows. Moves are squares, or points outside of the
/// solvers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack<P = Square> {
    /// The move.
    pub at: P,
    /// The defender's turn; `None` if the move completes a five.
    pub defence: Option<Defence<P>>,
}

/// The defender's turn in a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defence<P = Square> {
    /// What the attacker does after a reply that is not in the list.
    pub threat: Threat,
    /// The replies that may help, and the attack that wins against each.
    pub replies: Vec<(P, Attack<P>)>,
    /// The attack that wins after every other reply: in a full proof, and where the threat is a
    /// [`Threat::Win`].
    pub otherwise: Option<Box<Attack<P>>>,
}

impl Attack {
    /// The proof of a win by fours with this tree, see
    /// [`VcfSolver::tree`](crate::threat::VcfSolver::tree). `None` if it does not win.
    pub fn by_fours<const CELLS: usize>(
        board: &mut LineBoard<'_, CELLS>,
        tree: &[Square],
    ) -> Option<Attack> {
        next_four(board, &mut tree.iter().copied())
    }
}

impl<P: Copy> Attack<P> {
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
    pub fn main_line(&self) -> Vec<P> {
        let mut variation = vec![self.at];
        let mut defence = self.defence.as_ref();
        while let Some((reply, attack)) = defence.and_then(Defence::longest) {
            variation.extend([*reply, attack.at]);
            defence = attack.defence.as_ref();
        }
        variation
    }

    /// True if each move threatens a five, an open four or a win by fours.
    pub fn is_by_threats(&self) -> bool {
        let Some(defence) = &self.defence else {
            return true;
        };
        let mut replies = defence.replies.iter();
        !matches!(defence.threat, Threat::Win(_))
            && replies.all(|(_, attack)| attack.is_by_threats())
    }

    /// The same attack with moves of another kind.
    pub fn map<Q>(&self, to: &impl Fn(P) -> Q) -> Attack<Q> {
        Attack {
            at: to(self.at),
            defence: self.defence.as_ref().map(|defence| defence.map(to)),
        }
    }
}

impl<P: Copy> Defence<P> {
    /// The number of plies to the five under the best defence in the tree.
    fn plies(&self) -> usize {
        let replies = self.replies.iter().map(|(_, attack)| 1 + attack.plies());
        let others = match &self.otherwise {
            Some(attack) => 1 + attack.plies(),
            None => usize::from(self.threat.plies()),
        };
        replies.max().unwrap_or(0).max(others)
    }

    /// The attack against a reply.
    pub fn answer(&self, reply: &P) -> Option<&Attack<P>>
    where
        P: PartialEq,
    {
        let listed = self.replies.iter().find(|(listed, _)| listed == reply);
        let listed = listed.map(|(_, attack)| attack);
        listed.or(self.otherwise.as_deref())
    }

    /// The reply that delays the five longest, and the attack against it.
    pub fn longest(&self) -> Option<&(P, Attack<P>)> {
        let plies = |reply: &&(P, Attack<P>)| reply.1.plies();
        // The first of equals: the replies are in a sensible order.
        self.replies.iter().rev().max_by_key(plies)
    }

    fn map<Q>(&self, to: &impl Fn(P) -> Q) -> Defence<Q> {
        let replies = self.replies.iter();
        Defence {
            threat: self.threat,
            replies: replies
                .map(|(reply, attack)| (to(*reply), attack.map(to)))
                .collect(),
            otherwise: self
                .otherwise
                .as_ref()
                .map(|attack| Box::new(attack.map(to))),
        }
    }
}

/// The proof of a win by the next moves of a tree of fours.
fn next_four<const CELLS: usize>(
    board: &mut LineBoard<'_, CELLS>,
    tree: &mut impl Iterator<Item = Square>,
) -> Option<Attack> {
    let square = tree.next()?;
    if let Status::Won(_, 1) = moves::status(board) {
        return Some(Attack {
            at: square,
            defence: None,
        });
    }
    board.make(square);
    let replies = stops_answered(board, tree);
    board.undo();
    let defence = Defence {
        threat: Threat::Five,
        replies: replies?,
        otherwise: None,
    };
    Some(Attack {
        at: square,
        defence: Some(defence),
    })
}

/// The stops of a four with the attacks against them, which are the next moves of a tree.
fn stops_answered<const CELLS: usize>(
    board: &mut LineBoard<'_, CELLS>,
    tree: &mut impl Iterator<Item = Square>,
) -> Option<Vec<(Square, Attack)>> {
    let side = board.side();
    let mut stops = Vec::new();
    movegen::stops(board, &mut stops);
    stops.retain(|stop| rules::is_legal(board, side, *stop));
    let mut replies = Vec::with_capacity(stops.len());
    // The tree has the stops in reverse order.
    for stop in stops.into_iter().rev() {
        if tree.next() != Some(stop) {
            return None;
        }
        board.make(stop);
        let attack = next_four(board, tree);
        board.undo();
        replies.push((stop, attack?));
    }
    replies.reverse();
    Some(replies)
}

/// The variation of a win that the search has found, and an upper bound on the plies to its end.
/// `None` if not even its first move is known. If a later move is not, the variation ends there.
pub fn variation<const CELLS: usize>(
    search: &mut ProofSearch,
    board: &mut LineBoard<'_, CELLS>,
    stop: StopCheck<'_>,
) -> Option<(Vec<Square>, usize)> {
    let mut win = search.win(board, stop)?;
    let plies = win.plies();
    let mut variation = Vec::new();
    loop {
        let (square, plies) = match win {
            Win::Move(square, plies) => (square, plies),
            Win::Fours(fours) => {
                variation.iter().for_each(|_| board.undo());
                variation.extend(fours.variation);
                break;
            }
        };
        variation.push(square);
        board.make(square);
        let next = match plies {
            1 => None,
            _ => longest(search, board, stop),
        };
        let Some((reply, answer)) = next else {
            variation.iter().for_each(|_| board.undo());
            break;
        };
        variation.push(reply);
        board.make(reply);
        win = answer;
    }
    Some((variation, plies))
}

/// The reply that delays the end longest, and the win against it. `None` if there is no
/// reply, or if a win is not known.
fn longest<const CELLS: usize>(
    search: &mut ProofSearch,
    board: &mut LineBoard<'_, CELLS>,
    stop: StopCheck<'_>,
) -> Option<(Square, Win)> {
    let mut replies = Vec::new();
    search.defences(board, &mut replies, stop)?;
    let mut longest: Option<(Square, Win)> = None;
    for reply in replies {
        board.make(reply);
        let win = search.win(board, stop);
        board.undo();
        let win = win?;
        if longest
            .as_ref()
            .is_none_or(|(_, known)| win.plies() > known.plies())
        {
            longest = Some((reply, win));
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
    /// The number of attacker moves that are left.
    pub moves_left: usize,
}

impl ProofBuilder<'_> {
    /// The proof for the attacker, who is to move; `None` if it exceeds a limit.
    pub fn attack<const CELLS: usize>(
        &mut self,
        board: &mut LineBoard<'_, CELLS>,
    ) -> Option<Attack> {
        self.moves_left = self.moves_left.checked_sub(1)?;
        if (self.stop)() {
            return None;
        }
        let square = match self.search.win(board, self.stop)? {
            Win::Move(square, plies) if plies > 1 => square,
            Win::Move(square, _) => {
                return Some(Attack {
                    at: square,
                    defence: None,
                });
            }
            Win::Fours(fours) => return Attack::by_fours(board, &fours.tree),
        };
        board.make(square);
        let defence = self.defence(board);
        board.undo();
        Some(Attack {
            at: square,
            defence: Some(defence?),
        })
    }

    /// The defender's part of a proof.
    fn defence<const CELLS: usize>(&mut self, board: &mut LineBoard<'_, CELLS>) -> Option<Defence> {
        let mut replies = Vec::new();
        let threat = self.search.defences(board, &mut replies, self.stop)?;
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
