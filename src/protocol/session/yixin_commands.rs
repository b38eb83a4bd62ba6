//! The commands of Yixin-Board.

use std::io::{self, Write};
use std::time::Instant;

use super::state::{Answer, Session};
use crate::engine::{self, Game};
use crate::opening::OpeningRequest;
use crate::protocol::command::{self, BoardLine, Command};
use crate::protocol::event::InputLine;
use crate::protocol::placement::Purpose;
use crate::protocol::response::{CommandError, Response};
use crate::protocol::search_thread::Job;
use crate::protocol::yixin::{SkippedLines, Swap2Step, YIXIN_PREFIX, YixinCommand};

impl<W: Write> Session<W> {
    /// Executes a command of the family. It also shows that the manager is a
    /// Yixin-Board.
    pub(super) fn yixin(&mut self, command: YixinCommand, arrived: Instant) -> io::Result<Answer> {
        self.settings.is_yixin = true;
        if matches!(
            command,
            YixinCommand::Board | YixinCommand::Nbest(_) | YixinCommand::Balance(..)
        ) {
            self.abort();
        }
        Ok(match command {
            YixinCommand::Start(size) => {
                self.abort_for_yixin()?;
                self.settings.rows_first = true;
                self.start(Some(size))
            }
            YixinCommand::Stop => {
                let _ = self.stop();
                Ok(None)
            }
            YixinCommand::Board => self.board(Purpose::SetUp),
            YixinCommand::Block => self.board(Purpose::Exclude),
            YixinCommand::BlockUndo => self.board(Purpose::Allow),
            YixinCommand::BlockReset => {
                self.excluded.clear();
                Ok(None)
            }
            YixinCommand::ShowInfo => {
                self.settings.show_info = true;
                let threads = engine::useful_threads();
                self.out.send(&Response::MaxThreads(threads))?;
                Ok(Some(Response::MaxHash(self.settings.max_hash_kib())))
            }
            YixinCommand::ShowForbid => {
                let points = self.game.as_ref().map(engine::forbidden_points);
                Ok(Some(Response::Forbidden(points.unwrap_or_default())))
            }
            YixinCommand::HashClear => {
                self.has_searched = false;
                self.queue(Job::Forget);
                Ok(None)
            }
            YixinCommand::Nbest(lines) => self.find_move(lines, arrived),
            YixinCommand::Balance(stones, bias) => match self.game.clone() {
                Some(game) => self.decide(game, OpeningRequest::Balance { stones, bias }, arrived),
                None => Err(CommandError::NoGame),
            },
            YixinCommand::Swap2(step) => {
                self.abort_for_yixin()?;
                self.swap2_step(step, arrived)
            }
            YixinCommand::Unsupported(what, lines) => {
                self.skipped_lines = lines;
                Err(CommandError::Unsupported(what))
            }
            YixinCommand::BlockPathReset => Ok(None),
            YixinCommand::Database(lines) => {
                self.skipped_lines = lines;
                Ok(None)
            }
        })
    }

    /// Starts a swap2 step. Before the first step Yixin-Board does not send
    /// START, so the stones of the last game may still be on the board.
    fn swap2_step(&mut self, step: Swap2Step, arrived: Instant) -> Answer {
        let game = self.game.as_ref().ok_or(CommandError::NoGame)?;
        let game = match step {
            Swap2Step::Open => Game::new(game.size(), game.rule()),
            Swap2Step::Choose | Swap2Step::ChooseLast => game.clone(),
        };
        let stones = step.stones();
        if game.ply() != stones || game.stones().len() != stones {
            return Err(CommandError::Swap2Step(stones));
        }
        let answer = self.decide(game, OpeningRequest::Swap2, arrived);
        if let Some(search) = &mut self.search {
            search.swap2 = Some(step);
            search.is_counted = step != Swap2Step::Open;
        }
        answer
    }

    /// True if the line belongs to an ignored command before it.
    pub(super) fn skips(&mut self, line: &InputLine, command: &Command) -> bool {
        let Some(skipped) = self.skipped_lines else {
            return false;
        };
        if skipped == SkippedLines::Text && !is_outside_text(&line.bytes, command) {
            if line.has_odd_quotes {
                self.skipped_lines = Some(SkippedLines::UntilDone);
            }
            return true;
        }
        let is_skipped = match command {
            // These may be sent at any time.
            Command::Info(_)
            | Command::Stop
            | Command::Yixin(YixinCommand::Stop)
            | Command::About => return false,
            Command::Unknown(word) => !word.starts_with(YIXIN_PREFIX),
            _ => false,
        };
        let is_done = command::parse_board_line(&line.bytes) == Some(BoardLine::Done);
        if !is_skipped || is_done || skipped == SkippedLines::Path {
            self.skipped_lines = None;
        }
        is_skipped
    }
}

/// True for a line that ends a text even if its closing quotation mark is missing, so that
/// a manager can always exit or begin a new game.
fn is_outside_text(line: &[u8], command: &Command) -> bool {
    match command {
        Command::End => line.trim_ascii().len() == "END".len(),
        Command::Start(size) => size.is_some(),
        Command::Yixin(YixinCommand::Start(_)) => true,
        _ => false,
    }
}
