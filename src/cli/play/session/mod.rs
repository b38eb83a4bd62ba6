//! A game in progress and the execution of the player's commands.
//!
//! - this file: the state, the engine's turns, and what is printed;
//! - `execute`: the commands;
//! - `moves`: the players' moves, undo, and resigning;
//! - `advice`: hints and evaluations;
//! - `opening`: the opening;
//! - `files`: saved games.

mod advice;
mod execute;
mod files;
mod moves;
mod opening;

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::board::notation::point_name;
use crate::cli::input::args::DEFAULT_TIME;
use crate::cli::play::args::PlayArgs;
use crate::cli::play::format::StatusLine;
use crate::cli::play::input::Interrupt;
use crate::cli::play::session::opening::OpeningStep;
use crate::cli::play::start::Start;
use crate::cli::term::Terminal;
use crate::engine::{Ending, Engine, Game, Limits, Request};
use crate::opening::rules::{Opening, OpeningRule};
use crate::play::autosave::Autosave;
use crate::play::finish::Finish;
use crate::play::opening as words;
use crate::play::record::is_own;
use crate::play::seats::Seats;
use crate::random::clock_seed;
use crate::report::boards;
use crate::report::boards::forbidden_to;
use crate::strength::{self, Level};
use crate::time::TimeControl;
use crate::types::{BoardSize, Point};

/// The memory of the engine that gives hints, in bytes.
const HINT_MEMORY: u64 = 64 << 20;
/// The keys of the player during a search.
const KEYS: &str = "; Enter: move";

/// The answer to commands that are possible only after the opening.
const OPENING_FIRST: &str = "That is possible only after the opening.";

/// A game in progress.
pub struct GameSession {
    game: Game,
    /// The time that each stone took, if it is known.
    times: Vec<Option<Duration>>,
    finish: Option<Finish>,
    /// The opening rule, if the game has one.
    opening_rule: Option<OpeningRule>,
    /// The opening, until it is over.
    opening: Option<Opening>,
    /// What has been done in the opening.
    opening_steps: Vec<OpeningStep>,
    /// The number of stones of the opening: to take them back is to return to it.
    fixed: usize,
    seats: Seats,
    /// The time limit of a move.
    limit: Duration,
    seed: u64,
    threads: usize,
    engine: Engine,
    /// A separate engine, so that the transposition table of a weak level does not
    /// contain results of its deep searches.
    hint_engine: Engine,
    terminal: Terminal,
    interrupt: Arc<Interrupt>,
    /// A game of the engine against itself is paused.
    is_paused: bool,
    /// The start of the current turn.
    turn_started: Instant,
    /// The files that `save` has written in this game and may replace.
    saved: HashSet<PathBuf>,
    autosave: Autosave,
    /// The game has changed since it was saved after a move.
    is_unsaved: bool,
    /// The board has to be drawn.
    needs_drawing: bool,
}

