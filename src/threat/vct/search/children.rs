//! The children of a node: the attacker's moves, and the defender's replies to a threat.

use super::ProofSearch;
use crate::pattern::Class;
use crate::rules::ThreatBoard;
use crate::threat::line_board::{LineBoard, ThreatKind};
use crate::threat::shortest_vcf::VcfWin;
use crate::threat::vcf::StopCheck;
use crate::threat::vct::effort::{COST, EFFORT, PROOF_VCF_BUDGET, QUIET_SHARE, REPLY_SHARE};
use crate::threat::vct::moves::{self, Threat};
use crate::threat::vct::node::{Child, WHOLE};
use crate::threat::vct::quiet;
use crate::threat::vct::table::Numbers;
use crate::types::Square;

impl ProofSearch {
    /// Adds the moves of the attacker, who is to move, to the children.
    pub(super) fn push_attacks<const CELLS: usize>(&mut self, board: &mut LineBoard<'_, CELLS>) {
        let mut attacks = std::mem::take(&mut self.attacks);
        moves::attacks(board, &mut self.scratch, &mut attacks);
        self.push_moves(board, &attacks);
        attacks.clear();
        self.attacks = attacks;
    }

    /// Adds these moves of the attacker to the children. Those that are not in the table get
    /// initial numbers by class.
    pub(super) fn push_moves<const CELLS: usize>(
        &mut self,
        board: &LineBoard<'_, CELLS>,
        attacks: &[(Square, Class)],
    ) {
        for &(square, class) in attacks {
            let key = self.key_after(board, square);
            let (numbers, plies) = match self.table.get(key) {
                Some(entry) => (entry.numbers, entry.plies),
                None => {
                    let delta = EFFORT[class.index()];
                    (Numbers { phi: 1, delta }, 0)
                }
            };
            self.children.push(Child {
                square,
                key,
                numbers,
                plies,
                share: if class >= Class::OpenThree {
                    WHOLE
                } else {
                    QUIET_SHARE
                },
                cost: COST[class.index()],
            });
        }
    }

    /// Adds the defender's replies to the children, each assessed. Returns the fewest plies to
    /// the end; `None` if he is not threatened or one of the replies refutes the attack.
    pub(super) fn push_defences<const CELLS: usize>(
        &mut self,
        board: &mut LineBoard<'_, CELLS>,
        stop: StopCheck<'_>,
    ) -> Option<u16> {
        let mut replies = std::mem::take(&mut self.replies);
        let threat = self.defences(board, &mut replies, stop);
        let threat = threat.filter(|_| self.push_replies(board, &replies, stop));
        replies.clear();
        self.replies = replies;
        threat.map(Threat::plies)
    }

    /// Adds these replies to the children, each assessed. Returns false as soon as one refutes the
    /// attack.
    fn push_replies<const CELLS: usize>(
        &mut self,
        board: &mut LineBoard<'_, CELLS>,
        replies: &[Square],
        stop: StopCheck<'_>,
    ) -> bool {
        let mut known = Vec::new();
        for &square in replies {
            let key = self.key_after(board, square);
            self.nodes += 1;
            board.make(square);
            debug_assert_eq!(key, self.key(board));
            let (numbers, plies) = self.assess(board, &mut known, stop);
            board.undo();
            if numbers == Numbers::MISSED {
                return false;
            }
            self.children.push(Child {
                square,
                key,
                numbers,
                plies,
                share: REPLY_SHARE,
                cost: 0,
            });
        }
        true
    }

    /// What the attacker threatens; `None` if nothing is threatened that wins within the limit.
    /// `replies` becomes the replies that may help the defender, who is to move.
    pub fn defences<const CELLS: usize>(
        &mut self,
        board: &mut LineBoard<'_, CELLS>,
        replies: &mut Vec<Square>,
        stop: StopCheck<'_>,
    ) -> Option<Threat> {
        let left = self.plies_left(board);
        let threat = moves::defences(board, &mut self.scratch, replies);
        if threat.is_some() || board.has(board.side(), ThreatKind::Five) {
            return threat.filter(|threat| usize::from(threat.plies()) <= left);
        }
        let key = board.key() ^ self.limit_key();
        if let Some((plies, known)) = self.quiet_threats.get(&key) {
            replies.extend_from_slice(known);
            return Some(Threat::Vcf(*plies));
        }
        board.pass();
        let budget = if self.proving {
            PROOF_VCF_BUDGET
        } else {
            self.round().threat
        };
        let found = self.try_vcf(board, budget, left.saturating_sub(1), stop);
        board.undo_pass();
        let VcfWin { plies, tree, .. } = found?;
        let plies = plies as u16;
        quiet::replies(board, &tree, replies);
        if self.quiet_threats.len() >= self.max_quiet_threats {
            self.quiet_threats.clear();
        }
        self.quiet_threats
            .insert(key, (plies, replies.as_slice().into()));
        Some(Threat::Vcf(plies))
    }
}
