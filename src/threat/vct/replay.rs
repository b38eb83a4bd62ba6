//! Proofs in positions with further stones of the defender: which replies a threat answers by
//! itself.

use super::expand::is_playable;
use super::moves::Threat;
use super::proof::{Attack, Defence};
use super::search::ProofSearch;
use crate::pattern::Class;
use crate::rules::{self, ThreatBoard};
use crate::threat::line_board::{LineBoard, ThreatKind};
use crate::threat::vcf::StopCheck;
use crate::types::Square;

/// Plays a proof again. What is threatened, and which replies may help, is found out anew.
pub struct Replay<'a> {
    /// Finds the replies.
    pub search: &'a mut ProofSearch,
    /// Called regularly; the proof counts as failed if it returns true.
    pub stop: StopCheck<'a>,
}

impl Replay<'_> {
    /// Whether the attack wins for the attacker, who is to move.
    pub fn attack<const CELLS: usize>(
        &mut self,
        board: &mut LineBoard<'_, CELLS>,
        attack: &Attack,
    ) -> bool {
        let attacker = board.side();
        if (self.stop)() || !is_playable(board, attack.at) {
            return false;
        }
        let Some(defence) = &attack.defence else {
            return board.class(attacker, attack.at) == Class::Five;
        };
        board.make(attack.at);
        let wins = self.defence(board, defence);
        board.undo();
        wins
    }

    /// Whether every reply of the defender, who is to move, loses.
    fn defence<const CELLS: usize>(
        &mut self,
        board: &mut LineBoard<'_, CELLS>,
        defence: &Defence,
    ) -> bool {
        let Some(replies) = self.replies(board, defence.threat) else {
            return false;
        };
        replies.into_iter().all(|reply| {
            let Some(answer) = defence.answer(&reply) else {
                return false;
            };
            board.make(reply);
            let wins = self.attack(board, answer);
            board.undo();
            wins
        })
    }

    /// The replies of the defender, who is to move, that may help against this threat. `None` if
    /// the attacker does not have it.
    fn replies<const CELLS: usize>(
        &mut self,
        board: &mut LineBoard<'_, CELLS>,
        claimed: Threat,
    ) -> Option<Vec<Square>> {
        let defender = board.side();
        let mut replies = Vec::new();
        let found = self.search.defences(board, &mut replies, self.stop);
        let is_claimed = match (claimed, found) {
            (Threat::Five, Some(Threat::Five)) => true,
            (Threat::OpenFour, Some(Threat::Five | Threat::OpenFour)) => true,
            (Threat::Vcf(_) | Threat::Win(_), Some(_)) => true,
            (Threat::Win(_), None) if !board.has(defender, ThreatKind::Five) => {
                replies = board.empty_points();
                replies.retain(|reply| rules::is_legal(board, defender, *reply));
                true
            }
            _ => false,
        };
        is_claimed.then_some(replies)
    }
}
