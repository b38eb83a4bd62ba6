//! The program at a terminal, which `script` provides.
#![cfg(target_os = "linux")]

use std::process::Output;

use crate::support::program;

/// Runs the program with a terminal as its standard input, output and error.
fn at_terminal(arguments: &str, input: &str) -> Output {
    at_terminal_with(&[("TERM", "dumb")], arguments, input)
}

/// The same with these environment variables.
fn at_terminal_with(variables: &[(&str, &str)], arguments: &str, input: &str) -> Output {
    let mut script = program::at_terminal(&format!("'{}' {arguments}", program::file()));
    script
        .env_remove("NO_COLOR")
        .envs(variables.iter().copied());
    program::run_command(script, input)
}

#[test]
fn a_start_without_a_command_is_explained() {
    for arguments in ["", "--threads 1"] {
        let output = at_terminal(arguments, "START 15\nEND\n");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{text}");
        assert!(text.contains("`pbrain-goshawk help`"), "{text}");
        assert!(text.contains("OK"), "the engine still runs: {text}");
    }
}

#[test]
fn an_unknown_command_is_an_error() {
    for arguments in ["anaylse", "--threads=1 anaylse", "anaylse --help"] {
        let output = at_terminal(arguments, "");
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains("there is no command `anaylse`"), "{text}");
        assert!(text.contains("`pbrain-goshawk help`"), "{text}");
    }
}

#[test]
fn the_solver_shows_its_progress() {
    let moves = "h8i9i8j8h7h9g9k9j10g7j6";
    // The search goes on until a key is pressed, once the line is shown.
    let line = format!("'{}' solve --time 600 --moves {moves}", program::file());
    let mut script = program::at_terminal(&line);
    script
        .envs([("TERM", "xterm"), ("COLUMNS", "40")])
        .env_remove("NO_COLOR");
    let text = program::type_when_shown(&mut script, "Enter: stop", b"\n");
    let shown = "VCT search: ";
    assert!(
        text.contains(shown) && text.contains("Enter: stop"),
        "{text}"
    );
    let (_, result) = text.rsplit_once(shown).expect("a line of progress");
    let (line, _) = result.split_once("to move:").expect("the result");
    assert!(line.contains("\x1b[J"), "the line is cleared: {line}");
    let plain = at_terminal(&format!("solve --nodes 300000 --moves {moves}"), "");
    let text = String::from_utf8_lossy(&plain.stdout);
    assert!(
        !text.contains('\x1b') && !text.contains(shown),
        "a dumb terminal: {text}"
    );
}

/// The text without the sequences that move the cursor or erase, and other control characters.
fn without_escapes(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap_or_default();
    let rest = parts.map(|part| part.trim_start_matches(|c: char| !c.is_ascii_alphabetic()));
    let rest = rest.map(|part| part.get(1..).unwrap_or_default());
    let shown: String = std::iter::once(first).chain(rest).collect();
    shown.chars().filter(|c| !c.is_control()).collect()
}

#[test]
fn lines_that_are_redrawn_fit_the_terminal_that_is_written_to() {
    let moves = "h8 i9 j10 g7 h7 h9 i10 k9";
    let program = program::file();
    for (command, columns) in [
        (
            format!("analyze --multipv 3 --time 1 --moves '{moves}'"),
            40,
        ),
        (format!("analyze --time 1 --moves '{moves}'"), 30),
        (
            "solve --time 1 --moves h8i9i8j8h7h9g9k9j10g7j6".to_string(),
            30,
        ),
        (format!("review --time 0.1 --moves '{moves}'"), 40),
    ] {
        // Standard input is not a terminal, so the width comes from standard output.
        let line = format!("stty cols {columns} rows 40; '{program}' {command} < /dev/null");
        let mut script = program::at_terminal(&line);
        script
            .env("TERM", "xterm")
            .env("NO_COLOR", "1")
            .env_remove("COLUMNS");
        let output = program::run_command(script, "");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{text}");
        assert!(text.contains("\x1b[J"), "something is redrawn: {text}");
        let mut redrawn = 0;
        let parts = text
            .split(['\n', '\r'])
            .flat_map(|line| line.split("\x1b[J"));
        // The board may be wider than the terminal.
        for part in parts
            .filter(|part| part.contains(" s of ") || part.contains("depth") || part.contains("] "))
        {
            let shown = without_escapes(part);
            assert!(shown.chars().count() <= columns, "{command}: {shown:?}");
            redrawn += 1;
        }
        assert!(redrawn > 0, "{command}: {text}");
    }
}

#[test]
fn the_help_fits_a_narrow_terminal() {
    for topic in ["help", "analyze", "play", "dev"] {
        let output = at_terminal_with(&[("COLUMNS", "40")], &format!("help {topic}"), "");
        let text = String::from_utf8_lossy(&output.stdout);
        let long = text
            .lines()
            .find(|line| line.trim_end().chars().count() > 40);
        assert_eq!(long, None, "{topic}: {text}");
    }
}

#[test]
fn results_have_colours_and_fit_a_narrow_terminal() {
    let line = "h10 e8 g8 g11 g10 f6 i7 e7 e5 d5 c4 n3 n4 n5 n6 n7 n8 n9";
    for arguments in [
        format!("analyze --multipv 3 --nodes 20000 --moves '{line}'"),
        "solve --moves 'h10 e8 g8 g11 g10 f6 i7 e7'".to_string(),
        "analyze --moves 'h8 a1 i8 a2 j8 a3 k8 a4 l8 m8 n8'".to_string(),
    ] {
        let variables = [("TERM", "xterm"), ("COLUMNS", "40")];
        let output = at_terminal_with(&variables, &arguments, "");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{text}");
        assert!(text.contains("\x1b[1;31mx\x1b[0m"), "{arguments}: {text}");
        let (_, result) = text.rsplit_once("\x1b[0m").expect("the end of the board");
        for line in result.lines() {
            assert!(line.chars().count() <= 40, "{arguments}: {line}");
        }
    }
}
