//! The commands that set up and play a game.

use std::io::Write;
use std::time::Instant;

use super::state::{Answer, Session};
use crate::engine::{Game, GameError, Stone};
use crate::opening::OpeningRequest;
use crate::protocol::command::Coordinates;
use crate::protocol::placement::{Placement, Purpose};
use crate::protocol::response::{CommandError, Response};
use crate::types::{BoardSize, Point};

impl<W: Write> Session<W> {
    /// START, RECTSTART: starts a new game.
    pub(super) fn start(&mut self, size: Option<BoardSize>) -> Answer {
        let size = size.ok_or(CommandError::Size)?;
        self.new_game(size);
        Ok(Some(Response::Done))
    }

    /// RESTART: starts a new game on a board of the same size.
    pub(super) fn restart(&mut self) -> Answer {
        let size = self.game.as_ref().ok_or(CommandError::NoGame)?.size();
        self.new_game(size);
        Ok(Some(Response::Done))
    }

    /// Sets up an empty board.
    fn new_game(&mut self, size: BoardSize) {
        self.game = Some(Game::new(size, self.settings.rule));
        self.settings.clock.new_game();
        self.clear_statistics();
    }

    /// BEGIN: searches for the first move.
    pub(super) fn begin(&mut self, arrived: Instant) -> Answer {
        let game = self.game.as_ref().ok_or(CommandError::NoGame)?;
        if !game.stones().is_empty() {
            return Err(CommandError::NotEmpty);
        }
        self.think(arrived)
    }

    /// TURN: plays the opponent's move and searches for the next one.
    pub(super) fn turn(&mut self, at: Option<Coordinates>, arrived: Instant) -> Answer {
        self.put(at)?;
        self.think(arrived)
    }

    /// PLAY: plays a move for the engine.
    pub(super) fn play(&mut self, at: Option<Coordinates>) -> Answer {
        self.put(at).map(|point| Some(Response::Move(point)))
    }

    /// Places a stone of the side to move.
    fn put(&mut self, at: Option<Coordinates>) -> Result<Point, CommandError> {
        let game = self.game.as_mut().ok_or(CommandError::NoGame)?;
        let point = point_of(at, game)?;
        let stone = Stone::Of(game.side_to_move());
        game.put(point, stone).map_err(CommandError::Point)?;
        Ok(point)
    }

    /// TAKEBACK: removes a stone.
    pub(super) fn takeback(&mut self, at: Option<Coordinates>) -> Answer {
        let game = self.game.as_mut().ok_or(CommandError::NoGame)?;
        let point = point_of(at, game)?;
        game.take(point).map_err(CommandError::Point)?;
        Ok(Some(Response::Done))
    }

    /// BOARD and similar commands: the following lines are a position or points.
    pub(super) fn board(&mut self, purpose: Purpose) -> Answer {
        let size = self.game.as_ref().map(Game::size);
        self.placement = Some(Placement::new(purpose, size));
        Ok(None)
    }

    /// DONE: uses the lines since BOARD. After an error in them nothing changes.
    pub(super) fn placed(&mut self, placement: Placement, arrived: Instant) -> Answer {
        let rule = self.settings.rule;
        match placement.purpose() {
            Purpose::Play => {
                self.game = Some(placement.finish(rule)?);
                self.think(arrived)
            }
            Purpose::SetUp => {
                self.game = Some(placement.finish(rule)?);
                Ok(None)
            }
            Purpose::Swap2 => {
                let opening = placement.finish(rule)?;
                self.decide(opening, OpeningRequest::Swap2, arrived)
            }
            Purpose::Exclude => {
                let points = placement.points()?;
                self.excluded.retain(|point| !points.contains(point));
                self.excluded.extend(points);
                Ok(None)
            }
            Purpose::Allow => {
                let points = placement.points()?;
                self.excluded.retain(|point| !points.contains(point));
                Ok(None)
            }
        }
    }
}

/// The point on the board of a game that the argument of a command names.
fn point_of(at: Option<Coordinates>, game: &Game) -> Result<Point, CommandError> {
    at.ok_or(CommandError::MalformedCoordinates)?
        .on(game.size())
        .ok_or(CommandError::Point(GameError::OffBoard))
}
