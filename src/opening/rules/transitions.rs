//! What an action leads to.

use super::{
    Action, Effect, Opening, OpeningRule, Refusal, Step, TARAGUCHI_FIFTH_MOVES, ThirdChoice,
};
use crate::engine::Game;
use crate::types::Color;

impl Opening {
    /// Carries out an action in the position of `game`. The caller then carries out the effect:
    /// it places the stone, and changes the sides of the players.
    ///
    /// A stone in a step in which the actor chooses a side means that it keeps its side, if the
    /// next stone is then the actor's.
    ///
    /// # Errors
    /// If the action is not possible. Nothing is changed.
    pub fn apply(&mut self, game: &Game, action: Action) -> Result<Effect, Refusal> {
        self.check(game, action)?;
        let stones = game.ply();
        let mut effect = Effect::default();
        match action {
            Action::Place(point) => {
                if let Some(kept) = self.kept(game) {
                    *self = kept;
                }
                effect.stone = Some(point);
                self.step = self.after_stone(stones + 1);
            }
            Action::Keep => self.step = self.after_sides(stones),
            Action::Swap => {
                effect.swap = true;
                self.is_swapped = !self.is_swapped;
                self.step = self.after_sides(stones);
            }
            Action::MoreStones => {
                self.step = Step::Place {
                    actor: Color::White,
                    first: stones,
                    last: stones + 2,
                };
            }
            Action::TenFifthMoves => {
                self.fifth_moves = Some(TARAGUCHI_FIFTH_MOVES);
                self.step = Step::Propose;
            }
            Action::Declare(count) => {
                self.fifth_moves = Some(count);
                let side = game.side_to_move();
                self.step = sides(side);
            }
            Action::Propose(point) => {
                self.proposed.push(point);
                if self
                    .fifth_moves
                    .is_none_or(|count| self.proposed.len() >= count)
                {
                    self.step = Step::Select;
                }
            }
            Action::Withdraw(point) => self.proposed.retain(|other| *other != point),
            Action::Select(point) => {
                effect.stone = Some(point);
                self.step = Step::Over;
            }
        }
        Ok(effect)
    }

    /// True if the actor chooses a side and may place the next stone at once, by which it keeps
    /// its side.
    pub fn keeps_by_placing(&self, game: &Game) -> bool {
        self.kept(game).is_some()
    }

    /// The opening after the actor has kept its side, if the next stone is then the actor's.
    pub(super) fn kept(&self, game: &Game) -> Option<Opening> {
        let Step::Sides { actor, .. } = self.step else {
            return None;
        };
        let step = self.after_sides(game.ply());
        let places = matches!(step, Step::Place { actor: next, .. } if next == actor);
        places.then(|| Opening {
            step,
            ..self.clone()
        })
    }

    /// The step after a stone, when there are this many on the board.
    fn after_stone(&self, stones: usize) -> Step {
        if let Step::Place { last, .. } = self.step
            && stones < last
        {
            return self.step;
        }
        let to_move = if stones.is_multiple_of(2) {
            Color::Black
        } else {
            Color::White
        };
        match (self.rule, stones) {
            (OpeningRule::Swap2, 3) => Step::Sides {
                actor: to_move,
                third: Some(ThirdChoice::MoreStones),
            },
            // White's player has placed the last two stones.
            (OpeningRule::Swap2, _) => sides(Color::Black),
            (OpeningRule::Taraguchi10, 4) => Step::Sides {
                actor: to_move,
                third: Some(ThirdChoice::TenFifthMoves),
            },
            (OpeningRule::Yamaguchi, 3) => Step::Declare {
                actor: Color::Black,
            },
            (OpeningRule::Soosyrv8, 4) => Step::Declare {
                actor: Color::White,
            },
            (OpeningRule::Rif | OpeningRule::Yamaguchi, 4) => Step::Propose,
            _ => sides(to_move),
        }
    }

    /// The step after the choice of a side, with this many stones on the board.
    fn after_sides(&self, stones: usize) -> Step {
        match (self.rule, stones) {
            (OpeningRule::Swap | OpeningRule::Swap2, _) => Step::Over,
            (OpeningRule::Taraguchi10, 5) => Step::Over,
            (OpeningRule::Soosyrv8, 4) => Step::Propose,
            _ => Step::Place {
                actor: if stones.is_multiple_of(2) {
                    Color::Black
                } else {
                    Color::White
                },
                first: stones,
                last: stones + 1,
            },
        }
    }
}

/// The choice of a side alone.
fn sides(actor: Color) -> Step {
    Step::Sides { actor, third: None }
}
