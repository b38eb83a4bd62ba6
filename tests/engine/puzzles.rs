//! Puzzles on small boards, against an exhaustive search that shares no code with the solvers: the
//! solution wins, and no other first move does.

use std::sync::atomic::AtomicBool;

use crate::twin::attack::{BruteForce, fours};
use crate::twin::bridge;
use crate::twin::grid::{Cell, Grid, stone};
use crate::twin::random::Random;
use crate::twin::threats::{SlowVct, small_grid};
use crate::twin::{for_each_rule, scale};
use goshawk::engine::on_search_stack;
use goshawk::puzzle::{Finder, Puzzle, Uniqueness, Verdict, Wanted};
use goshawk::solve::WinKind;
use goshawk::types::{Color, Rule};

/// The longest wins by threats that the exhaustive search looks for.
const PLIES: usize = 7;
/// Enough moves for nearly every search on a small board.
const NODES: u64 = 500_000;

/// The puzzle that the finder sees in a position; `Err` if it is not decided.
fn examine(finder: &mut Finder, grid: &Grid, side: Color) -> Result<Option<Puzzle>, ()> {
    match finder.examine(&bridge::game(grid), side, &AtomicBool::new(false)) {
        Verdict::Puzzle(puzzle) => Ok(Some(*puzzle)),
        Verdict::None => Ok(None),
        Verdict::Undecided => Err(()),
    }
}

/// A finder of puzzles of these kinds of any length.
fn finder(vcf: bool, vct: bool) -> Finder {
    Finder::new(Wanted {
        vcf,
        vct,
        min_plies: 1,
        nodes: NODES,
    })
}

/// The finder and the exhaustive search agree on which positions are VCF puzzles, and on their
/// solutions.
fn vcf_puzzles_are_those_with_one_winning_four(rule: Rule) {
    on_search_stack(|| {
        let mut random = Random::new(2026 + rule.index() as u64);
        let mut finder = finder(true, false);
        let mut found = 0;
        for _ in 0..400 * scale() {
            for color in Color::ALL {
                let mut grid = small_grid(&mut random, rule, color);
                if !grid.fives(color).is_empty() || !grid.fives(!color).is_empty() {
                    assert_eq!(examine(&mut finder, &grid, color), Ok(None), "{grid:?}");
                    continue;
                }
                let mut slow = BruteForce::default();
                let choices = fours(&mut grid, color).len();
                let winning = slow.first_moves(&mut grid, color);
                let puzzle = examine(&mut finder, &grid, color).expect("decided");
                let says = format!("{color:?} {winning:?} of {choices}\n{grid:?}\n{puzzle:?}");
                assert_eq!(
                    puzzle.is_some(),
                    winning.len() == 1 && choices > 1,
                    "{says}"
                );
                let Some(puzzle) = puzzle else { continue };
                found += 1;
                assert_eq!(puzzle.kind, WinKind::Vcf, "{says}");
                assert_eq!(bridge::grid_point(puzzle.solution.at), winning[0], "{says}");
                assert_eq!(puzzle.difficulty.choices, choices, "{says}");
                assert!(puzzle.difficulty.plies >= slow.plies(&mut grid, color).unwrap());
                line_wins(&grid, color, &puzzle);
            }
        }
        assert!(found >= 5 * scale(), "only {found} puzzles");
    })
    .expect("a thread");
}
for_each_rule!(vcf, vcf_puzzles_are_those_with_one_winning_four);

/// In a VCT puzzle, and in any that claims it, no other first move wins by threats in a few plies.
fn no_other_move_wins_by_threats(rule: Rule) {
    on_search_stack(|| {
        let mut random = Random::new(77 + rule.index() as u64);
        let mut finder = finder(true, true);
        let (mut by_threats, mut found, mut undecided) = (0, 0, 0);
        for _ in 0..150 * scale() {
            for color in Color::ALL {
                let mut grid = small_grid(&mut random, rule, color);
                let verdict = examine(&mut finder, &grid, color);
                undecided += usize::from(verdict.is_err());
                let Ok(Some(puzzle)) = verdict else { continue };
                line_wins(&grid, color, &puzzle);
                if puzzle.uniqueness == Uniqueness::Fours {
                    continue;
                }
                found += 1;
                by_threats += usize::from(puzzle.kind == WinKind::Vct);
                let mut slow = SlowVct::default();
                let winning = slow.first_moves(&mut grid, color, PLIES);
                let solution = bridge::grid_point(puzzle.solution.at);
                let says = format!("{color:?} {winning:?}\n{grid:?}\n{puzzle:?}");
                assert!(winning.iter().all(|point| *point == solution), "{says}");
                if puzzle.difficulty.plies <= PLIES {
                    assert_eq!(winning, [solution], "{says}");
                }
            }
        }
        println!("{rule:?}: {found} puzzles, {by_threats} of them VCT, {undecided} undecided");
        assert!(by_threats >= 5 * scale(), "only {by_threats} VCT puzzles");
        assert!(undecided < 10 * scale(), "{undecided} undecided");
    })
    .expect("a thread");
}
for_each_rule!(vct, no_other_move_wins_by_threats);

/// The line of the puzzle can be played and ends with the first five.
fn line_wins(grid: &Grid, color: Color, puzzle: &Puzzle) {
    let mut grid = grid.clone();
    let mut side = color;
    let last = puzzle.line.len() - 1;
    for (at, point) in puzzle.line.iter().enumerate() {
        let point = bridge::grid_point(*point);
        assert_eq!(grid.at(point), Cell::Empty, "{puzzle:?}");
        assert_eq!(
            grid.would_win(point, side),
            at == last,
            "{puzzle:?}\n{grid:?}"
        );
        grid.set(point, stone(side));
        side = !side;
    }
    assert_eq!(puzzle.line.len(), puzzle.difficulty.plies, "{puzzle:?}");
}
