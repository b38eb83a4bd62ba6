//! Files as other programs write them, read by the real program.

use std::path::PathBuf;
use std::process::Output;

use crate::support::program;

/// The path of a file in `tests/records`.
fn fixture(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/records");
    path.join(name).to_str().expect("UTF-8").to_string()
}

/// Standard output of a run that must succeed without errors.
fn printed(args: &[&str], input: &str) -> String {
    let Output {
        status,
        stdout,
        stderr,
    } = program::run(args, input.as_bytes());
    let errors = String::from_utf8_lossy(&stderr);
    assert!(status.success() && errors.is_empty(), "{args:?}: {errors}");
    String::from_utf8(stdout).expect("UTF-8")
}

/// The value of a line `name: value`.
fn field<'a>(text: &'a str, name: &str) -> &'a str {
    let value = |line: &'a str| line.strip_prefix(name)?.strip_prefix(':');
    text.lines().find_map(value).expect("the field").trim()
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
        let text = printed(&["analyze", "--depth", "2", &file], "");
        assert_eq!(
            (field(&text, "rule"), field(&text, "to move")),
            (rule, side),
            "{name}"
        );
        assert!(
            text.contains(&format!("\n{rows:>2} ")) || text.starts_with(&format!("{rows:>2} ")),
            "{name}:\n{text}"
        );
        let text = printed(&["solve", "--nodes", "100", &file], "");
        assert_eq!(
            (field(&text, "rule"), field(&text, "to move")),
            (rule, side),
            "{name}"
        );
    }
    let args = [
        "analyze", "--depth", "2", "--rule", "caro", "--side", "white",
    ];
    let text = printed(&[&args[..], &[&fixture("renju.sgf")]].concat(), "");
    assert_eq!(
        (field(&text, "rule"), field(&text, "to move")),
        ("caro", "white")
    );
}

#[test]
fn games_of_other_programs_are_continued() {
    // It is the player's turn, so that the engine does not move.
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
        let text = printed(
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
        let name = format!("record-{}.{end}", std::process::id());
        let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let path = file.to_str().expect("UTF-8");
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
        printed(&args, &format!("h8\nsave {path}\n"));
        let text = printed(&["play", "--no-save", path], "moves\n");
        let saved = std::fs::read_to_string(&file).expect("the game");
        std::fs::remove_file(&file).expect("the file can be removed");
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
        let output = program::run(&[command], text.as_bytes());
        let errors = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(2), "{text}: {errors}");
        assert!(
            output.stdout.is_empty() && errors.lines().count() == 1,
            "{text}"
        );
        assert!(errors.contains(message), "{text}: {errors}");
        assert!(!errors.trim_end().contains(char::is_control), "{errors:?}");
    }
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let file = file.join(format!("turns-{}.txt", std::process::id()));
    std::fs::write(&file, taken_turns).expect("a writable folder");
    let path = file.to_str().expect("UTF-8");
    for (rule, message) in [
        ("renju", "order of the stones"),
        ("freestyle", "game is over"),
    ] {
        let output = program::run(&["play", "--no-save", "--rule", rule, path], b"");
        let errors = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(errors.contains(message), "{rule}: {errors}");
    }
    std::fs::remove_file(&file).expect("the file can be removed");
}

#[test]
fn names_may_be_in_any_encoding() {
    let sgf = b"(;GM[4]SZ[15]PB[\xb0\xd7]RU[Renju];B[hh])";
    let output = program::run(&["analyze", "--depth", "2"], sgf);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(
        (field(&text, "rule"), field(&text, "to move")),
        ("renju", "white")
    );
    let output = program::run(&["analyze"], b"h8 \xb0\xd7");
    assert_eq!(output.status.code(), Some(2));
}
