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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::zobrist::mix;

    fn child(phi: u32, delta: u32, cost: u32) -> Child {
        Child {
            square: Square(delta as u16),
            key: 0,
            numbers: Numbers { phi, delta },
            plies: 0,
            share: WHOLE,
            cost,
        }
    }

    #[test]
    fn the_numbers_of_a_node_follow_from_its_children() {
        // The easiest move counts for the side to move, the hardest for the other side.
        let children = [child(3, 9, 1), child(7, 4, 2)];
        let numbers = sum_up(&children);
        assert_eq!((numbers.phi, numbers.delta), (6, 7 + 1));
        // A lost move no longer counts, a move that is not quite separate counts half.
        let half = |phi| Child {
            share: 1,
            ..child(phi, 5, 0)
        };
        let children = [child(0, INFINITE, 1), child(2, 5, 0), half(1), half(1)];
        let numbers = sum_up(&children);
        assert_eq!((numbers.phi, numbers.delta), (5, 2 + 1));
        // One winning move decides, or only losing ones.
        let won = child(INFINITE, 0, 3);
        assert_eq!(sum_up(&[child(1, 1, 0), won]), Numbers::REACHED);
        let lost = || child(0, INFINITE, 3);
        assert_eq!(sum_up(&[lost(), lost()]), Numbers::MISSED);
        assert_eq!(sum_up(&[]), Numbers::MISSED);
    }

    #[test]
    fn the_easiest_child_may_cost_a_little_more_than_its_sibling() {
        let children = [child(1, 40, 0), child(1, 32, 0), child(1, 90, 0)];
        let wide = Numbers {
            phi: INFINITE,
            delta: INFINITE,
        };
        let (best, bounds) = choose(&children, wide);
        assert_eq!((best, bounds.phi), (1, INFINITE));
        assert_eq!(bounds.delta, 40 + 40 / EPSILON + 1);
        let narrow = Numbers { phi: 35, delta: 9 };
        let (best, bounds) = choose(&children, narrow);
        assert_eq!((best, bounds.phi, bounds.delta), (1, 9 - 2, 35));
    }

    /// Otherwise a search would return at once and be repeated for ever.
    #[test]
    fn a_child_is_searched_only_within_bounds_that_it_has_not_reached() {
        let mut state = 0;
        let mut below = |limit: u32| {
            state = mix(state + 1);
            (state % u64::from(limit)) as u32
        };
        let mut searched = 0;
        for _ in 0..20_000 {
            let count = 1 + below(6);
            let children: Vec<Child> = (0..count)
                .map(|_| {
                    let (phi, delta) = match below(5) {
                        0 => (0, INFINITE),
                        _ => (1 + below(30), 1 + below(30)),
                    };
                    Child {
                        share: 1 + below(WHOLE),
                        ..child(phi, delta, below(5))
                    }
                })
                .collect();
            let numbers = sum_up(&children);
            let bound = |least: u32, more: u32| match more {
                0 => INFINITE,
                _ => (least + more).min(INFINITE),
            };
            let bounds = Numbers {
                phi: bound(numbers.phi, below(20)),
                delta: bound(numbers.delta, below(20)),
            };
            if numbers.phi >= bounds.phi || numbers.delta >= bounds.delta {
                continue;
            }
            let (best, inner) = choose(&children, bounds);
            let found = children[best].numbers;
            assert!(found.phi < inner.phi && found.delta < inner.delta);
            searched += 1;
        }
        assert!(searched > 10_000);
    }

    #[test]
    fn a_win_is_as_long_as_the_best_defence() {
        let won = |square, plies| Child {
            square: Square(square),
            plies,
            ..child(INFINITE, 0, 0)
        };
        let lost = |plies| Child {
            plies,
            ..child(0, INFINITE, 0)
        };
        let attacks = [won(1, 7), won(2, 3), child(1, 1, 0)];
        let found = outcome(&attacks, true, 0, sum_up(&attacks));
        assert_eq!(found, (4, Square(2)));
        let replies = [lost(3), lost(9)];
        let found = outcome(&replies, false, 5, sum_up(&replies));
        assert_eq!(found, (10, Square::NONE));
        // What is threatened may take longer than all replies.
        let found = outcome(&replies, false, 12, sum_up(&replies));
        assert_eq!(found, (12, Square::NONE));
        let open = [child(1, 1, 0)];
        assert_eq!(outcome(&open, true, 5, sum_up(&open)), (0, Square::NONE));
    }
}
