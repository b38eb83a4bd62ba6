//! `review` at a terminal, which `script` provides: the bar, and the keys that stop it.
#![cfg(target_os = "linux")]

use crate::support::program;

/// The end of the first bar. A key pressed before would be echoed into the bar.
const BAR: &str = "] 0/3 Enter: stop";
/// A game that takes far longer to review than a test may run.
const ARGUMENTS: &str = "review --time 20 --moves 'h8 i9 j10'";

/// Reviews a game at a terminal, presses a key when the bar appears, and returns all that
/// the terminal shows, with the terminal's settings at the end.
fn reviewed_until(key: &[u8]) -> String {
    let program = program::file();
    let line = format!("trap : INT; '{program}' {ARGUMENTS}; echo status $?; stty -a");
    let mut command = program::at_terminal(&line);
    command.env("TERM", "xterm").env_remove("COLUMNS");
    program::type_when_shown(&mut command, BAR, key)
}

#[test]
fn enter_and_q_stop_and_print_what_is_known() {
    for keys in ["\n", "q\n"] {
        let text = reviewed_until(keys.as_bytes());
        assert!(
            text.contains("stopped before a move was reviewed"),
            "{text}"
        );
        assert!(text.contains("status 0"), "{text}");
        // The key has moved the cursor to the line below the bar.
        let (_, bar) = text.split_once("Enter: stop").expect("the bar");
        let (bar, _) = bar.split_once("rule:").expect("the review");
        assert!(bar.contains("\r\x1b[1A\x1b[J"), "{bar:?}");
    }
}

#[test]
fn ctrl_c_ends_the_program_and_leaves_the_terminal_as_it_was() {
    let text = reviewed_until(b"\x03");
    assert!(text.contains("status 130"), "{text}");
    assert!(text.contains("intr = ^C"), "{text}");
}
