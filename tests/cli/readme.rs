//! The commands in README.md run as written.
//!
//! A command is a line of a code block that starts the program, by one of the names in
//! [`PROGRAM_NAMES`] or at the end of a pipe from a command in [`PIPE_SOURCES`]. It must exit with
//! status 0 and print something. Other lines build the project, call scripts or show output, and
//! are not run. Two kinds of commands are not run either: usage patterns, which have arguments in
//! capitals or brackets, and commands in a block that builds the program with other features.
//!
//! The commands run in order in a temporary folder that contains `tests/boards` and
//! an empty folder `target`. Standard input is empty.
#![cfg(unix)]

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::support::folder::Folder;
use crate::support::program;

/// How README.md names the program.
const PROGRAM_NAMES: [&str; 3] = [
    "target/release/pbrain-goshawk",
    "cargo run --release --",
    "pbrain-goshawk",
];
/// Commands whose output may be piped to the program.
const PIPE_SOURCES: [&str; 4] = ["printf ", "echo ", "cat ", "(printf "];
/// Languages of fenced blocks with commands.
const LANGUAGES: [&str; 4] = ["", "sh", "console", "bash"];
/// A command that takes longer is killed.
const TIMEOUT: Duration = Duration::from_secs(600);

/// The code blocks of a Markdown text that may contain commands, as lines.
fn code_blocks(markdown: &str) -> Vec<Vec<String>> {
    let mut blocks: Vec<Vec<String>> = Vec::new();
    let mut fence: Option<bool> = None;
    let mut in_block = false;
    let mut after_blank = true;
    for line in markdown.lines() {
        if let Some(language) = line.trim().strip_prefix("```") {
            fence = match fence {
                Some(_) => None,
                None => {
                    blocks.push(Vec::new());
                    Some(LANGUAGES.contains(&language.trim()))
                }
            };
            continue;
        }
        let indented = line.strip_prefix("    ");
        in_block = fence.is_none() && indented.is_some() && (in_block || after_blank);
        if in_block && after_blank {
            blocks.push(Vec::new());
        }
        let text = if in_block { indented } else { Some(line) };
        if let (true, Some(block), Some(text)) =
            (in_block || fence == Some(true), blocks.last_mut(), text)
        {
            block.push(text.trim().to_string());
        }
        after_blank = line.trim().is_empty();
    }
    blocks
}

/// The lines of a block that a user types. In a block with prompts these are the lines with a
/// prompt. A backslash continues a line.
fn typed_lines(block: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut continues = false;
    let has_prompts = block.iter().any(|line| line.starts_with("$ "));
    for line in block {
        let typed = line.strip_prefix("$ ");
        if !continues && has_prompts && typed.is_none() {
            continue;
        }
        let text = typed.unwrap_or(line);
        let part = text.strip_suffix('\\').unwrap_or(text);
        match lines.last_mut().filter(|_| continues) {
            Some(last) => last.push_str(part),
            None => lines.push(part.to_string()),
        }
        continues = text.ends_with('\\');
    }
    lines
}

/// The arguments of the program if the line is a command to run.
fn program_arguments(line: &str) -> Option<&str> {
    let is_piped = PIPE_SOURCES.iter().any(|source| line.starts_with(source));
    let start = if is_piped { line.rfind('|')? + 1 } else { 0 };
    let last = line[start..].trim_start();
    let rest = |name: &&str| {
        let rest = last.strip_prefix(*name)?;
        (rest.is_empty() || rest.starts_with(' ')).then_some(rest)
    };
    PROGRAM_NAMES.iter().find_map(rest)
}

/// True for `features MODEL DATA [FILE]` and the like.
fn is_usage_pattern(arguments: &str) -> bool {
    let is_placeholder = |word: &str| {
        let capitals = word.len() > 1 && word.chars().all(|c| c.is_ascii_uppercase() || c == '_');
        capitals || word.starts_with(['[', '<']) || word.ends_with("...")
    };
    arguments.split_whitespace().any(is_placeholder)
}

/// The commands to run, in order.
fn commands(markdown: &str) -> Vec<String> {
    let mut commands = Vec::new();
    for block in code_blocks(markdown) {
        let lines = typed_lines(&block);
        if lines.iter().any(|line| line.contains("--features")) {
            continue;
        }
        let runs = |line: &String| program_arguments(line).is_some_and(|a| !is_usage_pattern(a));
        commands.extend(lines.into_iter().filter(runs));
    }
    commands
}

/// Runs a command line, with the program that cargo has just built.
fn run(line: &str, folder: &Path) -> Output {
    let program = program::file();
    let arguments = program_arguments(line).expect("a command");
    let start = line.len() - arguments.len();
    let name = PROGRAM_NAMES
        .iter()
        .find(|name| line[..start].ends_with(**name));
    let before = &line[..start - name.expect("a name of the program").len()];
    let child = Command::new("sh")
        .args(["-c", &format!("{before} '{program}'{arguments}")])
        .current_dir(folder)
        // Games are saved here.
        .env("XDG_DATA_HOME", folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()
        .expect("sh starts");
    let group = format!("-{}", child.id());
    let waiter = std::thread::spawn(move || child.wait_with_output());
    let started = Instant::now();
    while !waiter.is_finished() {
        if started.elapsed() > TIMEOUT {
            let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
            panic!("`{line}` takes longer than {TIMEOUT:?}");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let output = waiter.join().expect("a thread that waits");
    output.expect("the output of the command")
}

/// A folder with the files and folders that the commands use.
fn folder_with_boards(root: &Path) -> Folder {
    let folder = Folder::new();
    let boards = folder.root().join("tests/boards");
    fs::create_dir_all(&boards).expect("a writable folder");
    for entry in fs::read_dir(root.join("tests/boards")).expect("the boards") {
        let file = entry.expect("a readable entry").path();
        let name = file.file_name().expect("a file name");
        fs::copy(&file, boards.join(name)).expect("a copy");
    }
    fs::create_dir_all(folder.path("target")).expect("a writable folder");
    folder
}

#[test]
fn commands_in_the_readme_succeed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let markdown = fs::read_to_string(root.join("README.md")).expect("README.md");
    let commands = commands(&markdown);
    assert!(commands.len() >= 3, "too few commands: {commands:?}");
    let folder = folder_with_boards(root);
    for line in &commands {
        let output = run(line, folder.root());
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "`{line}`: {errors}");
        assert!(!output.stdout.is_empty(), "`{line}` prints nothing");
    }
}

#[test]
fn commands_are_found_in_indented_and_fenced_blocks() {
    let markdown = "\
Text with `pbrain-goshawk help`.

    cargo build --release
    pbrain-goshawk analyze \\
        board.txt
    printf 'a|b' | target/release/pbrain-goshawk

```console
$ cargo run --release -- play
pbrain-goshawk prints this
$ ls
```

```sh
pbrain-goshawk bench 5
pbrain-goshawk features MODEL DATA
pbrain-goshawk-other
```

```text
pbrain-goshawk in an example of output
```

    cargo build --release --features tune
    pbrain-goshawk tune
";
    let expected = [
        "pbrain-goshawk analyze board.txt",
        "printf 'a|b' | target/release/pbrain-goshawk",
        "cargo run --release -- play",
        "pbrain-goshawk bench 5",
    ];
    assert_eq!(commands(markdown), expected);
}
