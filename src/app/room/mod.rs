//! A game at the board: the [`Match`] with the people at other computers, the search that it waits
//! for, and what is told of it. No input, no output.
//!
//! - this file: what viewers do, and what the engine answers;
//! - `start`: new games, and games that are continued.

mod start;
#[cfg(test)]
mod tests;

use std::time::Duration;

use super::search::{Found, Task};
use super::token::Token;
use crate::opening::Decision;
use crate::opening::rules::{Action, Opening, Player};
use crate::play::Match;
use crate::play::game;
pub use crate::play::game::Proposal;
use crate::play::opening as words;
pub use crate::play::seats::Viewer;
use crate::play::turn::Answer;
use crate::report::chance::black_chance;
use crate::types::{Color, Point, Score};

/// The seat of a game over the network.
#[derive(Clone)]
pub struct Guest {
    /// What the guest's page knows; `None` until somebody has taken the seat.
    pub token: Option<Token>,
    /// What the link to the game contains.
    pub invitation: Token,
    /// What the pages of spectators know.
    pub watching: Token,
    /// The guest's page is connected.
    pub is_present: bool,
}

/// A search that the room waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pending {
    /// The number of the job.
    pub number: u64,
    /// What it is to find.
    pub task: Task,
}

/// A game and everything around it.
pub struct Room {
    /// The number of the game, which pages use to tell games apart.
    pub number: u64,
    /// The game.
    pub game: Match,
    /// The seat over the network, if there is one.
    pub guest: Option<Guest>,
    /// What a player has done last in the opening, as a sentence.
    pub told: Option<String>,
    /// The search that is going on for this game.
    pub pending: Option<Pending>,
    /// A good move that the user has asked for.
    pub hint: Option<Point>,
    /// The win chance of black; `None` if it is not known yet. It may be that before the last
    /// move, see [`Room::wants_value`].
    pub chance: Option<f64>,
    /// The number of moves after which the chance was found.
    valued: Option<usize>,
}

/// The pause between two moves when the engine plays against itself, so that people can follow.
const PACE: Duration = Duration::from_millis(800);

/// Why an action is refused. The text is for the user.
pub type Refusal = String;

impl Room {
    /// Whether the game has begun and is not over.
    pub fn is_going_on(&self) -> bool {
        self.game.position().ply() > 0 && self.game.finish().is_none()
    }

    /// The kind of stone that a viewer may place now.
    pub fn stone_of(&self, viewer: Viewer) -> Option<Color> {
        let position = self.game.position();
        let has_points = |opening: &Opening| !opening.points(position).is_empty();
        let may_place = self.game.opening().is_none_or(has_points);
        (self.game.is_turn_of(viewer) && may_place).then(|| position.side_to_move())
    }

    /// Changes the game. Whatever was said of it before is dropped if it has changed.
    ///
    /// # Errors
    /// If the change is refused, for the user.
    pub fn change<T>(
        &mut self,
        change: impl FnOnce(&mut Match) -> Result<T, game::Refusal>,
    ) -> Result<T, Refusal> {
        let (version, ply) = (self.game.version(), self.game.position().ply());
        let changed = change(&mut self.game);
        if self.game.version() != version {
            self.hint = None;
            self.told = None;
            self.pending = None;
        }
        if self.game.position().ply() < ply {
            self.chance = None;
            self.valued = None;
        }
        changed.map_err(|refusal| self.game.explain(refusal))
    }

    /// Tells what time it is. Returns true if a player's time has run out.
    pub fn tick(&mut self, now: Duration) -> bool {
        self.change(|game| Ok(game.tick(now))).unwrap_or(false)
    }

    /// Plays on a point for a viewer who sees this number of stones. In an opening, it may be a
    /// fifth move that is proposed, withdrawn or selected.
    ///
    /// # Errors
    /// If it is not the viewer's turn, or the move is not legal.
    pub fn play(&mut self, viewer: Viewer, point: Point, ply: usize) -> Result<(), Refusal> {
        self.check_ply(ply)?;
        // A stone in place of a choice is told like the choice.
        let kept = self.game.kept_by_placing();
        let told = kept.and_then(|_| self.account_of_person(Action::Place(point)));
        self.change(|game| game.play(viewer, point))?;
        self.told = told;
        Ok(())
    }

    /// Carries out a choice or a declaration in the opening for a viewer who sees this number of
    /// stones.
    ///
    /// # Errors
    /// If it is not the viewer's turn, or the step does not offer this.
    pub fn choose(&mut self, viewer: Viewer, action: Action, ply: usize) -> Result<(), Refusal> {
        self.check_ply(ply)?;
        let told = self.account_of_person(action);
        self.change(|game| game.choose(viewer, action))?;
        self.told = told;
        Ok(())
    }

