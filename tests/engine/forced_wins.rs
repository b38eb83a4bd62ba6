//! Wins that neither solver finds alone: the search finds them, and the proof holds.

use std::cell::Cell;
use std::time::Duration;

use crate::twin::bridge;
use crate::twin::referee::Referee;
use crate::twin::sets::{self, Problem};
use goshawk::engine::on_search_stack;
use goshawk::solve::{Answer, Request, Watcher, WinKind, solve};

/// The limit at which the solvers find none of the wins, and the search all.
const NODES: u64 = 400_000;
/// The moves of the largest proof that is checked: the referee is slow.
const LARGE_PROOF: usize = 60;

/// The answer about a problem, if the program looks for any win, or for a VCT only.
fn answer(problem: &Problem, any: bool) -> Answer {
    let game = bridge::game(&problem.grid);
    let request = Request {
        vcf: any,
        nodes: Some(NODES),
        ..Request::new(&game, problem.side)
    };
    on_search_stack(|| solve(&request, &|| false)).expect("a thread")
}

#[test]
fn wins_that_the_search_finds_are_proved() {
    let mut checked = 0;
    for problem in sets::read("forced_win.jsonl") {
        let id = &problem.id;
        assert!(answer(&problem, false).win.is_none(), "{id}");
        let answer = answer(&problem, true);
        let win = answer.win.expect(id);
        let kind = format!("{:?}", win.kind).to_lowercase();
        assert_eq!(kind, problem.json["kind"], "{id}");
        assert!(!answer.is_undecided, "{id}");
        assert!(!answer.excluded.contains(&win.kind), "{id}");
        let proof = win.proof.expect("a proof");
        assert_eq!(win.variation, proof.main_line(), "{id}");
        assert_eq!(win.plies, proof.plies(), "{id}");
        assert_eq!(proof.is_by_threats(), win.kind == WinKind::Vct, "{id}");
        if proof.moves() <= LARGE_PROOF {
            let squares = proof.map(&|point| bridge::square::<256>(bridge::grid_point(point)));
            let mut grid = problem.grid.clone();
            assert!(Referee::new(&grid, problem.side).check(&mut grid, &squares) > 0);
            checked += 1;
        }
    }
    assert!(checked >= 3, "{checked}");
}

/// Ends everything as soon as the search of the engine has begun.
struct EndsTheSearch(Cell<bool>);

impl Watcher for EndsTheSearch {
    fn stops(&self) -> bool {
        self.0.get()
    }

    fn begin(&self, stage: &'static str, _limit: Option<Duration>) {
        self.0.set(stage == "search");
    }
}

#[test]
fn a_watcher_ends_the_search() {
    let problem = &sets::read("forced_win.jsonl")[0];
    let game = bridge::game(&problem.grid);
    let request = Request {
        nodes: Some(NODES),
        ..Request::new(&game, problem.side)
    };
    let stopped = || solve(&request, &EndsTheSearch(Cell::new(false)));
    let answer = on_search_stack(stopped).expect("a thread");
    assert!(answer.win.is_none() && answer.is_undecided);
    assert!(answer.nodes < 2 * NODES, "{}", answer.nodes);
}
