//! Fifth moves, and the fourth moves and openings that are judged by them.
//!
//! Black proposes a number of fifth moves and white selects one, so a position after four stones
//! is worth as much to black as the last of the best different fifth moves. The moves are chosen
//! together in this way: the worst that white can select is as good as possible.

use super::non_winning_moves;
use super::rules::symmetry::Symmetries;
use super::rules::{Action, OpeningRule};
use super::series::{SearchSeries, Share, static_score, with};
use super::steps::{Decider, placed};
use crate::engine::Game;
use crate::types::{Point, Score};

/// The largest number of fifth moves that the engine declares. The value of the last of more
/// moves is less certain.
const MOST_DECLARED: usize = 4;
/// Each further fifth move has to bring the score this much closer to 0.
const STEP: Score = 10;
/// More fifth moves are searched than needed, because some are equivalent.
const SPARE: usize = 2;
/// The number of fourth moves by which an opening is judged.
const FOURTH_MOVES: usize = 5;
/// The number of searches that judge an opening.
const OPENING_SEARCHES: u32 = 1 + FOURTH_MOVES as u32;
/// The number of good fourth moves among which white's best is found.
const FOURTH_CANDIDATES: usize = 12;
/// Share of the time for the search that finds them.
const FOURTH_SEARCH: Share = Share::one_of(6);

impl SearchSeries<'_> {
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
        for (point, score) in self.lines(game, count + SPARE, share) {
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

    /// What an opening of three stones is worth to white if black then proposes 1, 2, ..., `most`
    /// fifth moves.
    fn values_of_opening(&mut self, game: &Game, most: usize, share: Share) -> Vec<Score> {
        let fourth_moves = self.lines(game, FOURTH_MOVES, share.part(0, OPENING_SEARCHES));
        let mut values = Vec::new();
        for (at, (point, _)) in fourth_moves.into_iter().enumerate() {
            let part = share.part(at as u32 + 1, OPENING_SEARCHES);
            let lines = self.fifth_moves(&with(game, &[point]), most, part);
            values.resize(most, Score::MIN);
            for (value, (_, score)) in values.iter_mut().zip(lines) {
                *value = (*value).max(-score);
            }
        }
        match values.is_empty() {
            true => vec![static_score(game); most],
            false => values,
        }
    }
}

impl Decider<'_> {
    /// Proposes the fifth moves that are missing.
    pub fn propose(&mut self) -> Vec<Action> {
        let proposed = self.opening.proposed();
        let count = self.opening.fifth_moves().unwrap_or(1);
        let symmetries = Symmetries::of(self.game);
        let wanted = count + proposed.len();
        let lines = self.series.fifth_moves(self.game, wanted, Share::ALL);
        let moves = lines.into_iter().map(|(point, _)| point);
        let new = moves.filter(|point| {
            let mut proposed = proposed.iter();
            !proposed.any(|other| symmetries.are_equivalent(*other, *point))
        });
        let missing = count.saturating_sub(proposed.len());
        new.take(missing).map(Action::Propose).collect()
    }

    /// White's best fourth move if black then proposes this number of fifth moves, and its score
    /// for white.
    pub fn fourth_move(&mut self, count: usize) -> Option<(Point, Score)> {
        let game = self.game;
        let mut lines = self.series.lines(game, FOURTH_CANDIDATES, FOURTH_SEARCH);
        if lines.is_empty() {
            lines = self
                .opening
                .points(game)
                .into_iter()
                .map(|point| (point, 0))
                .collect();
        }
        self.series.narrow(
            lines,
            1,
            |score| -score,
            |series, point, share| {
                let lines = series.fifth_moves(&with(game, &[*point]), count, share);
                lines.last().map_or(0, |(_, score)| -score)
            },
        )
    }

    /// A fourth move and a number of fifth moves that leave the position balanced, and the score
    /// for white.
    pub fn balanced_fourth(&mut self) -> Option<(Vec<Action>, Score)> {
        let game = self.game;
        let lines = self.series.lines(game, FOURTH_CANDIDATES, FOURTH_SEARCH);
        // An opening that is good for white is balanced by a worse move.
        let mut others = non_winning_moves(game);
        self.random.shuffle(&mut others);
        others.retain(|point| lines.iter().all(|(other, _)| other != point));
        others.sort_by_cached_key(|point| static_score(&with(game, &[*point])).abs());
        others.truncate(FOURTH_CANDIDATES / 2);
        let points = lines.into_iter().map(|(point, _)| point).chain(others);
        // All take part in the first round.
        let candidates = points.map(|point| ((point, 1), 0)).collect();
        let most = MOST_DECLARED;
        let search = |series: &mut SearchSeries, (point, count): &mut (Point, usize), share| {
            let lines = series.fifth_moves(&with(game, &[*point]), most, share);
            let score;
            (*count, score) = most_balanced(lines.iter().map(|(_, score)| -score));
            score
        };
        let ((point, count), score) = self.series.narrow(candidates, 1, Score::abs, search)?;
        Some((vec![Action::Place(point), Action::Declare(count)], score))
    }

    /// The number of fifth moves that balances the position.
    pub fn declare(&mut self) -> Vec<Action> {
        let values = match self.opening.rule() {
            OpeningRule::Yamaguchi => {
                self.series
                    .values_of_opening(self.game, MOST_DECLARED, Share::ALL)
            }
            _ => {
                let lines = self
                    .series
                    .fifth_moves(self.game, MOST_DECLARED, Share::ALL);
                lines.iter().map(|(_, score)| -score).collect()
            }
        };
        vec![Action::Declare(most_balanced(values).0)]
    }

    /// The stones that complete the most balanced of these openings. If the rule leaves the number
    /// of fifth moves open, it is declared too.
    pub fn balanced_opening(&mut self, openings: Vec<Vec<Point>>) -> Vec<Action> {
        let game = self.game;
        let fixed = self.opening.fifth_moves();
        let most = fixed.unwrap_or(MOST_DECLARED);
        let candidates = openings
            .into_iter()
            .map(|stones| ((stones, 1), 0))
            .collect();
        let search =
            |series: &mut SearchSeries, (stones, count): &mut (Vec<Point>, usize), share| {
                let values = series.values_of_opening(&with(game, stones), most, share);
                let skipped = fixed.map_or(0, |count| count - 1);
                let score;
                (*count, score) = most_balanced(values.into_iter().skip(skipped));
                score
            };
        let found = self
            .series
            .narrow(candidates, OPENING_SEARCHES, Score::abs, search);
        let Some(((stones, count), _)) = found else {
            return Vec::new();
        };
        let mut actions = placed(stones);
        actions.extend(fixed.is_none().then_some(Action::Declare(count)));
        actions
    }
}

/// The number, from 1, whose value is closest to 0, and the value.
fn most_balanced(values: impl IntoIterator<Item = Score>) -> (usize, Score) {
    let mut best: Option<(usize, Score, Score)> = None;
    for (value, number) in values.into_iter().zip(1..) {
        let cost = value.abs() + STEP * (number as Score - 1);
        if best.is_none_or(|(_, _, least)| cost < least) {
            best = Some((number, value, cost));
        }
    }
    best.map_or((1, 0), |(number, value, _)| (number, value))
}
