//! Levels of strength: the engine's own play, and weaker play for people to
//! practise on.
//!
//! A weaker level is weaker as people are. It thinks less: fewer positions and
//! fewer plies. It overlooks: wins by more than so many consecutive fours are
//! not seen, its own or the opponent's. It is not choosy: among moves that seem
//! about equally good it takes any. And now and then it slips: it plays a point
//! near the stones without thinking, though never when a five is about.

use super::Bounds;
use super::candidates::{Dice, five_is_near, quiet_followers};
use crate::engine::{Engine, Game, Limits, Outcome, Report, View};
use crate::types::score::{is_loss, is_win};
use crate::types::{Point, Score};

/// How strong to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// What a level does.
#[derive(Clone, Copy, Debug)]
struct Manner {
    /// Nodes a move.
    nodes: u64,
    /// Plies.
    depth: u32,
    /// Consecutive fours it can foresee.
    fours: u8,
    /// Best moves it considers.
    lines: usize,
    /// What a move may seem worse than the best and still be played.
    margin: Score,
    /// Moves in a hundred that are slips.
    slips: usize,
}

/// The manners from level 1; the strongest level has none.
const MANNERS: [Manner; Level::STRONGEST.0 as usize - 1] = [
    manner(200, 1, 0, 10, 300, 35),
    manner(400, 1, 0, 8, 150, 20),
    manner(800, 2, 0, 6, 70, 8),
    manner(1_500, 3, 1, 5, 60, 4),
    manner(3_000, 4, 2, 4, 45, 2),
    manner(6_000, 6, 3, 4, 35, 0),
    manner(15_000, 8, 5, 3, 25, 0),
    manner(50_000, 10, 8, 3, 15, 0),
    manner(200_000, 14, u8::MAX, 2, 8, 0),
];

const fn manner(
    nodes: u64,
    depth: u32,
    fours: u8,
    lines: usize,
    margin: Score,
    slips: usize,
) -> Manner {
    Manner {
        nodes,
        depth,
        fours,
        lines,
        margin,
        slips,
    }
}

impl Level {
    /// The engine's full strength.
    pub const STRONGEST: Level = Level(10);

    /// The level of that number, from 1 to that of [`Level::STRONGEST`].
    pub fn new(number: u8) -> Option<Level> {
        (1..=Level::STRONGEST.0)
            .contains(&number)
            .then_some(Level(number))
    }

    /// Its number, from 1.
    pub fn number(self) -> u8 {
        self.0
    }
}

/// Finds a move as a player of that level would. `None` if there is none.
///
/// The bounds hold as for every choice; a weak level stays far within them. The
/// same seed makes the same choices where time does not end the search.
pub fn move_at(
    engine: &mut Engine,
    game: &Game,
    level: Level,
    bounds: Bounds<'_>,
    report: &mut dyn FnMut(&Report),
) -> Option<Point> {
    let side = game.side_to_move();
    let mut think = |view: View, limits: &Limits| -> Outcome {
        engine.set_view(view);
        let outcome = engine.think(game, side, limits, bounds.started, bounds.stop, report);
        engine.set_view(View::default());
        outcome
    };
    let Some(manner) = MANNERS.get(usize::from(level.0) - 1) else {
        return think(View::default(), &bounds.limits).best;
    };
    let mut dice = Dice(bounds.seed);
    if dice.below(100) < manner.slips && game.ply() > 0 && !five_is_near(game) {
        let moves = quiet_followers(game);
        if let Some(slip) = moves.get(dice.below(moves.len())) {
            return Some(*slip);
        }
    }
    let view = View {
        lines: manner.lines,
        fours: manner.fours,
    };
    let limits = Limits {
        nodes: Some(manner.nodes.min(bounds.limits.nodes.unwrap_or(u64::MAX))),
        depth: Some(manner.depth.min(bounds.limits.depth.unwrap_or(u32::MAX))),
        ..bounds.limits
    };
    let outcome = think(view, &limits);
    let equals = near_equals(&outcome, manner.margin);
    equals.get(dice.below(equals.len())).copied()
}

/// The moves of a search that are worth about as much as the best one, which
/// is the first. Wins and losses are equal to nothing.
fn near_equals(outcome: &Outcome, margin: Score) -> Vec<Point> {
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
    fn each_level_can_do_no_less_than_the_one_below() {
        for pair in MANNERS.windows(2) {
            let (low, high) = (pair[0], pair[1]);
            assert!(low.nodes < high.nodes && low.depth <= high.depth);
            assert!(low.fours <= high.fours && low.lines >= high.lines);
            assert!(low.margin > high.margin && low.slips >= high.slips);
        }
    }

    fn outcome(scores: &[Score]) -> Outcome {
        let point = |at: usize| Point::new(at as u8, 0);
        let line = |(at, score): (usize, &Score)| Variation {
            score: *score,
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
    fn a_margin_lets_near_equals_in_and_never_gives_a_win_away() {
        let count = |scores: &[Score], margin| near_equals(&outcome(scores), margin).len();
        assert_eq!(count(&[50, 40, 20, 19], 30), 3);
        assert_eq!(count(&[50, 40, 20, 19], 0), 1);
        assert_eq!(count(&[mate_in(5), mate_in(7)], 100), 1);
        assert_eq!(count(&[-mate_in(4), -mate_in(4)], 100), 1);
    }
}
