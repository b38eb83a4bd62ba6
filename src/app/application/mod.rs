//! The board as an application: one room, the pages that look at it, and the engine.
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

use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::time::Duration;

use serde_json::{Value, json};

use super::events::{Kind, Mailbox};
use super::rights::{Permission, Refused, check};
use super::room::{Pending, Refusal, Room, Viewer};
use super::saves::Saves;
use super::search::{Found, Searcher, Task};
use super::state::{Common, state};
use super::study::{LeftStudy, Means, Study};
use super::token::Token;
use crate::clock::Instant;
use crate::play::game;
use crate::play::saved::Kept;
use crate::play::scores::Scores;
use crate::play::turn::Answer;
use crate::sync::IgnorePoison;
pub use actions::Answered;
use pages::Page;
use saved::Explorers;

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
    saves: Box<dyn Saves>,
    /// How puzzles were answered.
    scores: Scores,
    /// The link to a game over the network.
    link: Option<Value>,
    /// The tree that pages have been told last.
    tree: String,
    /// Where the game is saved, or why it is not.
    saved: Option<String>,
    chances: Chances,
    /// The number of the last game and of the last search.
    games: u64,
    jobs: u64,
    seed: u64,
    /// The time of games, which counts from the start of the application, at the moment `since`.
    time: Duration,
    since: Instant,
}

impl Inner {
    /// The time now, as games count it.
    fn now(&self) -> Duration {
        self.time + self.since.elapsed()
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

/// Makes the link by which another computer joins a game, from the game's invitation: a document
/// for the page.
pub type Inviter = Box<dyn Fn(&Token) -> Value + Send + Sync>;

/// The application. Requests, perhaps on many threads, act on it one after the other. Whose token it is, and
/// whether that viewer may do it, is decided under the lock under which a request takes effect:
/// the request before it may have begun another game, which has other guests.
pub struct Application {
    inner: Mutex<Inner>,
    searcher: OnceLock<Box<dyn Searcher>>,
    owner: Token,
    /// `None` if no other computer can join.
    inviter: Option<Inviter>,
    defaults: Value,
    explorers: Mutex<Explorers>,
}

/// How the application is set up.
pub struct Setup {
    /// The first game.
    pub room: Room,
    /// What is studied first.
    pub study: Study,
    /// The token of the owner.
    pub owner: Token,
    /// Makes links to games; `None` if no other computer can join.
    pub inviter: Option<Inviter>,
    /// Where games are saved.
    pub saves: Box<dyn Saves>,
    /// Search threads.
    pub threads: usize,
    /// The memory for searches, in bytes.
    pub memory: u64,
    /// The most memory that they can be given, in bytes.
    pub most_memory: u64,
    /// What the dialog for a new game shows at first.
    pub defaults: Value,
    /// Varies the choices of weaker levels.
    pub seed: u64,
}

/// Bytes of a unit of memory that pages know.
const MIB: u64 = 1 << 20;

impl Application {
    /// An application without an engine, see [`Application::start`].
    pub fn new(mut setup: Setup) -> Application {
        setup.study.means = Means {
            threads: setup.threads,
            memory: setup.memory / MIB,
            seconds: None,
        };
        setup.study.most_memory = setup.most_memory / MIB;
        let scores = setup.saves.scores();
        setup.study.recall(&scores);
        Application {
            inner: Mutex::new(Inner {
                room: setup.room,
                study: setup.study,
                pages: Vec::new(),
                saved: None,
                tree: String::new(),
                saves: setup.saves,
                scores,
                link: None,
                chances: Chances {
                    with_engine: true,
                    // An advantage that nobody asked for would be unfair to the other.
                    of_people: false,
                },
                games: 1,
                jobs: 0,
                seed: setup.seed,
                time: Duration::ZERO,
                since: Instant::now(),
            }),
            searcher: OnceLock::new(),
            owner: setup.owner,
            inviter: setup.inviter,
            defaults: setup.defaults,
            explorers: Mutex::default(),
        }
    }

    /// Gives the application its engine, and begins the search that the first game asks for. To be
    /// called once.
    pub fn start(&self, searcher: Box<dyn Searcher>) {
        // Nothing else sets it.
        let _ = self.searcher.set(searcher);
        self.change(|_| ());
    }

    /// The time, as games count it.
    pub fn time(&self) -> Duration {
        self.lock().now()
    }

    /// Sets the time, as games count it: what is done again is done at its own time, and a game goes
    /// on when it was left.
    pub fn set_time(&self, time: Duration) {
        let mut inner = self.lock();
        (inner.time, inner.since) = (time, Instant::now());
    }

    /// Takes what the engine has played before, without a search.
    pub fn take_again(&self, answer: Answer) {
        self.change(|inner| {
            let number = inner.jobs;
            let task = Task::Play;
            inner.room.pending = Some(Pending { number, task });
            inner.room.take_answer(number, Found::Play(answer))
        });
    }

    /// Tells pages where the game is saved, or why it is not. For places where it is known later
    /// than [`Saves::keep`] returns.
    pub fn tell_saved(&self, text: String) {
        self.change(|inner| inner.saved = Some(text));
    }

    /// The study as its games and the place in them.
    pub fn study_left(&self) -> Option<LeftStudy> {
        self.lock().study.left()
    }

    /// Goes on with a study that was left.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn resume_study(&self, left: &LeftStudy) -> Result<(), Refusal> {
        let rule = self.lock().room.game.position().rule();
        let study = Study::resume(left, rule)?;
        self.change(|inner| studies::enter(inner, study));
        Ok(())
    }

    /// The token of the owner.
    pub fn owner(&self) -> &Token {
        &self.owner
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

    /// Begins to send events to a page with this token.
    ///
    /// # Errors
    /// If the token is not valid.
    pub fn connect(&self, token: &str, mailbox: Arc<dyn Mailbox>) -> Result<(), Refused> {
        let mut inner = self.lock();
        let viewer = self.check(&inner, token, Permission::Watch)?;
        let page = Page { viewer, mailbox };
        self.change_in(&mut inner, |inner| {
            inner.study.is_changed = true;
            // The new page does not know it.
            inner.tree.clear();
            inner.add_page(page);
        });
        Ok(())
    }

    /// Forgets a page.
    pub fn disconnect(&self, mailbox: &dyn Mailbox) {
        mailbox.close();
        self.change(|_| ());
    }

    /// Changes the state, see [`Application::change_in`].
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
        note_answers(inner);
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
    inner.saved = match inner.saves.keep(&inner.room.game) {
        Kept::Unchanged => return,
        Kept::Refused(refusal) => Some(unsaved(refusal)),
        Kept::Written(Some(message)) => Some(message),
        // The message about the failure stays until the game is saved again.
        Kept::Written(None) if inner.saves.is_failing() => return,
        Kept::Written(None) => inner.saves.place(),
    };
}

/// Keeps the answers to puzzles.
fn note_answers(inner: &mut Inner) {
    let answers = inner.study.take_answers().into_iter();
    let changed = answers.filter(|(id, answer)| inner.scores.note(id, *answer));
    if changed.count() > 0 {
        inner.saves.keep_scores(&inner.scores);
    }
}

/// Why a game is not saved, for the user.
fn unsaved(refusal: game::Refusal) -> String {
    let text = match refusal {
        game::Refusal::InOpening => "The game is saved once its opening is over.",
        _ => "A game with blocked points cannot be saved as SGF.",
    };
    text.to_string()
}
