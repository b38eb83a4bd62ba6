//! Finds the games of a file and the board size of each.

use super::lexer::begins_node;
use super::read::Builder;
use super::scan::Encodings;
use super::value;
use crate::record::error::{Fault, Problem};
use crate::record::notes::Note;
use crate::record::tree::Tree;
use crate::record::{Given, default_size};
use crate::types::BoardSize;

/// Board sizes that are tried, in this order, if the size is not stated and 15 is too small.
const LARGER_SIDES: [i64; 3] = [19, 20, 31];

/// True if the bytes are SGF, possibly after other text.
pub fn is_sgf(bytes: &[u8]) -> bool {
    next_game(bytes, 0).is_some()
}

/// The offset of the next game at or after `from`: `(` and `;` with at most white space between
/// them, at the beginning of a line or of the file.
fn next_game(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        let open = at + bytes[at..].iter().position(|byte| *byte == b'(')?;
        let rest = bytes[open + 1..].trim_ascii_start();
        let mut before = bytes[from..open].iter().rev();
        let last = before.find(|byte| !matches!(byte, b' ' | b'\t' | 0xef | 0xbb | 0xbf));
        let is_start = last.is_none_or(|byte| matches!(byte, b'\n' | b'\r'));
        if is_start && begins_node(rest) {
            return Some(open);
        }
        // Another bracket may begin the game.
        at = bytes.len() - rest.len();
    }
}

/// Reads all games of a file, with notes on the text around them.
///
/// # Errors
/// If a game is malformed, contradicts itself, or has a stone off the board.
pub fn parse(bytes: &[u8], given: &Given) -> Result<(Vec<Tree>, Vec<Note>), Fault> {
    let mut games = Vec::new();
    let mut notes = Vec::new();
    let mut nodes = 0;
    let mut at = 0;
    let ignored = |from: usize, to: usize| {
        let text = String::from_utf8_lossy(&bytes[from..to]);
        Note::ignored(text.trim_start_matches('\u{feff}'))
    };
    while let Some(start) = next_game(bytes, at) {
        notes.extend(ignored(at, start));
        let (tree, end) = game(bytes, start, nodes, given)?;
        nodes += tree.len();
        games.push(tree);
        at = end;
    }
    notes.extend(ignored(at, bytes.len()));
    Ok((games, notes))
}

/// Reads the game that begins at `start`; returns it with its end. `nodes` is the number of
/// nodes of the games before it.
fn game(bytes: &[u8], start: usize, nodes: usize, given: &Given) -> Result<(Tree, usize), Fault> {
    let encodings = Encodings::of(bytes, start);
    let read = |size| Builder::new(bytes, size, &encodings, nodes).read(start);
    let stated = match encodings.size {
        Some((from, to)) => {
            let size = value::size(&bytes[from..to]);
            let size = size.map_err(|problem| Fault::new(from, problem))?;
            Some(given.size.unwrap_or(size))
        }
        None => given.size,
    };
    if let Some(size) = stated {
        return read(size);
    }
    let assumed = |(mut tree, end): (Tree, usize)| {
        let size = tree.size();
        tree.notes.insert(0, Note::SizeAssumed(size));
        (tree, end)
    };
    let first = read(default_size());
    let is_too_small = |error: &Fault| matches!(error.problem, Problem::OffBoard(_));
    match first {
        Err(error) if is_too_small(&error) => {
            let sizes = LARGER_SIDES.into_iter().filter_map(BoardSize::square);
            let larger = sizes
                .map(read)
                .find(|read| !read.as_ref().is_err_and(is_too_small));
            larger.unwrap_or(Err(error)).map(assumed)
        }
        read => read.map(assumed),
    }
}
