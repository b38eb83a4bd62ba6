//! The VCF solver against a referee that shares no code with it: claimed wins are
//! replayed on a plain board, and on small boards the results are compared with
//! an exhaustive search.

use crate::twin::attack::{BruteForce, stops};
use crate::twin::bridge;
use crate::twin::grid::{Cell, Grid, GridPoint, stone};
use crate::twin::random::{self, Random};
use crate::twin::{scale, sets};
use goshawk::board::PointSet;
use goshawk::eval::evaluate;
use goshawk::movegen;
use goshawk::pattern::Class;
use goshawk::threat::{VcfResult, VcfSolver};
use goshawk::types::{Color, Rule};

/// The limit on moves made in the search of one problem.
const BUDGET: u64 = 200_000;
/// The limit on fours in one line, which no problem reaches.
const FOURS: u8 = 200;

/// Searches for a VCF of `side`; returns the result and the winning variation.
fn solve(
    solver: &mut VcfSolver,
    grid: &Grid,
    side: Color,
    budget: u64,
) -> (VcfResult, Vec<GridPoint>) {
    solve_within(solver, grid, side, budget, None)
}

/// Like [`solve`], but if `near` is given tries only the fours near that stone.
fn solve_within(
    solver: &mut VcfSolver,
    grid: &Grid,
    side: Color,
    budget: u64,
    near: Option<GridPoint>,
) -> (VcfResult, Vec<GridPoint>) {
    fn sized<const CELLS: usize>(
        solver: &mut VcfSolver,
        grid: &Grid,
        side: Color,
        budget: u64,
        near: Option<GridPoint>,
    ) -> (VcfResult, Vec<GridPoint>) {
        let mut position = bridge::position::<CELLS>(grid, side);
        let (key, eval) = (position.key(), evaluate(&position));
        let result = match near.map(bridge::square::<CELLS>) {
            None => solver.solve(&mut position, FOURS, budget, &|| false),
            Some(stone) => solver.solve_near(&mut position, stone, FOURS, budget, &|| false),
        };
        assert_eq!((position.key(), evaluate(&position)), (key, eval));
        let variation = solver.variation().iter();
        (
            result,
            variation
                .map(|square| bridge::grid_point_of::<CELLS>(*square))
                .collect(),
        )
    }
    if grid.width < 16 && grid.height < 16 {
        sized::<256>(solver, grid, side, budget, near)
    } else {
        sized::<1024>(solver, grid, side, budget, near)
    }
}

/// Plays a claimed variation on the plain board against every reply; panics if a reply refutes it.
/// After a reply that is not in the variation, the solver is asked again.
fn replay(solver: &mut VcfSolver, grid: &mut Grid, color: Color, variation: &[GridPoint]) {
    let at = variation[0];
    assert_eq!(grid.at(at), Cell::Empty, "{at:?}\n{grid:?}");
    if grid.would_win(at, color) {
        return;
    }
    assert!(grid.is_legal(at, color), "{at:?} is forbidden\n{grid:?}");
    grid.set(at, stone(color));
    assert_eq!(
        grid.fives(!color),
        [],
        "{color:?} lets the opponent win\n{grid:?}"
    );
    let fives = grid.fives(color);
    assert!(!fives.is_empty(), "{at:?} is not a four\n{grid:?}");
    for stop in stops(grid, color, &fives) {
        grid.set(stop, stone(!color));
        if variation.get(1) == Some(&stop) {
            replay(solver, grid, color, &variation[2..]);
        } else {
            let (result, variation) = solve(solver, grid, color, BUDGET);
            assert!(
                matches!(result, VcfResult::Win(_)),
                "{stop:?} refutes it\n{grid:?}"
            );
            replay(solver, grid, color, &variation);
        }
        grid.set(stop, Cell::Empty);
    }
    grid.set(at, Cell::Empty);
}

