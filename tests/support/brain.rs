//! The real program as a manager sees it: lines in, lines out, nothing else.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::program;
use super::waits::{self, Waits};

/// A running program. It is killed when dropped.
pub struct Brain {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<(Instant, Vec<u8>)>,
    complaints: Option<JoinHandle<Vec<u8>>>,
    /// The manager has asked for details: `INFO` lines may come.
    detailed: bool,
    /// When the manager last did something: limits are counted from here.
    pub last_action: Instant,
    /// The thread that reads the output.
    listener: Option<PathBuf>,
    /// Waits for a processor since the last action.
    waits: Waits,
}

impl Brain {
    /// Starts the program as managers do.
    pub fn start() -> Brain {
        Brain::start_with(&[], None)
    }

    /// Starts the program with arguments and in a working directory.
    pub fn start_with(arguments: &[&str], folder: Option<&Path>) -> Brain {
        let mut brain = Brain::spawn(arguments, folder);
        if program::is_run() {
            // The limits are meant for the program, not for what starts it.
            brain.say("ABOUT");
            brain.expect_answer(Duration::from_secs(30));
        }
        brain
    }

    fn spawn(arguments: &[&str], folder: Option<&Path>) -> Brain {
        let mut command = program::command();
        command
            .args(arguments)
            // Faults that the program makes up for are told on stderr, which
            // has to stay empty.
            .env("RUST_LOG", "error")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(folder) = folder {
            command.current_dir(folder);
        }
        let last_action = Instant::now();
        let mut child = command.spawn().expect("the program starts");
        let output = child.stdout.take().expect("stdout is a pipe");
        let mut errors = child.stderr.take().expect("stderr is a pipe");
        let (sender, lines) = mpsc::channel();
        let (name_sender, name) = mpsc::channel();
        std::thread::spawn(move || {
            let _ = name_sender.send(waits::this_thread());
            let mut output = BufReader::new(output);
            loop {
                let mut line = Vec::new();
                let read = output.read_until(b'\n', &mut line).unwrap_or(0);
                if read == 0 || sender.send((Instant::now(), line)).is_err() {
                    return;
                }
            }
        });
        let complaints = std::thread::spawn(move || {
            let mut text = Vec::new();
            let _ = errors.read_to_end(&mut text);
            text
        });
        Brain {
            input: child.stdin.take(),
            child,
            lines,
            complaints: Some(complaints),
            detailed: false,
            last_action,
            listener: name.recv().ok().flatten(),
            waits: Waits::default(),
        }
    }

    /// The process's number.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Limits are counted from now on.
    pub fn act(&mut self) {
        self.waits = Waits::from_now(&self.threads());
        self.last_action = Instant::now();
    }

    /// How long the program, or who listens to it, has waited for a processor
    /// since the last action: limits are meant without it.
    pub fn waited(&self) -> Duration {
        self.waits.since(&self.threads())
    }

    fn threads(&self) -> Vec<PathBuf> {
        let mut threads = waits::threads_of(self.id());
        threads.extend(self.listener.clone());
        threads.extend(waits::this_thread());
        threads
    }

    /// Sends bytes as they are. A program that has exited does not mind.
    pub fn send(&mut self, bytes: &[u8]) {
        self.act();
        let text = String::from_utf8_lossy(bytes).to_ascii_lowercase();
        self.detailed |= text.contains("yxshowinfo") || text.contains("show_detail");
        if let Some(input) = &mut self.input {
            let _ = input.write_all(bytes).and_then(|()| input.flush());
        }
    }

    /// Sends a line.
    pub fn say(&mut self, line: &str) {
        self.send(format!("{line}\n").as_bytes());
    }

    /// Ends the program's input.
    pub fn close(&mut self) {
        self.act();
        self.input = None;
    }

    /// The next line, whatever it is; `Ok(None)` if none comes by then.
    pub fn line(&mut self, until: Instant) -> Result<Option<(Instant, String)>, String> {
        let wait = until.saturating_duration_since(Instant::now());
        match self.lines.recv_timeout(wait) {
            Ok((at, bytes)) => Ok(Some((at, checked(bytes, self.detailed)?))),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => {
                std::thread::sleep(until.saturating_duration_since(Instant::now()));
                Ok(None)
            }
        }
    }

    /// The next line that is an answer, not a MESSAGE or DEBUG.
    pub fn answer(&mut self, until: Instant) -> Result<Option<(Instant, String)>, String> {
        loop {
            match self.line(until)? {
                Some((_, line)) if is_comment(&line) => {}
                other => return Ok(other),
            }
        }
    }

