//! The help: every command has help, and the examples in it run as written. They are extracted
//! from the help texts.
//!
//! In usage lines, options are replaced by limits and placeholders by values. An unknown
//! placeholder fails the test. Commands that need an option have it in their usage.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::path::Path;

use crate::support::folder::Folder;
use crate::support::program;

/// How the help names the program.
const PROGRAM: &str = "pbrain-goshawk";
/// The game in the file that examples read.
const GAME: &str = "h8 i9 i8 j9 j8 h10 a1";
/// The stones of each side in the middle row of `board.txt`, an open three for both.
const MIDDLE: &str = "...111......000....";

/// The help on a topic.
fn help(topic: &str) -> String {
    program::printed(&["help", topic], "")
}

/// The commands in a text: lines that begin with the program's name, without descriptions, with
/// the lines that continue them, and words in backquotes.
fn examples(text: &str) -> Vec<String> {
    let begins = |text: &str| text.split(' ').next() == Some(PROGRAM);
    let mut commands: Vec<String> = Vec::new();
    let mut continues = false;
    for line in text.lines() {
        let words = line.trim_start();
        match line.len() - words.len() {
            2 if begins(words) => {
                let command = words.split("  ").next().unwrap_or_default();
                commands.push(command.to_string());
                continues = command == words;
            }
            4 if continues => {
                let command = commands.last_mut().expect("a command");
                command.push_str(&format!(" {words}"));
            }
            _ => continues = false,
        }
    }
    let joined = text.replace('\n', " ");
    let quoted = joined.split('`').skip(1).step_by(2).map(str::to_string);
    commands.extend(quoted.filter(|quoted| begins(quoted)));
    commands
}

/// The topics of `help`, which are the commands in its own text.
fn topics() -> BTreeSet<String> {
    let mut topics = BTreeSet::from(["dev", "json", "proof", "protocol"].map(String::from));
    for list in ["help", "dev"].map(help) {
        let (_, list) = list.split_once("\nCommands:\n").expect("a list");
        let rows = list.lines().take_while(|line| !line.is_empty());
        let rows = rows.filter_map(|line| line.strip_prefix("  "));
        let names = rows.filter_map(|row| row.split(' ').next().filter(|name| !name.is_empty()));
        topics.extend(names.map(String::from));
    }
    topics
}

/// The commands of an example: one for each word in `one|other`.
fn expanded(example: &str) -> Vec<String> {
    // A feature has the same files for each model.
    let example = &example.replace("<MODEL>", "evaluation|order");
    let mut commands = vec![String::new()];
    // A `|` with blanks is a pipe.
    for word in example.split(' ') {
        let values: Vec<String> = match word {
            "[OPTIONS]" => vec![options(example).to_string()],
            "|" => vec![word.to_string()],
            _ => word
                .trim_matches(['[', ']', '<', '>', '.'])
                .split('|')
                .map(|word| value(word, example))
                .collect(),
        };
        commands = commands
            .iter()
            .flat_map(|start| {
                values
                    .iter()
                    .map(move |value| format!("{start} {value}").trim_start().to_string())
            })
            .collect();
    }
    commands
}

/// Options that let the command of an example end soon.
fn options(example: &str) -> &'static str {
    match example.split(' ').nth(1) {
        Some("analyze" | "review") => "--nodes 500",
        Some("puzzles") => "--nodes 100",
        Some("solve") => "--nodes 20000",
        Some("play") => "--no-save",
        Some("Black" | "White") => "--time 0.1",
        Some("datagen") => "--games 1 --nodes 50 --label-nodes 50",
        Some("openings") => "--games 1 --nodes 2000 --judge-nodes 500",
        Some("match" | "spsa") => "--pairs 1 --nodes 20",
        Some(
            "analysis" | "fouls" | "convert" | "games" | "bench" | "features" | "completions"
            | "even-openings",
        ) => "",
        _ => panic!("no options are known for `{example}`"),
    }
}

/// The value of a placeholder, which is in capitals. Other words are not changed.
fn value(word: &str, example: &str) -> String {
    if word == "NAME=STEP" {
        return "lmr_pv=20".to_string();
    }
    if word.is_empty() || !word.chars().all(|c| c.is_ascii_uppercase()) {
        return word.to_string();
    }
    let value = match word {
        "FILE" if example.contains("--out") => "data.bin",
        "FILE" if example.contains("--openings") => "openings.txt",
        "STATE" if example.contains(" match ") => "match.state",
        "STATE" => "spsa.state",
        "DATA" => "data.bin",
        "TUNE" => "tune.txt --overwrite",
        "TEST" => "confirm.txt --overwrite",
        "FILE" if example.contains("features") => "features.bin",
        "FILE" if example.contains("--proof") => "win.json board.txt",
        "FILE" => "game.txt",
        "FROM" => "game.txt",
        "TO" => "game.sgf --overwrite",
        "FOLDER" => ".",
        "GAMES" | "N" | "SEED" => "1",
        "SAMPLE" => "sample.bin",
        "DEPTH" => "2",
        "RULE" => "freestyle",
        "SIZE" => "9",
        "NODES" => "50",
        "COMMAND" => "analyze",
        "SHELL" => "bash",
        _ => panic!("no value is known for {word} in `{example}`"),
    };
    value.to_string()
}

/// A board of a contest.
fn board() -> String {
    let empty = ".".repeat(MIDDLE.len());
    let row = |row| if row == 9 { MIDDLE } else { empty.as_str() };
    (0..MIDDLE.len())
        .map(|at| format!("{}\n", row(at)))
        .collect()
}

