//! What is known of a game as a whole.

use std::time::Duration;

use crate::record::{GameResult, WonBy};
use crate::types::{OpeningRule, Rule};

/// The headers of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Headers {
    /// The rule.
    pub rule: Option<Rule>,
    /// The opening rule.
    pub opening: Option<OpeningRule>,
    /// The names of the players, by [`Color::index`](crate::types::Color::index).
    pub players: [Option<String>; 2],
    /// The result.
    pub result: Option<GameResult>,
    /// How the game was won, if that was not by a row.
    pub won_by: Option<WonBy>,
    /// The time limit of a move.
    pub move_limit: Option<Duration>,
    /// The program that wrote the record.
    pub program: Option<String>,
    /// The name of the game or the tournament.
    pub event: Option<String>,
    /// The date, as it is written.
    pub date: Option<String>,
}
