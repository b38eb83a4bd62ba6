//! The board in a page without a server: carries the [application](crate::app) on one thread.
//!
//! - this file: actions, uploads and pieces of searches, one after the other;
//! - `desk`: the search that is wanted;
//! - `library`: the games that are saved in the browser;
//! - `journal`: what has been done in the game that is being played.

mod desk;
mod journal;
mod library;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::app::action::Action;
use crate::app::application::{Answered, Application, Setup};
use crate::app::events::{Kind, Mailbox};
use crate::app::first::FirstGame;
use crate::app::room::Room;
use crate::app::saves::Saves;
use crate::app::search::{Control, Engines, Found, Job, Searcher};
use crate::app::study::{LeftStudy, Saved, Study};
use crate::app::token::Token;
use crate::clock::Instant;
use crate::strength::Level;
use crate::types::{BoardSize, Rule};
use desk::Desk;
use journal::{Done, Entry, decided, is_kept, played};
use library::{Library, StoredGame};

/// The longest time for a move of the engine in the first game, in seconds.
const SECONDS: f64 = 2.0;

/// The page, and who else is told something.
pub trait Page: Send + Sync {
    /// Takes a message for the page: a document in JSON.
    fn tell(&self, message: &str);

    /// Stores a change of what is kept in the browser: a document in JSON.
    fn store(&self, change: &str);

    /// Whether an action waits, for which a search has to pause.
    fn has_news(&self) -> bool;
}

/// What an action is answered.
pub enum Reply {
    /// By nothing, or a document.
    Done(Value),
    /// By a file.
    File(Saved),
    /// It was refused, for this reason.
    Refused(String),
}

/// What is handed in at the start.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Start {
    /// The memory for searches, in MiB.
    memory: u64,
    /// Varies the choices of weaker levels.
    seed: u64,
    /// [`Page::has_news`] tells when an action waits.
    is_interruptible: bool,
    /// The saved games.
    games: Vec<StoredGame>,
    /// The scores of puzzles, as they were stored.
    #[serde(default)]
    scores: String,
    /// What has been done in the game that was being played.
    journal: Vec<String>,
    /// The name of that game among those that are saved.
    name: Option<String>,
    /// What was studied.
    study: Option<LeftStudy>,
}

/// The application with its engines and games.
pub struct Board {
    app: Arc<Application>,
    desk: Arc<Desk>,
    engines: Engines,
    threads: usize,
    library: Library,
    journal: Vec<String>,
    page: Arc<dyn Page>,
}

/// Passes the orders of the application on to the desk.
struct Orders(Arc<Desk>);

impl Searcher for Orders {
    fn begin(&self, job: Job) {
        self.0.begin(job);
    }

    fn change_means(&self, threads: usize, memory: u64) {
        self.0.change_means(threads, memory);
    }

    fn stop(&self) {
        self.0.stop();
    }
}

/// Tells the page everything at once.
struct Outbox(Arc<dyn Page>);

impl Mailbox for Outbox {
    fn put(&self, _kind: Kind, message: String) {
        self.0.tell(&message);
    }

    fn notify(&self, message: String) {
        self.0.tell(&message);
    }

    fn end(&self, text: &str) {
        self.0
            .tell(&json!({ "kind": "end", "text": text }).to_string());
    }

    fn close(&self) {}

    fn is_closed(&self) -> bool {
        false
    }
}

/// Ends or pauses a search.
struct Slice<'a> {
    is_stopped: bool,
    started: Instant,
    length: Duration,
    page: &'a dyn Page,
}

impl Control for Slice<'_> {
    fn stops(&self) -> bool {
        self.is_stopped
    }

    fn pauses(&self) -> bool {
        self.started.elapsed() >= self.length || self.page.has_news()
    }

    fn gives_way(&self) -> bool {
        self.page.has_news()
    }
}

impl Board {
    /// Begins, or goes on with what a page has left, as the document `start` says.
    ///
    /// # Errors
    /// If the document is wrong.
    pub fn new(start: &[u8], page: Arc<dyn Page>) -> Result<Board, String> {
        let start: Start = serde_json::from_slice(start).map_err(|error| error.to_string())?;
        let first = FirstGame {
            rule: Rule::default(),
            size: BoardSize::square(15).ok_or("a size")?,
            opening: None,
            level: Level::default().number(),
            seconds: SECONDS,
        };
        let memory = (start.memory << 20).min(desk::MOST_MEMORY);
        let desk = Arc::new(Desk::new(start.is_interruptible));
        let library = Library::new(Arc::clone(&page));
        library.take(start.games);
        library.take_scores(&start.scores);
        let setup = Setup {
            room: Room::new(1, &first.settings(), None, Duration::ZERO)?,
            study: Study::new(first.size, first.rule),
            // There is nobody else who could use it.
            owner: Token::known("owner"),
            inviter: None,
            saves: Box::new(library.clone()),
            threads: 1,
            memory,
            most_memory: desk::MOST_MEMORY,
            defaults: first.defaults(false, "game"),
            seed: start.seed,
        };
        let mut board = Board {
            app: Arc::new(Application::new(setup)),
            desk,
            engines: Engines::new(1, memory),
            threads: 1,
            library,
            journal: Vec::new(),
            page,
        };
        let is_whole = board.repeat(start.journal, start.name);
        let is_studied = start
            .study
            .is_none_or(|left| board.app.resume_study(&left).is_ok());
        board.app.start(Box::new(Orders(Arc::clone(&board.desk))));
        let outbox = Arc::new(Outbox(Arc::clone(&board.page)));
        let connected = board.app.connect(board.app.owner().text(), outbox);
        connected.map_err(|(_, text)| text)?;
        if !is_whole {
            board.notify("The game that was on the board cannot be continued. Games shows what was saved of it.");
        }
        if !is_studied {
            board.notify("What was in Analysis cannot be read any more.");
        }
        Ok(board)
    }

