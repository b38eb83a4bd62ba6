//! What a page can ask of a study.

use serde::Deserialize;

use super::edit::SetUp;

/// An action on the study, such as `{"do":"play","x":7,"y":7}`.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum StudyAction {
    /// Begins with an empty board.
    Clear {
        /// The name of the rule.
        rule: String,
        /// Number of columns and rows.
        size: i64,
    },
    /// Takes over the game that is being played.
    TakeGame,
    /// Chooses a game of the file, from 1.
    Choose {
        /// Its number.
        number: usize,
    },
    /// Looks at a position.
    Go {
        /// The number of its node.
        node: usize,
    },
    /// Plays a move.
    Play {
        /// The column from the left, from 0.
        x: u8,
        /// The row from the top, from 0.
        y: u8,
    },
    /// Answers a puzzle with a move.
    Try {
        /// The column from the left, from 0.
        x: u8,
        /// The row from the top, from 0.
        y: u8,
    },
    /// Shows the solution of a puzzle.
    Reveal,
    /// Plays several moves.
    Follow {
        /// The points, `[x, y]` each.
        moves: Vec<[u8; 2]>,
    },
    /// Removes the last move and everything after it.
    Delete,
    /// Brings back what was deleted last.
    Restore,
    /// Makes this variation the main line.
    Promote,
    /// Sets the judgement on the move.
    Mark {
        /// Its sign, such as `!?`; none if it is empty.
        sign: String,
    },
    /// Walks the proof no more. Its moves stay in the game.
    LeaveProof,
    /// Walks the proof again that was left last.
    ReturnToProof,
    /// Changes what the engine may use.
    Means {
        /// The number of search threads.
        threads: usize,
        /// The memory of searches, in MiB.
        memory: u64,
        /// The time of an analysis in seconds; `None` if it lasts until it is stopped.
        seconds: Option<u64>,
    },
    /// Sets the comment.
    Comment {
        /// The text.
        text: String,
    },
    /// Sets up a point.
    SetUp {
        /// The column from the left, from 0.
        x: u8,
        /// The row from the top, from 0.
        y: u8,
        /// What is put there.
        stone: SetUp,
    },
    /// Lets the other side move first.
    Turn,
    /// Changes the rule.
    Rule {
        /// The name of the rule.
        rule: String,
    },
    /// Excludes a move, or takes it back among those that are considered.
    Exclude {
        /// The column from the left, from 0.
        x: u8,
        /// The row from the top, from 0.
        y: u8,
    },
    /// Looks for the best moves until it is stopped.
    Analyze {
        /// The number of variations, 1 to 10.
        variations: usize,
    },
    /// Ends what the engine is doing for the study.
    Stop,
    /// Shows the threats of both sides in every position, or not.
    Threats {
        /// Whether they are shown.
        shown: bool,
    },
    /// Asks for threats and reasons.
    Why,
    /// Looks for a forced win.
    Solve,
    /// Looks for puzzles in the variation that is shown.
    Puzzles,
    /// Reviews the variation that is shown.
    Review {
        /// The nodes for each position.
        nodes: u64,
    },
    /// Tries a move in place of a mistake of the review.
    Attempt {
        /// The number of the mistake's move, from 1.
        number: usize,
        /// The column from the left, from 0.
        x: u8,
        /// The row from the top, from 0.
        y: u8,
    },
}

impl StudyAction {
    /// Whether this tells what to play. What only moves a place or edits the game does not, nor does
    /// a puzzle, whose solution is in the file.
    pub fn asks_for_help(&self) -> bool {
        match self {
            StudyAction::Analyze { .. }
            | StudyAction::Why
            | StudyAction::Solve
            | StudyAction::Puzzles
            | StudyAction::Review { .. }
            | StudyAction::Attempt { .. } => true,
            StudyAction::Threats { shown } => *shown,
            StudyAction::Clear { .. }
            | StudyAction::TakeGame
            | StudyAction::Choose { .. }
            | StudyAction::Go { .. }
            | StudyAction::Play { .. }
            | StudyAction::Try { .. }
            | StudyAction::Reveal
            | StudyAction::Follow { .. }
            | StudyAction::Delete
            | StudyAction::Restore
            | StudyAction::Promote
            | StudyAction::Mark { .. }
            | StudyAction::LeaveProof
            | StudyAction::ReturnToProof
            | StudyAction::Means { .. }
            | StudyAction::Comment { .. }
            | StudyAction::SetUp { .. }
            | StudyAction::Turn
            | StudyAction::Rule { .. }
            | StudyAction::Exclude { .. }
            | StudyAction::Stop => false,
        }
    }
}
