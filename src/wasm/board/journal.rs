//! What has been done in the game that is being played, so that the page goes on with it when it is
//! loaded again. A record could not hold an opening, offers and clocks; the actions can be carried
//! out again.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::app::action::Action;
use crate::opening::Decision;
use crate::opening::rules::Action as OpeningAction;
use crate::play::turn::Answer;
use crate::types::Point;

/// Something that was done.
#[derive(Debug, Deserialize, Serialize)]
pub struct Entry {
    /// When, as games count the time, in milliseconds.
    at: u64,
    /// What.
    #[serde(flatten)]
    pub done: Done,
}

/// What was done.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Done {
    /// An action of the page, as it was posted.
    Act(String),
    /// A move of the engine; `None` if it has passed.
    Played(Option<Place>),
    /// A step of the engine in the opening, and its first move afterwards.
    Decided(Vec<Step>, Option<Place>),
}

/// The column and the row of a point, from 0.
type Place = (u8, u8);

/// An action in an opening.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Places a stone.
    Place(Place),
    /// Keeps the side.
    Keep,
    /// Takes the other side.
    Swap,
    /// Places two more stones.
    MoreStones,
    /// Proposes ten fifth moves.
    TenFifthMoves,
    /// Declares the number of fifth moves.
    Declare(usize),
    /// Proposes a fifth move.
    Propose(Place),
    /// Withdraws a fifth move.
    Withdraw(Place),
    /// Selects a fifth move.
    Select(Place),
}

impl Entry {
    /// An entry of this time.
    pub fn new(at: Duration, done: Done) -> Entry {
        let at = u64::try_from(at.as_millis()).unwrap_or(u64::MAX);
        Entry { at, done }
    }

    /// When it was done.
    pub fn at(&self) -> Duration {
        Duration::from_millis(self.at)
    }
}

/// Whether an action is part of what has been done in the game.
pub fn is_kept(action: &Action) -> bool {
    match action {
        Action::NewGame(_)
        | Action::ChangePlayers { .. }
        | Action::Move { .. }
        | Action::Undo
        | Action::Pause
        | Action::Resume
        | Action::Resign
        | Action::OfferDraw
        | Action::Answer { .. }
        | Action::FreeSeat
        | Action::Choose { .. }
        | Action::Declare { .. }
        | Action::Rematch
        | Action::ShowChance { .. } => true,
        Action::Hint
        | Action::Stop
        | Action::Export
        | Action::Study { .. }
        | Action::SaveStudy { .. }
        | Action::Games { .. }
        | Action::Puzzles { .. } => false,
    }
}

fn place(point: Point) -> Place {
    (point.x, point.y)
}

fn point((x, y): Place) -> Point {
    Point::new(x, y)
}

/// What the engine has played.
impl From<&Answer> for Done {
    fn from(answer: &Answer) -> Done {
        match answer {
            Answer::Move(played) => Done::Played(played.map(place)),
            Answer::Step(decision) => {
                let steps = decision.actions.iter().map(|action| match *action {
                    OpeningAction::Place(point) => Step::Place(place(point)),
                    OpeningAction::Keep => Step::Keep,
                    OpeningAction::Swap => Step::Swap,
                    OpeningAction::MoreStones => Step::MoreStones,
                    OpeningAction::TenFifthMoves => Step::TenFifthMoves,
                    OpeningAction::Declare(count) => Step::Declare(count),
                    OpeningAction::Propose(point) => Step::Propose(place(point)),
                    OpeningAction::Withdraw(point) => Step::Withdraw(place(point)),
                    OpeningAction::Select(point) => Step::Select(place(point)),
                });
                Done::Decided(steps.collect(), decision.reply.map(place))
            }
        }
    }
}

/// The answer of the engine that steps stand for.
pub fn decided(steps: Vec<Step>, reply: Option<Place>) -> Answer {
    let actions = steps.into_iter().map(|step| match step {
        Step::Place(at) => OpeningAction::Place(point(at)),
        Step::Keep => OpeningAction::Keep,
        Step::Swap => OpeningAction::Swap,
        Step::MoreStones => OpeningAction::MoreStones,
        Step::TenFifthMoves => OpeningAction::TenFifthMoves,
        Step::Declare(count) => OpeningAction::Declare(count),
        Step::Propose(at) => OpeningAction::Propose(point(at)),
        Step::Withdraw(at) => OpeningAction::Withdraw(point(at)),
        Step::Select(at) => OpeningAction::Select(point(at)),
    });
    Answer::Step(Decision {
        actions: actions.collect(),
        reply: reply.map(point),
    })
}

/// The answer of the engine that a move stands for.
pub fn played(at: Option<Place>) -> Answer {
    Answer::Move(at.map(point))
}