    /// Tells the page something once.
    fn notify(&self, text: &str) {
        let message = json!({ "kind": "notice", "text": text });
        self.page.tell(&message.to_string());
    }

    /// Carries out former actions again, which have been saved under this name. Returns false if
    /// some could not be.
    fn repeat(&mut self, journal: Vec<String>, name: Option<String>) -> bool {
        self.library.begin_repeating();
        let mut is_whole = true;
        for line in journal {
            is_whole = self.repeat_line(&line);
            if !is_whole {
                break;
            }
            self.journal.push(line);
        }
        // The saved game is more than what it has led to otherwise, and is kept.
        self.library.end_repeating(name.filter(|_| is_whole));
        is_whole
    }

    /// Carries out a former action. Returns false if it is not possible.
    fn repeat_line(&self, line: &str) -> bool {
        let Ok(entry) = serde_json::from_str::<Entry>(line) else {
            return false;
        };
        self.app.set_time(entry.at());
        let answer = match entry.done {
            Done::Act(text) => {
                let action = serde_json::from_str::<Action>(&text);
                let owner = self.app.owner().text();
                return action.is_ok_and(|action| self.app.act(owner, action).is_ok());
            }
            Done::Played(at) => played(at),
            Done::Decided(steps, reply) => decided(steps, reply),
        };
        self.app.take_again(answer);
        true
    }

    /// Carries out an action of the page, a document in JSON.
    pub fn act(&mut self, text: &str) -> Reply {
        let action: Action = match serde_json::from_str(text) {
            Ok(action) => action,
            Err(error) => return Reply::Refused(error.to_string()),
        };
        let is_kept = is_kept(&action);
        let begins = match &action {
            Action::NewGame(settings) => Some(settings.from.is_some()),
            _ => None,
        };
        let at = self.app.time();
        match self.app.act(self.app.owner().text(), action) {
            Ok(answered) => {
                if is_kept {
                    if begins.is_some() {
                        self.journal.clear();
                    }
                    let from_position = begins == Some(true);
                    let text = match from_position.then(|| self.with_record(text)).flatten() {
                        Some(whole) => whole,
                        None => text.to_string(),
                    };
                    self.write(at, Done::Act(text));
                }
                match answered {
                    Answered::Nothing => Reply::Done(Value::Null),
                    Answered::Document(document) => Reply::Done(document),
                    Answered::File(file) => Reply::File(file),
                }
            }
            Err((_, text)) => Reply::Refused(text),
        }
    }

    /// The action that has begun the present game from a position, with the position itself: where
    /// it came from is not there when the action is carried out again.
    fn with_record(&self, text: &str) -> Option<String> {
        let owner = self.app.owner().text();
        let Ok(Answered::Document(file)) = self.app.act(owner, Action::Export) else {
            return None;
        };
        let mut action: Value = serde_json::from_str(text).ok()?;
        action["from"] = json!({ "kind": "record", "text": file["text"] });
        Some(action.to_string())
    }

    /// Adds to what has been done in the game.
    fn write(&mut self, at: Duration, done: Done) {
        if let Ok(line) = serde_json::to_string(&Entry::new(at, done)) {
            self.journal.push(line);
        }
        let game = json!({ "journal": self.journal, "name": self.library.name() });
        self.page.store(&json!({ "game": game }).to_string());
    }

    /// Studies a file, or a text with a game.
    pub fn upload(&mut self, bytes: &[u8]) -> Reply {
        match self.app.read_study(self.app.owner().text(), bytes) {
            Ok(()) => Reply::Done(Value::Null),
            Err((_, text)) => Reply::Refused(text),
        }
    }

    /// Stores what is studied.
    pub fn store_study(&self) {
        let left = self.app.study_left();
        self.page.store(&json!({ "study": left }).to_string());
    }

    /// Takes the games that are stored, which another page may have changed: a document in JSON.
    pub fn take_games(&self, text: &[u8]) {
        if let Ok(games) = serde_json::from_slice(text) {
            self.library.take(games);
        }
    }

    /// Notes whether the game could be stored: `error` says why not.
    pub fn note_stored(&self, error: Option<&str>) {
        let was_failing = self.library.is_failing();
        if let Some(text) = self.library.note(error) {
            if !was_failing {
                self.notify(&text);
            }
            self.app.tell_saved(text);
        }
    }

    /// Lets the clocks of games run.
    pub fn tick(&self) {
        self.app.tick();
    }

    /// Whether a search is wanted.
    pub fn has_search(&self) -> bool {
        self.desk.has_order()
    }

    /// Searches for so long, or until an action waits.
    pub fn search(&mut self, slice: Duration) {
        if let Some(memory) = self.desk.new_memory() {
            self.engines = Engines::new(self.threads, memory);
        }
        let Some(order) = self.desk.order() else {
            return;
        };
        let control = Slice {
            is_stopped: order.is_stopped,
            started: Instant::now(),
            length: slice,
            page: self.page.as_ref(),
        };
        let found = self.engines.run(&order.job, &control, self.app.as_ref());
        let Some(found) = found else { return };
        let number = order.job.number;
        self.desk.finish(number);
        let done = match &found {
            Found::Play(answer) => Some(Done::from(answer)),
            _ => None,
        };
        let at = self.app.time();
        if self.app.take(number, found)
            && let Some(done) = done
        {
            self.write(at, done);
        }
    }
}
