//! Threats and answers that the move generator reads from the patterns, compared with an
//! exhaustive search.

use crate::twin::attack::{fours, stops, wins_in_five_with, wins_in_three};
use crate::twin::bridge;
use crate::twin::grid::{Cell, Grid, GridPoint, stone};
use crate::twin::random::{self, Random};
use crate::twin::{for_each_rule, scale};
use goshawk::movegen::{Situation, answers, makes_four, replies, situation};
use goshawk::pattern::Class;
use goshawk::position::Position;
use goshawk::types::{Color, Rule};

/// Number of random positions of each rule at scale 1.
const POSITIONS: usize = 500;

/// How often each result was confirmed.
#[derive(Debug, Default)]
struct Counts {
    /// Wins in one, three and five plies.
    wins: [usize; 3],
    lost: usize,
    must_block: usize,
    must_answer: usize,
    free: usize,
    /// Moves that answer an open four, and moves that do not.
    answers: usize,
    losing_moves: usize,
}

/// The threats to win in three plies that a situation includes. They are neither on points that
/// look forbidden but are allowed, nor simple fours that black may not stop.
fn known_threats(position: &Position<256>, grid: &mut Grid, color: Color) -> Vec<GridPoint> {
    let mut wins = wins_in_three(grid, color);
    wins.retain(|p| position.class(color, bridge::square::<256>(*p)) != Class::Foul);
    if grid.rule == Rule::Renju && color == Color::White {
        wins.retain(|p| grid.with(*p, color, |grid| grid.fives(color).len() > 1));
    }
    wins
}

/// Checks the situation of `us` against the stones.
fn check(grid: &mut Grid, us: Color, counts: &mut Counts) {
    let them = !us;
    let mut position = bridge::position::<256>(grid, us);
    let result = situation(&mut position);
    let (own, other) = (grid.fives(us), grid.fives(them));
    let says = format!("{result:?} of {us:?}\n{grid:?}");
    // The points where `us` leaves the opponent no five.
    let blocks = |grid: &mut Grid| {
        let mut points = grid.empties();
        points.retain(|p| grid.with(*p, us, |grid| grid.fives(them).is_empty()));
        points
    };
    match result {
        Situation::Wins(square, plies) => {
            let at = bridge::grid_point_of::<256>(square);
            match plies {
                1 => assert!(own.contains(&at), "{says}"),
                3 => assert!(
                    other.is_empty() && wins_in_three(grid, us).contains(&at),
                    "{says}"
                ),
                5 => assert!(wins_in_five_with(grid, us, at), "{says}"),
                _ => panic!("{says}"),
            }
            counts.wins[plies / 2] += 1;
            assert_eq!(plies == 1, !own.is_empty());
            return;
        }
        Situation::Lost(square) => {
            assert!(
                other.contains(&bridge::grid_point_of::<256>(square)),
                "{says}"
            );
            assert_eq!(blocks(grid), [], "{says}");
            counts.lost += 1;
        }
        Situation::MustBlock(square) => {
            assert_eq!(
                blocks(grid),
                [bridge::grid_point_of::<256>(square)],
                "{says}"
            );
            counts.must_block += 1;
        }
        Situation::MustAnswer if !other.is_empty() => {
            let found: Vec<GridPoint> = answers(&position)
                .iter()
                .map(bridge::grid_point_of::<256>)
                .collect();
            assert_eq!(blocks(grid), found, "{says}");
            assert!(found.len() > 1, "{says}");
            counts.must_block += 1;
        }
        Situation::MustAnswer => {
            check_answers(&mut position, grid, us, counts);
            counts.must_answer += 1;
        }
        Situation::Free => {
            assert!(other.is_empty(), "{says}");
            assert_eq!(known_threats(&position, grid, them), [], "{says}");
            counts.free += 1;
        }
    }
    // No faster win was missed.
    assert!(own.is_empty(), "{says}");
    if other.is_empty() {
        assert_eq!(wins_in_three(grid, us), [], "{says}");
    }
}

/// Checks that every move answers all threats, or is a four, or loses to a four.
fn check_answers(position: &mut Position<256>, grid: &mut Grid, us: Color, counts: &mut Counts) {
    let them = !us;
    let found = answers(position);
    for point in grid.empties() {
        let square = bridge::square::<256>(point);
        let four = makes_four(position, us, square);
        let is_four = grid.with(point, us, |grid| !grid.fives(us).is_empty());
        assert_eq!(four, is_four, "{point:?}\n{grid:?}");
        if four {
            continue;
        }
        position.make(square);
        grid.set(point, stone(us));
        if found.contains(square) {
            assert_eq!(
                position.count(them, Class::OpenFour),
                0,
                "{point:?}\n{grid:?}"
            );
            assert_eq!(
                known_threats(position, grid, them),
                [],
                "{point:?}\n{grid:?}"
            );
            counts.answers += 1;
        } else {
            assert_ne!(
                wins_in_three(grid, them),
                [],
                "{us:?} on {point:?}\n{grid:?}"
            );
            counts.losing_moves += 1;
        }
        position.undo();
        grid.set(point, Cell::Empty);
    }
}