/// Replays a claimed win in `plies` plies.
fn confirm(
    solver: &mut VcfSolver,
    grid: &Grid,
    color: Color,
    plies: usize,
    variation: &[GridPoint],
) {
    let mut grid = grid.clone();
    let over = plies == variation.len() || plies == variation.len() + 2;
    assert!(over && plies % 2 == 1, "{plies} plies, {variation:?}");
    replay(solver, &mut grid, color, variation);
}

#[test]
fn vcf_wins_of_the_problem_set_are_found() {
    let problems = sets::read("vcf_win.jsonl");
    let mut solver = VcfSolver::default();
    let mut not_found = Vec::new();
    for problem in &problems {
        let (result, variation) = solve(&mut solver, &problem.grid, problem.side, BUDGET);
        match result {
            VcfResult::Win(plies) => {
                confirm(&mut solver, &problem.grid, problem.side, plies, &variation);
            }
            VcfResult::None => panic!("{}: there is a VCF\n{:?}", problem.id, problem.grid),
            VcfResult::Unknown => not_found.push(&problem.id),
        }
    }
    println!("not found within the budget: {not_found:?}");
    assert!(not_found.len() * 50 <= problems.len());
}

/// A search restricted to the fours near a stone claims only true wins, and its
/// failures do not spoil a later search for all fours.
#[test]
fn fours_near_a_stone_win_only_where_all_fours_do() {
    let problems = sets::read("vcf_win.jsonl");
    let mut solver = VcfSolver::default();
    let (mut near, mut all, mut asked) = (0, 0, 0);
    for problem in problems.iter().step_by(4) {
        let stones = problem.grid.points().into_iter();
        for stone in stones.filter(|point| problem.grid.at(*point) == stone(problem.side)) {
            let (grid, side) = (&problem.grid, problem.side);
            let (result, variation) = solve_within(&mut solver, grid, side, 1000, Some(stone));
            asked += 1;
            match result {
                VcfResult::Win(plies) => {
                    confirm(&mut solver, grid, side, plies, &variation);
                    near += 1;
                }
                VcfResult::None => panic!("{}: absence is not proved", problem.id),
                VcfResult::Unknown => {}
            }
        }
        let (result, _) = solve(&mut solver, &problem.grid, problem.side, BUDGET);
        assert_ne!(result, VcfResult::None, "{}", problem.id);
        all += usize::from(matches!(result, VcfResult::Win(_)));
    }
    println!("{near} of {asked} found near a stone, {all} wins with all fours");
    assert!(near * 10 > asked && near < asked && all > 0);
}

#[test]
fn a_failure_near_the_corner_does_not_hide_a_vcf() {
    let mut grid = Grid::new(15, 15, Rule::Freestyle);
    for point in [(0, 0), (5, 7), (6, 7), (7, 7), (8, 6), (8, 5)] {
        grid.set(point, Cell::Black);
    }
    for point in [(4, 7), (14, 0), (14, 2), (14, 4), (14, 6), (14, 8)] {
        grid.set(point, Cell::White);
    }
    let mut solver = VcfSolver::default();
    let (near, _) = solve_within(&mut solver, &grid, Color::Black, 1000, Some((0, 0)));
    assert_eq!(near, VcfResult::Unknown);
    let (all, _) = solve(&mut solver, &grid, Color::Black, BUDGET);
    assert_eq!(all, VcfResult::Win(5));
}

#[test]
fn no_vcf_is_claimed_where_there_is_none() {
    let problems = sets::read("no_vcf.jsonl");
    let mut solver = VcfSolver::default();
    let mut proved = 0;
    for problem in &problems {
        let (result, variation) = solve(&mut solver, &problem.grid, problem.side, BUDGET);
        assert!(
            !matches!(result, VcfResult::Win(_)),
            "{} {variation:?}",
            problem.id
        );
        proved += usize::from(result == VcfResult::None);
    }
    println!("absence proved in {proved} of {}", problems.len());
    assert!(proved * 100 >= problems.len() * 95);
}

