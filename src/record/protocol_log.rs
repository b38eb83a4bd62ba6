//! Dialogues in the Gomocup protocol: what a manager sent and what the engine answered, with or
//! without direction marks before the lines. Each START begins a game.

use super::error::{Place, Problem, RecordError};
use super::limits::add_game;
use super::placement::{self, numbers, rule_of, size_of};
use super::tree::Tree;
use super::{Format, Given, Move, Record, default_size};
use crate::board::work::count_work;
use crate::types::{BoardSize, Point};

/// Commands of a game in progress. A text with only START and BOARD is a position.
const PLAYED: [&str; 5] = ["TURN", "BEGIN", "PLAY", "TAKEBACK", "RESTART"];
/// Marks before a line that show who sent it.
const DIRECTIONS: [&str; 10] = ["->", "<-", ">>", "<<", "→", "←", ">", "<", "send:", "recv:"];

/// True if the text has a command of a game in progress, after START or BEGIN.
pub fn is_log(text: &str) -> bool {
    let mut words = text.lines().map(|line| command(line).0);
    let first = words.find(|word| !word.is_empty());
    let begins = first.is_some_and(|word| placement::is_command(&word) || is_played(&word));
    begins && text.lines().any(|line| is_played(&command(line).0))
}

fn is_played(word: &str) -> bool {
    PLAYED.contains(&word)
}

/// The first word of a line in capital letters, and the rest.
fn command(line: &str) -> (String, &str) {
    let mut line = line.trim();
    if let Some(rest) = line.strip_prefix('[')
        && let Some((_, rest)) = rest.split_once(']')
    {
        // The time.
        line = rest.trim_start();
    }
    for direction in DIRECTIONS {
        if let Some(rest) = line.strip_prefix(direction) {
            line = rest.trim_start();
            break;
        }
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word.to_ascii_uppercase(), rest.trim())
}

/// Reads the games of a dialogue. An error is in a move that is malformed, off the board or on
/// another stone; the rest of its game is passed over.
pub fn parse(text: &str, given: &Given) -> Vec<Result<Tree, RecordError>> {
    let mut games = Vec::new();
    let size = given.size.unwrap_or(default_size());
    let mut reader = Reader {
        record: Record::empty(Format::Protocol, size),
        error: None,
        line: 1,
        has_too_many: false,
        suggested: None,
        is_yixin: false,
        board: None,
        board_line: 1,
    };
    for (number, line) in (1..).zip(text.lines()) {
        count_work(line.len());
        reader.line = number;
        let (word, rest) = command(line);
        match word.as_str() {
            "START" | "RECTSTART" => {
                reader.is_yixin = word == "START" && rest.contains(char::is_whitespace);
                let told = size_of(&word, rest, number);
                let size = given.size.or(told.as_ref().ok().copied());
                reader.restart(size.unwrap_or(reader.record.size()), &mut games);
                reader.error = told.err();
            }
            "RESTART" => reader.restart(reader.record.size(), &mut games),
            _ if reader.error.is_none() => {
                reader.error = reader.command(&word, rest, number).err();
            }
            _ => {}
        }
    }
    reader.end(&mut games);
    if games.is_empty() {
        games.push(Ok(Tree::from(&reader.record)));
    }
    games
}

/// Reads the lines of a game.
struct Reader {
    record: Record,
    /// What is wrong with the game.
    error: Option<RecordError>,
    /// The current line.
    line: usize,
    /// There are more games than are kept.
    has_too_many: bool,
    /// The move of PLAY, which the engine's answer repeats.
    suggested: Option<Point>,
    is_yixin: bool,
    /// The lines of a BOARD before its DONE.
    board: Option<String>,
    board_line: usize,
}

impl Reader {
    /// Begins another game.
    fn restart(&mut self, size: BoardSize, games: &mut Vec<Result<Tree, RecordError>>) {
        self.end(games);
        let mut next = Record::empty(Format::Protocol, size);
        next.rule = self.record.rule;
        self.record = next;
        self.suggested = None;
        self.board = None;
    }

    /// Ends the game, unless it is empty.
    fn end(&mut self, games: &mut Vec<Result<Tree, RecordError>>) {
        let record = &self.record;
        let has_stones = !record.moves.is_empty() || record.start.occupied().next().is_some();
        let game = match self.error.take() {
            Some(error) => Err(error),
            None if has_stones => Ok(Tree::from(record)),
            None => return,
        };
        if !self.has_too_many {
            let place = Place::line(self.line);
            let too_many = |problem| RecordError::At(place, problem);
            self.has_too_many = !add_game(games, game, too_many);
        }
    }

    /// Reads a line.
    fn command(&mut self, word: &str, rest: &str, number: usize) -> Result<(), RecordError> {
        if let Some(board) = &mut self.board {
            board.push_str(word);
            board.push('\n');
            if word == "DONE" {
                self.end_board()?;
            }
            return Ok(());
        }
        match word {
            "INFO" => {
                let rule = rule_of(rest, self.is_yixin);
                self.record.rule = rule.or(self.record.rule);
            }
            "BOARD" | "YXBOARD" => {
                self.is_yixin |= word == "YXBOARD";
                self.board = Some("BOARD\n".to_string());
                self.board_line = number;
            }
            "TURN" => self.play(point(rest, number)?, number)?,
            "PLAY" => self.suggested = Some(point(rest, number)?),
            "TAKEBACK" => {
                let point = point(rest, number)?;
                self.record.moves.retain(|played| played.point != point);
            }
            _ => {
                if let [x, y] = numbers(word)[..] {
                    let point = on_board(x, y, number)?;
                    self.suggested = None;
                    self.play(point, number)?;
                }
            }
        }
        Ok(())
    }

    /// Plays a move of the side whose turn it is.
    fn play(&mut self, point: Point, number: usize) -> Result<(), RecordError> {
        let color = self.record.side_to_move();
        let time = None;
        let played = Move { point, color, time };
        self.record.push(played, Place::line(number))?;
        self.record.side = None;
        Ok(())
    }

    /// Places the stones of a BOARD.
    fn end_board(&mut self) -> Result<(), RecordError> {
        let board = self.board.take().unwrap_or_default();
        let given = Given {
            size: Some(self.record.size()),
            ..Given::default()
        };
        let position = placement::parse(&board, &given).map_err(|error| match error {
            RecordError::At(place, problem) => {
                let line = place.line + self.board_line - 1;
                RecordError::At(Place::line(line), problem)
            }
            other => other,
        })?;
        let rule = self.record.rule;
        self.record = Record { rule, ..position };
        Ok(())
    }
}

/// The point of an argument.
fn point(rest: &str, number: usize) -> Result<Point, RecordError> {
    match numbers(rest)[..] {
        [x, y] => on_board(x, y, number),
        _ => {
            let problem = Problem::Expected("a point such as `7,7`");
            Err(RecordError::At(Place::line(number), problem))
        }
    }
}

/// The point with these coordinates.
fn on_board(x: i64, y: i64, number: usize) -> Result<Point, RecordError> {
    let point = u8::try_from(x).ok().zip(u8::try_from(y).ok());
    let problem = Problem::Expected("a point of the board");
    let (x, y) = point.ok_or(RecordError::At(Place::line(number), problem))?;
    Ok(Point::new(x, y))
}
