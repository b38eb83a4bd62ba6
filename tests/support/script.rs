//! Dialogue scripts, one step a line:
//!
//! ```text
//! # words                 a comment
//! args --force-utf8       arguments for the program; only before everything else
//! > TURN 7,7              send this line; {last} stands for the program's last move
//! >> START 15\r\n         send just this, with {last}, \r \n \t \\ \xNN replaced
//! < OK                    the next answer is this; `*` stands for any text
//! < {move}                ... a legal move: on the board and on a free point
//! < {move:6,7|11,7}       ... one of these
//! < {move!6,8}            ... a legal move other than these
//! < MESSAGE INFO *        ... the next such line before an answer; INFO and DEBUG too
//! < {moves 2}             ... so many legal moves in one line
//! < {swap2}               ... one of the answers to SWAP2BOARD, legal there
//! < OK within 100ms       ... and comes so soon after the last step that acted
//! < nothing within 150ms  no answer comes
//! < exit within 100ms     the program exits without another answer
//! < alive                 the program answers ABOUT and has said nothing else
//! wait 200ms              do nothing
//! close                   end the program's input
//! freeze, thaw            suspend the process, let it run again
//! ```
//!
//! MESSAGE and DEBUG lines may precede an answer, INFO lines too where the
//! manager has asked for details. Every line must have one of
//! the forms all managers understand, and a line no step expects is a fault.
//! A script that does not see to the exit itself ends with END and an exit in
//! time. stderr must stay empty.

use std::process::Command;
use std::time::{Duration, Instant};

use super::board::Board;
use super::brain::{Brain, coordinates, is_comment, points};

/// An answer without a limit of its own comes within this.
const PATIENCE: Duration = Duration::from_secs(10);
/// The program exits within this after END.
const EXIT: Duration = Duration::from_millis(100);
/// A stray line would come within this.
const SETTLE: Duration = Duration::from_millis(30);

/// Runs a script against a fresh program.
///
/// # Panics
/// Names the script, the line and what was wrong.
pub fn run(name: &str, text: &str) {
    let mut lines = text.lines().enumerate().peekable();
    let mut arguments = Vec::new();
    while let Some((_, line)) =
        lines.next_if(|(_, l)| l.is_empty() || l.starts_with('#') || l.starts_with("args "))
    {
        if let Some(words) = line.strip_prefix("args ") {
            arguments.extend(words.split_whitespace());
        }
    }
    let mut runner = Runner {
        brain: Brain::start_with(&arguments, None),
        board: Board::default(),
        unfinished: String::new(),
        exited: false,
    };
    for (at, line) in lines {
        if let Err(fault) = runner.step(line.trim_end()) {
            panic!("{name}:{}: {line}\n    {fault}", at + 1);
        }
    }
    if let Err(fault) = runner.finish() {
        panic!("{name}: at the end: {fault}");
    }
}

struct Runner {
    brain: Brain,
    board: Board,
    /// What was sent of a line whose end is still to come.
    unfinished: String,
    exited: bool,
}