#[test]
fn no_vcf_is_claimed_where_the_win_needs_threes() {
    let mut solver = VcfSolver::default();
    for problem in sets::read("vct_win.jsonl") {
        let (result, variation) = solve(&mut solver, &problem.grid, problem.side, BUDGET);
        assert!(
            !matches!(result, VcfResult::Win(_)),
            "{} {variation:?}",
            problem.id
        );
    }
}

/// A random position on a board small enough for an exhaustive search.
fn small_grid(random: &mut Random, rule: Rule) -> Grid {
    let size = random.pick(&[(5, 6), (6, 6), (7, 7), (8, 6), (9, 5), (8, 8)]);
    let stones = 6 + random.below((size.0 * size.1) as usize / 2);
    random::grid(random, size, rule, stones)
}

#[test]
fn small_boards_agree_with_an_exhaustive_search() {
    let mut solver = VcfSolver::default();
    for rule in Rule::ALL {
        let mut random = Random::new(7 + rule.index() as u64);
        let (mut wins, mut longest) = (0, 0);
        for _ in 0..400 * scale() {
            let mut grid = small_grid(&mut random, rule);
            for color in Color::ALL {
                let truth = BruteForce::default().wins(&mut grid, color);
                let (result, variation) = solve(&mut solver, &grid, color, u64::MAX);
                match result {
                    VcfResult::Win(plies) => {
                        assert!(truth, "{color:?} {variation:?}\n{grid:?}");
                        confirm(&mut solver, &grid, color, plies, &variation);
                        wins += 1;
                        longest = longest.max(plies);
                    }
                    VcfResult::None => assert!(!truth, "{color:?} wins\n{grid:?}"),
                    VcfResult::Unknown => panic!("the search had no limit\n{grid:?}"),
                }
            }
        }
        println!("{rule:?}: {wins} wins, the longest in {longest} plies");
        assert!(wins > 50 && longest >= 7);
    }
}

#[test]
fn wins_claimed_in_random_positions_are_confirmed() {
    let mut solver = VcfSolver::default();
    for rule in Rule::ALL {
        let mut random = Random::new(77 + rule.index() as u64);
        let mut wins = 0;
        let mut plies_sum = 0;
        for _ in 0..150 * scale() {
            let size = random.pick(&[(15, 15), (20, 20), (12, 15), (31, 6)]);
            let stones = 20 + random.below(40);
            let grid = random::grid(&mut random, size, rule, stones);
            for color in Color::ALL {
                let (result, variation) = solve(&mut solver, &grid, color, 20_000);
                if let VcfResult::Win(plies) = result {
                    confirm(&mut solver, &grid, color, plies, &variation);
                    wins += 1;
                    plies_sum += plies;
                }
            }
        }
        println!("{rule:?}: {wins} claims confirmed, {plies_sum} plies");
        assert!(wins > 50 && plies_sum > 2 * wins);
    }
}

/// The answers of the set are all winning points, or all points that stop a win.
#[test]
fn best_moves_of_the_problem_set_are_the_winning_or_saving_points() {
    let (mut wins, mut saves) = (0, 0);
    for problem in sets::read("best_move.jsonl") {
        let id = &problem.id;
        let mut answers = problem.points("answer");
        answers.sort_by_key(|(x, y)| (*y, *x));
        let position = bridge::position::<256>(&problem.grid, problem.side);
        let points = |set: &PointSet<256>| -> Vec<GridPoint> {
            set.iter().map(bridge::grid_point_of::<256>).collect()
        };
        let fives = points(position.set(problem.side, Class::Five));
        let mut solver = VcfSolver::default();
        let (result, variation) = solve(&mut solver, &problem.grid, problem.side, BUDGET);
        if fives.is_empty() && !answers.is_empty() {
            assert_eq!(points(&movegen::answers(&position)), answers, "{id}");
            saves += 1;
        } else {
            assert_eq!(fives, answers, "{id}");
            wins += usize::from(result == VcfResult::Win(1));
            assert!(
                variation.is_empty() || answers.contains(&variation[0]),
                "{id}"
            );
        }
    }
    println!("{wins} wins, {saves} defences");
    assert!(wins > 15 && saves > 2);
}
