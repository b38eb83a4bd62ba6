//! The real program as a manager sees it: lines sent and lines received.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::program;
use super::waits::{self, Waits};

/// The time for which tests wait for what must come. No search that they wait for takes as long,
/// so only a program that hangs exceeds it.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A running program. It is killed when dropped.
pub struct Brain {
    /// The process.
    child: Child,
    /// Its stdin, until it is closed.
    input: Option<ChildStdin>,
    /// The lines of its stdout, and when each was read.
    lines: Receiver<(Instant, Vec<u8>)>,
    /// The thread that reads its stderr, until the process has exited.
    errors_reader: Option<JoinHandle<Vec<u8>>>,
    /// True after the test has asked for details, which permits `INFO` lines.
    detailed: bool,
    /// The time of the last action of the test. Time limits are counted from it.
    pub last_action: Instant,
    /// The thread that reads the output.
    reader: Option<PathBuf>,
    /// The time spent waiting for a processor since the last action.
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
        if program::has_runner() {
            // Time limits must not include the start of the runner.
            brain.send_line("ABOUT");
            brain.expect_answer(PATIENCE);
        }
        brain
    }

    /// Starts the program and the threads that read its output.
    fn spawn(arguments: &[&str], folder: Option<&Path>) -> Brain {
        let mut command = program::command();
        command
            .args(arguments)
            // The program recovers from panics and logs them to stderr. The tests
            // require stderr to be empty.
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
        let errors_reader = std::thread::spawn(move || {
            let mut text = Vec::new();
            let _ = errors.read_to_end(&mut text);
            text
        });
        Brain {
            input: child.stdin.take(),
            child,
            lines,
            errors_reader: Some(errors_reader),
            detailed: false,
            last_action,
            reader: name.recv().ok().flatten(),
            waits: Waits::default(),
        }
    }

    /// The process identifier.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Starts counting time limits.
    pub fn act(&mut self) {
        self.waits = Waits::from_now(&self.threads());
        self.last_action = Instant::now();
    }

    /// How long the program and its readers have waited for a processor since the
    /// last action. Time limits do not include it.
    pub fn waited(&self) -> Duration {
        self.waits.since(&self.threads())
    }

    /// The threads that may delay an answer.
    fn threads(&self) -> Vec<PathBuf> {
        let mut threads = waits::threads_of(self.id());
        threads.extend(self.reader.clone());
        threads.extend(waits::this_thread());
        threads
    }

    /// Sends bytes. It is not an error if the program has exited.
    pub fn send(&mut self, bytes: &[u8]) {
        self.act();
        let text = String::from_utf8_lossy(bytes).to_ascii_lowercase();
        self.detailed |= text.contains("yxshowinfo") || text.contains("show_detail");
        if let Some(input) = &mut self.input {
            let _ = input.write_all(bytes).and_then(|()| input.flush());
        }
    }

    /// Sends a line.
    pub fn send_line(&mut self, line: &str) {
        self.send(format!("{line}\n").as_bytes());
    }

    /// Ends the program's input.
    pub fn close(&mut self) {
        self.act();
        self.input = None;
    }

    /// The next line of output; `Ok(None)` if there is none before `until`.
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

    /// The next line that is not a comment; `Ok(None)` if there is none before `until`.
    pub fn answer(&mut self, until: Instant) -> Result<Option<(Instant, String)>, String> {
        loop {
            match self.line(until)? {
                Some((_, line)) if is_comment(&line) => {}
                other => return Ok(other),
            }
        }
    }

    /// The next answer, which must come within `limit` from now.
    pub fn expect_answer(&mut self, limit: Duration) -> String {
        let until = Instant::now() + limit;
        match self.answer(until) {
            Ok(Some((_, line))) => line,
            Ok(None) => panic!("no answer within {limit:?}"),
            Err(error) => panic!("{error}"),
        }
    }

    /// Waits for the process to exit. Returns an error if that takes longer than
    /// `limit` after the last action, if the exit code is not 0, or if stderr is
    /// not empty.
    pub fn expect_exit(&mut self, limit: Duration) -> Result<(), String> {
        let status = self.wait(self.last_action + limit + program::runner_exit_time())?;
        // Wine kills the threads that still run when a program exits. Now and then the first one
        // is among them, and the exit code is lost.
        let is_lost = program::has_runner() && status.code().is_none();
        if !status.success() && !is_lost {
            return Err(format!("the program exited with {status}"));
        }
        let errors_reader = self.errors_reader.take().map(JoinHandle::join);
        match errors_reader {
            Some(Ok(text)) if !text.is_empty() => {
                Err(format!("on stderr: {}", String::from_utf8_lossy(&text)))
            }
            _ => Ok(()),
        }
    }

    /// Waits for the process to exit, until the given time and as much longer as
    /// it waits for a processor.
    fn wait(&mut self, until: Instant) -> Result<ExitStatus, String> {
        let mut waited = Duration::ZERO;
        loop {
            // Threads exit one after the other, and their waiting times are lost.
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

/// True if the line may precede an answer.
pub fn is_comment(line: &str) -> bool {
    ["MESSAGE ", "DEBUG ", "INFO "]
        .iter()
        .any(|prefix| line.starts_with(prefix))
}

/// The line without its line feed, if it has a permitted form.
fn checked(bytes: Vec<u8>, detailed: bool) -> Result<String, String> {
    let line = String::from_utf8(bytes).map_err(|_| "output is not UTF-8")?;
    let Some(text) = line.strip_suffix('\n') else {
        return Err(format!("output without a line end: {line:?}"));
    };
    if is_permitted(text, detailed) {
        Ok(text.to_owned())
    } else {
        Err(format!("output of an unknown form: {text:?}"))
    }
}

/// True if the line has a form that every manager understands. `INFO` lines are
/// permitted only after the manager has asked for details.
fn is_permitted(line: &str, detailed: bool) -> bool {
    let with_text = ["MESSAGE ", "DEBUG ", "ERROR ", "UNKNOWN "]
        .iter()
        .filter_map(|prefix| line.strip_prefix(prefix))
        .any(|text| !text.trim().is_empty());
    let detail = line.strip_prefix("INFO ").is_some_and(is_detail);
    let clean = line.trim() == line && !line.contains(['\r', '\u{feff}']);
    let answer = ["OK", "SWAP"].contains(&line) || line.starts_with("name=\"");
    let answer = answer || points(line).is_some_and(|points| points.len() <= 3);
    clean && (with_text || answer || forbid(line) || detailed && detail)
}

/// True for a line of forbidden points: two digits for each coordinate, then a dot.
fn forbid(line: &str) -> bool {
    line.strip_prefix("FORBID ")
        .and_then(|rest| rest.strip_suffix('.'))
        .is_some_and(|digits| {
            digits.len().is_multiple_of(4) && digits.bytes().all(|byte| byte.is_ascii_digit())
        })
}

/// True if the text after `INFO ` is a known key and a value.
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

/// Parses `x,y x,y …` with one space between points.
pub fn points(line: &str) -> Option<Vec<(u8, u8)>> {
    line.split(' ').map(coordinates).collect()
}

/// Parses `x,y`.
pub fn coordinates(line: &str) -> Option<(u8, u8)> {
    let number = |text: &str| {
        let plain = text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|_| plain)
    };
    let (x, y) = line.split_once(',')?;
    Some((number(x)?, number(y)?))
}
