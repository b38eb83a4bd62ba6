//! The moves and commands that the player types.

use std::path::PathBuf;
use std::time::Duration;

use crate::board::notation::{self, NotationProblem};
use crate::cli::args::values::{one_of, parse_size, parse_threads, parse_time};
use crate::cli::play::args::parse_people;
use crate::opening::rules::OpeningRule;
use crate::play::seats::Levels;
use crate::types::{BoardSize, Color, Point, Rule};

/// A line of input.
#[derive(Debug, PartialEq)]
pub enum PlayCommand {
    /// An empty line.
    Nothing,
    /// Play at this point.
    Move(Point),
    /// Take back this number of the player's moves, and the replies to them.
    Undo(usize),
    /// Show the move that the engine would play.
    Hint,
    /// Show the value of the position.
    Evaluate,
    /// Resign.
    Resign,
    /// Agree on a draw.
    Draw,
    /// Start another game with colours swapped.
    Rematch,
    /// Start a new game.
    New(NewGame),
    /// Choose in the opening.
    Choose(OpeningChoice),
    /// Change the player's side.
    Side(Color),
    /// Change the number of people.
    People(usize),
    /// Change the playing levels.
    Level(Levels),
    /// Change the number of search threads.
    Threads(usize),
    /// Change the time limit of a move.
    Time(Duration),
    /// Draw the board.
    Board,
    /// Draw the board with the numbers of the moves.
    Numbers,
    /// List the moves.
    Moves,
    /// Show the players, their levels and the time limit.
    Settings,
    /// Show the number of search threads.
    ShowThreads,
    /// Pause a game of the engine against itself.
    Pause,
    /// Resume a game of the engine against itself.
    Go,
    /// Write the game to a file.
    Save(PathBuf),
    /// Continue the game in a file.
    Load(PathBuf),
    /// List the commands.
    Help,
    /// Quit.
    Quit,
}

/// A new game. `None` leaves a setting unchanged.
#[derive(Debug, Default, PartialEq)]
pub struct NewGame {
    /// The rule.
    pub rule: Option<Rule>,
    /// The board size.
    pub size: Option<BoardSize>,
    /// The player's side.
    pub side: Option<Color>,
    /// The rule of its opening; `None` for a game without one.
    pub opening: Option<OpeningRule>,
}

/// A choice in an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningChoice {
    /// This side.
    Side(Color),
    /// The same side as before.
    Keep,
    /// The other side.
    Swap,
    /// Two more stones.
    More,
    /// Ten fifth moves.
    Ten,
    /// This number of fifth moves.
    Count(usize),
}

/// Reads a line.
///
/// # Errors
/// If the line is not a move or a command; the error is a message for the player, with
/// parts of the line as they were typed.
pub fn parse(line: &str, board: BoardSize) -> Result<PlayCommand, String> {
    let line = line.trim_start_matches('\u{feff}').trim();
    let (word, rest) = match line.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (line, ""),
    };
    let command = word.to_lowercase();
    if is_spaced_point(word, rest) {
        return parse_move(&format!("{word}{rest}"), board).map(PlayCommand::Move);
    }
    let bare = |parsed| match rest {
        "" => Ok(parsed),
        _ => Err(format!("`{command}` takes no argument")),
    };
    match command.as_str() {
        "" => Ok(PlayCommand::Nothing),
        "undo" | "u" => parse_undo(rest),
        "hint" => bare(PlayCommand::Hint),
        "eval" => bare(PlayCommand::Evaluate),
        "resign" => bare(PlayCommand::Resign),
        "draw" => bare(PlayCommand::Draw),
        "rematch" => bare(PlayCommand::Rematch),
        "go" => bare(PlayCommand::Go),
        _ if is_pause(word) => bare(PlayCommand::Pause),
        "black" => bare(PlayCommand::Choose(OpeningChoice::Side(Color::Black))),
        "white" => bare(PlayCommand::Choose(OpeningChoice::Side(Color::White))),
        "keep" => bare(PlayCommand::Choose(OpeningChoice::Keep)),
        "swap" => bare(PlayCommand::Choose(OpeningChoice::Swap)),
        "more" => bare(PlayCommand::Choose(OpeningChoice::More)),
        "ten" => bare(PlayCommand::Choose(OpeningChoice::Ten)),
        "fifths" => parse_count(rest),
        "board" => match rest.to_lowercase().as_str() {
            "" => Ok(PlayCommand::Board),
            "numbers" => Ok(PlayCommand::Numbers),
            _ => Err("usage: `board` or `board numbers`".to_string()),
        },
        "moves" => bare(PlayCommand::Moves),
        "help" | "h" | "?" => bare(PlayCommand::Help),
        _ if is_quit(word) => bare(PlayCommand::Quit),
        "new" => parse_new(rest),
        "side" => Color::from_name(rest)
            .map(PlayCommand::Side)
            .ok_or_else(|| "usage: `side black` or `side white`".to_string()),
        "players" => parse_people(rest)
            .map(PlayCommand::People)
            .ok_or_else(|| "usage: `players N`, the number of people, 0, 1 or 2".to_string()),
        "level" | "time" if rest.is_empty() => Ok(PlayCommand::Settings),
        "threads" if rest.is_empty() => Ok(PlayCommand::ShowThreads),
        "level" => Levels::parse(rest)
            .map(PlayCommand::Level)
            .ok_or_else(|| "usage: `level N`, from 1 (weakest) to 10 (full strength)".to_string()),
        "threads" => parse_threads(rest)
            .map(PlayCommand::Threads)
            .ok_or_else(|| "usage: `threads N`, the number of search threads".to_string()),
        "time" => parse_time(rest)
            .map(PlayCommand::Time)
            .ok_or_else(|| "usage: `time T`, such as 5 (seconds), 0.5 or 500ms".to_string()),
        "save" if rest.is_empty() => Err("usage: `save FILE`".to_string()),
        "save" => Ok(PlayCommand::Save(PathBuf::from(rest))),
        "load" if rest.is_empty() || rest == "-" => Err("usage: `load FILE`".to_string()),
        "load" => Ok(PlayCommand::Load(PathBuf::from(rest))),
        "rule" | "size" => Err(format!(
            "the {command} is fixed during a game; `new renju` or `new 20` starts a new one"
        )),
        _ => parse_move(line, board).map(PlayCommand::Move),
    }
}

