//! The plan of a data file: what to generate.

use super::record::Header;
use crate::types::{BoardSize, Rule};

/// A board size and how often to play on it, relative to the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeWeight {
    /// The board.
    pub size: BoardSize,
    /// Its weight; not zero.
    pub weight: u32,
}

/// What to generate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The header of the file: rule, node limits, seed.
    pub header: Header,
    /// The boards; not empty.
    pub sizes: Vec<SizeWeight>,
    /// The number of games in the finished file.
    pub games: u64,
    /// The most samples from inside the searches of one game. All positions of the game that need
    /// an evaluation are samples as well.
    pub samples: usize,
    /// Number of threads.
    pub threads: usize,
}

/// The boards of a rule as side length and weight: mostly the boards of tournaments, and some of
/// every other common size.
pub fn default_sizes(rule: Rule) -> Vec<SizeWeight> {
    let sides: &[(i64, u32)] = match rule {
        Rule::Freestyle => &[
            (15, 50),
            (20, 30),
            (10, 1),
            (11, 1),
            (12, 1),
            (13, 2),
            (14, 2),
            (16, 2),
            (17, 2),
            (18, 2),
            (19, 5),
            (22, 1),
            (25, 1),
        ],
        Rule::Standard => &[
            (15, 75),
            (20, 5),
            (19, 8),
            (11, 1),
            (12, 1),
            (13, 3),
            (14, 3),
            (16, 2),
            (17, 2),
        ],
        Rule::Renju => &[
            (15, 90),
            (11, 1),
            (13, 2),
            (14, 2),
            (16, 1),
            (17, 2),
            (19, 1),
            (20, 1),
        ],
        Rule::Caro | Rule::CaroExact => &[
            (15, 75),
            (20, 8),
            (19, 5),
            (12, 2),
            (13, 3),
            (14, 3),
            (16, 2),
            (17, 2),
        ],
    };
    let weighted = |&(side, weight)| SizeWeight {
        size: BoardSize::square(side).expect("a side within the limits"),
        weight,
    };
    sides.iter().map(weighted).collect()
}
