//! Executes the player's commands.

use std::io::{self, Write};
use std::time::Instant;

use crate::board::notation::point_names;
use crate::cli::play::command::{NewGame, PlayCommand};
use crate::cli::play::help;
use crate::cli::play::numbered;
use crate::cli::play::session::{GameSession, OPENING_FIRST};
use crate::engine::Game;
use crate::opening::rules::Opening;
use crate::play::opening::misfit;
use crate::report::text::counted;
use crate::types::{Point, Rule};

impl GameSession {
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
            PlayCommand::Undo(count) => self.undo(count),
            PlayCommand::Resign => self.resign(),
            PlayCommand::Hint => self.hint(out)?,
            PlayCommand::Evaluate => self.evaluate(out)?,
            PlayCommand::New(new) => self.new_game(&new),
            PlayCommand::Choose(choice) => self.choose(choice),
            PlayCommand::Side(_) | PlayCommand::People(_) if self.opening.is_some() => {
                OPENING_FIRST.into()
            }
            PlayCommand::Side(side) => {
                self.seats.move_person(side);
                self.changed_seats()
            }
            PlayCommand::People(people) => {
                let to_move = self.game.side_to_move();
                let side = self.seats.only_person().unwrap_or(to_move);
                self.seats.seat_people(people, side);
                self.changed_seats()
            }
            PlayCommand::Level(levels) => {
                self.seats.set_levels(&levels);
                self.is_unsaved = true;
                self.settings()
            }
            PlayCommand::Time(time) => {
                self.limit = time;
                self.is_unsaved = true;
                self.settings()
            }
            PlayCommand::Settings => self.settings(),
            PlayCommand::ShowThreads => self.threads_text(),
            PlayCommand::Threads(threads) => {
                self.threads = threads;
                self.hint_engine.set_threads(threads);
                self.threads_text()
            }
            PlayCommand::Pause if self.finish.is_some() => "The game is over.".into(),
            PlayCommand::Pause => match self.pause() {
                true => "Paused. `go` continues the game.".into(),
                false => "Only a game of Goshawk against itself can be paused.".into(),
            },
            PlayCommand::Go => {
                self.is_paused = false;
                return Ok(None);
            }
            PlayCommand::Board => {
                self.needs_drawing = true;
                self.settings()
            }
            PlayCommand::Numbers => {
                let board = numbered::draw(&self.game, self.terminal.width());
                format!("\n{board}")
            }
            PlayCommand::Moves => self.moves(),
            PlayCommand::Save(path) => self.save(path),
            PlayCommand::Load(path) => self.load(path),
            PlayCommand::Help => help::commands(self.terminal.width()),
        };
        Ok(Some(message).filter(|message| !message.is_empty()))
    }

    /// Starts a new game, or explains why it cannot be played.
    fn new_game(&mut self, new: &NewGame) -> String {
        // An opening brings the rule that it is made for, unless the present one will do.
        let usual = new.opening.and_then(|opening| match opening.is_of_renju() {
            true => Some(Rule::Renju),
            false => self.game.rule().spec().fouls.map(|_| Rule::default()),
        });
        let rule = new.rule.or(usual).unwrap_or(self.game.rule());
        let size = new.size.unwrap_or(self.game.size());
        if let Some(misfit) = new.opening.and_then(|opening| misfit(opening, rule, size)) {
            return misfit;
        }
        self.game = Game::new(size, rule);
        self.opening_rule = new.opening;
        self.opening = new.opening.map(Opening::new);
        let file = self.next_file();
        self.opening_steps.clear();
        self.fixed = 0;
        self.times.clear();
        if let Some(side) = new.side {
            self.seats.move_person(side);
        }
        self.engine.clear();
        self.hint_engine.clear();
        self.changed();
        self.is_unsaved = false;
        self.is_paused = false;
        let lines: Vec<String> = std::iter::once(self.settings()).chain(file).collect();
        lines.join("\n")
    }

    /// Updates the state after a change of the players, and describes the new ones.
    fn changed_seats(&mut self) -> String {
        self.is_paused = false;
        self.is_unsaved = self.game.ply() > 0;
        self.turn_started = Instant::now();
        self.settings()
    }

    /// The number of search threads.
    fn threads_text(&self) -> String {
        format!(
            "{}.",
            counted(self.threads, "search thread", "search threads")
        )
    }

    /// The list of moves.
    fn moves(&self) -> String {
        let points: Vec<Point> = self.game.stones().iter().map(|(point, _)| *point).collect();
        match points.len() {
            0 => "No moves have been played.".to_string(),
            n => {
                let count = counted(n, "move", "moves");
                format!("{count}: {}", point_names(&points, self.size()))
            }
        }
    }
}
