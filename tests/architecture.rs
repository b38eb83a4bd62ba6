//! The house keeps its order: rooms use only rooms above them, files stay
//! small, and only the front ends speak.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms from the ground up: each may use those before it.
const ROOMS: [&str; 19] = [
    "types", "time", "board", "pattern", "position", "rules", "movegen", "eval", "tt", "history",
    "threat", "search", "engine", "opening", "strength", "tools", "cli", "protocol", "book",
];
/// Front ends that must not know of each other, whatever their order.
const STRANGERS: [(&str, &str); 2] = [("cli", "protocol"), ("protocol", "cli")];
/// Rooms that may print and read standard input, and the program itself.
const SPEAKERS: [&str; 3] = ["cli", "protocol", "main"];
/// What speaking looks like.
const SPEECH: [&str; 8] = [
    "println!",
    "print!",
    "eprintln!",
    "eprint!",
    "dbg!",
    "stdin(",
    "stdout(",
    "stderr(",
];
/// A file longer than this is mentioned.
const SOFT_LINES: usize = 400;
/// A file longer than this is refused.
const HARD_LINES: usize = 500;

/// A source file of the library or the program.
struct Source {
    /// Path below `src`, its parts without the ending.
    parts: Vec<String>,
    text: String,
}

impl Source {
    fn name(&self) -> String {
        self.parts.join("/")
    }

    fn room(&self) -> &str {
        &self.parts[0]
    }

    /// `super::` so many times leads from the file to the crate.
    fn depth(&self) -> usize {
        match self.parts.last().map(String::as_str) {
            Some("mod") => self.parts.len() - 1,
            _ => self.parts.len(),
        }
    }

    /// `lib` and `main` stand outside the house.
    fn is_root(&self) -> bool {
        ["lib", "main"].contains(&self.room())
    }
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![root.clone()];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                sources.push(source(&root, &path));
            }
        }
    }
    assert!(sources.len() > 5, "the sources are found");
    sources
}

fn source(root: &Path, path: &Path) -> Source {
    let below: PathBuf = path
        .strip_prefix(root)
        .expect("below src")
        .with_extension("");
    Source {
        parts: below
            .iter()
            .map(|part| part.to_string_lossy().into_owned())
            .collect(),
        text: fs::read_to_string(path).expect("UTF-8"),
    }
}

/// The code without comments and without what stands between quotes.
fn code(text: &str) -> String {
    let mut code = String::new();
    let mut in_string = false;
    for line in text.lines() {
        let mut chars = line.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '\\' if in_string => drop(chars.next()),
                // The quote as a character is no begin of a string.
                '\'' if !in_string && chars.peek() == Some(&'"') => drop(chars.next()),
                '"' => in_string = !in_string,
                '/' if !in_string && chars.peek() == Some(&'/') => break,
                c if !in_string => code.push(c),
                _ => {}
            }
        }
        code.push('\n');
    }
    code
}

/// The first names of what follows a path's start: one, or those of a group.
fn first_names(rest: &str) -> Vec<String> {
    let name = |text: &str| -> String {
        let text = text.trim_start();
        text.chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect()
    };
    let Some(group) = rest.strip_prefix('{') else {
        return vec![name(rest)];
    };
    let mut names = vec![name(group)];
    let mut depth = 0;
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => names.push(name(&group[at + 1..])),
            _ => {}
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

/// The names in the crate's root that a file's paths begin with.
fn uses(source: &Source) -> BTreeSet<String> {
    let code = code(&source.text);
    let mut used = BTreeSet::new();
    for (at, start) in code.match_indices("crate::") {
        used.extend(first_names(&code[at + start.len()..]));
    }
    let up = "super::";
    for (at, _) in code.match_indices(up) {
        if code[..at].ends_with(up) {
            continue;
        }
        let rest = code[at..].trim_start_matches(up);
        let steps = (code.len() - at - rest.len()) / up.len();
        // Modules within a file make more steps necessary, so this may see a
        // name too many; only names of rooms count.
        if steps >= source.depth() {
            let names = first_names(rest).into_iter();
            used.extend(names.filter(|name| ROOMS.contains(&name.as_str())));
        }
    }
    used
}

fn place(room: &str) -> Option<usize> {
    ROOMS.iter().position(|known| *known == room)
}

/// What is wrong with the paths of one file.
fn faults(source: &Source) -> Vec<String> {
    let name = source.name();
    let room = source.room();
    let Some(own) = place(room) else {
        return vec![format!("{name}: the room `{room}` is not in the list")];
    };
    let fault = |used: &String| match place(used) {
        // Macros and items of the root would hide a room: name them in full.
        None => Some(format!("{name}: `{used}` is no room")),
        Some(other) if other > own => Some(format!("{name}: {room} uses {used}, which is above")),
        Some(_) if STRANGERS.contains(&(room, used)) => {
            Some(format!("{name}: {room} must not know {used}"))
        }
        Some(_) => None,
    };
    uses(source).iter().filter_map(fault).collect()
}

#[test]
fn rooms_use_only_rooms_before_them() {
    let faults: Vec<String> = sources()
        .iter()
        .filter(|source| !source.is_root())
        .flat_map(faults)
        .collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn files_can_be_held_in_the_head() {
    let mut long = Vec::new();
    for source in sources() {
        let lines = source.text.lines().count();
        if lines > HARD_LINES {
            long.push(format!("{}: {lines} lines", source.name()));
        } else if lines > SOFT_LINES {
            println!("notice: {} has {lines} lines", source.name());
        }
    }
    assert!(
        long.is_empty(),
        "over {HARD_LINES} lines:\n{}",
        long.join("\n")
    );
}

#[test]
fn only_front_ends_speak() {
    let mut faults = Vec::new();
    for source in sources() {
        if SPEAKERS.contains(&source.room()) {
            continue;
        }
        let code = code(&source.text);
        for speech in SPEECH.iter().filter(|speech| code.contains(**speech)) {
            faults.push(format!("{}: {speech}", source.name()));
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// The watchman must see: each of these has its fault found.
#[test]
fn upward_arrows_are_seen() {
    let look = |path: &str, text: &str| {
        faults(&Source {
            parts: path.split('/').map(String::from).collect(),
            text: text.to_string(),
        })
    };
    for (path, text) in [
        ("types/color", "use crate::board::notation;"),
        ("types/mod", "use super::engine::Game;"),
        ("types/color", "fn f() { super::super::time::x() }"),
        ("time", "use super::{types::Rule, search};"),
        (
            "board/mod",
            "use crate::{types::{Rule, Color}, engine::Game};",
        ),
        ("cli/mod", "use crate::protocol;"),
        ("protocol/session", "let c = '\"'; use crate::cli::run;"),
        ("attic", ""),
        ("engine", "use crate::attic;"),
    ] {
        assert_eq!(look(path, text).len(), 1, "{path}: {text}");
    }
    for (path, text) in [
        ("board/notation", "use crate::types::{BoardSize, Point};"),
        (
            "types/color",
            "//! see crate::engine\nlet s = \"crate::engine\";",
        ),
        ("cli/analyze", "use super::args; use super::input::{self};"),
        ("time", "mod tests { use super::*; }"),
    ] {
        assert_eq!(look(path, text), Vec::<String>::new(), "{path}: {text}");
    }
}
