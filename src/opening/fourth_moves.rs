//! Fourth moves, and openings that are judged by their best fourth moves, searched best first.
//!
//! A fourth move is worth as much to white as the last of the fifth moves that black then
//! proposes, and an opening as much as its best fourth move. Which fourth move is the best, and
//! which opening is balanced, is uncertain after short searches. So the candidate that looks best
//! is searched again, twice as long each time, until another looks better or until it has had its
//! longest search. Few candidates get long searches in this way, but those that decide do.

use std::cmp::Reverse;
use std::ops::RangeInclusive;

use super::fifth_moves::FifthMoves;
use super::non_winning_moves;
use super::series::{SearchSeries, Share, static_score, with};
use crate::engine::Game;
use crate::types::{Point, Score};

/// The number of searches after which the value of a fourth move is settled if black then proposes
/// one fifth move.
const SEARCHES: u32 = 5;
/// The last of them takes one of this many parts of the time for the decision, and each one before
/// half as much as the next.
const LONGEST_SEARCH: u32 = 4;
/// The first of them find several fifth moves.
const QUICK_SEARCHES: u32 = 2;
/// How much the value of a fourth move may still change for each search that it has not had.
const DOUBT: Score = 30;
/// The same for each search that the deciding fifth moves have not had.
const FIFTH_DOUBT: Score = 15;
/// How much the value of a position may still change if no search has looked for a better fourth
/// move.
const INCOMPLETE_DOUBT: Score = 60;
/// The search of a position for a better fourth move takes one of this many parts of the time.
const COMPLETING_SEARCH: u32 = 8;
/// Values of at most this size count as equality: of such candidates, the first is chosen.
const EVEN: Score = 20;
/// Each further fifth move has to bring the score this much closer to 0: the value of the last of
/// more moves is less certain.
const STEP: Score = 30;

/// A fourth move, as far as it has been searched.
#[derive(Clone, Debug)]
pub struct FourthMove {
    /// Where it is played.
    pub point: Point,
    /// Its score for white if black then proposes one fifth move.
    single: Score,
    /// The number of searches for it, at most [`SEARCHES`].
    searches: u32,
    /// The fifth moves that black may propose.
    fifths: FifthMoves,
}

impl FourthMove {
    /// A fourth move before its first search, with an estimate for white.
    pub fn new(point: Point, estimate: Score) -> FourthMove {
        FourthMove {
            point,
            single: estimate,
            searches: 0,
            fifths: FifthMoves::default(),
        }
    }

    /// Its score for white if black then proposes this number of fifth moves.
    pub fn value(&self, count: usize) -> Score {
        let several = self.fifths.score(count).filter(|_| count > 1);
        several.map_or(self.single, |score| self.single.max(-score))
    }

    /// Searches it once more, in the position `after` it, above all for the case that black
    /// proposes `count` of at most `most` fifth moves.
    fn search(&mut self, series: &mut SearchSeries, after: &Game, count: usize, most: usize) {
        if count > 1 && self.searches >= QUICK_SEARCHES {
            return self.fifths.search(series, after, count);
        }
        let of = LONGEST_SEARCH << SEARCHES.saturating_sub(self.searches + 1);
        let share = series.part_of_all(of);
        self.searches += 1;
        if most > 1 && self.searches <= QUICK_SEARCHES {
            self.fifths = series.fifth_moves_to_compare(after, most, share);
            self.single = self.fifths.score(1).map_or(self.single, |score| -score);
        } else {
            // The usual search of a position finds the value of its best move.
            self.single = -series.search(after, share, false).score;
        }
    }

    /// How much its value with this number of fifth moves may still change; 0 if it is settled.
    fn doubt(&self, count: usize) -> Score {
        let single = (SEARCHES - self.searches) as Score * DOUBT;
        if count > 1 && self.searches >= QUICK_SEARCHES {
            self.fifths.missing(count) as Score * FIFTH_DOUBT
        } else {
            single
        }
    }
}

/// A position before white's fourth move, with the fourth moves among which white chooses.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The stones that lead to the position.
    pub stones: Vec<Point>,
    game: Game,
    fourth_moves: Vec<FourthMove>,
    /// True if there are no better fourth moves than these.
    is_complete: bool,
}

/// What a candidate is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The number of fifth moves that balances it best.
    pub count: usize,
    /// The score for white with this number.
    pub score: Score,
    /// The distance from equality, and a penalty for each further fifth move. Lower is better.
    cost: Score,
    /// How much the score may still change.
    doubt: Score,
}

impl Worth {
    /// With the number from `counts` that has the lowest cost, if `value` has the score and the
    /// doubt for each.
    fn least(counts: &RangeInclusive<usize>, value: impl Fn(usize) -> (Score, Score)) -> Worth {
        let worth = |count: usize| {
            let (score, doubt) = value(count);
            let further = (count - counts.start()) as Score;
            Worth {
                count,
                score,
                cost: (score.abs() - EVEN).max(0) + STEP * further,
                doubt,
            }
        };
        let all = counts.clone().map(worth);
        all.min_by_key(|worth| worth.cost)
            .unwrap_or_else(|| worth(*counts.start()))
    }

