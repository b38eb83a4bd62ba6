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
fn features_replace_no_file() {
    let folder = Folder::new();
    let data = folder.path("data.bin");
    printed(
        &["datagen", "--games", "1", "--nodes", "50", "--out", &data],
        "",
    );
    let features = folder.write("features.bin", "hours");
    let error = unwritten(&["features", "evaluation", &data, &features]);
    assert!(error.contains("--overwrite"), "{error}");
    assert_eq!(folder.read("features.bin"), "hours");
    printed(
        &["features", "evaluation", &data, &features, "--overwrite"],
        "",
    );
    assert_eq!(folder.files(), ["data.bin", "features.bin"]);
}
