//! Openings and other decisions that take more than one search: swap2, and stones that
//! leave the game balanced.
//!
//! All of them compare positions by the engine's own search. A list of
//! candidates is narrowed down in rounds. Every round takes an equal share of
//! the time and keeps the best quarter of the candidates, so the last few are
//! searched deeply.

mod candidates;
pub mod rules;

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::board::geometry::with_cells;
use crate::engine::{Engine, Game, Limits, Report, Request, SearchOptions, Stone, position_of};
use crate::eval::evaluate;
use crate::random::Random;
use crate::time::TimeControl;
use crate::types::score::is_mate;
use crate::types::{Point, Score};
pub(crate) use candidates::{has_five_threat, non_winning_moves};

use candidates::{SAMPLES, random_openings};

/// What the side to move has to decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningRequest {
    /// The next step of swap2. On an empty board: three stones. With three or
    /// five stones and white to move: a side. With three stones, adding two
    /// more is a third option.
    Swap2,
    /// Stones of alternating colours that balance the position.
    Balance {
        /// Number of stones to add, 1 or 2.
        stones: usize,
        /// The score to come close to, for the side that plays the first stone.
        bias: Score,
    },
}

/// The decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningMove {
    /// Swap sides with the opponent.
    Swap,
    /// Place these stones, colours alternating.
    Stones(Vec<Point>),
}

/// Time for a decision without a time limit.
const DEFAULT_TIME: Duration = Duration::from_secs(10);
/// Number of stone sets that the first round searches.
const FIRST_ROUND_SETS: usize = 32;
/// Number of rounds.
const ROUNDS: u32 = 3;
/// A round keeps one candidate of this many.
const KEEP_ONE_OF: usize = 4;
/// A shorter search is useless. If time is short, fewer candidates are searched.
const SHORTEST_SEARCH: Duration = Duration::from_millis(2);
/// Share of the time for the search of the position itself, before any
/// alternatives are searched.
const FIRST_SEARCH_SHARE: Share = Share { parts: 2, of: 5 };
/// Largest absolute score of a balanced opening. The difference is within the
/// error of the search, so the opponent is left to choose.
const BALANCED: Score = 60;

/// After a stop, alternatives are compared by their static evaluation for this time.
const STATIC_GRACE: Duration = Duration::from_millis(10);

/// Decides what the side to move plays in the opening.
///
/// The time and node limits of `request` apply to all searches together, the
/// depth limit to each of them. After its `stop`, the decision follows from the searches so
/// far and from static evaluations. Its side, options and observers are ignored. `seed` varies
/// the random choices. `report` receives the iterations of the search of the position
/// itself, not those of the comparisons.
///
/// Returns `None` if there is nothing to choose from.
pub fn decide(
    engine: &mut Engine,
    request: &Request<'_>,
    opening: &OpeningRequest,
    seed: u64,
    report: &mut dyn FnMut(&Report),
) -> Option<OpeningMove> {
    let game = request.game;
    let mut random = Random::new(seed);
    let mut series = SearchSeries::new(engine, request, report);
    let stones = match opening {
        OpeningRequest::Swap2 if game.ply() == 0 => {
            series.closest(game, random_openings(game, &mut random), 0)
        }
        OpeningRequest::Swap2 => return series.swap2(game, &mut random),
        OpeningRequest::Balance { stones, bias } => {
            let sets = series.balancing_sets(game, *stones, &mut random);
            series.closest(game, sets, *bias)
        }
    };
    stones.map(|(stones, _)| OpeningMove::Stones(stones))
}

/// A series of searches that share one time budget and one node limit.
struct SearchSeries<'a> {
    engine: &'a mut Engine,
    request: &'a Request<'a>,
    report: &'a mut dyn FnMut(&Report),
    /// Time for the whole series.
    time: Duration,
    /// Nodes left.
    nodes: Option<u64>,
}

/// A share of the remaining time and nodes: `parts` of `of` equal parts.
#[derive(Clone, Copy)]
struct Share {
    parts: u32,
    of: u32,
}

impl Share {
    /// All that remains.
    const ALL: Share = Share { parts: 1, of: 1 };

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
struct Found {
    /// The best move; `None` if there is no legal one.
    best: Option<Point>,
    /// The score for the side to move.
    score: Score,
}

/// Stones to add, and the score of the result for the side that plays the first of them.
type ScoredSet = (Vec<Point>, Score);

impl<'a> SearchSeries<'a> {
    fn new(
        engine: &'a mut Engine,
        request: &'a Request<'a>,
        report: &'a mut dyn FnMut(&Report),
    ) -> SearchSeries<'a> {
        let budget = request.limits.time.budget();
        SearchSeries {
            engine,
            request,
            report,
            time: budget.map_or(DEFAULT_TIME, |budget| budget.soft),
            nodes: request.limits.nodes,
        }
    }

    /// The time left for the series.
    fn time_left(&self) -> Duration {
        self.time.saturating_sub(self.request.started.elapsed())
    }

    /// True if the series has used up its time or nodes.
    fn is_spent(&self) -> bool {
        self.nodes == Some(0) || self.time_left().is_zero()
    }

