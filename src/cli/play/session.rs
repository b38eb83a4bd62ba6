//! A game in progress and the execution of the player's commands.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::args::PlayArgs;
use super::command::PlayCommand;
use super::format::{StatusLine, diagram, outlook, picture, record, write_file};
use crate::board::notation::{line_names, point_name};
use crate::cli::errors::printable;
use crate::cli::help;
use crate::cli::terminal::Terminal;
use crate::cli::values::{counted, foul_text, side_symbol};
use crate::engine::{Ending, Engine, Game, Limits, Request, Stone, end_of_play, ending, foul};
use crate::record::Format;
use crate::strength::{self, Level};
use crate::time::TimeControl;
use crate::types::{BoardSize, Color, Point};

/// Memory of the engine that gives hints, in bytes.
const HINT_MEMORY: u64 = 64 << 20;
/// Number of moves of a hint's variation that are shown.
const HINT_LENGTH: usize = 8;

/// A game in progress.
pub struct GameSession {
    game: Game,
    ending: Option<Ending>,
    /// The player's side.
    player: Color,
    level: Level,
    /// Time limit of a move.
    time: Duration,
    seed: u64,
    engine: Engine,
    /// A separate engine, so that the transposition table of a weak level does not
    /// contain results of its deep searches.
    hint_engine: Engine,
    terminal: Terminal,
    /// The file written by this session, which may be overwritten.
    saved: Option<PathBuf>,
    /// The board has to be drawn.
    needs_drawing: bool,
}

impl GameSession {
    /// A session that continues `game` with the settings in `args`. Stones after the end
    /// of the game are not expected.
    pub fn new(args: &PlayArgs, game: Game, terminal: Terminal) -> GameSession {
        let mut hint_engine = Engine::new();
        hint_engine.set_memory(HINT_MEMORY);
        let turn = args.input.limits.time.turn;
        GameSession {
            ending: end_of_play(&game).map(|(_, ending)| ending),
            player: args.input.side.unwrap_or(game.side_to_move()),
            game,
            level: args.level,
            time: turn.unwrap_or_default(),
            seed: args.seed.unwrap_or_else(time_seed),
            engine: Engine::new(),
            hint_engine,
            terminal,
            saved: None,
            needs_drawing: true,
        }
    }

    /// The board's size.
    pub fn size(&self) -> BoardSize {
        self.game.size()
    }

    /// The prompt before a line of input.
    pub fn prompt(&self) -> String {
        match self.ending {
            Some(_) => "game over> ".to_string(),
            None => format!("{}> ", self.player.name()),
        }
    }

