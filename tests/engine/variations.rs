//! The variations of MultiPV, and searches with the handicap `max_fours`.

use crate::twin::bridge::{self, played, to_depth};
use crate::twin::grid::{Cell, Grid};
use crate::twin::random::{self, Random};
use crate::twin::{scale, sets};
use goshawk::engine::{Engine, Game, Limits, Outcome, Report, Request, SearchOptions};
use goshawk::types::score::{INFINITE, MATE, is_win, mate_in};
use goshawk::types::{Color, Point, Rule};

fn think(
    game: &Game,
    side: Color,
    limits: &Limits,
    options: SearchOptions,
) -> (Outcome, Vec<Report>) {
    let mut engine = Engine::new();
    engine.set_memory(32 << 20);
    let request = Request {
        side,
        options,
        ..Request::new(game, limits)
    };
    let mut reports = Vec::new();
    let outcome = engine.think(&request, &mut |report| reports.push(report.clone()));
    (outcome, reports)
}

fn lines(multipv: usize) -> SearchOptions {
    SearchOptions {
        multipv,
        ..SearchOptions::default()
    }
}

/// Checks that the variations begin with different legal moves, can be played, and are in the
/// order of their scores.
fn check_lines(grid: &mut Grid, side: Color, report: &Report, requested: usize) {
    assert!(report.others.len() < requested);
    let mut before = INFINITE;
    let mut firsts = Vec::new();
    let all = report.others.iter().map(|line| (line.score, &line.pv));
    for (score, pv) in [(report.score, &report.pv)].into_iter().chain(all) {
        assert!(score <= before, "{report:?}\n{grid:?}");
        before = score;
        let first = bridge::grid_point(pv[0]);
        assert!(!firsts.contains(&first), "{first:?} twice\n{grid:?}");
        firsts.push(first);
        assert!(grid.is_legal(first, side), "{first:?}\n{grid:?}");
        let points: Vec<_> = pv.iter().map(|point| bridge::grid_point(*point)).collect();
        for (ply, point) in points.iter().enumerate() {
            assert_eq!(grid.at(*point), Cell::Empty, "ply {ply} of {pv:?}");
            assert!(!points[..ply].contains(point), "ply {ply} of {pv:?}");
        }
    }
}

#[test]
fn lines_are_distinct_sorted_and_playable() {
    let (mut found, mut requested) = (0, 0);
    for rule in Rule::ALL {
        let mut random = Random::new(70 + rule.index() as u64);
        for _ in 0..6 * scale() {
            let stones = random.below(24);
            let size = random.pick(&[(15, 15), (20, 20), (7, 9)]);
            let mut grid = random::grid(&mut random, size, rule, stones);
            let side = random.pick(&Color::ALL);
            let count = 1 + random.below(5);
            let game = bridge::game(&grid);
            let (outcome, reports) = think(&game, side, &to_depth(5), lines(count));
            for report in reports.iter().chain([&outcome.report]) {
                check_lines(&mut grid, side, report, count);
            }
            assert_eq!(outcome.best, outcome.report.pv.first().copied());
            found += outcome.report.others.len();
            requested += count - 1;
        }
    }
    assert!(found * 2 > requested, "{found} of {requested} lines");
}

#[test]
fn a_single_line_has_no_others() {
    let game = played(15, Rule::Freestyle, &[(7, 7), (8, 6), (9, 7)]);
    let (outcome, reports) = think(&game, Color::White, &to_depth(6), SearchOptions::default());
    assert!(outcome.report.others.is_empty());
    assert!(reports.iter().all(|report| report.others.is_empty()));
}

#[test]
fn the_second_line_is_the_best_of_the_other_moves() {
    // Black has an open three. Only its two ends win in three plies.
    let stones = [(7, 7), (0, 0), (8, 7), (0, 3), (6, 7), (14, 14)];
    let game = played(15, Rule::Freestyle, &stones);
    let (outcome, _) = think(&game, Color::Black, &to_depth(6), lines(3));
    let firsts: Vec<Point> = std::iter::once(outcome.report.pv[0])
        .chain(outcome.report.others.iter().map(|line| line.pv[0]))
        .collect();
    let ends = [Point::new(5, 7), Point::new(9, 7)];
    assert!(
        ends.contains(&firsts[0]) && ends.contains(&firsts[1]),
        "{firsts:?}"
    );
    assert_eq!(outcome.report.score, mate_in(3));
    assert_eq!(outcome.report.others[0].score, mate_in(3));
    assert!(outcome.report.others[1].score < mate_in(3));
}

