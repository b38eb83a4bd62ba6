//! The VCT solver's proofs, checked reply by reply by a referee of its own.

mod twin;

use std::time::{Duration, Instant};

use goshawk::board::Geometry;
use goshawk::position::Position;
use goshawk::threat::VctSolver;
use goshawk::threat::vct::Threat;
use goshawk::threat::vct::{Attack, Verdict};
use goshawk::types::{Color, Rule, Square};
use twin::attack::{fours, stops};
use twin::bridge;
use twin::grid::{Grid, Man, Place, man};
use twin::random::{self, Random};
use twin::{scale, sets};

/// Moves made at most in one search of a test.
const BUDGET: u64 = 30_000;
/// Larger proofs are only checked on demand: the referee is slow.
const LARGE_PROOF: usize = 60;
/// No limit on time.
const FOREVER: Duration = Duration::MAX;
/// Fours that the referee's own VCF may have beyond those of the line it knows.
const MORE_FOURS: usize = 2;
/// Fours of the longest VCF that the referee looks for.
const MOST_FOURS: usize = 12;

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
        let position = bridge::position::<CELLS>(grid, side);
        let started = Instant::now();
        let verdict = solver.solve(&position, budget, &|| started.elapsed() > time);
        let proof = match verdict {
            Verdict::Win(_) => solver.proof(&position, &|| false),
            _ => None,
        };
        if let Some(proof) = &proof {
            let line = solver.line(&position, &|| false);
            can_be_played(&position, proof, &line.expect("a win has a line").0);
        }
        (verdict, proof)
    }
    if grid.width < 16 && grid.height < 16 {
        sized::<256>(solver, grid, side, budget, time)
    } else {
        sized::<1024>(solver, grid, side, budget, time)
    }
}

/// Panics unless a line begins as the proof does, ends with a move of the
/// attacker, and goes to empty points alone.
fn can_be_played<const CELLS: usize>(position: &Position<CELLS>, proof: &Attack, line: &[Square]) {
    assert_eq!(line[0], proof.square);
    assert!(line.len() % 2 == 1);
    let mut position = position.clone();
    for square in line {
        assert!(position.board().is_empty(*square));
        position.make(*square);
    }
}

/// The referee: checks proofs by trying every reply on the plain board.
struct Referee {
    attacker: Color,
    /// Converts the proof's squares.
    place: fn(goshawk::types::Square) -> Place,
}

impl Referee {
    fn new(grid: &Grid, attacker: Color) -> Referee {
        let small = grid.width < 16 && grid.height < 16;
        Referee {
            attacker,
            place: match small {
                true => |square| bridge::place(Geometry::<256>::point(square)),
                false => |square| bridge::place(Geometry::<1024>::point(square)),
            },
        }
    }

    /// Panics unless the attack wins against everything. Counts replies.
    fn check(&self, grid: &mut Grid, attack: &Attack) -> usize {
        let at = (self.place)(attack.square);
        let says = format!("{:?} plays {at:?}\n{grid:?}", self.attacker);
        assert_eq!(grid.at(at), Man::Empty, "{says}");
        let Some(defence) = &attack.defence else {
            assert!(grid.would_win(at, self.attacker), "{says}");
            return 0;
        };
        assert!(grid.is_legal(at, self.attacker), "{says}");
        grid.set(at, man(self.attacker));
        assert_eq!(grid.fives(!self.attacker), [], "{says}");
        let mut replies = 0;
        let threat = self.threat(grid, defence.threat);
        for reply in grid.empties() {
            if !grid.is_legal(reply, !self.attacker) {
                continue;
            }
            replies += 1;
            grid.set(reply, man(!self.attacker));
            let mut answers = defence.replies.iter();
            match answers.find(|(square, _)| (self.place)(*square) == reply) {
                Some((_, answer)) => replies += self.check(grid, answer),
                None => assert!(
                    self.carried_out(grid, defence.threat, &threat),
                    "{reply:?} helps: {says}"
                ),
            }
            grid.set(reply, Man::Empty);
        }
        grid.set(at, Man::Empty);
        replies
    }

