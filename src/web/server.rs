//! The application with what the server adds to it: threads, files, links, and the token of the
//! opened address.

use std::io;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::thread;
use std::time::Duration;

use super::link::Link;
use super::search::SearchThread;
use crate::app::application::{Application, Inviter, Setup};
use crate::app::saves::Saves;
use crate::app::search::{Found, Listener};
use crate::app::token::Token;
use crate::engine::Report;
use crate::play::Match;
use crate::play::autosave::Autosave;
use crate::play::saved::{Kept, SavedGames};
use crate::play::scores::Scores;
use crate::sync::IgnorePoison;

/// The most memory that searches can be given, in bytes.
pub const MOST_MEMORY: u64 = 4096 << 20;
/// How often the clocks are checked.
const TICK: Duration = Duration::from_millis(100);

/// The server, on which requests act.
pub struct Server {
    /// The application.
    pub app: Arc<Application>,
    opener: Mutex<Option<Opener>>,
}

/// What the browser that the program opens exchanges for the owner's token.
struct Opener {
    token: Token,
    /// What is dropped then.
    kept: Option<Box<dyn Send>>,
}

impl Server {
    /// A server with its engine. Its opened address has the token `opener`.
    ///
    /// # Errors
    /// If there is no memory for a thread.
    pub fn start(setup: Setup, opener: Token) -> io::Result<Arc<Server>> {
        let (threads, memory) = (setup.threads, setup.memory);
        let app = Arc::new(Application::new(setup));
        let ear = Arc::new(Ear(Arc::downgrade(&app)));
        app.start(Box::new(SearchThread::start(threads, memory, ear)?));
        let clock = Arc::downgrade(&app);
        thread::spawn(move || {
            while let Some(app) = clock.upgrade() {
                app.tick();
                drop(app);
                thread::sleep(TICK);
            }
        });
        Ok(Arc::new(Server {
            app,
            opener: Mutex::new(Some(Opener {
                token: opener,
                kept: None,
            })),
        }))
    }

    /// The owner's token for the browser that the program has opened; `None` if this is not
    /// its token, or it has been exchanged already.
    pub fn open(&self, code: &str) -> Option<&str> {
        let opener = self.opener().take_if(|opener| opener.token.is(code))?;
        drop(opener.kept);
        Some(self.app.owner().text())
    }

    /// Keeps something until the token of the opened address is exchanged, or is not valid any
    /// more.
    pub fn keep_until_opened(&self, kept: Box<dyn Send>) {
        if let Some(opener) = self.opener().as_mut() {
            opener.kept = Some(kept);
        }
    }

    /// Lets nobody exchange the token of the opened address.
    pub fn forget_opener(&self) {
        self.opener().take();
    }

    /// The token of the opened address.
    fn opener(&self) -> MutexGuard<'_, Option<Opener>> {
        self.opener.lock().ignore_poison()
    }
}

/// Makes links to games on this port of an address.
pub fn inviter(address: IpAddr, port: u16) -> Inviter {
    Box::new(move |invitation| Link::new(address, port, invitation).json())
}

/// Passes on what the engine tells. The application owns the engine, so this must not own the
/// application.
struct Ear(Weak<Application>);

impl Listener for Ear {
    fn progress(&self, number: u64, report: &Report) {
        if let Some(app) = self.0.upgrade() {
            app.progress(number, report);
        }
    }

    fn reviewed(&self, number: u64, done: usize, all: usize) {
        if let Some(app) = self.0.upgrade() {
            app.reviewed(number, done, all);
        }
    }

    fn answer(&self, number: u64, found: Found) {
        if let Some(app) = self.0.upgrade() {
            app.answer(number, found);
        }
    }
}

/// Games are saved to files.
impl Saves for Autosave {
    fn keep(&mut self, game: &Match) -> Kept {
        Autosave::keep(self, game)
    }

    fn place(&self) -> Option<String> {
        let file = self.file()?.display();
        Some(format!("Saved to {file} after every move."))
    }

    fn played(&self) -> Option<String> {
        let file = self.file().filter(|_| self.has_written())?;
        Some(file.file_stem()?.to_string_lossy().into_owned())
    }

    fn next_game(&mut self) {
        Autosave::next_game(self);
    }

    fn is_failing(&self) -> bool {
        Autosave::is_failing(self)
    }

    fn games(&self) -> Option<Box<dyn SavedGames>> {
        Some(Box::new(Autosave::games(self)?))
    }

    fn scores(&self) -> Scores {
        let games = Autosave::games(self);
        games.map_or_else(Scores::default, |games| games.scores())
    }

    fn keep_scores(&mut self, scores: &Scores) {
        let kept = Autosave::games(self).map(|games| games.keep_scores(scores));
        if let Some(Err(error)) = kept {
            log::warn!("the scores of puzzles cannot be written: {error}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::room::{Room, Viewer};
    use crate::app::study::Study;
    use crate::play::autosave::SaveTo;
    use crate::play::resumed::Resumed;
    use crate::play::seats::Seats;
    use crate::strength::Level;
    use crate::types::{BoardSize, Color, Rule};

    #[test]
    fn the_token_of_the_opened_address_is_valid_once() {
        let size = BoardSize::square(15).unwrap();
        let seats = Seats::new(Color::Black, Level::default());
        let empty = Resumed::empty(size, Rule::Freestyle);
        let game = Match::new(empty, seats, Duration::from_secs(1), Duration::ZERO);
        let setup = Setup {
            room: Room::of_match(1, game),
            study: Study::new(size, Rule::Freestyle),
            owner: Token::random().unwrap(),
            inviter: None,
            saves: Box::new(Autosave::new(&SaveTo::Nothing)),
            threads: 1,
            memory: 64 << 20,
            most_memory: MOST_MEMORY,
            defaults: serde_json::Value::Null,
            seed: 1,
        };
        let opener = Token::random().unwrap();
        let code = opener.text().to_string();
        let server = Server::start(setup, opener).unwrap();
        assert_eq!(server.open(&"0".repeat(32)), None);
        assert_eq!(server.app.viewer(&code), None, "it is no token of a page");
        let owner = server.open(&code).map(str::to_string);
        let viewer = owner.and_then(|owner| server.app.viewer(&owner));
        assert_eq!(viewer, Some(Viewer::Owner));
        assert_eq!(server.open(&code), None);
    }
}
