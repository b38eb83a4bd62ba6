//! The positions of the benchmark: every rule, small and large boards, openings and
//! middle games, either side to move.

use crate::types::Rule;

/// A position of the benchmark.
pub struct BenchPosition {
    /// The number of points in a row.
    pub width: i64,
    /// The number of points in a column.
    pub height: i64,
    /// The rule in force.
    pub rule: Rule,
    /// The moves that lead to it, Black's first.
    pub moves: &'static [(u8, u8)],
}

/// The positions, in the order in which they are searched.
#[rustfmt::skip]
pub const POSITIONS: [BenchPosition; 19] = [
    square(20, Rule::Freestyle, &[(12, 9), (13, 10), (9, 7), (11, 10)]),
    square(20, Rule::Freestyle, &[(11, 7), (10, 7), (9, 6), (11, 6), (6, 6)]),
    square(20, Rule::Freestyle, &[
        (12, 10), (11, 10), (13, 8), (11, 8), (10, 12), (10, 9), (11, 11), (13, 9), (12, 12),
        (12, 9), (9, 9), (10, 10),
    ]),
    square(15, Rule::Freestyle, &[(9, 6), (7, 4), (6, 6), (9, 5), (7, 5)]),
    square(15, Rule::Freestyle, &[(8, 4), (9, 4), (7, 4), (6, 5), (4, 7), (9, 6)]),
    square(15, Rule::Freestyle, &[
        (10, 8), (9, 9), (11, 6), (8, 7), (8, 10), (9, 7), (9, 10), (10, 10), (7, 7), (9, 11),
        (11, 8), (9, 8),
    ]),
    // Symmetric: half of the root moves are mirror images of the others.
    square(15, Rule::Standard, &[(7, 7), (7, 8), (7, 6), (7, 9)]),
    square(15, Rule::Standard, &[
        (7, 8), (5, 5), (5, 3), (8, 6), (4, 7), (7, 7), (4, 4), (6, 8), (5, 9), (3, 5),
    ]),
    square(15, Rule::Renju, &[(7, 7), (6, 7), (7, 9), (5, 10), (4, 8)]),
    square(15, Rule::Renju, &[(7, 7), (7, 8), (9, 6), (6, 8), (8, 10), (10, 7)]),
    square(15, Rule::Renju, &[
        (7, 7), (6, 8), (8, 8), (6, 6), (5, 5), (5, 6), (6, 7), (5, 7), (4, 6), (4, 8), (7, 5),
        (5, 9),
    ]),
    square(15, Rule::Renju, &[
        (7, 7), (8, 6), (9, 5), (8, 5), (7, 6), (9, 7), (8, 7), (6, 5), (7, 5), (7, 4), (8, 3),
        (7, 9), (6, 3),
    ]),
    // Black has a VCT.
    square(15, Rule::Renju, &[
        (7, 5), (8, 4), (7, 6), (8, 6), (9, 6), (6, 7), (7, 7), (9, 7), (8, 8), (7, 8),
    ]),
    square(15, Rule::Caro, &[(7, 7), (8, 6), (6, 6), (8, 8), (5, 7)]),
    square(15, Rule::Caro, &[
        (5, 8), (7, 10), (9, 10), (7, 9), (7, 12), (8, 11), (8, 9), (9, 11), (10, 11), (7, 8),
        (7, 6),
    ]),
    square(15, Rule::CaroExact, &[
        (8, 7), (10, 4), (8, 3), (6, 8), (5, 10), (7, 9), (7, 6), (6, 5),
    ]),
    rectangle(11, 14, Rule::Freestyle, &[
        (3, 7), (4, 8), (4, 6), (3, 5), (1, 4), (5, 5), (4, 5),
    ]),
    rectangle(24, 17, Rule::Freestyle, &[
        (9, 5), (9, 3), (7, 3), (7, 5), (11, 4), (8, 4), (6, 6), (6, 4), (8, 6), (10, 4),
    ]),
    square(31, Rule::Freestyle, &[
        (6, 8), (8, 8), (11, 7), (9, 6), (11, 5), (9, 8), (9, 5), (10, 6), (10, 8),
    ]),
];

/// A position on a square board.
const fn square(side: i64, rule: Rule, moves: &'static [(u8, u8)]) -> BenchPosition {
    rectangle(side, side, rule, moves)
}

/// A position on a board of any size.
const fn rectangle(
    width: i64,
    height: i64,
    rule: Rule,
    moves: &'static [(u8, u8)],
) -> BenchPosition {
    BenchPosition {
        width,
        height,
        rule,
        moves,
    }
}
