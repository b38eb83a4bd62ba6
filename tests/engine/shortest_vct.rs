//! VCTs within a limit on their length, against an exhaustive search on small boards that
//! tries every move as a threat and every reply.

use crate::twin::bridge;
use crate::twin::grid::Cell;
use crate::twin::random::Random;
use crate::twin::referee::Referee;
use crate::twin::threats::{SlowVct, small_grid};
use crate::twin::{for_each_rule, scale, sets};
use goshawk::threat::{VctResult, VctSolver};
use goshawk::types::{Color, Rule};

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
        assert_eq!(grid.at(bridge::grid_point_of::<256>(proof.at)), Cell::Empty);
        if proof.moves() < 60 * scale() {
            Referee::new(grid, side).check(&mut grid.clone(), &proof);
        }
        before += first;
        after += plies;
    }
    println!("{before} plies, {after} within limits, {complete} proved");
    assert!(after < before && complete > 3);
}