    /// Whether the position has still this number of stones, which the viewer has seen.
    fn check_ply(&self, ply: usize) -> Result<(), Refusal> {
        if ply != self.game.position().ply() {
            return Err("The position has changed.".into());
        }
        Ok(())
    }

    /// Stops a game of the engine against itself.
    ///
    /// # Errors
    /// If the game is over, or a person plays.
    pub fn pause(&mut self) -> Result<(), Refusal> {
        self.change(Match::pause)?;
        self.pending = None;
        Ok(())
    }

    /// Whether the engine has to act, and has waited long enough for people to see the last move.
    pub fn is_engine_due(&self) -> bool {
        let has_paused = self.game.seats().people() > 0 || self.game.turn_lasts() >= PACE;
        self.game.is_engines_turn() && has_paused
    }

    /// Whether the engine's turn is due and nothing searches for it.
    pub fn wants_turn(&self) -> bool {
        let task = self.pending.map(|pending| pending.task);
        self.is_engine_due() && task != Some(Task::Play)
    }

    /// Whether the guest has taken the seat and is not connected.
    pub fn has_left_seat(&self) -> bool {
        let mut guest = self.guest.iter();
        guest.any(|guest| guest.token.is_some() && !guest.is_present)
    }

    /// Gives the seat to a guest whose page knows this token.
    ///
    /// # Errors
    /// If the game is over, or there is no free seat.
    pub fn take_seat(&mut self, token: Token, name: String) -> Result<(), Refusal> {
        self.change(|game| game.join(name))?;
        self.set_token(Some(token));
        Ok(())
    }

    /// Lets somebody else take the seat of the guest.
    ///
    /// # Errors
    /// If the game is over, or nobody has taken the seat.
    pub fn free_seat(&mut self) -> Result<(), Refusal> {
        self.change(Match::free_seat)?;
        self.set_token(None);
        Ok(())
    }

    /// Changes what the page of whoever has the seat knows.
    fn set_token(&mut self, token: Option<Token>) {
        if let Some(guest) = &mut self.guest {
            guest.token = token;
        }
    }

    /// Takes the answer of a search for this game. Returns whether it was the one that the
    /// room waits for.
    pub fn take_answer(&mut self, number: u64, found: Found) -> bool {
        if self.pending.is_none_or(|pending| pending.number != number) {
            return false;
        }
        self.pending = None;
        let side = self.game.position().side_to_move();
        match found {
            Found::Play(answer) => {
                let told = match &answer {
                    Answer::Step(decision) if !decision.actions.is_empty() => {
                        self.account(decision)
                    }
                    _ => None,
                };
                match self.change(|game| game.take(&answer)) {
                    Ok(()) => self.told = told,
                    Err(refusal) => log::error!("the engine's answer is refused: {refusal}"),
                }
            }
            Found::Hint(best, score) => {
                self.hint = best;
                self.set_chance(side, score);
            }
            Found::Value(score) => self.set_chance(side, score),
            _ => self.game.engine_failed(),
        }
        true
    }

    /// Whether the win chance of this position is to be found.
    pub fn wants_value(&self) -> bool {
        self.guest.is_none()
            && self.is_going_on()
            && self.game.opening().is_none()
            && self.valued != Some(self.game.position().ply())
    }

    /// Notes the win chance from the score for a side.
    pub fn set_chance(&mut self, side: Color, score: Score) {
        self.valued = Some(self.game.position().ply());
        self.chance = Some(black_chance(side, score));
    }

    /// The player of a side in an opening, as the subject of a sentence. It is not named by its
    /// side, which may change.
    pub fn player_of_opening(&self, opening: &Opening, side: Color) -> String {
        let seats = self.game.seats();
        match (seats.is_person(side), seats.name(side)) {
            (true, Some(name)) => name.to_string(),
            (false, _) if seats.people() > 0 => "Goshawk".to_string(),
            _ => match opening.player(side) {
                Player::First => "The first player".to_string(),
                Player::Second => "The second player".to_string(),
            },
        }
    }

    /// A sentence on what a person is about to do in the opening, for the other person. Who plays
    /// alone knows it.
    fn account_of_person(&self, action: Action) -> Option<String> {
        let decision = Decision {
            actions: vec![action],
            reply: None,
        };
        let account = self.account(&decision);
        account.filter(|_| self.game.seats().people() > 1)
    }

    /// A sentence on what a player is about to do in the opening.
    fn account(&self, decision: &Decision) -> Option<String> {
        let opening = self.game.opening()?;
        let actor = opening.actor()?;
        let size = self.game.position().size();
        let player = self.player_of_opening(opening, actor);
        let predicates = words::predicates(decision, opening, actor, size);
        Some(format!("{player} {}.", predicates.join(" and ")))
    }
}
