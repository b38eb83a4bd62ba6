//! Playing levels: the engine's full strength and weaker levels for practice.
//!
//! A weaker level plays weaker in the ways people do. It searches fewer nodes
//! and fewer plies. It does not see wins that need more consecutive fours than
//! its limit. It picks at random among moves of about the same score. And
//! sometimes it plays a random point near the stones, though never when either
//! side could make five.
//!
//! A [`Strength`] is on the same scale as the levels and may be between two of them.
//!
//! In freestyle on 15x15, from even openings with colours swapped, each level scores between
//! 66 and 79 % against the one below: 140 games for each pair up to level 8, 40 above it, with
//! 400 ms per move for level 10.

use crate::engine::{Engine, Limits, Outcome, Report, Request, SearchOptions};
use crate::opening::rules::Opening;
use crate::opening::{
    self, Decision, OpeningMove, OpeningRequest, has_five_threat, non_winning_moves,
};
use crate::random::Random;
use crate::types::score::{is_loss, is_win};
use crate::types::{Point, Score};

/// A playing level, from 1 to [`Level::STRONGEST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// A playing strength from that of the weakest level up to full strength. Between two levels,
/// every limit lies between those of the levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Strength(u16);

/// How a level is weakened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct LevelSpec {
    /// Node limit of a move.
    nodes: u64,
    /// Depth limit in plies.
    depth: u32,
    /// Longest sequence of fours that a VCF search looks for.
    fours: u8,
    /// Number of best moves to choose from.
    multipv: usize,
    /// Largest difference from the best score of a move that may be chosen.
    margin: Score,
    /// Percentage of moves that are random.
    random_percent: usize,
}

/// The levels from 1 on. The strongest level is not weakened and not listed.
const LEVELS: [LevelSpec; Level::STRONGEST.0 as usize - 1] = [
    level(200, 1, 0, 10, 300, 35),
    level(400, 1, 0, 8, 150, 20),
    level(800, 2, 0, 6, 70, 8),
    level(1_500, 3, 1, 5, 60, 4),
    level(3_000, 4, 2, 4, 45, 2),
    level(6_000, 6, 3, 4, 35, 0),
    level(15_000, 8, 5, 3, 25, 0),
    level(50_000, 10, 8, 3, 15, 0),
    level(200_000, 14, u8::MAX, 2, 8, 0),
];

/// Full strength has no limits. Just below it, the limits approach these.
const TOP: LevelSpec = level(800_000, 20, LONGEST_FOURS, 1, 0, 0);
/// Longer sequences of fours are so rare that the limit between levels ends here.
const LONGEST_FOURS: u8 = 16;

/// All searches of an opening together may use the nodes of this many moves.
const OPENING_MOVES: u64 = 20;

/// Shortens the table [`LEVELS`].
const fn level(
    nodes: u64,
    depth: u32,
    fours: u8,
    multipv: usize,
    margin: Score,
    random_percent: usize,
) -> LevelSpec {
    LevelSpec {
        nodes,
        depth,
        fours,
        multipv,
        margin,
        random_percent,
    }
}

/// Neither weak nor strong.
impl Default for Level {
    fn default() -> Level {
        Level(5)
    }
}

impl Level {
    /// Full strength.
    pub const STRONGEST: Level = Level(10);

    /// The level with that number, or `None` if there is no such level.
    pub fn new(number: u8) -> Option<Level> {
        (1..=Level::STRONGEST.0)
            .contains(&number)
            .then_some(Level(number))
    }

    /// The number of the level, from 1.
    pub fn number(self) -> u8 {
        self.0
    }
}

/// Full strength.
impl Default for Strength {
    fn default() -> Strength {
        Strength::FULL
    }
}

impl From<Level> for Strength {
    fn from(level: Level) -> Strength {
        Strength((u16::from(level.0) - 1) * Strength::STEP)
    }
}

impl Strength {
    /// The distance between two levels.
    const STEP: u16 = 100;
    /// Full strength, that of the strongest level.
    pub const FULL: Strength = Strength((Level::STRONGEST.0 as u16 - 1) * Strength::STEP);

    /// The strength at this percentage of the way from the weakest level to full strength,
    /// which is also that of larger numbers.
    pub fn from_percent(percent: u8) -> Strength {
        Strength(u16::from(percent.min(100)) * (Strength::FULL.0 / 100))
    }

    /// The percentage of the way to full strength, rounded.
    pub fn percent(self) -> u8 {
        let full = Strength::FULL.0;
        ((self.0 * 10 / (full / 100) + 5) / 10) as u8
    }

    /// The level, with a fraction between two levels.
    pub fn level(self) -> f64 {
        1.0 + f64::from(self.0) / f64::from(Strength::STEP)
    }

