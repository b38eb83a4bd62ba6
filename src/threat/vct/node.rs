//! One node of the search: its children, its numbers, and where to go next.

use super::table::{INFINITE, Numbers};
use crate::types::Square;

/// A child may grow past its best sibling by this part before the search turns
/// to the sibling: fewer changes of mind, each of which costs a way down again.
const EPSILON: u32 = 4;

/// One move at a node, and what is known of where it leads.
pub struct Child {
    /// The move.
    pub square: Square,
    /// The key after it.
    pub key: u64,
    /// As the side to move after it sees them.
    pub numbers: Numbers,
    /// If the attacker wins there: within that many plies.
    pub plies: u16,
}

/// The numbers of a node from those of its children.
///
/// The other side's effort is that for the hardest child and one for each
/// other: a sum would count what several children share again and again.
pub fn sum_up(children: &[Child]) -> Numbers {
    let mut numbers = Numbers {
        phi: INFINITE,
        delta: 0,
    };
    let mut open = 0;
    for child in children {
        numbers.phi = numbers.phi.min(child.numbers.delta);
        numbers.delta = numbers.delta.max(child.numbers.phi);
        open += u32::from(child.numbers.phi > 0);
    }
    if numbers.phi == 0 {
        return Numbers::REACHED;
    }
    if open == 0 {
        return Numbers::MISSED;
    }
    numbers.delta = (numbers.delta + open - 1).min(INFINITE - 1);
    numbers
}

/// The child to search next, and how far.
pub fn choose(children: &[Child], bounds: Numbers) -> (usize, Numbers) {
    let mut best = 0;
    let mut second = INFINITE;
    let mut open = 0;
    for (at, child) in children.iter().enumerate() {
        open += u32::from(child.numbers.phi > 0);
        if at == 0 {
            continue;
        }
        if child.numbers.delta < children[best].numbers.delta {
            second = children[best].numbers.delta;
            best = at;
        } else {
            second = second.min(child.numbers.delta);
        }
    }
    let phi = match bounds.delta {
        INFINITE => INFINITE,
        delta => delta - (open - 1),
    };
    let delta = bounds.phi.min(second.saturating_add(second / EPSILON + 1));
    (
        best,
        Numbers {
            phi,
            delta: delta.min(INFINITE),
        },
    )
}

/// Plies and move of a node that the attacker wins.
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
