//! Files as other programs write them, read by the real program.

use std::path::PathBuf;

use crate::support::folder::Folder;
use crate::support::program;
use crate::support::text::field;

/// The path of a file in `tests/records`.
fn fixture(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/records");
    path.join(name).to_str().expect("UTF-8").to_string()
}

#[test]
fn files_of_other_programs_are_analyzed_and_solved() {
    for (name, rule, side, rows) in [
        ("tavern.psq", "freestyle", "white", 20),
        ("tournament.psq", "renju", "white", 15),
        ("renju.sgf", "renju", "white", 15),
        ("problem.sgf", "freestyle", "black", 15),
        ("manager.txt", "standard", "white", 20),
        ("page.txt", "freestyle", "white", 9),
        ("notebook.txt", "freestyle", "black", 7),
        ("forum.txt", "freestyle", "black", 15),
    ] {
        let file = fixture(name);
        let text = program::printed(&["analyze", "--depth", "2", &file], "");
        assert_eq!(
            (field(&text, "rule"), field(&text, "to move")),
            (rule, side),
            "{name}"
        );
        assert!(
            text.contains(&format!("\n{rows:>2} ")) || text.starts_with(&format!("{rows:>2} ")),
            "{name}:\n{text}"
        );
        let text = program::printed(&["solve", "--nodes", "100", &file], "");
        assert_eq!(
            (field(&text, "rule"), field(&text, "to move")),
            (rule, side),
            "{name}"
        );
    }
    let args = [
        "analyze", "--depth", "2", "--rule", "caro", "--side", "white",
    ];
    let text = program::printed(&[&args[..], &[&fixture("renju.sgf")]].concat(), "");
    assert_eq!(
        (field(&text, "rule"), field(&text, "to move")),
        ("caro", "white")
    );
}

#[test]
fn games_of_other_programs_are_continued() {
    // It is the player's turn, so the engine does not move.
    for (name, side, moves) in [
        (
            "tavern.psq",
            "white",
            "7 moves: j11 k10 k12 i10 j10 j13 l12",
        ),
        ("renju.sgf", "white", "7 moves: h8 i9 j10 i8 j8 j9 h10"),
        ("manager.txt", "white", "3 moves: j11 k10 k12"),
        ("forum.txt", "black", "6 moves: h8 i9 j10 g7 h10 h9"),
        ("page.txt", "white", "5 moves: "),
    ] {
        let text = program::printed(
            &["play", "--no-save", "--side", side, &fixture(name)],
            "moves\n",
        );
        assert!(text.contains(moves), "{name}:\n{text}");
    }
}

#[test]
fn a_saved_game_keeps_its_rule_and_size_in_every_format() {
    for (end, begin) in [
        ("txt", "# rule: renju\n# size: 20x12\n"),
        ("psq", "Piskvorky 20x12,"),
        ("sgf", "(;FF[4]GM[4]"),
    ] {
        let folder = Folder::new();
        let path = &folder.path(&format!("game.{end}"));
        let args = [
            "play",
            "--no-save",
            "--rule",
            "renju",
            "--size",
            "20x12",
            "--level",
            "1",
        ];
        program::printed(&args, format!("h8\nsave {path}\n"));
        let text = program::printed(&["play", "--no-save", path], "moves\n");
        let saved = folder.read(&format!("game.{end}"));
        assert!(saved.starts_with(begin), "{saved}");
        assert!(saved.contains("Goshawk level 1"), "{saved}");
        assert!(
            text.contains("renju on 20x12") && text.contains("2 moves: h8 "),
            "{text}"
        );
    }
}

#[test]
fn malformed_records_give_one_line_that_says_where() {
    let taken_turns = format!("x\n{}", "..xo...\n".repeat(7));
    for (command, text, message) in [
        (
            "analyze",
            "Piskvorky 15x15, 0:0, 0\n8,8,0\n8,8,0\n",
            "line 3, character 1: the point",
        ),
        (
            "solve",
            "(;GM[4]SZ[15]\n;B[hh];W[\x1b[2J])",
            "line 2, character 10: expected a point",
        ),
        ("analyze", "(;GM[\x1b]31m;B[hh])", "line 1"),
        ("analyze", "START 15\nBOARD\n7,7,1\n", "expected DONE"),
        ("analyze", "1. h8 3. i9", "line 1, character 7"),
        (
            "solve",
            "white to move\nh8 i9",
            "line 1, character 1: black is to move",
        ),
    ] {
        let errors = program::refused(&[command], text);
        assert!(errors.contains(message), "{text}: {errors}");
        assert!(!errors.trim_end().contains(char::is_control), "{errors:?}");
    }
    let folder = Folder::new();
    let path = &folder.write("turns.txt", taken_turns);
    for (rule, message) in [
        ("renju", "order of the stones"),
        ("freestyle", "game is over"),
    ] {
        let errors = program::refused(&["play", "--no-save", "--rule", rule, path], "");
        assert!(errors.contains(message), "{rule}: {errors}");
    }
}

#[test]
fn names_may_be_in_any_encoding() {
    let sgf = b"(;GM[4]SZ[15]PB[\xb0\xd7]RU[Renju];B[hh])";
    let text = program::printed(&["analyze", "--depth", "2"], sgf);
    assert_eq!(
        (field(&text, "rule"), field(&text, "to move")),
        ("renju", "white")
    );
    program::refused(&["analyze"], b"h8 \xb0\xd7");
}
