//! The state machine between the manager and the engine: events and commands.

mod pondering;
mod thinking;
mod yixin;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use super::command::{self, Argument, BoardLine, Command};
use super::info::Info;
use super::placement::{Placement, Purpose};
use super::response::{Refusal, Response, Writer};
use super::search_thread::{Job, Signals};
use super::settings::{Change, Settings};
use super::yixin::Swallow;
use super::{Event, Line, Ticket};
use crate::engine::{Game, GameError, Stone};
use crate::opening::OpeningRequest;
use crate::types::{BoardSize, Point};
use thinking::Thinking;

/// One manager's conversation with the engine.
pub struct Session<W> {
    out: Writer<W>,
    jobs: Sender<Job>,
    settings: Settings,
    /// The game, once START has come.
    game: Option<Game>,
    /// The position being told, between BOARD and DONE.
    placement: Option<Placement>,
    /// What belongs to a command that is swallowed.
    swallow: Option<Swallow>,
    /// Points not to be played.
    barred: Vec<Point>,
    /// The search whose move the manager waits for.
    thinking: Option<Thinking>,
    /// The search on the opponent's time, if there is one.
    pondering: Option<Arc<Signals>>,
    /// The number of searches so far.
    tickets: Ticket,
    /// True if the engine has searched since it was last cleared.
    learned: bool,
    /// Process start-up, to be counted on the first move.
    startup: Duration,
    /// No more input will come: the session ends once no search is under way.
    input_ended: bool,
}

/// What a command leads to: a line, nothing yet, or a refusal.
type Answer = Result<Option<Response>, Refusal>;

impl<W: Write> Session<W> {
    /// A session before its first command. `startup` is what the process took
    /// to get here.
    pub fn new(out: W, jobs: Sender<Job>, startup: Duration) -> Session<W> {
        Session {
            out: Writer::new(out),
            jobs,
            settings: Settings::default(),
            game: None,
            placement: None,
            swallow: None,
            barred: Vec::new(),
            thinking: None,
            pondering: None,
            tickets: 0,
            learned: false,
            startup,
            input_ended: false,
        }
    }

    /// Sets the number of search threads as INFO does.
    pub fn set_threads(&mut self, threads: usize) {
        self.info(Info::ThreadNum(i64::try_from(threads).unwrap_or(i64::MAX)));
    }

    /// Handles events until END, or until the input has ended and the search
    /// under way at that moment, if any, has been answered.
    ///
    /// # Errors
    /// Fails if the output cannot be written.
    pub fn run(mut self, inbox: &Receiver<Event>) -> io::Result<()> {
        loop {
            let flow = match self.next_event(inbox) {
                Event::Line(line) => self.line(&line)?,
                Event::Iteration(ticket, report) => self.iteration(ticket, report)?,
                Event::Live(ticket, response) => self.live(ticket, &response)?,
                Event::Finished(ticket, outcome) => self.finished(ticket, outcome)?,
                Event::Chosen(ticket, choice) => self.chosen(ticket, choice)?,
                Event::Deadline => self.stop(),
                Event::Eof => self.end_of_input(),
            };
            if flow.is_break() || self.input_ended && self.thinking.is_none() {
                self.abort();
                self.stop_pondering();
                return Ok(());
            }
        }
    }

