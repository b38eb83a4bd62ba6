//! A game at the board: its players, its state, and what may be done. No input, no output.
//!
//! - this file: the players, whose turn it is, moves and results;
//! - `start`: new games, and games that are continued;
//! - `offers`: what players have to agree on;
//! - `opening`: the steps of an opening.

mod offers;
mod opening;
mod start;
#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use super::action::NewGame;
use super::clocks::Clocks;
use super::guard::Token;
use super::search::{Found, Task};
use crate::engine::{Ending, Game, ending, foul};
use crate::opening::rules::{Opening, OpeningRule};
use crate::play::finish::Finish;
use crate::play::moves;
use crate::play::record::record;
use crate::play::seats::Seats;
use crate::record::Record;
use crate::report::chance::black_chance;
use crate::report::text::foul_text;
use crate::types::{Color, Point, Score};
pub use offers::{Offer, Proposal};
pub use start::Resumed;

/// Someone who watches a game or plays in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// The user at the computer on which the program runs.
    Owner,
    /// The player over the network.
    Guest,
    /// A spectator over the network.
    Watcher,
}

/// The second player of a game over the network.
#[derive(Clone)]
pub struct Guest {
    /// The side that is kept for the guest.
    pub side: Color,
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
    pub game: Game,
    /// The time that each stone took.
    pub times: Vec<Option<Duration>>,
    pub seats: Seats,
    /// The seat over the network, if there is one.
    pub guest: Option<Guest>,
    pub finish: Option<Finish>,
    /// The opening, until it is over.
    pub opening: Option<Opening>,
    /// What a player has done last in the opening, as a sentence.
    pub told: Option<String>,
    /// The number of stones of the opening, which cannot be taken back.
    fixed: usize,
    pub clocks: Option<Clocks>,
    pub offer: Option<Offer>,
    /// The longest time for a move of the engine.
    pub limit: Duration,
    /// The engine waits in a game against itself.
    pub is_paused: bool,
    /// The search that is going on for this game.
    pub pending: Option<Pending>,
    /// A good move that the user has asked for.
    pub hint: Option<Point>,
    /// The win chance of black; `None` if it is not known yet. It may be that before the last
    /// move, see [`Room::wants_value`].
    pub chance: Option<f64>,
    /// The number of moves after which the chance was found.
    valued: Option<usize>,
    /// The settings, for a rematch.
    settings: NewGame,
    turn_started: Instant,
}

/// Why an action is refused. The text is for the user.
pub type Refusal = String;

impl Room {
    /// The side whose player acts now; `None` if the game is over.
    pub fn actor(&self) -> Option<Color> {
        match (&self.finish, &self.opening) {
            (Some(_), _) => None,
            (None, Some(opening)) => opening.actor(),
            (None, None) => Some(self.game.side_to_move()),
        }
    }

    /// Whether the game has begun and is not over.
    pub fn is_going_on(&self) -> bool {
        self.game.ply() > 0 && self.finish.is_none()
    }

    /// What changes whenever the game has to be saved again.
    pub fn saved_state(&self) -> impl PartialEq + use<> {
        let sides = Color::ALL.map(|side| self.seats.is_person(side));
        (
            self.number,
            self.game.ply(),
            self.finish.is_some(),
            self.opening.is_some(),
            sides,
        )
    }

    /// Whether a viewer plays a side.
    pub fn plays(&self, viewer: Viewer, side: Color) -> bool {
        let guest = self.guest.as_ref().map(|guest| guest.side);
        match viewer {
            Viewer::Owner => self.seats.is_person(side) && guest != Some(side),
            Viewer::Guest => guest == Some(side),
            Viewer::Watcher => false,
        }
    }

    /// Whether it is this viewer's turn.
    pub fn is_turn_of(&self, viewer: Viewer) -> bool {
        self.actor().is_some_and(|side| self.plays(viewer, side)) && self.is_complete()
    }

    /// Whether all players are there: a game over the network begins when the guest has
    /// taken the seat.
    pub fn is_complete(&self) -> bool {
        self.guest
            .as_ref()
            .is_none_or(|guest| guest.token.is_some())
    }

    /// What the engine has to find now, if it is its turn.
    pub fn engines_task(&self) -> Option<Task> {
        let side = self.actor().filter(|side| !self.seats.is_person(*side))?;
        if self.is_paused {
            return None;
        }
        let level = self.seats.level(side);
        Some(match self.opening {
            Some(_) => Task::Opening(level),
            None => Task::Move(level),
        })
    }

    /// The kind of stone that a viewer may place now.
    pub fn stone_of(&self, viewer: Viewer) -> Option<Color> {
        let has_points = |opening: &Opening| !opening.points(&self.game).is_empty();
        let may_place = self.opening.as_ref().is_none_or(has_points);
        (self.is_turn_of(viewer) && may_place).then(|| self.game.side_to_move())
    }

    /// Plays on a point for a viewer. In an opening, it may be a fifth move that is proposed,
    /// withdrawn or selected.
    ///
    /// # Errors
    /// If it is not the viewer's turn, or the move is not legal.
    pub fn play(&mut self, viewer: Viewer, point: Point, ply: usize) -> Result<(), Refusal> {
        self.check_turn(viewer)?;
        self.check_ply(ply)?;
        if self.opening.is_some() {
            return self.play_in_opening(point);
        }
        if !self.game.size().contains(point) {
            return Err("That point is not on the board.".into());
        }
        if self.game.at(point).is_some() {
            return Err("That point is not empty.".into());
        }
        if let Some(foul) = foul(&self.game, point) {
            return Err(format!("That point is forbidden: {}.", foul_text(foul)));
        }
        self.put(point);
        Ok(())
    }

