//! Plays the players' moves and takes them back.

use std::time::Instant;

use crate::board::notation::{point_name, point_names};
use crate::cli::play::session::{GameSession, OPENING_FIRST};
use crate::engine::{Stone, ending, foul};
use crate::play::finish::Finish;
use crate::play::moves;
use crate::report::text::{counted, foul_text};
use crate::types::{Color, OpeningRule, Point};

impl GameSession {
    /// Plays the move of the person whose turn it is. Returns a message if it is refused.
    pub(super) fn play(&mut self, point: Point) -> Option<String> {
        let name = point_name(point, self.size());
        if self.finish.is_some() {
            return Some("The game is over: `new`, `undo`, `save FILE` or `quit`.".into());
        }
        if self.is_paused {
            let side = match self.opening {
                Some(_) => "",
                None => ", `side black` takes a side",
            };
            return Some(format!(
                "Goshawk plays both sides; `go` continues the game{side}."
            ));
        }
        if self.opening.is_some() {
            return self.point_in_opening(point);
        }
        if self.game.at(point).is_some() {
            return Some(format!("{name} is not empty."));
        }
        if let Some(foul) = foul(&self.game, point) {
            let side = self.game.side_to_move().name();
            return Some(format!(
                "{name} is forbidden to {side}: {}.",
                foul_text(foul)
            ));
        }
        self.put(point);
        // Otherwise the board is drawn after the engine's move.
        self.needs_drawing = !self.is_engines_turn();
        None
    }

    /// Places a legal stone of the side to move.
    pub(super) fn put(&mut self, point: Point) {
        moves::put(&mut self.game, &mut self.times, point, self.turn_started);
        self.changed();
    }

    /// Updates the state after a change of the board.
    pub(super) fn changed(&mut self) {
        self.finish = ending(&self.game).map(Finish::Board);
        self.turn_started = Instant::now();
        self.needs_drawing = true;
        self.is_unsaved = true;
    }

    /// Takes back the last `count` moves of the only person and all moves after them, or else the
    /// last `count` moves. A result that is not on the board is taken back first.
    pub(super) fn undo(&mut self, count: usize) -> String {
        if self.opening.is_some() {
            return self.undo_opening(count);
        }
        if !matches!(self.finish, None | Some(Finish::Board(_))) {
            self.finish = None;
            self.needs_drawing = true;
            self.is_unsaved = true;
            self.is_paused = self.seats.people() == 0;
            return "The game continues.".into();
        }
        let only = self.seats.only_person();
        let counts = |stone: &Stone| match stone {
            Stone::Of(side) => only.is_none_or(|only| only == *side),
            Stone::Blocked => false,
        };
        let stones = self.game.stones().iter().enumerate();
        let own: Vec<usize> = stones
            .filter(|(at, (_, stone))| *at >= self.fixed && counts(stone))
            .map(|(at, _)| at)
            .collect();
        if own.is_empty() && !self.opening_steps.is_empty() {
            return self.undo_opening(count);
        }
        let Some(at) = own.len().checked_sub(count).map(|first| own[first]) else {
            return match own.len() {
                0 if only.is_some() => "You have no move to take back.".into(),
                0 => "There is no move to take back.".into(),
                n => format!("Only {} can be taken back.", counted(n, "move", "moves")),
            };
        };
        let taken: Vec<Point> = self.game.stones()[at..].iter().map(|(p, _)| *p).collect();
        self.take_from(at);
        self.is_paused = self.seats.people() == 0;
        format!("Taken back: {}.", point_names(&taken, self.size()))
    }

    /// Removes the stones from this index on. A game that returns to its first stones in another
    /// way than by the steps of its opening no longer follows the opening rule.
    pub(super) fn take_from(&mut self, at: usize) {
        let follows = |rule: &OpeningRule| at >= rule.least_stones();
        self.opening_rule = self
            .opening_rule
            .filter(|rule| self.opening.is_some() || follows(rule));
        moves::take_from(&mut self.game, &mut self.times, at);
        self.changed();
    }

    /// Resigns for the only person, or for the side to move if there are two.
    pub(super) fn resign(&mut self) -> String {
        if self.finish.is_some() {
            return "The game is over.".into();
        }
        if self.opening.is_some() {
            return OPENING_FIRST.into();
        }
        let to_move = self.game.side_to_move();
        let loser: Color = match (self.seats.only_person(), self.seats.people()) {
            (Some(side), _) => side,
            (None, 0) => return "Nobody can resign while Goshawk plays both sides.".into(),
            _ => to_move,
        };
        self.finish = Some(Finish::Resigned(loser));
        self.is_unsaved = true;
        // The result is printed below the board.
        self.needs_drawing = true;
        String::new()
    }
}
