//! The commands of Yixin-Board.

use std::io::{self, Write};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use super::state::{Answer, Session};
use crate::engine;
use crate::opening::OpeningRequest;
use crate::protocol::response::{CommandError, Response};
use crate::protocol::search_thread::Job;
use crate::protocol::soosorv::SoosorvStep;
use crate::protocol::yixin::YixinCommand;
use crate::strength::Strength;

/// How long to wait for the search thread, which is idle or about to end an aborted search.
const HASH_USAGE_LIMIT: Duration = Duration::from_millis(500);

impl<W: Write> Session<W> {
    /// Executes a command of the family. It also shows that the manager is a
    /// Yixin-Board.
    pub(super) fn yixin(&mut self, command: YixinCommand, arrived: Instant) -> io::Result<Answer> {
        self.speak_yixin();
        Ok(match command {
            YixinCommand::Start(size) => {
                self.abort_for_yixin()?;
                self.settings.rows_first = true;
                self.new_game(size);
                Ok(Some(Response::Done))
            }
            YixinCommand::Stop => {
                self.stop();
                Ok(None)
            }
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
            YixinCommand::ShowHashUsage => Ok(self.hash_usage().map(Response::HashUsage)),
            YixinCommand::Nbest(lines) => self.find_move(lines, Strength::FULL, arrived),
            YixinCommand::SearchDefend => self.search_defences(arrived),
            YixinCommand::Balance(stones, bias) => match self.game.clone() {
                Some(game) => {
                    let request = OpeningRequest::Balance { stones, bias };
                    self.decide(game, request, Strength::FULL, arrived)
                }
                None => Err(CommandError::NoGame),
            },
            YixinCommand::Swap2(step) => match self.swap2_position(step) {
                Ok(game) => {
                    self.abort_for_yixin()?;
                    self.swap2_step(step, game, arrived)
                }
                Err(error) => Err(error),
            },
            YixinCommand::SoosorvOpen => match self.soosorv_before(SoosorvStep::Open, &[]) {
                Ok((game, opening)) => {
                    self.abort_for_yixin()?;
                    self.soosorv_step(SoosorvStep::Open, game, opening, arrived)
                }
                Err(error) => Err(error),
            },
            YixinCommand::Unsupported(what, _) => Err(CommandError::Unsupported(what)),
            YixinCommand::BlockPathReset | YixinCommand::Database(_) => Ok(None),
        })
    }

    /// How full the transposition table is, per mille: after the last iteration of the search
    /// under way, or as the search thread reports. `None` if the thread does not answer in time.
    fn hash_usage(&self) -> Option<u32> {
        if let Some(search) = &self.search {
            return Some(search.hashfull);
        }
        let (found, answer) = mpsc::channel();
        self.queue(Job::ShowHashUsage(found));
        answer.recv_timeout(HASH_USAGE_LIMIT).ok()
    }
}