    /// Prints the greeting.
    pub fn greet(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "Goshawk {}. Type a move such as h8, or `help`.",
            env!("CARGO_PKG_VERSION")
        )?;
        writeln!(out, "{}", self.settings())
    }

    /// The rule, the size and the settings.
    fn settings(&self) -> String {
        let size = self.game.size();
        format!(
            "{} on {}x{}; you are {} ({}); level {} of {}; at most {} s per move.",
            self.game.rule().name(),
            size.width(),
            size.height(),
            self.player.name(),
            side_symbol(self.player),
            self.level.number(),
            Level::STRONGEST.number(),
            self.time.as_secs_f64(),
        )
    }

    /// Plays the engine's move if it is its turn, and draws the board if it has changed.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn engine_turn(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.ending.is_none() && self.game.side_to_move() != self.player {
            match self.think(out)? {
                Some(best) => {
                    let name = point_name(best, self.size());
                    let side = self.game.side_to_move();
                    writeln!(out, "Goshawk ({}) plays {name}.", side_symbol(side))?;
                    self.put(best);
                }
                // All empty points are forbidden.
                None => self.ending = Some(Ending::Draw),
            }
            self.needs_drawing = true;
        }
        if std::mem::take(&mut self.needs_drawing) {
            self.draw(out)?;
        }
        Ok(())
    }

    /// Executes a command and returns the message for the player, if any.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn execute(
        &mut self,
        command: PlayCommand,
        out: &mut dyn Write,
    ) -> io::Result<Option<String>> {
        let message = match command {
            PlayCommand::Nothing | PlayCommand::Quit => return Ok(None),
            PlayCommand::Move(point) => return Ok(self.play(point)),
            PlayCommand::Undo => self.undo(),
            PlayCommand::Hint => self.hint(out)?,
            PlayCommand::New { rule, size, side } => {
                let rule = rule.unwrap_or(self.game.rule());
                let size = size.unwrap_or(self.game.size());
                self.game = Game::new(size, rule);
                self.player = side.unwrap_or(self.player);
                self.engine.clear();
                self.hint_engine.clear();
                self.changed();
                self.settings()
            }
            PlayCommand::Side(side) => {
                self.player = side;
                self.settings()
            }
            PlayCommand::Level(level) => {
                self.level = level;
                self.settings()
            }
            PlayCommand::Time(time) => {
                self.time = time;
                self.settings()
            }
            PlayCommand::Board => {
                self.needs_drawing = true;
                self.settings()
            }
            PlayCommand::Moves => self.moves(),
            PlayCommand::Save(path) => self.save(path),
            PlayCommand::Help => help::PLAY_COMMANDS.to_string(),
        };
        Ok(Some(message))
    }

    /// Plays the player's move. Returns a message if the move is refused.
    fn play(&mut self, point: Point) -> Option<String> {
        let name = point_name(point, self.size());
        if self.ending.is_some() {
            return Some("The game is over: `new`, `undo`, `save FILE` or `quit`.".into());
        }
        if self.game.at(point).is_some() {
            return Some(format!("{name} is not empty."));
        }
        if let Some(foul) = foul(&self.game, point) {
            let side = self.player.name();
            return Some(format!(
                "{name} is forbidden to {side}: {}.",
                foul_text(foul)
            ));
        }
        self.put(point);
        // Otherwise the board is drawn after the engine's move.
        self.needs_drawing = self.ending.is_some();
        None
    }

    /// Places a legal stone of the side to move.
    fn put(&mut self, point: Point) {
        let put = self.game.put(point, Stone::Of(self.game.side_to_move()));
        debug_assert_eq!(put, Ok(()), "the point is empty");
        self.changed();
    }

    /// Updates the state after a change of the board.
    fn changed(&mut self) {
        self.ending = ending(&self.game);
        self.needs_drawing = true;
    }

    /// Takes back the player's last move and all moves after it.
    fn undo(&mut self) -> String {
        let own = Stone::Of(self.player);
        let stones = self.game.stones();
        let Some(at) = stones.iter().rposition(|(_, stone)| *stone == own) else {
            return "You have no move to take back.".into();
        };
        let back: Vec<Point> = stones[at..].iter().map(|(point, _)| *point).collect();
        for point in back.iter().rev() {
            let taken = self.game.take(*point);
            debug_assert!(taken.is_ok(), "the stone is on the board");
        }
        self.changed();
        format!("Taken back: {}.", line_names(&back, self.size()))
    }

    /// The move that the engine at full strength would play for the player.
    fn hint(&mut self, out: &mut dyn Write) -> io::Result<String> {
        if self.ending.is_some() {
            return Ok("The game is over.".into());
        }
        let mut status = StatusLine::new(self.terminal, out);
        let request = Request {
            side: self.player,
            ..Request::new(&self.game, &self.limits())
        };
        let outcome = self
            .hint_engine
            .think(&request, &mut |report| status.show(report));
        status.clear()?;
        let Some(best) = outcome.best else {
            return Ok("You have no legal move.".into());
        };
        let report = outcome.report;
        let size = self.size();
        let line = &report.pv[..report.pv.len().min(HINT_LENGTH)];
        Ok(format!(
            "Hint: {} ({}). Expected: {}.",
            point_name(best, size),
            outlook(report.score),
            line_names(line, size),
        ))
    }

    /// The engine's move at its level.
    fn think(&mut self, out: &mut dyn Write) -> io::Result<Option<Point>> {
        self.seed = self.seed.wrapping_add(1);
        let request = Request::new(&self.game, &self.limits());
        let mut status = StatusLine::new(self.terminal, out);
        let best = strength::find_move(
            &mut self.engine,
            &request,
            self.level,
            self.seed,
            &mut |report| status.show(report),
        );
        status.clear()?;
        Ok(best)
    }

    /// The limits of a search.
    fn limits(&self) -> Limits {
        Limits {
            time: TimeControl {
                turn: Some(self.time),
                ..TimeControl::default()
            },
            ..Limits::default()
        }
    }

    /// Draws the board, and prints the result if the game is over.
    fn draw(&self, out: &mut dyn Write) -> io::Result<()> {
        let last = self.game.stones().last().map(|(point, _)| *point);
        let row = self.ending.as_ref().map_or(&[][..], Ending::points);
        let board = self.terminal.draw(&diagram(&self.game), None, last, row);
        write!(out, "\n{board}\n")?;
        let Some(ending) = &self.ending else {
            return Ok(());
        };
        let Some(winner) = ending.winner() else {
            return writeln!(out, "The game is a draw.");
        };
        let (who, verb) = match winner == self.player {
            true => ("You", "win"),
            false => ("Goshawk", "wins"),
        };
        write!(out, "{who} ({}) {verb}", side_symbol(winner))?;
        let points = line_names(ending.points(), self.size());
        match ending {
            Ending::Foul { foul, .. } => writeln!(
                out,
                ": {points} is forbidden to black, {}.",
                foul_text(*foul)
            ),
            _ => writeln!(out, " with {points}."),
        }
    }

    /// The list of moves.
    fn moves(&self) -> String {
        let points: Vec<Point> = self.game.stones().iter().map(|(point, _)| *point).collect();
        match points.len() {
            0 => "No moves have been played.".to_string(),
            n => {
                let count = counted(n, "move", "moves");
                format!("{count}: {}", line_names(&points, self.size()))
            }
        }
    }

    /// Writes a record or a picture to a file. A file that this session has not
    /// written is not overwritten.
    fn save(&mut self, path: PathBuf) -> String {
        let is_picture = path.extension().is_some_and(|end| end == "svg");
        let text = match is_picture {
            true => Some(picture(&self.game, self.ending.as_ref()).svg()),
            false => self.record(&path),
        };
        let Some(text) = text else {
            return "A game with obstacles can be saved only as a picture.".to_string();
        };
        let overwrite = self.saved.as_ref() == Some(&path);
        let name = printable(&path.display().to_string());
        match write_file(&path, &text, overwrite) {
            Ok(()) => {
                self.saved = Some(path);
                format!("Saved to {name}.")
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                format!("{name} already exists and is not overwritten.")
            }
            Err(error) => format!("Cannot save to {name}: {error}."),
        }
    }

    /// The text of a record of the game in the format that the file name asks for.
    fn record(&self, path: &Path) -> Option<String> {
        let mut players = [None, None];
        players[self.player.index()] = Some("player".to_string());
        let engine = format!("Goshawk level {}", self.level.number());
        players[(!self.player).index()] = Some(engine);
        let record = record(&self.game, self.ending.as_ref(), players);
        let ends_in = |wanted| path.extension().is_some_and(|end| end == wanted);
        record.write(match () {
            () if ends_in("psq") => Format::Psq,
            () if ends_in("sgf") => Format::Sgf,
            () => Format::Moves,
        })
    }
}

/// A seed that differs from game to game.
fn time_seed() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |time| time.as_nanos() as u64)
}
