//! What the engine is asked, and what it answers.

use std::time::Duration;

use serde_json::json;

use super::{Application, Inner, notify_all};
use crate::app::events::Kind;
use crate::app::room::Pending;
use crate::app::search::{Found, Job, Listener, Task};
use crate::app::study::Question;
use crate::engine::Report;

/// The longest time for the value of a position.
const VALUE_LIMIT: Duration = Duration::from_millis(500);

impl Listener for Application {
    fn progress(&self, number: u64, report: &Report) {
        self.search_progress(number, report);
    }

    fn reviewed(&self, number: u64, done: usize, all: usize) {
        self.review_progress(number, done, all);
    }

    fn answer(&self, number: u64, found: Found) {
        self.take(number, found);
    }
}

impl Application {
    /// Begins the search that the state asks for, if none is going on, and ends one that
    /// nobody waits for any more.
    pub(super) fn search(&self, inner: &mut Inner) {
        let wanted = inner.room.is_engine_due().then_some(Task::Play);
        let present = inner.room.pending.map(|pending| pending.task);
        let helps = inner.room.game.allows_help();
        inner.study.allow_help(helps);
        // A game over the network has begun.
        if !helps && inner.study.asked.take().is_some() {
            inner.study.is_on = false;
            inner.study.is_changed = true;
        }
        match (present, wanted) {
            (None | Some(Task::Value | Task::Hint), Some(task)) => {
                self.begin(inner, task);
            }
            (None, None)
                if inner.study.asked.is_none()
                    && inner.shows_chance()
                    && inner.room.wants_value() =>
            {
                self.begin(inner, Task::Value);
            }
            _ => {}
        }
        if inner.room.pending.is_none() && inner.study.asked.is_none() {
            self.stop();
        }
    }

    /// Begins a search for the room.
    pub(super) fn begin(&self, inner: &mut Inner, task: Task) {
        let Some(searcher) = self.searcher.get() else {
            return;
        };
        if inner.study.asked.take().is_some() {
            inner.study.is_on = false;
            inner.study.is_changed = true;
            notify_all(inner, "The analysis has ended: the game needs the engine.");
        }
        inner.jobs += 1;
        inner.seed = inner.seed.wrapping_add(1);
        let number = inner.jobs;
        inner.room.pending = Some(Pending { number, task });
        searcher.begin(Job {
            number,
            task,
            game: inner.room.game.position().clone(),
            side: inner.room.game.position().side_to_move(),
            turn: inner.room.game.turn(),
            record: None,
            limit: match task {
                Task::Value => VALUE_LIMIT.min(inner.room.game.limit()),
                _ => inner.room.game.limit(),
            },
            seed: inner.seed,
        });
    }

    /// Takes the answer of a search. That of an older position is ignored. Returns whether it was
    /// waited for.
    pub fn take(&self, number: u64, found: Found) -> bool {
        let is_failed = matches!(found, Found::Failed);
        let mut found = Some(found);
        self.change(|inner| {
            let asked = inner.study.asked.map(|asked| asked.question);
            let is_studied = Application::take_study_answer(inner, number, &mut found);
            // An analysis that has ended has found what it can find here.
            if is_studied && asked != Some(Question::Variations) {
                self.resume_analysis(inner);
            }
            let is_ours =
                is_studied || found.is_some_and(|found| inner.room.take_answer(number, found));
            if is_ours && is_failed {
                // Otherwise the same search would begin again.
                inner.show_chance(false);
                let text = "The search has failed. This is a fault of the program.";
                notify_all(inner, text);
            }
            is_ours
        })
    }

    /// Tells the progress of a search.
    fn search_progress(&self, number: u64, report: &Report) {
        let mut inner = self.lock();
        if Application::study_progress(&mut inner, number, report) {
            return;
        }
        let is_ours = inner
            .room
            .pending
            .is_some_and(|pending| pending.number == number);
        if !is_ours {
            return;
        }
        let message = json!({ "kind": "search", "depth": report.depth, "nodes": report.nodes });
        let text = message.to_string();
        for page in &inner.pages {
            page.mailbox.put(Kind::Search, text.clone());
        }
    }

    /// Ends a game whose clock has run out, and lets the engine move after a pause.
    pub fn tick(&self) {
        let mut inner = self.lock();
        self.check_clocks(&mut inner);
        if inner.room.wants_turn() {
            self.change_in(&mut inner, |_| ());
        }
    }

    /// Ends a game whose clock has run out.
    pub(super) fn check_clocks(&self, inner: &mut Inner) {
        if inner.room.tick(inner.now()) {
            self.change_in(inner, |_| ());
        }
    }
}
