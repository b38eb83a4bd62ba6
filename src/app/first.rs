//! The game with which the board begins.

use serde_json::{Value, json};

use super::action::{NewGame, Player};
use super::state::opening::rules;
use crate::opening::rules::OpeningRule;
use crate::types::{BoardSize, Rule};

/// A game of a person, black, against the engine.
#[derive(Clone, Copy, Debug)]
pub struct FirstGame {
    /// The rule.
    pub rule: Rule,
    /// The size of the board.
    pub size: BoardSize,
    /// The rule of its opening; `None` for a game without one.
    pub opening: Option<OpeningRule>,
    /// The engine's level.
    pub level: u8,
    /// The longest time for a move of the engine, in seconds.
    pub seconds: f64,
}

impl FirstGame {
    /// Its settings.
    pub fn settings(&self) -> NewGame {
        NewGame {
            rule: self.rule.name().to_string(),
            width: self.size.width().into(),
            height: self.size.height().into(),
            black: Player::Person { name: None },
            white: Player::Engine { level: self.level },
            seconds: self.seconds,
            opening: self.opening.map(|opening| opening.name().to_string()),
            minutes: None,
            increment: 0.0,
            from: None,
        }
    }

    /// What pages show at first: in the dialog for a new game, which offers games over the network
    /// if there is one; and the tab.
    pub fn defaults(&self, network: bool, tab: &str) -> Value {
        json!({
            "rule": self.rule.name(),
            "size": self.size.width().max(self.size.height()),
            "opening": self.opening.map(OpeningRule::name),
            "openings": rules(),
            "level": self.level,
            "seconds": self.seconds,
            "network": network,
            "tab": tab,
        })
    }
}
