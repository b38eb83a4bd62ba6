//! Finds the games of a file and the board size of each.

use super::lexer::begins_node;
use super::read::Builder;
use super::scan::Encodings;
use super::{recover, value};
use crate::board::work::count_work;
use crate::record::error::{Fault, Problem};
use crate::record::limits::add_game;
use crate::record::notes::Note;
use crate::record::tree::Tree;
use crate::record::{Given, default_size};
use crate::types::BoardSize;

/// Board sizes that are tried, in this order, if the size is not stated and 15 is too small.
const LARGER_SIDES: [i64; 3] = [19, 20, 31];

/// True if a game begins at the beginning of a line.
pub fn is_sgf(bytes: &[u8]) -> bool {
    next_game(bytes, 0, false).is_some()
}

/// True if a game begins anywhere, such as after a title on its line.
pub fn has_sgf(bytes: &[u8]) -> bool {
    next_game(bytes, 0, true).is_some()
}

/// The offset of the next game at or after `from`: `(` and `;` with at most white space between
/// them, at the beginning of a line or of the file. If it may begin `anywhere`, it may also do so
/// within a line, with a property.
fn next_game(bytes: &[u8], from: usize, anywhere: bool) -> Option<usize> {
    let mut at = from;
    loop {
        let open = at + bytes[at..].iter().position(|byte| *byte == b'(')?;
        count_work(open - at + 1);
        let rest = bytes[open + 1..].trim_ascii_start();
        let mut before = bytes[from..open].iter().rev();
        let last = before.find(|byte| !matches!(byte, b' ' | b'\t' | 0xef | 0xbb | 0xbf));
        let is_start = last.is_none_or(|byte| matches!(byte, b'\n' | b'\r'));
        if is_start && begins_node(rest) {
            return Some(open);
        }
        // After a bracket it may be a variation.
        let is_within = anywhere && !last.is_some_and(|byte| matches!(byte, b']' | b')'));
        if is_within && begins_root(rest) {
            return Some(open);
        }
        // Another bracket may begin the game.
        at = bytes.len() - rest.len();
    }
}

/// True if a node begins with `;` and a property.
fn begins_root(rest: &[u8]) -> bool {
    let name = rest.strip_prefix(b";").map(<[u8]>::trim_ascii_start);
    name.is_some_and(|name| name.first() != Some(&b';') && begins_node(name))
}

/// A game, or what is wrong with it: if it is malformed, contradicts itself, or has a stone off
/// the board.
pub type Game = Result<Tree, Fault>;

/// Reads all games of a file, with notes on the text around them.
pub fn parse(bytes: &[u8], given: &Given) -> (Vec<Game>, Vec<Note>) {
    let mut games = Vec::new();
    let mut notes = Vec::new();
    let mut nodes = 0;
    let mut at = 0;
    // A game is not closed. Then each ends where the next begins, so that the file is not read
    // to its end for each of them.
    let mut is_bounded = false;
    let ignored = |from: usize, to: usize| {
        let text = String::from_utf8_lossy(&bytes[from..to]);
        Note::ignored(text.trim_start_matches('\u{feff}'))
    };
    while let Some(start) = next_game(bytes, at, true) {
        notes.extend(ignored(at, start));
        let next = || recover::next_root(bytes, start + 1).unwrap_or(bytes.len());
        let bytes = if is_bounded { &bytes[..next()] } else { bytes };
        let encodings = Encodings::of(bytes, start);
        match game(bytes, start, &encodings, nodes, given) {
            Ok((tree, end)) => {
                nodes += tree.len() + tree.stones_set_up();
                at = end;
                if !add_game(&mut games, Ok(tree), |problem| Fault::new(start, problem)) {
                    return (games, notes);
                }
            }
            Err(fault) => {
                if !add_game(&mut games, Err(fault), |problem| Fault::new(start, problem)) {
                    return (games, notes);
                }
                let end = recover::end_of_game(bytes, start, encodings.structure);
                is_bounded |= end.is_none();
                at = end.unwrap_or_else(next);
            }
        }
    }
    notes.extend(ignored(at, bytes.len()));
    (games, notes)
}

/// Reads the game that begins at `start`; returns it with its end. `nodes` is the number of
/// nodes of the games before it.
fn game(
    bytes: &[u8],
    start: usize,
    encodings: &Encodings,
    nodes: usize,
    given: &Given,
) -> Result<(Tree, usize), Fault> {
    let read = |size| Builder::new(bytes, size, encodings, nodes).read(start);
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