    /// The lines of fours that win if the defender passes, as the referee finds them.
    fn threat(&self, grid: &mut Grid, claimed: Threat) -> Vec<Vec<Place>> {
        let lines = match claimed {
            Threat::Five => grid
                .fives(self.attacker)
                .into_iter()
                .map(|five| vec![five])
                .collect(),
            Threat::OpenFour => twin::attack::wins_in_three(grid, self.attacker)
                .into_iter()
                .map(|four| vec![four])
                .collect(),
            Threat::Vcf(_) => (1..=MOST_FOURS)
                .find_map(|fours| line(grid, self.attacker, fours))
                .into_iter()
                .collect::<Vec<_>>(),
        };
        assert!(
            !lines.is_empty(),
            "{:?} has no {claimed:?}\n{grid:?}",
            self.attacker
        );
        lines
    }

    /// Does the attacker win by one of these lines, or by other fours, no more than
    /// the claim counts?
    fn carried_out(&self, grid: &mut Grid, claimed: Threat, lines: &[Vec<Place>]) -> bool {
        if lines.iter().any(|line| holds(grid, self.attacker, line)) {
            return true;
        }
        let longest = lines.iter().map(|line| line.len() / 2).max().unwrap_or(0);
        let claimed = match claimed {
            Threat::Vcf(plies) => usize::from(plies) / 2,
            Threat::Five | Threat::OpenFour => 0,
        };
        (1..=claimed.max(longest + MORE_FOURS))
            .any(|fours| line(grid, self.attacker, fours).is_some())
    }
}

/// A line of at most so many fours by which `color`, to move, wins.
fn line(grid: &mut Grid, color: Color, most: usize) -> Option<Vec<Place>> {
    if let Some(five) = grid.fives(color).first() {
        return Some(vec![*five]);
    }
    if most == 0 {
        return None;
    }
    for (four, fives) in fours(grid, color) {
        let rest = grid.with(four, color, |grid| {
            if !grid.fives(!color).is_empty() {
                return None;
            }
            let mut found = vec![four];
            for (at, stop) in stops(grid, color, &fives).into_iter().enumerate() {
                let rest = grid.with(stop, !color, |grid| line(grid, color, most - 1))?;
                if at == 0 {
                    found.push(stop);
                    found.extend(rest);
                }
            }
            Some(found)
        });
        if rest.is_some() {
            return rest;
        }
    }
    None
}

/// Does `color`, to move, win along a line?
fn holds(grid: &mut Grid, color: Color, line: &[Place]) -> bool {
    if !grid.fives(color).is_empty() {
        return true;
    }
    let Some(&four) = line.first() else {
        return false;
    };
    if grid.at(four) != Man::Empty || !grid.is_legal(four, color) {
        return false;
    }
    grid.with(four, color, |grid| {
        let fives = grid.fives(color);
        if fives.is_empty() || !grid.fives(!color).is_empty() {
            return false;
        }
        match (stops(grid, color, &fives).as_slice(), line.get(1)) {
            ([], _) => true,
            ([stop], Some(reply)) if stop == reply => {
                grid.with(*stop, !color, |grid| holds(grid, color, &line[2..]))
            }
            _ => false,
        }
    })
}

/// Checks a claimed win; counts the replies that were tried, 0 if the proof is
/// left out for its size.
fn confirm(grid: &Grid, side: Color, verdict: Verdict, proof: Option<Attack>) -> usize {
    assert!(matches!(verdict, Verdict::Win(_)));
    let proof = proof.expect("a win comes with its proof");
    if proof.moves() > LARGE_PROOF * scale() {
        return 0;
    }
    Referee::new(grid, side).check(&mut grid.clone(), &proof)
}

/// The board turned by a quarter.
fn turned(grid: &Grid) -> Grid {
    let mut turned = Grid::new(grid.height, grid.width, grid.rule);
    for place in grid.places() {
        turned.set((grid.height - 1 - place.1, place.0), grid.at(place));
    }
    turned
}

#[test]
fn the_sets_vcts_are_found_and_hold() {
    let Some(problems) = sets::read("vct_win.jsonl") else {
        return;
    };
    let every = if scale() > 1 { 1 } else { 37 };
    let mut solver = VctSolver::default();
    let (mut all, mut solved, mut replies) = (0, 0, 0);
    for problem in problems.iter().step_by(every) {
        all += 1;
        let (verdict, proof) = solve(&mut solver, &problem.grid, problem.side, BUDGET, FOREVER);
        if let Verdict::Win(_) = verdict {
            replies += confirm(&problem.grid, problem.side, verdict, proof);
            solved += 1;
        }
    }
    println!("{solved} of {all} solved, {replies} replies tried");
    assert!(solved * 10 > all * 8 && replies > 10_000);
}

