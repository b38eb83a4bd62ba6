//! The target of a position: the value of its search, mixed with the outcome of the game.

use super::loss::sigmoid;
use crate::eval::network::quantity::UNITS;
use crate::tools::dataset::GameRecord;
use crate::types::Color;

/// The limit of search values. Beyond it the game is decided.
const VALUE_LIMIT: f32 = 700.0;

/// How the target of a position of a game combines the value of its own search with its
/// outcome. The target of a position inside a search is the value alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Targets {
    /// The weight of the outcome, from 0 to 1.
    pub share: f32,
    /// The weight of everything after the game's next search against the value of that search, from
    /// 0 to 1. With 0 the outcome is that value, with 1 it is the result of the game.
    pub lambda: f32,
}

impl Targets {
    /// The target of a position whose search expects to win with this chance.
    pub fn target(&self, expected: f32, outcome: Option<Outcome>) -> f32 {
        outcome.map_or(expected, |outcome| {
            (1.0 - self.share) * expected + self.share * outcome.mean
        })
    }
}

/// A search's value in logits.
pub fn logits(value: i16) -> f32 {
    f32::from(value).clamp(-VALUE_LIMIT, VALUE_LIMIT) / UNITS as f32
}

/// The outcome of a position of a game, as a win chance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// The mean of the values of later searches and the result, weighted by
    /// [`Targets::lambda`].
    pub mean: f32,
    /// The result alone or, before a random move, the value of the search in its place.
    pub result: f32,
}

impl Outcome {
    /// The outcome for black as the outcome for `side`, or the reverse.
    fn seen_by(self, side: Color) -> Outcome {
        let turn = |chance: f32| match side {
            Color::Black => chance,
            Color::White => 1.0 - chance,
        };
        Outcome {
            mean: turn(self.mean),
            result: turn(self.result),
        }
    }
}

/// For each sample of a game, the outcome for its side to move. The value of the next search of
/// the game has the weight `1 - lambda`, the outcome of that position the rest.
///
/// A random move in place of the search's own may have changed the value, so earlier positions are
/// judged by the search before such a move and not by what came later. The position before the
/// random move has no outcome, and neither have positions inside a search.
// CITE: lambda-returns, cut where another policy moved: R. Sutton and A. Barto, "Reinforcement
// Learning: An Introduction", 2018, chapter 12.
pub fn outcomes(game: &GameRecord, lambda: f32) -> Vec<Option<Outcome>> {
    let result = match game.winner {
        Some(Color::Black) => 1.0,
        Some(Color::White) => 0.0,
        None => 0.5,
    };
    // The outcome of the current position, for black.
    let mut later = Outcome {
        mean: result,
        result,
    };
    let mut outcomes = vec![None; game.samples.len()];
    for (sample, outcome) in game.samples.iter().zip(&mut outcomes).rev() {
        if !sample.search_plies.is_empty() {
            continue;
        }
        let value = sigmoid(logits(sample.value));
        let value = Outcome {
            mean: value,
            result: value,
        };
        let value = value.seen_by(sample.side());
        let next = game.plies.get(sample.game_plies);
        if next.is_none_or(|ply| *ply == Some(sample.best)) {
            *outcome = Some(later.seen_by(sample.side()));
            later.mean = (1.0 - lambda) * value.mean + lambda * later.mean;
        } else {
            later = value;
        }
    }
    outcomes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::dataset::Sample;
    use crate::types::{BoardSize, Point};

    fn point(ply: usize) -> Point {
        Point::new(ply as u8, 0)
    }

    /// A game that white wins after six plies. Every position but the one after two plies has a
    /// sample, and there is one inside a search. The search after three plies chose another
    /// move than the one played.
    fn game() -> GameRecord {
        let sample = |plies: usize, value: i16| Sample {
            game_plies: plies,
            search_plies: Vec::new(),
            must_answer: false,
            value,
            best: if plies == 3 {
                Point::new(9, 9)
            } else {
                point(plies)
            },
            depth: 9,
            nodes: 1000,
        };
        let mut samples: Vec<Sample> = [(0, 40), (1, -60), (3, 100), (4, -150), (5, 9000)]
            .map(|(plies, value)| sample(plies, value))
            .to_vec();
        let inside = Sample {
            search_plies: vec![Some(Point::new(8, 8))],
            ..sample(1, 77)
        };
        samples.insert(2, inside);
        GameRecord {
            number: 0,
            size: BoardSize::square(15).expect("a valid side"),
            winner: Some(Color::White),
            opening: 0,
            plies: (0..6).map(|ply| Some(point(ply))).collect(),
            samples,
        }
    }

    /// The win chance of black in the search after this many plies.
    fn black(game: &GameRecord, plies: usize) -> f32 {
        let of_game = |s: &&Sample| s.game_plies == plies && s.search_plies.is_empty();
        let sample = game.samples.iter().find(of_game).expect("a sample");
        let chance = sigmoid(f32::from(sample.value).min(700.0) / 200.0);
        if plies.is_multiple_of(2) {
            chance
        } else {
            1.0 - chance
        }
    }

    #[test]
    fn outcomes_lead_from_the_result_back_to_the_last_random_move() {
        let game = game();
        let value = |plies| black(&game, plies);
        for lambda in [0.0, 0.75, 1.0] {
            let mean = |now: f32, later: f32| (1.0 - lambda) * now + lambda * later;
            // For black, by hand.
            let after_five = 0.0;
            let after_four = mean(value(5), 0.0);
            // White played a random move after three plies.
            let after_one = value(3);
            let after_none = mean(value(1), value(3));
            let expected = [
                Some((after_none, value(3))),
                Some((1.0 - after_one, 1.0 - value(3))),
                None,
                None,
                Some((after_four, 0.0)),
                Some((1.0 - after_five, 1.0)),
            ];
            let found = outcomes(&game, lambda);
            for (number, (found, expected)) in found.iter().zip(expected).enumerate() {
                let found = found.map(|outcome| (outcome.mean, outcome.result));
                let close = match (found, expected) {
                    (Some(a), Some(b)) => (a.0 - b.0).abs() < 1e-6 && (a.1 - b.1).abs() < 1e-6,
                    (a, b) => a == b,
                };
                assert!(close, "{lambda}, sample {number}: {found:?}, {expected:?}");
            }
        }
    }

    #[test]
    fn a_target_mixes_the_value_and_the_outcome() {
        let targets = Targets {
            share: 0.25,
            lambda: 1.0,
        };
        let outcome = Outcome {
            mean: 1.0,
            result: 0.0,
        };
        assert_eq!(targets.target(0.2, Some(outcome)), 0.75 * 0.2 + 0.25);
        assert_eq!(targets.target(0.2, None), 0.2);
    }
}