    /// The next answer, which has to come within `limit` of now.
    pub fn expect_answer(&mut self, limit: Duration) -> String {
        let until = Instant::now() + limit;
        match self.answer(until) {
            Ok(Some((_, line))) => line,
            Ok(None) => panic!("no answer within {limit:?}"),
            Err(fault) => panic!("{fault}"),
        }
    }

    /// Waits for the exit; an error if it takes longer than `limit` after the
    /// last action, fails, or leaves something on stderr.
    pub fn expect_exit(&mut self, limit: Duration) -> Result<(), String> {
        let status = self.wait(self.last_action + limit + program::takedown())?;
        if !status.success() {
            return Err(format!("the program ended with {status}"));
        }
        let complaints = self.complaints.take().map(JoinHandle::join);
        match complaints {
            Some(Ok(text)) if !text.is_empty() => {
                Err(format!("on stderr: {}", String::from_utf8_lossy(&text)))
            }
            _ => Ok(()),
        }
    }

    /// Waits for the end of the process.
    fn wait(&mut self, until: Instant) -> Result<ExitStatus, String> {
        let mut waited = Duration::ZERO;
        loop {
            // The threads are gone one after the other, and their waits with them.
            waited = waited.max(self.waited());
            if let Some(status) = self.child.try_wait().map_err(|e| e.to_string())? {
                return Ok(status);
            }
            if Instant::now() > until + waited {
                return Err("the program has not exited in time".into());
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Brain {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// May precede an answer.
pub fn is_comment(line: &str) -> bool {
    ["MESSAGE ", "DEBUG ", "INFO "]
        .iter()
        .any(|prefix| line.starts_with(prefix))
}

/// The line without its end, if it has one of the permitted forms.
fn checked(bytes: Vec<u8>, detailed: bool) -> Result<String, String> {
    let line = String::from_utf8(bytes).map_err(|_| "output is not UTF-8")?;
    let Some(text) = line.strip_suffix('\n') else {
        return Err(format!("output without a line end: {line:?}"));
    };
    if is_permitted(text, detailed) {
        Ok(text.to_owned())
    } else {
        Err(format!("not a permitted form of output: {text:?}"))
    }
}

/// Is the line one that every manager understands?
/// `INFO` lines are one only for a manager that has asked for details.
fn is_permitted(line: &str, detailed: bool) -> bool {
    let spoken = ["MESSAGE ", "DEBUG ", "ERROR ", "UNKNOWN "]
        .iter()
        .filter_map(|prefix| line.strip_prefix(prefix))
        .any(|text| !text.trim().is_empty());
    let detail = line.strip_prefix("INFO ").is_some_and(is_detail);
    let clean = line.trim() == line && !line.contains(['\r', '\u{feff}']);
    let answer = ["OK", "SWAP"].contains(&line) || line.starts_with("name=\"");
    let answer = answer || points(line).is_some_and(|points| points.len() <= 3);
    clean && (spoken || answer || forbid(line) || detailed && detail)
}

/// A line about forbidden points: two digits for each coordinate, then a dot.
fn forbid(line: &str) -> bool {
    line.strip_prefix("FORBID ")
        .and_then(|rest| rest.strip_suffix('.'))
        .is_some_and(|digits| {
            digits.len().is_multiple_of(4) && digits.bytes().all(|byte| byte.is_ascii_digit())
        })
}

/// What follows `INFO `: a known key with a value.
fn is_detail(text: &str) -> bool {
    let Some((key, value)) = text.split_once(' ') else {
        return false;
    };
    let number = value.strip_prefix(['+', '-']).unwrap_or(value);
    match key {
        "PV" => value == "DONE" || value.parse::<u32>().is_ok(),
        "NUMPV" | "DEPTH" => value.parse::<u32>().is_ok(),
        "EVAL" => number
            .strip_prefix('M')
            .unwrap_or(number)
            .parse::<u32>()
            .is_ok(),
        "WINRATE" => value
            .parse()
            .is_ok_and(|rate: f64| (0.0..=1.0).contains(&rate)),
        "BESTLINE" => points(value).is_some(),
        _ => false,
    }
}

/// The numbers of `x,y x,y …`, one space between the points.
pub fn points(line: &str) -> Option<Vec<(u8, u8)>> {
    line.split(' ').map(coordinates).collect()
}

/// The numbers of a bare `x,y`.
pub fn coordinates(line: &str) -> Option<(u8, u8)> {
    let number = |text: &str| {
        let plain = text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|_| plain)
    };
    let (x, y) = line.split_once(',')?;
    Some((number(x)?, number(y)?))
}
