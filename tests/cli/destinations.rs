//! Files that commands write: they are checked before the search, never replace the input, and
//! replace existing files only with `--overwrite`.

use crate::support::folder::Folder;
use crate::support::program::{self, printed};

/// A game with a branch.
const GAME: &str = "(;GM[4]SZ[15]RU[renju]KM[1];B[hh]C[mine](;W[ig];B[jf])(;W[ii]TR[hh]))";

/// The one line of errors of a run that cannot write its file.
#[track_caller]
fn unwritten(args: &[&str]) -> String {
    let errors = program::unwritten(args);
    assert_eq!(errors.lines().count(), 1, "{args:?}: {errors}");
    errors
}

#[test]
fn destinations_are_checked_before_the_work() {
    let folder = Folder::new();
    let game = folder.write("game.sgf", GAME);
    let existing = folder.write("old.svg", "old");
    let missing = folder.path("no/such.svg");
    for (path, message) in [
        (&missing, "cannot write"),
        (&existing, "--overwrite"),
        (&game, "the input"),
    ] {
        for [command, option] in [
            ["analyze", "--svg"],
            ["solve", "--svg"],
            ["solve", "--proof"],
            ["fouls", "--svg"],
            ["review", "--svg"],
            ["review", "--sgf"],
        ] {
            let error = unwritten(&[command, &game, option, path]);
            assert!(error.contains(message), "{command} {option}: {error}");
        }
    }
    let error = unwritten(&["analyze", "--overwrite", &game, "--svg", &game]);
    assert!(error.contains("the input"), "{error}");
    let twice = folder.path("new.svg");
    let error = unwritten(&["review", &game, "--svg", &twice, "--sgf", &twice]);
    assert!(error.contains("two results"), "{error}");
    assert_eq!(folder.files(), ["game.sgf", "old.svg"]);
    assert_eq!(folder.read("old.svg"), "old");
    assert_eq!(folder.read("game.sgf"), GAME);
    printed(&["fouls", &game, "--svg", &existing, "--overwrite"], "");
    assert!(folder.read("old.svg").starts_with("<svg"));
}

#[test]
fn generated_data_is_not_truncated() {
    let folder = Folder::new();
    let data = folder.write("games.bin", "hours");
    let selfplay = ["selfplay", "freestyle", "9", "1", "1", "1"];
    let error = unwritten(&[&selfplay, &[&*data][..]].concat());
    assert!(error.contains("--overwrite"), "{error}");
    assert_eq!(folder.read("games.bin"), "hours");
    printed(&[&selfplay, &[&*data, "--overwrite"][..]].concat(), "");
    let features = folder.write("features.bin", "hours");
    let error = unwritten(&["features", "evaluation", &data, &features]);
    assert!(error.contains("--overwrite"), "{error}");
    assert_eq!(folder.files(), ["features.bin", "games.bin"]);
}

#[test]
fn a_review_keeps_the_variations_of_the_game() {
    let folder = Folder::new();
    let game = folder.write("game.sgf", GAME);
    let reviewed = folder.path("reviewed.sgf");
    printed(&["review", &game, "--nodes", "200", "--sgf", &reviewed], "");
    let text = folder.read("reviewed.sgf");
    for part in ["C[mine\n", ";W[ii]TR[hh]", "KM[1]", "Goshawk review"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn pictures_of_another_review_are_kept() {
    let folder = Folder::new();
    let pictures = folder.path("pictures");
    let args = [
        "review",
        "--nodes",
        "200",
        "--moves",
        "h8 a1 h9 a3 h10 a5 h11",
        "--pictures",
    ];
    printed(&[&args[..], &[&*pictures]].concat(), "");
    folder.write("pictures/move-001.svg", "old");
    let error = unwritten(&[&args[..], &[&*pictures]].concat());
    assert!(error.contains("--overwrite"), "{error}");
    assert_eq!(folder.read("pictures/move-001.svg"), "old");
    printed(&[&args[..], &[&*pictures, "--overwrite"]].concat(), "");
}

#[test]
fn play_does_not_save_over_variations() {
    let folder = Folder::new();
    let game = folder.write("game.sgf", GAME);
    let error = unwritten(&["play", &game, "--save", &game, "--overwrite"]);
    assert!(error.contains("variations"), "{error}");
    assert_eq!(folder.read("game.sgf"), GAME);
}
