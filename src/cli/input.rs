//! Reads a position: a drawn board or a list of moves, with or without a line
//! that names the side to move.

use std::io::{self, IsTerminal, Read, Write};

use super::errors::{CliError, InputError};
use super::input_args::InputArgs;
use super::values::parse_side;
use crate::board::diagram::{Cell, Diagram};
use crate::board::notation;
use crate::engine::{Game, Stone};
use crate::types::{BoardSize, Color, Point, Rule};

/// Default side of the board for a list of moves.
const DEFAULT_SIDE: i64 = 15;
/// Marks of points without a stone. A line with several of them is a row of a board.
const EMPTY_MARKS: [char; 6] = ['.', '-', '_', '+', '*', '%'];
/// Words that may surround the name of the side to move.
const FILLERS: [&str; 12] = [
    "to", "move", "moves", "play", "plays", "turn", "side", "player", "next", "is", "it", "s",
];

/// A position to search.
#[derive(Debug, PartialEq, Eq)]
pub struct InputPosition {
    /// The board.
    pub diagram: Diagram,
    /// The side to move.
    pub side: Color,
    /// The stones in the order of play; empty if the order is unknown.
    pub moves: Vec<Point>,
}

/// The text of an input.
pub struct Source {
    /// Where it comes from, for error messages.
    pub name: String,
    /// The text.
    pub text: String,
}

impl Source {
    /// Reads the moves on the command line, the file, or standard input.
    ///
    /// # Errors
    /// If it cannot be read or is not UTF-8.
    pub fn read(args: &InputArgs) -> Result<Source, CliError> {
        if let Some(moves) = &args.moves {
            return Ok(Source {
                name: "--moves".to_string(),
                text: moves.clone(),
            });
        }
        let (name, bytes) = match args.file_to_read() {
            Some(file) => (file.display().to_string(), std::fs::read(file)),
            None => ("standard input".to_string(), read_standard_input()),
        };
        match bytes.map(String::from_utf8) {
            Ok(Ok(text)) => Ok(Source { name, text }),
            Ok(Err(_)) => Err(CliError::Input {
                from: name,
                error: InputError::NotText,
            }),
            Err(error) => Err(CliError::Read { from: name, error }),
        }
    }

    /// An error in this input.
    pub fn error(&self, error: InputError) -> CliError {
        CliError::Input {
            from: self.name.clone(),
            error,
        }
    }

    /// The position in this input.
    ///
    /// # Errors
    /// If it is neither a board nor a list of moves.
    pub fn position(&self, args: &InputArgs) -> Result<InputPosition, CliError> {
        read(&self.text, args).map_err(|error| self.error(error))
    }
}

/// Reads standard input to its end.
fn read_standard_input() -> io::Result<Vec<u8>> {
    let stdin = io::stdin();
    if stdin.is_terminal() {
        // The command would otherwise seem to hang.
        let _ = writeln!(io::stderr(), "Reading a board or moves until end of input.");
    }
    let mut bytes = Vec::new();
    stdin.lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}

impl InputPosition {
    /// The last stone played, if the order is known.
    pub fn last(&self) -> Option<Point> {
        self.moves.last().copied()
    }

    /// The moves as a game under `rule`, in the order of play; an empty board if the
    /// order is unknown.
    pub fn played(&self, rule: Rule) -> Game {
        let mut game = Game::new(self.diagram.size(), rule);
        for point in &self.moves {
            let put = game.put(*point, Stone::Of(game.side_to_move()));
            debug_assert_eq!(put, Ok(()), "each point occurs once");
        }
        game
    }

    /// The position as a game under `rule`, its stones row by row.
    pub fn game(&self, rule: Rule) -> Game {
        let mut game = Game::new(self.diagram.size(), rule);
        for (point, cell) in self.diagram.occupied() {
            let stone = match cell {
                Cell::Stone(color) => Stone::Of(color),
                Cell::Blocked => Stone::Blocked,
                Cell::Empty => continue,
            };
            let put = game.put(point, stone);
            debug_assert_eq!(put, Ok(()), "each point of a diagram occurs once");
        }
        game
    }
}

/// Reads the position from `text`. The side and size in `args` take precedence.
fn read(text: &str, args: &InputArgs) -> Result<InputPosition, InputError> {
    if args.moves.is_some() {
        return moves(text, None, args);
    }
    let (text, side) = split_side_line(text.trim_start_matches('\u{feff}'));
    if text.trim().is_empty() {
        return Err(InputError::Empty);
    }
    if !notation::looks_like_moves(&text) {
        return diagram(&text, side, args);
    }
    // Rows of digits and commas may begin like a list of moves.
    moves(&text, side, args).or_else(|error| diagram(&text, side, args).map_err(|_| error))
}

/// The default size of the board.
pub fn default_size() -> BoardSize {
    BoardSize::square(DEFAULT_SIDE).expect("a side within the limits")
}

