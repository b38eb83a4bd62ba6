//! The state of a session, and the operations that do not start a search.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use super::active_search::ActiveSearch;
use super::waiting::Waiting;
use crate::engine::{DEFAULT_MEMORY, Game, table_bytes};
use crate::protocol::event::SearchId;
use crate::protocol::info::Info;
use crate::protocol::input::Input;
use crate::protocol::options::Options;
use crate::protocol::reader::Gate;
use crate::protocol::response::{CommandError, Response, Writer};
use crate::protocol::search_thread::{Job, SearchControl, any_move};
use crate::protocol::settings::{Effect, Settings};
use crate::strength::Strength;
use crate::types::Point;

/// A session with one manager.
pub struct Session<W> {
    /// Prints lines of output.
    pub(super) out: Writer<W>,
    /// The queue of the search thread.
    jobs: Sender<Job>,
    /// The settings made with INFO.
    pub(super) settings: Settings,
    /// The current game; `None` before START.
    pub(super) game: Option<Game>,
    /// Combines lines of input into requests.
    pub(super) input: Input,
    /// The requests that wait for the search under way.
    pub(super) waiting: Waiting,
    /// The strength last printed for the manager.
    told_strength: Strength,
    /// Points that the engine must not play.
    pub(super) excluded: Vec<Point>,
    /// The search whose result the manager is waiting for.
    pub(super) search: Option<ActiveSearch>,
    /// Ends the search on the opponent's time, if there is one.
    pub(super) pondering: Option<Arc<SearchControl>>,
    /// The number of the last search.
    pub(super) last_id: SearchId,
    /// True if the engine has searched since its statistics were last cleared.
    pub(super) has_searched: bool,
    /// The start-up time of the process, until the first move uses it.
    pub(super) startup: Duration,
    /// No more input will come: the session ends once everything has been answered.
    pub(super) input_ended: bool,
    /// After END: when the session ends, even if an answer is due.
    pub(super) ends_at: Option<Instant>,
}

/// The immediate answer to a command: a line, none (yet), or an error.
pub type Answer = Result<Option<Response>, CommandError>;

impl<W: Write> Session<W> {
    /// A session before its first command. `startup` is the time since the
    /// process was started.
    pub fn new(out: W, jobs: Sender<Job>, startup: Duration) -> Session<W> {
        Session {
            out: Writer::new(out),
            jobs,
            settings: Settings::default(),
            game: None,
            input: Input::default(),
            waiting: Waiting::default(),
            told_strength: Strength::FULL,
            excluded: Vec::new(),
            search: None,
            pondering: None,
            last_id: 0,
            has_searched: false,
            startup,
            input_ended: false,
            ends_at: None,
        }
    }

    /// Bounds the memory of waiting requests by closing this gate.
    pub fn set_gate(&mut self, gate: Gate) {
        self.waiting = Waiting::new(gate);
    }

    /// Prints a line if `given`, the possible size of the table in bytes, is less than the default.
    /// Larger tables that the manager asks for are reduced silently.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn warn_of_small_table(&mut self, given: u64) -> io::Result<()> {
        let wanted = table_bytes(DEFAULT_MEMORY);
        if given < wanted {
            self.out.send(&Response::LittleMemory { wanted, given })
        } else {
            Ok(())
        }
    }

    /// Applies the options of the command line, which INFO can change later.
    pub fn set_options(&mut self, options: &Options) {
        self.settings.set_threads(options.threads);
        self.settings.strength = options.strength;
    }

    /// Prints a changed strength after a search has begun, since INFO has no answer.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(super) fn tell_strength(&mut self) -> io::Result<()> {
        let strength = self.settings.strength;
        if self.search.is_none() || self.told_strength == strength {
            return Ok(());
        }
        self.told_strength = strength;
        self.out.send(&Response::Strength(strength))
    }

    /// Prints the answer to a command, if there is one.
    pub(super) fn reply(&mut self, answer: Answer) -> io::Result<()> {
        match answer {
            Ok(Some(response)) => self.out.send(&response),
            Ok(None) => Ok(()),
            Err(error) => self.out.send(&Response::Error(error)),
        }
    }

    /// Queues a job for the search thread.
    pub(super) fn queue(&self, job: Job) {
        if self.jobs.send(job).is_err() {
            log::error!("the search thread has ended");
        }
    }

    /// Executes INFO: changes a setting.
    pub(super) fn info(&mut self, info: Info) {
        let spent = self.search.as_ref().map(ActiveSearch::spent);
        let effect = self.settings.apply(info, spent.unwrap_or_default());
        self.take_effect(effect);
    }

    /// Records that the manager speaks Yixin's dialect.
    pub(super) fn speak_yixin(&mut self) {
        let effect = self.settings.speak_yixin();
        self.take_effect(effect);
    }

    /// Applies the immediate effect of a changed setting.
    fn take_effect(&mut self, effect: Effect) {
        match effect {
            Effect::Nothing => {}
            Effect::Rule => {
                if let Some(game) = &mut self.game {
                    game.set_rule(self.settings.rule());
                }
                self.clear_statistics();
            }
            Effect::Time => {
                // The search under way keeps its own limits: new limits can only end it earlier.
                if let Some(search) = &mut self.search {
                    let budget = self.settings.limits(search.spent()).time.budget();
                    search.deadline = budget.and_then(|b| Instant::now().checked_add(b.hard));
                }
            }
        }
    }

    /// Clears the engine's move statistics unless it has none.
    pub(super) fn clear_statistics(&mut self) {
        if std::mem::take(&mut self.has_searched) {
            self.queue(Job::Clear);
        }
    }

    /// Stops the search under way: it answers with its best move so far.
    pub(super) fn stop(&mut self) {
        if let Some(search) = &mut self.search {
            search.deadline = None;
            search.control.stop();
        }
    }

    /// Aborts the search under way for a new game of Yixin-Board, and prints the move that is due.
    /// Yixin-Board counts the moves it has asked for, and drops the next one if the user begins a
    /// new game or takes moves back during a search. Without the move that is due, it would drop
    /// the first move of the next game.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(super) fn abort_for_yixin(&mut self) -> io::Result<()> {
        let due = self.search.as_ref().filter(|search| search.is_counted);
        let due = due.zip(self.game.as_ref()).and_then(|(search, game)| {
            let substitute = search.substitute(game);
            substitute.or_else(|| any_move(game, search.side, &[]))
        });
        self.abort();
        match due {
            Some(point) => self.out.send(&Response::Move(point)),
            None => Ok(()),
        }
    }

    /// Aborts the search under way without an answer. Its time counts as used.
    pub(super) fn abort(&mut self) {
        if let Some(search) = self.search.take() {
            search.control.abort();
            self.settings.clock.charge(search.spent());
        }
    }
}
