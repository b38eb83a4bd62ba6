//! The program in a process with too little memory.
#![cfg(target_os = "linux")]

use std::process::Output;

use crate::support::program;

/// A dialogue with a search that fills part of the table.
const DIALOGUE: &str = "START 15\nINFO timeout_turn 500\nBOARD\n7,7,1\n8,8,2\nDONE\n";

/// Runs the program with a limit on its address space in MiB.
fn within(mib: u32, arguments: &str, input: &str) -> Output {
    let limit = format!("-v {}", mib * 1024);
    program::run_command(program::within_limit(&limit, arguments), input)
}

#[test]
fn an_engine_with_little_memory_says_so_and_plays() {
    for mib in [160, 200, 300] {
        let output = within(mib, "", DIALOGUE);
        let text = String::from_utf8_lossy(&output.stdout);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{mib} MiB: {text}{errors}");
        let mut lines = text.lines();
        let first = lines.next().unwrap_or_default();
        assert!(first.starts_with("MESSAGE too little memory"), "{text}");
        assert_eq!(lines.next(), Some("OK"), "{text}");
        let last = lines.last().unwrap_or_default();
        let answer = last.split_once(',').map(|(x, y)| (x.parse(), y.parse()));
        assert!(matches!(answer, Some((Ok(0..15), Ok(0..15)))), "{text}");
    }
}

#[test]
fn an_engine_with_enough_memory_says_nothing() {
    let output = within(4096, "", "START 15\nEND\n");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "OK\n");
}

#[test]
fn an_engine_that_cannot_start_names_the_reason() {
    let output = within(40, "", DIALOGUE);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(
        text.starts_with("ERROR ") && text.contains("memory"),
        "{text}"
    );
    assert_eq!(text.lines().count(), 1, "{text}");
}

#[test]
fn no_limit_aborts_the_program() {
    // Below about 90 MiB there is too little memory; above that the program plays.
    let mut started = 0;
    for mib in (60..110).step_by(2) {
        let output = within(mib, "", DIALOGUE);
        let text = String::from_utf8_lossy(&output.stdout);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.is_empty(), "{mib} MiB: {errors}");
        match output.status.code() {
            Some(0) => started += 1,
            code => {
                assert_eq!(code, Some(1), "{mib} MiB: {text}");
                assert!(text.starts_with("ERROR "), "{mib} MiB: {text}");
                assert!(
                    text.contains("memory") && text.lines().count() == 1,
                    "{text}"
                );
            }
        }
    }
    assert!((1..25).contains(&started), "{started} starts");
}

#[test]
fn an_analysis_without_memory_says_so() {
    for mib in [60, 80, 120] {
        let output = within(mib, "analyze --depth 1 --moves h8", "");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{mib} MiB: {errors}");
        let expected = "pbrain-goshawk: cannot start a thread: ";
        assert!(errors.starts_with(expected), "{mib} MiB: {errors}");
        assert_eq!(errors.lines().count(), 1, "{errors}");
    }
}

#[test]
fn a_solver_with_little_memory_uses_a_smaller_table() {
    let moves = "--moves 'h8 a1 i8 o1 j9 a15 j10 o15'";
    let output = within(200, &format!("solve {moves}"), "");
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    assert!(text.contains("black wins by VCT"), "{text}");
    assert!(errors.contains("too little memory"), "{errors}");
}

#[test]
fn no_limit_aborts_a_command() {
    for command in [
        "review --nodes 50 --moves h8i9",
        "solve --nodes 50 --moves h8",
        "play --no-save",
    ] {
        let mut done = 0;
        for mib in (60..110).step_by(5) {
            let output = within(mib, command, "h8\nquit\n");
            let errors = String::from_utf8_lossy(&output.stderr);
            match output.status.code() {
                Some(0) => done += 1,
                code => {
                    assert_eq!(code, Some(1), "{command}, {mib} MiB: {errors}");
                    assert_eq!(errors.lines().count(), 1, "{command}, {mib} MiB: {errors}");
                }
            }
        }
        assert!((1..10).contains(&done), "{command}: {done}");
    }
}