/// Reads a list of moves. Comments are ignored.
///
/// # Errors
/// If a move cannot be read, is off the board or occurs twice.
pub fn parse_moves(text: &str, size: BoardSize) -> Result<Vec<Point>, InputError> {
    let (text, _) = split_side_line(text.trim_start_matches('\u{feff}'));
    notation::parse_moves(&text, size).map_err(InputError::Moves)
}

/// A position given by the moves from the empty board, black first.
fn moves(text: &str, side: Option<Color>, args: &InputArgs) -> Result<InputPosition, InputError> {
    let size = args.size.unwrap_or_else(default_size);
    let moves = notation::parse_moves(text, size).map_err(InputError::Moves)?;
    let mut diagram = Diagram::new(size);
    let mut next = Color::Black;
    for point in &moves {
        diagram.set(*point, Cell::Stone(next));
        next = !next;
    }
    Ok(InputPosition {
        diagram,
        side: args.side.or(side).unwrap_or(next),
        moves,
    })
}

/// A position given by a drawn board.
fn diagram(text: &str, side: Option<Color>, args: &InputArgs) -> Result<InputPosition, InputError> {
    let diagram = Diagram::parse(text).map_err(InputError::Diagram)?;
    let found = diagram.size();
    if let Some(expected) = args.size.filter(|expected| *expected != found) {
        return Err(InputError::Size { expected, found });
    }
    let stones = |color| diagram.count(Cell::Stone(color));
    let by_count = if stones(Color::Black) > stones(Color::White) {
        Color::White
    } else {
        Color::Black
    };
    Ok(InputPosition {
        side: args.side.or(side).unwrap_or(by_count),
        moves: Vec::new(),
        diagram,
    })
}

/// Removes comments and, if the first line with any content names the side to
/// move, that line. Line numbers stay the same, because errors mention them.
fn split_side_line(text: &str) -> (String, Option<Color>) {
    let mut lines: Vec<&str> = text
        .lines()
        .map(|line| line.split('#').next().unwrap_or(""))
        .collect();
    let first = lines.iter_mut().find(|line| !line.trim().is_empty());
    let side = first.and_then(|line| {
        let side = named_side(line)?;
        *line = "";
        Some(side)
    });
    (lines.join("\n"), side)
}

/// The side named by a line such as `1`, `x to move` or `Side to move: black`.
///
/// A row of a board with a single stone names no side.
fn named_side(line: &str) -> Option<Color> {
    if line.matches(EMPTY_MARKS).count() > 1 {
        return None;
    }
    let line = line.to_lowercase();
    let mut words = line
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty() && !FILLERS.contains(word));
    let side = parse_side(words.next()?)?;
    words.next().is_none().then_some(side)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn empty_board(side: usize) -> String {
        format!("{}\n", ".".repeat(side)).repeat(side)
    }

    fn position(text: &str) -> InputPosition {
        read(text, &InputArgs::default()).unwrap()
    }

    #[test]
    fn the_side_to_move_is_named_or_follows_from_the_stones() {
        for (line, side) in [
            ("1", Color::Black),
            ("2", Color::White),
            ("x", Color::Black),
            ("O to move", Color::White),
            ("1 to move:", Color::Black),
            ("Black to move.", Color::Black),
            ("Side to move: white", Color::White),
            ("White's turn", Color::White),
        ] {
            assert_eq!(named_side(line), Some(side), "{line}");
        }
        for line in [
            "",
            ".....",
            "1 2",
            "to move",
            "black or white",
            "h8",
            "..x..",
            "- - o",
            "____1",
        ] {
            assert_eq!(named_side(line), None, "{line}");
        }
        let board = empty_board(15).replacen("...", "x.x", 1);
        assert_eq!(position(&board).side, Color::White);
        assert_eq!(position(&format!("x\n{board}")).side, Color::Black);
        let args = InputArgs {
            side: Some(Color::White),
            ..InputArgs::default()
        };
        assert_eq!(
            read(&format!("x\n{board}"), &args).unwrap().side,
            Color::White
        );
    }

    #[test]
    fn moves_alternate_between_the_sides() {
        let position = position("\u{feff}h8 i9 # a comment\nj10");
        let cell = |x, y| position.diagram.get(Point::new(x, y));
        assert_eq!(cell(7, 7), Cell::Stone(Color::Black));
        assert_eq!(cell(8, 6), Cell::Stone(Color::White));
        assert_eq!(
            (position.side, position.last(), position.moves.len()),
            (Color::White, Some(Point::new(9, 5)), 3)
        );
    }

    #[test]
    fn errors_name_the_line_of_the_input() {
        let error = |text: &str| read(text, &InputArgs::default()).unwrap_err().to_string();
        assert_eq!(
            error(" \n# only words\n"),
            "contains neither a board nor moves"
        );
        let board = empty_board(15).replacen("...", "..?", 1);
        assert!(error(&format!("1\n\n{board}")).starts_with("line 3:"));
        assert!(error("# a game\nh8 h8").contains("line 2, character 4"));
        let args = InputArgs {
            size: BoardSize::square(19),
            ..InputArgs::default()
        };
        assert!(read(&empty_board(15), &args).is_err());
    }
}
