//! Wins by threats, by exhaustive search on small boards: every move is tried as a threat, and every
//! reply.

use std::collections::HashMap;

use goshawk::types::{Color, Rule};

use super::attack::BruteForce;
#[cfg(feature = "cli")]
use super::grid::GridPoint;
use super::grid::{Cell, Grid, stone};
use super::random::Random;

/// An exhaustive search for wins by threats.
#[derive(Default)]
pub struct SlowVct {
    /// Wins by fours alone.
    pub fours: BruteForce,
    /// The results of positions searched before, with the plies allowed.
    seen: HashMap<(String, usize), bool>,
}

impl SlowVct {
    /// Does `color`, to move, win in at most `plies` plies, threatening to win by fours alone
    /// with every move?
    pub fn wins(&mut self, grid: &mut Grid, color: Color, plies: usize) -> bool {
        let key = (format!("{grid:?}{color:?}"), plies);
        if let Some(known) = self.seen.get(&key) {
            return *known;
        }
        let answer = self.try_all(grid, color, plies);
        self.seen.insert(key, answer);
        answer
    }

    /// Like [`SlowVct::wins`], for a position that was not searched before.
    fn try_all(&mut self, grid: &mut Grid, color: Color, plies: usize) -> bool {
        if self
            .fours
            .plies(grid, color)
            .is_some_and(|fours| fours <= plies)
        {
            return true;
        }
        plies >= 5
            && grid.empties().into_iter().any(|point| {
                grid.is_legal(point, color)
                    && grid.with(point, color, |grid| self.holds(grid, color, plies - 1))
            })
    }

    /// The first moves of wins of `color`, to move, in at most `plies` plies by threats.
    #[cfg(feature = "cli")]
    pub fn first_moves(&mut self, grid: &mut Grid, color: Color, plies: usize) -> Vec<GridPoint> {
        let mut found = grid.empties();
        found.retain(|point| {
            grid.would_win(*point, color)
                || grid.is_legal(*point, color)
                    && grid.with(*point, color, |grid| self.holds(grid, color, plies - 1))
        });
        found
    }

    /// Does the last move of `color` threaten a win, and win against every reply?
    fn holds(&mut self, grid: &mut Grid, color: Color, plies: usize) -> bool {
        if !grid.fives(!color).is_empty() {
            return false;
        }
        let threatens = self.fours.plies(grid, color);
        threatens.is_some_and(|fours| fours < plies)
            && grid.empties().into_iter().all(|reply| {
                !grid.is_legal(reply, !color)
                    || grid.with(reply, !color, |grid| self.wins(grid, color, plies - 1))
            })
    }
}

/// A small board with stones of `color` in the middle and others anywhere.
pub fn small_grid(random: &mut Random, rule: Rule, color: Color) -> Grid {
    let side = 6;
    let mut grid = Grid::new(side, side, rule);
    for at in 0..7 + random.below(4) {
        let (from, range, who) = match at % 2 {
            0 => (side / 2 - 2, 4, color),
            _ => (0, side as usize, !color),
        };
        let point = (
            from + random.below(range) as i32,
            from + random.below(range) as i32,
        );
        if grid.at(point) == Cell::Empty {
            grid.set(point, stone(who));
        }
    }
    grid
}
