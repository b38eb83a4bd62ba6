//! Searches that compare positions and share one time budget and one node limit.
//!
//! A list of candidates is narrowed down in rounds. Every round takes an equal share of the time
//! and keeps the best quarter of the candidates, so the last few are searched deeply.

use std::time::Duration;

use crate::board::geometry::with_cells;
use crate::clock::Instant;
use crate::engine::{
    Engine, Game, Limits, Report, Request, SearchOptions, Stone, Stop, position_of,
};
use crate::eval::evaluate;
use crate::time::TimeControl;
use crate::types::score::is_mate;
use crate::types::{Point, Score};

/// Time for a decision that neither time nor nodes limit.
const DEFAULT_TIME: Duration = Duration::from_secs(10);
/// Largest number of candidates of the first round.
const FIRST_ROUND: usize = 32;
/// Largest number of rounds.
const ROUNDS: u32 = 3;
/// A round keeps one candidate of this many.
const KEEP_ONE_OF: usize = 4;
/// A shorter search is useless. If time is short, fewer candidates are searched.
const SHORTEST_SEARCH: Duration = Duration::from_millis(2);
/// After a stop, alternatives are compared by their static evaluation for this time.
const STATIC_GRACE: Duration = Duration::from_millis(10);

/// A series of searches that share one time budget and one node limit.
pub struct SearchSeries<'a> {
    engine: &'a mut Engine,
    request: &'a Request<'a>,
    report: &'a mut dyn FnMut(&Report),
    /// Time for the whole series; `None` if only nodes limit it, so that it is repeatable.
    time: Option<Duration>,
    /// Nodes for the whole series.
    all_nodes: Option<u64>,
    /// Nodes left.
    nodes: Option<u64>,
}

/// A share of the remaining time and nodes: `parts` of `of` equal parts.
#[derive(Clone, Copy)]
pub struct Share {
    parts: u32,
    of: u32,
}

impl Share {
    /// All that remains.
    pub const ALL: Share = Share::one_of(1);

    /// One of this number of equal parts.
    pub const fn one_of(of: u32) -> Share {
        Share { parts: 1, of }
    }

    /// This number of equal parts.
    pub const fn new(parts: u32, of: u32) -> Share {
        Share { parts, of }
    }

    /// This share of `nodes`, rounded down, but at least one node.
    fn of_nodes(self, nodes: u64) -> u64 {
        let share = u128::from(nodes) * u128::from(self.parts) / u128::from(self.of);
        u64::try_from(share).unwrap_or(nodes).max(1)
    }

    /// This share of `time`.
    fn of_time(self, time: Duration) -> Duration {
        time / self.of * self.parts
    }
}

/// What a search has found.
pub struct Found {
    /// The best move; `None` if there is no legal one.
    pub best: Option<Point>,
    /// The score for the side to move.
    pub score: Score,
}