    /// With the number that balances a position with these scores for white.
    pub fn of_scores(scores: &[Score], counts: &RangeInclusive<usize>) -> Worth {
        let last = scores.last().copied().unwrap_or_default();
        Worth::least(counts, |count| {
            let score = scores.get(count.saturating_sub(1)).copied();
            (score.unwrap_or(last), 0)
        })
    }
}

impl Candidate {
    /// The position after these stones, in which these fourth moves look best for white.
    pub fn new(game: &Game, stones: Vec<Point>, fourth_moves: Vec<FourthMove>) -> Candidate {
        Candidate {
            game: with(game, &stones),
            stones,
            fourth_moves,
            is_complete: false,
        }
    }

    /// This position, in which white plays this fourth move.
    pub fn with_move(game: &Game, fourth: FourthMove) -> Candidate {
        Candidate {
            is_complete: true,
            ..Candidate::new(game, Vec::new(), vec![fourth])
        }
    }

    /// Looks for a better fourth move by one search of the position: the search that has found the
    /// moves was short.
    fn complete(&mut self, series: &mut SearchSeries) {
        self.is_complete = true;
        let share = series.part_of_all(COMPLETING_SEARCH);
        let found = series.search(&self.game, share, false);
        let Some(best) = found.best else {
            return;
        };
        let mut known = self.fourth_moves.iter_mut();
        match known.find(|fourth| fourth.point == best) {
            Some(fourth) => fourth.single = fourth.single.max(found.score),
            None => self.fourth_moves.push(FourthMove::new(best, found.score)),
        }
    }

    /// White's best fourth move if black then proposes this number of fifth moves.
    pub fn best(&self, count: usize) -> Option<&FourthMove> {
        let moves = self.fourth_moves.iter().rev();
        moves.max_by_key(|fourth| fourth.value(count))
    }

    /// What it is worth with the number from `counts` that balances it best.
    pub fn worth(&self, counts: &RangeInclusive<usize>) -> Worth {
        Worth::least(counts, |count| {
            let incomplete = if self.is_complete {
                0
            } else {
                INCOMPLETE_DOUBT
            };
            self.best(count).map_or((0, incomplete), |fourth| {
                (fourth.value(count), fourth.doubt(count) + incomplete)
            })
        })
    }

    /// The fourth move that may be the best and has to be searched next; `None` if the best one
    /// is settled.
    fn doubtful(&mut self, count: usize) -> Option<&mut FourthMove> {
        let possible = |fourth: &&mut FourthMove| {
            let doubt = fourth.doubt(count);
            (fourth.value(count) + doubt, Reverse(doubt))
        };
        let best = self.fourth_moves.iter_mut().rev().max_by_key(possible)?;
        (best.doubt(count) > 0).then_some(best)
    }
}