/// Checks random positions under a rule.
fn check_rule(rule: Rule) {
    let mut random = Random::new(1000 + rule.index() as u64);
    let mut counts = Counts::default();
    for _ in 0..POSITIONS * scale() {
        let size = random.pick(&[(11, 11), (9, 9), (7, 9), (12, 8), (15, 5)]);
        let stones = 8 + random.below(24);
        let mut grid = random::grid(&mut random, size, rule, stones);
        for color in Color::ALL {
            check(&mut grid, color, &mut counts);
        }
    }
    println!("{rule:?}: {counts:?}");
    let others = [
        counts.lost,
        counts.must_block,
        counts.must_answer,
        counts.free,
        counts.answers,
        counts.losing_moves,
    ];
    let mut all = counts.wins.iter().chain(&others);
    assert!(all.all(|count| *count >= 5), "{rule:?}");
}

for_each_rule!(situations_agree_with_an_exhaustive_search, check_rule);

/// A board on which a stone on 6,4 makes an open four and two threes for black, unless
/// the random stones change that. The three in the column is false: only 6,7 could make it a
/// straight four, and that point makes an overline.
fn beside_an_apparent_foul(random: &mut Random) -> Grid {
    let black = "4,4 5,4 7,4 6,5 6,6 7,5 8,6 3,7 4,7 5,7 7,7 8,7";
    let empty = "2,4 3,4 6,4 8,4 9,4 6,3 5,3 9,7 6,7 6,8";
    let points = |text: &str| -> Vec<GridPoint> {
        let numbers = |pair: &str| pair.split_once(',').map(|(x, y)| (x.parse(), y.parse()));
        let point = |pair| numbers(pair).map(|(x, y)| (x.unwrap(), y.unwrap()));
        text.split(' ').filter_map(point).collect()
    };
    let mut grid = random::dense(random, (12, 9), Rule::Renju, 5);
    points(empty)
        .into_iter()
        .for_each(|at| grid.set(at, Cell::Empty));
    points(black)
        .into_iter()
        .for_each(|at| grid.set(at, Cell::Black));
    grid.set((6, 2), Cell::White);
    grid.set((7, 6), Cell::White);
    grid
}

/// There are wins in three plies whose points have no class of a win: White's
/// fours that Black may not stop, and Black's open fours that only look forbidden.
#[test]
fn wins_by_fouls_agree_with_an_exhaustive_search() {
    let mut random = Random::new(1100);
    let mut by_fouls = [0; 2];
    for round in 0..2000 * scale() {
        let density = 25 + random.below(20);
        let mut grid = match round % 2 {
            0 => random::dense(&mut random, (12, 9), Rule::Renju, density),
            _ => beside_an_apparent_foul(&mut random),
        };
        for us in Color::ALL {
            if Color::ALL
                .iter()
                .any(|color| !grid.fives(*color).is_empty())
            {
                continue;
            }
            let mut position = bridge::position::<256>(&grid, us);
            let wins = wins_in_three(&mut grid, us);
            match situation(&mut position) {
                Situation::Wins(square, 3) => {
                    assert!(
                        wins.contains(&bridge::grid_point_of::<256>(square)),
                        "{grid:?}"
                    );
                    let is_by_foul = position.class(us, square) != Class::OpenFour;
                    by_fouls[us.index()] += usize::from(is_by_foul);
                }
                _ => assert_eq!(wins, [], "{us:?}\n{grid:?}"),
            }
        }
    }
    assert!(by_fouls.iter().all(|count| *count >= 5), "{by_fouls:?}");
}

#[test]
fn all_fours_are_generated_and_nothing_else() {
    for rule in Rule::ALL {
        let mut random = Random::new(2000 + rule.index() as u64);
        let mut sum = 0;
        for _ in 0..200 * scale() {
            let density = 15 + random.below(30);
            let mut grid = random::dense(&mut random, (11, 9), rule, density);
            for color in Color::ALL {
                let mut position = bridge::position::<256>(&grid, color);
                let mut moves = Vec::new();
                goshawk::movegen::fours(&mut position, color, &mut moves);
                let mut found: Vec<GridPoint> = moves
                    .into_iter()
                    .map(bridge::grid_point_of::<256>)
                    .collect();
                found.sort_by_key(|(x, y)| (*y, *x));
                let mut truth = fours(&mut grid, color);
                truth.retain(|(p, _)| !grid.would_win(*p, color));
                // The comparison needs a board without earlier threats.
                let truth: Vec<GridPoint> = truth.into_iter().map(|(point, _)| point).collect();
                if grid.fives(color).is_empty() {
                    assert_eq!(found, truth, "{color:?}\n{grid:?}");
                    sum += found.len();
                }
            }
        }
        assert!(sum > 300, "{sum} fours");
    }
}

