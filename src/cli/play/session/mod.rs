//! A game in progress and the execution of the player's commands: a view of a [`Match`]. It keeps the
//! engines, the seed of their choices, what has to be drawn, and the files of the command `save`.
//!
//! - this file: the state, the engine's turns, and what is printed;
//! - `execute`: the commands;
//! - `moves`: the players' moves, undo, and ends of games;
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
use crate::cli::play::start::Start;
use crate::cli::term::Terminal;
use crate::engine::Engine;
use crate::play::autosave::Autosave;
use crate::play::opening as words;
use crate::play::record::is_own;
use crate::play::seats::Seats;
use crate::play::turn::{Answer, Turn};
use crate::play::{Match, calendar};
use crate::random::clock_seed;
use crate::report::boards;
use crate::report::boards::forbidden_to;
use crate::strength::Level;
use crate::types::BoardSize;

/// The memory of the engine that gives hints, in bytes.
const HINT_MEMORY: u64 = 64 << 20;
/// The keys of the player during a search.
const KEYS: &str = "; Enter: move";

/// A game in progress.
pub struct GameSession {
    game: Match,
    /// When the session has started. All times of games count from here.
    started: Instant,
    seed: u64,
    threads: usize,
    engine: Engine,
    /// A separate engine, so that the transposition table of a weak level does not
    /// contain results of its deep searches.
    hint_engine: Engine,
    terminal: Terminal,
    interrupt: Arc<Interrupt>,
    /// The files that `save` has written in this game and may replace.
    saved: HashSet<PathBuf>,
    autosave: Autosave,
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
        let limit = args.time.or(start.resumed.limit);
        let limit = limit.unwrap_or(DEFAULT_TIME);
        let seats = seats(args, &start);
        let mut game =
            Match::new(start.resumed, seats, limit, Duration::ZERO).begun_on(calendar::today());
        if args.opening.is_some() {
            game = game.with_opening(args.opening);
        }
        game.go();
        let mut session = GameSession {
            game,
            started: Instant::now(),
            seed: args.seed.unwrap_or_else(clock_seed),
            threads: args.threads,
            engine: Engine::new(),
            hint_engine,
            terminal,
            interrupt,
            saved: HashSet::new(),
            autosave: Autosave::new(&args.save()),
            needs_drawing: true,
        };
        session.hint_engine.set_threads(args.threads);
        session
    }

    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        self.game.position().size()
    }

    /// Tells the game what time it is.
    fn tick(&mut self) {
        self.game.tick(self.started.elapsed());
    }

    /// The prompt before a line of input.
    pub fn prompt(&self) -> String {
        let position = self.game.position();
        let only = self.game.seats().only_person();
        match (self.game.finish(), self.game.opening()) {
            (Some(_), _) => "game over> ".to_string(),
            (None, _) if self.game.is_paused() => "paused> ".to_string(),
            (None, Some(opening)) => format!("{}> ", words::prompt(opening, position)),
            (None, None) => {
                let side = only.unwrap_or(position.side_to_move());
                format!("{}> ", side.name())
            }
        }
    }

    /// Prints the greeting.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn greet(&self, out: &mut dyn Write) -> io::Result<()> {
        let version = env!("CARGO_PKG_VERSION");
        let greeting = format!("Goshawk {version}. Type a move such as h8, or `help`.");
        let file = self.autosave.describe(self.game.opening().is_some());
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
        let size = self.size();
        let limit = match self.game.seats().people() {
            2 => String::new(),
            _ => format!(
                "; Goshawk takes at most {} s per move",
                self.game.limit().as_secs_f64()
            ),
        };
        format!(
            "{} on {}x{}; {}{limit}.",
            self.game.position().rule().name(),
            size.width(),
            size.height(),
            self.game.seats().describe(),
        )
    }

    /// True if the engine has to move now.
    pub fn is_engines_turn(&self) -> bool {
        self.game.is_engines_turn()
    }

    /// Plays the engine's move if it is its turn, and draws the board if it has changed.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn turn(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(turn) = self.game.turn() {
            self.engines_turn(&turn, out)?;
            self.needs_drawing = true;
        }
        if std::mem::take(&mut self.needs_drawing) {
            self.draw(out)?;
        }
        Ok(())
    }

    /// Lets the engine act, and tells what it does.
    fn engines_turn(&mut self, turn: &Turn, out: &mut dyn Write) -> io::Result<()> {
        self.seed = self.seed.wrapping_add(1);
        let interrupt = Arc::clone(&self.interrupt);
        let mut status = self.status(KEYS, out);
        let (engine, threads, seed) = (&mut self.engine, self.threads, self.seed);
        let answer = interrupt.during(|stop| {
            turn.search(engine, threads, seed, stop, &mut |report| {
                status.show(report)
            })
        });
        status.clear()?;
        self.tick();
        if let Answer::Move(Some(best)) = answer {
            let name = point_name(best, self.size());
            let side = self.game.position().side_to_move();
            let player = self.game.seats().subject(side);
            self.say(&format!("{player} plays {name}."), out)?;
        }
        let from = self.game.steps().len();
        let taken = self.game.take(&answer);
        if let (Answer::Step(decision), Some(opening)) = (&answer, &turn.opening) {
            self.tell_step(opening, decision, from, out)?;
        }
        match taken {
            Ok(()) => Ok(()),
            Err(refusal) => self.say(&self.game.explain(refusal), out),
        }
    }

    /// A line that shows the progress of a search, and the keys if there are any.
    fn status<'a>(&self, keys: &'static str, out: &'a mut dyn Write) -> StatusLine<'a> {
        let keys = self.interrupt.is_possible.then_some(keys);
        StatusLine::new(self.terminal, keys, out)
    }

    /// Draws the board, and prints the result if the game is over.
    fn draw(&self, out: &mut dyn Write) -> io::Result<()> {
        let position = self.game.position();
        let last = position.stones().last().map(|(point, _)| *point);
        let diagram = boards::diagram(position);
        let board = match self.game.finish() {
            Some(finish) => self.terminal.draw(&diagram, None, last, finish.points()),
            None => {
                let forbidden = forbidden_to(position.side_to_move(), position);
                self.terminal
                    .draw_with_fouls(&diagram, None, last, &forbidden)
            }
        };
        write!(out, "\n{board}\n")?;
        match (self.game.finish(), self.instruction()) {
            (Some(finish), _) => {
                let seats = self.game.seats();
                self.say(&finish.sentence(seats, self.size()), out)
            }
            (None, Some(instruction)) => self.say(&instruction, out),
            (None, None) => Ok(()),
        }
    }
}

/// The players of the record, with the changes that the arguments ask for.
fn seats(args: &PlayArgs, start: &Start) -> Seats {
    let to_move = start.resumed.game.side_to_move();
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
    seats.set_names(args.names());
    seats
}
