//! `review --batch` at a terminal, which `script` provides: the bar, and the keys that end it.
#![cfg(target_os = "linux")]

use crate::support::folder::Folder;
use crate::support::program;

/// The end of the bar when the game that cannot be reviewed is done.
const BAR: &str = "] 1/2 games  Enter: stop";

/// Reviews a game that has no moves, and one that takes far longer than a test may run. Presses a
/// key when the first is done. Returns all that the terminal shows, and the lines of the results.
fn reviewed_until(key: &[u8]) -> (String, usize) {
    let games = Folder::new();
    games.write("a.sgf", "(;GM[4]SZ[15])");
    games.write("b.sgf", "(;GM[4]SZ[15];B[hh];W[ii];B[jj])");
    let other = Folder::new();
    let (program, root) = (program::file(), games.root().display());
    let results = other.path("r.jsonl");
    let command = format!("review --batch '{root}' --time 50 --threads 2 --results '{results}'");
    let line = format!("trap : INT; '{program}' {command}; echo status $?");
    let mut command = program::at_terminal(&line);
    command.env("TERM", "xterm").env("COLUMNS", "100");
    let text = program::type_when_shown(&mut command, BAR, key);
    (text, other.read("r.jsonl").lines().count())
}

#[test]
fn enter_ends_the_command_with_a_report() {
    let (text, lines) = reviewed_until(b"\n");
    assert!(text.contains("stopped early: 1 of 2 games done"), "{text}");
    assert!(text.contains("0 games in 2 files reviewed"), "{text}");
    assert!(text.contains("status 0"), "{text}");
    assert_eq!(lines, 2, "the settings and the first game");
}

#[test]
fn ctrl_c_keeps_the_results() {
    let (text, lines) = reviewed_until(b"\x03");
    assert!(text.contains("status 130"), "{text}");
    assert_eq!(lines, 2, "the settings and the first game");
}
