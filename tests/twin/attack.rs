//! Attack and defence by trying everything.

use std::collections::HashMap;

use goshawk::types::Color;

use super::grid::{Grid, Man, Place, WAYS, step};

/// Everything that keeps `color`, who threatens to win on all of `fives`, from
/// winning with the next stone: the legal points of the opponent after which no
/// winning point is left.
pub fn stops(grid: &mut Grid, color: Color, fives: &[Place]) -> Vec<Place> {
    // A stone matters to a point only along a line, six cells away at most.
    let mut found = vec![fives[0]];
    for way in WAYS {
        found.extend((-6..=6).filter(|d| *d != 0).map(|d| step(fives[0], way, d)));
    }
    found.retain(|place| {
        grid.at(*place) == Man::Empty
            && grid.with(*place, !color, |grid| {
                fives
                    .iter()
                    .all(|five| five == place || !grid.would_win(*five, color))
            })
            && grid.is_legal(*place, !color)
    });
    found
}

/// The legal points after which `color` threatens to win, those that win at
/// once excepted, each with what it threatens.
pub fn fours(grid: &mut Grid, color: Color) -> Vec<(Place, Vec<Place>)> {
    let mut found = Vec::new();
    for place in grid.empties() {
        // A new threat lies on a line of the new stone.
        let mut near = Vec::new();
        for way in WAYS {
            near.extend((-5..=5).map(|d| step(place, way, d)));
        }
        let fives = grid.with(place, color, |grid| {
            near.retain(|p| grid.at(*p) == Man::Empty && grid.would_win(*p, color));
            near
        });
        if !fives.is_empty() && grid.is_legal(place, color) {
            found.push((place, fives));
        }
    }
    found
}

/// Does `color`, to move and without a winning point, have a four that nothing
/// stops: the points of all such fours.
pub fn wins_in_three(grid: &mut Grid, color: Color) -> Vec<Place> {
    let mut found = fours(grid, color);
    let threats = grid.fives(!color);
    found.retain(|(place, fives)| {
        let takes_all = threats.iter().all(|threat| {
            threat == place || grid.with(*place, color, |g| !g.would_win(*threat, !color))
        });
        takes_all && grid.with(*place, color, |grid| stops(grid, color, fives).is_empty())
    });
    found.into_iter().map(|(place, _)| place).collect()
}

/// Does a legal `first` of `color` win in five plies at the latest, whatever
/// the opponent replies?
pub fn wins_in_five_with(grid: &mut Grid, color: Color, first: Place) -> bool {
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

/// Looks for a win by fours alone, trying everything. Positions seen are kept.
#[derive(Default)]
pub struct BruteForce {
    seen: HashMap<String, bool>,
}

impl BruteForce {
    /// Does `color`, to move, win by fours?
    pub fn wins(&mut self, grid: &mut Grid, color: Color) -> bool {
        let key = format!("{grid:?}{color:?}");
        if let Some(known) = self.seen.get(&key) {
            return *known;
        }
        let answer = self.try_all(grid, color);
        self.seen.insert(key, answer);
        answer
    }

    fn try_all(&mut self, grid: &mut Grid, color: Color) -> bool {
        if !grid.fives(color).is_empty() {
            return true;
        }
        for (place, fives) in fours(grid, color) {
            let won = grid.with(place, color, |grid| {
                grid.fives(!color).is_empty()
                    && stops(grid, color, &fives)
                        .into_iter()
                        .all(|stop| grid.with(stop, !color, |grid| self.wins(grid, color)))
            });
            if won {
                return true;
            }
        }
        false
    }
}
