//! What pages ask for.

use serde_json::{Value, json};

use super::studies::enter;
use super::{Application, Inner, notify_all, unsaved};
use crate::app::action::{Action, NewGame, Origin, PuzzleAction};
use crate::app::rights::{Denial, Permission, Refused};
use crate::app::room::{Proposal, Refusal, Room, Viewer};
use crate::app::search::Task;
use crate::app::state::invitation_json;
use crate::app::study::sets::{PuzzleSet, SETS};
use crate::app::study::{Saved, Study};
use crate::app::token::Token;
use crate::app::words::{clean_name, sentence};
use crate::opening::rules as opening;
use crate::play::resumed::Resumed;
use crate::play::scores::Answer;
use crate::record::{Format, Given, Record};
use crate::types::Point;

/// What an action answers.
pub enum Answered {
    /// Nothing to tell.
    Nothing,
    /// A document.
    Document(Value),
    /// A file.
    File(Saved),
}

impl Application {
    /// Gives whoever has the invitation the seat, or a place to watch from if it is taken.
    /// Returns the token for the page; `None` if the invitation is not valid.
    pub fn join(&self, invitation: &str, name: &str) -> Option<String> {
        let mut inner = self.lock();
        let guest = inner.room.guest.as_ref()?;
        if !guest.invitation.is(invitation) {
            return None;
        }
        let watching = guest.watching.text().to_string();
        let token = Token::random().ok()?;
        let text = token.text().to_string();
        let name = clean_name(name).unwrap_or_else(|| "Guest".to_string());
        let joined = self.change_in(&mut inner, |inner| inner.room.take_seat(token, name));
        // Nobody's name gets into a game that others have played.
        Some(joined.map_or(watching, |()| text))
    }

    /// What whoever has the invitation should know before joining; `None` if it is not valid.
    pub fn invited(&self, invitation: &str) -> Option<Value> {
        let inner = self.lock();
        let guest = inner.room.guest.as_ref()?;
        if !guest.invitation.is(invitation) {
            return None;
        }
        Some(invitation_json(&inner.room, guest.token.is_some()))
    }

    /// Carries out an action for whoever has a token.
    ///
    /// # Errors
    /// If that viewer may not do this now, or the state of the game does not allow it.
    pub fn act(&self, token: &str, action: Action) -> Result<Answered, Refused> {
        let permission = Permission::of(&action);
        if let Action::Games { act } = action {
            return self.manage_games(token, permission, act);
        }
        let mut inner = self.lock();
        // A move after the end of a player's time is too late, even if the clock has not ticked.
        self.check_clocks(&mut inner);
        let viewer = self.check(&inner, token, permission)?;
        let done = match action {
            Action::Export => export(&inner.room).map(Answered::Document),
            Action::Puzzles {
                act: PuzzleAction::List,
            } => Ok(Answered::Document(puzzle_sets(&inner))),
            Action::Stop => {
                self.stop();
                Ok(Answered::Nothing)
            }
            Action::SaveStudy { format } => self
                .change_in(&mut inner, |inner| inner.study.save(&format))
                .map(Answered::File),
            action => self
                .change_in(&mut inner, |inner| self.carry_out(inner, viewer, action))
                .map(|()| Answered::Nothing),
        };
        done.map_err(|text| (Denial::Conflict, text))
    }

    /// Ends the search that is going on, whose answer is what it has found so far.
    pub(super) fn stop(&self) {
        if let Some(searcher) = self.searcher.get() {
            searcher.stop();
        }
    }

    /// Carries out an action that changes the state, for a viewer who may do that.
    fn carry_out(&self, inner: &mut Inner, viewer: Viewer, action: Action) -> Result<(), Refusal> {
        let room = &mut inner.room;
        match action {
            Action::NewGame(settings) => self.new_game(inner, &settings),
            Action::ChangePlayers {
                black,
                white,
                seconds,
            } => room.change_players(&black, &white, seconds),
            Action::Move { x, y, ply } => room.play(viewer, Point::new(x, y), ply),
            Action::Undo => room.change(|game| game.undo(viewer, 1)),
            Action::Hint => self.hint(inner),
            Action::Pause => room.pause(),
            Action::Resume => {
                room.game.go();
                Ok(())
            }
            Action::Resign => room.change(|game| game.resign(viewer)),
            Action::OfferDraw => room.change(|game| game.offer_draw(viewer)),
            Action::Answer { accept } => self.answer_offer(inner, viewer, accept),
            Action::FreeSeat => room.free_seat(),
            Action::Choose { option, ply } => room.choose(viewer, option.action(), ply),
            Action::Declare { count, ply } => {
                room.choose(viewer, opening::Action::Declare(count), ply)
            }
            Action::Rematch if room.guest.is_some() => {
                room.change(|game| game.offer_rematch(viewer))
            }
            Action::Rematch => self.rematch(inner),
            Action::ShowChance { shown } => {
                inner.show_chance(shown);
                Ok(())
            }
            Action::Study { version, act } => self.study(inner, version, act),
            Action::Puzzles {
                act: PuzzleAction::Open { set },
            } => open_set(inner, &set),
            Action::Puzzles { .. }
            | Action::Export
            | Action::Stop
            | Action::SaveStudy { .. }
            | Action::Games { .. } => Ok(()),
        }
    }

