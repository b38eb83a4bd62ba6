//! Limits on what is read, so that no file takes up all memory.

use super::error::{Fault, Problem};

/// The most nodes in a file, and stones that are set up. A node of a library has two bytes.
pub const MAX_NODES: usize = 1 << 24;
/// The most games in a file.
pub const MAX_GAMES: usize = 1 << 18;
/// The most moves, passes and other nodes from the root to a leaf.
pub const MAX_DEPTH: usize = 4096;
/// The longest text, in bytes.
pub const MAX_TEXT: usize = 1 << 20;

/// Checks that another node can be added.
pub fn check_node(nodes: usize, depth: usize, at: usize) -> Result<(), Fault> {
    let problem = match () {
        () if nodes >= MAX_NODES => "the file has more than 16,777,216 moves and stones",
        () if depth > MAX_DEPTH => "a line of moves is longer than 4,096",
        () => return Ok(()),
    };
    Err(Fault::new(at, Problem::TooMuch(problem)))
}

/// Adds a game that was read. Of those after [`MAX_GAMES`], only one is added, with the error that
/// there are too many at the place of `too_many`. False if no other should be read.
pub fn add_game<T, E>(
    games: &mut Vec<Result<T, E>>,
    game: Result<T, E>,
    too_many: impl FnOnce(Problem) -> E,
) -> bool {
    let has_place = games.len() < MAX_GAMES;
    games.push(if has_place {
        game
    } else {
        Err(too_many(Problem::TooMuch(
            "the file has more than 262,144 games",
        )))
    });
    has_place
}

/// Checks the length of a text.
pub fn check_text(length: usize, at: usize) -> Result<(), Fault> {
    if length > MAX_TEXT {
        let problem = Problem::TooMuch("a text is longer than 1,048,576 bytes");
        Err(Fault::new(at, problem))
    } else {
        Ok(())
    }
}