/// Under the caro rules a five may have two stops, and one stone may stop two fives.
#[test]
fn caro_fives_are_stopped_at_their_ends() {
    for rule in [Rule::Caro, Rule::CaroExact] {
        // o x x x x . . : the completing point or the point after it.
        let mut grid = Grid::new(15, 15, rule);
        (3..7).for_each(|x| grid.set((x, 7), Cell::Black));
        grid.set((2, 7), Cell::White);
        let stops_of = |grid: &mut Grid| {
            let fives = grid.fives(Color::Black);
            stops(grid, Color::Black, &fives)
        };
        let mut position = bridge::position::<256>(&grid, Color::White);
        assert_eq!(situation(&mut position), Situation::MustAnswer);
        assert_eq!(stops_of(&mut grid), [(7, 7), (8, 7)]);
        // o . x x x x . . : one stone stops both fives.
        let mut grid = Grid::new(15, 15, rule);
        (4..8).for_each(|x| grid.set((x, 7), Cell::Black));
        grid.set((2, 7), Cell::White);
        let mut position = bridge::position::<256>(&grid, Color::White);
        let stop = bridge::square::<256>((8, 7));
        assert_eq!(position.count(Color::Black, Class::Five), 2);
        assert_eq!(situation(&mut position), Situation::MustBlock(stop));
        assert_eq!(stops_of(&mut grid), [(8, 7)]);
        // o . x x x x . o : either completing point stops both.
        grid.set((9, 7), Cell::White);
        let mut position = bridge::position::<256>(&grid, Color::White);
        assert_eq!(situation(&mut position), Situation::MustAnswer);
        assert_eq!(answers(&position).len(), 2);
        // A four of white's own does not help.
        (3..6).for_each(|x| grid.set((x, 12), Cell::White));
        let mut position = bridge::position::<256>(&grid, Color::White);
        assert!(position.fours(Color::White) > 0);
        assert_eq!(situation(&mut position), Situation::MustAnswer);
        let replies: Vec<_> = replies(&mut position).iter().collect();
        let answers: Vec<_> = answers(&position).iter().collect();
        assert_eq!(replies, answers);
    }
}

/// A point with a four and two threes looks forbidden. If one three is false, black may
/// play there, and the four refutes a win by threes.
#[test]
fn a_four_on_a_point_that_only_looks_forbidden_refutes_a_double_three() {
    let mut grid = Grid::new(15, 15, Rule::Renju);
    // 6,7 makes a four in the row, a three in the diagonal, and a false three in the
    // column, because 6,6 makes an overline. 7,7 makes an overline too.
    let black = [
        [3, 7],
        [4, 7],
        [5, 7],
        [7, 4],
        [7, 5],
        [7, 6],
        [7, 8],
        [7, 9],
        [6, 8],
        [6, 9],
        [5, 6],
        [3, 6],
        [4, 6],
        [8, 6],
        [0, 5],
    ];
    black
        .iter()
        .for_each(|[x, y]| grid.set((*x, *y), Cell::Black));
    // White has a double three on 12,2. The other stones keep black from fours.
    let white = [
        [2, 7],
        [6, 11],
        [12, 1],
        [12, 3],
        [11, 2],
        [13, 2],
        [7, 2],
        [8, 3],
        [2, 5],
        [3, 5],
        [1, 6],
        [3, 8],
        [3, 9],
        [5, 8],
        [8, 10],
    ];
    white
        .iter()
        .for_each(|[x, y]| grid.set((*x, *y), Cell::White));
    let mut position = bridge::position::<256>(&grid, Color::White);
    let square = bridge::square::<256>;
    let looks_forbidden = (6, 7);
    assert_eq!(
        position.class(Color::White, square((12, 2))),
        Class::DoubleThree
    );
    assert_eq!(
        position.class(Color::Black, square(looks_forbidden)),
        Class::Foul
    );
    assert!(grid.is_legal(looks_forbidden, Color::Black));
    assert_eq!(position.fours(Color::Black), 0);
    assert!(!wins_in_five_with(&mut grid, Color::White, (12, 2)));
    assert_eq!(situation(&mut position), Situation::Free);
}
