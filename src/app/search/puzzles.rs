//! Puzzles in a game, and moves in a puzzle that were not expected.

use super::tasks::{Found, Job};
use crate::app::study::Judged;
use crate::engine::{Game, Outcome, Stone, Stop};
use crate::puzzle::{Finder, Wanted};
use crate::report::puzzles::entry::Source;
use crate::report::puzzles::game::GamePuzzles;
use crate::solve::{Request, solve};
use crate::types::{Color, Point, score};

/// The length of the shortest win that makes a puzzle, in plies.
const LEAST_PLIES: usize = 5;
/// The nodes of the search for a win in each position of a game.
const NODES: u64 = 50_000;
/// The nodes of the search for the rest of a win.
const REST_NODES: u64 = 200_000;
/// Entries of its table, which take 6 MiB.
const ENTRIES: usize = 1 << 18;

/// The puzzles in the game of a job.
pub fn find_puzzles(job: &Job, stop: &dyn Stop) -> Found {
    let Some(record) = &job.record else {
        return Found::Failed;
    };
    let source = Source {
        file: "your game".to_string(),
        game: 1,
        players: record.players.clone(),
        date: record.date.clone(),
        ..Source::default()
    };
    let mut finder = Finder::new(Wanted {
        vcf: true,
        vct: true,
        min_plies: LEAST_PLIES,
        nodes: NODES,
    });
    match GamePuzzles::find(record, job.game.rule(), &source, &mut finder, stop) {
        Some(found) => Found::Puzzles(found.puzzles),
        None => Found::Failed,
    }
}

/// What follows a move in a puzzle, after which `side` replies: `outcome` is a search for the reply.
/// If that loses, the rest of the win is looked for.
pub fn judge(game: &Game, side: Color, outcome: &Outcome, stop: &dyn Stop) -> Judged {
    let (reply, value) = (outcome.best, outcome.report.score);
    let line = match reply.filter(|_| score::is_loss(value)) {
        Some(reply) => rest_of_win(game, side, reply, stop),
        None => Vec::new(),
    };
    Judged {
        reply,
        score: value,
        line,
    }
}

/// The moves of both sides to the five after a reply of `side`; empty if no win is found.
fn rest_of_win(game: &Game, side: Color, reply: Point, stop: &dyn Stop) -> Vec<Point> {
    let mut game = game.clone();
    if game.put(reply, Stone::Of(side)).is_err() {
        return Vec::new();
    }
    let request = Request {
        nodes: Some(REST_NODES),
        entries: ENTRIES,
        to_five: true,
        ..Request::new(&game, !side)
    };
    let answer = solve(&request, &|| stop.is_set());
    answer.win.map_or_else(Vec::new, |win| win.to_five)
}
