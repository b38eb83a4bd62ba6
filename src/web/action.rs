//! What a page can ask for: the documents that it posts.

use serde::Deserialize;

use super::study::StudyAction;
use crate::strength::Level;
use crate::types::{BoardSize, Color, Rule};

/// An action, such as `{"action":"move","x":7,"y":7,"ply":0}`.
#[derive(Debug, Deserialize)]
#[serde(tag = "action", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Begins another game.
    NewGame(NewGame),
    /// Plays on a point.
    Move {
        /// The column from the left, from 0.
        x: u8,
        /// The row from the top, from 0.
        y: u8,
        /// The number of stones on the board that the user sees. A move that was meant for
        /// another position is refused.
        ply: usize,
    },
    /// Takes back the last move of the user and those after it, or asks the other player.
    Undo,
    /// Shows a good move.
    Hint,
    /// Ends the search that is going on; the engine moves at once.
    Stop,
    /// Stops a game of the engine against itself.
    Pause,
    /// Resumes such a game.
    Resume,
    /// Resigns.
    Resign,
    /// Offers a draw.
    OfferDraw,
    /// Answers the other player's offer, or withdraws the player's own.
    Answer {
        /// Whether the offer is accepted.
        accept: bool,
    },
    /// Lets somebody else take the seat of a guest who is gone.
    FreeSeat,
    /// Chooses in the opening.
    Choose {
        /// The choice.
        option: OpeningChoice,
    },
    /// Plays again with colours swapped.
    Rematch,
    /// Asks for the game as SGF.
    Export,
    /// Something with the study.
    Study {
        /// The version of the nodes that the page knows.
        version: u64,
        /// What.
        act: StudyAction,
    },
    /// Asks for the study as a file.
    SaveStudy {
        /// The ending of the file's name.
        format: String,
    },
    /// Shows the win chance after every move, or not.
    ShowChance {
        /// Whether it is shown.
        shown: bool,
    },
}

/// A choice in swap2.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningChoice {
    /// To play black.
    Black,
    /// To play white.
    White,
    /// To place two more stones.
    More,
}

/// The settings of a new game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// The name of the rule.
    pub rule: String,
    /// Number of columns.
    pub width: i64,
    /// Number of rows.
    pub height: i64,
    /// Who plays black.
    pub black: Player,
    /// Who plays white.
    pub white: Player,
    /// The longest time for a move of the engine, in seconds.
    pub seconds: f64,
    /// The game begins with swap2.
    pub swap2: bool,
    /// The time of each player for the game, in minutes; `None` without clocks.
    pub minutes: Option<f64>,
}

/// A player of a new game.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Player {
    /// A person at this computer.
    Person {
        /// The name, if one was given.
        name: Option<String>,
    },
    /// A person at another computer.
    Guest,
    /// The engine.
    Engine {
        /// The playing level.
        level: u8,
    },
}

/// The longest time for a move, in seconds.
const MAX_SECONDS: f64 = 600.0;
/// The longest time for a game, in minutes.
const MAX_MINUTES: f64 = 600.0;

impl NewGame {
    /// The rule and the size.
    ///
    /// # Errors
    /// If something is out of range. The text is for the user.
    pub fn check(&self) -> Result<(Rule, BoardSize), String> {
        let rule = Rule::from_name(&self.rule).ok_or("There is no such rule.")?;
        let size = BoardSize::new(self.width, self.height)
            .ok_or("A board has from 5 to 31 columns and rows.")?;
        if !(self.seconds > 0.0 && self.seconds <= MAX_SECONDS) {
            return Err("The time for a move must be more than 0 and at most 600 seconds.".into());
        }
        if self
            .minutes
            .is_some_and(|minutes| !(minutes > 0.0 && minutes <= MAX_MINUTES))
        {
            return Err("The time for a game must be more than 0 and at most 600 minutes.".into());
        }
        let players = [&self.black, &self.white];
        let is_level = |player: &&Player| match player {
            Player::Engine { level } => Level::new(*level).is_some(),
            _ => true,
        };
        if !players.iter().all(is_level) {
            return Err("The level must be from 1 to 10.".into());
        }
        if players == [&Player::Guest; 2] {
            return Err("One of the players has to be at this computer.".into());
        }
        let engines = |player: &&&Player| matches!(player, Player::Engine { .. });
        if players.contains(&&Player::Guest) && players.iter().filter(engines).count() > 0 {
            return Err("Over the network, two people play against each other.".into());
        }
        Ok((rule, size))
    }

    /// The player of a side.
    pub fn player(&self, side: Color) -> &Player {
        match side {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new_game(change: &str) -> Result<(Rule, BoardSize), String> {
        let mut document: serde_json::Value = serde_json::from_str(
            r#"{"action":"new-game","rule":"renju","width":15,"height":15,"seconds":1,
            "black":{"kind":"person","name":"Anna"},"white":{"kind":"engine","level":3},
            "swap2":false,"minutes":null}"#,
        )
        .unwrap();
        let changes: serde_json::Value = serde_json::from_str(change).unwrap();
        for (key, value) in changes.as_object().unwrap() {
            document[key] = value.clone();
        }
        match serde_json::from_value(document).map_err(|error| error.to_string())? {
            Action::NewGame(game) => game.check(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn settings_are_checked() {
        let size = BoardSize::square(15).unwrap();
        assert_eq!(new_game("{}"), Ok((Rule::Renju, size)));
        for wrong in [
            r#"{"rule":"chess"}"#,
            r#"{"width":4}"#,
            r#"{"height":32}"#,
            r#"{"seconds":0}"#,
            r#"{"seconds":1e9}"#,
            r#"{"minutes":-1}"#,
            r#"{"white":{"kind":"engine","level":11}}"#,
            r#"{"white":{"kind":"guest"},"black":{"kind":"guest"}}"#,
            r#"{"black":{"kind":"guest"}}"#,
            r#"{"path":"/etc/passwd"}"#,
        ] {
            assert!(new_game(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn unknown_actions_and_fields_are_refused() {
        for wrong in [
            r#"{"action":"format-disk"}"#,
            r#"{"action":"move","x":1,"y":2}"#,
            r#"{"action":"move","x":-1,"y":2,"ply":0}"#,
            r#"{"action":"move","x":1,"y":2,"ply":0,"z":1}"#,
            r#"{"action":"choose","option":"red"}"#,
            "[]",
            "",
        ] {
            assert!(serde_json::from_str::<Action>(wrong).is_err(), "{wrong}");
        }
    }
}
