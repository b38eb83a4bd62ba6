//! Fourth moves, numbers of fifth moves, and openings that leave the game balanced.

use std::ops::RangeInclusive;

use super::fourth_moves::{Candidate, FourthMove, Worth};
use super::non_winning_moves;
use super::rules::{Action, OpeningRule};
use super::series::{static_score, with};
use super::steps::{Decider, placed};
use crate::types::{Point, Score};

/// The largest number of fifth moves that the engine declares. The value of the last of more
/// moves is less certain.
const MOST_DECLARED: usize = 4;
/// The number of good fourth moves among which white's best is found.
const FOURTH_MOVES: usize = 12;
/// The search that finds them takes one of this many parts of the time.
const FOURTH_SEARCH: u32 = 8;
/// The same, for each of the openings that are compared.
const FOURTH_SEARCH_OF_MANY: u32 = 128;
/// Openings are compared if there is time for this many searches of each.
const SEARCHES: u32 = 4;

impl Decider<'_> {
    /// White's best fourth move if black then proposes this number of fifth moves, and its score
    /// for white.
    pub fn fourth_move(&mut self, count: usize) -> Option<(Point, Score)> {
        let (candidate, worth) = self.this_position(&(count..=count))?;
        let best = candidate.best(count)?;
        Some((best.point, worth.score))
    }

    /// The position after three stones, with white's fourth moves searched, and what it is worth
    /// if black then proposes a number of fifth moves from `counts`.
    fn this_position(&mut self, counts: &RangeInclusive<usize>) -> Option<(Candidate, Worth)> {
        let share = self.series.part_of_all(FOURTH_SEARCH);
        let moves = self.series.fourth_moves(self.game, FOURTH_MOVES, share);
        let candidate = Candidate::new(self.game, Vec::new(), moves);
        self.series.most_balanced(vec![candidate], counts)
    }

    /// A fourth move and a number of fifth moves that leave the position balanced, and the score
    /// for white.
    pub fn balanced_fourth(&mut self) -> Option<(Vec<Action>, Score)> {
        let game = self.game;
        let share = self.series.part_of_all(FOURTH_SEARCH);
        let mut moves = self.series.fourth_moves(game, FOURTH_MOVES, share);
        // An opening that is good for white is balanced by a worse move.
        let mut others = non_winning_moves(game);
        self.random.shuffle(&mut others);
        others.retain(|point| moves.iter().all(|fourth| fourth.point != *point));
        let others = others
            .into_iter()
            .map(|point| FourthMove::new(point, -static_score(&with(game, &[point]))));
        let mut others: Vec<_> = others.collect();
        others.sort_by_key(|fourth| fourth.value(1).abs());
        others.truncate(FOURTH_MOVES / 2);
        moves.append(&mut others);
        let candidates = moves
            .into_iter()
            .map(|fourth| Candidate::with_move(game, fourth));
        let candidates = candidates.collect();
        let counts = 1..=MOST_DECLARED;
        let (candidate, worth) = self.series.most_balanced(candidates, &counts)?;
        let point = candidate.best(worth.count)?.point;
        let actions = vec![Action::Place(point), Action::Declare(worth.count)];
        Some((actions, worth.score))
    }

    /// The number of fifth moves that balances the position.
    pub fn declare(&mut self) -> Vec<Action> {
        let counts = 1..=MOST_DECLARED;
        let worth = match self.opening.rule() {
            OpeningRule::Yamaguchi => self.this_position(&counts).map(|(_, worth)| worth),
            _ => {
                let lines = self.series.best_fifth_moves(self.game, MOST_DECLARED);
                let scores: Vec<Score> = lines.iter().map(|(_, score)| -score).collect();
                Some(Worth::of_scores(&scores, &counts))
            }
        };
        vec![Action::Declare(worth.map_or(1, |worth| worth.count))]
    }

    /// The stones that complete the most balanced of these openings. If the rule leaves the number
    /// of fifth moves open, it is declared too.
    pub fn balanced_opening(&mut self, mut openings: Vec<Vec<Point>>) -> Vec<Action> {
        let fixed = self.opening.fifth_moves();
        let counts = fixed.map_or(1..=MOST_DECLARED, |count| count..=count);
        openings.truncate(self.series.affordable(SEARCHES));
        let mut candidates = Vec::new();
        for stones in openings {
            if !candidates.is_empty() && self.series.is_over() {
                break;
            }
            let game = with(self.game, &stones);
            let share = self.series.part_of_all(FOURTH_SEARCH_OF_MANY);
            let moves = self.series.fourth_moves(&game, FOURTH_MOVES, share);
            candidates.push(Candidate::new(self.game, stones, moves));
        }
        let Some((candidate, worth)) = self.series.most_balanced(candidates, &counts) else {
            return Vec::new();
        };
        let mut actions = placed(candidate.stones);
        actions.extend(fixed.is_none().then_some(Action::Declare(worth.count)));
        actions
    }
}