/// True for a line that quits.
pub fn is_quit(line: &str) -> bool {
    ["quit", "exit", "q"].contains(&line.trim().to_lowercase().as_str())
}

/// True for a line that pauses a game of the engine against itself.
pub fn is_pause(line: &str) -> bool {
    line.trim().eq_ignore_ascii_case("pause")
}

/// True for a point with a blank, such as `h 8`, whose letter may also be a command.
fn is_spaced_point(word: &str, rest: &str) -> bool {
    let is_column = word.len() <= 2 && word.chars().all(|c| c.is_ascii_alphabetic());
    is_column && !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit())
}

/// Reads the number of moves after `undo`; 1 if there is no number.
fn parse_undo(number: &str) -> Result<PlayCommand, String> {
    let moves = match number {
        "" => Some(1),
        _ => number.parse().ok().filter(|number| *number > 0),
    };
    let usage = || "usage: `undo` or `undo N`, for your last N moves".to_string();
    moves.map(PlayCommand::Undo).ok_or_else(usage)
}

/// Reads the number of fifth moves after `fifths`.
fn parse_count(number: &str) -> Result<PlayCommand, String> {
    let count = number.parse().map(OpeningChoice::Count);
    count
        .map(PlayCommand::Choose)
        .map_err(|_| "usage: `fifths N`, the number of fifth moves in the opening".to_string())
}

/// Reads the arguments of `new`: a rule, a size, a side and an opening in any order.
fn parse_new(words: &str) -> Result<PlayCommand, String> {
    let mut new = NewGame::default();
    for word in words.split_whitespace() {
        let word = word.to_lowercase();
        if let Some(rule) = Rule::from_name(&word) {
            new.rule = Some(rule);
        } else if let Some(size) = parse_size(&word) {
            new.size = Some(size);
        } else if let Some(side) = Color::from_name(&word) {
            new.side = Some(side);
        } else if let Some(opening) = OpeningRule::from_name(&word) {
            new.opening = Some(opening);
        } else {
            return Err(format!(
                "`{word}` is not a rule ({}), a size (15 or 20x15, sides \
                 from 5 to 31), a side (black or white) or an opening ({})",
                one_of(&Rule::ALL.map(Rule::name)),
                one_of(&OpeningRule::NAMES)
            ));
        }
    }
    Ok(PlayCommand::New(new))
}

/// Reads a move: `h8`, `8h` or `7,7`.
fn parse_move(text: &str, size: BoardSize) -> Result<Point, String> {
    let point = row_first(text).unwrap_or_else(|| text.to_string());
    notation::parse_point(&point, size).map_err(|error| match error.problem {
        NotationProblem::OffBoard(_) => {
            let corner = Point::new(size.width() - 1, 0);
            format!(
                "{text} is not on the board; it has columns a to {} and rows 1 to {}",
                notation::column_name(corner.x),
                notation::row_number(corner.y, size)
            )
        }
        NotationProblem::Trailing | NotationProblem::Repeated => {
            "type one move at a time".to_string()
        }
        NotationProblem::Malformed | NotationProblem::Number => {
            let shown: String = text.chars().take(40).collect();
            format!("`{shown}` is not a move such as h8 or a command; `help` lists the commands")
        }
    })
}

