//! The state of the server: one room, the pages that look at it, and the engine.
//!
//! - this file: the state, and what follows from each change of it;
//! - `pages`: the streams of events, whose number is limited;
//! - `actions`: what pages ask for;
//! - `saved`: what the owner does with the saved games;
//! - `studies`: what the owner asks of the study;
//! - `told`: what pages are told of it;
//! - `searches`: what the engine is asked.

mod actions;
pub mod pages;
mod saved;
mod searches;
mod studies;
#[cfg(test)]
mod tests;
mod told;

use std::io;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::events::{Kind, SharedMailbox};
use super::guard::Token;
use super::link::Link;
use super::rights::{Permission, Refused, check};
use super::room::{Room, Viewer};
use super::search::Searcher;
use super::state::{Common, state};
use super::study::{Means, Study};
use crate::play::autosave::{Autosave, Kept};
use crate::play::game;
use crate::sync::IgnorePoison;
pub use actions::Answered;
use pages::Page;
use saved::Explorers;
use searches::Ear;

/// How often the clocks are checked.
const TICK: Duration = Duration::from_millis(100);

/// The games in which the win chance is shown after every move.
#[derive(Clone, Copy, Debug)]
struct Chances {
    /// Those in which the engine plays.
    with_engine: bool,
    /// Those between two people.
    of_people: bool,
}

/// What changes.
struct Inner {
    room: Room,
    study: Study,
    pages: Vec<Page>,
    autosave: Autosave,
    link: Option<Link>,
    /// The tree that pages have been told last.
    tree: String,
    /// Where the game is saved, or why it is not.
    saved: Option<String>,
    chances: Chances,
    /// The number of the last game and of the last search.
    games: u64,
    jobs: u64,
    seed: u64,
    /// When the server has started. All times of games count from here.
    started: Instant,
}

impl Inner {
    /// The time now, as games count it.
    fn now(&self) -> Duration {
        self.started.elapsed()
    }

    /// Replaces the message of a kind for all pages of the owner.
    fn tell_owner(&self, kind: Kind, text: &str) {
        let pages = self.pages.iter();
        let owners = pages.filter(|page| page.viewer == Viewer::Owner);
        owners.for_each(|page| page.mailbox.put(kind, text.to_string()));
    }

    /// Whether the win chance is shown in games like the present one.
    fn shows_chance(&self) -> bool {
        match self.room.game.seats().people() {
            2 => self.chances.of_people,
            _ => self.chances.with_engine,
        }
    }

    /// Shows the win chance in games like the present one, or not.
    fn show_chance(&mut self, shown: bool) {
        match self.room.game.seats().people() {
            2 => self.chances.of_people = shown,
            _ => self.chances.with_engine = shown,
        }
    }
}

/// The server. Requests on many threads act on it one after the other. Whose token it is, and
/// whether that viewer may do it, is decided under the lock under which a request takes effect:
/// the request before it may have begun another game, which has other guests.
pub struct Server {
    inner: Mutex<Inner>,
    searcher: OnceLock<Searcher>,
    owner: Token,
    opener: Mutex<Option<Opener>>,
    /// The address that is part of links to games; `None` without `--network`.
    network: Option<IpAddr>,
    port: u16,
    defaults: Value,
    explorers: Mutex<Explorers>,
}

/// What the browser that the program opens exchanges for the owner's token.
struct Opener {
    token: Token,
    /// What is dropped then.
    kept: Option<Box<dyn Send>>,
}

/// How the server is set up.
pub struct Setup {
    /// The first game.
    pub room: Room,
    /// What is studied first.
    pub study: Study,
    /// The token of the owner.
    pub owner: Token,
    /// A token that can be exchanged for it once.
    pub opener: Token,
    /// The address that is part of links to games; `None` if no other computer can join.
    pub network: Option<IpAddr>,
    /// The port.
    pub port: u16,
    /// Where games are saved.
    pub autosave: Autosave,
    /// Search threads.
    pub threads: usize,
    /// The memory for searches, in bytes.
    pub memory: u64,
    /// What the dialog for a new game shows at first.
    pub defaults: Value,
    /// Varies the choices of weaker levels.
    pub seed: u64,
}

