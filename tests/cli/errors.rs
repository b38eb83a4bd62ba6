//! Errors of all commands, run through the real program.

use crate::support::folder::Folder;
use crate::support::program;

/// True if a text has characters that control a terminal, other than line ends.
fn controls_terminal(text: &str) -> bool {
    text.chars().any(|c| c.is_control() && c != '\n')
}

#[test]
fn errors_do_not_echo_control_characters() {
    const ESCAPES: &str = "\x1b[2J\x07\r\n\u{9b}x";
    for args in [
        &["analyze", ESCAPES][..],
        &["analyze", "--moves", ESCAPES],
        &["analyze", "--rule", ESCAPES],
        &["analyze", &format!("--{ESCAPES}")],
        &["solve", ESCAPES],
        &["play", ESCAPES],
        &["play", "--level", ESCAPES],
        &["bench", ESCAPES],
        &["datagen", "--out", "file", "--rule", ESCAPES],
        &["datagen", "--rule", ESCAPES, "--out", "file"],
        &["features", ESCAPES, "games", "file"],
    ] {
        let error = program::refused(args, b"");
        assert!(!controls_terminal(&error), "{args:?}: {error:?}");
        assert!(error.contains("\\u{1b}[2J"), "{args:?}: {error:?}");
    }
    for input in ["x\x1b[2J....\n", "h8 \x1b[2J", "\x1b\n"] {
        let error = program::refused(&["analyze"], input.as_bytes());
        assert!(!controls_terminal(&error), "{input:?}: {error:?}");
    }
}

#[test]
fn play_does_not_echo_control_characters() {
    let script = "\x1b[2J\nnew \x1b[2J\nsave /no/\x1b[2J/file\nh8\x1b i9\n";
    let output = program::run(&["play", "--no-save"], script.as_bytes());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(!controls_terminal(&text), "{text:?}");
    assert!(text.contains("/no/\\u{1b}[2J/file"), "{text}");
}

#[test]
fn files_that_cannot_be_written_are_named() {
    // A device is no place for data that are continued.
    for (file, code) in [("/no/data", 1), ("/dev/full", 2)] {
        let output = program::run(
            &["datagen", "--games", "1", "--nodes", "50", "--out", file],
            b"",
        );
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{error}");
        assert!(error.contains(file), "{error}");
    }
}

#[test]
fn a_folder_in_place_of_a_game_is_told_of_batches() {
    let folder = Folder::new();
    folder.write("game.txt", b"h8 i9");
    let path = folder.path("");
    let error = program::refused(&["review", &path], b"");
    assert!(
        error.contains(&format!("{path}: this is a folder; --batch")),
        "{error}"
    );
}

#[test]
fn features_do_not_replace_the_data_and_damaged_data_are_named() {
    let folder = Folder::new();
    let path = &folder.path("games.bin");
    program::printed(
        &["datagen", "--games", "2", "--nodes", "50", "--out", path],
        b"",
    );
    let games = std::fs::read(path).expect("the games");
    let output = program::run(&["features", "evaluation", path, path, "--overwrite"], b"");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("the file is the input"), "{error}");
    assert_eq!(std::fs::read(path).expect("the games"), games);
    let mut damaged = games.clone();
    damaged[games.len() / 4] ^= 1;
    for bytes in [&damaged[..], &games[..5]] {
        folder.write("games.bin", bytes);
        let error = program::refused(&["features", "evaluation", path, "/dev/null"], b"");
        assert!(error.contains(&format!("{path}: ")), "{error}");
    }
}
