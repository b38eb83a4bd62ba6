//! Shortest VCFs against an exhaustive search, and shortened VCFs against a referee that shares no
//! code with the solver.

use crate::twin::attack::{BruteForce, confirm_fours};
use crate::twin::bridge;
use crate::twin::grid::Grid;
use crate::twin::random::{self, Random};
use crate::twin::{scale, sets};
use goshawk::threat::line_board::{LineBoard, LineReader};
use goshawk::threat::vcf::MAX_FOURS;
use goshawk::threat::{ShortestVcf, ShortestVcfSolver, VcfResult, VcfSolver, VcfWin};
use goshawk::types::{Color, Rule};

/// The limit on moves made for a problem of the sample.
const BUDGET: u64 = 300_000;
/// The same if all problems have to be solved.
const LARGE_BUDGET: u64 = 100_000_000;

/// The shortest VCF of `side`.
fn shortest(grid: &Grid, side: Color, budget: u64) -> ShortestVcf {
    let position = bridge::position::<256>(grid, side);
    let mut reader = LineReader::new(position.rule());
    let mut board = LineBoard::new(&position, &mut reader);
    let result = ShortestVcfSolver::default().solve(&mut board, MAX_FOURS, budget, &|| false);
    assert_eq!(position.key(), bridge::position::<256>(grid, side).key());
    result
}

/// Checks a win on the plain board against every stop.
fn confirm(grid: &Grid, side: Color, win: &VcfWin) {
    let tree: Vec<_> = win
        .tree
        .iter()
        .map(|s| bridge::grid_point_of::<256>(*s))
        .collect();
    let mut moves = tree.iter().copied();
    let plies = confirm_fours(&mut grid.clone(), side, &mut moves);
    assert_eq!(
        (plies, moves.next()),
        (win.plies, None),
        "{win:?}\n{grid:?}"
    );
    let ends_with_five = win.variation.len() == win.plies;
    assert!(
        ends_with_five || win.variation.len() + 2 == win.plies,
        "{win:?}"
    );
    assert_eq!(win.variation[0], win.tree[0]);
}

#[test]
fn shortest_wins_of_the_problem_set_are_proved() {
    let budget = if scale() > 1 { LARGE_BUDGET } else { BUDGET };
    let (mut all, mut proved) = (0, 0);
    for problem in sets::read("vcf_win.jsonl") {
        let known = problem.json["attacker_moves"].as_u64().expect("a number") as usize;
        let known_plies = 2 * known + 1;
        all += 1;
        match shortest(&problem.grid, problem.side, budget) {
            ShortestVcf::Win(win) => {
                confirm(&problem.grid, problem.side, &win);
                assert_eq!(win.plies, known_plies, "{}", problem.id);
                proved += 1;
            }
            ShortestVcf::Unknown(least) => assert!(least <= known_plies, "{}", problem.id),
            ShortestVcf::None => panic!("{}: there is a VCF", problem.id),
        }
    }
    println!("{proved} of {all} proved");
    assert!(proved * 100 >= all * if scale() > 1 { 100 } else { 95 });
}

#[test]
fn small_boards_agree_with_an_exhaustive_search() {
    for rule in Rule::ALL {
        let mut random = Random::new(11 + rule.index() as u64);
        let mut lengths = [0; 20];
        for _ in 0..500 * scale() {
            let size = random.pick(&[(5, 6), (6, 6), (7, 7), (8, 6), (9, 5), (8, 8)]);
            let stones = 6 + random.below((size.0 * size.1) as usize / 2);
            let mut grid = random::grid(&mut random, size, rule, stones);
            for color in Color::ALL {
                let truth = BruteForce::default().plies(&mut grid, color);
                match (shortest(&grid, color, u64::MAX), truth) {
                    (ShortestVcf::Win(win), Some(plies)) => {
                        assert_eq!(win.plies, plies, "{color:?}\n{grid:?}");
                        assert!(win.is_shortest());
                        confirm(&grid, color, &win);
                        lengths[plies / 2] += 1;
                    }
                    (ShortestVcf::None, None) => {}
                    (found, truth) => panic!("{color:?} {found:?} {truth:?}\n{grid:?}"),
                }
            }
        }
        println!("{rule:?}: {lengths:?} wins by the number of fours");
        assert!(lengths[1] > 20 && lengths[2..].iter().sum::<i32>() > 1);
    }
}

/// With no budget at all, only idle fours are removed.
#[test]
fn idle_fours_are_removed() {
    let (mut before, mut after) = (0, 0);
    for problem in sets::read("vcf_win.jsonl") {
        let position = bridge::position::<256>(&problem.grid, problem.side);
        let mut reader = LineReader::new(position.rule());
        let mut board = LineBoard::new(&position, &mut reader);
        let mut solver = VcfSolver::default();
        let result = solver.solve(&mut board, MAX_FOURS, 200_000, &|| false);
        let VcfResult::Win(plies) = result else {
            continue;
        };
        let found = VcfWin::found(&solver, plies);
        let mut shortest = ShortestVcfSolver::default();
        let win = shortest.shorten(&mut board, found.clone(), 0, &|| false);
        confirm(&problem.grid, problem.side, &win);
        assert!(
            win.plies <= plies && win.least_plies <= win.plies,
            "{}",
            problem.id
        );
        let mut again = VcfSolver::default();
        assert_eq!(
            again.solve(&mut board, MAX_FOURS, 200_000, &|| false),
            result
        );
        before += plies / 2;
        after += win.plies / 2;
    }
    println!("{before} fours, {after} without idle ones");
    assert!(after < before);
}