/// Rewrites a point with its row first, such as `8h` or `8 h`, as `h8`.
fn row_first(text: &str) -> Option<String> {
    let column = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let row = &text[..text.len() - column.len()];
    let column = column.trim_start();
    let is_column = !column.is_empty() && column.chars().all(|c| c.is_ascii_alphabetic());
    (is_column && !row.is_empty()).then(|| format!("{column}{row}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fifteen() -> BoardSize {
        BoardSize::square(15).unwrap()
    }

    fn command(line: &str) -> PlayCommand {
        parse(line, fifteen()).unwrap()
    }

    fn error(line: &str) -> String {
        parse(line, fifteen()).unwrap_err()
    }

    #[test]
    fn moves_and_commands_are_distinguished() {
        assert_eq!(command("h8"), PlayCommand::Move(Point::new(7, 7)));
        assert_eq!(command(" H8\r"), PlayCommand::Move(Point::new(7, 7)));
        assert_eq!(command("7,7"), PlayCommand::Move(Point::new(7, 7)));
        for point in ["h 8", "8h", "8 H", "H  8"] {
            assert_eq!(
                command(point),
                PlayCommand::Move(Point::new(7, 7)),
                "{point}"
            );
        }
        assert_eq!(command("h"), PlayCommand::Help);
        assert_eq!(command(" \r"), PlayCommand::Nothing);
        assert_eq!(command("UNDO"), PlayCommand::Undo(1));
        assert_eq!(command("undo 3"), PlayCommand::Undo(3));
        assert_eq!(command("board Numbers"), PlayCommand::Numbers);
        assert_eq!(command("exit"), PlayCommand::Quit);
        assert_eq!(command("players 2"), PlayCommand::People(2));
        let levels = Levels::parse("3 7").unwrap();
        assert_eq!(command("level 3 7"), PlayCommand::Level(levels));
        assert_eq!(command("level"), PlayCommand::Settings);
        assert_eq!(command("time"), PlayCommand::Settings);
        assert_eq!(command("threads"), PlayCommand::ShowThreads);
        assert_eq!(command("Pause"), PlayCommand::Pause);
        assert_eq!(command("side o"), PlayCommand::Side(Color::White));
        assert_eq!(
            command("time 500ms"),
            PlayCommand::Time(Duration::from_millis(500))
        );
        assert_eq!(
            command("save My Game.txt"),
            PlayCommand::Save("My Game.txt".into())
        );
    }

    #[test]
    fn a_new_game_may_change_rule_size_and_side() {
        let new = |rule, size, side| {
            PlayCommand::New(NewGame {
                rule,
                size,
                side,
                opening: None,
            })
        };
        assert_eq!(command("new"), new(None, None, None));
        let all = new(Some(Rule::Renju), BoardSize::square(20), Some(Color::White));
        assert_eq!(command("new 20 White renju"), all);
        let opening = |opening| {
            PlayCommand::New(NewGame {
                opening: Some(opening),
                ..NewGame::default()
            })
        };
        assert_eq!(command("new Swap2"), opening(OpeningRule::Swap2));
        let soosyrv = opening(OpeningRule::Soosyrv8);
        assert_eq!(command("new soosorv-8"), soosyrv);
        let choice = |choice| PlayCommand::Choose(choice);
        assert_eq!(command("White"), choice(OpeningChoice::Side(Color::White)));
        assert_eq!(command("fifths 3"), choice(OpeningChoice::Count(3)));
        assert!(error("fifths").contains("fifths N") && error("fifths x").contains("fifths N"));
        assert!(error("new chess").contains("`chess`"));
        assert!(error("rule renju").contains("new renju"));
    }

    #[test]
    fn errors_show_what_is_expected() {
        assert!(error("p1").contains("columns a to o and rows 1 to 15"));
        assert!(error("h8 i9").contains("one move"));
        assert!(error("hello").contains("help"));
        assert!(error("hint 3").contains("takes no argument"));
        assert!(error("u 5").contains("columns a to o"));
        assert!(error("9z").contains("columns a to o"));
        for line in ["undo 0", "undo -1", "undo x", "undo 99999999999999999999"] {
            assert!(error(line).contains("`undo N`"), "{line}");
        }
        assert!(error("board 3").contains("board numbers"));
        assert!(error("players 3").contains("players N"));
        assert!(error("threads 0").contains("threads N"));
        assert!(error("load").contains("load FILE") && error("load -").contains("load FILE"));
        assert!(error("level 11").contains("level N"));
        assert!(error("side up").contains("side black"));
        assert!(error("time never").contains("time T"));
        assert!(error("save").contains("FILE"));
    }
}
