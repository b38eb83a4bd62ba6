//! Games that `play` saves, after every move or on command, and continues.

use crate::support::folder::Folder;
use crate::support::program;
use crate::support::text::elements;

/// Standard output of a game that must end without errors.
pub fn played(args: &[&str], lines: &[&str]) -> String {
    let always = ["play", "--seed", "1", "--time", "300ms"];
    program::printed(&[&always, args].concat(), lines.join("\n") + "\n")
}

/// Continues a saved game without other options.
fn continued(path: &str, lines: &[&str]) -> String {
    let script = lines.join("\n") + "\n";
    program::printed(&["play", "--no-save", path], script)
}

/// The line with this beginning.
fn line<'a>(text: &'a str, start: &str) -> &'a str {
    let found = text.lines().find(|line| line.starts_with(start));
    found.unwrap_or_else(|| panic!("no line {start}: {text}"))
}

#[test]
fn a_game_is_saved_after_every_move() {
    let folder = Folder::new();
    let file = folder.path("game.sgf");
    let text = played(&["--save", &file], &["h8", "a15"]);
    let announced = format!("The game is saved after every move to {file}.");
    assert!(text.contains(&announced), "{text}");
    let saved = folder.read("game.sgf");
    assert_eq!(saved.matches(";B[").count(), 2, "{saved}");
    assert_eq!(saved.matches(";W[").count(), 2, "{saved}");
    assert_eq!(folder.files(), ["game.sgf"]);
    // Undo and resigning are saved as well; `new` and `load` start another file.
    let script = [
        "h8",
        "undo",
        "a1",
        "resign",
        "new",
        "b2",
        &format!("load {file}"),
    ];
    let text = played(&["--save", &folder.path("b-1.txt")], &script);
    assert!(text.contains("b-2.txt."), "{text}");
    let first = folder.read("b-1.txt");
    assert!(
        first.contains("1. a1 ") && first.contains("# result: white by resignation"),
        "{first}"
    );
    assert!(folder.read("b-2.txt").contains("1. b2 "));
    assert_eq!(
        folder.read("game.sgf"),
        saved,
        "a game that is loaded is kept"
    );
    assert_eq!(folder.files(), ["b-1.txt", "b-2.txt", "game.sgf"]);
}

#[test]
fn nothing_is_saved_before_the_first_move() {
    let folder = Folder::new();
    let file = folder.path("game.sgf");
    played(&["--save", &file], &["level 3", "time 1", "resign"]);
    assert_eq!(folder.files(), [""; 0]);
}

#[test]
fn games_have_a_folder_of_their_own_unless_another_file_is_given() {
    let folder = Folder::new();
    let run = |args: &[&str], script: &[u8]| {
        let mut command = program::command();
        command.arg("play").args(args);
        command.env("XDG_DATA_HOME", folder.root());
        program::printed_by(command, script)
    };
    let text = run(&[], b"");
    assert!(
        text.contains("to ") && text.contains("game-1.sgf."),
        "{text}"
    );
    assert!(
        folder.files().is_empty(),
        "nothing is written before the first move"
    );
    run(&[], b"h8\n");
    let text = run(&["--no-save"], b"h8\n");
    assert!(
        text.contains("The game is not saved automatically."),
        "{text}"
    );
    let text = run(&["--side", "white"], b"");
    assert!(text.contains("game-2.sgf."), "{text}");
    assert_eq!(folder.files(), ["goshawk"]);
    for game in ["goshawk/game-1.sgf", "goshawk/game-2.sgf"] {
        assert!(folder.read(game).starts_with("(;"), "{game}");
    }
}

#[test]
fn a_file_is_overwritten_only_if_the_player_says_so() {
    let folder = Folder::new();
    let file = folder.write("game.txt", "h8");
    let output = program::run(&["play", "--save", &file], "h8\n");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    let expected = format!("{file}: cannot write: the file already exists");
    assert!(error.contains(&expected), "{error}");
    assert_eq!(folder.read("game.txt"), "h8");
    played(
        &["--overwrite", "--save", &file, &file, "--side", "white"],
        &["a1"],
    );
    assert!(folder.read("game.txt").contains("1. h8 a1"));
}

