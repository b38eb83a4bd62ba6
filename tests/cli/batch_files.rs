//! The files of commands that read many games: those they read, and those they write.

use std::fs;

use crate::support::folder::Folder;
use crate::support::program::{printed, refused, run, unwritten};

/// A short game.
const GAME: &str = "(;GM[4]SZ[15]RU[freestyle];B[hh];W[ig];B[ih])";

/// A folder with two games in subfolders.
fn two_games() -> Folder {
    let folder = Folder::new();
    for name in ["a", "b"] {
        fs::create_dir(folder.path(name)).expect("a writable folder");
        folder.write(&format!("{name}/{name}.sgf"), GAME);
    }
    folder
}

#[test]
fn a_game_that_is_named_is_not_overwritten() {
    let folder = two_games();
    let (one, two) = (folder.path("a/a.sgf"), folder.path("b/b.sgf"));
    let puzzles = |option: &str, to: &str| {
        let nodes = ["puzzles", "--nodes", "50", "--overwrite"];
        unwritten(&[&nodes[..], &[&*one, &*two, option, to]].concat())
    };
    let mut names = vec![one.clone(), two.clone(), folder.path("b/../b/b.sgf")];
    if cfg!(unix) {
        names.push(link(&folder, "b/b.sgf", "link.sgf"));
    }
    for name in &names {
        for option in ["--sgf", "--sheet", "--results"] {
            let error = puzzles(option, name);
            assert!(error.contains("cannot write: the file is "), "{error}");
            assert!(error.contains(" the input"), "{error}");
        }
    }
    for option in ["--csv", "--results"] {
        let batch = ["review", "--batch", &one, "--overwrite", option, &one];
        let error = unwritten(&batch);
        assert!(error.contains("the file is the input"), "{error}");
    }
    let error = unwritten(&["games", &one, "--overwrite", "--tree", &one]);
    assert!(error.contains("the file is the input"), "{error}");
    for name in ["a/a.sgf", "b/b.sgf"] {
        assert_eq!(folder.read(name), GAME);
    }
}

#[test]
fn the_games_of_a_folder_are_not_overwritten() {
    let folder = two_games();
    let root = folder.root().to_str().expect("UTF-8");
    let game = folder.path("b/b.sgf");
    for args in [
        &["games", root, "--tree", &game][..],
        &["review", "--batch", root, "--csv", &game],
        &["puzzles", root, "--sgf", &game],
        &["puzzles", root, "--sheet", &game],
    ] {
        let error = unwritten(&[args, &["--overwrite"]].concat());
        assert!(error.contains("part of the input"), "{args:?}: {error}");
    }
    assert_eq!(folder.read("b/b.sgf"), GAME);
    // Other files in the folder can be replaced.
    let table = folder.write("b/table.csv", "old");
    let fixed = ["review", "--batch", root, "--nodes", "50", "--overwrite"];
    let text = printed(&[&fixed[..], &["--csv", &table]].concat(), "");
    assert!(text.starts_with("2 games in 2 files reviewed"), "{text}");
    assert!(folder.read("b/table.csv").starts_with("file,"));
}

#[test]
fn a_file_is_read_once() {
    let folder = two_games();
    let root = folder.root().to_str().expect("UTF-8");
    let (game, results) = (folder.path("a/a.sgf"), folder.path("r.jsonl"));
    let other_name = folder.path("a/../a/a.sgf");
    for _ in 0..2 {
        let text = printed(
            &[
                "puzzles",
                "--nodes",
                "50",
                "--results",
                &results,
                &game,
                &other_name,
                root,
                &game,
            ],
            "",
        );
        assert!(text.contains(" of 2 games"), "{text}");
        assert_eq!(folder.read("r.jsonl").lines().count(), 3);
    }
}

#[test]
fn a_named_file_that_cannot_be_read_is_an_error() {
    let folder = two_games();
    let bad = folder.write("bad.sgf", "nothing of the kind");
    let empty = folder.write("empty.sgf", "");
    for command in [&["review", "--batch"][..], &["puzzles"], &["games"]] {
        let error = refused(&[command, &[&*bad]].concat(), "");
        assert!(error.contains("bad.sgf: line 1"), "{error}");
    }
    let output = run(&["puzzles", &bad, &empty], "");
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("bad.sgf") && errors.contains("empty.sgf"));
    // Others can be read, so that the command goes on.
    let game = folder.path("a/a.sgf");
    let text = printed(&["puzzles", "--nodes", "50", &bad, &game], "");
    assert!(text.contains(" of 1 game,"), "{text}");
}

/// Links to a file of the folder; returns the path of the link.
#[cfg(unix)]
fn link(folder: &Folder, to: &str, name: &str) -> String {
    let link = folder.path(name);
    std::os::unix::fs::symlink(folder.path(to), &link).expect("a link");
    link
}

#[cfg(not(unix))]
fn link(_: &Folder, _: &str, _: &str) -> String {
    unreachable!("links need rights that few have")
}

#[test]
fn results_are_kept_in_a_regular_file() {
    let folder = two_games();
    let game = folder.path("a/a.sgf");
    let root = folder.root().to_str().expect("UTF-8");
    for command in [&["review", "--batch"][..], &["puzzles"]] {
        let with =
            |to: &'static str| [command, &[&*game, "--nodes", "50", "--results", to]].concat();
        let error = refused(&with("-"), "");
        assert!(error.contains("--results: `-` is not the name of a file"));
        let error = unwritten(&[command, &[&*game, "--results", root]].concat());
        assert!(error.contains("it is a folder"), "{error}");
        if cfg!(unix) {
            for device in ["/dev/null", "/dev/full"] {
                let error = unwritten(&with(device));
                assert!(error.contains("it is not a regular file"), "{error}");
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn named_pipes_in_a_folder_are_not_read() {
    let folder = two_games();
    let root = folder.root().to_str().expect("UTF-8");
    let pipe = folder.path("pipe.sgf");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo").success());
    link(&folder, "a", "folder.sgf");
    link(&folder, "nowhere", "gone.sgf");
    for command in [
        &["review", "--batch", "--nodes", "50"][..],
        &["puzzles", "--nodes", "50"],
        &["games"],
    ] {
        let output = run(&[command, &[root]].concat(), "");
        assert!(output.status.success(), "{output:?}");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains("pipe.sgf: not a regular file"), "{errors}");
        assert!(errors.contains("gone.sgf: No such file"), "{errors}");
        assert!(!errors.contains("folder.sgf"), "{errors}");
    }
    // What is named is read, whatever it is.
    for command in [&["review", "--batch"][..], &["puzzles"], &["games"]] {
        let error = refused(&[command, &["/dev/null"]].concat(), "");
        assert!(error.contains("/dev/null: contains neither"), "{error}");
    }
    fs::remove_file(&pipe).expect("a writable folder");
    let line = format!(
        "cat '{}' | '{}' games /dev/stdin",
        folder.path("a/a.sgf"),
        crate::support::program::file()
    );
    let text = crate::support::program::printed_by(crate::support::program::shell(&line), "");
    assert!(text.starts_with("1 game in 1 file"), "{text}");
}
