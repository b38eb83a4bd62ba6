//! What a page can ask for: the documents that it posts.

use serde::{Deserialize, Serialize};

use super::study::StudyAction;
use crate::opening::rules::{self as opening, OpeningRule};
use crate::play::opening::misfit;
use crate::strength::Level;
use crate::types::{BoardSize, Rule};

/// An action, such as `{"action":"move","x":7,"y":7,"ply":0}`.
#[derive(Debug, Deserialize)]
#[serde(tag = "action", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Begins another game.
    NewGame(NewGame),
    /// Goes on with other players: who plays what, and how strong.
    ChangePlayers {
        /// Who plays black.
        black: Player,
        /// Who plays white.
        white: Player,
        /// The longest time for a move of the engine, in seconds.
        seconds: f64,
    },
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
    /// Takes back the user's last move or step of an opening and what followed, or a result; or asks
    /// the other player.
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
        /// The number of stones on the board that the user sees.
        ply: usize,
    },
    /// Declares in the opening how many fifth moves black has to propose.
    Declare {
        /// The number of fifth moves.
        count: usize,
        /// The number of stones on the board that the user sees.
        ply: usize,
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
    /// Something with the games that have been saved.
    Games {
        /// What.
        act: SavedAction,
    },
    /// Something with the puzzles that come with the program.
    Puzzles {
        /// What.
        act: PuzzleAction,
    },
    /// Shows the win chance after every move, or not.
    ShowChance {
        /// Whether it is shown.
        shown: bool,
    },
}

/// An action on the saved games, such as `{"do":"delete","name":"game-1"}`.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum SavedAction {
    /// Asks for the list.
    List,
    /// Studies a game.
    Open {
        /// Its name.
        name: String,
    },
    /// Gives a game another name.
    Rename {
        /// Its name.
        name: String,
        /// The other name.
        to: String,
    },
    /// Moves a game to those that are deleted.
    Delete {
        /// Its name.
        name: String,
    },
    /// Brings a deleted game back.
    Restore {
        /// Its name among those that are deleted.
        name: String,
    },
    /// Asks for all games as one file.
    Export,
    /// Asks what was played in the position of the study, in the saved games and in the file that
    /// is studied.
    Explore,
}

/// An action on the puzzles that come with the program, such as `{"do":"open","set":"easy"}`.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum PuzzleAction {
    /// Asks for the sets, and how their puzzles were answered.
    List,
    /// Opens a set.
    Open {
        /// Its name.
        set: String,
    },
}

/// A choice in an opening.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningChoice {
    /// To keep the side.
    Keep,
    /// To take the other side.
    Swap,
    /// To place two more stones.
    More,
    /// To propose ten fifth moves.
    Ten,
}

impl OpeningChoice {
    /// All choices.
    const ALL: [OpeningChoice; 4] = [Self::Keep, Self::Swap, Self::More, Self::Ten];

    /// What the choice means for the opening.
    pub fn action(self) -> opening::Action {
        match self {
            OpeningChoice::Keep => opening::Action::Keep,
            OpeningChoice::Swap => opening::Action::Swap,
            OpeningChoice::More => opening::Action::MoreStones,
            OpeningChoice::Ten => opening::Action::TenFifthMoves,
        }
    }

    /// The choice with this meaning; `None` for other actions of an opening.
    pub fn of(action: opening::Action) -> Option<OpeningChoice> {
        let mut all = OpeningChoice::ALL.into_iter();
        all.find(|choice| choice.action() == action)
    }
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
    /// The name of the rule of the opening; `None` for a game without one.
    pub opening: Option<String>,
    /// The time of each player for the game, in minutes; `None` without clocks.
    pub minutes: Option<f64>,
    /// What each move adds to the time of its player, in seconds.
    #[serde(default)]
    pub increment: f64,
    /// The position in which it begins; `None` for an empty board.
    pub from: Option<Origin>,
}

/// Where a position comes from in which a game begins.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Origin {
    /// The position of the study.
    Study {
        /// The version of the nodes that the page knows.
        version: u64,
    },
    /// The game on the board after its first moves.
    Game {
        /// The number of moves.
        ply: usize,
    },
    /// The end of a game.
    Record {
        /// The game in any format, such as SGF.
        text: String,
    },
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
/// The longest time that a move adds, in seconds.
const MAX_INCREMENT: f64 = 600.0;

/// What the names and numbers in the settings of a game stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckedGame {
    /// The rule.
    pub rule: Rule,
    /// The size of the board.
    pub size: BoardSize,
    /// The rule of the opening.
    pub opening: Option<OpeningRule>,
}

