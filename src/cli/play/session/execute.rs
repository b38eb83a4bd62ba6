//! Executes the player's commands.

use std::io::{self, Write};

use crate::board::notation::point_names;
use crate::cli::play::command::{NewGame, PlayCommand};
use crate::cli::play::help;
use crate::cli::play::numbered;
use crate::cli::play::session::GameSession;
use crate::play::opening::misfit;
use crate::play::resumed::Resumed;
use crate::play::seats::{Seats, Viewer};
use crate::play::{Match, calendar};
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
        self.tick();
        let message = match command {
            PlayCommand::Nothing | PlayCommand::Quit => return Ok(None),
            PlayCommand::Move(point) => return Ok(self.play(point)),
            PlayCommand::Undo(count) => self.undo(count),
            PlayCommand::Resign => self.end(|game| game.resign(Viewer::Owner)),
            PlayCommand::Draw => self.end(|game| game.offer_draw(Viewer::Owner)),
            PlayCommand::Hint => self.hint(out)?,
            PlayCommand::Evaluate => self.evaluate(out)?,
            PlayCommand::New(new) => self.new_game(&new),
            PlayCommand::Rematch => match self.game.rematch() {
                Ok(game) => self.begin(game.begun_on(calendar::today())),
                Err(refusal) => self.game.explain(refusal),
            },
            PlayCommand::Choose(choice) => self.choose(choice),
            PlayCommand::Side(side) => self.change_seats(|seats| seats.move_person(side)),
            PlayCommand::People(people) => {
                let to_move = self.game.position().side_to_move();
                self.change_seats(|seats| {
                    let side = seats.only_person().unwrap_or(to_move);
                    seats.seat_people(people, side);
                })
            }
            PlayCommand::Level(levels) => {
                self.game.set_levels(&levels);
                self.settings()
            }
            PlayCommand::Time(time) => {
                self.game.set_limit(time);
                self.settings()
            }
            PlayCommand::Settings => self.settings(),
            PlayCommand::ShowThreads => self.threads_text(),
            PlayCommand::Threads(threads) => {
                self.threads = threads;
                self.hint_engine.set_threads(threads);
                self.threads_text()
            }
            PlayCommand::Pause => match self.game.pause() {
                Ok(()) => "Paused. `go` continues the game.".into(),
                Err(refusal) => self.game.explain(refusal),
            },
            PlayCommand::Go => {
                self.game.go();
                return Ok(None);
            }
            PlayCommand::Board => {
                self.needs_drawing = true;
                self.settings()
            }
            PlayCommand::Numbers => {
                let board = numbered::draw(self.game.position(), self.terminal.width());
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
        let present = self.game.position();
        // An opening brings the rule that it is made for, unless the present one will do.
        let usual = new.opening.and_then(|opening| {
            if opening.is_of_renju() {
                Some(Rule::Renju)
            } else {
                present.rule().spec().fouls.map(|_| Rule::default())
            }
        });
        let rule = new.rule.or(usual).unwrap_or(present.rule());
        let size = new.size.unwrap_or(present.size());
        if let Some(misfit) = new.opening.and_then(|opening| misfit(opening, rule, size)) {
            return misfit;
        }
        let mut seats = self.game.seats().clone();
        if let Some(side) = new.side {
            seats.move_person(side);
        }
        let empty = Resumed::empty(size, rule);
        let game = Match::new(empty, seats, self.game.limit(), self.game.now());
        self.begin(game.with_opening(new.opening).begun_on(calendar::today()))
    }

    /// Begins another game, and describes it.
    fn begin(&mut self, game: Match) -> String {
        let file = self.enter(game);
        let lines: Vec<String> = std::iter::once(self.settings()).chain(file).collect();
        lines.join("\n")
    }

    /// Changes the players, and describes the new ones.
    fn change_seats(&mut self, change: impl FnOnce(&mut Seats)) -> String {
        match self.game.change_seats(change) {
            Ok(()) => self.settings(),
            Err(refusal) => self.game.explain(refusal),
        }
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
        let stones = self.game.position().stones();
        let points: Vec<Point> = stones.iter().map(|(point, _)| *point).collect();
        match points.len() {
            0 => "No moves have been played.".to_string(),
            n => {
                let count = counted(n, "move", "moves");
                format!("{count}: {}", point_names(&points, self.size()))
            }
        }
    }
}