#[test]
fn a_file_that_cannot_be_written_is_an_error_before_the_game() {
    for file in ["/no/such/folder/game.sgf", env!("CARGO_TARGET_TMPDIR")] {
        let output = program::run(&["play", "--overwrite", "--save", file], "h8\n");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{error}");
        assert!(output.stdout.is_empty());
        assert!(error.contains(&format!("{file}: cannot write")), "{error}");
    }
}

#[test]
fn a_default_folder_that_cannot_be_made_is_reported_once_and_play_goes_on() {
    let folder = Folder::new();
    let mut command = program::command();
    command.args(["play", "--level", "1"]);
    command.env("XDG_DATA_HOME", folder.write("file", ""));
    let text = program::printed_by(command, "h8\na1\nmoves\n");
    assert_eq!(
        text.matches("Cannot save the game to ").count(),
        1,
        "{text}"
    );
    assert!(text.contains("4 moves: h8 "), "{text}");
}

#[test]
fn a_game_comes_back_complete() {
    let folder = Folder::new();
    for (end, has_limit) in [("sgf", true), ("txt", true), ("psq", false)] {
        let file = folder.path(&format!("game.{end}"));
        let args = [
            "--rule", "caro", "--size", "19x12", "--level", "3", "--side", "white", "--name",
            "Anna", "--save", &file,
        ];
        let text = played(&args, &["a1", "moves"]);
        let moves = line(&text, "3 moves: ");
        let again = continued(&file, &["moves", "resign"]);
        let limit = if has_limit { "0.3" } else { "2" };
        let settings = format!(
            "caro on 19x12; you are white (o); level 3 of 10; Goshawk takes at most {limit} s per move."
        );
        assert!(again.contains(&settings), "{end}: {again}");
        assert_eq!(line(&again, "3 moves: "), moves);
        assert!(folder.read(&format!("game.{end}")).contains("Anna"));
        // Options take precedence.
        let args = [
            &file,
            "--level",
            "7",
            "--side",
            "black",
            "--time",
            "5",
            "--no-save",
        ];
        let text = played(&args, &[]);
        assert!(
            text.contains("you are black (x); level 7 of 10; Goshawk takes at most 5 s"),
            "{text}"
        );
    }
}

#[test]
fn results_come_back_with_the_game() {
    let folder = Folder::new();
    let file = |name: &str| folder.path(name);
    let four = "d8 a1 e8 a3 f8 o1 g8 a5";
    let cases = [
        (
            "five",
            four,
            "h8",
            ["sgf", "txt", "psq"].as_slice(),
            "You (x) win with d8 e8 f8 g8 h8.",
        ),
        (
            "resigned",
            four,
            "resign",
            &["sgf", "txt"],
            "You (x) resign; Goshawk (o) wins.",
        ),
        (
            "told",
            four,
            "resign",
            &["psq"],
            "The record says that white won;",
        ),
    ];
    for (name, moves, last, ends, words) in cases {
        for end in ends {
            let file = file(&format!("{name}.{end}"));
            played(
                &["--moves", moves, "--no-save"],
                &[last, &format!("save {file}")],
            );
            let again = continued(&file, &["hint"]);
            assert!(again.contains(words), "{end}: {again}");
            assert!(again.contains("The game is over."), "{end}: {again}");
        }
    }
    let again = continued(&file("told.psq"), &["undo", "hint"]);
    assert!(
        again.contains("The game continues.") && again.contains("Hint: "),
        "{again}"
    );
    let draw = "(;GM[4]SZ[15]RE[0];B[hh])";
    let file = folder.write("draw.sgf", draw);
    assert!(continued(&file, &[]).contains("the game was a draw"));
}

#[test]
fn the_game_after_one_with_blocked_points_is_saved() {
    let folder = Folder::new();
    let blocked = folder.write("blocked.txt", "x....\n.%...\n..%..\n....o\n.....\n");
    let file = folder.path("game.txt");
    let args = ["--players", "2", "--save", &file, &blocked];
    let text = played(&args, &["c4", "d4", "new 15", "h8"]);
    let told = "A game with blocked points can be saved only as a picture.";
    assert_eq!(text.matches(told).count(), 1, "{text}");
    let announced = format!("The game is saved after every move to {file}.");
    assert_eq!(text.matches(&announced).count(), 2, "{text}");
    let saved = folder.read("game.txt");
    assert!(saved.contains("1. h8") && !saved.contains("c4"), "{saved}");
}

