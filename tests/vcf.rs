//! The VCF solver's claims, replayed by a referee of its own and compared with
//! trying everything.

mod twin;

use std::time::{Duration, Instant};

use goshawk::board::PointSet;
use goshawk::eval::evaluate;
use goshawk::movegen;
use goshawk::pattern::Class;
use goshawk::threat::{VcfSolver, Verdict};
use goshawk::types::{Color, Rule};
use twin::attack::{BruteForce, stops};
use twin::bridge;
use twin::grid::{Grid, Man, Place, man};
use twin::random::{self, Random};
use twin::{scale, sets};

/// Moves made at most in one search of a problem.
const BUDGET: u64 = 200_000;
const FOURS: u8 = 200;

fn solve(solver: &mut VcfSolver, grid: &Grid, side: Color, budget: u64) -> (Verdict, Vec<Place>) {
    solve_within(solver, grid, side, budget, None)
}

/// The same with fours near that stone only, if one is given.
fn solve_within(
    solver: &mut VcfSolver,
    grid: &Grid,
    side: Color,
    budget: u64,
    near: Option<Place>,
) -> (Verdict, Vec<Place>) {
    fn sized<const CELLS: usize>(
        solver: &mut VcfSolver,
        grid: &Grid,
        side: Color,
        budget: u64,
        near: Option<Place>,
    ) -> (Verdict, Vec<Place>) {
        let mut position = bridge::position::<CELLS>(grid, side);
        let (key, eval) = (position.key(), evaluate(&position));
        let verdict = match near.map(bridge::square::<CELLS>) {
            None => solver.solve(&mut position, FOURS, budget, &|| false),
            Some(stone) => solver.solve_near(&mut position, stone, FOURS, budget, &|| false),
        };
        assert_eq!((position.key(), evaluate(&position)), (key, eval));
        let line = solver.line().iter();
        (
            verdict,
            line.map(|square| bridge::place_of::<CELLS>(*square))
                .collect(),
        )
    }
    if grid.width < 16 && grid.height < 16 {
        sized::<256>(solver, grid, side, budget, near)
    } else {
        sized::<1024>(solver, grid, side, budget, near)
    }
}

/// Plays a claimed line; panics if the opponent gets out of it. Replies that are
/// not in the line are answered by asking the solver again.
fn replay(solver: &mut VcfSolver, grid: &mut Grid, color: Color, line: &[Place]) {
    let at = line[0];
    assert_eq!(grid.at(at), Man::Empty, "{at:?}\n{grid:?}");
    if grid.would_win(at, color) {
        return;
    }
    assert!(grid.is_legal(at, color), "a foul on {at:?}\n{grid:?}");
    grid.set(at, man(color));
    assert_eq!(
        grid.fives(!color),
        [],
        "{color:?} lets the opponent win\n{grid:?}"
    );
    let fives = grid.fives(color);
    assert!(!fives.is_empty(), "{at:?} is no four\n{grid:?}");
    for stop in stops(grid, color, &fives) {
        grid.set(stop, man(!color));
        if line.get(1) == Some(&stop) {
            replay(solver, grid, color, &line[2..]);
        } else {
            let (verdict, line) = solve(solver, grid, color, BUDGET);
            assert!(
                matches!(verdict, Verdict::Win(_)),
                "{stop:?} stops it\n{grid:?}"
            );
            replay(solver, grid, color, &line);
        }
        grid.set(stop, Man::Empty);
    }
    grid.set(at, Man::Empty);
}

/// Replays a claim of that many plies.
fn confirm(solver: &mut VcfSolver, grid: &Grid, color: Color, plies: usize, line: &[Place]) {
    let mut grid = grid.clone();
    let over = plies == line.len() || plies == line.len() + 2;
    assert!(over && plies % 2 == 1, "{plies} plies, {line:?}");
    replay(solver, &mut grid, color, line);
}

#[test]
fn the_sets_vcfs_are_found_and_hold() {
    let Some(problems) = sets::read("vcf_win.jsonl") else {
        return;
    };
    let mut solver = VcfSolver::default();
    let (mut solved, mut took, mut slowest) = (0, Duration::ZERO, Duration::ZERO);
    let every = if scale() > 1 { 1 } else { 4 };
    let problems: Vec<_> = problems.into_iter().step_by(every).collect();
    let mut missed = Vec::new();
    for problem in &problems {
        let started = Instant::now();
        let (verdict, line) = solve(&mut solver, &problem.grid, problem.side, BUDGET);
        took += started.elapsed();
        slowest = slowest.max(started.elapsed());
        match verdict {
            Verdict::Win(plies) => {
                confirm(&mut solver, &problem.grid, problem.side, plies, &line);
                solved += 1;
            }
            Verdict::None => panic!("{}: there is a VCF\n{:?}", problem.id, problem.grid),
            Verdict::Unknown => missed.push(&problem.id),
        }
    }
    println!(
        "{solved} of {} solved in {took:?}, slowest {slowest:?}",
        problems.len()
    );
    println!("not solved: {missed:?}");
    assert!(missed.len() * 50 <= problems.len());
}