/// Bytes of a unit of memory that pages know.
const MIB: u64 = 1 << 20;

impl Server {
    /// A server with its engine.
    ///
    /// # Errors
    /// If there is no memory for a thread.
    pub fn start(mut setup: Setup) -> io::Result<Arc<Server>> {
        setup.study.means = Means {
            threads: setup.threads,
            memory: setup.memory / MIB,
            seconds: None,
        };
        let server = Arc::new(Server {
            inner: Mutex::new(Inner {
                room: setup.room,
                study: setup.study,
                pages: Vec::new(),
                saved: None,
                tree: String::new(),
                autosave: setup.autosave,
                link: None,
                chances: Chances {
                    with_engine: true,
                    // An advantage that nobody asked for would be unfair to the other.
                    of_people: false,
                },
                games: 1,
                jobs: 0,
                seed: setup.seed,
                started: Instant::now(),
            }),
            searcher: OnceLock::new(),
            owner: setup.owner,
            opener: Mutex::new(Some(Opener {
                token: setup.opener,
                kept: None,
            })),
            network: setup.network,
            port: setup.port,
            defaults: setup.defaults,
            explorers: Mutex::default(),
        });
        let ear = Arc::new(Ear(Arc::downgrade(&server)));
        let searcher = Searcher::start(setup.threads, setup.memory, ear)?;
        // Nothing else sets it.
        let _ = server.searcher.set(searcher);
        let clock = Arc::downgrade(&server);
        std::thread::spawn(move || {
            while let Some(server) = clock.upgrade() {
                server.tick();
                drop(server);
                std::thread::sleep(TICK);
            }
        });
        server.change(|_| ());
        Ok(server)
    }

    /// Who has a token now. This may change before anything is done, so it decides about places
    /// and about what is read, and not about rights.
    pub fn viewer(&self, token: &str) -> Option<Viewer> {
        // The owner gets a place without waiting for whoever holds the lock.
        let is_owner = self.owner.is(token).then_some(Viewer::Owner);
        is_owner.or_else(|| self.viewer_in(&self.lock(), token))
    }

    /// Whether whoever has a token may do something now, before it is known in detail.
    ///
    /// # Errors
    /// See [`check`].
    pub fn may(&self, token: &str, permission: Permission) -> Result<(), Refused> {
        self.check(&self.lock(), token, permission).map(|_| ())
    }

    /// Whether whoever has a token may do something, and who it is.
    ///
    /// # Errors
    /// See [`check`].
    fn check(&self, inner: &Inner, token: &str, permission: Permission) -> Result<Viewer, Refused> {
        check(&inner.room, self.viewer_in(inner, token), permission)
    }

    /// Who has a token.
    fn viewer_in(&self, inner: &Inner, token: &str) -> Option<Viewer> {
        if self.owner.is(token) {
            return Some(Viewer::Owner);
        }
        let guest = inner.room.guest.as_ref()?;
        if guest.token.as_ref().is_some_and(|seat| seat.is(token)) {
            return Some(Viewer::Guest);
        }
        guest.watching.is(token).then_some(Viewer::Watcher)
    }

