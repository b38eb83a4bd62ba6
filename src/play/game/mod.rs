//! One game between players: all that may be done in it, and what follows.
//!
//! A [`Match`] holds the stones with their times, the seats, the result, the opening with its
//! steps, the clocks, a pending offer, the time limit of the engine's moves, and whether the game is
//! paused. It decides whose turn it is, which moves and choices are possible, what is taken back and
//! who has to agree, who may resign, and when the game is over. A refused action changes nothing;
//! the reason is a [`Refusal`].
//!
//! It has no input, output, thread or clock of its own. Time is a duration since a moment that the
//! caller has chosen, and [`Match::tick`] tells it. A view keeps the rest:
//!
//! - It calls `tick` before it passes on what a person wants, and now and then while clocks run.
//! - If the engine has a [`Match::turn`], it lets it search and passes the answer to
//!   [`Match::take`].
//! - If [`Match::version`] has changed, what it knows or shows of the game is old, and
//!   [`Autosave::keep`](super::autosave::Autosave::keep) saves the game.
//! - It knows who is asking, as a [`Viewer`], and what that viewer is told.
//!
//! - this file: the state, turns, moves, and settings;
//! - `opening`: the steps of an opening;
//! - `undo`: what is taken back;
//! - `agree`: resigning, and what players have to agree on;
//! - `refusal`: why something is not possible.

mod agree;
mod opening;
mod refusal;
#[cfg(test)]
mod tests;
mod undo;

use std::time::Duration;

use super::clocks::{Clocks, GameTime};
use super::finish::Finish;
use super::record::{picture, record};
use super::resumed::Resumed;
use super::seats::{Levels, Seats, Viewer};
use super::turn::{Answer, Turn};
use crate::engine::{Ending, Game, Stone, ending, foul};
use crate::opening::rules::{Opening, OpeningRule};
use crate::record::{Format, Record};
use crate::report::picture::Picture;
use crate::types::{Color, Point};
pub use agree::{Offer, Proposal};
pub use opening::OpeningStep;
pub use refusal::Refusal;
use refusal::Refusal::Because;
pub use undo::Undo;

/// A game between players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    game: Game,
    /// The time that each stone took, if it is known.
    times: Vec<Option<Duration>>,
    seats: Seats,
    /// The player over the network, if there is one, has taken the seat.
    has_joined: bool,
    finish: Option<Finish>,
    /// The rule of the opening that the game has or has had.
    opening_rule: Option<OpeningRule>,
    /// The opening, until it is over.
    opening: Option<Opening>,
    /// What has been done in the opening.
    steps: Vec<OpeningStep>,
    /// The number of stones of an opening that is over: to take them back is to return to it.
    fixed: usize,
    clocks: Option<Clocks>,
    offer: Option<Offer>,
    limit: Duration,
    /// The day on which it began, for records.
    date: Option<String>,
    /// The game is paused.
    is_paused: bool,
    now: Duration,
    turn_started: Duration,
    version: u64,
}

impl Match {
    /// A game that begins or continues now. `limit` is the longest time for a move of the engine. If
    /// the engine has played against itself, the game is paused.
    pub fn new(resumed: Resumed, seats: Seats, limit: Duration, now: Duration) -> Match {
        Match {
            is_paused: seats.people() == 0 && resumed.game.ply() > 0,
            game: resumed.game,
            times: resumed.times,
            has_joined: seats.guest().is_none(),
            seats,
            finish: resumed.finish,
            opening_rule: resumed.opening,
            opening: None,
            steps: Vec::new(),
            fixed: 0,
            clocks: None,
            offer: None,
            limit,
            date: resumed.date,
            now,
            turn_started: now,
            version: 0,
        }
    }

    /// The same game on an empty board with an opening, which [fits](super::opening::misfit) its
    /// rule and board.
    pub fn with_opening(self, opening: Option<OpeningRule>) -> Match {
        Match {
            opening_rule: opening,
            opening: opening.map(Opening::new),
            ..self
        }
    }

    /// The same game with so much time for each player.
    pub fn with_clocks(self, time: Option<GameTime>) -> Match {
        let clocks = time.map(Clocks::new);
        Match { clocks, ..self }
    }