impl GameSession {
    /// A session that continues the game of `start`. The settings in `args` override those of its
    /// record.
    pub fn new(
        args: &PlayArgs,
        start: Start,
        terminal: Terminal,
        interrupt: Arc<Interrupt>,
    ) -> GameSession {
        let mut hint_engine = Engine::new();
        hint_engine.set_memory(HINT_MEMORY);
        let record = start.record.as_ref();
        let told = record.and_then(|record| record.move_limit);
        let limit = args.input.limits.time.turn.or(told);
        let mut session = GameSession {
            seats: seats(args, &start),
            finish: start.finish(),
            opening_rule: args.opening.or(start.opening_rule()),
            opening: args.opening.map(Opening::new),
            opening_steps: Vec::new(),
            fixed: 0,
            game: start.game,
            times: start.times,
            limit: limit.unwrap_or(DEFAULT_TIME),
            seed: args.seed.unwrap_or_else(clock_seed),
            threads: args.threads,
            engine: Engine::new(),
            hint_engine,
            terminal,
            interrupt,
            is_paused: false,
            turn_started: Instant::now(),
            saved: HashSet::new(),
            autosave: Autosave::new(&args.save),
            is_unsaved: false,
            needs_drawing: true,
        };
        session.hint_engine.set_threads(args.threads);
        session
    }

    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        self.game.size()
    }

    /// The prompt before a line of input.
    pub fn prompt(&self) -> String {
        let side = self.seats.only_person().unwrap_or(self.game.side_to_move());
        match (&self.finish, &self.opening) {
            (Some(_), _) => "game over> ".to_string(),
            (None, _) if self.is_paused => "paused> ".to_string(),
            (None, Some(opening)) => format!("{}> ", words::prompt(opening, &self.game)),
            (None, None) => format!("{}> ", side.name()),
        }
    }

    /// Prints the greeting.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn greet(&self, out: &mut dyn Write) -> io::Result<()> {
        let version = env!("CARGO_PKG_VERSION");
        let greeting = format!("Goshawk {version}. Type a move such as h8, or `help`.");
        let file = self.autosave.describe(self.opening.is_some());
        let settings = self.settings();
        self.say(&format!("{greeting}\n{settings}\n{file}"), out)
    }

    /// Prints a message for the players.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn say(&self, message: &str, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.terminal.fitted(message))
    }

    /// The rule, the size and the settings.
    fn settings(&self) -> String {
        let size = self.game.size();
        let limit = match self.seats.people() {
            2 => String::new(),
            _ => format!(
                "; Goshawk takes at most {} s per move",
                self.limit.as_secs_f64()
            ),
        };
        format!(
            "{} on {}x{}; {}{limit}.",
            self.game.rule().name(),
            size.width(),
            size.height(),
            self.seats.describe(),
        )
    }

    /// True if the engine has to move now.
    pub fn is_engines_turn(&self) -> bool {
        let to_move = self.game.side_to_move();
        let actor = self.opening.as_ref().and_then(Opening::actor);
        let actor = actor.unwrap_or(to_move);
        self.finish.is_none() && !self.is_paused && !self.seats.is_person(actor)
    }

    /// Pauses a game of the engine against itself. Returns false if a person plays.
    pub fn pause(&mut self) -> bool {
        self.is_paused |= self.seats.people() == 0;
        self.is_paused
    }

    /// Plays the engine's move if it is its turn, and draws the board if it has changed.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn turn(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.is_engines_turn() {
            match self.opening.is_some() {
                true => self.opening_turn(out)?,
                false => self.engine_move(out)?,
            }
            self.needs_drawing = true;
        }
        if std::mem::take(&mut self.needs_drawing) {
            self.draw(out)?;
        }
        Ok(())
    }

    /// Plays the engine's move.
    fn engine_move(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match self.think(out)? {
            Some(best) => {
                let name = point_name(best, self.size());
                let side = self.game.side_to_move();
                let player = self.seats.subject(side);
                self.say(&format!("{player} plays {name}."), out)?;
                self.put(best);
            }
            // All empty points are forbidden.
            None => self.finish = Some(Finish::Board(Ending::Draw)),
        }
        Ok(())
    }

    /// The engine's move at its level.
    fn think(&mut self, out: &mut dyn Write) -> io::Result<Option<Point>> {
        self.seed = self.seed.wrapping_add(1);
        let level = self.seats.level(self.game.side_to_move());
        self.set_engine_threads(level);
        let limits = self.limits(self.limit);
        let interrupt = Arc::clone(&self.interrupt);
        let mut status = self.status(KEYS, out);
        let best = interrupt.during(|stop| {
            let request = Request {
                stop: Some(stop),
                ..Request::new(&self.game, &limits)
            };
            let mut report = |report: &_| status.show(report);
            let engine = &mut self.engine;
            strength::find_move(engine, &request, level, self.seed, &mut report).best
        });
        status.clear()?;
        Ok(best)
    }

    /// Sets the number of search threads for a move at `level`.
    fn set_engine_threads(&mut self, level: Level) {
        // With several threads, weaker levels would not be repeatable.
        self.engine.set_threads(match level == Level::STRONGEST {
            true => self.threads,
            false => 1,
        });
    }

    /// A line that shows the progress of a search, and the keys if there are any.
    fn status<'a>(&self, keys: &'static str, out: &'a mut dyn Write) -> StatusLine<'a> {
        let keys = self.interrupt.is_possible.then_some(keys);
        StatusLine::new(self.terminal, keys, out)
    }

    /// The limits of a search.
    fn limits(&self, turn: Duration) -> Limits {
        Limits {
            time: TimeControl {
                turn: Some(turn),
                ..TimeControl::default()
            },
            ..Limits::default()
        }
    }

    /// Draws the board, and prints the result if the game is over.
    fn draw(&self, out: &mut dyn Write) -> io::Result<()> {
        let last = self.game.stones().last().map(|(point, _)| *point);
        let diagram = boards::diagram(&self.game);
        let board = match &self.finish {
            Some(finish) => self.terminal.draw(&diagram, None, last, finish.points()),
            None => {
                let forbidden = forbidden_to(self.game.side_to_move(), &self.game);
                self.terminal
                    .draw_with_fouls(&diagram, None, last, &forbidden)
            }
        };
        write!(out, "\n{board}\n")?;
        match (&self.finish, self.instruction()) {
            (Some(finish), _) => self.say(&finish.sentence(&self.seats, self.size()), out),
            (None, Some(instruction)) => self.say(&instruction, out),
            (None, None) => Ok(()),
        }
    }
}

/// The players of the record, with the changes that the arguments ask for.
fn seats(args: &PlayArgs, start: &Start) -> Seats {
    let to_move = start.game.side_to_move();
    let record = start.record.as_ref();
    let for_people = args.people == Some(2);
    let told = record.and_then(|record| Seats::of_record(record, for_people || is_own(record)));
    let mut seats =
        told.unwrap_or_else(|| Seats::new(args.input.side.unwrap_or(to_move), Level::default()));
    let side = args.input.side.or(seats.only_person()).unwrap_or(to_move);
    match (args.people, args.input.side) {
        (Some(people), _) => seats.seat_people(people, side),
        (None, Some(_)) => seats.move_person(side),
        (None, None) => {}
    }
    if let Some(levels) = &args.levels {
        seats.set_levels(levels);
    }
    seats.set_names(&args.names);
    seats
}