/// What is found near a stone holds, and what is not found there spoils no
/// search of the same solver for all fours.
#[test]
fn a_search_near_a_stone_claims_no_more_than_a_whole_one() {
    let Some(problems) = sets::read("vcf_win.jsonl") else {
        return;
    };
    let mut solver = VcfSolver::default();
    let (mut near, mut whole, mut asked) = (0, 0, 0);
    for problem in problems.iter().step_by(16) {
        let stones = problem.grid.places().into_iter();
        for stone in stones.filter(|place| problem.grid.at(*place) == man(problem.side)) {
            let (grid, side) = (&problem.grid, problem.side);
            let (verdict, line) = solve_within(&mut solver, grid, side, 1000, Some(stone));
            asked += 1;
            match verdict {
                Verdict::Win(plies) => {
                    confirm(&mut solver, grid, side, plies, &line);
                    near += 1;
                }
                Verdict::None => panic!("{}: no proof of absence", problem.id),
                Verdict::Unknown => {}
            }
        }
        let (verdict, _) = solve(&mut solver, &problem.grid, problem.side, BUDGET);
        assert_ne!(verdict, Verdict::None, "{}", problem.id);
        whole += usize::from(matches!(verdict, Verdict::Win(_)));
    }
    println!("{near} of {asked} found near a stone, {whole} wins in all");
    assert!(near * 10 > asked && near < asked && whole > 0);
}

#[test]
fn no_vcf_is_claimed_where_there_is_none() {
    let Some(problems) = sets::read("no_vcf.jsonl") else {
        return;
    };
    let mut solver = VcfSolver::default();
    let mut proved = 0;
    for problem in &problems {
        let (verdict, line) = solve(&mut solver, &problem.grid, problem.side, BUDGET);
        assert!(
            !matches!(verdict, Verdict::Win(_)),
            "{} {line:?}",
            problem.id
        );
        proved += usize::from(verdict == Verdict::None);
    }
    println!("{proved} of {} proved", problems.len());
    assert!(proved * 100 >= problems.len() * 95);
}

#[test]
fn forced_wins_by_threes_are_no_vcfs() {
    let Some(problems) = sets::read("vct_win.jsonl") else {
        return;
    };
    let mut solver = VcfSolver::default();
    for problem in problems.iter().step_by(if scale() > 1 { 1 } else { 4 }) {
        let (verdict, line) = solve(&mut solver, &problem.grid, problem.side, BUDGET);
        assert!(
            !matches!(verdict, Verdict::Win(_)),
            "{} {line:?}",
            problem.id
        );
    }
}

/// A rule and a board small enough for trying everything.
fn small_grid(random: &mut Random, rule: Rule) -> Grid {
    let size = random.pick(&[(5, 6), (6, 6), (7, 7), (8, 6), (9, 5), (8, 8)]);
    let stones = 6 + random.below((size.0 * size.1) as usize / 2);
    random::grid(random, size, rule, stones)
}

#[test]
fn small_boards_agree_with_trying_everything() {
    let mut solver = VcfSolver::default();
    for rule in Rule::ALL {
        let mut random = Random::new(7 + rule.index() as u64);
        let (mut wins, mut longest) = (0, 0);
        for _ in 0..400 * scale() {
            let mut grid = small_grid(&mut random, rule);
            for color in Color::ALL {
                let truth = BruteForce::default().wins(&mut grid, color);
                let (verdict, line) = solve(&mut solver, &grid, color, u64::MAX);
                match verdict {
                    Verdict::Win(plies) => {
                        assert!(truth, "{color:?} {line:?}\n{grid:?}");
                        confirm(&mut solver, &grid, color, plies, &line);
                        wins += 1;
                        longest = longest.max(plies);
                    }
                    Verdict::None => assert!(!truth, "{color:?} wins\n{grid:?}"),
                    Verdict::Unknown => panic!("no limit was set\n{grid:?}"),
                }
            }
        }
        println!("{rule:?}: {wins} wins, the longest in {longest} plies");
        assert!(wins > 50 && longest >= 7);
    }
}

#[test]
fn claims_in_random_positions_hold() {
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
                let (verdict, line) = solve(&mut solver, &grid, color, 20_000);
                if let Verdict::Win(plies) = verdict {
                    confirm(&mut solver, &grid, color, plies, &line);
                    wins += 1;
                    plies_sum += plies;
                }
            }
        }
        println!("{rule:?}: {wins} claims confirmed, {plies_sum} plies");
        assert!(wins > 50 && plies_sum > 2 * wins);
    }
}

/// The set's answers win at once, or, if there are none, are the only defences.
#[test]
fn the_best_moves_are_the_winning_or_the_saving_points() {
    let Some(problems) = sets::read("best_move.jsonl") else {
        return;
    };
    let (mut wins, mut saves) = (0, 0);
    for problem in problems {
        let mut answers = problem.places("answer");
        answers.sort_by_key(|(x, y)| (*y, *x));
        let position = bridge::position::<256>(&problem.grid, problem.side);
        let points = |set: &PointSet<256>| -> Vec<Place> {
            set.iter().map(bridge::place_of::<256>).collect()
        };
        let fives = points(position.set(problem.side, Class::Five));
        let (verdict, line) = solve(
            &mut VcfSolver::default(),
            &problem.grid,
            problem.side,
            BUDGET,
        );
        if fives.is_empty() && !answers.is_empty() {
            assert_eq!(
                points(&movegen::stops(&position)),
                answers,
                "{}",
                problem.id
            );
            saves += 1;
        } else {
            assert_eq!(fives, answers, "{}", problem.id);
            wins += usize::from(verdict == Verdict::Win(1));
            assert!(
                line.is_empty() || answers.contains(&line[0]),
                "{}",
                problem.id
            );
        }
    }
    println!("{wins} wins, {saves} defences");
    assert!(wins > 15 && saves > 2);
}