#[test]
fn turned_boards_are_won_as_well() {
    let Some(problems) = sets::read("vct_win.jsonl") else {
        return;
    };
    let every = if scale() > 1 { 5 } else { 80 };
    let mut solver = VctSolver::default();
    let mut solved = 0;
    for problem in problems.iter().step_by(every) {
        let mut grid = problem.grid.clone();
        let (verdict, _) = solve(&mut solver, &grid, problem.side, BUDGET / 10, FOREVER);
        if !matches!(verdict, Verdict::Win(_)) {
            continue;
        }
        solved += 1;
        for _ in 0..3 {
            grid = turned(&grid);
            // The order of moves differs, and so does the effort.
            let (verdict, proof) = solve(&mut solver, &grid, problem.side, 50 * BUDGET, FOREVER);
            confirm(&grid, problem.side, verdict, proof);
        }
    }
    println!("{solved} turned");
    assert!(solved > 5);
}

#[test]
fn claims_where_there_is_no_vcf_hold() {
    let Some(problems) = sets::read("no_vcf.jsonl") else {
        return;
    };
    let every = if scale() > 1 { 1 } else { 20 };
    let mut solver = VctSolver::default();
    let (mut all, mut wins) = (0, 0);
    for problem in problems.iter().step_by(every) {
        let (verdict, proof) = solve(
            &mut solver,
            &problem.grid,
            problem.side,
            BUDGET / 3,
            FOREVER,
        );
        all += 1;
        if let Verdict::Win(plies) = verdict {
            assert!(plies > 3);
            wins += usize::from(confirm(&problem.grid, problem.side, verdict, proof) > 0);
        }
    }
    println!("{wins} wins confirmed in {all} positions");
}

/// Every win claimed in random positions is confirmed by the referee.
fn claims_hold(rule: Rule) {
    let mut solver = VctSolver::default();
    let mut random = Random::new(777 + rule.index() as u64);
    let (mut wins, mut quiet) = (0, 0);
    for _ in 0..40 * scale() {
        let size = random.pick(&[(15, 15), (17, 17), (9, 9), (12, 15)]);
        let stones = 12 + random.below(30);
        let grid = random::grid(&mut random, size, rule, stones);
        for color in Color::ALL {
            let (verdict, proof) = solve(&mut solver, &grid, color, 50_000, FOREVER);
            if let Verdict::Win(_) = verdict {
                quiet += usize::from(proof.as_ref().is_some_and(has_quiet_threat));
                wins += usize::from(confirm(&grid, color, verdict, proof) > 0);
            }
        }
    }
    println!("{rule:?}: {wins} claims confirmed, {quiet} with a quiet threat");
    assert!(wins > 10);
}

/// A test a rule, so that they run side by side.
mod claims_in_random_positions_hold {
    use super::*;

    #[test]
    fn freestyle() {
        claims_hold(Rule::Freestyle);
    }

    #[test]
    fn standard() {
        claims_hold(Rule::Standard);
    }

    #[test]
    fn renju() {
        claims_hold(Rule::Renju);
    }

    #[test]
    fn caro() {
        claims_hold(Rule::Caro);
    }

    #[test]
    fn caro_exact() {
        claims_hold(Rule::CaroExact);
    }
}

/// Is there a move in the proof that is neither a four nor an open three?
fn has_quiet_threat(attack: &Attack) -> bool {
    attack.defence.as_ref().is_some_and(|defence| {
        matches!(defence.threat, Threat::Vcf(_))
            || defence
                .replies
                .iter()
                .any(|(_, answer)| has_quiet_threat(answer))
    })
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
    let budget = number("GOSHAWK_NODES", u64::MAX);
    let set = std::env::var("GOSHAWK_SET").unwrap_or("vct_win.jsonl".to_string());
    let problems = sets::read(&set).expect("the set");
    let mut solver = VctSolver::default();
    let (mut solved, mut all, mut took, mut nodes) = (0, 0, Duration::ZERO, 0);
    for problem in problems.iter().step_by(every) {
        solver.clear();
        let started = Instant::now();
        let (verdict, proof) = solve(&mut solver, &problem.grid, problem.side, budget, time);
        let elapsed = started.elapsed();
        took += elapsed;
        nodes += solver.nodes();
        all += 1;
        match verdict {
            Verdict::Win(plies) => {
                solved += 1;
                println!(
                    "solved {} {plies} plies, {} nodes, {elapsed:?}, {:?} moves",
                    problem.id,
                    solver.nodes(),
                    proof.map(|p| p.moves())
                );
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
