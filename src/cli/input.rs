//! From text to a position: a drawn board or a list of moves, with or without
//! a line that says who moves.

use std::fmt;

use super::analyze_args::{AnalyzeArgs, side};
use crate::board::diagram::{Cell, Diagram, DiagramError};
use crate::board::notation::{self, NotationError};
use crate::types::{BoardSize, Color, Point};

/// The side of a board on which a list of moves is played by default.
const DEFAULT_SIDE: i64 = 15;
/// The side of the contest's board.
const CONTEST_SIDE: i64 = 19;
/// Marks of points without a stone: a line with several of them is a row.
const EMPTY_MARKS: [char; 6] = ['.', '-', '_', '+', '*', '%'];
/// Words that may stand around the name of the side to move.
const FILLERS: [&str; 12] = [
    "to", "move", "moves", "play", "plays", "turn", "side", "player", "next", "is", "it", "s",
];

/// A position to think about.
#[derive(Debug, PartialEq, Eq)]
pub struct Problem {
    /// The board.
    pub diagram: Diagram,
    /// Whose move it is.
    pub side: Color,
    /// The stones in the order of play, where the input tells.
    pub moves: Vec<Point>,
    /// Is the bare move wanted?
    pub contest: bool,
}

/// Why the input is no position.
#[derive(Debug, PartialEq, Eq)]
pub enum InputError {
    /// There is nothing in it.
    Empty,
    /// Not text.
    NotText,
    /// A diagram cannot be read.
    Diagram(DiagramError),
    /// A list of moves cannot be read.
    Moves(NotationError),
    /// The diagram has another size than asked for.
    Size {
        /// Asked for.
        asked: BoardSize,
        /// Drawn.
        drawn: BoardSize,
    },
    /// There is nowhere to play.
    NoMove,
    /// A move follows after the game's end.
    Over {
        /// Number of the move, from 1.
        number: usize,
    },
    /// A move is forbidden to black.
    Foul {
        /// Number of the move, from 1.
        number: usize,
    },
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputError::Empty => write!(f, "neither a board nor moves"),
            InputError::NotText => write!(f, "not UTF-8 text"),
            InputError::Diagram(error) => write!(f, "{error}"),
            InputError::Moves(error) => write!(f, "{error}"),
            InputError::Size { asked, drawn } => write!(
                f,
                "the board has {}x{} points, --size says {}x{}",
                drawn.width(),
                drawn.height(),
                asked.width(),
                asked.height()
            ),
            InputError::NoMove => write!(f, "no point is left to play on"),
            InputError::Over { number } => write!(f, "the game is over before move {number}"),
            InputError::Foul { number } => write!(f, "move {number} is forbidden to black"),
        }
    }
}

impl Problem {
    /// The stone put down last, where the input tells.
    pub fn last(&self) -> Option<Point> {
        self.moves.last().copied()
    }
}

/// Reads the position from `text`; `args` may say more about it.
pub fn read(text: &str, args: &AnalyzeArgs) -> Result<Problem, InputError> {
    if args.moves.is_some() {
        return moves(text, None, args);
    }
    let (text, mover) = split_mover(text.trim_start_matches('\u{feff}'));
    if text.trim().is_empty() {
        return Err(InputError::Empty);
    }
    if notation::looks_like_moves(&text) && !text.contains(['.', '-', '_', '+', '*']) {
        moves(&text, mover, args)
    } else {
        diagram(&text, mover, args)
    }
}

/// The board of a game if nobody says which.
pub fn default_size() -> BoardSize {
    BoardSize::square(DEFAULT_SIDE).expect("a side within the limits")
}

/// A list of moves, comments passed over.
pub fn moves_of(text: &str, size: BoardSize) -> Result<Vec<Point>, InputError> {
    let (text, _) = split_mover(text.trim_start_matches('\u{feff}'));
    notation::parse_moves(&text, size).map_err(InputError::Moves)
}

/// A game from the empty board, black first.
fn moves(text: &str, mover: Option<Color>, args: &AnalyzeArgs) -> Result<Problem, InputError> {
    let size = args.size.unwrap_or_else(default_size);
    let moves = notation::parse_moves(text, size).map_err(InputError::Moves)?;
    let mut diagram = Diagram::new(size);
    let mut next = Color::Black;
    for point in &moves {
        diagram.set(*point, Cell::Stone(next));
        next = !next;
    }
    Ok(Problem {
        diagram,
        side: args.side.or(mover).unwrap_or(next),
        moves,
        contest: args.contest,
    })
}

