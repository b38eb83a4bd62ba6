//! The numbers that steer the search: budgets of the VCFs on the way, and the initial
//! effort, cost and share of each move.

use super::node::WHOLE;
use crate::pattern::Class;

/// The budgets, in moves made, of the searches for VCFs at the nodes of one round.
pub struct Round {
    /// At an attacker node.
    pub vcf: u64,
    /// At a defender node, to see whether a quiet move threatens a VCF.
    pub threat: u64,
    /// The total of moves made at which the next round begins.
    pub until: u64,
}

/// The first round is long and has small budgets: most wins can be found with threes and
/// short VCFs.
pub const ROUNDS: [Round; 3] = [
    Round {
        vcf: 10,
        threat: 20,
        until: 8_000_000,
    },
    Round {
        vcf: 100,
        threat: 200,
        until: 30_000_000,
    },
    Round {
        vcf: 1000,
        threat: 2000,
        until: u64::MAX,
    },
];
/// The budget of each VCF search while a proof is being built, when a win is known to exist.
pub const PROOF_VCF_BUDGET: u64 = 1_000_000;
/// The budget of each VCF search within a limit on the length of the win.
pub const LIMITED_VCF_BUDGET: u64 = 100_000;
/// The budget for shortening each VCF of a proof.
pub const LEAF_SHORTEN_BUDGET: u64 = 1_000;

/// The initial effort of an attack by its class: the weaker the threat, the more effort
/// a proof is likely to need.
pub const EFFORT: [u32; Class::COUNT] = [9, 9, 8, 8, 5, 5, 3, 2, 1, 3, 2, 1, 1, 1];
/// The effort of an attack itself by its class, added to that after it. It makes the
/// search prefer short attacks with few quiet moves everywhere in the tree.
pub const COST: [u32; Class::COUNT] = [6, 6, 6, 6, 6, 6, 4, 4, 4, 2, 2, 2, 2, 2];
/// The share of an attack that is neither a three nor a four in the effort of a
/// disproof: nearly all of them threaten nothing.
pub const QUIET_SHARE: u32 = 0;
/// The share of a reply in the effort of a proof: the refutations of the replies to
/// one threat have much in common.
pub const REPLY_SHARE: u32 = WHOLE / 2;
