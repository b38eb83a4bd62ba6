//! Sessions of the protocol.

use std::io::{Cursor, Write};
use std::sync::{Arc, Mutex};

/// Collects the output of a session.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no panic").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The output of a session with this input.
fn run(input: Vec<u8>) -> String {
    let output = Output::default();
    let result = {
        let options = goshawk::protocol::Options::default();
        goshawk::protocol::run(Cursor::new(input), output.clone(), &options)
    };
    result.expect("there is memory for a session");
    let bytes = std::mem::take(&mut *output.0.lock().expect("no panic"));
    String::from_utf8(bytes).expect("the output is UTF-8")
}

/// The lines of an input, at most a few hundred.
fn lines(input: &[u8]) -> impl Iterator<Item = &[u8]> {
    input.split(|byte| *byte == b'\n').take(300)
}

/// The first word of a line in upper case.
fn word(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let text = text.trim_start_matches('\u{feff}').trim();
    let word = text.split(char::is_whitespace).next().unwrap_or("");
    word.to_ascii_uppercase()
}

/// True for lines of text without control characters.
fn is_plain(output: &str) -> bool {
    !output
        .chars()
        .any(|c| c.is_control() && c != '\n' && c != '\r')
}

/// Commands that begin a block of lines up to DONE and start no search.
const BLOCKS: [&str; 3] = ["YXBOARD", "YXBLOCK", "YXBLOCKUNDO"];
/// One-line commands that start no search.
const COMMANDS: [&str; 9] = [
    "START",
    "RECTSTART",
    "RESTART",
    "PLAY",
    "TAKEBACK",
    "INFO",
    "ABOUT",
    "YXSHOWFORBID",
    "YXBLOCKRESET",
];
/// The beginning of the answer to ABOUT.
const NAME: &str = "name=";

/// Splits an input into commands that start no search, each with the lines of its block.
fn commands(input: &[u8]) -> Vec<Vec<&[u8]>> {
    let mut commands = Vec::new();
    let mut rest = lines(input);
    while let Some(line) = rest.next() {
        let word = word(line);
        // Of the unknown words, only those that begin with `!` are kept: another word may be a
        // command of Yixin-Board that begins a block.
        let is_foreign = word.starts_with('!');
        if BLOCKS.contains(&word.as_str()) {
            let mut block = vec![line];
            for line in rest.by_ref() {
                let name = self::word(line);
                if name == "DONE" {
                    break;
                }
                if name != "END" {
                    block.push(line);
                }
            }
            block.push(b"DONE");
            commands.push(block);
        } else if COMMANDS.contains(&word.as_str()) || is_foreign {
            commands.push(vec![line]);
        }
    }
    commands
}

/// The answers to each command, and to commands that reveal the board.
fn answers(commands: &[Vec<&[u8]>]) -> Vec<String> {
    // A command of Yixin-Board changes the meaning of later ones. Here one follows every
    // command, so that the first has to come before all of them.
    let mut input = b"START 15\nYXSHOWFORBID\n".to_vec();
    for command in commands {
        for line in command {
            input.extend_from_slice(line);
            input.push(b'\n');
        }
        input.extend_from_slice(b"ABOUT\nYXSHOWFORBID\n");
    }
    // The corner of the board is shown by taking its stones back.
    for point in 0..16 * 16 {
        let (x, y) = (point % 16, point / 16);
        input.extend(format!("TAKEBACK {x},{y}\n").into_bytes());
    }
    input.extend_from_slice(b"END\n");
    let output = run(input);
    assert!(is_plain(&output), "{output:?}");
    // An ABOUT of the input is answered twice in a row.
    let mut answers = vec![String::new()];
    let mut from = output.lines().skip(2).peekable();
    while let Some(line) = from.next() {
        let next_is_forbid = from.peek().is_some_and(|next| next.starts_with("FORBID"));
        let answer = answers.last_mut().expect("one at least");
        if line.starts_with(NAME) && next_is_forbid {
            answer.push_str(from.next().unwrap_or(""));
            answers.push(String::new());
        } else {
            answer.push_str(line);
            answer.push('\n');
        }
    }
    assert_eq!(answers.len(), commands.len() + 1, "{output}");
    answers
}

/// A command that is rejected leaves the game as it was: without it, all other answers and
/// the board at the end are the same.
pub fn session(input: &[u8]) {
    let all = commands(input);
    let first = answers(&all);
    let is_rejected = |answer: &str| answer.starts_with("ERROR") || answer.starts_with("UNKNOWN");
    let mut kept = Vec::new();
    let mut expected = Vec::new();
    for (command, answer) in all.iter().zip(&first) {
        if !is_rejected(answer) {
            kept.push(command.clone());
            expected.push(answer.clone());
        } else {
            // INFO takes effect at once, also within a block.
            let settings = command.iter().filter(|line| word(line) == "INFO");
            for line in settings {
                kept.push(vec![*line]);
                expected.push(String::new());
            }
        }
    }
    expected.push(first.last().cloned().unwrap_or_default());
    let second = answers(&kept);
    for (second, expected) in second.iter().zip(&expected) {
        assert!(
            expected.is_empty() || second == expected,
            "{second}{expected}"
        );
    }
}

/// Settings that could make a search long, or take memory or threads.
const LIMITS: [&str; 10] = [
    "MAX_NODE",
    "MAX_DEPTH",
    "TIMEOUT_TURN",
    "TIMEOUT_MATCH",
    "TIME_LEFT",
    "MAX_MEMORY",
    "HASH_SIZE",
    "THREAD_NUM",
    "GAME_TYPE",
    "PONDERING",
];

/// A session with searches ends without a panic, with at most one answer to each command.
pub fn search(input: &[u8]) {
    let mut text = b"START 15\nINFO max_memory 1\nINFO timeout_turn 0\n".to_vec();
    let mut commands = 1;
    for line in lines(input).take(40) {
        let upper = String::from_utf8_lossy(line).to_uppercase();
        if LIMITS.iter().any(|limit| upper.contains(limit)) {
            continue;
        }
        commands += 1;
        text.extend_from_slice(line);
        text.push(b'\n');
    }
    let output = run(text);
    assert!(is_plain(&output), "{output:?}");
    let extra = ["MESSAGE", "INFO", "DEBUG"];
    let is_answer = |line: &&str| !extra.iter().any(|word| line.starts_with(word));
    let answers = output.lines().filter(is_answer).count();
    assert!(answers <= commands, "{commands} commands: {output}");
}
