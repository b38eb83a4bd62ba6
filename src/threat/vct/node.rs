//! One node of the search: its children, its numbers, and the child to search next.

use super::table::{INFINITE, Numbers};
use crate::types::Square;

/// The effort of a child may exceed that of its best sibling by this fraction, as a
/// divisor, before the search switches to the sibling. Each switch costs another
/// descent.
const EPSILON: u32 = 16;

/// One move at a node and what is known about the position after it.
pub struct Child {
    /// The move.
    pub square: Square,
    /// The key after it.
    pub key: u64,
    /// The numbers after it, from the view of the side to move there.
    pub numbers: Numbers,
    /// If the attacker wins there: in at most this many plies.
    pub plies: u16,
    /// Its weight when efforts of siblings are added, in parts of [`WHOLE`].
    pub share: u32,
    /// The effort of the move itself, added to that after it.
    pub cost: u32,
}

impl Child {
    /// The effort that the side to move needs to reach its aim with this move.
    fn effort(&self) -> u32 {
        match self.numbers.delta {
            0 => 0,
            INFINITE => INFINITE,
            delta => delta + self.cost,
        }
    }
}

/// The share of a child of full weight.
pub const WHOLE: u32 = 2;

/// The numbers of a node, computed from those of its children.
///
/// The other side's effort is that of the hardest child plus a share for each other
/// child. A plain sum would count the work that several children have in common
/// several times.
pub fn sum_up(children: &[Child]) -> Numbers {
    let mut numbers = Numbers {
        phi: INFINITE,
        delta: 0,
    };
    let mut open = false;
    for child in children {
        numbers.phi = numbers.phi.min(child.effort());
        numbers.delta = numbers.delta.max(child.numbers.phi);
        open |= child.numbers.phi > 0;
    }
    if numbers.phi == 0 {
        return Numbers::REACHED;
    }
    if !open {
        return Numbers::MISSED;
    }
    numbers.delta = (numbers.delta + others(children)).min(INFINITE - 1);
    numbers
}

/// The sum of the shares of the open children without the largest one.
fn others(children: &[Child]) -> u32 {
    let (mut sum, mut most) = (0, 0);
    for child in children.iter().filter(|child| child.numbers.phi > 0) {
        sum += child.share;
        most = most.max(child.share);
    }
    (sum - most) / WHOLE
}

/// The child to search next and the bounds for its search.
pub fn choose(children: &[Child], bounds: Numbers) -> (usize, Numbers) {
    let mut best = 0;
    let mut second = INFINITE;
    for (at, child) in children.iter().enumerate().skip(1) {
        if child.effort() < children[best].effort() {
            second = children[best].effort();
            best = at;
        } else {
            second = second.min(child.effort());
        }
    }
    let phi = match bounds.delta {
        INFINITE => INFINITE,
        delta => delta - others(children),
    };
    let delta = bounds.phi.min(second.saturating_add(second / EPSILON + 1));
    (
        best,
        Numbers {
            phi,
            delta: delta.min(INFINITE) - children[best].cost,
        },
    )
}

/// The plies and the move of a node that the attacker wins; zero and no move at others.
pub fn outcome(
    children: &[Child],
    attacking: bool,
    least_plies: u16,
    numbers: Numbers,
) -> (u16, Square) {
    if attacking && numbers == Numbers::REACHED {
        let won = children.iter().filter(|child| child.numbers.delta == 0);
        let best = won.min_by_key(|child| child.plies);
        best.map_or((0, Square::NONE), |child| (child.plies + 1, child.square))
    } else if !attacking && numbers == Numbers::MISSED {
        let longest = children.iter().map(|child| child.plies + 1).max();
        (longest.unwrap_or(0).max(least_plies), Square::NONE)
    } else {
        (0, Square::NONE)
    }
}
