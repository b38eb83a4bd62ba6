//! Dialogue scripts, one step a line:
//!
//! ```text
//! # words                 a comment
//! args --force-utf8       arguments for the program; only before everything else
//! > TURN 7,7              send a line; {last} is replaced by the program's last move,
//!                         {free} by the first free point
//! >> START 15\r\n         send text without a line feed; {last}, {free} and the
//!                         escapes \r \n \t \\ \xNN are replaced
//! < OK                    the next answer is this; `*` matches any text
//! < {move}                ... a legal move: on the board and on a free point
//! < {move:6,7|11,7}       ... one of these
//! < {move!6,8}            ... a legal move other than these
//! < {point}               ... a point of the board, free or not
//! < MESSAGE INFO *        ... this comment comes before the next answer
//! < {moves 2}             ... this number of legal moves on one line
//! < {swap2}               ... a legal answer to SWAP2BOARD
//! < {stones 1}            ... a legal answer to SWAP2BOARD that places this number of stones
//! < OK within 100ms       ... within this time after the last action, see below
//! < nothing within 150ms  there is no answer within this time
//! < exit within 100ms     the program exits without another answer, see below
//! < alive                 the program answers ABOUT, and nothing before
//! board:                  send BOARD, the stones of the next rows, and DONE
//! . . 1 2 .               a row, from the top, as many as the board has: `1` and `2` are a
//! . . . . 3               stone of the program and of the opponent, `3` is out of play
//! board: yxboard          the same with another command in place of BOARD
//! repeat rule 0 4         repeat the steps up to `end` with 0 and then with 4 in place of
//! > INFO rule {rule}      each {rule}; may be nested
//! end
//! wait 200ms              sleep
//! close                   close the program's input
//! freeze, thaw            suspend and resume the process
//! ```
//!
//! The time after `within` is that of an ordinary machine. An answer and an exit may come [`SLOW`]
//! times as late, not counting the time for which the program waits for a processor, so that only a
//! program that does not react at all is too late. `scripts/soak` measures how late answers are.
//!
//! The stones of a board are sent in alternating colours. The side with more stones comes first, or
//! the program's if both have the same number.
//!
//! MESSAGE and DEBUG lines are comments that may precede an answer, and so are INFO lines once the
//! script has asked for details. Every line must have a form that all managers understand, and
//! every answer must be expected by a step. Unless the script ends with the exit of the program,
//! END is sent after it. stderr must stay empty.

use std::process::Command;
use std::time::{Duration, Instant};

use super::board::Board;
use super::brain::{Brain, PATIENCE, coordinates, is_comment, points};
use super::syntax::{duration, glob, is_row, repeated, unescape};

/// How many times as late as a script says an answer may be. It has to outlast a core that many
/// busy programs share, and to be shorter than the searches that an answer has to end.
const SLOW: u32 = 100;
/// The time to wait for unexpected output.
const SETTLE: Duration = Duration::from_millis(30);

/// Runs a script against a fresh program.
///
/// # Panics
/// The message contains the script, its line and the error.
pub fn run(name: &str, text: &str) {
    let lines = text.lines().map(str::to_owned);
    let lines = repeated(&lines.zip(1..).collect::<Vec<_>>());
    let lines = lines.unwrap_or_else(|(error, at)| panic!("{name}:{at}: {error}"));
    let mut lines = lines.iter().peekable();
    let mut arguments = Vec::new();
    while let Some((line, _)) =
        lines.next_if(|(l, _)| l.is_empty() || l.starts_with('#') || l.starts_with("args "))
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
    while let Some((line, at)) = lines.next() {
        let done = match line.strip_prefix("board:") {
            None => runner.step(line.trim_end()),
            Some(command) => {
                let rows = std::iter::from_fn(|| lines.next_if(|(line, _)| is_row(line)));
                let rows: Vec<&str> = rows.map(|(row, _)| row.as_str()).collect();
                runner.set_up(command.trim(), &rows)
            }
        };
        if let Err(error) = done {
            panic!("{name}:{at}: {line}\n    {error}");
        }
    }
    if let Err(error) = runner.finish() {
        panic!("{name}: at the end: {error}");
    }
}