#[test]
fn two_people_keep_their_names_in_every_format() {
    let folder = Folder::new();
    for name in ["a.psq", "a.sgf", "a.txt"] {
        let file = folder.path(name);
        let people = ["--players", "2"];
        let names = [&people[..], &["--name", "Anna,Ben", "--save", &file]].concat();
        played(&names, &["h8"]);
        let text = played(&[&people[..], &["--no-save", &file]].concat(), &[]);
        assert!(text.contains("two people: Anna (x), Ben (o)"), "{text}");
    }
}

#[test]
fn a_game_is_loaded_during_another() {
    let folder = Folder::new();
    let file = folder.path("renju.sgf");
    let args = [
        "--rule", "renju", "--size", "17", "--level", "2", "--save", &file,
    ];
    let saved = played(&args, &["h8", "moves"]);
    let moves = line(&saved, "2 moves: ");
    let script = [
        "a1",
        "load /no/such/file",
        "moves",
        &format!("load {file}"),
        "moves",
        "b2",
    ];
    let text = played(&["--no-save"], &script);
    assert!(text.contains("/no/such/file: "), "{text}");
    assert!(
        text.contains("2 moves: a1 "),
        "an error changes nothing: {text}"
    );
    assert!(
        text.contains("renju on 17x17; you are black (x); level 2 of 10"),
        "{text}"
    );
    assert!(text.contains(moves), "{text}");
    assert!(text.contains("Goshawk (o) plays "), "{text}");
    let bad = folder.write("bad.sgf", "(;GM[4]SZ[15];B[\u{1b}z])");
    let text = played(&["--no-save"], &["a1", &format!("load {bad}"), "moves"]);
    assert!(
        text.contains("line 1, character") && !text.contains('\u{1b}'),
        "{text}"
    );
    assert!(text.contains("2 moves: a1 "), "{text}");
    for args in [&["--load", &file][..], &[&file]] {
        assert!(played(&[args, &["--no-save"]].concat(), &["moves"]).contains(moves));
    }
}

#[test]
fn times_of_moves_are_written_where_the_format_has_them() {
    let folder = Folder::new();
    let [psq, list] = ["game.psq", "game.txt"].map(|name| folder.path(name));
    played(
        &["--no-save"],
        &["h8", &format!("save {psq}"), &format!("save {list}")],
    );
    let text = folder.read("game.psq");
    let times: Vec<&str> = text.lines().skip(1).take(2).collect();
    assert!(
        times.iter().all(|line| line.matches(',').count() == 2),
        "{text}"
    );
    assert!(
        folder
            .read("game.txt")
            .contains("# The times of the moves are not part")
    );
}

#[test]
fn a_saved_game_can_be_continued() {
    let folder = Folder::new();
    let path = &folder.path("game.txt");
    let save = format!("save {path}");
    let text = played(
        &["--level", "4", "--no-save"],
        &["h8", &save, "a15", &save, "moves"],
    );
    assert_eq!(text.matches("Saved to ").count(), 2, "{text}");
    let moves = text
        .lines()
        .find(|line| line.starts_with("4 moves: "))
        .expect("moves");
    // Another session does not overwrite it.
    let again = played(&[path, "--no-save"], &["moves", &save]);
    assert!(again.contains(moves), "{again}");
    assert!(
        again.contains("already exists and is not overwritten."),
        "{again}"
    );
    let save = format!("save {}", folder.path("game.svg"));
    played(&["--moves", "h8 i9 j10 g7", "--no-save"], &[&save]);
    let svg = folder.read("game.svg");
    assert_eq!(elements(&svg, "circle", "stone").len(), 4);
    let text = played(&["--no-save"], &["save /no/such/folder/game.txt"]);
    assert!(
        text.contains("Cannot save to /no/such/folder/game.txt"),
        "{text}"
    );
}
