//! The commands that set up and play a game.

use std::io::Write;
use std::time::Instant;

use super::state::{Answer, Session};
use crate::engine::{Game, GameError, Stone};
use crate::opening::OpeningRequest;
use crate::opening::rules::Opening;
use crate::protocol::command::{Coordinates, Purpose};
use crate::protocol::placement::Placement;
use crate::protocol::response::{CommandError, Response};
use crate::protocol::soosorv::SoosorvStep;
use crate::types::{BoardSize, Point};

impl<W: Write> Session<W> {
    /// START, RECTSTART: starts a new game.
    pub(super) fn start(&mut self, size: Option<BoardSize>) -> Answer {
        let size = size.ok_or(CommandError::Size)?;
        self.settings.rows_first = false;
        self.new_game(size);
        Ok(Some(Response::Done))
    }

    /// RESTART: starts a new game on a board of the same size.
    pub(super) fn restart(&mut self) -> Answer {
        let size = self.game.as_ref().ok_or(CommandError::NoGame)?.size();
        self.new_game(size);
        Ok(Some(Response::Done))
    }

    /// Aborts the search under way and sets up an empty board.
    pub(super) fn new_game(&mut self, size: BoardSize) {
        self.abort();
        self.game = Some(Game::new(size, self.settings.rule()));
        self.settings.clock.new_game();
        self.clear_statistics();
    }

    /// BEGIN: searches for the first move.
    pub(super) fn begin(&mut self, arrived: Instant) -> Answer {
        self.check_begin()?;
        self.think(arrived)
    }

    /// Checks that the board is empty.
    pub(super) fn check_begin(&self) -> Result<(), CommandError> {
        let game = self.game.as_ref().ok_or(CommandError::NoGame)?;
        if game.stones().is_empty() {
            Ok(())
        } else {
            Err(CommandError::NotEmpty)
        }
    }

    /// TURN: plays the opponent's move and searches for the next one.
    pub(super) fn turn(&mut self, at: Option<Coordinates>, arrived: Instant) -> Answer {
        let game = self.after_turn(at)?;
        self.set_position(game);
        self.think(arrived)
    }

    /// The game after TURN. There must be an empty point for the engine's move.
    pub(super) fn after_turn(&self, at: Option<Coordinates>) -> Result<Game, CommandError> {
        let (_, game) = self.after_move(at)?;
        open(game)
    }

    /// PLAY: plays a move for the engine.
    pub(super) fn play(&mut self, at: Option<Coordinates>) -> Answer {
        let (point, game) = self.after_move(at)?;
        self.set_position(game);
        Ok(Some(Response::Move(point)))
    }

    /// The game after a move of the side to move, and the point of the move.
    fn after_move(&self, at: Option<Coordinates>) -> Result<(Point, Game), CommandError> {
        let mut game = self.game.clone().ok_or(CommandError::NoGame)?;
        let point = point_of(at, &game)?;
        let stone = Stone::Of(game.side_to_move());
        game.put(point, stone).map_err(CommandError::Point)?;
        Ok((point, game))
    }

    /// TAKEBACK: removes a stone.
    pub(super) fn takeback(&mut self, at: Option<Coordinates>) -> Answer {
        let mut game = self.game.clone().ok_or(CommandError::NoGame)?;
        let point = point_of(at, &game)?;
        game.take(point).map_err(CommandError::Point)?;
        self.set_position(game);
        Ok(Some(Response::Done))
    }

    /// Aborts the search under way and replaces the position.
    fn set_position(&mut self, game: Game) {
        self.abort();
        self.game = Some(game);
    }

    /// DONE: uses the lines since BOARD. An error in them changes nothing.
    pub(super) fn placed(&mut self, placement: &Placement, arrived: Instant) -> Answer {
        let size = self.game.as_ref().map(Game::size);
        if placement.purpose().is_of_yixin() {
            self.speak_yixin();
        }
        match placement.purpose() {
            Purpose::Play => {
                let game = self.position(placement)?;
                self.set_position(game);
                return self.think(arrived);
            }
            Purpose::SetUp => {
                let game = self.position(placement)?;
                self.set_position(game);
            }
            Purpose::Swap2 => {
                let opening = self.position(placement)?;
                let strength = self.settings.strength;
                return self.decide(opening, OpeningRequest::Swap2, strength, arrived);
            }
            Purpose::Soosorv(step) => {
                let (game, opening) = self.soosorv_placed(step, placement)?;
                return self.soosorv_step(step, game, opening, arrived);
            }
            Purpose::Exclude => {
                let points = placement.points(size)?;
                self.excluded.retain(|point| !points.contains(point));
                self.excluded.extend(points);
            }
            Purpose::Allow => {
                let points = placement.points(size)?;
                self.excluded.retain(|point| !points.contains(point));
            }
        }
        Ok(None)
    }

    /// The game and the opening before a step of Soosyrv-8 that the lines describe.
    pub(super) fn soosorv_placed(
        &self,
        step: SoosorvStep,
        placement: &Placement,
    ) -> Result<(Game, Opening), CommandError> {
        let size = self.game.as_ref().map(Game::size);
        self.soosorv_before(step, &placement.points(size)?)
    }

    /// The position that the lines since BOARD describe. If a move is asked for, there must be an
    /// empty point.
    pub(super) fn position(&self, placement: &Placement) -> Result<Game, CommandError> {
        let size = self.game.as_ref().map(Game::size);
        let game = placement.game(size, self.settings.rule())?;
        match placement.purpose() {
            Purpose::Play => open(game),
            _ => Ok(game),
        }
    }
}

/// The game if there is an empty point for the engine's move.
fn open(game: Game) -> Result<Game, CommandError> {
    if game.is_full() {
        Err(CommandError::BoardFull)
    } else {
        Ok(game)
    }
}

/// The point on the board of a game that the argument of a command names.
fn point_of(at: Option<Coordinates>, game: &Game) -> Result<Point, CommandError> {
    at.ok_or(CommandError::MalformedCoordinates)?
        .on(game.size())
        .ok_or(CommandError::Point(GameError::OffBoard))
}
