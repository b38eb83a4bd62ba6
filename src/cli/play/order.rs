//! What a player types: a move, or a command in a word or two.

use std::path::PathBuf;
use std::time::Duration;

use super::args::level;
use crate::board::notation::{self, NotationProblem};
use crate::cli::analyze_args::{side, size, time};
use crate::strength::Level;
use crate::types::{BoardSize, Color, Point, Rule};

/// One line understood.
#[derive(Debug, PartialEq)]
pub enum Order {
    /// Nothing was typed.
    Nothing,
    /// Play there.
    Move(Point),
    /// Take the last move back, and the answer to it.
    Undo,
    /// What would the engine play?
    Hint,
    /// Begin a new game; what is `None` stays as it is.
    New {
        /// The rule.
        rule: Option<Rule>,
        /// The board.
        size: Option<BoardSize>,
        /// The person's side.
        side: Option<Color>,
    },
    /// Take this side from now on.
    Side(Color),
    /// Play this strong from now on.
    Level(Level),
    /// Think so long about a move from now on.
    Time(Duration),
    /// Draw the board.
    Board,
    /// List the moves.
    Moves,
    /// Write the game to a file.
    Save(PathBuf),
    /// Tell the commands.
    Help,
    /// End.
    Quit,
}

/// Reads a line; the error is a sentence for the player.
pub fn parse(line: &str, board: BoardSize) -> Result<Order, String> {
    let line = line.trim_start_matches('\u{feff}').trim();
    let (word, rest) = match line.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (line, ""),
    };
    let command = word.to_lowercase();
    let bare = |order| match rest {
        "" => Ok(order),
        _ => Err(format!("`{command}` stands alone")),
    };
    match command.as_str() {
        "" => Ok(Order::Nothing),
        "undo" | "u" => bare(Order::Undo),
        "hint" => bare(Order::Hint),
        "board" => bare(Order::Board),
        "moves" => bare(Order::Moves),
        "help" | "h" | "?" => bare(Order::Help),
        "quit" | "exit" | "q" => bare(Order::Quit),
        "new" => new_game(rest),
        "side" => side(rest)
            .map(Order::Side)
            .ok_or_else(|| "`side black` or `side white`: the side you take".to_string()),
        "level" => level(rest)
            .map(Order::Level)
            .ok_or_else(|| "`level N`: 1 is the weakest, 10 is full strength".to_string()),
        "time" => time(rest)
            .map(Order::Time)
            .ok_or_else(|| "`time T`: what a move may take, such as 5, 0.5 or 500ms".to_string()),
        "save" if rest.is_empty() => Err("`save FILE`: where to write the moves".to_string()),
        "save" => Ok(Order::Save(PathBuf::from(rest))),
        "rule" | "size" => Err(format!(
            "a {command} is for a whole game: `new renju` or `new 20` begins another one"
        )),
        _ => a_move(line, board).map(Order::Move),
    }
}

/// `new`, with a rule, a size and a side in any order.
fn new_game(words: &str) -> Result<Order, String> {
    let (mut new_rule, mut new_size, mut new_side) = (None, None, None);
    for word in words.split_whitespace() {
        let word = word.to_lowercase();
        if let Some(rule) = Rule::from_name(&word) {
            new_rule = Some(rule);
        } else if let Some(size) = size(&word) {
            new_size = Some(size);
        } else if let Some(side) = side(&word) {
            new_side = Some(side);
        } else {
            return Err(format!(
                "`{word}` is neither a rule (freestyle, standard, renju, caro, caro-exact), \
                 nor a size (15, 20x15; sides from 5 to 31), nor a side (black, white)"
            ));
        }
    }
    Ok(Order::New {
        rule: new_rule,
        size: new_size,
        side: new_side,
    })
}

fn a_move(text: &str, size: BoardSize) -> Result<Point, String> {
    notation::parse_point(text, size).map_err(|error| match error.problem {
        NotationProblem::OffBoard(_) => {
            let corner = Point::new(size.width() - 1, 0);
            format!(
                "{text} is not on the board: columns a to {}, rows 1 to {}",
                notation::column_name(corner.x),
                notation::row_number(corner.y, size)
            )
        }
        NotationProblem::Trailing | NotationProblem::Repeated => {
            "one move at a time, please".to_string()
        }
        NotationProblem::Malformed => {
            let shown: String = text.chars().take(40).filter(|c| !c.is_control()).collect();
            format!("`{shown}` is neither a move such as h8 nor a command; `help` lists them")
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fifteen() -> BoardSize {
        BoardSize::square(15).unwrap()
    }

    fn order(line: &str) -> Order {
        parse(line, fifteen()).unwrap()
    }

    fn fault(line: &str) -> String {
        parse(line, fifteen()).unwrap_err()
    }

    #[test]
    fn moves_and_commands_are_told_apart() {
        assert_eq!(order("h8"), Order::Move(Point::new(7, 7)));
        assert_eq!(order(" H8\r"), Order::Move(Point::new(7, 7)));
        assert_eq!(order("7,7"), Order::Move(Point::new(7, 7)));
        assert_eq!(order("h"), Order::Help);
        assert_eq!(order(" \r"), Order::Nothing);
        assert_eq!(order("UNDO"), Order::Undo);
        assert_eq!(order("level 10"), Order::Level(Level::STRONGEST));
        assert_eq!(order("side o"), Order::Side(Color::White));
        assert_eq!(order("time 500ms"), Order::Time(Duration::from_millis(500)));
        assert_eq!(order("save My Game.txt"), Order::Save("My Game.txt".into()));
    }

    #[test]
    fn a_new_game_may_be_another_one() {
        let new = |rule, size, side| Order::New { rule, size, side };
        assert_eq!(order("new"), new(None, None, None));
        let all = new(Some(Rule::Renju), BoardSize::square(20), Some(Color::White));
        assert_eq!(order("new 20 White renju"), all);
        assert!(fault("new chess").contains("`chess`"));
        assert!(fault("rule renju").contains("new renju"));
    }

    #[test]
    fn faults_are_explained() {
        assert!(fault("p1").contains("columns a to o, rows 1 to 15"));
        assert!(fault("h8 i9").contains("one move"));
        assert!(fault("hello").contains("help"));
        assert!(fault("undo 3").contains("alone"));
        assert!(fault("level 11").contains("level N"));
        assert!(fault("level").contains("level N"));
        assert!(fault("side up").contains("side black"));
        assert!(fault("time never").contains("time T"));
        assert!(fault("save").contains("FILE"));
        assert!(
            !fault("\x1b[2J").contains('\x1b'),
            "nothing strange is echoed"
        );
    }
}
