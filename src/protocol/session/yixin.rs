//! What a session does for Yixin-Board alone.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Instant;

use super::{Answer, Session};
use crate::engine::{self, Game, Report};
use crate::opening::OpeningRequest;
use crate::protocol::Ticket;
use crate::protocol::command::{self, BoardLine, Command};
use crate::protocol::placement::Purpose;
use crate::protocol::response::{Refusal, Response};
use crate::protocol::search_thread::Job;
use crate::protocol::yixin::{self, Swallow, Swap2Step, Yixin};

impl<W: Write> Session<W> {
    /// Obeys a command of the family, which also shows the manager's dialect.
    pub(super) fn yixin(&mut self, command: Yixin, arrived: Instant) -> io::Result<Answer> {
        self.settings.yixin = true;
        if matches!(
            command,
            Yixin::Board | Yixin::Nbest(_) | Yixin::Balance(..) | Yixin::Swap2(_)
        ) {
            self.abort();
        }
        Ok(match command {
            Yixin::Stop => {
                let _ = self.stop();
                Ok(None)
            }
            Yixin::Board => self.board(Purpose::Keep),
            Yixin::Block => self.board(Purpose::Bar),
            Yixin::BlockUndo => self.board(Purpose::Unbar),
            Yixin::BlockReset => {
                self.barred.clear();
                Ok(None)
            }
            Yixin::ShowInfo => {
                self.settings.show_info = true;
                self.out
                    .send(&Response::MaxThreads(engine::useful_threads()))?;
                Ok(Some(Response::MaxHash(self.settings.max_hash_kib())))
            }
            Yixin::ShowForbid => {
                let points = self.game.as_ref().map(engine::forbidden_points);
                Ok(Some(Response::Forbidden(points.unwrap_or_default())))
            }
            Yixin::HashClear => {
                self.learned = false;
                self.order(Job::Forget);
                Ok(None)
            }
            Yixin::Nbest(lines) => self.think_wide(lines, arrived),
            Yixin::Balance(stones, bias) => match self.game.clone() {
                Some(game) => self.search(
                    game,
                    Some(OpeningRequest::Balance { stones, bias }),
                    arrived,
                ),
                None => Err(Refusal::NoGame),
            },
            Yixin::Swap2(step) => self.swap2(step, arrived),
            Yixin::Soosorv(swallow) => {
                self.swallow = swallow;
                Err(Refusal::Soosorv)
            }
            Yixin::Database(swallow) => {
                self.swallow = swallow;
                Ok(None)
            }
        })
    }

    /// Orders a part of a swap2 opening. The first one begins a game without a
    /// word to us, so the stones of the last may still lie there.
    fn swap2(&mut self, step: Swap2Step, arrived: Instant) -> Answer {
        let game = self.game.as_ref().ok_or(Refusal::NoGame)?;
        let game = match step {
            Swap2Step::Open => Game::new(game.size(), game.rule()),
            _ => game.clone(),
        };
        let stones = step.stones();
        if game.ply() != stones || game.stones().len() != stones {
            return Err(Refusal::Swap2Step(stones));
        }
        let answer = self.search(game, Some(OpeningRequest::Swap2), arrived);
        if let Some(search) = &mut self.thinking {
            search.swap2 = Some(step);
        }
        answer
    }

    /// Passes a live line on if its search is still the one that counts.
    pub(super) fn live(
        &mut self,
        ticket: Ticket,
        response: &Response,
    ) -> io::Result<ControlFlow<()>> {
        let counts = self.thinking.as_ref().is_some_and(|s| s.ticket() == ticket);
        if counts && self.settings.is_realtime() {
            self.out.send(response)?;
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Does the line belong to a database command before it?
    pub(super) fn swallows(&mut self, line: &[u8], command: &Command) -> bool {
        let Some(swallow) = self.swallow else {
            return false;
        };
        let text = match command {
            Command::Info(_) | Command::Stop | Command::Yixin(Yixin::Stop) | Command::About => {
                return false;
            }
            Command::Unknown(yixin) => !yixin,
            _ => false,
        };
        let done = command::parse_board_line(line) == Some(BoardLine::Done);
        if !text || done || swallow == Swallow::Path {
            self.swallow = None;
        }
        text
    }

    /// Shows an iteration, or the start of a search, as far as Yixin-Board has
    /// asked for it.
    pub(super) fn show_details(&mut self, report: Option<&Report>) -> io::Result<()> {
        if self.settings.is_realtime() {
            match report.map(|report| report.pv.first()) {
                None => self.out.send(&Response::Refresh)?,
                Some(Some(best)) => self.out.send(&Response::Best(*best))?,
                Some(None) => {}
            }
            if let Some(report) = report.filter(|report| !report.pv.is_empty()) {
                self.out.send(&Response::Value(report.score))?;
                self.out.send(&Response::BestLine(report.pv.clone()))?;
            }
        }
        let Some(report) = report.filter(|_| self.settings.is_detailed()) else {
            return Ok(());
        };
        for detail in yixin::details(report) {
            self.out.send(&Response::Detail(detail))?;
        }
        Ok(())
    }
}
