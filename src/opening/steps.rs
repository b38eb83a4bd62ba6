//! What the engine does in a step of an opening.
//!
//! Where the opponent will choose a side afterwards, the engine looks for a balanced position;
//! where it chooses a side for the last time, it takes the better one. The first two stones of
//! Taraguchi-10, after which both players can still balance the game, are random.

use super::Decision;
use super::candidates::{balancing_sets, random_openings};
use super::rules::renju::RenjuOpening;
use super::rules::{Action, Opening, OpeningRule, Step, ThirdChoice};
use super::series::{Found, SearchSeries, Share, static_score, with};
use crate::engine::{Game, Stone};
use crate::random::Random;
use crate::types::{Point, Score};

/// Largest absolute score of a balanced position. The difference is within the error of the
/// search, so the opponent is left to choose.
const BALANCED: Score = 60;
/// The number of openings among which the engine chooses where the number of fifth moves balances
/// them as well.
const SAMPLED_OPENINGS: usize = 12;
/// Share of the time for the search of the position itself, before any alternatives are searched.
const FIRST_SEARCH: Share = Share::new(2, 5);

/// A decision in progress.
pub struct Decider<'a> {
    pub(super) series: SearchSeries<'a>,
    pub(super) game: &'a Game,
    pub(super) opening: &'a Opening,
    pub(super) random: Random,
}

