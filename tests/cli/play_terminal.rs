//! Games at a terminal, which `script` provides.
#![cfg(target_os = "linux")]

use std::io::{Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::support::folder::Folder;
use crate::support::program;

/// The time for which the tests wait for output.
const PATIENCE: Duration = Duration::from_secs(300);
/// The time limit of a move. No test waits that long.
const LONG: &str = "600";

/// A game at a terminal. It is killed when dropped.
struct Terminal {
    child: Child,
    keys: ChildStdin,
    shown: Arc<Mutex<Vec<u8>>>,
}

impl Terminal {
    /// Starts `play` with these arguments on a terminal of this width.
    fn start(arguments: &str, columns: usize) -> Terminal {
        let program = program::file();
        // The shell shows whether the settings of the terminal have changed.
        let line = format!(
            "trap : INT; stty cols {columns} rows 40; '{program}' play --seed 1 {arguments}; stty -a | grep -o 'intr = ..'"
        );
        let mut child = program::at_terminal(&line)
            .env("TERM", "xterm")
            .env("NO_COLOR", "1")
            .env_remove("COLUMNS")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("`script` of util-linux starts");
        let keys = child.stdin.take().expect("a piped input");
        let mut output = child.stdout.take().expect("a piped output");
        let shown = Arc::new(Mutex::new(Vec::new()));
        let shared = Arc::clone(&shown);
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(read @ 1..) = output.read(&mut bytes) {
                shared
                    .lock()
                    .expect("a lock")
                    .extend_from_slice(&bytes[..read]);
            }
        });
        Terminal { child, keys, shown }
    }

    /// Presses keys.
    fn press(&mut self, keys: &str) {
        let sent = self.keys.write_all(keys.as_bytes());
        sent.and_then(|()| self.keys.flush())
            .expect("an open terminal");
    }

    /// Everything shown so far.
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.shown.lock().expect("a lock")).into_owned()
    }

    /// Waits until `words` have been shown `times` times.
    fn expect(&self, words: &str, times: usize) {
        let started = Instant::now();
        while self.text().matches(words).count() < times {
            assert!(
                started.elapsed() < PATIENCE,
                "no `{words}`: {}",
                self.text()
            );
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits until the program has ended with the settings of the terminal unchanged.
    fn expect_end(&mut self) {
        self.expect("intr = ^C", 1);
        let started = Instant::now();
        while self.child.try_wait().expect("a process").is_none() {
            assert!(started.elapsed() < PATIENCE, "{}", self.text());
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn enter_makes_the_engine_move_at_once() {
    let mut terminal = Terminal::start(&format!("--level 10 --time {LONG} --no-save"), 80);
    terminal.expect("black> ", 1);
    terminal.press("h8\n");
    terminal.expect("Thinking: depth ", 1);
    assert!(terminal.text().contains("; Enter: move"));
    terminal.press("\n");
    terminal.expect("Goshawk (o) plays ", 1);
    terminal.expect("black> ", 2);
    terminal.press("quit\n");
    terminal.expect_end();
}

#[test]
fn ctrl_c_ends_the_program_with_the_game_saved_and_the_terminal_as_it_was() {
    let folder = Folder::new();
    let game = folder.path("game.txt");
    let mut terminal = Terminal::start(&format!("--level 10 --time {LONG} --save {game}"), 40);
    terminal.expect("black> ", 1);
    terminal.press("h8\n");
    terminal.expect("Thinking: depth ", 1);
    terminal.press("\x03");
    terminal.expect_end();
    let saved = folder.read("game.txt");
    assert!(saved.contains("1. h8\n"), "{saved}");
}

#[test]
fn quit_does_not_wait_for_the_engine() {
    let mut terminal = Terminal::start(&format!("--level 10 --time {LONG} --no-save"), 80);
    terminal.press("h8\n");
    terminal.expect("Thinking: depth ", 1);
    terminal.press("quit\n");
    terminal.expect_end();
}

#[test]
fn a_hint_can_be_stopped() {
    let mut terminal = Terminal::start(&format!("--moves 'h8 i9' --time {LONG} --no-save"), 80);
    terminal.press("hint\n");
    terminal.expect("; Enter: stop", 1);
    terminal.press("\n");
    terminal.expect("Hint: ", 1);
    terminal.press("quit\n");
    terminal.expect_end();
}

#[test]
fn a_game_of_the_engine_against_itself_can_be_paused() {
    let mut terminal = Terminal::start(
        &format!("--players 0 --level 10 --time {LONG} --no-save"),
        40,
    );
    terminal.expect("Thinking: depth ", 1);
    terminal.press("\n");
    // The first move comes at once, the second after a key is pressed.
    terminal.expect("Goshawk level 10 (o) plays ", 1);
    terminal.press("pause\n");
    terminal.expect("paused> ", 1);
    let moves = terminal.text().matches(" plays ").count();
    terminal.press("moves\n");
    terminal.expect(" moves: ", 1);
    assert_eq!(terminal.text().matches(" plays ").count(), moves);
    terminal.press("go\n");
    terminal.expect("Thinking: depth ", 3);
    terminal.press("quit\n");
    terminal.expect_end();
}

#[test]
fn the_steps_of_an_opening_have_prompts() {
    let mut terminal = Terminal::start("--swap2 --players 2 --no-save", 40);
    for (prompt, point) in [("1 of 3", "h8"), ("2 of 3", "i9"), ("3", "j7")] {
        terminal.expect(&format!("stone {prompt}> "), 1);
        terminal.press(&format!("{point}\n"));
    }
    terminal.expect("white, black or more> ", 1);
    terminal.press("white\n");
    terminal.expect("white> ", 1);
    terminal.press("quit\n");
    terminal.expect_end();
}

#[test]
fn a_game_that_is_left_in_its_opening_is_not_saved() {
    let folder = Folder::new();
    let file = folder.path("a.sgf");
    let mut terminal = Terminal::start(&format!("--swap2 --players 2 --save {file}"), 200);
    terminal.expect(
        "Once its opening is over, the game is saved after every move to ",
        1,
    );
    terminal.press("h8\nquit\n");
    terminal.expect("The game is not saved, because its opening is not over.", 1);
    terminal.expect_end();
    assert!(folder.files().is_empty());
}

#[test]
fn the_list_of_commands_fits_a_narrow_terminal() {
    let mut terminal = Terminal::start("--no-save", 40);
    terminal.press("help\nquit\n");
    terminal.expect_end();
    let text = terminal.text();
    assert!(
        text.contains("\n  undo [N]\r\n    take back your last move, or your\r\n"),
        "{text}"
    );
    let long = text
        .lines()
        .find(|line| line.trim_end().chars().count() > 40);
    assert_eq!(long, None, "{text}");
}

#[test]
fn a_game_survives_a_signal_that_ends_the_program() {
    let folder = Folder::new();
    let game = folder.path("game.txt");
    let mut child = Command::new(program::file())
        .args(["play", "--level", "10", "--time", LONG, "--save", &game])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a piped input");
    input.write_all(b"h8\n").expect("an open pipe");
    let started = Instant::now();
    let saved = || std::fs::read_to_string(&game).unwrap_or_default();
    while !saved().contains("1. h8") {
        assert!(started.elapsed() < PATIENCE, "the game is not saved");
        std::thread::sleep(Duration::from_millis(10));
    }
    // Now the engine thinks. The signal of Ctrl-C would be ignored if the tests run in the
    // background of a shell.
    let kill = format!("kill -TERM {}", child.id());
    let killed = Command::new("sh").args(["-c", &kill]).status();
    assert!(killed.is_ok_and(|status| status.success()));
    let status = child.wait().expect("the program ends");
    assert_eq!(status.code(), None, "it has ended by the signal");
    assert!(saved().contains("1. h8\n"));
}

#[test]
fn numbered_moves_fit_a_narrow_terminal() {
    let mut terminal = Terminal::start("--moves 'h8 i9' --no-save", 40);
    terminal.press("board numbers\nquit\n");
    terminal.expect_end();
    let text = terminal.text();
    assert!(text.contains("\n    m  n  o\r\n"), "{text}");
    let is_typed = |line: &&str| line.contains("> ") || line.contains("board numbers");
    let long = text
        .lines()
        .find(|line| line.trim_end().chars().count() > 40 && !is_typed(line));
    assert_eq!(long, None, "{text}");
}
