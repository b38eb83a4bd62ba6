//! VCTs within a limit on their length, against an exhaustive search on small boards that
//! tries every move as a threat and every reply.

use std::collections::HashMap;

use crate::twin::attack::BruteForce;
use crate::twin::bridge;
use crate::twin::grid::{Cell, Grid, stone};
use crate::twin::random::Random;
use crate::twin::referee::Referee;
use crate::twin::{for_each_rule, scale, sets};
use goshawk::threat::{VctResult, VctSolver};
use goshawk::types::{Color, Rule};

/// An exhaustive search for wins by threats.
#[derive(Default)]
struct SlowVct {
    /// Wins by fours alone.
    fours: BruteForce,
    /// The results of positions searched before, with the plies allowed.
    seen: HashMap<(String, usize), bool>,
}

impl SlowVct {
    /// Does `color`, to move, win in at most `plies` plies, threatening to win by fours alone
    /// with every move?
    fn wins(&mut self, grid: &mut Grid, color: Color, plies: usize) -> bool {
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
fn small_grid(random: &mut Random, rule: Rule, color: Color) -> Grid {
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

/// Compares the solver with the exhaustive search under a rule.
fn agrees(rule: Rule) {
    let mut random = Random::new(4711 + rule.index() as u64);
    let (mut wins, mut others, mut missed) = ([0; 10], 0, 0);
    let mut tried = 0;
    while tried < 30 * scale() {
        for color in Color::ALL {
            let mut grid = small_grid(&mut random, rule, color);
            let mut slow = SlowVct::default();
            if slow.fours.wins(&mut grid, color) || !grid.fives(!color).is_empty() {
                continue;
            }
            tried += 1;
            let position = bridge::position::<256>(&grid, color);
            let mut solver = VctSolver::with_entries(1 << 14);
            for plies in [5, 7] {
                let truth = slow.wins(&mut grid, color, plies);
                match solver.solve_within(&position, plies, u64::MAX, &|| false) {
                    VctResult::Win(found) => {
                        assert!(
                            truth && found == plies,
                            "{color:?} {plies} {found}\n{grid:?}"
                        );
                        let proof = solver
                            .proof(&position, &|| false)
                            .expect("a win has a proof");
                        assert!(proof.plies() <= plies, "{color:?} {plies}\n{grid:?}");
                        Referee::new(&grid, color).check(&mut grid, &proof);
                        wins[plies] += 1;
                        break;
                    }
                    VctResult::None if truth => {
                        println!("missed: {color:?} {plies}\n{grid:?}");
                        missed += 1;
                        break;
                    }
                    VctResult::None => others += 1,
                    VctResult::Unknown => panic!("the search had no limit\n{grid:?}"),
                }
            }
        }
    }
    println!("{rule:?}: {wins:?} wins by plies, {others} without, {missed} missed");
    // Not all quiet moves are tried.
    assert!(missed * 20 <= wins[5] + wins[7] && wins[5] + wins[7] > 0);
}

for_each_rule!(short_wins_agree_with_an_exhaustive_search, agrees);

/// A win within a limit is proved like any other, and no shorter one is found in another way.
#[test]
fn limits_shorten_the_wins_of_the_problem_set() {
    let (mut before, mut after, mut complete) = (0, 0, 0);
    for problem in sets::read("vct_win.jsonl").iter().step_by(4) {
        let (grid, side) = (&problem.grid, problem.side);
        let position = bridge::position::<256>(grid, side);
        let mut solver = VctSolver::with_entries(1 << 16);
        let VctResult::Win(first) = solver.solve(&position, 30_000, &|| false) else {
            continue;
        };
        let mut plies = first;
        while plies > 5 {
            match solver.solve_within(&position, plies - 2, 30_000, &|| false) {
                VctResult::Win(shorter) => plies = shorter,
                VctResult::None => {
                    complete += 1;
                    break;
                }
                VctResult::Unknown => break,
            }
        }
        let proof = solver
            .proof(&position, &|| false)
            .expect("a win has a proof");
        assert!(proof.plies() <= plies, "{}", problem.id);
        assert_eq!(
            grid.at(bridge::grid_point_of::<256>(proof.square)),
            Cell::Empty
        );
        if proof.moves() < 60 * scale() {
            Referee::new(grid, side).check(&mut grid.clone(), &proof);
        }
        before += first;
        after += plies;
    }
    println!("{before} plies, {after} within limits, {complete} proved");
    assert!(after < before && complete > 3);
}
