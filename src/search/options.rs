//! What a search looks for and how many variations it reports.

use super::StepSet;

/// Options of one search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchOptions {
    /// The number of best root moves to report with a value and a variation each
    /// (MultiPV), from 1.
    pub multipv: usize,
    /// The longest VCF that the search can see, in consecutive fours, for either
    /// side. A handicap; `u8::MAX` means no limit.
    pub max_fours: u8,
    /// Whether the root is searched for a VCT before the first iteration.
    pub forced_wins: bool,
    /// Whether an only move is searched as long as any other, for its value. In a game it is
    /// answered after a short search.
    pub searches_only_move: bool,
    /// Whether the game goes on after the number of stones at which the rule ends it as a draw.
    pub ignores_stone_limit: bool,
    /// The steps that the search uses. All of them, but to measure what a step is worth.
    pub steps: StepSet,
}

impl SearchOptions {
    /// Those of an analysis, where the value counts as much as the move.
    pub fn analysis() -> SearchOptions {
        SearchOptions {
            searches_only_move: true,
            ..SearchOptions::default()
        }
    }
}

impl Default for SearchOptions {
    /// Those of a game: one variation and no handicap.
    fn default() -> SearchOptions {
        SearchOptions {
            multipv: 1,
            max_fours: u8::MAX,
            forced_wins: true,
            searches_only_move: false,
            ignores_stone_limit: false,
            steps: StepSet::ALL,
        }
    }
}