    /// The same game with a date for its record, unless it has one already.
    pub fn begun_on(self, date: String) -> Match {
        let date = self.date.or(Some(date));
        Match { date, ..self }
    }

    /// Another game of the same players, who change the sides that they had at the beginning.
    ///
    /// # Errors
    /// If the game is not over.
    pub fn rematch(&self) -> Result<Match, Refusal> {
        if self.finish.is_none() {
            return Err(Because("The game is not over."));
        }
        let mut seats = self.seats.clone();
        if !self.has_swapped(0) {
            seats.swap();
        }
        let empty = Resumed::empty(self.game.size(), self.game.rule());
        let again = Match::new(empty, seats, self.limit, self.now)
            .with_opening(self.opening_rule)
            .with_clocks(self.clocks.map(|clocks| clocks.time()));
        Ok(Match {
            has_joined: self.has_joined,
            ..again
        })
    }

    /// The stones, the rule and the size of the board.
    pub fn position(&self) -> &Game {
        &self.game
    }

    /// The players.
    pub fn seats(&self) -> &Seats {
        &self.seats
    }

    /// How the game has ended; `None` if it goes on.
    pub fn finish(&self) -> Option<&Finish> {
        self.finish.as_ref()
    }

    /// The rule of the opening that the game has or has had.
    pub fn opening_rule(&self) -> Option<OpeningRule> {
        self.opening_rule
    }

    /// The opening, until it is over.
    pub fn opening(&self) -> Option<&Opening> {
        self.opening.as_ref()
    }

    /// What has been done in the opening.
    pub fn steps(&self) -> &[OpeningStep] {
        &self.steps
    }

    /// The clocks, if there are any.
    pub fn clocks(&self) -> Option<&Clocks> {
        self.clocks.as_ref()
    }

    /// The offer that has not been answered.
    pub fn offer(&self) -> Option<Offer> {
        self.offer
    }

    /// The longest time for a move of the engine.
    pub fn limit(&self) -> Duration {
        self.limit
    }

    /// True if the game is paused.
    pub fn is_paused(&self) -> bool {
        self.is_paused
    }

    /// True if no player is missing: the one over the network has taken the seat.
    pub fn has_joined(&self) -> bool {
        self.has_joined
    }

    /// The moment that [`Match::tick`] has told last.
    pub fn now(&self) -> Duration {
        self.now
    }

    /// How long the present turn has lasted.
    pub fn turn_lasts(&self) -> Duration {
        self.now.saturating_sub(self.turn_started)
    }

    /// A number that grows with every change of the stones, the steps of the opening, the result
    /// and the players.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The game as a record. It has the limit of the engine's moves if the engine plays.
    pub fn record(&self) -> Record {
        let finish = self.finish.as_ref();
        Record {
            opening: self.opening_rule,
            move_limit: (self.seats.people() < 2).then_some(self.limit),
            date: self.date.clone(),
            ..record(&self.game, &self.times, finish, &self.seats)
        }
    }

    /// The game as a text in a format. A record cannot say whose choice is next, so that a game in
    /// its opening would be continued as another one.
    ///
    /// # Errors
    /// If the game is in its opening, or the format cannot hold it.
    pub fn text(&self, format: Format) -> Result<String, Refusal> {
        match self.opening {
            Some(_) => Err(Refusal::InOpening),
            None => self.record().write(format).ok_or(Because(
                "A game with blocked points can be saved only as a picture.",
            )),
        }
    }

