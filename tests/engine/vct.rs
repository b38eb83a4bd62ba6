//! The VCT solver's proofs, checked by a referee that shares no code with the
//! solver and tries every reply.

use std::time::{Duration, Instant};

use crate::twin::bridge;
use crate::twin::grid::{Cell, Grid};
use crate::twin::random::{self, Random};
use crate::twin::referee::Referee;
use crate::twin::{for_each_rule, scale, sets};
use goshawk::position::Position;
use goshawk::threat::vct::{Attack, Threat};
use goshawk::threat::{VctResult, VctSolver};
use goshawk::types::{Color, Rule, Square};

/// The limit on moves made in the search of one problem.
const BUDGET: u64 = 30_000;
/// The attacker moves of the largest proof that is checked at scale 1: the referee is slow.
const LARGE_PROOF: usize = 60;
/// No limit on time.
const FOREVER: Duration = Duration::MAX;
/// Searches for a VCT of `side`; a win comes with its proof.
fn solve(
    solver: &mut VctSolver,
    grid: &Grid,
    side: Color,
    budget: u64,
    time: Duration,
) -> (VctResult, Option<Attack>) {
    fn sized<const CELLS: usize>(
        solver: &mut VctSolver,
        grid: &Grid,
        side: Color,
        budget: u64,
        time: Duration,
    ) -> (VctResult, Option<Attack>) {
        let position = bridge::position::<CELLS>(grid, side);
        let started = Instant::now();
        let result = solver.solve(&position, budget, &|| started.elapsed() > time);
        let proof = match result {
            VctResult::Win(_) => solver.proof(&position, &|| false),
            _ => None,
        };
        if let Some(proof) = &proof {
            let variation = solver.variation(&position, &|| false);
            let (variation, plies) = variation.expect("a win has a variation");
            can_be_played(&position, proof, &variation);
            if proof.moves() < LARGE_PROOF {
                assert_eq!((&variation, plies), (&proof.main_line(), proof.plies()));
            }
            // A variation that is cut short begins in the same way, and its length is an upper
            // bound.
            let (cut, most) = solver
                .variation(&position, &|| true)
                .expect("its first move");
            can_be_played(&position, proof, &cut);
            assert!(most >= plies);
        }
        (result, proof)
    }
    if grid.width < 16 && grid.height < 16 {
        sized::<256>(solver, grid, side, budget, time)
    } else {
        sized::<1024>(solver, grid, side, budget, time)
    }
}

/// Panics unless the variation begins with the first move of the proof, ends with a
/// move of the attacker, and only plays on empty points.
fn can_be_played<const CELLS: usize>(
    position: &Position<CELLS>,
    proof: &Attack,
    variation: &[Square],
) {
    assert_eq!(variation[0], proof.at);
    assert!(variation.len() % 2 == 1);
    let mut position = position.clone();
    for square in variation {
        assert!(position.board().is_empty(*square));
        position.make(*square);
    }
}

/// Checks a claimed win. Returns the number of replies tried, or 0 if the proof is
/// too large to be checked.
fn confirm(grid: &Grid, side: Color, result: VctResult, proof: Option<Attack>) -> usize {
    assert!(matches!(result, VctResult::Win(_)));
    let proof = proof.expect("a win comes with its proof");
    if proof.moves() > LARGE_PROOF * scale() {
        return 0;
    }
    Referee::new(grid, side).check(&mut grid.clone(), &proof)
}

/// The board rotated by 90 degrees.
fn rotated(grid: &Grid) -> Grid {
    let mut rotated = Grid::new(grid.height, grid.width, grid.rule);
    for point in grid.points() {
        rotated.set((grid.height - 1 - point.1, point.0), grid.at(point));
    }
    rotated
}

#[test]
fn vct_wins_of_the_problem_set_are_found() {
    let mut solver = VctSolver::default();
    let (mut all, mut solved, mut replies) = (0, 0, 0);
    let every = if scale() > 1 { 1 } else { 2 };
    for problem in sets::read("vct_win.jsonl").iter().step_by(every) {
        all += 1;
        let (result, proof) = solve(&mut solver, &problem.grid, problem.side, BUDGET, FOREVER);
        if let VctResult::Win(_) = result {
            replies += confirm(&problem.grid, problem.side, result, proof);
            solved += 1;
        }
    }
    println!("{solved} of {all} solved, {replies} replies tried");
    assert!(solved * 10 > all * 8 && replies > 10_000);
}

#[test]
fn rotated_boards_are_won_as_well() {
    let mut solver = VctSolver::default();
    let mut solved = 0;
    for problem in sets::read("vct_win.jsonl").iter().step_by(5) {
        let mut grid = problem.grid.clone();
        let (result, _) = solve(&mut solver, &grid, problem.side, BUDGET / 10, FOREVER);
        if !matches!(result, VctResult::Win(_)) {
            continue;
        }
        solved += 1;
        for _ in 0..3 {
            grid = rotated(&grid);
            // Moves are generated in another order, so the effort differs.
            let (result, proof) = solve(&mut solver, &grid, problem.side, 50 * BUDGET, FOREVER);
            confirm(&grid, problem.side, result, proof);
        }
    }
    println!("{solved} rotated");
    assert!(solved > 5);
}