    /// Whether it is this viewer's turn.
    ///
    /// # Errors
    /// If it is not. The text says why.
    pub fn check_turn(&self, viewer: Viewer) -> Result<(), Refusal> {
        if self.finish.is_some() {
            return Err("The game is over.".into());
        }
        if !self.is_complete() {
            return Err("The other player has not joined yet.".into());
        }
        if !self.is_turn_of(viewer) {
            return Err("It is not your turn.".into());
        }
        Ok(())
    }

    /// Whether the position has still this number of stones, which the viewer has seen.
    fn check_ply(&self, ply: usize) -> Result<(), Refusal> {
        if ply != self.game.ply() {
            return Err("The position has changed.".into());
        }
        Ok(())
    }

    /// Places a legal stone of the side to move.
    fn put(&mut self, point: Point) {
        moves::put(&mut self.game, &mut self.times, point, self.turn_started);
        self.changed();
    }

    /// Updates what depends on the stones.
    fn changed(&mut self) {
        self.finish = ending(&self.game).map(Finish::Board);
        self.turn_started = Instant::now();
        self.offer = None;
        self.hint = None;
        self.told = None;
        self.pending = None;
    }

    /// Starts the clock of the player who acts.
    pub fn set_clocks(&mut self, now: Instant) {
        let has_begun = self.game.ply() > 0 && self.is_complete();
        let side = self.actor().filter(|_| has_begun);
        if let Some(clocks) = &mut self.clocks {
            clocks.run(side, now);
        }
    }

    /// The side whose time has run out in a game that is not over.
    pub fn flag(&self, now: Instant) -> Option<Color> {
        let clocks = self.clocks.filter(|_| self.finish.is_none())?;
        clocks.flag(now)
    }

    /// Ends the game if a player's time has run out.
    pub fn check_clocks(&mut self, now: Instant) {
        if let Some(side) = self.flag(now) {
            self.end_opening();
            self.finish = Some(Finish::OutOfTime(side));
            self.offer = None;
        }
    }

    /// Removes the stones from this index on.
    fn take_from(&mut self, at: usize) {
        moves::take_from(&mut self.game, &mut self.times, at);
        self.chance = None;
        self.valued = None;
        self.changed();
    }

    /// Whether the guest has taken the seat and is not connected.
    pub fn has_left_seat(&self) -> bool {
        let mut guest = self.guest.iter();
        guest.any(|guest| guest.token.is_some() && !guest.is_present)
    }

    /// Lets somebody else take the seat of the guest.
    pub fn free_seat(&mut self) {
        if let Some(guest) = &mut self.guest {
            guest.token = None;
        }
        self.offer = None;
    }

    /// Resigns the game for a viewer.
    ///
    /// # Errors
    /// If the viewer plays no side, or the game is over.
    pub fn resign(&mut self, viewer: Viewer) -> Result<(), Refusal> {
        let loser = self
            .resigning_side(viewer)
            .ok_or("There is no game to resign.")?;
        self.finish = Some(Finish::Resigned(loser));
        self.offer = None;
        self.pending = None;
        Ok(())
    }

    /// The side that loses if a viewer resigns.
    pub fn resigning_side(&self, viewer: Viewer) -> Option<Color> {
        let to_move = self.actor()?;
        if self.opening.is_some() || self.game.ply() == 0 {
            return None;
        }
        let sides = [to_move, !to_move];
        sides.into_iter().find(|side| self.plays(viewer, *side))
    }

    /// Takes the answer of a search for this game. Returns whether it was the one that the
    /// room waits for.
    pub fn take_answer(&mut self, number: u64, found: Found) -> bool {
        if self.pending.is_none_or(|pending| pending.number != number) {
            return false;
        }
        self.pending = None;
        let side = self.game.side_to_move();
        match found {
            Found::Move(Some(point)) => self.put(point),
            // All empty points are forbidden.
            Found::Move(None) => self.finish = Some(Finish::Board(Ending::Draw)),
            Found::Opening(decision) => self.take_decision(&decision),
            Found::Hint(best, score) => {
                self.hint = best;
                self.set_chance(side, score);
            }
            Found::Value(score) => self.set_chance(side, score),
            _ => self.is_paused = self.engines_task().is_some(),
        }
        true
    }

    /// Whether the win chance of this position is to be found.
    pub fn wants_value(&self) -> bool {
        self.guest.is_none()
            && self.finish.is_none()
            && self.opening.is_none()
            && self.game.ply() > 0
            && self.valued != Some(self.game.ply())
    }

    /// Whether the engine may help: not in a game over the network, until it is over.
    pub fn allows_help(&self) -> bool {
        self.guest.is_none() || self.finish.is_some()
    }

    /// Notes the win chance from the score for a side.
    pub fn set_chance(&mut self, side: Color, score: Score) {
        self.valued = Some(self.game.ply());
        self.chance = Some(black_chance(side, score));
    }

    /// The game as a record.
    pub fn record(&self) -> Record {
        let opening = self.settings.opening.as_deref();
        Record {
            opening: opening.and_then(OpeningRule::from_name),
            ..record(&self.game, &self.times, self.finish.as_ref(), &self.seats)
        }
    }

    /// The settings of a rematch: the players change colours.
    pub fn rematch_settings(&self) -> NewGame {
        let settings = &self.settings;
        NewGame {
            rule: settings.rule.clone(),
            opening: settings.opening.clone(),
            black: settings.white.clone(),
            white: settings.black.clone(),
            ..*settings
        }
    }
}