    /// How the strength is weakened; `None` for full strength.
    fn spec(self) -> Option<LevelSpec> {
        let low = LEVELS.get(usize::from(self.0 / Strength::STEP))?;
        let rest = self.0 % Strength::STEP;
        if rest == 0 {
            return Some(*low);
        }
        let high = LEVELS.get(usize::from(self.0 / Strength::STEP) + 1);
        Some(low.towards(high.unwrap_or(&TOP), rest))
    }
}

impl LevelSpec {
    /// The limits `part` hundredths of the way to the next level. Nodes grow by the same
    /// factor at each step, the others by the same amount.
    fn towards(&self, high: &LevelSpec, part: u16) -> LevelSpec {
        let share = f64::from(part) / f64::from(Strength::STEP);
        let between = |low: f64, high: f64| (low + share * (high - low)).round();
        let fours = |spec: &LevelSpec| f64::from(spec.fours.min(LONGEST_FOURS));
        let growth = high.nodes as f64 / self.nodes as f64;
        LevelSpec {
            nodes: (self.nodes as f64 * growth.powf(share)).round() as u64,
            depth: between(self.depth.into(), high.depth.into()) as u32,
            fours: between(fours(self), fours(high)) as u8,
            multipv: between(self.multipv as f64, high.multipv as f64) as usize,
            margin: between(self.margin.into(), high.margin.into()) as Score,
            random_percent: between(self.random_percent as f64, high.random_percent as f64)
                as usize,
        }
    }
}

/// Decides a step of an opening at that level or strength, as [`decide`](opening::decide) does
/// at full strength. A weaker level compares the openings by smaller searches.
pub fn decide_opening(
    engine: &mut Engine,
    request: &Request<'_>,
    step: &OpeningRequest,
    strength: impl Into<Strength>,
    seed: u64,
    report: &mut dyn FnMut(&Report),
) -> Option<OpeningMove> {
    let request = Request {
        limits: opening_limits(&request.limits, strength.into()),
        ..request.clone()
    };
    opening::decide(engine, &request, step, seed, report)
}

/// Decides a step under an opening rule at that level or strength, as
/// [`decide_step`](opening::decide_step) does at full strength.
pub fn decide_step(
    engine: &mut Engine,
    request: &Request<'_>,
    opening: &Opening,
    strength: impl Into<Strength>,
    seed: u64,
    report: &mut dyn FnMut(&Report),
) -> Decision {
    let request = Request {
        limits: opening_limits(&request.limits, strength.into()),
        ..request.clone()
    };
    opening::decide_step(engine, &request, opening, seed, report)
}

/// The limits of a decision about an opening within these limits.
fn opening_limits(given: &Limits, strength: Strength) -> Limits {
    match strength.spec() {
        None => *given,
        Some(spec) => Limits {
            nodes: Some((spec.nodes * OPENING_MOVES).min(given.nodes.unwrap_or(u64::MAX))),
            depth: Some(spec.depth.min(given.depth.unwrap_or(u32::MAX))),
            ..*given
        },
    }
}

/// Finds a move at that level or strength. The report is that of the search, whose best move may
/// be another one. Without a search, its variation is the move alone.
///
/// The limits of `request` apply in addition to those of the level, which sets
/// the options. With one thread and an engine in the same state, the same seed gives
/// the same move unless the time limit ends the search.
pub fn find_move(
    engine: &mut Engine,
    request: &Request<'_>,
    strength: impl Into<Strength>,
    seed: u64,
    report: &mut dyn FnMut(&Report),
) -> Outcome {
    let think = &mut |request: &Request<'_>| Some(engine.think(request, report));
    let found = find_move_by(think, request, strength, seed);
    found.expect("this search does not pause")
}