#[test]
fn wins_claimed_where_there_is_no_vcf_are_confirmed() {
    let mut solver = VctSolver::default();
    let (mut all, mut wins) = (0, 0);
    for problem in sets::read("no_vcf.jsonl").iter().step_by(2) {
        let (grid, side) = (&problem.grid, problem.side);
        let (result, proof) = solve(&mut solver, grid, side, BUDGET / 3, FOREVER);
        all += 1;
        if let VctResult::Win(plies) = result {
            assert!(plies > 3);
            wins += usize::from(confirm(grid, side, result, proof) > 0);
        }
    }
    println!("{wins} wins confirmed in {all} positions");
    assert!(wins > 0);
}

/// Checks every win claimed in random positions under a rule.
fn claims_hold(rule: Rule) {
    let mut solver = VctSolver::default();
    let mut random = Random::new(777 + rule.index() as u64);
    let (mut wins, mut quiet) = (0, 0);
    for _ in 0..40 * scale() {
        let size = random.pick(&[(15, 15), (17, 17), (9, 9), (12, 15)]);
        let stones = 12 + random.below(30);
        let grid = random::grid(&mut random, size, rule, stones);
        for color in Color::ALL {
            let (result, proof) = solve(&mut solver, &grid, color, 50_000, FOREVER);
            if let VctResult::Win(_) = result {
                quiet += usize::from(proof.as_ref().is_some_and(has_quiet_threat));
                wins += usize::from(confirm(&grid, color, result, proof) > 0);
            }
        }
    }
    println!("{rule:?}: {wins} claims confirmed, {quiet} with a quiet threat");
    assert!(wins > 10);
}

for_each_rule!(wins_claimed_in_random_positions_are_confirmed, claims_hold);

/// A quiet threat of white's in caro whose VCF contains a four with two stops. A reply may
/// help against the fours after only one of them, as (7, 4) does after white's (7, 6).
#[test]
fn replies_after_both_stops_of_a_four_are_tried() {
    let rows = [
        "xxooox.ox",
        "x.ox.....",
        "o..xx.o..",
        "x..ox..oo",
        "xo.oox...",
        "xo..x.x..",
        "x..oox...",
        "..x......",
        "o.o......",
    ];
    let mut grid = Grid::new(9, 9, Rule::Caro);
    for (y, row) in (0..).zip(rows) {
        for (x, field) in (0..).zip(row.chars()) {
            match field {
                'x' => grid.set((x, y), Cell::Black),
                'o' => grid.set((x, y), Cell::White),
                _ => {}
            }
        }
    }
    let mut solver = VctSolver::default();
    let (result, proof) = solve(&mut solver, &grid, Color::White, BUDGET, FOREVER);
    assert!(matches!(result, VctResult::Win(_)));
    let proof = proof.expect("a win comes with its proof");
    assert!(has_quiet_threat(&proof));
    Referee::new(&grid, Color::White).check(&mut grid, &proof);
}

/// A search among other first moves, within a small limit, leaves the win that was found.
#[test]
fn a_search_among_first_moves_keeps_the_win_found_before() {
    let mut solver = VctSolver::default();
    let mut kept = 0;
    for problem in sets::read("vct_win.jsonl").iter().step_by(4) {
        let position = bridge::position::<256>(&problem.grid, problem.side);
        let VctResult::Win(_) = solver.solve(&position, BUDGET, &|| false) else {
            continue;
        };
        let before = solver.variation(&position, &|| false).expect("a variation");
        let first = before.0[0];
        let others = position.empty().iter().filter(|square| *square != first);
        let others: Vec<Square> = others.take(20).collect();
        solver.solve_among(&position, &others, 5, BUDGET / 10, &|| false);
        let after = solver.variation(&position, &|| false);
        assert_eq!(after.expect("the same variation"), before, "{}", problem.id);
        kept += 1;
    }
    assert!(kept > 10, "{kept}");
}

/// Does the proof contain a move that is neither a four nor an open three?
fn has_quiet_threat(attack: &Attack) -> bool {
    attack.defence.as_ref().is_some_and(|defence| {
        matches!(defence.threat, Threat::Vcf(_))
            || defence
                .replies
                .iter()
                .any(|(_, answer)| has_quiet_threat(answer))
    })
}

/// Prints how many problems of a set are solved in `GOSHAWK_MS` milliseconds each.
#[test]
#[ignore = "a measurement"]
fn measure() {
    let number = |name: &str, default: u64| {
        std::env::var(name).map_or(default, |n| n.parse().expect("a number"))
    };
    let time = Duration::from_millis(number("GOSHAWK_MS", 100));
    let every = number("GOSHAWK_EVERY", 10) as usize;
    let budget = number("GOSHAWK_NODES", u64::MAX);
    let set = std::env::var("GOSHAWK_SET").unwrap_or("vct_win.jsonl".to_string());
    let problems = sets::read(&set);
    let (mut solved, mut all, mut took, mut nodes) = (0, 0, Duration::ZERO, 0);
    for problem in problems.iter().step_by(every) {
        let mut solver = VctSolver::default();
        let started = Instant::now();
        let (result, proof) = solve(&mut solver, &problem.grid, problem.side, budget, time);
        let elapsed = started.elapsed();
        took += elapsed;
        nodes += solver.nodes();
        all += 1;
        match result {
            VctResult::Win(plies) => {
                solved += 1;
                println!(
                    "solved {} {plies} plies, {} nodes, {elapsed:?}, {:?} moves",
                    problem.id,
                    solver.nodes(),
                    proof.map(|p| p.moves())
                );
            }
            _ => println!(
                "{result:?} {} {} {elapsed:?}",
                problem.id, problem.json["level"]
            ),
        }
    }
    println!("{solved} of {all} in {took:?}");
    println!("{} nodes a ms", nodes / took.as_millis() as u64);
}