impl<'a> SearchSeries<'a> {
    /// A series for a decision: all limits of `request` but the depth apply to it as a whole.
    pub fn new(
        engine: &'a mut Engine,
        request: &'a Request<'a>,
        report: &'a mut dyn FnMut(&Report),
    ) -> SearchSeries<'a> {
        let budget = request.limits.time.budget().map(|budget| budget.soft);
        let default = request.limits.nodes.is_none().then_some(DEFAULT_TIME);
        SearchSeries {
            engine,
            request,
            report,
            time: budget.or(default),
            all_nodes: request.limits.nodes,
            nodes: request.limits.nodes,
        }
    }

    /// One of this number of equal parts of the time and nodes for the whole series, or all that
    /// remains, if it is less.
    pub fn part_of_all(&self, of: u32) -> Share {
        const PARTS: u128 = 1000;
        let mut left = PARTS;
        if let (Some(time), Some(all)) = (self.time_left(), self.time) {
            left = PARTS * time.as_micros() / all.as_micros().max(1);
        }
        if let (Some(nodes), Some(all)) = (self.nodes, self.all_nodes) {
            left = left.min(PARTS * u128::from(nodes) / u128::from(all.max(1)));
        }
        let parts = PARTS as u32;
        let of = of.saturating_mul(u32::try_from(left).unwrap_or(parts));
        Share::new(parts, of.max(parts))
    }

    /// The number of candidates, at least one, for which there is time for this number of searches
    /// each.
    pub fn affordable(&self, searches: u32) -> usize {
        let Some(left) = self.time_left() else {
            return usize::MAX;
        };
        let possible = left.as_millis() / (SHORTEST_SEARCH * searches).as_millis();
        usize::try_from(possible).unwrap_or(usize::MAX).max(1)
    }

    /// The time left for the series; `None` if no time limits it.
    fn time_left(&self) -> Option<Duration> {
        let spent = self.request.started.elapsed();
        self.time.map(|time| time.saturating_sub(spent))
    }

    /// True if the series has used up its time or nodes.
    fn is_spent(&self) -> bool {
        self.nodes == Some(0) || self.time_left().is_some_and(|left| left.is_zero())
    }

    /// True if the series was stopped.
    fn is_stopped(&self) -> bool {
        self.request.stop.is_some_and(Stop::is_set)
    }

    /// True if the series has used up its time or nodes, or was stopped.
    pub fn is_over(&self) -> bool {
        self.is_stopped() || self.is_spent()
    }

    /// Searches with this share of the remaining time and nodes. Iterations are passed on only if
    /// they are `shown`.
    pub fn search(&mut self, game: &Game, share: Share, shown: bool) -> Found {
        let mut scores = (None, None);
        // Values are compared, also those of positions with an only move.
        let options = SearchOptions::analysis();
        let best = self.think(game, share, options, &[], shown, &mut |iteration| {
            scores = (scores.1, Some(iteration.score));
        });
        let score = match scores {
            (Some(before), Some(last)) => averaged(before, last),
            (None, Some(last)) => last,
            (_, None) => static_score(game),
        };
        Found { best, score }
    }

    /// Searches with this share of the remaining time and nodes, and returns the best move that
    /// is not excluded.
    fn think(
        &mut self,
        game: &Game,
        share: Share,
        options: SearchOptions,
        excluded: &[Point],
        shown: bool,
        observe: &mut dyn FnMut(&Report),
    ) -> Option<Point> {
        let nodes = self.nodes.map(|nodes| share.of_nodes(nodes));
        let limits = Limits {
            time: self
                .time_left()
                .map(|left| time_control(share.of_time(left)))
                .unwrap_or_default(),
            nodes,
            depth: self.request.limits.depth,
        };
        let request = Request {
            stop: self.request.stop,
            options,
            excluded: excluded.to_vec(),
            ..Request::new(game, &limits)
        };
        let report = &mut *self.report;
        let outcome = self.engine.think(&request, &mut |iteration| {
            observe(iteration);
            if shown {
                report(iteration);
            }
        });
        self.nodes = (self.nodes).map(|n| n.saturating_sub(outcome.report.nodes.max(1)));
        outcome.best
    }

    /// The set of stones that brings the score for the side to move now closest to `bias`.
    pub fn closest(
        &mut self,
        game: &Game,
        sets: Vec<Vec<Point>>,
        bias: Score,
    ) -> Option<(Vec<Point>, Score)> {
        let mut candidates = Vec::new();
        let started = Instant::now();
        for set in sets {
            let is_over = self.is_spent() || self.is_stopped() && started.elapsed() >= STATIC_GRACE;
            if !candidates.is_empty() && is_over {
                break;
            }
            let score = score_before(static_score(&with(game, &set)), &set);
            candidates.push((set, score));
        }
        let cost = |score: Score| (score - bias).abs();
        self.narrow(candidates, cost, |series, set, share| {
            let found = series.search(&with(game, set), share, false);
            score_before(found.score, set)
        })
    }

    /// The candidate with the lowest cost, and its score. The given scores are estimates that
    /// choose the candidates of the first round. `search` returns a better score and takes at most
    /// this share of the time and nodes.
    pub fn narrow<C>(
        &mut self,
        mut candidates: Vec<(C, Score)>,
        cost: impl Fn(Score) -> Score,
        mut search: impl FnMut(&mut Self, &mut C, Share) -> Score,
    ) -> Option<(C, Score)> {
        candidates.sort_by_key(|(_, score)| cost(*score));
        candidates.truncate(self.affordable(ROUNDS).min(FIRST_ROUND));
        for round in (0..rounds(candidates.len())).rev() {
            let size = candidates.len();
            let mut searched = 0;
            for (at, (candidate, score)) in candidates.iter_mut().enumerate() {
                if self.is_over() {
                    break;
                }
                searched += 1;
                // The searches left if no round dropped candidates.
                let of = (size - at) as u32 + round * size as u32;
                *score = search(self, candidate, Share::one_of(of));
            }
            // If a round is cut short, only the candidates it searched are compared.
            if searched > 0 {
                candidates.truncate(searched);
            }
            candidates.sort_by_key(|(_, score)| cost(*score));
            candidates.truncate(size.div_ceil(KEEP_ONE_OF));
        }
        candidates.into_iter().next()
    }

    /// The best moves in this position, best first, with their scores for the side to move: at
    /// most `count`, without mirror images and excluded moves, and fewer after a short search.
    pub fn lines(
        &mut self,
        game: &Game,
        count: usize,
        excluded: &[Point],
        share: Share,
    ) -> Vec<(Point, Score)> {
        let (mut before, mut last) = (Vec::new(), Vec::new());
        let mut observe = |report: &Report| before = std::mem::replace(&mut last, lines_of(report));
        let options = SearchOptions {
            multipv: count,
            ..SearchOptions::analysis()
        };
        self.think(game, share, options, excluded, false, &mut observe);
        for (point, score) in &mut last {
            let other = before.iter().find(|(other, _)| other == point);
            *score = other.map_or(*score, |(_, other)| averaged(*other, *score));
        }
        last.sort_by_key(|(_, score)| -score);
        last
    }
}

