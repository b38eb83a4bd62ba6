//! Plays the players' moves, takes them back, and ends games.

use crate::board::notation::{point_name, point_names};
use crate::cli::play::session::GameSession;
use crate::play::game::{Match, Refusal, Undo};
use crate::play::opening as words;
use crate::play::seats::Viewer;
use crate::report::text::foul_text;
use crate::types::Point;

impl GameSession {
    /// Plays on a point for the person whose turn it is. Returns a message if there is something
    /// to say.
    pub(super) fn play(&mut self, point: Point) -> Option<String> {
        let name = point_name(point, self.size());
        let is_in_opening = self.game.opening().is_some();
        // The words name the players as they are before the move.
        let kept = self.keeping();
        let refusal = match self.game.play(Viewer::Owner, point) {
            Ok(()) if is_in_opening => return self.placed(kept),
            Ok(()) => {
                // Otherwise the board is drawn after the engine's move.
                self.needs_drawing = !self.is_engines_turn();
                return None;
            }
            Err(refusal) => refusal,
        };
        Some(match refusal {
            Refusal::Over => "The game is over: `new`, `undo`, `save FILE` or `quit`.".into(),
            Refusal::Paused => {
                let side = if is_in_opening {
                    ""
                } else {
                    ", `side black` takes a side"
                };
                format!("Goshawk plays both sides; `go` continues the game{side}.")
            }
            Refusal::Occupied => format!("{name} is not empty."),
            Refusal::Foul(foul) => {
                let side = self.game.position().side_to_move().name();
                format!("{name} is forbidden to {side}: {}.", foul_text(foul))
            }
            refusal => return self.refused_in_opening(refusal),
        })
    }

    /// Takes back the last `count` moves of the only person and all moves after them, or else the
    /// last `count` moves. A result that is not on the board is taken back first.
    pub(super) fn undo(&mut self, count: usize) -> String {
        let is_only = self.game.seats().only_person().is_some();
        let undo = match self.game.undo_of(Viewer::Owner, count) {
            Ok(undo) => undo,
            Err(Refusal::FewMoves(0)) if is_only => return "You have no move to take back.".into(),
            Err(refusal) => return self.game.explain(refusal),
        };
        let size = self.size();
        let (stones, steps) = (self.game.position().stones(), self.game.steps());
        let (taken, has_swapped) = match undo {
            Undo::Result => (String::new(), false),
            Undo::Stones(at) => {
                let points: Vec<Point> = stones[at..].iter().map(|(point, _)| *point).collect();
                (point_names(&points, size), false)
            }
            Undo::Steps(at) => {
                let names = steps[at..]
                    .iter()
                    .map(|step| words::action(step.action, size));
                let names: Vec<String> = names.collect();
                (names.join(", "), self.game.has_swapped(at))
            }
        };
        let undone = self.game.undo(Viewer::Owner, count);
        self.needs_drawing = true;
        match (undone, undo) {
            (Err(refusal), _) => self.game.explain(refusal),
            (Ok(()), Undo::Result) => "The game continues.".into(),
            (Ok(()), _) if has_swapped => format!("Taken back: {taken}.\n{}", self.settings()),
            (Ok(()), _) => format!("Taken back: {taken}."),
        }
    }

    /// Ends the game by resigning or as a draw. The result is printed below the board.
    pub(super) fn end(&mut self, end: impl FnOnce(&mut Match) -> Result<(), Refusal>) -> String {
        match end(&mut self.game) {
            Ok(()) => {
                self.needs_drawing = true;
                String::new()
            }
            Err(refusal) => self.game.explain(refusal),
        }
    }
}
