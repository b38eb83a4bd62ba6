//! The VCT solver's proofs, checked reply by reply by a referee of its own.

mod twin;

use std::time::{Duration, Instant};

use goshawk::threat::VctSolver;
use goshawk::threat::vct::{Attack, Verdict};
use goshawk::types::Color;
use twin::bridge;
use twin::grid::Grid;
use twin::sets;

/// Solves a problem; a win comes with its proof.
fn solve(
    solver: &mut VctSolver,
    grid: &Grid,
    side: Color,
    budget: u64,
    time: Duration,
) -> (Verdict, Option<Attack>) {
    fn sized<const CELLS: usize>(
        solver: &mut VctSolver,
        grid: &Grid,
        side: Color,
        budget: u64,
        time: Duration,
    ) -> (Verdict, Option<Attack>) {
        let mut position = bridge::position::<CELLS>(grid, side);
        let (key, eval) = (position.key(), position.evaluate());
        let started = Instant::now();
        let verdict = solver.solve(&mut position, budget, &|| started.elapsed() > time);
        assert_eq!((position.key(), position.evaluate()), (key, eval));
        let proof = match verdict {
            Verdict::Win(_) => solver.proof(&mut position, &|| false),
            _ => None,
        };
        assert_eq!((position.key(), position.evaluate()), (key, eval));
        (verdict, proof)
    }
    if grid.width < 16 && grid.height < 16 {
        sized::<256>(solver, grid, side, budget, time)
    } else {
        sized::<1024>(solver, grid, side, budget, time)
    }
}

/// How many problems of a set are solved in `GOSHAWK_MS` milliseconds each.
#[test]
#[ignore = "a measurement"]
fn measure() {
    let number = |name: &str, default: u64| {
        std::env::var(name).map_or(default, |n| n.parse().expect("a number"))
    };
    let time = Duration::from_millis(number("GOSHAWK_MS", 100));
    let every = number("GOSHAWK_EVERY", 10) as usize;
    let set = std::env::var("GOSHAWK_SET").unwrap_or("vct_win.jsonl".to_string());
    let problems = sets::read(&set).expect("the set");
    let mut solver = VctSolver::default();
    let (mut solved, mut all, mut took, mut nodes) = (0, 0, Duration::ZERO, 0);
    for problem in problems.iter().step_by(every) {
        solver.clear();
        let started = Instant::now();
        let (verdict, proof) = solve(&mut solver, &problem.grid, problem.side, u64::MAX, time);
        let elapsed = started.elapsed();
        took += elapsed;
        nodes += solver.nodes();
        all += 1;
        match verdict {
            Verdict::Win(plies) => {
                solved += 1;
                if elapsed.as_millis() > 50 {
                    println!(
                        "slow {} {plies} {elapsed:?} moves {:?}",
                        problem.id,
                        proof.map(|p| p.moves())
                    );
                }
            }
            _ => println!(
                "{verdict:?} {} {} {elapsed:?}",
                problem.id, problem.json["level"]
            ),
        }
    }
    println!("{solved} of {all} in {took:?}");
    println!("{} nodes a ms", nodes / took.as_millis() as u64);
}
