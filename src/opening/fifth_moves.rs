//! Fifth moves.
//!
//! Black proposes a number of fifth moves and white selects one, so a position after four stones
//! is worth as much to black as the last of the best different fifth moves. The moves are chosen
//! together in this way: the worst that white can select is as good as possible.

use std::cmp::Reverse;

use super::non_winning_moves;
use super::rules::Action;
use super::rules::symmetry::Symmetries;
use super::series::{SearchSeries, Share, static_score, with};
use super::steps::Decider;
use crate::engine::Game;
use crate::types::{Point, Score};

/// More moves are compared by searches of their own than are needed.
const SPARE: usize = 8;
/// The search that finds the moves to propose takes one of this many parts of the time.
const CANDIDATE_SEARCH: u32 = 8;
/// The number of searches of its own after which the score of a move is settled.
const SEARCHES: u32 = 7;
/// The last of them takes one of this many parts of the time for the decision, and each one before
/// half as much as the next.
const LONGEST_SEARCH: u32 = 8;

/// A fifth move, as far as it has been searched.
#[derive(Clone, Debug)]
struct FifthMove {
    point: Point,
    /// For black.
    score: Score,
    /// The number of searches of its own.
    searches: u32,
}

impl FifthMove {
    /// Searches the position after it, twice as long as the last time.
    fn search(&mut self, series: &mut SearchSeries, game: &Game) {
        let of = LONGEST_SEARCH << SEARCHES.saturating_sub(self.searches + 1);
        let share = series.part_of_all(of);
        let found = series.search(&with(game, &[self.point]), share, false);
        self.score = -found.score;
        self.searches += 1;
    }
}

/// Fifth moves that are compared by searches of their own, as white compares them when it selects
/// one. These see what a search of several lines misses: it searches all moves but the best at
/// reduced depth.
#[derive(Clone, Debug, Default)]
pub struct FifthMoves {
    /// Best first; those that have had no search of their own come last.
    moves: Vec<FifthMove>,
}

impl FifthMoves {
    /// Moves before their first searches, best first, with estimates for black.
    pub fn new(estimates: Vec<(Point, Score)>) -> FifthMoves {
        let moves = estimates.into_iter().map(|(point, score)| FifthMove {
            point,
            score,
            searches: 0,
        });
        FifthMoves {
            moves: moves.collect(),
        }
    }

    /// The score for black of the last of the best `count`; `None` without moves.
    pub fn score(&self, count: usize) -> Option<Score> {
        let at = count.min(self.moves.len()).saturating_sub(1);
        self.moves.get(at).map(|fifth| fifth.score)
    }

    /// The number of searches that are missing until the best `count` are known.
    pub fn missing(&self, count: usize) -> u32 {
        let least = self.deciding(count).map(|fifth| fifth.searches).min();
        SEARCHES - least.unwrap_or(SEARCHES).min(SEARCHES)
    }

    /// The moves that decide which are the best `count`: the last of them and the best of the
    /// others.
    fn deciding(&self, count: usize) -> impl Iterator<Item = &FifthMove> {
        self.moves.iter().skip(count.saturating_sub(1)).take(2)
    }

    /// Searches all moves for the first time, or the one of the two that decide which are the best
    /// `count` that has been searched less, in the position `game` before the fifth move.
    pub fn search(&mut self, series: &mut SearchSeries, game: &Game, count: usize) {
        if self.moves.iter().all(|fifth| fifth.searches == 0) {
            for fifth in &mut self.moves {
                if series.is_over() {
                    break;
                }
                fifth.search(series, game);
            }
        } else {
            let pair = self.moves.iter_mut().skip(count.saturating_sub(1)).take(2);
            if let Some(fifth) = pair.min_by_key(|fifth| fifth.searches) {
                fifth.search(series, game);
            }
        }
        let key = |fifth: &FifthMove| (fifth.searches == 0, Reverse(fifth.score));
        self.moves.sort_by_key(key);
    }
}