impl SearchSeries<'_> {
    /// The fourth moves that are best for white before the fifth moves are considered, best
    /// first: at most `count`. Without a search, they are chosen by their static evaluation.
    pub fn fourth_moves(&mut self, game: &Game, count: usize, share: Share) -> Vec<FourthMove> {
        let mut lines = self.lines(game, count, &[], share);
        if lines.is_empty() {
            let moves = non_winning_moves(game).into_iter();
            let scored = moves.map(|point| (point, -static_score(&with(game, &[point]))));
            lines = scored.collect();
            lines.sort_by_key(|(_, score)| Reverse(*score));
            lines.truncate(count);
        }
        let lines = lines.into_iter();
        lines
            .map(|(point, score)| FourthMove::new(point, score))
            .collect()
    }

    /// The most balanced candidate if a number of fifth moves from `counts` may be chosen with it,
    /// and what it is worth. Of several that are balanced, the first.
    pub fn most_balanced(
        &mut self,
        mut candidates: Vec<Candidate>,
        counts: &RangeInclusive<usize>,
    ) -> Option<(Candidate, Worth)> {
        loop {
            let is_over = self.is_over();
            let worths = candidates.iter().map(|candidate| candidate.worth(counts));
            // Once time is up, what may still change counts against a candidate.
            let least = worths.enumerate().min_by_key(|(_, worth)| {
                if is_over {
                    worth.cost + worth.doubt
                } else {
                    worth.cost
                }
            });
            let (at, worth) = least?;
            let candidate = candidates.get_mut(at)?;
            let game = candidate.game.clone();
            let Some(fourth) = candidate.doubtful(worth.count).filter(|_| !is_over) else {
                if candidate.is_complete || is_over {
                    return Some((candidates.swap_remove(at), worth));
                }
                candidate.complete(self);
                continue;
            };
            let after = with(&game, &[fourth.point]);
            fourth.search(self, &after, worth.count, *counts.end());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{BoardSize, Rule};

    /// A fourth move with these scores for 1, 2, ... fifth moves after this number of searches.
    fn fourth(x: u8, values: &[Score], searches: u32) -> FourthMove {
        let fifths = values.iter().map(|value| (Point::new(x, 1), -value));
        FourthMove {
            searches,
            fifths: FifthMoves::new(fifths.collect()),
            ..FourthMove::new(Point::new(x, 0), values[0])
        }
    }

    fn candidate(moves: Vec<FourthMove>) -> Candidate {
        let game = Game::new(BoardSize::square(15).unwrap(), Rule::Renju);
        Candidate::new(&game, Vec::new(), moves)
    }

    #[test]
    fn an_opening_is_worth_as_much_as_its_best_fourth_move() {
        let opening = candidate(vec![
            fourth(1, &[-200, 30], SEARCHES),
            fourth(2, &[-90, -60], SEARCHES),
        ]);
        assert_eq!(opening.best(1).unwrap().point.x, 2);
        assert_eq!(opening.best(2).unwrap().point.x, 1);
        let worth = opening.worth(&(2..=2));
        assert_eq!((worth.count, worth.score), (2, 30));
        // With one fifth move, black is better.
        let worth = opening.worth(&(1..=2));
        assert_eq!((worth.count, worth.score), (2, 30));
    }

    #[test]
    fn another_fifth_move_has_to_bring_the_score_closer_to_equality() {
        let count = |scores: &[Score]| Worth::of_scores(scores, &(1..=4)).count;
        assert_eq!(count(&[-EVEN, 0, 5]), 1);
        assert_eq!(count(&[-EVEN - STEP, 0]), 1);
        assert_eq!(count(&[-EVEN - STEP - 1, 0]), 2);
        assert_eq!(count(&[-300, -150, 10, 200]), 3);
        assert_eq!(count(&[40, 90]), 1);
        assert_eq!(count(&[]), 1);
    }

    #[test]
    fn what_may_be_the_best_is_searched_until_it_is_settled() {
        let next = |moves: Vec<FourthMove>| candidate(moves).doubtful(1).map(|it| it.point.x);
        let best = fourth(1, &[50], SEARCHES);
        assert_eq!(next(vec![best.clone()]), None);
        // What has not been searched may be better by all of the doubt.
        let most = DOUBT * SEARCHES as Score;
        let close = fourth(2, &[51 - most], 0);
        let far = fourth(3, &[49 - most], 0);
        assert_eq!(next(vec![best.clone(), far.clone(), close]), Some(2));
        assert_eq!(next(vec![best.clone(), far]), None);
        let searched = fourth(4, &[51 - most], 1);
        assert_eq!(next(vec![best, searched]), None);
        assert_eq!(next(Vec::new()), None);
    }

    #[test]
    fn a_doubtful_value_is_not_chosen_when_there_is_no_time_left() {
        use crate::engine::{Engine, Limits, Request};
        use std::sync::atomic::AtomicBool;

        let game = Game::new(BoardSize::square(15).unwrap(), Rule::Renju);
        let (limits, stop) = (Limits::default(), AtomicBool::new(true));
        let request = Request {
            stop: Some(&stop),
            ..Request::new(&game, &limits)
        };
        let (mut engine, mut report) = (Engine::new(), |_: &_| {});
        let mut series = SearchSeries::new(&mut engine, &request, &mut report);
        let candidates = vec![
            candidate(vec![fourth(1, &[0], 0)]),
            candidate(vec![fourth(2, &[60], SEARCHES)]),
            candidate(vec![fourth(3, &[200], SEARCHES)]),
        ];
        let (chosen, worth) = series.most_balanced(candidates, &(1..=1)).unwrap();
        assert_eq!(chosen.best(1).unwrap().point.x, 2);
        assert_eq!(worth.score, 60);
        assert!(series.most_balanced(Vec::new(), &(1..=1)).is_none());
    }

    #[test]
    fn a_better_fourth_move_than_those_known_is_looked_for() {
        use crate::engine::{Engine, Limits, Request};

        let game = Game::new(BoardSize::square(15).unwrap(), Rule::Renju);
        let game = with(
            &game,
            &[(7, 7), (7, 6), (8, 6)].map(|(x, y)| Point::new(x, y)),
        );
        let limits = Limits {
            nodes: Some(20_000),
            ..Limits::default()
        };
        let request = Request::new(&game, &limits);
        let far = fourth(0, &[-2000], SEARCHES);
        let best = |candidate: Candidate| {
            let (mut engine, mut report) = (Engine::new(), |_: &_| {});
            let mut series = SearchSeries::new(&mut engine, &request, &mut report);
            let (chosen, _) = series.most_balanced(vec![candidate], &(1..=1)).unwrap();
            chosen.best(1).unwrap().point
        };
        let incomplete = Candidate::new(&game, Vec::new(), vec![far.clone()]);
        assert_ne!(best(incomplete), far.point);
        // A move that is given is not replaced.
        let given = Candidate::with_move(&game, far.clone());
        assert_eq!(best(given), far.point);
    }
}