    /// The owner's token for the browser that the program has opened; `None` if this is not
    /// its token, or it has been exchanged already.
    pub fn open(&self, code: &str) -> Option<&str> {
        let opener = self.opener().take_if(|opener| opener.token.is(code))?;
        drop(opener.kept);
        Some(self.owner.text())
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

    /// Begins to send events to a page with this token.
    ///
    /// # Errors
    /// If the token is not valid.
    pub fn connect(&self, token: &str) -> Result<SharedMailbox, Refused> {
        let mut inner = self.lock();
        let viewer = self.check(&inner, token, Permission::Watch)?;
        let mailbox = SharedMailbox::default();
        let page = Page {
            viewer,
            mailbox: Arc::clone(&mailbox),
        };
        self.change_in(&mut inner, |inner| {
            inner.study.is_changed = true;
            // The new page does not know it.
            inner.tree.clear();
            inner.add_page(page);
        });
        Ok(mailbox)
    }

    /// Forgets a page.
    pub fn disconnect(&self, mailbox: &SharedMailbox) {
        mailbox.close();
        self.change(|_| ());
    }

    /// Changes the state, see [`Server::change_in`].
    fn change<T>(&self, change: impl FnOnce(&mut Inner) -> T) -> T {
        self.change_in(&mut self.lock(), change)
    }

    /// Changes the state, then lets the engine do what follows from it, saves the game and
    /// tells all pages.
    fn change_in<T>(&self, inner: &mut Inner, change: impl FnOnce(&mut Inner) -> T) -> T {
        inner.room.tick(inner.now());
        let result = change(inner);
        inner.pages.retain(|page| !page.mailbox.is_closed());
        let is_present = inner.pages.iter().any(|page| page.viewer == Viewer::Guest);
        if let Some(guest) = &mut inner.room.guest {
            guest.is_present = is_present;
        }
        save(inner);
        self.search(inner);
        self.publish(inner);
        result
    }

    /// Tells all pages the state.
    fn publish(&self, inner: &mut Inner) {
        let common = Common {
            link: inner.link.as_ref(),
            saved: inner.saved.as_deref(),
            shows_chance: inner.shows_chance(),
            defaults: &self.defaults,
        };
        for page in &inner.pages {
            let text = state(&inner.room, page.viewer, &common).to_string();
            page.mailbox.put(Kind::State, text);
        }
        if inner.study.unsaved().is_some() {
            let is_game = inner.study.is_same(&study_of(&inner.room));
            inner.study.is_changed |= is_game != inner.study.is_game;
            inner.study.is_game = is_game;
        }
        if std::mem::take(&mut inner.study.is_changed) {
            let tree = inner.study.outline().to_string();
            if tree != inner.tree {
                inner.tell_owner(Kind::Tree, &tree);
                inner.tree = tree;
            }
            let text = inner.study.json().to_string();
            inner.tell_owner(Kind::Study, &text);
        }
    }

    /// The state.
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().ignore_poison()
    }
}

/// The game that is being played, as one that is studied.
fn study_of(room: &Room) -> Study {
    Study::of_record(&room.game.record(), room.game.position().rule())
}

/// Tells all pages something once.
fn notify_all(inner: &Inner, text: &str) {
    let message = json!({ "kind": "notice", "text": text }).to_string();
    for page in &inner.pages {
        page.mailbox.notify(message.clone());
    }
}

/// Saves the game if it has changed, and notes where.
fn save(inner: &mut Inner) {
    let kept = inner.autosave.keep(&inner.room.game);
    let file = inner.autosave.file().map(|file| file.display().to_string());
    inner.saved = match (kept, file) {
        (Kept::Unchanged, _) => return,
        (Kept::Refused(refusal), _) => Some(unsaved(refusal)),
        (Kept::Written(Some(message)), _) => Some(message),
        // The message about the failure stays until the game is saved again.
        (Kept::Written(None), _) if inner.autosave.is_failing() => return,
        (Kept::Written(None), file) => {
            file.map(|file| format!("Saved to {file} after every move."))
        }
    };
}

/// Why a game is not saved, for the user.
fn unsaved(refusal: game::Refusal) -> String {
    let text = match refusal {
        game::Refusal::InOpening => "The game is saved once its opening is over.",
        _ => "A game with blocked points cannot be saved as SGF.",
    };
    text.to_string()
}