    /// True if the series was stopped.
    fn is_stopped(&self) -> bool {
        (self.request.stop).is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// True if the series has used up its time or nodes, or was stopped.
    fn is_over(&self) -> bool {
        self.is_stopped() || self.is_spent()
    }

    /// Searches with the given share of the remaining time and nodes. Iterations are
    /// passed on only if `shown`.
    fn search(&mut self, game: &Game, share: Share, shown: bool) -> Found {
        let nodes = self.nodes.map(|nodes| share.of_nodes(nodes));
        let limits = Limits {
            time: time_control(share.of_time(self.time_left())),
            nodes,
            depth: self.request.limits.depth,
        };
        let (mut before, mut last) = (None, None);
        let report = &mut *self.report;
        let mut observe = |iteration: &Report| {
            before = last.replace(iteration.score);
            if shown {
                report(iteration);
            }
        };
        let request = Request {
            stop: self.request.stop,
            // Values are compared, also those of positions with an only move.
            options: SearchOptions::analysis(),
            ..Request::new(game, &limits)
        };
        let outcome = self.engine.think(&request, &mut observe);
        self.nodes = (self.nodes).map(|n| n.saturating_sub(outcome.report.nodes.max(1)));
        let score = match (before, last) {
            // Scores alternate with the parity of the depth.
            (Some(before), Some(last)) if !is_mate(before) && !is_mate(last) => (before + last) / 2,
            (_, Some(last)) => last,
            (_, None) => static_score(game),
        };
        Found {
            best: outcome.best,
            score,
        }
    }

    /// Chooses a side of an opening of three or five stones, or adds two stones to three.
    fn swap2(&mut self, game: &Game, random: &mut Random) -> Option<OpeningMove> {
        let may_add = game.ply() == 3;
        let share = if may_add {
            FIRST_SEARCH_SHARE
        } else {
            Share::ALL
        };
        let Found { best, score } = self.search(game, share, true);
        if may_add && score.abs() <= BALANCED {
            let sets = self.balancing_sets(game, 2, random);
            if let Some((stones, balanced)) = self.closest(game, sets, 0)
                && balanced.abs() <= score.abs()
            {
                return Some(OpeningMove::Stones(stones));
            }
        }
        Some(match best {
            Some(best) if score >= 0 => OpeningMove::Stones(vec![best]),
            _ => OpeningMove::Swap,
        })
    }

    /// Sets of one or two stones near those on the board. No stone wins.
    fn balancing_sets(&self, game: &Game, stones: usize, random: &mut Random) -> Vec<Vec<Point>> {
        let mut firsts = non_winning_moves(game);
        random.shuffle(&mut firsts);
        if stones <= 1 {
            return firsts.into_iter().map(|point| vec![point]).collect();
        }
        let mut sets = Vec::new();
        let per_first = SAMPLES.div_ceil(firsts.len().max(1));
        for first in firsts {
            if !sets.is_empty() && self.is_over() {
                break;
            }
            let mut seconds = non_winning_moves(&with(game, &[first]));
            random.shuffle(&mut seconds);
            sets.extend(seconds.into_iter().take(per_first).map(|s| vec![first, s]));
        }
        random.shuffle(&mut sets);
        sets
    }

    /// The set that brings the score for the side to move now closest to `bias`.
    fn closest(&mut self, game: &Game, sets: Vec<Vec<Point>>, bias: Score) -> Option<ScoredSet> {
        let distance = |score: Score| (score - bias).abs();
        let mut candidates: Vec<ScoredSet> = Vec::new();
        let started = Instant::now();
        for set in sets {
            let is_over = self.is_spent() || self.is_stopped() && started.elapsed() >= STATIC_GRACE;
            if !candidates.is_empty() && is_over {
                break;
            }
            let score = score_before(static_score(&with(game, &set)), &set);
            candidates.push((set, score));
        }
        candidates.sort_by_key(|(_, score)| distance(*score));
        let searches = self.time_left().as_millis() / (SHORTEST_SEARCH * ROUNDS).as_millis();
        let most = usize::try_from(searches).map_or(FIRST_ROUND_SETS, |n| n.min(FIRST_ROUND_SETS));
        candidates.truncate(most.max(1));
        for round in (0..ROUNDS).rev() {
            let size = candidates.len();
            if size <= 1 {
                break;
            }
            let mut searched = 0;
            for (at, (set, score)) in candidates.iter_mut().enumerate() {
                if self.is_over() {
                    break;
                }
                searched += 1;
                // The searches left if no round dropped candidates.
                let of = (size - at) as u32 + round * size as u32;
                let share = Share { parts: 1, of };
                let found = self.search(&with(game, set), share, false);
                *score = score_before(found.score, set);
            }
            // If a round is cut short, only the sets it searched are compared.
            if searched > 0 {
                candidates.truncate(searched);
            }
            candidates.sort_by_key(|(_, score)| distance(*score));
            candidates.truncate(size.div_ceil(KEEP_ONE_OF));
        }
        candidates.into_iter().next()
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
fn score_before(score: Score, stones: &[Point]) -> Score {
    if stones.len().is_multiple_of(2) {
        score
    } else {
        -score
    }
}

/// The game after these stones, colours alternating.
fn with(game: &Game, stones: &[Point]) -> Game {
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
fn static_score(game: &Game) -> Score {
    let side = game.side_to_move();
    with_cells!(game.size(), |CELLS| evaluate(&position_of::<CELLS>(
        game, side
    )))
}