/// Finds a move as [`find_move`] does, by a search that may pause: `think` then returns `None`, and
/// so does this. It goes on when it is called again with the same arguments.
pub fn find_move_by(
    think: &mut dyn FnMut(&Request<'_>) -> Option<Outcome>,
    request: &Request<'_>,
    strength: impl Into<Strength>,
    seed: u64,
) -> Option<Outcome> {
    let Some(spec) = strength.into().spec() else {
        let options = SearchOptions::default();
        let request = Request {
            options,
            ..request.clone()
        };
        return think(&request);
    };
    let (game, given) = (request.game, request.limits);
    let mut random = Random::new(seed);
    if random.below(100) < spec.random_percent && game.ply() > 0 && !has_five_threat(game) {
        let mut moves = non_winning_moves(game);
        moves.retain(|point| !request.excluded.contains(point));
        if let Some(point) = moves.get(random.below(moves.len())) {
            return Some(without_search(*point));
        }
    }
    let options = SearchOptions {
        multipv: spec.multipv,
        max_fours: spec.fours,
        forced_wins: false,
        ..SearchOptions::default()
    };
    let limits = Limits {
        nodes: Some(spec.nodes.min(given.nodes.unwrap_or(u64::MAX))),
        depth: Some(spec.depth.min(given.depth.unwrap_or(u32::MAX))),
        ..given
    };
    let request = Request {
        limits,
        options,
        ..request.clone()
    };
    let outcome = think(&request)?;
    let moves = moves_within(&outcome, spec.margin);
    Some(Outcome {
        best: moves.get(random.below(moves.len())).copied(),
        ..outcome
    })
}

/// A move that no search has found.
fn without_search(point: Point) -> Outcome {
    Outcome {
        best: Some(point),
        report: Report {
            pv: vec![point],
            ..Report::default()
        },
    }
}

/// The best move of a search, followed by those that score at most `margin`
/// less. A forced win or loss has no alternatives.
fn moves_within(outcome: &Outcome, margin: Score) -> Vec<Point> {
    let mut moves: Vec<Point> = outcome.best.into_iter().collect();
    let best = outcome.report.score;
    if !is_win(best) && !is_loss(best) {
        let others = outcome.report.others.iter();
        let close = others.filter(|line| line.score >= best - margin);
        moves.extend(close.filter_map(|line| line.pv.first()));
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Variation;
    use crate::types::score::mate_in;

    #[test]
    fn there_are_ten_levels() {
        assert_eq!(Level::new(0), None);
        assert_eq!(Level::new(11), None);
        assert_eq!(Level::new(10), Some(Level::STRONGEST));
        assert_eq!(Level::new(1).map(Level::number), Some(1));
    }

    #[test]
    fn every_limit_grows_with_the_level() {
        for pair in LEVELS.windows(2) {
            let (low, high) = (pair[0], pair[1]);
            assert!(low.nodes < high.nodes && low.depth <= high.depth);
            assert!(low.fours <= high.fours && low.multipv >= high.multipv);
            assert!(low.margin > high.margin && low.random_percent >= high.random_percent);
        }
    }

    #[test]
    fn every_limit_grows_with_the_strength() {
        let specs: Vec<_> = (0..Strength::FULL.0)
            .map(|at| Strength(at).spec().expect("weaker than full strength"))
            .collect();
        for pair in specs.windows(2) {
            let (low, high) = (pair[0], pair[1]);
            assert!(low.nodes < high.nodes && low.depth <= high.depth);
            // A level without a limit is followed by a long one.
            assert!(low.fours.min(LONGEST_FOURS) <= high.fours.min(LONGEST_FOURS));
            assert!(low.multipv >= high.multipv && low.margin >= high.margin);
            assert!(low.random_percent >= high.random_percent);
        }
        assert_eq!(Strength::FULL.spec(), None);
    }

    #[test]
    fn levels_and_percentages_are_strengths() {
        for number in 1..Level::STRONGEST.number() {
            let level = Level::new(number).unwrap();
            let strength = Strength::from(level);
            assert_eq!(strength.spec(), Some(LEVELS[usize::from(number) - 1]));
            assert_eq!(strength.level(), f64::from(number));
        }
        assert_eq!(Strength::from(Level::STRONGEST), Strength::FULL);
        assert_eq!(Strength::from_percent(0), Level::new(1).unwrap().into());
        assert_eq!(Strength::from_percent(100), Strength::FULL);
        assert_eq!(Strength::from_percent(255), Strength::FULL);
        for percent in 0..=100 {
            assert_eq!(Strength::from_percent(percent).percent(), percent);
        }
        let third = Strength::from(Level::new(3).unwrap());
        assert_eq!(third.percent(), 22);
    }

    fn outcome(scores: &[Score]) -> Outcome {
        let point = |at: usize| Point::new(at as u8, 0);
        let line = |(at, score): (usize, &Score)| Variation {
            score: *score,
            depth: 1,
            pv: vec![point(at)],
        };
        Outcome {
            best: Some(point(0)),
            report: Report {
                score: scores[0],
                pv: vec![point(0)],
                others: scores.iter().enumerate().skip(1).map(line).collect(),
                ..Report::default()
            },
        }
    }

    #[test]
    fn alternatives_score_within_the_margin_and_never_replace_a_forced_win() {
        let count = |scores: &[Score], margin| moves_within(&outcome(scores), margin).len();
        assert_eq!(count(&[50, 40, 20, 19], 30), 3);
        assert_eq!(count(&[50, 40, 20, 19], 0), 1);
        assert_eq!(count(&[mate_in(5), mate_in(7)], 100), 1);
        assert_eq!(count(&[-mate_in(4), -mate_in(4)], 100), 1);
    }
}