#[test]
fn a_second_five_has_the_score_of_a_five() {
    // Black has an open four.
    let stones = [
        (7, 7),
        (0, 0),
        (8, 7),
        (0, 3),
        (6, 7),
        (14, 14),
        (9, 7),
        (14, 0),
    ];
    let game = played(15, Rule::Freestyle, &stones);
    let (outcome, _) = think(&game, Color::Black, &to_depth(3), lines(3));
    assert_eq!(outcome.report.score, MATE - 1);
    assert_eq!(outcome.report.others[0].score, MATE - 1);
    assert!(outcome.report.others[1].score < MATE - 1);
}

#[test]
fn a_stopped_search_reports_complete_lines() {
    let game = played(15, Rule::Freestyle, &[(7, 7), (8, 6), (9, 7), (6, 6)]);
    for nodes in [1, 300, 3_000, 30_000] {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let (outcome, reports) = think(&game, Color::Black, &limits, lines(4));
        let best = outcome.best.expect("a move");
        assert!(game.at(best).is_none());
        if let Some(last) = reports.last() {
            let mut firsts: Vec<_> = last.others.iter().map(|line| line.pv[0]).collect();
            firsts.push(last.pv[0]);
            firsts.sort_by_key(|point| (point.x, point.y));
            firsts.dedup();
            assert_eq!(firsts.len(), last.others.len() + 1);
        }
    }
}

#[test]
fn max_fours_hides_long_wins_but_no_short_ones() {
    let mut random = Random::new(90);
    let (mut short, mut long, mut hidden) = (0, 0, 0);
    for _ in 0..200 {
        let grid = random::grid(&mut random, (15, 15), Rule::Freestyle, 30);
        let game = bridge::game(&grid);
        let score = |fours| {
            let options = SearchOptions {
                max_fours: fours,
                forced_wins: false,
                ..SearchOptions::default()
            };
            let (outcome, _) = think(&game, Color::Black, &to_depth(1), options);
            outcome.report.score
        };
        let (all, none) = (score(u8::MAX), score(0));
        assert!(is_win(all) || !is_win(none), "{none}, but {all}\n{grid:?}");
        if all >= mate_in(3) {
            assert_eq!(none, all, "{grid:?}");
            short += 1;
        } else if is_win(all) && all <= mate_in(7) {
            long += 1;
            hidden += usize::from(!is_win(none));
        }
    }
    assert!(
        short > 3 && long > 3,
        "{short} short wins, {long} long wins"
    );
    assert!(hidden * 2 > long, "{hidden} of {long} hidden");
}

#[test]
fn a_better_move_of_an_unfinished_iteration_comes_with_a_lower_bound() {
    let mut random = Random::new(31);
    let mut changed = 0;
    for _ in 0..400 {
        let grid = random::grid(&mut random, (15, 15), Rule::Freestyle, 14);
        let game = bridge::game(&grid);
        let limits = Limits {
            nodes: Some(500 + random.below(3000) as u64),
            ..Limits::default()
        };
        let (outcome, reports) = think(&game, Color::Black, &limits, SearchOptions::default());
        let report = outcome.report;
        assert_eq!(report.pv.first().copied(), outcome.best);
        let Some(finished) = reports.last() else {
            continue;
        };
        if report.is_lower_bound {
            assert_ne!(report.pv[0], finished.pv[0]);
            changed += 1;
        } else {
            // The variation and the value belong together.
            assert_eq!((&report.pv, report.score), (&finished.pv, finished.score));
        }
        assert!(reports.iter().all(|report| !report.is_lower_bound));
    }
    assert!(
        changed > 0,
        "no iteration was cut off after it had found a better move"
    );
}

#[test]
fn a_vct_is_found_whatever_the_number_of_lines() {
    let mut found_by_solver_alone = 0;
    for problem in sets::read("vct_win.jsonl").iter().take(12) {
        let game = bridge::game(&problem.grid);
        let report = |options| think(&game, problem.side, &to_depth(1), options).0.report;
        let one = report(lines(1));
        let two = report(lines(2));
        assert_eq!((two.score, &two.pv), (one.score, &one.pv));
        let unaided = report(SearchOptions {
            forced_wins: false,
            ..SearchOptions::default()
        });
        found_by_solver_alone += usize::from(is_win(one.score) && !is_win(unaided.score));
    }
    assert!(found_by_solver_alone > 0);
}