/// A folder with the files that the examples read.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("board.txt", board());
    folder.write("game.txt", GAME);
    folder.write("openings.txt", "# size 9\n4,4 4,5 5,6\n");
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts");
    std::os::unix::fs::symlink(scripts, folder.path("scripts")).expect("a link");
    folder
}

#[test]
fn every_topic_has_help_that_can_be_asked_for_in_every_way() {
    for topic in topics() {
        let text = help(&topic);
        assert!(!text.trim().is_empty(), "{topic}");
        // Only commands have a usage, not other topics.
        let is_command = [" ", "\n"]
            .iter()
            .any(|end| text.contains(&format!("\n  {PROGRAM} {topic}{end}")));
        for option in ["--help", "-h"].iter().filter(|_| is_command) {
            assert_eq!(program::printed(&[&topic, option], ""), text, "{topic}");
        }
        let is_list = ["dev", "help", "protocol"].contains(&topic.as_str());
        let is_format = text.contains(&format!("--{topic}"));
        assert!(is_command || is_list || is_format, "{text}");
    }
    let text = program::printed(&["help"], "");
    for args in [
        &["--help"][..],
        &["-h"],
        &["help", "help"],
        &["help", "-h"],
        &["--version", "-h"],
    ] {
        assert_eq!(program::printed(args, ""), text, "{args:?}");
    }
    for option in ["--version", "-V"] {
        let text = program::printed(&[option], "");
        assert!(text.trim_end().ends_with(env!("CARGO_PKG_VERSION")));
    }
}

#[test]
fn help_on_an_unknown_topic_is_an_error() {
    for ask in ["help", "--help", "-h"] {
        let error = program::refused(&[ask, "nothing"], "");
        assert!(error.contains("there is no help on `nothing`"), "{error}");
    }
}

#[test]
fn the_commands_in_the_help_succeed() {
    let topics = topics();
    for expected in [
        "analyze", "White", "datagen", "dev", "json", "play", "proof", "review", "features",
    ] {
        assert!(topics.contains(expected), "{expected} of {topics:?}");
    }
    let texts = topics.iter().map(|topic| help(topic)).chain([help("help")]);
    let mut examples: BTreeSet<String> = texts.flat_map(|text| examples(&text)).collect();
    // Only a build with the trainer has these commands. Other tests run what they call.
    examples.retain(|example| !example.contains(" train ") && !example.contains(" fit-policy "));
    // It serves until it is stopped. `board` runs it.
    examples.retain(|example| !example.contains(" board"));
    let mut commands: Vec<String> = examples.iter().flat_map(|line| expanded(line)).collect();
    // `features` and `even-openings` read what `datagen` writes.
    let reads = |command: &String| {
        [" features ", " even-openings "]
            .iter()
            .any(|n| command.contains(n))
    };
    commands.sort_by_key(reads);
    let folder = folder();
    for command in &commands {
        let line = command.replacen(PROGRAM, &format!("'{}'", program::file()), 1);
        let mut shell = program::shell(&line);
        shell.current_dir(folder.root());
        shell.env("XDG_DATA_HOME", folder.root());
        // Several examples write this file.
        let _ = std::fs::remove_file(folder.root().join("features.bin"));
        // These are commands for a contest. As an engine and in a game, the program answers that
        // the lines are not commands.
        let output = program::run_command(shell, board());
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "`{command}`: {errors}");
        assert!(!output.stdout.is_empty(), "`{command}` prints nothing");
    }
}

#[test]
fn the_lists_of_moves_in_the_help_are_read() {
    let text = help("analyze");
    let (_, lists) = text.split_once("\n  moves ").expect("the format of lists");
    let (lists, _) = lists.split_once(". Columns").expect("the end of the lists");
    let lists: Vec<&str> = lists
        .split(", ")
        .map(|list| list.trim_start_matches("or ").trim())
        .collect();
    assert_eq!(lists.len(), 4, "{lists:?}");
    for list in lists {
        let args = ["analyze", "--nodes", "100", "--moves", list];
        let text = program::printed(&args, "");
        assert!(text.contains("best move:"), "{list}: {text}");
    }
}

#[test]
fn the_commands_of_a_game_are_understood() {
    let text = help("play");
    let (_, list) = text
        .split_once("\nCommands:\n")
        .expect("the list of commands");
    let (list, _) = list.split_once("\n\n").expect("the end of the list");
    let entries = list.lines().filter_map(|line| line.strip_prefix("  "));
    let names = entries
        .filter(|line| !line.starts_with(' '))
        .map(|line| line[..15].trim());
    let joined = list.split_whitespace().collect::<Vec<_>>().join(" ");
    let quoted = joined.split('`').skip(1).step_by(2);
    let commands: Vec<&str> = names
        .chain(quoted)
        .flat_map(|name| name.split(", "))
        .collect();
    assert!(commands.len() > 25, "{commands:?}");
    for command in commands {
        let words = command.replace(['[', ']'], "");
        let words = words.split(' ').map(|word| match word {
            "SIDE" => "white",
            "T" => "1",
            "N" => "1",
            "FILE" => "no/such/folder/game.txt",
            word => word,
        });
        let line = words.collect::<Vec<_>>().join(" ");
        let play = ["play", "--no-save", "--level", "1", "--time", "0.1"];
        let text = program::printed(&play, format!("{line}\n"));
        for refusal in [
            "is not a move",
            "usage:",
            "takes no argument",
            "is not a rule",
        ] {
            assert!(!text.contains(refusal), "{line}: {text}");
        }
    }
}
