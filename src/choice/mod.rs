//! Choices that take more than one search: the swap2 opening, stones that
//! leave the game even, a move when some points are barred.
//!
//! All of them compare positions by the engine's own search. A field of
//! candidates is thinned out in rounds: every round takes an equal part of the
//! time, and the candidates it leaves share the next one's, so that the last
//! few are searched deeply and none is chosen by a glance if there is time.

mod candidates;
mod level;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::board::geometry::with_cells;
use crate::engine::{Engine, Game, Limits, Report, Stone, position_of};
use crate::eval::evaluate;
use crate::time::TimeControl;
use crate::types::score::{INFINITE, is_mate};
use crate::types::{Point, Score};
pub use level::{Level, move_at};

use candidates::{Dice, Followers, SAMPLES, followers, opening_sets, quiet_followers};

/// What is to be chosen in a game, for the side whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Swap2: open a game (no stones), or take a side of an opening (three or
    /// five stones, white to move) or add two stones to it (three).
    Swap2,
    /// This many stones, colours in turn, after which the position is worth
    /// `bias` to the side whose turn it is before them.
    Balance {
        /// Number of stones to add.
        stones: usize,
        /// The value to come close to.
        bias: Score,
    },
    /// The best move on none of these points.
    Avoid(Vec<Point>),
}

/// What was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Take the side that has just moved.
    Swap,
    /// Put these stones, colours in turn.
    Stones(Vec<Point>),
}

/// Time for a choice that no time limit bounds.
const UNBOUNDED: Duration = Duration::from_secs(10);
/// Stone sets searched in the first round.
const FIELD: usize = 32;
/// Rounds of thinning out, and what part of the field stays after each.
const ROUNDS: u32 = 3;
const KEPT: usize = 4;
/// Searches shorter than this tell nothing; the field shrinks instead.
const SHORTEST: Duration = Duration::from_millis(2);
/// Share of the time for the first look at an opening of three stones.
const FIRST_LOOK: f64 = 0.4;
/// An opening worth no more than this to either side is even: a difference
/// within the search's own error. Then the opponent gets the choice.
const EVEN: Score = 60;

/// Chooses. Time counts from `started`; `stop` ends it early, with the best so
/// far. `report` is told of the iterations of a search for a move.
///
/// `None` if there is nothing to choose from. `seed` varies the openings.
pub fn choose(
    engine: &mut Engine,
    game: &Game,
    goal: &Goal,
    bounds: Bounds<'_>,
    report: &mut dyn FnMut(&Report),
) -> Option<Choice> {
    let mut dice = Dice(bounds.seed);
    let mut judge = Judge::new(engine, bounds, report);
    let stones = match goal {
        Goal::Swap2 if game.ply() == 0 => judge.closest(game, opening_sets(game, &mut dice), 0),
        Goal::Swap2 => return judge.swap2(game, &mut dice),
        Goal::Balance { stones, bias } => {
            let sets = judge.balancing_sets(game, *stones, &mut dice);
            judge.closest(game, sets, *bias)
        }
        Goal::Avoid(barred) => return judge.avoid(game, barred),
    };
    stones.map(|(stones, _)| Choice::Stones(stones))
}

/// What bounds a choice.
#[derive(Clone, Copy, Debug)]
pub struct Bounds<'a> {
    /// The limits of all searches together; the depth is that of each.
    pub limits: Limits,
    /// When the time began.
    pub started: Instant,
    /// Set from outside to end it early.
    pub stop: &'a AtomicBool,
    /// Start of the random numbers that vary the openings.
    pub seed: u64,
}

/// The engine at work on several positions within one set of limits.
struct Judge<'a> {
    engine: &'a mut Engine,
    bounds: Bounds<'a>,
    report: &'a mut dyn FnMut(&Report),
    /// Time for everything, from the start.
    time: Duration,
    /// Nodes left.
    nodes: Option<u64>,
}

/// Stones to add, and what they are worth to the side whose turn it was before.
type Valued = (Vec<Point>, Score);