impl Runner {
    fn step(&mut self, line: &str) -> Result<(), String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "" | "#" => {}
            ">" => self.send(&format!("{}\n", self.with_last(rest)?).into_bytes()),
            ">>" => self.send(&unescape(&self.with_last(rest)?)?),
            "<" => self.expect(rest)?,
            "wait" => std::thread::sleep(duration(rest)?),
            "close" => self.brain.close(),
            "freeze" => self.signal("-STOP")?,
            "thaw" => self.signal("-CONT")?,
            _ => return Err("no such step".into()),
        }
        Ok(())
    }

    /// The end of the script: no stray line, END, exit.
    fn finish(&mut self) -> Result<(), String> {
        if self.exited {
            return Ok(());
        }
        self.silence(Instant::now() + SETTLE)?;
        self.brain.say("END");
        self.exit(EXIT)
    }

    fn send(&mut self, bytes: &[u8]) {
        self.unfinished.push_str(&String::from_utf8_lossy(bytes));
        while let Some(end) = self.unfinished.find('\n') {
            let line: String = self.unfinished.drain(..=end).collect();
            self.board.sent(&line);
        }
        self.brain.send(bytes);
    }

    fn expect(&mut self, pattern: &str) -> Result<(), String> {
        let (pattern, limit) = match pattern.rsplit_once(" within ") {
            Some((pattern, limit)) => (pattern, Some(duration(limit)?)),
            None => (pattern, None),
        };
        match pattern {
            "nothing" => self.silence(Instant::now() + limit.unwrap_or(SETTLE)),
            "exit" => self.exit(limit.unwrap_or(EXIT)),
            "alive" => {
                self.silence(Instant::now() + SETTLE)?;
                self.brain.say("ABOUT");
                self.expect_line("name=\"*", None)
            }
            _ => self.expect_line(pattern, limit),
        }
    }

    fn expect_line(&mut self, pattern: &str, limit: Option<Duration>) -> Result<(), String> {
        let until = self.brain.last_action + limit.unwrap_or(PATIENCE);
        if is_comment(pattern) {
            return self.expect_comment(pattern, until);
        }
        // Late lines are waited for too, to tell "late" from "none".
        let Some((at, line)) = self.brain.answer(until + Duration::from_secs(2))? else {
            return Err("no answer".into());
        };
        let waited = self.brain.waited();
        if at > until + waited {
            let took = at - self.brain.last_action;
            return Err(format!(
                "{line:?} came after {} ms, {} of them without a processor",
                took.as_millis(),
                waited.as_millis()
            ));
        }
        if pattern == "{swap2}" {
            return self.board.swap2_answered(&line);
        }
        if let Some(count) = pattern.strip_prefix("{moves ") {
            return self.expect_moves(count.trim_end_matches('}'), &line);
        }
        if let Some(choice) = pattern.strip_prefix("{move") {
            return self.expect_move(choice.trim_end_matches('}'), &line);
        }
        if glob(pattern, &line) {
            Ok(())
        } else {
            Err(format!("the answer is {line:?}"))
        }
    }

    /// Other comments may come before this one.
    fn expect_comment(&mut self, pattern: &str, until: Instant) -> Result<(), String> {
        loop {
            match self.brain.line(until)? {
                Some((_, line)) if glob(pattern, &line) => return Ok(()),
                Some((_, line)) if is_comment(&line) => {}
                Some((_, line)) => return Err(format!("the answer is {line:?}")),
                None => return Err("no such line".into()),
            }
        }
    }

    fn expect_moves(&mut self, count: &str, line: &str) -> Result<(), String> {
        let points = points(line).ok_or_else(|| format!("no moves: {line:?}"))?;
        if points.len().to_string() != count {
            return Err(format!("{} moves", points.len()));
        }
        let mut moves = points.into_iter();
        moves.try_for_each(|(x, y)| self.board.answered(x, y))
    }

    /// `choice` is nothing, `:` or `!` and points.
    fn expect_move(&mut self, choice: &str, line: &str) -> Result<(), String> {
        let (x, y) = coordinates(line).ok_or_else(|| format!("no move: {line:?}"))?;
        self.board.answered(x, y)?;
        let points = || choice[1..].split('|').any(|point| point == line);
        let fits = match choice.as_bytes().first() {
            Some(b':') => points(),
            Some(b'!') => !points(),
            _ => true,
        };
        if fits {
            Ok(())
        } else {
            Err(format!("the move is {line}"))
        }
    }

    fn silence(&mut self, until: Instant) -> Result<(), String> {
        match self.brain.answer(until)? {
            Some((_, line)) => Err(format!("a stray line: {line:?}")),
            None => Ok(()),
        }
    }

    fn exit(&mut self, limit: Duration) -> Result<(), String> {
        self.exited = true;
        self.brain.expect_exit(limit)?;
        // A search that was shown before it was cut off is no fault.
        match self.brain.answer(Instant::now() + SETTLE)? {
            Some((_, line)) => Err(format!("an answer at the exit: {line:?}")),
            None => Ok(()),
        }
    }

    fn signal(&mut self, signal: &str) -> Result<(), String> {
        // The shell has its own `kill`; the system may lack the program.
        let command = format!("kill {signal} {}", self.brain.id());
        let sent = Command::new("sh").args(["-c", &command]).status();
        self.brain.act();
        match sent {
            Ok(status) if status.success() => Ok(()),
            other => Err(format!("kill {signal}: {other:?}")),
        }
    }

    fn with_last(&self, text: &str) -> Result<String, String> {
        if !text.contains("{last}") {
            return Ok(text.to_owned());
        }
        let (x, y) = self.board.last.ok_or("no move yet")?;
        Ok(text.replace("{last}", &format!("{x},{y}")))
    }
}

/// `150ms` or `5s`.
fn duration(text: &str) -> Result<Duration, String> {
    let number = |digits: &str| digits.parse().map_err(|_| format!("no duration: {text}"));
    if let Some(digits) = text.strip_suffix("ms") {
        number(digits).map(Duration::from_millis)
    } else {
        number(text.trim_end_matches('s')).map(Duration::from_secs)
    }
}

/// Does the text fit a pattern in which `*` stands for anything?
pub fn glob(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((head, tail)) => text.strip_prefix(head).is_some_and(|rest| {
            rest.char_indices()
                .map(|(at, _)| at)
                .chain([rest.len()])
                .any(|at| glob(tail, &rest[at..]))
        }),
    }
}

/// Replaces `\r`, `\n`, `\t`, `\\` and `\xNN`.
fn unescape(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes().iter();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'\\' => match rest.next() {
                Some(b'r') => b'\r',
                Some(b'n') => b'\n',
                Some(b't') => b'\t',
                Some(b'\\') => b'\\',
                Some(b'x') => {
                    let digits: Vec<u8> = rest.by_ref().take(2).copied().collect();
                    let digits = String::from_utf8_lossy(&digits).into_owned();
                    u8::from_str_radix(&digits, 16).map_err(|e| e.to_string())?
                }
                _ => return Err("an unknown escape".into()),
            },
            plain => *plain,
        });
    }
    Ok(bytes)
}
