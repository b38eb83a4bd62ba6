//! The table: board, players, and what happens when the player gives an order.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::aid::{Status, diagram, lasting, now, outlook, picture, reason, symbol, write_file};
use super::args::PlayArgs;
use super::order::Order;
use crate::board::notation::{line_names, point_name};
use crate::cli::analyze::side_name;
use crate::cli::help;
use crate::cli::terminal::Terminal;
use crate::engine::{Ending, Engine, Game, Request, Stone, ending, foul};
use crate::opening::Bounds;
use crate::strength::{self, Level};
use crate::types::{BoardSize, Color, Point};

/// Memory of the engine that gives hints, in bytes. It is another one, so that
/// its deep searches teach a weak opponent nothing.
const ADVISER_MEMORY: u64 = 64 << 20;
/// Moves of a hint's variation that are shown.
const HINT_LENGTH: usize = 8;

/// What an order leads to.
pub enum Reply {
    /// It is done.
    Done,
    /// A sentence for the player.
    Say(String),
}

/// A game in progress.
pub struct Table {
    game: Game,
    ending: Option<Ending>,
    /// The person's side.
    person: Color,
    level: Level,
    time: Duration,
    seed: u64,
    engine: Engine,
    adviser: Engine,
    terminal: Terminal,
    /// A file of ours, which may be written again.
    saved: Option<PathBuf>,
    /// The board has changed since it was drawn.
    stale: bool,
}

impl Table {
    /// A table with a game on it, as the arguments want it.
    pub fn new(args: &PlayArgs, game: Game, terminal: Terminal) -> Table {
        let mut adviser = Engine::new();
        adviser.set_memory(ADVISER_MEMORY);
        let turn = args.input.limits.time.turn;
        Table {
            ending: ending(&game),
            person: args.input.side.unwrap_or(game.side_to_move()),
            game,
            level: args.level,
            time: turn.unwrap_or_default(),
            seed: args.seed.unwrap_or_else(now),
            engine: Engine::new(),
            adviser,
            terminal,
            saved: None,
            stale: true,
        }
    }

    /// The board's size.
    pub fn size(&self) -> BoardSize {
        self.game.size()
    }

    /// What stands before the line that the player types.
    pub fn prompt(&self) -> String {
        match self.ending {
            Some(_) => "game over> ".to_string(),
            None => format!("{}> ", side_name(self.person)),
        }
    }