impl<'a> Decider<'a> {
    /// Before the first search.
    pub fn new(
        series: SearchSeries<'a>,
        game: &'a Game,
        opening: &'a Opening,
        seed: u64,
    ) -> Decider<'a> {
        Decider {
            series,
            game,
            opening,
            random: Random::new(seed),
        }
    }

    /// Decides. The actions are checked: if one is not possible, it and those after it are left
    /// out, and if none is left, any possible one is taken.
    pub fn decide(mut self) -> Decision {
        let mut decision = self.proposed_decision();
        let (mut opening, mut game) = (self.opening.clone(), self.game.clone());
        let possible = decision.actions.iter().take_while(|action| {
            let effect = opening.apply(&game, **action);
            if let Ok(effect) = effect
                && let Some(point) = effect.stone
            {
                let put = game.put(point, Stone::Of(game.side_to_move()));
                debug_assert_eq!(put, Ok(()), "the opening has checked it");
            }
            effect.is_ok()
        });
        let possible = possible.count();
        debug_assert_eq!(possible, decision.actions.len(), "{:?}", decision.actions);
        decision.actions.truncate(possible);
        if decision.actions.is_empty() {
            decision = Decision {
                actions: self.any().into_iter().collect(),
                reply: None,
            };
        }
        decision
    }

    /// Any possible action.
    fn any(&self) -> Option<Action> {
        let declared = self.opening.counts().map(|_| Action::Declare(1));
        let choice = || self.opening.choices().first().copied();
        let point = || {
            let points = self.opening.points(self.game);
            points
                .first()
                .and_then(|point| self.opening.action_at(self.game, *point))
        };
        declared.or_else(choice).or_else(point)
    }

    /// The decision before its actions are checked.
    fn proposed_decision(&mut self) -> Decision {
        let actions = match self.opening.step() {
            Step::Place { last, .. } => self.place(last - self.game.ply()),
            Step::Sides { third, .. } => return self.sides(third),
            Step::Declare { .. } => self.declare(),
            Step::Propose => self.propose(),
            Step::Select => self.select(),
            Step::Over => Vec::new(),
        };
        Decision {
            actions,
            reply: None,
        }
    }

    /// Places this number of stones.
    fn place(&mut self, stones: usize) -> Vec<Action> {
        let number = self.game.ply() + 1;
        match (self.opening.rule(), number) {
            (OpeningRule::Swap | OpeningRule::Swap2, _) => {
                let sets = match stones {
                    3 => random_openings(self.game, &mut self.random),
                    _ => {
                        let series = &self.series;
                        balancing_sets(self.game, stones, &mut self.random, || series.is_over())
                    }
                };
                let found = self.series.closest(self.game, sets, 0);
                placed(found.map(|(stones, _)| stones).unwrap_or_default())
            }
            (OpeningRule::Rif | OpeningRule::Yamaguchi, 1..=3) => self.renju_opening(),
            (OpeningRule::Rif | OpeningRule::Yamaguchi, _) => {
                let count = self.opening.fifth_moves().unwrap_or(1);
                placed(self.fourth_move(count).map(|(point, _)| point))
            }
            (OpeningRule::Soosyrv8, 1..=3) => {
                let mut openings = self.renju_openings();
                openings.truncate(SAMPLED_OPENINGS);
                let found = self.series.closest(self.game, openings, 0);
                placed(found.map(|(stones, _)| stones).unwrap_or_default())
            }
            (OpeningRule::Taraguchi10, 1 | 2) => placed(self.any_stone()),
            (OpeningRule::Soosyrv8, _) => {
                self.balanced_fourth().map_or(Vec::new(), |found| found.0)
            }
            (OpeningRule::Taraguchi10, _) => placed(self.balanced_stone().map(|(point, _)| point)),
        }
    }

    /// A random point for the next stone.
    fn any_stone(&mut self) -> Option<Point> {
        let points = self.opening.points(self.game);
        points.get(self.random.below(points.len())).copied()
    }

    /// The next stone of Taraguchi-10 that leaves the position closest to equality, and its score
    /// for the side that plays it.
    fn balanced_stone(&mut self) -> Option<(Point, Score)> {
        let allowed = self.opening.points(self.game);
        let mut moves = super::non_winning_moves(self.game);
        moves.retain(|point| allowed.contains(point));
        self.random.shuffle(&mut moves);
        let sets = moves.into_iter().map(|point| vec![point]).collect();
        let (stones, score) = self.series.closest(self.game, sets, 0)?;
        Some((*stones.first()?, score))
    }

    /// Chooses a side, or the third choice.
    fn sides(&mut self, third: Option<ThirdChoice>) -> Decision {
        let actions = match (self.opening.rule(), self.game.ply()) {
            (OpeningRule::Swap | OpeningRule::Swap2, _) => return self.last_sides(third),
            (OpeningRule::Taraguchi10, 5) => return self.last_sides(third),
            (OpeningRule::Taraguchi10, 1) => placed(self.any_stone()),
            (OpeningRule::Taraguchi10, 4) => self.taraguchi_choice(),
            (OpeningRule::Taraguchi10, _) => match self.balanced_stone() {
                Some((point, score)) if score.abs() <= BALANCED => placed([point]),
                _ => vec![Action::Swap],
            },
            (OpeningRule::Rif | OpeningRule::Yamaguchi, _) => {
                let count = self.opening.fifth_moves().unwrap_or(1);
                match self.fourth_move(count) {
                    Some((point, score)) if score >= 0 => placed([point]),
                    _ => vec![Action::Swap],
                }
            }
            (OpeningRule::Soosyrv8, 3) => match self.balanced_fourth() {
                Some((actions, score)) if score.abs() <= BALANCED => actions,
                _ => vec![Action::Swap],
            },
            (OpeningRule::Soosyrv8, _) => {
                let count = self.opening.fifth_moves().unwrap_or(1);
                let lines = self.series.best_fifth_moves(self.game, count);
                match lines.last() {
                    Some((_, score)) if *score >= 0 => {
                        let moves = lines.iter().map(|(point, _)| Action::Propose(*point));
                        std::iter::once(Action::Keep).chain(moves).collect()
                    }
                    _ => vec![Action::Swap],
                }
            }
        };
        Decision {
            actions,
            reply: None,
        }
    }

    /// Chooses a side by the value of the position where no other choice follows; in swap2, two
    /// more stones are the third choice.
    fn last_sides(&mut self, third: Option<ThirdChoice>) -> Decision {
        let to_move = self.game.side_to_move();
        let is_to_move = self.opening.actor() == Some(to_move);
        let share = match third {
            Some(_) => FIRST_SEARCH,
            None => Share::ALL,
        };
        let Found { best, score } = self.series.search(self.game, share, true);
        if third == Some(ThirdChoice::MoreStones) && score.abs() <= BALANCED {
            let series = &self.series;
            let sets = balancing_sets(self.game, 2, &mut self.random, || series.is_over());
            if let Some((stones, balanced)) = self.series.closest(self.game, sets, 0)
                && balanced.abs() <= score.abs()
            {
                let actions = std::iter::once(Action::MoreStones).chain(placed(stones));
                return Decision {
                    actions: actions.collect(),
                    reply: None,
                };
            }
        }
        // Without a legal move, the side to move is no choice.
        let takes_move = best.is_some() && score >= 0;
        Decision {
            actions: vec![if takes_move == is_to_move {
                Action::Keep
            } else {
                Action::Swap
            }],
            reply: best.filter(|_| takes_move),
        }
    }

    /// Black's choice after the fourth move of Taraguchi-10. Ten fifth moves are worth as much as
    /// the tenth best one.
    fn taraguchi_choice(&mut self) -> Vec<Action> {
        const COUNT: usize = super::rules::TARAGUCHI_FIFTH_MOVES;
        let Found { score, .. } = self.series.search(self.game, Share::one_of(6), true);
        if score > BALANCED {
            let lines = self.series.fifth_moves(self.game, COUNT, Share::one_of(2));
            if lines.len() == COUNT && lines.last().is_some_and(|(_, score)| *score > 0) {
                let moves = lines.iter().map(|(point, _)| Action::Propose(*point));
                return std::iter::once(Action::TenFifthMoves)
                    .chain(moves)
                    .collect();
            }
        }
        match self.balanced_stone() {
            Some((point, score)) if score.abs() <= BALANCED => placed([point]),
            _ => vec![Action::Swap],
        }
    }

    /// Selects the fifth move that is best for white.
    fn select(&mut self) -> Vec<Action> {
        let proposed = self.opening.proposed().iter();
        let candidates = proposed.map(|point| {
            let score = static_score(&with(self.game, &[*point]));
            (*point, score)
        });
        let candidates = candidates.collect();
        let game = self.game;
        let best = self.series.narrow(
            candidates,
            |score| -score,
            |series, point, share| series.search(&with(game, &[*point]), share, false).score,
        );
        best.map(|(point, _)| Action::Select(point))
            .into_iter()
            .collect()
    }

    /// The three stones of an opening of renju that is balanced under the rule, and under
    /// Yamaguchi's rule the number of fifth moves.
    fn renju_opening(&mut self) -> Vec<Action> {
        let mut openings = self.renju_openings();
        if self.opening.rule() == OpeningRule::Yamaguchi {
            // Each has a number that balances it, so that a few of them are enough.
            openings.truncate(SAMPLED_OPENINGS);
        }
        self.balanced_opening(openings)
    }

    /// The stones that complete each of the 26 openings that is still possible, in random order
    /// and in a random orientation.
    fn renju_openings(&mut self) -> Vec<Vec<Point>> {
        let mut sequences = vec![Vec::new()];
        for _ in self.game.ply()..3 {
            sequences = sequences
                .into_iter()
                .flat_map(|stones: Vec<Point>| {
                    let game = with(self.game, &stones);
                    let points = self.opening.points(&game);
                    points.into_iter().map(move |point| {
                        let mut longer = stones.clone();
                        longer.push(point);
                        longer
                    })
                })
                .collect();
        }
        self.random.shuffle(&mut sequences);
        let mut seen = Vec::new();
        sequences.retain(|stones| {
            let opening = RenjuOpening::of_game(&with(self.game, stones));
            let is_new = opening.is_some() && !seen.contains(&opening);
            seen.push(opening);
            is_new
        });
        sequences
    }
}

/// The actions that place these stones.
pub fn placed(stones: impl IntoIterator<Item = Point>) -> Vec<Action> {
    stones.into_iter().map(Action::Place).collect()
}