    /// Answers an offer, or withdraws it. Both players are told if nothing comes of it.
    fn answer_offer(&self, inner: &mut Inner, viewer: Viewer, accept: bool) -> Result<(), Refusal> {
        let offer = inner.room.game.offer();
        let accepted = inner.room.change(|game| game.answer(viewer, accept))?;
        match (accepted, offer) {
            (Some(Proposal::Rematch), _) => self.rematch(inner),
            (Some(_), _) | (None, None) => Ok(()),
            (None, Some(offer)) => {
                let what = match offer.proposal {
                    Proposal::Undo(_) => "The request to take back",
                    Proposal::Draw => "The offer of a draw",
                    Proposal::Rematch => "The offer of a rematch",
                };
                let verb = if offer.by == viewer {
                    "withdrawn"
                } else {
                    "declined"
                };
                notify_all(inner, &format!("{what} was {verb}."));
                Ok(())
            }
        }
    }

    /// Begins another game. The pages of a former guest are told that theirs is over.
    fn new_game(&self, inner: &mut Inner, settings: &NewGame) -> Result<(), Refusal> {
        let from = settings.from.as_ref();
        let from = from.map(|from| position(inner, from)).transpose()?;
        let room = Room::new(inner.games + 1, settings, from, inner.now())?;
        if room.guest.is_some() && self.inviter.is_none() {
            return Err("Start the program with --network to play over the network.".into());
        }
        self.enter(inner, room);
        let notice = json!({ "kind": "notice", "text": "A new game has begun." }).to_string();
        // A guest has no place in another game.
        for page in inner
            .pages
            .iter()
            .filter(|page| page.viewer != Viewer::Owner)
        {
            page.mailbox.notify(notice.clone());
            page.mailbox.close();
        }
        Ok(())
    }

    /// Begins another game of the same players, with colours swapped.
    fn rematch(&self, inner: &mut Inner) -> Result<(), Refusal> {
        let room = inner.room.rematch(inner.games + 1)?;
        self.enter(inner, room);
        Ok(())
    }

    /// Replaces the current game with a new one.
    fn enter(&self, inner: &mut Inner, room: Room) {
        inner.games = room.number;
        inner.saves.next_game();
        inner.saved = None;
        inner.link = match (&room.guest, &self.inviter) {
            (Some(guest), Some(link)) => Some(link(&guest.invitation)),
            _ => None,
        };
        inner.room = room;
    }

    /// Begins to look for a hint.
    fn hint(&self, inner: &mut Inner) -> Result<(), Refusal> {
        if inner.study.asked.is_some() {
            return Err("Goshawk is busy with the analysis. Stop that first.".into());
        }
        self.begin(inner, Task::Hint);
        Ok(())
    }
}

/// The position in which a game is to begin.
fn position(inner: &Inner, from: &Origin) -> Result<Resumed, Refusal> {
    match from {
        Origin::Study { version } if *version != inner.study.version() => {
            Err("The game has changed meanwhile.".into())
        }
        Origin::Study { .. } => inner.study.resumed(),
        Origin::Game { ply } => {
            let game = &inner.room.game;
            if game.opening().is_some() || *ply > game.position().ply() {
                return Err("There is no such position.".into());
            }
            let resumed = Resumed::from_position(game.record(), *ply, game.position().rule());
            resumed.map_err(|error| sentence(&error.to_string()))
        }
        Origin::Record { text } => {
            let record = Record::read(text.as_bytes(), &Given::default());
            let record = record.map_err(|error| sentence(&error.to_string()))?;
            let (moves, rule) = (record.moves.len(), record.rule.unwrap_or_default());
            let resumed = Resumed::from_position(record, moves, rule);
            resumed.map_err(|error| sentence(&error.to_string()))
        }
    }
}

/// The sets of puzzles, and how they were answered.
fn puzzle_sets(inner: &Inner) -> Value {
    let sets = SETS.iter().map(|set| {
        let puzzles = set.read().puzzles;
        let count = |answer| {
            let answers = puzzles.iter().map(|puzzle| inner.scores.of(&puzzle.id));
            answers.filter(|given| *given == Some(answer)).count()
        };
        json!({
            "name": set.name,
            "title": set.title,
            "about": set.about,
            "count": puzzles.len(),
            "solved": count(Answer::Solved),
            "missed": count(Answer::Missed),
        })
    });
    json!({ "sets": sets.collect::<Vec<Value>>() })
}

/// Lets the owner solve a set of puzzles.
fn open_set(inner: &mut Inner, name: &str) -> Result<(), Refusal> {
    let set = PuzzleSet::of(name).ok_or("There is no such set of puzzles.")?;
    enter(inner, Study::of_puzzles(set.read()));
    Ok(())
}

/// The game as SGF, with a name for the file.
fn export(room: &Room) -> Result<Value, Refusal> {
    let text = room.game.text(Format::Sgf).map_err(unsaved)?;
    Ok(json!({ "name": format!("goshawk-{}.sgf", room.number), "text": text }))
}