impl<'a> Judge<'a> {
    fn new(
        engine: &'a mut Engine,
        bounds: Bounds<'a>,
        report: &'a mut dyn FnMut(&Report),
    ) -> Judge<'a> {
        let budget = bounds.limits.time.budget();
        Judge {
            engine,
            bounds,
            report,
            time: budget.map_or(UNBOUNDED, |budget| budget.soft),
            nodes: bounds.limits.nodes,
        }
    }

    fn time_left(&self) -> Duration {
        self.time.saturating_sub(self.bounds.started.elapsed())
    }

    fn is_over(&self) -> bool {
        self.bounds.stop.load(Ordering::Relaxed)
            || self.nodes == Some(0)
            || self.time_left().is_zero()
    }

    /// Searches with that share of what is left: the best move and the value
    /// for the side to move. The reports go out only if `shown`.
    fn search(&mut self, game: &Game, share: f64, shown: bool) -> (Option<Point>, Score) {
        let nodes = self.nodes.map(|n| ((n as f64 * share) as u64).max(1));
        let limits = Limits {
            time: lasting(self.time_left().mul_f64(share)),
            nodes,
            depth: self.bounds.limits.depth,
        };
        let (mut before, mut last) = (None, None);
        let report = &mut *self.report;
        let side = game.side_to_move();
        let mut listen = |iteration: &Report| {
            before = last.replace(iteration.score);
            if shown {
                report(iteration);
            }
        };
        let started = Instant::now();
        let stop = self.bounds.stop;
        let outcome = (self.engine).think(game, side, &limits, started, stop, &mut listen);
        self.nodes = (self.nodes).map(|n| n.saturating_sub(outcome.report.nodes.max(1)));
        let score = match (before, last) {
            // Values swing with the parity of the depth.
            (Some(before), Some(last)) if !is_mate(before) && !is_mate(last) => (before + last) / 2,
            (_, Some(last)) => last,
            (_, None) => static_value(game),
        };
        (outcome.best, score)
    }

    /// Takes a side of an opening, or adds two stones to it.
    fn swap2(&mut self, game: &Game, dice: &mut Dice) -> Option<Choice> {
        let may_add = game.ply() == 3;
        let share = if may_add { FIRST_LOOK } else { 1.0 };
        let (best, value) = self.search(game, share, true);
        if may_add && value.abs() <= EVEN {
            let sets = self.balancing_sets(game, 2, dice);
            if let Some((stones, rest)) = self.closest(game, sets, 0)
                && rest.abs() <= value.abs()
            {
                return Some(Choice::Stones(stones));
            }
        }
        Some(match best {
            Some(best) if value >= 0 => Choice::Stones(vec![best]),
            _ => Choice::Swap,
        })
    }

    /// A search, and if it wants a barred point, a comparison of all others.
    fn avoid(&mut self, game: &Game, barred: &[Point]) -> Option<Choice> {
        let one = |point| Some(Choice::Stones(vec![point]));
        let share = if barred.is_empty() { 1.0 } else { FIRST_LOOK };
        let (best, _) = self.search(game, share, true);
        if let Some(best) = best.filter(|best| !barred.contains(best)) {
            // The rest of the time belongs to that search too.
            let (deeper, _) = self.search(game, 1.0, true);
            return one(deeper.filter(|p| !barred.contains(p)).unwrap_or(best));
        }
        let mut moves = followers(game, Followers::All);
        moves.retain(|(point, _)| !barred.contains(point));
        if let Some((five, _)) = moves.iter().find(|(_, wins)| *wins) {
            return one(*five);
        }
        let sets = moves.into_iter().map(|(point, _)| vec![point]).collect();
        let (stones, _) = self.closest(game, sets, INFINITE)?;
        Some(Choice::Stones(stones))
    }

    /// Sets of one or more stones near those of the game, none of which ends it.
    fn balancing_sets(&self, game: &Game, stones: usize, dice: &mut Dice) -> Vec<Vec<Point>> {
        let mut firsts = quiet_followers(game);
        dice.shuffle(&mut firsts);
        if stones <= 1 {
            return firsts.into_iter().map(|point| vec![point]).collect();
        }
        let mut sets = Vec::new();
        let rounds = SAMPLES.div_ceil(firsts.len().max(1));
        for first in firsts {
            if !sets.is_empty() && self.is_over() {
                break;
            }
            let mut seconds = quiet_followers(&with(game, &[first]));
            dice.shuffle(&mut seconds);
            sets.extend(seconds.into_iter().take(rounds).map(|s| vec![first, s]));
        }
        dice.shuffle(&mut sets);
        sets
    }

    /// The set after which the position's value for the side whose turn it is
    /// now comes closest to `bias`.
    fn closest(&mut self, game: &Game, sets: Vec<Vec<Point>>, bias: Score) -> Option<Valued> {
        let off = |value: Score| (value - bias).abs();
        let mut field: Vec<Valued> = Vec::new();
        for set in sets {
            if !field.is_empty() && self.is_over() {
                break;
            }
            let value = static_value(&with(game, &set));
            field.push((set.clone(), turned(value, &set)));
        }
        field.sort_by_key(|(_, value)| off(*value));
        let searches = self.time_left().as_millis() / (SHORTEST * ROUNDS).as_millis();
        let room = usize::try_from(searches).unwrap_or(FIELD).min(FIELD);
        // Whoever asks for the best move wants every move looked at.
        if bias != INFINITE {
            field.truncate(room.max(1));
        }
        for round in (0..ROUNDS).rev() {
            let size = field.len();
            if size <= 1 {
                break;
            }
            let mut searched = 0;
            for (at, (set, value)) in field.iter_mut().enumerate() {
                if self.is_over() {
                    break;
                }
                searched += 1;
                let searches = (size - at) as f64 + f64::from(round) * size as f64;
                let (_, found) = self.search(&with(game, set), 1.0 / searches, false);
                *value = turned(found, set);
            }
            // A round cut short compares only what it has searched.
            if searched > 0 {
                field.truncate(searched);
            }
            field.sort_by_key(|(_, value)| off(*value));
            field.truncate(size.div_ceil(KEPT));
        }
        field.into_iter().next()
    }
}

/// A time control under which a search lasts that long.
fn lasting(time: Duration) -> TimeControl {
    // The clock keeps a third, or 50 ms, of a turn back; what is given here has
    // been cut from the turn already.
    const KEPT_BACK: Duration = Duration::from_millis(50);
    TimeControl {
        turn: Some((time * 3 / 2).min(time + KEPT_BACK)),
        ..TimeControl::default()
    }
}

/// The value after the stones, for the side whose turn it was before them.
fn turned(value: Score, stones: &[Point]) -> Score {
    if stones.len().is_multiple_of(2) {
        value
    } else {
        -value
    }
}

/// The game with more stones, colours in turn.
fn with(game: &Game, stones: &[Point]) -> Game {
    let mut game = game.clone();
    for point in stones {
        let stone = Stone::Of(game.side_to_move());
        // The points come from lists of empty ones.
        let put = game.put(*point, stone);
        debug_assert_eq!(put, Ok(()));
    }
    game
}

/// The evaluation for the side to move, without any search.
fn static_value(game: &Game) -> Score {
    let side = game.side_to_move();
    with_cells!(game.size(), |CELLS| evaluate(&position_of::<CELLS>(
        game, side
    )))
}