/// The number of rounds after which one of this number of candidates is left, at most [`ROUNDS`].
fn rounds(mut candidates: usize) -> u32 {
    let mut rounds = 0;
    while candidates > 1 && rounds < ROUNDS {
        candidates = candidates.div_ceil(KEEP_ONE_OF);
        rounds += 1;
    }
    rounds
}

/// The first moves of all variations of a report.
fn lines_of(report: &Report) -> Vec<(Point, Score)> {
    let best = (report.pv.first().copied(), report.score);
    let others = (report.others.iter()).map(|line| (line.pv.first().copied(), line.score));
    let lines = std::iter::once(best).chain(others);
    lines
        .filter_map(|(point, score)| Some((point?, score)))
        .collect()
}

/// The score of two iterations in a row: scores alternate with the parity of the depth.
fn averaged(before: Score, last: Score) -> Score {
    if is_mate(before) || is_mate(last) {
        last
    } else {
        (before + last) / 2
    }
}

/// A time control that makes a search last for `time`.
fn time_control(time: Duration) -> TimeControl {
    // The time budget reserves a third, at most 50 ms, of a turn. `time` comes
    // from such a budget, so the reserve is added back.
    const RESERVE: Duration = Duration::from_millis(50);
    TimeControl {
        turn: Some((time * 3 / 2).min(time + RESERVE)),
        ..TimeControl::default()
    }
}

/// Converts the score after `stones` to the side that was to move before them.
pub fn score_before(score: Score, stones: &[Point]) -> Score {
    if stones.len().is_multiple_of(2) {
        score
    } else {
        -score
    }
}

/// The game after these stones, colours alternating.
pub fn with(game: &Game, stones: &[Point]) -> Game {
    let mut game = game.clone();
    for point in stones {
        let stone = Stone::Of(game.side_to_move());
        // The points were generated from the empty ones.
        let put = game.put(*point, stone);
        debug_assert_eq!(put, Ok(()));
    }
    game
}

/// The static evaluation for the side to move.
pub fn static_score(game: &Game) -> Score {
    let side = game.side_to_move();
    with_cells!(game.size(), |CELLS| evaluate(&position_of::<CELLS>(
        game, side
    )))
}
