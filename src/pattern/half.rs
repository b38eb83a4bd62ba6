//! What a point sees in one direction along a line, as a code.
//!
//! A stone can share a five only with cells up to four away. Where rows that are
//! too long or blocked do not win, the fifth cell matters too. So a point sees
//! five cells each way, up to the first cell that blocks: an opponent stone, a
//! blocked point or the edge. One half of the line is therefore a string of own and empty cells
//! that ends at distance 1 to 6, where 6 means that none of the five cells blocks.
//!
//! As bits, with own stones as 1 and one more 1 for the end, that is a number from
//! 1 to 63. A seventh bit tells an edge from an opponent stone, which the caro
//! rules need. Two such codes index a table of 16,384 shapes.

use super::line::REACH;

/// Bits of the code of one half.
pub const CODE_BITS: u32 = 7;

/// One half of what a point sees, decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Half {
    /// Distance of the blocking cell, 1 to 6; 6 if none of the five cells blocks.
    pub end: usize,
    /// Own stones before it; bit 0 is the neighbour.
    pub own: u32,
    /// The blocking cell is an edge.
    pub edge: bool,
}

impl Half {
    /// Every possible half.
    pub fn all() -> impl Iterator<Item = Half> {
        (1..=REACH + 1).flat_map(|end| {
            (0..1u32 << (end - 1)).flat_map(move |own| {
                let edges: &[bool] = if end <= REACH {
                    &[false, true]
                } else {
                    &[false]
                };
                edges.iter().map(move |&edge| Half { end, own, edge })
            })
        })
    }

    /// What a colour sees of five cells, the nearest cell lowest. `own` marks the
    /// cells closed to the opponent, `other` those closed to the colour itself; a
    /// wall is closed to both.
    pub fn seen(own: u32, other: u32) -> Half {
        let end = (other | 1 << REACH).trailing_zeros();
        Half {
            end: end as usize + 1,
            own: own & ((1 << end) - 1),
            edge: own >> end & 1 != 0,
        }
    }

    /// The code of this half on the right of a point.
    pub fn right(self) -> usize {
        let code = self.own as usize | 1 << (self.end - 1);
        code | usize::from(self.edge) << (CODE_BITS - 1)
    }

    /// The code of this half on the left of a point.
    pub fn left(self) -> usize {
        let mut code = 1 << (REACH + 1 - self.end);
        for distance in 1..self.end {
            if self.own >> (distance - 1) & 1 != 0 {
                code |= 1 << (REACH + 1 - distance);
            }
        }
        code | usize::from(self.edge) << (CODE_BITS - 1)
    }
}