fn diagram(text: &str, mover: Option<Color>, args: &AnalyzeArgs) -> Result<Problem, InputError> {
    let diagram = Diagram::parse(text).map_err(InputError::Diagram)?;
    let drawn = diagram.size();
    if let Some(asked) = args.size.filter(|asked| *asked != drawn) {
        return Err(InputError::Size { asked, drawn });
    }
    let stones = |color| diagram.count(Cell::Stone(color));
    let by_count = if stones(Color::Black) > stones(Color::White) {
        Color::White
    } else {
        Color::Black
    };
    let contest = mover.is_some() && Some(drawn) == BoardSize::square(CONTEST_SIDE);
    Ok(Problem {
        side: args.side.or(mover).unwrap_or(by_count),
        moves: Vec::new(),
        contest: args.contest || contest,
        diagram,
    })
}

/// Takes the line that says who moves off the text, if the first line that
/// holds anything does. All lines stay where they are, for errors to name
/// them; comments go.
fn split_mover(text: &str) -> (String, Option<Color>) {
    let mut lines: Vec<&str> = text
        .lines()
        .map(|line| line.split('#').next().unwrap_or(""))
        .collect();
    let first = lines.iter_mut().find(|line| !line.trim().is_empty());
    let mover = first.and_then(|line| {
        let mover = mover(line)?;
        *line = "";
        Some(mover)
    });
    (lines.join("\n"), mover)
}

/// The side that a line such as `1`, `x to move` or `Side to move: black` names.
///
/// A row of a board with a single stone on it names nobody.
fn mover(line: &str) -> Option<Color> {
    if line.matches(EMPTY_MARKS).count() > 1 {
        return None;
    }
    let line = line.to_lowercase();
    let mut words = line
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty() && !FILLERS.contains(word));
    let mover = side(words.next()?)?;
    words.next().is_none().then_some(mover)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn empty_board(side: usize) -> String {
        format!("{}\n", ".".repeat(side)).repeat(side)
    }

    fn problem(text: &str) -> Problem {
        read(text, &AnalyzeArgs::default()).unwrap()
    }

    #[test]
    fn the_side_to_move_is_named_or_counted() {
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
            assert_eq!(mover(line), Some(side), "{line}");
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
            assert_eq!(mover(line), None, "{line}");
        }
        let board = empty_board(15).replacen("...", "x.x", 1);
        assert_eq!(problem(&board).side, Color::White);
        assert_eq!(problem(&format!("x\n{board}")).side, Color::Black);
        let args = AnalyzeArgs {
            side: Some(Color::White),
            ..AnalyzeArgs::default()
        };
        assert_eq!(
            read(&format!("x\n{board}"), &args).unwrap().side,
            Color::White
        );
    }

    #[test]
    fn the_contest_form_is_recognised() {
        assert!(problem(&format!("\n# a comment\n1\n{}", empty_board(19))).contest);
        assert!(!problem(&empty_board(19)).contest);
        assert!(!problem(&format!("1\n{}", empty_board(15))).contest);
    }

    #[test]
    fn lists_of_moves_alternate() {
        let problem = problem("\u{feff}h8 i9 # a comment\nj10");
        let cell = |x, y| problem.diagram.get(Point::new(x, y));
        assert_eq!(cell(7, 7), Cell::Stone(Color::Black));
        assert_eq!(cell(8, 6), Cell::Stone(Color::White));
        assert_eq!(
            (problem.side, problem.last(), problem.moves.len()),
            (Color::White, Some(Point::new(9, 5)), 3)
        );
    }

    #[test]
    fn faults_name_the_line_of_the_input() {
        let fault = |text: &str| read(text, &AnalyzeArgs::default()).unwrap_err().to_string();
        assert_eq!(fault(" \n# only words\n"), "neither a board nor moves");
        let board = empty_board(15).replacen("...", "..?", 1);
        assert!(fault(&format!("1\n\n{board}")).starts_with("line 3:"));
        assert!(fault("# a game\nh8 h8").contains("line 2, character 4"));
        let args = AnalyzeArgs {
            size: BoardSize::square(19),
            ..AnalyzeArgs::default()
        };
        assert!(read(&empty_board(15), &args).is_err());
    }
}