impl NewGame {
    /// The rule, the size and the opening.
    ///
    /// # Errors
    /// If something is out of range or does not fit. The text is for the user.
    pub fn check(&self) -> Result<CheckedGame, String> {
        let rule = Rule::from_name(&self.rule).ok_or("There is no such rule.")?;
        let size = BoardSize::new(self.width, self.height)
            .ok_or("A board has from 5 to 31 columns and rows.")?;
        let opening = match &self.opening {
            None => None,
            Some(name) => {
                Some(OpeningRule::from_name(name).ok_or("There is no such opening rule.")?)
            }
        };
        if let Some(misfit) = opening.and_then(|opening| misfit(opening, rule, size)) {
            return Err(misfit);
        }
        if self.from.is_some() && opening.is_some() {
            return Err("A game from a position has no opening.".into());
        }
        check_seconds(self.seconds)?;
        if self
            .minutes
            .is_some_and(|minutes| !(minutes > 0.0 && minutes <= MAX_MINUTES))
        {
            return Err("The time for a game must be more than 0 and at most 600 minutes.".into());
        }
        if !(0.0..=MAX_INCREMENT).contains(&self.increment) {
            return Err("A move adds at most 600 seconds.".into());
        }
        let players = [&self.black, &self.white];
        check_levels(players)?;
        if players == [&Player::Guest; 2] {
            return Err("One of the players has to be at this computer.".into());
        }
        let engines = |player: &&&Player| matches!(player, Player::Engine { .. });
        if players.contains(&&Player::Guest) && players.iter().filter(engines).count() > 0 {
            return Err("Over the network, two people play against each other.".into());
        }
        Ok(CheckedGame {
            rule,
            size,
            opening,
        })
    }
}

/// Checks the longest time for a move of the engine.
///
/// # Errors
/// If it is out of range. The text is for the user.
pub fn check_seconds(seconds: f64) -> Result<(), String> {
    if seconds > 0.0 && seconds <= MAX_SECONDS {
        Ok(())
    } else {
        Err("The time for a move must be more than 0 and at most 600 seconds.".into())
    }
}

/// Checks the levels of the engine.
///
/// # Errors
/// If one is out of range. The text is for the user.
pub fn check_levels(players: [&Player; 2]) -> Result<(), String> {
    let is_level = |player: &Player| match player {
        Player::Engine { level } => Level::new(*level).is_some(),
        _ => true,
    };
    if players.into_iter().all(is_level) {
        Ok(())
    } else {
        Err("The level must be from 1 to 10.".into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new_game(change: &str) -> Result<CheckedGame, String> {
        let mut document: serde_json::Value = serde_json::from_str(
            r#"{"action":"new-game","rule":"renju","width":15,"height":15,"seconds":1,
            "black":{"kind":"person","name":"Anna"},"white":{"kind":"engine","level":3},
            "opening":null,"minutes":null}"#,
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
        let checked = CheckedGame {
            rule: Rule::Renju,
            size,
            opening: None,
        };
        assert_eq!(new_game("{}"), Ok(checked));
        let opening = Some(OpeningRule::Soosyrv8);
        let with_opening = new_game(r#"{"opening":"soosyrv-8"}"#);
        assert_eq!(with_opening, Ok(CheckedGame { opening, ..checked }));
        for wrong in [
            r#"{"rule":"chess"}"#,
            r#"{"width":4}"#,
            r#"{"height":32}"#,
            r#"{"seconds":0}"#,
            r#"{"seconds":1e9}"#,
            r#"{"minutes":-1}"#,
            r#"{"minutes":1,"increment":-1}"#,
            r#"{"minutes":1,"increment":601}"#,
            r#"{"from":{"kind":"file"}}"#,
            r#"{"from":{"kind":"game","ply":2},"opening":"soosyrv-8"}"#,
            r#"{"white":{"kind":"engine","level":11}}"#,
            r#"{"white":{"kind":"guest"},"black":{"kind":"guest"}}"#,
            r#"{"black":{"kind":"guest"}}"#,
            r#"{"path":"/etc/passwd"}"#,
            r#"{"opening":"pro"}"#,
            r#"{"opening":"swap2"}"#,
            r#"{"opening":"rif","width":14}"#,
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
            r#"{"action":"choose","option":"red","ply":3}"#,
            r#"{"action":"choose","option":"keep"}"#,
            r#"{"action":"declare","count":-1,"ply":4}"#,
            "[]",
            "",
        ] {
            assert!(serde_json::from_str::<Action>(wrong).is_err(), "{wrong}");
        }
    }
}
