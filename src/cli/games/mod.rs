//! `games`: what was played in a position, in all games of a folder.
//!
//! - `args`: the arguments and their description.
//! - `folder`: the games of the files, read on several threads.
//! - `answer`: what was played in a position, as text and as JSON.

mod answer;
pub mod args;
mod folder;

use std::io::{self, Write};

use crate::cli::error::CliError;
use crate::cli::input::error::InputError;
use crate::cli::input::folder::files;
use crate::cli::output::{check_beside, print_notes, unreadable, unwritten};
use crate::record::tree::Tree;
use crate::record::{Collection, Given, Record, Unwritable};
use crate::report::destination::Destination;
use crate::report::games::walk_keys;
use crate::report::text::counted;
use answer::Answer;
use args::GamesArgs;
use folder::{Found, Wanted};

/// The most unreadable files and games that are named.
const NAMED: usize = 5;
/// The minimum number of games for a position's tally to be written to the tree.
const COMMON: u32 = 2;

/// Reads the games, writes what was played to `out`, and the tree to its file.
///
/// # Errors
/// If the folder cannot be read, the moves are wrong, or the output cannot be written.
pub fn run(args: &GamesArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let position = position(args)?;
    let files = files(&[&args.folder])?;
    let to = args.tree();
    check_beside(&[&to], &files.borrowed(), args.overwrite)?;
    let wanted = Wanted {
        size: position.size(),
        rule: args.rule,
        keeps_trees: to != Destination::Nothing,
    };
    let mut found = folder::read(&files.paths, args.threads(), wanted);
    found.unread.splice(0..0, files.unread);
    if found.files == 0 && !files.has_folder {
        return Err(unreadable(found.unread));
    }
    let left_out = leave_out_other_starts(&mut found.trees);
    let notes = notes(args, &found, left_out);
    let answer = Answer::new(&found, &position);
    let text = if args.json {
        answer.json(&notes)
    } else {
        print_notes(&notes);
        answer.text()
    };
    out.write_all(text.as_bytes()).map_err(CliError::Write)?;
    out.flush().map_err(CliError::Write)?;
    let Some(format) = args.format() else {
        return Ok(());
    };
    if found.trees.is_empty() {
        let error = io::Error::other("there are no games");
        return Err(unwritten(&to, error));
    }
    let bytes = merged(found).and_then(|tree| Collection::of(vec![tree]).write(format));
    let bytes = bytes.map_err(|error| unwritten(&to, io::Error::other(error.to_string())))?;
    let written = to.write(&bytes, args.overwrite);
    written.map_err(|error| unwritten(&to, error))
}

/// The moves that lead to the position.
fn position(args: &GamesArgs) -> Result<Record, CliError> {
    let given = Given {
        size: Some(args.size),
        ..Given::default()
    };
    let moves = args.moves.as_deref().unwrap_or_default();
    Record::parse_moves(moves, &given).map_err(|error| CliError::Input {
        from: "--moves".to_string(),
        error: InputError::Record(error).to_string(),
    })
}

/// Keeps the games that begin on the empty board or, if there are none, those that begin like the
/// first: other games do not fit into the same tree. Returns the number of games left out.
fn leave_out_other_starts(trees: &mut Vec<Tree>) -> usize {
    let count = trees.len();
    let Some(first) = trees.first() else {
        return 0;
    };
    let start = if trees.iter().any(|tree| tree.start().is_empty()) {
        Vec::new()
    } else {
        first.start().to_vec()
    };
    trees.retain(|tree| tree.start() == start);
    count - trees.len()
}

/// Notes on what was not counted or is not in the tree, which `left_out` games are not.
fn notes(args: &GamesArgs, found: &Found, left_out: usize) -> Vec<String> {
    let named = found.unread.iter().take(NAMED);
    let mut notes: Vec<String> = named
        .map(|(name, error)| format!("{name}: {error}"))
        .collect();
    if found.files == 0 && found.unread.is_empty() {
        notes.push(format!(
            "{}: no files of games; `pbrain-goshawk help convert` lists their formats",
            args.folder.display()
        ));
    }
    if found.unread.len() > NAMED {
        let rest = counted(
            found.unread.len() - NAMED,
            "more file or game",
            "more files or games",
        );
        notes.push(format!("{rest} cannot be read"));
    }
    if found.others > 0 {
        let others = counted(found.others, "game", "games");
        notes.push(format!("not counted: {others} of another size or rule"));
    }
    if left_out > 0 {
        let games = counted(left_out, "game that begins", "games that begin");
        notes.push(format!("not in the tree: {games} with other stones"));
    }
    notes
}

/// All games as one tree, with the tallies of positions that arose more than once as comments.
fn merged(found: Found) -> Result<Tree, Unwritable> {
    let mut tree = Collection::of(found.trees).merged()?;
    let mut tallies = Vec::new();
    walk_keys(&tree, |node, key| {
        let tally = found.index.get(key).filter(|tally| tally.games >= COMMON);
        tallies.extend(tally.map(|tally| (node, tally)));
    });
    for (node, tally) in tallies {
        tree.add_comment(node, &answer::words(tally));
    }
    Ok(tree)
}