    /// The first words.
    pub fn greet(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "Goshawk {}. Type a move such as h8, or `help`.",
            env!("CARGO_PKG_VERSION")
        )?;
        writeln!(out, "{}", self.terms())
    }

    /// What is being played.
    fn terms(&self) -> String {
        let size = self.game.size();
        format!(
            "{} on {}x{}; you are {} ({}); level {} of {}; at most {} s a move.",
            self.game.rule().name(),
            size.width(),
            size.height(),
            side_name(self.person),
            symbol(self.person),
            self.level.number(),
            Level::STRONGEST.number(),
            self.time.as_secs_f64(),
        )
    }

    /// Lets the engine play if it is its turn, and draws a board that has changed.
    pub fn answer(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.ending.is_none() && self.game.side_to_move() != self.person {
            match self.think(out)? {
                Some(best) => {
                    let name = point_name(best, self.size());
                    let side = self.game.side_to_move();
                    writeln!(out, "Goshawk ({}) plays {name}.", symbol(side))?;
                    self.put(best);
                }
                // Only fouls are left to it.
                None => self.ending = Some(Ending::Draw),
            }
            self.stale = true;
        }
        if std::mem::take(&mut self.stale) {
            self.draw(out)?;
        }
        Ok(())
    }

    /// Carries an order out.
    pub fn obey(&mut self, order: Order, out: &mut dyn Write) -> io::Result<Reply> {
        let reply = match order {
            Order::Nothing | Order::Quit => Reply::Done,
            Order::Move(point) => self.play(point),
            Order::Undo => self.undo(),
            Order::Hint => self.hint(out)?,
            Order::New { rule, size, side } => {
                let rule = rule.unwrap_or(self.game.rule());
                let size = size.unwrap_or(self.game.size());
                self.game = Game::new(size, rule);
                self.person = side.unwrap_or(self.person);
                self.engine.clear();
                self.adviser.clear();
                self.changed();
                Reply::Say(self.terms())
            }
            Order::Side(side) => {
                self.person = side;
                Reply::Say(self.terms())
            }
            Order::Level(level) => {
                self.level = level;
                Reply::Say(self.terms())
            }
            Order::Time(time) => {
                self.time = time;
                Reply::Say(self.terms())
            }
            Order::Board => {
                self.stale = true;
                Reply::Say(self.terms())
            }
            Order::Moves => Reply::Say(self.moves()),
            Order::Save(path) => Reply::Say(self.save(path)),
            Order::Help => Reply::Say(help::PLAY_COMMANDS.to_string()),
        };
        Ok(reply)
    }

    /// The person plays.
    fn play(&mut self, point: Point) -> Reply {
        let name = point_name(point, self.size());
        if self.ending.is_some() {
            return Reply::Say("The game is over: `new`, `undo`, `save FILE` or `quit`.".into());
        }
        if self.game.at(point).is_some() {
            return Reply::Say(format!("{name} is taken."));
        }
        if let Some(foul) = foul(&self.game, point) {
            let side = side_name(self.person);
            return Reply::Say(format!("{name} is forbidden to {side}: {}.", reason(foul)));
        }
        self.put(point);
        // The board is drawn after the answer, unless there is none.
        self.stale = self.ending.is_some();
        Reply::Done
    }

    /// Puts down a legal stone of the side to move.
    fn put(&mut self, point: Point) {
        let put = self.game.put(point, Stone::Of(self.game.side_to_move()));
        debug_assert_eq!(put, Ok(()), "the point is free");
        self.changed();
    }

    fn changed(&mut self) {
        self.ending = ending(&self.game);
        self.stale = true;
    }

    /// Takes back up to and including the person's last move.
    fn undo(&mut self) -> Reply {
        let own = Stone::Of(self.person);
        let stones = self.game.stones();
        let Some(at) = stones.iter().rposition(|(_, stone)| *stone == own) else {
            return Reply::Say("There is no move of yours to take back.".into());
        };
        let back: Vec<Point> = stones[at..].iter().map(|(point, _)| *point).collect();
        for point in back.iter().rev() {
            let taken = self.game.take(*point);
            debug_assert!(taken.is_ok(), "the stone lies there");
        }
        self.changed();
        Reply::Say(format!("Taken back: {}.", line_names(&back, self.size())))
    }

    /// What the engine at its best would play for the person.
    fn hint(&mut self, out: &mut dyn Write) -> io::Result<Reply> {
        if self.ending.is_some() {
            return Ok(Reply::Say("The game is over.".into()));
        }
        let mut status = Status::new(self.terminal, out);
        let request = Request {
            side: self.person,
            ..Request::new(&self.game, &lasting(self.time))
        };
        let outcome = self
            .adviser
            .think(&request, &mut |report| status.tell(report));
        status.clear()?;
        let Some(best) = outcome.best else {
            return Ok(Reply::Say("There is no move left for you.".into()));
        };
        let report = outcome.report;
        let size = self.size();
        let line = &report.pv[..report.pv.len().min(HINT_LENGTH)];
        Ok(Reply::Say(format!(
            "Hint: {} ({}). Expected: {}.",
            point_name(best, size),
            outlook(report.score),
            line_names(line, size),
        )))
    }

    /// The engine's move at its level.
    fn think(&mut self, out: &mut dyn Write) -> io::Result<Option<Point>> {
        self.seed = self.seed.wrapping_add(1);
        let mut status = Status::new(self.terminal, out);
        let bounds = Bounds {
            limits: lasting(self.time),
            started: Instant::now(),
            stop: &AtomicBool::new(false),
            seed: self.seed,
        };
        let best = strength::find_move(
            &mut self.engine,
            &self.game,
            self.level,
            bounds,
            &mut |report| {
                status.tell(report);
            },
        );
        status.clear()?;
        Ok(best)
    }

    /// Draws the board, and says how the game has ended if it has.
    fn draw(&self, out: &mut dyn Write) -> io::Result<()> {
        let last = self.game.stones().last().map(|(point, _)| *point);
        let row = match &self.ending {
            Some(Ending::Row { points, .. }) => &points[..],
            _ => &[],
        };
        let board = self.terminal.draw(&diagram(&self.game), None, last, row);
        write!(out, "\n{board}\n")?;
        let size = self.size();
        match &self.ending {
            None => Ok(()),
            Some(Ending::Draw) => writeln!(out, "The game is drawn."),
            Some(Ending::Row { winner, points }) => {
                let (who, verb) = match *winner == self.person {
                    true => ("You", "win"),
                    false => ("Goshawk", "wins"),
                };
                let row = line_names(points, size);
                writeln!(out, "{who} ({}) {verb} with {row}.", symbol(*winner))
            }
        }
    }

    /// The moves so far.
    fn moves(&self) -> String {
        let points: Vec<Point> = self.game.stones().iter().map(|(point, _)| *point).collect();
        match points.len() {
            0 => "No move has been played.".to_string(),
            1 => format!("1 move: {}", line_names(&points, self.size())),
            n => format!("{n} moves: {}", line_names(&points, self.size())),
        }
    }

    /// Writes the moves, or a picture, to a file, never over one that is not ours.
    fn save(&mut self, path: PathBuf) -> String {
        let is_picture = path.extension().is_some_and(|end| end == "svg");
        let text = match is_picture {
            true => picture(&self.game).svg(),
            false => self.record(),
        };
        let again = self.saved.as_ref() == Some(&path);
        match write_file(&path, &text, again) {
            Ok(()) => {
                let said = format!("Saved to {}.", path.display());
                self.saved = Some(path);
                said
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                format!("{} exists already; it is left alone.", path.display())
            }
            Err(error) => format!("Cannot save to {}: {error}.", path.display()),
        }
    }

    /// The game as a file that `play` and `analyze` read.
    fn record(&self) -> String {
        let size = self.size();
        let points: Vec<Point> = self.game.stones().iter().map(|(point, _)| *point).collect();
        format!(
            "# Goshawk, level {}, as {}. To go on: play --rule {} --size {}x{} FILE\n{}\n",
            self.level.number(),
            side_name(!self.person),
            self.game.rule().name(),
            size.width(),
            size.height(),
            line_names(&points, size),
        )
    }
}
