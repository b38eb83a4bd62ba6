//! Pondering: searching the position after the engine's move, with the opponent
//! to move, to fill the transposition table. Nothing is printed. Every request ends the search.
//! It resumes after errors and after the requests for which [`resumes_after`] is true.

use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::state::Session;
use crate::engine::{self, Limits};
use crate::protocol::command::Command;
use crate::protocol::input::Request;
use crate::protocol::search_thread::{Job, SearchControl, SearchTask};
use crate::protocol::yixin::YixinCommand;
use crate::strength::Strength;
use crate::time::TimeControl;

/// The longest time to ponder. After that the opponent may have left.
const MAX_TIME: Duration = Duration::from_secs(600);

/// True if pondering is resumed after this request, which leaves the game as it is.
pub fn resumes_after(request: &Request) -> bool {
    match request {
        Request::Command(command) => matches!(
            command,
            Command::Info(_)
                | Command::About
                | Command::Unknown(_)
                | Command::Yixin(
                    YixinCommand::ShowInfo
                        | YixinCommand::ShowHashUsage
                        | YixinCommand::ShowForbid
                        | YixinCommand::BlockReset
                        | YixinCommand::BlockPathReset
                        | YixinCommand::Unsupported(..)
                        | YixinCommand::Database(_)
                )
        ),
        // The points that the engine must not play do not bind the opponent, who is to move.
        Request::Placed(placement) => !placement.purpose().is_position(),
    }
}

impl<W: Write> Session<W> {
    /// Starts pondering if it is allowed and the game is not over.
    pub(super) fn ponder(&mut self) {
        let is_ending = self.input_ended || self.ends_at.is_some();
        if !self.settings.may_ponder() || self.search.is_some() || is_ending {
            return;
        }
        let Some(game) = self.game.clone() else {
            return;
        };
        if engine::ending(&game).is_some() {
            return;
        }
        let control = Arc::new(SearchControl::default());
        let limits = Limits {
            time: TimeControl {
                turn: Some(MAX_TIME),
                ..TimeControl::default()
            },
            ..Limits::default()
        };
        let task = SearchTask {
            id: self.last_id,
            side: game.side_to_move(),
            game,
            opening: None,
            excluded: Vec::new(),
            threads: self.settings.threads(),
            multipv: 1,
            is_live: false,
            strength: Strength::FULL,
            limits,
            memory: self.settings.memory(),
            arrived: Instant::now(),
            control: Arc::clone(&control),
        };
        self.pondering = Some(control);
        self.has_searched = true;
        self.queue(Job::Ponder(Box::new(task)));
    }

    /// Stops pondering. Returns false if the engine was not pondering.
    pub(super) fn stop_pondering(&mut self) -> bool {
        match self.pondering.take() {
            Some(control) => {
                control.abort();
                true
            }
            None => false,
        }
    }
}
