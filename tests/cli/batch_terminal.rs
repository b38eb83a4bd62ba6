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

/// What a terminal with this number of columns shows of a review of two games by players with long
/// names, and of files that cannot be read. Lines that were overwritten are left out.
fn shown_at(columns: &str) -> Vec<String> {
    let games = Folder::new();
    let names = "PB[A player with a name of many words]PW[Another]";
    games.write("a.sgf", format!("(;GM[4]SZ[15]{names};B[hh];W[ii];B[jj])"));
    games.write("b-with-a-long-name.sgf", "nothing that could be read");
    let (program, root) = (program::file(), games.root().display());
    let line = format!("cd '{root}' && '{program}' review --batch . --nodes 50");
    let mut command = program::at_terminal(&line);
    command.env("TERM", "xterm").env("COLUMNS", columns);
    let output = program::run_command(command, "");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}");
    let lines = text.lines().map(|line| {
        let line = line.trim_end_matches('\r');
        let (_, last) = line.rsplit_once("\x1b[J").unwrap_or(("", line));
        last.to_string()
    });
    lines.collect()
}

#[test]
fn the_report_fits_the_terminal() {
    for columns in [40, 60, 80, 120] {
        let lines = shown_at(&columns.to_string());
        for line in &lines {
            assert!(line.chars().count() <= columns, "{columns}: {lines:#?}");
        }
        let has = |text: &str| lines.iter().any(|line| line.contains(text));
        assert!(has("note: ./b-with-a-long-name.sgf: line"), "{lines:#?}");
        assert!(has("1 game in 1 file reviewed"), "{lines:#?}");
        assert_eq!(has("missed  player"), columns >= 80, "{lines:#?}");
        assert_eq!(has("- Another: 1 game, 0 won"), columns < 80, "{lines:#?}");
        assert_eq!(has("  A player with a"), columns >= 80, "{lines:#?}");
    }
}
