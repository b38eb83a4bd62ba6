//! Attack and defence by exhaustive search.

use std::collections::HashMap;

use goshawk::types::Color;

use super::grid::{Cell, DIRECTIONS, Grid, GridPoint, step};

/// All stops of `color`, which threatens to win on each of `fives`: the legal points of
/// the opponent after which no winning point is left.
pub fn stops(grid: &mut Grid, color: Color, fives: &[GridPoint]) -> Vec<GridPoint> {
    // A stone affects a point only along a line and at most six cells away.
    let mut found = vec![fives[0]];
    for direction in DIRECTIONS {
        found.extend(
            (-6..=6)
                .filter(|d| *d != 0)
                .map(|d| step(fives[0], direction, d)),
        );
    }
    found.retain(|point| {
        grid.at(*point) == Cell::Empty
            && grid.with(*point, !color, |grid| {
                fives
                    .iter()
                    .all(|five| five == point || !grid.would_win(*five, color))
            })
            && grid.is_legal(*point, !color)
    });
    found
}

/// The legal points after which `color` threatens to win, each with the points that it
/// threatens.
pub fn fours(grid: &mut Grid, color: Color) -> Vec<(GridPoint, Vec<GridPoint>)> {
    let mut found = Vec::new();
    for point in grid.empties() {
        // A new threat lies on a line through the new stone.
        let mut near = Vec::new();
        for direction in DIRECTIONS {
            near.extend((-5..=5).map(|d| step(point, direction, d)));
        }
        let fives = grid.with(point, color, |grid| {
            near.retain(|p| grid.at(*p) == Cell::Empty && grid.would_win(*p, color));
            near
        });
        if !fives.is_empty() && grid.is_legal(point, color) {
            found.push((point, fives));
        }
    }
    found
}

/// The points of all fours of `color` that nothing stops. `color` is to move and has no
/// winning point.
pub fn wins_in_three(grid: &mut Grid, color: Color) -> Vec<GridPoint> {
    let mut found = fours(grid, color);
    let threats = grid.fives(!color);
    found.retain(|(point, fives)| {
        let takes_all = threats.iter().all(|threat| {
            threat == point || grid.with(*point, color, |g| !g.would_win(*threat, !color))
        });
        takes_all && grid.with(*point, color, |grid| stops(grid, color, fives).is_empty())
    });
    found.into_iter().map(|(point, _)| point).collect()
}

/// Does `color` win in at most five plies by playing `first`, whatever the opponent
/// replies?
pub fn wins_in_five_with(grid: &mut Grid, color: Color, first: GridPoint) -> bool {
    if !grid.is_legal(first, color) {
        return false;
    }
    grid.with(first, color, |grid| {
        grid.empties().into_iter().all(|reply| {
            if grid.would_win(reply, !color) {
                return false;
            }
            !grid.is_legal(reply, !color)
                || grid.with(reply, !color, |grid| {
                    !grid.fives(color).is_empty() || !wins_in_three(grid, color).is_empty()
                })
        })
    })
}

/// Plays a win by fours on the plain board against every stop. In `tree` each four is followed
/// by its stops, each stop by the win after it. Returns the plies to the five; panics if it is not
/// a win.
pub fn confirm_fours(
    grid: &mut Grid,
    color: Color,
    tree: &mut impl Iterator<Item = GridPoint>,
) -> usize {
    let at = tree.next().expect("a move");
    assert_eq!(grid.at(at), Cell::Empty, "{at:?}\n{grid:?}");
    if grid.would_win(at, color) {
        return 1;
    }
    assert!(grid.is_legal(at, color), "{at:?} is forbidden\n{grid:?}");
    grid.with(at, color, |grid| {
        assert_eq!(grid.fives(!color), [], "the opponent wins\n{grid:?}");
        let fives = grid.fives(color);
        assert!(!fives.is_empty(), "{at:?} is not a four\n{grid:?}");
        let mut open = stops(grid, color, &fives);
        let mut longest = 3;
        while !open.is_empty() {
            let stop = tree.next().expect("a stop");
            let known = open.len();
            open.retain(|other| *other != stop);
            assert!(open.len() < known, "{stop:?} does not stop\n{grid:?}");
            let plies = grid.with(stop, !color, |grid| confirm_fours(grid, color, tree));
            longest = longest.max(2 + plies);
        }
        longest
    })
}

/// An exhaustive search for wins by fours alone.
#[derive(Default)]
pub struct BruteForce {
    /// The results of positions searched before.
    seen: HashMap<String, Option<usize>>,
}

impl BruteForce {
    /// Does `color`, to move, win by fours alone?
    pub fn wins(&mut self, grid: &mut Grid, color: Color) -> bool {
        self.plies(grid, color).is_some()
    }

    /// The length in plies of the shortest win by fours alone of `color`, to move.
    pub fn plies(&mut self, grid: &mut Grid, color: Color) -> Option<usize> {
        let key = format!("{grid:?}{color:?}");
        if let Some(known) = self.seen.get(&key) {
            return *known;
        }
        let answer = self.try_all(grid, color);
        self.seen.insert(key, answer);
        answer
    }

    /// The fours of `color`, to move, that begin a win by fours alone. Neither side has a five.
    #[cfg(feature = "cli")]
    pub fn first_moves(&mut self, grid: &mut Grid, color: Color) -> Vec<GridPoint> {
        let mut found = fours(grid, color);
        found.retain(|(point, fives)| {
            grid.with(*point, color, |grid| {
                stops(grid, color, fives)
                    .into_iter()
                    .all(|stop| grid.with(stop, !color, |grid| self.wins(grid, color)))
            })
        });
        found.into_iter().map(|(point, _)| point).collect()
    }

    /// Like [`BruteForce::plies`], for a position that was not searched before.
    fn try_all(&mut self, grid: &mut Grid, color: Color) -> Option<usize> {
        if !grid.fives(color).is_empty() {
            return Some(1);
        }
        let fours = fours(grid, color).into_iter();
        let plies = fours.filter_map(|(point, fives)| {
            grid.with(point, color, |grid| {
                if !grid.fives(!color).is_empty() {
                    return None;
                }
                let mut longest = 3;
                for stop in stops(grid, color, &fives) {
                    let plies = grid.with(stop, !color, |grid| self.plies(grid, color))?;
                    longest = longest.max(2 + plies);
                }
                Some(longest)
            })
        });
        plies.min()
    }
}