    /// Stops whatever waits for further input. A search under way runs to its own
    /// limits, so that scripts can be piped in; one without limits is stopped.
    fn end_of_input(&mut self) -> ControlFlow<()> {
        if self.input_ended {
            // The event channel is closed: the search thread has ended as well.
            return ControlFlow::Break(());
        }
        self.input_ended = true;
        self.placement = None;
        self.stop_pondering();
        match &self.thinking {
            Some(search) if !search.is_limited() => self.stop(),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Waits for the next event, no longer than to the deadline.
    fn next_event(&self, inbox: &Receiver<Event>) -> Event {
        let Some(deadline) = self.thinking.as_ref().and_then(|search| search.deadline) else {
            return inbox.recv().unwrap_or(Event::Eof);
        };
        let wait = deadline.saturating_duration_since(Instant::now());
        // Events that wait already must not put the deadline off.
        if wait.is_zero() {
            return Event::Deadline;
        }
        match inbox.recv_timeout(wait) {
            Ok(event) => event,
            Err(RecvTimeoutError::Timeout) => Event::Deadline,
            Err(RecvTimeoutError::Disconnected) => Event::Eof,
        }
    }

    /// Handles a line of input; breaks at END.
    fn line(&mut self, line: &Line) -> io::Result<ControlFlow<()>> {
        log::debug!("in: {}", String::from_utf8_lossy(&line.bytes).trim_end());
        let pondered = self.stop_pondering();
        match self.placement.take() {
            Some(placement) => self.board_line(placement, line),
            None => match command::parse(&line.bytes) {
                Some(command) if self.swallows(&line.bytes, &command) => {
                    Ok(ControlFlow::Continue(()))
                }
                // No command is that long. INFO is not answered whatever it says.
                Some(command) if line.cut && !matches!(command, Command::Info(_)) => {
                    self.obey(Command::Unknown(false), line.arrived)
                }
                Some(command) => {
                    let flow = self.obey(command, line.arrived)?;
                    if pondered && pondering::goes_on_after(&command) {
                        self.ponder();
                    }
                    Ok(flow)
                }
                None => {
                    if pondered {
                        self.ponder();
                    }
                    Ok(ControlFlow::Continue(()))
                }
            },
        }
    }

    /// Handles a line between BOARD and DONE.
    fn board_line(&mut self, mut placement: Placement, line: &Line) -> io::Result<ControlFlow<()>> {
        match command::parse_board_line(&line.bytes) {
            Some(BoardLine::Done) => {
                let answer = self.placed(placement, line.arrived);
                self.reply(answer)?;
                return Ok(ControlFlow::Continue(()));
            }
            Some(BoardLine::End) => return Ok(ControlFlow::Break(())),
            Some(BoardLine::Info(info)) => self.info(info),
            Some(BoardLine::Stone(at, field)) if !line.cut => placement.stone(at, field),
            Some(BoardLine::Stone(..) | BoardLine::Malformed) => placement.malformed(),
            Some(BoardLine::Stop) => {
                let _ = self.stop();
            }
            None => {}
        }
        self.placement = Some(placement);
        Ok(ControlFlow::Continue(()))
    }

    /// Obeys a command that arrived at that moment; breaks at END.
    fn obey(&mut self, command: Command, arrived: Instant) -> io::Result<ControlFlow<()>> {
        // These change the position: a search of the old one is of no use.
        if matches!(
            command,
            Command::Start(_)
                | Command::Restart
                | Command::Begin
                | Command::Turn(_)
                | Command::Board
                | Command::Swap2Board
                | Command::Takeback(_)
                | Command::Play(_)
        ) {
            self.abort();
        }
        let answer = match command {
            Command::Start(size) => self.start(size),
            Command::Restart => self.restart(),
            Command::Begin => self.begin(arrived),
            Command::Turn(at) => self.turn(at, arrived),
            Command::Board => self.board(Purpose::Play),
            Command::Swap2Board => self.board(Purpose::Swap2),
            Command::Takeback(at) => self.takeback(at),
            Command::Play(at) => self.play(at),
            Command::About => Ok(Some(Response::About)),
            Command::End => return Ok(ControlFlow::Break(())),
            Command::Info(info) => {
                self.info(info);
                Ok(None)
            }
            Command::Stop => {
                let _ = self.stop();
                Ok(None)
            }
            Command::Yixin(command) => self.yixin(command, arrived)?,
            Command::Unknown(yixin) => {
                self.settings.yixin |= yixin;
                Ok(Some(Response::Unknown))
            }
        };
        self.reply(answer)?;
        Ok(ControlFlow::Continue(()))
    }

    /// Writes the answer to a command, if there is one by now.
    fn reply(&mut self, answer: Answer) -> io::Result<()> {
        match answer {
            Ok(Some(response)) => self.out.send(&response),
            Ok(None) => Ok(()),
            Err(refusal) => self.out.send(&Response::Refused(refusal)),
        }
    }

    /// START, RECTSTART: a new game.
    fn start(&mut self, size: Option<BoardSize>) -> Answer {
        let size = size.ok_or(Refusal::Size)?;
        self.new_game(size);
        Ok(Some(Response::Done))
    }

    /// RESTART: a new game of the same size.
    fn restart(&mut self) -> Answer {
        let size = self.game.as_ref().ok_or(Refusal::NoGame)?.size();
        self.new_game(size);
        Ok(Some(Response::Done))
    }

    /// Sets up an empty board and forgets the last game.
    fn new_game(&mut self, size: BoardSize) {
        self.game = Some(Game::new(size, self.settings.rule));
        self.settings.clock.new_game();
        self.forget();
    }

    /// BEGIN: the first move.
    fn begin(&mut self, arrived: Instant) -> Answer {
        let game = self.game.as_ref().ok_or(Refusal::NoGame)?;
        if !game.stones().is_empty() {
            return Err(Refusal::NotEmpty);
        }
        self.think(arrived)
    }

    /// TURN: the opponent's move, and a search for the answer.
    fn turn(&mut self, at: Argument, arrived: Instant) -> Answer {
        self.put(at)?;
        self.think(arrived)
    }

    /// PLAY: a move of the engine's, chosen by the manager.
    fn play(&mut self, at: Argument) -> Answer {
        self.put(at).map(|point| Some(Response::Move(point)))
    }

    /// Puts down a stone of the colour whose turn it is.
    fn put(&mut self, at: Argument) -> Result<Point, Refusal> {
        let game = self.game.as_mut().ok_or(Refusal::NoGame)?;
        let point = on_board(at, game)?;
        let stone = Stone::Of(game.side_to_move());
        game.put(point, stone).map_err(Refusal::Stone)?;
        Ok(point)
    }

    /// TAKEBACK: takes a stone up.
    fn takeback(&mut self, at: Argument) -> Answer {
        let game = self.game.as_mut().ok_or(Refusal::NoGame)?;
        let point = on_board(at, game)?;
        game.take(point).map_err(Refusal::Stone)?;
        Ok(Some(Response::Done))
    }

    /// BOARD, SWAP2BOARD: the next lines tell a position.
    fn board(&mut self, purpose: Purpose) -> Answer {
        let size = self.game.as_ref().map(Game::size);
        self.placement = Some(Placement::new(purpose, size));
        Ok(None)
    }

    /// DONE: the position is complete. A faulty one leaves the old one in force.
    fn placed(&mut self, placement: Placement, arrived: Instant) -> Answer {
        let purpose = placement.purpose();
        if matches!(purpose, Purpose::Bar | Purpose::Unbar) {
            let points = placement.points()?;
            self.barred.retain(|point| !points.contains(point));
            if purpose == Purpose::Bar {
                self.barred.extend(points);
            }
            return Ok(None);
        }
        let game = placement.finish(self.settings.rule)?;
        match purpose {
            Purpose::Play => {
                self.game = Some(game);
                self.think(arrived)
            }
            Purpose::Keep | Purpose::Bar | Purpose::Unbar => {
                self.game = Some(game);
                Ok(None)
            }
            // The position is not kept.
            Purpose::Swap2 => self.search(game, Some(OpeningRequest::Swap2), arrived),
        }
    }

    /// INFO: changes a setting, and what it touches at once.
    fn info(&mut self, info: Info) {
        match self.settings.apply(info) {
            Change::Nothing => {}
            Change::Rule => {
                if let Some(game) = &mut self.game {
                    game.set_rule(self.settings.rule);
                }
                self.forget();
            }
            Change::Time => {
                // A search under way keeps its own limits; only a sooner end
                // can be put upon it.
                if let Some(search) = &mut self.thinking {
                    let budget = self.settings.limits(search.spent()).time.budget();
                    search.deadline = budget.and_then(|b| Instant::now().checked_add(b.hard));
                }
            }
        }
    }

    /// Lets the engine forget what it knows, unless that is nothing.
    fn forget(&mut self) {
        if std::mem::take(&mut self.learned) {
            self.order(Job::Clear);
        }
    }
}

/// The point that an argument names.
fn on_board(at: Argument, game: &Game) -> Result<Point, Refusal> {
    at.ok_or(Refusal::NoCoordinates)?
        .on(game.size())
        .ok_or(Refusal::Stone(GameError::OffBoard))
}
