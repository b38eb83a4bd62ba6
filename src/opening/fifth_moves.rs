//! Fifth moves.
//!
//! Black proposes a number of fifth moves and white selects one, so a position after four stones
//! is worth as much to black as the last of the best different fifth moves. The moves are chosen
//! together in this way: the worst that white can select is as good as possible.

use super::non_winning_moves;
use super::rules::Action;
use super::rules::symmetry::Symmetries;
use super::series::{SearchSeries, Share, static_score, with};
use super::steps::Decider;
use crate::engine::Game;
use crate::types::{Point, Score};

/// More moves are compared by searches of their own than are needed.
const SPARE: usize = 2;
/// Share of the time for the search that finds them.
const CANDIDATE_SEARCH: Share = Share::one_of(3);

impl SearchSeries<'_> {
    /// The best fifth moves as [`fifth_moves`](Self::fifth_moves) finds them, but compared by
    /// searches of their own, as white compares them when it selects one. These see losses that
    /// a search of several lines does not. Moves for which there is no time come last.
    pub fn compared_fifth_moves(&mut self, game: &Game, count: usize) -> Vec<(Point, Score)> {
        let mut moves = self.fifth_moves(game, count + SPARE, CANDIDATE_SEARCH);
        let size = moves.len();
        let mut searched = 0;
        for (point, score) in &mut moves {
            if self.is_over() {
                break;
            }
            let share = Share::one_of((size - searched) as u32);
            searched += 1;
            *score = -self.search(&with(game, &[*point]), share, false).score;
        }
        moves[..searched].sort_by_key(|(_, score)| -score);
        moves.truncate(count);
        moves
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
        let lines = self.series.compared_fifth_moves(self.game, wanted);
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
        match known.any(|other| symmetries.are_equivalent(*other, point)) {
            true => others.push(point),
            false => different.push(point),
        }
    }
    others
}
