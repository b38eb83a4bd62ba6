//! Reads puzzles from the document of `puzzles --json`.

use std::fmt;

use crate::engine::{Game, Stone};
use crate::report::puzzles::fields::{COMMAND, PuzzleDocument, PuzzleFields};
use crate::types::{BoardSize, Color};

/// A document that is not one of puzzles.
#[derive(Debug)]
pub enum PuzzleError {
    /// It is not JSON, or fields are missing or wrong: which field, and what is wrong.
    Json(String),
    /// It comes from another command.
    Command(String),
    /// There are no puzzles.
    Empty,
    /// A puzzle contradicts itself.
    Puzzle {
        /// Its number, from 1.
        number: usize,
        /// What is wrong.
        problem: &'static str,
    },
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PuzzleError::Json(error) => write!(f, "this is not a document of puzzles: {error}"),
            PuzzleError::Command(command) => write!(
                f,
                "this is not a document of `puzzles --json`, but of `{command}`"
            ),
            PuzzleError::Empty => write!(f, "there are no puzzles in the document"),
            PuzzleError::Puzzle { number, problem } => write!(f, "puzzle {number}: {problem}"),
        }
    }
}

impl std::error::Error for PuzzleError {}

/// True if a text looks like a document of puzzles, so that it should be read as one.
pub fn is_puzzles(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(64)]);
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    text.trim_start_matches('\u{feff}')
        .starts_with("{\"command\":\"puzzles\"")
}

/// Reads a document. Every puzzle in it is consistent: its points are on the board, the stones are
/// apart, the line can be played, and the proof is a tree.
///
/// # Errors
/// If it is not such a document.
pub fn read(bytes: &[u8]) -> Result<PuzzleDocument, PuzzleError> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let found = parse(bytes).map_err(PuzzleError::Json)?;
    if found.command != COMMAND {
        return Err(PuzzleError::Command(found.command));
    }
    if found.puzzles.is_empty() {
        return Err(PuzzleError::Empty);
    }
    for (number, puzzle) in (1..).zip(&found.puzzles) {
        let check = puzzle.check();
        check.map_err(|problem| PuzzleError::Puzzle { number, problem })?;
    }
    Ok(found)
}

/// The fields of a document.
fn parse(bytes: &[u8]) -> Result<PuzzleDocument, String> {
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let found = serde_path_to_error::deserialize(&mut json).map_err(|error| error.to_string())?;
    json.end().map_err(|error| error.to_string())?;
    Ok(found)
}

impl PuzzleFields {
    /// The size of the board, if there are such boards.
    fn known_size(&self) -> Option<BoardSize> {
        BoardSize::new(self.width.into(), self.height.into())
    }

    /// The position, if the document has been checked.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn game(&self) -> Result<Game, &'static str> {
        let size = self.known_size().ok_or("there is no board of its size")?;
        let mut game = Game::new(size, self.rule);
        let stones = [
            (&self.black, Stone::Of(Color::Black)),
            (&self.white, Stone::Of(Color::White)),
            (&self.blocked, Stone::Blocked),
        ];
        for (points, stone) in stones {
            for point in points {
                let put = game.put(*point, stone);
                put.map_err(|_| "a stone is off the board or on another one")?;
            }
        }
        Ok(game)
    }

    /// Checks that the parts fit together.
    fn check(&self) -> Result<(), &'static str> {
        let game = self.game()?;
        if self.line.first() != Some(&self.solution) {
            return Err("its line does not begin with the solution");
        }
        if self.proof.first().map(|node| node.played) != Some(self.solution) {
            return Err("its proof does not begin with the solution");
        }
        let (mut line, mut side) = (game.clone(), self.side);
        for at in &self.line {
            let put = line.put(*at, Stone::Of(side));
            put.map_err(|_| "its line cannot be played")?;
            side = !side;
        }
        let mut is_reached = vec![false; self.proof.len()];
        for (at, node) in self.proof.iter().enumerate() {
            for reply in &node.replies {
                match is_reached.get_mut(reply.node) {
                    Some(reached) if reply.node > at && !*reached => *reached = true,
                    _ => return Err("its proof is not a tree"),
                }
            }
        }
        let played = self.proof.iter().map(|node| node.played);
        let replies = self.proof.iter().flat_map(|node| &node.replies);
        let moves = played.chain(replies.map(|reply| reply.played));
        for point in moves.chain(self.others.iter().copied()) {
            let put = game.clone().put(point, Stone::Of(Color::Black));
            put.map_err(|_| "a move is off the board or on a stone")?;
        }
        Ok(())
    }
}