/// Runs the steps of a script.
struct Runner {
    /// The program under test.
    brain: Brain,
    /// The board after the dialogue so far.
    board: Board,
    /// The part of a line that has been sent without its line feed.
    unfinished: String,
    /// The script has expected the program to exit.
    exited: bool,
}

impl Runner {
    /// Runs a step.
    fn step(&mut self, line: &str) -> Result<(), String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "" | "#" => {}
            ">" => self.send(&format!("{}\n", self.with_points(rest)?).into_bytes()),
            ">>" => self.send(&unescape(&self.with_points(rest)?)?),
            "<" => self.expect(rest)?,
            "wait" => std::thread::sleep(duration(rest)?),
            "close" => self.brain.close(),
            "freeze" => self.signal("-STOP")?,
            "thaw" => self.signal("-CONT")?,
            _ => return Err("unknown step".into()),
        }
        Ok(())
    }

    /// Sends a board.
    fn set_up(&mut self, command: &str, rows: &[&str]) -> Result<(), String> {
        let size = self.board.size();
        let (mut stones, mut width) = ([Vec::new(), Vec::new(), Vec::new()], 0);
        for (y, row) in rows.iter().enumerate() {
            let fields = row.bytes().filter(|field| *field != b' ');
            for (x, field) in fields.enumerate() {
                if field != b'.' {
                    let field = field - b'0';
                    stones[usize::from(field) - 1].push(format!("{x},{y},{field}\n"));
                }
                width = width.max(x + 1);
            }
        }
        if size != Some((width, rows.len())) {
            return Err(format!(
                "{width} columns and {} rows, but {size:?}",
                rows.len()
            ));
        }
        let [own, other, blocked] = stones;
        let (mut first, mut second) = (own.into_iter(), other.into_iter());
        if second.len() > first.len() {
            std::mem::swap(&mut first, &mut second);
        }
        let mut text = String::from(if command.is_empty() { "BOARD" } else { command }) + "\n";
        for stone in first {
            text += &stone;
            text.extend(second.next());
        }
        text.extend(blocked);
        self.send((text + "DONE\n").as_bytes());
        Ok(())
    }

    /// Ends the script: there is no further output, and the program exits at END.
    fn finish(&mut self) -> Result<(), String> {
        if self.exited {
            return Ok(());
        }
        self.silence(Instant::now() + SETTLE)?;
        self.brain.send_line("END");
        self.exit(PATIENCE)
    }

    /// Sends bytes and updates the board.
    fn send(&mut self, bytes: &[u8]) {
        self.unfinished.push_str(&String::from_utf8_lossy(bytes));
        while let Some(end) = self.unfinished.find('\n') {
            let line: String = self.unfinished.drain(..=end).collect();
            self.board.sent(&line);
        }
        self.brain.send(bytes);
    }

    /// Runs a step that expects output.
    fn expect(&mut self, pattern: &str) -> Result<(), String> {
        let (pattern, limit) = match pattern.rsplit_once(" within ") {
            Some((pattern, limit)) => (pattern, Some(duration(limit)?)),
            None => (pattern, None),
        };
        match pattern {
            "nothing" => self.silence(Instant::now() + limit.unwrap_or(SETTLE)),
            "exit" => self.exit(limit.map_or(PATIENCE, |limit| SLOW * limit)),
            "alive" => {
                self.silence(Instant::now() + SETTLE)?;
                self.brain.send_line("ABOUT");
                self.expect_line("name=\"*", None)
            }
            _ => self.expect_line(pattern, limit),
        }
    }

    /// Expects a line that matches the pattern.
    fn expect_line(&mut self, pattern: &str, limit: Option<Duration>) -> Result<(), String> {
        let limit = limit.map_or(PATIENCE, |limit| SLOW * limit);
        let until = self.brain.last_action + limit;
        if is_comment(pattern) {
            return self.expect_comment(pattern, until);
        }
        // Wait longer than the limit, to distinguish a late answer from none, and because the
        // program may wait for a processor.
        let Some((at, line)) = self.brain.answer(until + PATIENCE)? else {
            return Err("no answer".into());
        };
        let waited = self.brain.waited();
        if at > until + waited {
            let took = at - self.brain.last_action;
            return Err(format!(
                "{line:?} came after {} ms, of which it waited {} ms for a processor",
                took.as_millis(),
                waited.as_millis()
            ));
        }
        if pattern == "{point}" {
            let point = coordinates(&line).ok_or_else(|| format!("expected a point: {line:?}"))?;
            return self.board.has_point(point);
        }
        if pattern == "{swap2}" {
            return self.board.swap2_answered(&line);
        }
        if let Some(count) = pattern.strip_prefix("{stones ") {
            self.board.swap2_answered(&line)?;
            let stones = points(&line).map_or(0, |points| points.len());
            return if stones.to_string() == count.trim_end_matches('}') {
                Ok(())
            } else {
                Err(format!("the answer is {line:?}"))
            };
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

    /// Expects a comment. Others may come before it.
    fn expect_comment(&mut self, pattern: &str, until: Instant) -> Result<(), String> {
        loop {
            match self.brain.line(until)? {
                Some((_, line)) if glob(pattern, &line) => return Ok(()),
                Some((_, line)) if is_comment(&line) => {}
                Some((_, line)) => return Err(format!("the answer is {line:?}")),
                None => return Err("the line is missing".into()),
            }
        }
    }

    /// Expects a line of legal moves.
    fn expect_moves(&mut self, count: &str, line: &str) -> Result<(), String> {
        let points = points(line).ok_or_else(|| format!("expected moves: {line:?}"))?;
        if points.len().to_string() != count {
            return Err(format!("{} moves", points.len()));
        }
        let mut moves = points.into_iter();
        moves.try_for_each(|(x, y)| self.board.answered(x, y))
    }

    /// Expects a legal move. `choice` is empty, or `:` or `!` and points.
    fn expect_move(&mut self, choice: &str, line: &str) -> Result<(), String> {
        let (x, y) = coordinates(line).ok_or_else(|| format!("expected a move: {line:?}"))?;
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

    /// Expects no answer before `until`.
    fn silence(&mut self, until: Instant) -> Result<(), String> {
        match self.brain.answer(until)? {
            Some((_, line)) => Err(format!("unexpected output: {line:?}")),
            None => Ok(()),
        }
    }

    /// Expects the program to exit.
    fn exit(&mut self, limit: Duration) -> Result<(), String> {
        self.exited = true;
        self.brain.expect_exit(limit)?;
        // Comments about the search are permitted, an answer is not.
        match self.brain.answer(Instant::now() + SETTLE)? {
            Some((_, line)) => Err(format!("an answer at the exit: {line:?}")),
            None => Ok(()),
        }
    }

    /// Sends a signal to the process.
    fn signal(&mut self, signal: &str) -> Result<(), String> {
        // The program `kill` may be missing, but shells have the command.
        let command = format!("kill {signal} {}", self.brain.id());
        let sent = Command::new("sh").args(["-c", &command]).status();
        self.brain.act();
        match sent {
            Ok(status) if status.success() => Ok(()),
            other => Err(format!("kill {signal}: {other:?}")),
        }
    }

    /// Replaces `{last}` and `{free}`.
    fn with_points(&self, text: &str) -> Result<String, String> {
        let mut text = text.to_owned();
        if text.contains("{last}") {
            let (x, y) = self.board.last.ok_or("no move yet")?;
            text = text.replace("{last}", &format!("{x},{y}"));
        }
        if text.contains("{free}") {
            let (x, y) = self.board.free().ok_or("no free point")?;
            text = text.replace("{free}", &format!("{x},{y}"));
        }
        Ok(text)
    }
}