    /// The game as a picture.
    pub fn picture(&self) -> Picture<'_> {
        picture(&self.game, self.finish.as_ref())
    }

    /// The side whose player acts now; `None` if the game is over.
    pub fn actor(&self) -> Option<Color> {
        match (&self.finish, &self.opening) {
            (Some(_), _) => None,
            (None, Some(opening)) => opening.actor(),
            (None, None) => Some(self.game.side_to_move()),
        }
    }

    /// True if it is this viewer's turn.
    pub fn is_turn_of(&self, by: Viewer) -> bool {
        self.check_turn(by).is_ok()
    }

    /// Whether it is this viewer's turn.
    ///
    /// # Errors
    /// If it is not.
    pub fn check_turn(&self, by: Viewer) -> Result<(), Refusal> {
        let side = self.actor().ok_or(Refusal::Over)?;
        match (self.has_joined, self.seats.plays(by, side)) {
            (false, _) => Err(Because("The other player has not joined yet.")),
            (true, true) => Ok(()),
            (true, false) if self.is_paused => Err(Refusal::Paused),
            (true, false) => Err(Refusal::NotYourTurn),
        }
    }

    /// True if the engine has to act now.
    pub fn is_engines_turn(&self) -> bool {
        let side = self.actor().filter(|_| !self.is_paused);
        side.is_some_and(|side| !self.seats.is_person(side))
    }

    /// What the engine has to find now; `None` if it does not have to act.
    pub fn turn(&self) -> Option<Turn> {
        let side = self.actor().filter(|_| self.is_engines_turn())?;
        Some(Turn {
            game: self.game.clone(),
            opening: self.opening.clone(),
            level: self.seats.level(side),
            limit: self.limit,
            clock: self.clocks.map(|clocks| {
                let left = clocks.left(side, self.now);
                (left, clocks.time().start)
            }),
        })
    }

    /// True if the engine may help people: not in a game over the network, until it is over.
    pub fn allows_help(&self) -> bool {
        self.seats.guest().is_none() || self.finish.is_some()
    }

    /// Tells what time it is now. The game ends if the time of the player who acts has run out.
    /// Returns true if it has.
    pub fn tick(&mut self, now: Duration) -> bool {
        self.now = now;
        let clocks = self.clocks.filter(|_| self.finish.is_none());
        let Some(side) = clocks.and_then(|clocks| clocks.flag(now)) else {
            return false;
        };
        self.end_opening();
        self.end(Finish::OutOfTime(side));
        true
    }

    /// Plays on a point for a viewer. In an opening, it may be a fifth move that is proposed,
    /// withdrawn or selected.
    ///
    /// # Errors
    /// If it is not the viewer's turn, or the move is not legal.
    pub fn play(&mut self, by: Viewer, point: Point) -> Result<(), Refusal> {
        self.check_turn(by)?;
        if let Some(opening) = &self.opening {
            let action = opening.action_at(&self.game, point);
            return self.act(action.ok_or(Refusal::NotAPoint)?, Some(by));
        }
        self.play_move(point)
    }

    /// Takes the engine's answer.
    ///
    /// # Errors
    /// If the engine does not act now, or what it does is refused. The steps of an opening before
    /// that stay, and the game is then paused.
    pub fn take(&mut self, answer: &Answer) -> Result<(), Refusal> {
        if !self.is_engines_turn() {
            return Err(Refusal::NotYourTurn);
        }
        let taken = match (answer, &self.opening) {
            (Answer::Step(decision), Some(_)) => self.take_decision(decision),
            (Answer::Move(Some(point)), None) => self.play_move(*point),
            (Answer::Move(None), None) => {
                self.end(Finish::Board(Ending::Draw));
                Ok(())
            }
            _ => Err(Because("The engine has answered another question.")),
        };
        if taken.is_err() {
            self.engine_failed();
        }
        taken
    }

    /// Places a stone of the side to move, if that is legal.
    fn play_move(&mut self, point: Point) -> Result<(), Refusal> {
        if !self.game.size().contains(point) {
            return Err(Because("That point is not on the board."));
        }
        if self.game.at(point).is_some() {
            return Err(Refusal::Occupied);
        }
        if let Some(foul) = foul(&self.game, point) {
            return Err(Refusal::Foul(foul));
        }
        self.put(point);
        if let Some(clocks) = &mut self.clocks {
            clocks.reward();
        }
        self.changed();
        Ok(())
    }

    /// Places a legal stone of the side to move.
    fn put(&mut self, point: Point) {
        let stone = Stone::Of(self.game.side_to_move());
        let put = self.game.put(point, stone);
        debug_assert_eq!(put, Ok(()), "the point is empty");
        // Records have whole milliseconds.
        let time = self.now.saturating_sub(self.turn_started).as_millis();
        self.times.push(Some(Duration::from_millis(time as u64)));
        self.finish = ending(&self.game).map(Finish::Board);
    }

    /// Ends the game in another way than by its last stone.
    fn end(&mut self, finish: Finish) {
        self.finish = Some(finish);
        self.changed();
    }

    /// Updates what follows from a change.
    fn changed(&mut self) {
        self.version += 1;
        self.offer = None;
        self.turn_started = self.now;
        self.run_clocks();
    }

    /// Starts the clock of the player who acts. None runs before the first stone, or while a
    /// player is missing or the engine waits.
    fn run_clocks(&mut self) {
        let runs = self.game.ply() > 0 && self.has_joined && !self.is_paused;
        let side = self.actor().filter(|_| runs);
        if let Some(clocks) = &mut self.clocks {
            clocks.run(side, self.now);
        }
    }

    /// Pauses a game of the engine against itself.
    ///
    /// # Errors
    /// If the game is over, or a person plays.
    pub fn pause(&mut self) -> Result<(), Refusal> {
        match (&self.finish, self.seats.people()) {
            (Some(_), _) => Err(Refusal::Over),
            (None, 0) => {
                self.is_paused = true;
                Ok(())
            }
            (None, _) => Err(Because(
                "Only a game of Goshawk against itself can be paused.",
            )),
        }
    }

    /// Continues a paused game.
    pub fn go(&mut self) {
        self.is_paused = false;
        self.run_clocks();
    }

    /// Pauses the game after a failure: otherwise the same search would begin again.
    pub fn engine_failed(&mut self) {
        self.is_paused |= self.is_engines_turn();
        self.run_clocks();
    }

    /// Gives the seat of the player over the network to somebody with this name.
    ///
    /// # Errors
    /// If the game is over, or there is no free seat.
    pub fn join(&mut self, name: String) -> Result<(), Refusal> {
        if self.finish.is_some() {
            return Err(Refusal::Over);
        }
        let side = self.seats.guest().filter(|_| !self.has_joined);
        self.seats
            .set_name(side.ok_or(Because("There is no free seat."))?, name);
        self.has_joined = true;
        self.changed();
        Ok(())
    }

    /// Lets somebody else take the seat of the player over the network.
    ///
    /// # Errors
    /// If the game is over, or nobody has taken the seat.
    pub fn free_seat(&mut self) -> Result<(), Refusal> {
        match (&self.finish, self.seats.guest()) {
            (Some(_), _) => return Err(Refusal::Over),
            (None, Some(_)) if self.has_joined => self.has_joined = false,
            (None, _) => return Err(Because("The other player has not joined yet.")),
        }
        self.changed();
        Ok(())
    }

    /// Changes the players, who are people at this computer and the engine. A person who changes
    /// sides takes the clock along; a game of the engine against itself has no clocks.
    ///
    /// # Errors
    /// If the game is in its opening, or one over the network.
    pub fn change_seats(&mut self, change: impl FnOnce(&mut Seats)) -> Result<(), Refusal> {
        if self.seats.guest().is_some() {
            return Err(Because("The players of a network game cannot be changed."));
        }
        if self.opening.is_some() {
            return Err(Refusal::InOpening);
        }
        let person = self.seats.only_person();
        change(&mut self.seats);
        let has_moved = person.is_some_and(|side| self.seats.only_person() == Some(!side));
        if let Some(clocks) = self.clocks.as_mut().filter(|_| has_moved) {
            clocks.swap(self.now);
        }
        self.clocks = self.clocks.filter(|_| self.seats.people() > 0);
        self.is_paused = false;
        self.changed();
        Ok(())
    }

    /// Sets the levels at which the engine plays the sides.
    pub fn set_levels(&mut self, levels: &Levels) {
        self.seats.set_levels(levels);
        self.version += 1;
    }

    /// Sets the longest time for a move of the engine.
    pub fn set_limit(&mut self, limit: Duration) {
        self.limit = limit;
        self.version += 1;
    }
}