impl SearchSeries<'_> {
    /// The fifth moves that black proposes if it has to propose `count`, best first, with their
    /// scores for black.
    pub fn best_fifth_moves(&mut self, game: &Game, count: usize) -> Vec<(Point, Score)> {
        if count == 1 {
            // The usual search of a position finds its best move.
            let found = self.search(game, Share::ALL, false);
            let best = found.best.map(|point| (point, found.score));
            return best.into_iter().collect();
        }
        let share = self.part_of_all(CANDIDATE_SEARCH);
        let mut fifths = self.fifth_moves_to_compare(game, count, share);
        while !self.is_over() && fifths.missing(count) > 0 {
            fifths.search(self, game, count);
        }
        let moves = fifths.moves.into_iter().take(count);
        moves.map(|fifth| (fifth.point, fifth.score)).collect()
    }

    /// The fifth moves that have to be compared to know the best `count`.
    pub fn fifth_moves_to_compare(
        &mut self,
        game: &Game,
        count: usize,
        share: Share,
    ) -> FifthMoves {
        FifthMoves::new(self.fifth_moves(game, count + SPARE, share))
    }

    /// The best fifth moves for black, none equivalent to another, best first, with their scores
    /// for black: `count`, unless the board has fewer. Moves that the search has not reached
    /// follow by their static evaluation.
    pub fn fifth_moves(&mut self, game: &Game, count: usize, share: Share) -> Vec<(Point, Score)> {
        let symmetries = Symmetries::of(game);
        let mut moves: Vec<(Point, Score)> = Vec::new();
        let add = |moves: &mut Vec<(Point, Score)>, point: Point, score: Score| {
            let mut known = moves.iter();
            if moves.len() < count && !known.any(|(p, _)| symmetries.are_equivalent(*p, point)) {
                moves.push((point, score));
            }
        };
        let duplicates = duplicates(game, &symmetries);
        for (point, score) in self.lines(game, count, &duplicates, share) {
            add(&mut moves, point, score);
        }
        if moves.len() < count {
            let near = non_winning_moves(game).into_iter();
            let mut near: Vec<_> = near
                .map(|p| (p, -static_score(&with(game, &[p]))))
                .collect();
            near.sort_by_key(|(_, score)| -score);
            for (point, score) in near {
                // The search has preferred all moves that it has reached.
                let worst = moves.last().map_or(score, |(_, worst)| score.min(*worst));
                add(&mut moves, point, worst);
            }
        }
        let worst = moves.last().map_or(0, |(_, worst)| *worst);
        let free = game
            .size()
            .points()
            .filter(|point| game.at(*point).is_none());
        free.for_each(|point| add(&mut moves, point, worst));
        moves
    }
}

impl Decider<'_> {
    /// Proposes the fifth moves that are missing.
    pub fn propose(&mut self) -> Vec<Action> {
        let proposed = self.opening.proposed();
        let count = self.opening.fifth_moves().unwrap_or(1);
        let symmetries = Symmetries::of(self.game);
        let wanted = count + proposed.len();
        let lines = self.series.best_fifth_moves(self.game, wanted);
        let moves = lines.into_iter().map(|(point, _)| point);
        let new = moves.filter(|point| {
            let mut proposed = proposed.iter();
            !proposed.any(|other| symmetries.are_equivalent(*other, *point))
        });
        let missing = count.saturating_sub(proposed.len());
        new.take(missing).map(Action::Propose).collect()
    }
}

/// The points that are equivalent to others: of each set of equivalent points, all but the one
/// closest to the centre of the board.
fn duplicates(game: &Game, symmetries: &Symmetries) -> Vec<Point> {
    let size = game.size();
    let from_centre = |point: &Point| {
        let x = (2 * u32::from(point.x) + 1).abs_diff(u32::from(size.width()));
        let y = (2 * u32::from(point.y) + 1).abs_diff(u32::from(size.height()));
        x * x + y * y
    };
    let free = size.points().filter(|point| game.at(*point).is_none());
    let mut points: Vec<Point> = free.collect();
    points.sort_by_key(from_centre);
    let mut different: Vec<Point> = Vec::new();
    let mut others = Vec::new();
    for point in points {
        let mut known = different.iter();
        if known.any(|other| symmetries.are_equivalent(*other, point)) {
            others.push(point)
        } else {
            different.push(point)
        }
    }
    others
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_moves_at_the_end_of_the_list_decide() {
        /// Moves that have been searched so often, best first.
        fn moves(searches: &[u32]) -> FifthMoves {
            let moves = searches.iter().zip(0..);
            let moves = moves.map(|(searches, x)| FifthMove {
                point: Point::new(x, 0),
                score: 100 - Score::from(x),
                searches: *searches,
            });
            FifthMoves {
                moves: moves.collect(),
            }
        }
        // Two moves are needed, so the second and the third decide.
        let missing = |searches: &[u32]| moves(searches).missing(2);
        assert_eq!(missing(&[1, 1, 1, 1]), SEARCHES - 1);
        assert_eq!(missing(&[1, 3, 2, 1]), SEARCHES - 2);
        assert_eq!(missing(&[1, SEARCHES, SEARCHES, 1]), 0);
        // There may be no others.
        assert_eq!(missing(&[0, 0]), SEARCHES);
        assert_eq!(missing(&[1, SEARCHES]), 0);
        assert_eq!(missing(&[]), 0);
        assert_eq!(moves(&[1, 1, 1]).score(2), Some(99));
        assert_eq!(moves(&[1, 1, 1]).score(9), Some(98));
        assert_eq!(moves(&[]).score(1), None);
    }
}
