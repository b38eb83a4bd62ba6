//! Commands that search must not depend on the size of the main thread's stack, which is 1 MiB on
//! Windows. These tests make it much smaller.

#![cfg(unix)]

use std::process::Output;

use crate::support::folder::Folder;
use crate::support::program;

/// The stack of the main thread in KiB. It is enough to start the program, but not to search.
const STACK_KIB: u32 = 128;

/// Runs the program with these arguments and this input on a small main stack.
fn run(arguments: &str, input: &str) -> Output {
    let limit = format!("-s {STACK_KIB}");
    program::run_command(program::within_limit(&limit, arguments), input)
}

/// A position in which a search goes deep: rows of fours and blocks.
const MOVES: &str = "h8 i9 h7 i8 h6 i7 g8 f9 i10 g10 j11 k12 f7 e6 e8 d9";

#[test]
fn commands_search_on_a_stack_of_their_own() {
    let folder = Folder::new();
    let board = format!("analyze --moves \"{MOVES}\" --depth 14");
    let solve = format!("solve --moves \"{MOVES}\"");
    let datagen = format!(
        "datagen --sizes 15=1 --games 1 --nodes 2000 --out {}",
        folder.path("data.bin")
    );
    let commands = [
        (board.as_str(), ""),
        (solve.as_str(), ""),
        ("bench 12", ""),
        (datagen.as_str(), ""),
        ("play --side white --time 0.3 --level 10", "h9\nquit\n"),
    ];
    for (arguments, input) in commands {
        let output = run(arguments, input);
        assert!(
            output.status.success(),
            "{arguments}: {}\n{}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

#[test]
fn the_protocol_searches_on_a_stack_of_its_own() {
    let output = run("", "START 15\nINFO timeout_turn 300\nBEGIN\n");
    assert!(output.status.success(), "{output:?}");
    let answers = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        answers
            .lines()
            .last()
            .is_some_and(|line| line.contains(',')),
        "{answers}"
    );
}
