//! The VCT solver's proofs, checked by a referee that shares no code with the
//! solver and tries every reply.

mod twin;

use std::time::{Duration, Instant};

use goshawk::board::Geometry;
use goshawk::position::Position;
use goshawk::threat::vct::Attack;
use goshawk::threat::vct::Threat;
use goshawk::threat::{VctResult, VctSolver};
use goshawk::types::{Color, Rule, Square};
use twin::attack::{fours, stops};
use twin::bridge;
use twin::grid::{Grid, Man, Place, man};
use twin::random::{self, Random};
use twin::{scale, sets};

/// The limit on moves made in the search of one problem.
const BUDGET: u64 = 30_000;
/// The attacker moves of the largest proof that is checked at scale 1: the referee is slow.
const LARGE_PROOF: usize = 60;
/// No limit on time.
const FOREVER: Duration = Duration::MAX;
/// How many more fours than the known line the referee's own VCF may have.
const MORE_FOURS: usize = 2;
/// The fours of the longest VCF that the referee looks for.
const MOST_FOURS: usize = 12;

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
            let line = solver.line(&position, &|| false);
            can_be_played(&position, proof, &line.expect("a win has a line").0);
        }
        (result, proof)
    }
    if grid.width < 16 && grid.height < 16 {
        sized::<256>(solver, grid, side, budget, time)
    } else {
        sized::<1024>(solver, grid, side, budget, time)
    }
}

/// Panics unless the line begins with the first move of the proof, ends with a
/// move of the attacker, and only plays on empty points.
fn can_be_played<const CELLS: usize>(position: &Position<CELLS>, proof: &Attack, line: &[Square]) {
    assert_eq!(line[0], proof.square);
    assert!(line.len() % 2 == 1);
    let mut position = position.clone();
    for square in line {
        assert!(position.board().is_empty(*square));
        position.make(*square);
    }
}

/// Checks proofs by trying every reply on the plain board.
struct Referee {
    /// The side that wins.
    attacker: Color,
    /// Converts the squares of a proof to points of the plain board.
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

    /// Panics unless the attack wins against every reply. Returns the number of
    /// replies tried.
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

    /// Does the attacker win by one of these lines, or by about as many other fours
    /// as claimed?
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

/// A line of at most `most` fours by which `color`, to move, wins.
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

/// Does `color`, to move, win by playing this line?
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
    for place in grid.places() {
        rotated.set((grid.height - 1 - place.1, place.0), grid.at(place));
    }
    rotated
}

#[test]
fn vct_wins_of_the_problem_set_are_found() {
    let mut solver = VctSolver::default();
    let (mut all, mut solved, mut replies) = (0, 0, 0);
    for problem in sets::read("vct_win.jsonl") {
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
    for problem in sets::read("vct_win.jsonl").iter().step_by(3) {
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

/// One test for each rule, so that they run in parallel.
mod wins_claimed_in_random_positions_are_confirmed {
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
    let mut solver = VctSolver::default();
    let (mut solved, mut all, mut took, mut nodes) = (0, 0, Duration::ZERO, 0);
    for problem in problems.iter().step_by(every) {
        solver.clear();
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
