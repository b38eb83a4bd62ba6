//! `convert`: writes the games of a file in another format.
//!
//! - `args`: the arguments and their description.

pub mod args;

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;

use crate::cli::error::CliError;
use crate::cli::input::Source;
use crate::cli::input::error::InputError;
use crate::cli::output::{check, print_notes, unwritten};
use crate::record::tree::Tree;
use crate::record::{Collection, Loss, Note, Unwritable};
use crate::report::destination::Destination;
use crate::report::text::{counted, printable};
use args::ConvertArgs;

/// Reads the games and writes them.
///
/// # Errors
/// If the input is not a record, or the output cannot be written or would lose branches.
pub fn run(args: &ConvertArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let input = args.input();
    if args.folder().is_none() {
        check(&[&args.to], &input)?;
    }
    let source = Source::read(&input)?;
    let mut collection = source.collection(&input)?;
    if let Some(number) = args.game {
        let chosen = collection.only(number);
        collection = chosen.map_err(|error| source.error(InputError::Record(error)))?;
    }
    if let Some(rule) = args.rule {
        for game in &mut collection.games {
            game.headers.rule = Some(rule);
        }
    }
    let of_file = std::mem::take(&mut collection.notes);
    let folder = args.folder();
    let parts = match folder {
        Some(folder) => parts(args, folder, collection),
        None => vec![Part::new(args, args.to.clone(), collection)],
    };
    if folder.is_some() {
        // Their names differ, so they are not compared with each other.
        for part in &parts {
            check(&[&part.to], &input)?;
        }
    }
    // Nothing is written unless everything can be written.
    let mut files = Vec::new();
    for part in &parts {
        files.push((part, written(args, part)?));
    }
    print_notes(&notes(&of_file, &parts, args));
    let mut text = String::new();
    for (part, bytes) in files {
        match &part.to {
            Destination::StandardOutput => out.write_all(&bytes).map_err(CliError::Write)?,
            to => {
                let done = to.write(&bytes, input.overwrite);
                done.map_err(|error| unwritten(to, error))?;
                text.push_str(&summary(part));
            }
        }
    }
    out.write_all(text.as_bytes()).map_err(CliError::Write)
}

/// The games of one file to write.
struct Part {
    to: Destination,
    games: Collection,
    /// What the format cannot hold.
    losses: Vec<Loss>,
}

impl Part {
    /// The games to be written to this destination.
    fn new(args: &ConvertArgs, to: Destination, games: Collection) -> Part {
        Part {
            to,
            losses: games.losses(args.format()),
            games,
        }
    }
}

/// A file for each game in a folder.
fn parts(args: &ConvertArgs, folder: &Path, all: Collection) -> Vec<Part> {
    let input = args.input();
    let stem = input.file_to_read().and_then(Path::file_stem);
    let stem = stem.map_or("game".into(), |stem| stem.to_string_lossy());
    let digits = all.count().to_string().len();
    let readable = all.numbered().filter(|(_, game)| game.is_ok());
    let numbers: Vec<usize> = readable.map(|(number, _)| number).collect();
    let ending = args.ending();
    let part = |(number, game): (usize, Tree)| {
        let name = format!("{stem}-{number:0digits$}.{ending}");
        let to = Destination::File(folder.join(name));
        Part::new(args, to, Collection::of(vec![game]))
    };
    numbers.into_iter().zip(all.games).map(part).collect()
}

/// The games in the format of a file.
fn written(args: &ConvertArgs, part: &Part) -> Result<Vec<u8>, CliError> {
    let Part { to, games, losses } = part;
    let branches = losses.iter().find(|loss| matches!(loss, Loss::Branches(_)));
    if let Some(loss) = branches.filter(|_| !args.main_line) {
        let text = format!("{loss} would be lost; --main-line leaves them out");
        return Err(unwritten(to, io::Error::other(text)));
    }
    let bytes = games.write(args.format());
    bytes.map_err(|error| {
        let way_out = match error {
            Unwritable::SeveralGames => {
                "; write one of them with --game N, or each to a file of its own in a folder TO"
            }
            _ => "",
        };
        unwritten(to, io::Error::other(format!("{error}{way_out}")))
    })
}

/// What was written to a file.
fn summary(part: &Part) -> String {
    let games = &part.games.games;
    let moves: usize = games.iter().map(Tree::moves).sum();
    format!(
        "{}: {}, {}\n",
        printable(&part.to.name()),
        counted(games.len(), "game", "games"),
        counted(moves, "move", "moves")
    )
}

/// Notes on what was assumed when the games were read and on what is not written. A note that
/// applies to several games is printed once, with their number. `of_file`: the notes on the file
/// as a whole.
fn notes(of_file: &[Note], parts: &[Part], args: &ConvertArgs) -> Vec<String> {
    let mut all: Vec<(String, usize)> = Vec::new();
    let mut add = |text: String| match all.iter_mut().find(|(other, _)| *other == text) {
        Some((_, times)) => *times += 1,
        None => all.push((text, 1)),
    };
    let is_given = |note: &&Note| match note {
        Note::RuleUnknown(_) => args.rule.is_some(),
        Note::SizeAssumed(_) => args.size.is_some(),
        _ => false,
    };
    let of_file = of_file.iter().filter(|note| !is_given(note));
    of_file.for_each(|note| add(note.to_string()));
    for part in parts {
        let of_games = part.games.games.iter().flat_map(|game| &game.notes);
        of_games
            .filter(|note| !is_given(note))
            .for_each(|note| add(note.to_string()));
        for loss in &part.losses {
            add(format!("not written: {loss}"));
        }
    }
    let shown = |(mut text, times): (String, usize)| {
        if times > 1 {
            // Writing to a string cannot fail.
            let _ = write!(text, " ({times} games)");
        }
        text
    };
    all.into_iter().map(shown).collect()
}
