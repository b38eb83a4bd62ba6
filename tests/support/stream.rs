//! A client of `analysis`.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use serde_json::Value;

use super::program;

/// An answer that takes longer fails its test.
const PATIENCE: Duration = Duration::from_secs(300);

/// The answers to these lines, in the order in which they come.
#[track_caller]
pub fn answers(args: &[&str], input: impl AsRef<[u8]>) -> Vec<Value> {
    let text = program::printed(&[&["analysis"], args].concat(), input);
    let parse = |line: &str| serde_json::from_str(line).expect(line);
    text.lines().map(parse).collect()
}

/// The only answer to a line.
#[track_caller]
pub fn answer(line: &str) -> Value {
    let mut answers = answers(&["--threads", "1"], line);
    assert_eq!(answers.len(), 1, "{line}: {answers:?}");
    answers.remove(0)
}

/// A running `analysis`.
pub struct Session {
    child: Child,
    input: Option<ChildStdin>,
    answers: Receiver<Value>,
}

impl Session {
    /// Starts the program with these arguments.
    pub fn start(args: &[&str]) -> Session {
        let mut command = program::command();
        command.arg("analysis").args(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, answers) = mpsc::channel();
        std::thread::spawn(move || {
            for line in output.lines() {
                let line = line.expect("UTF-8");
                let answer = serde_json::from_str(&line).expect(&line);
                // The test may have ended.
                let _ = sender.send(answer);
            }
        });
        let input = child.stdin.take();
        Session {
            child,
            input,
            answers,
        }
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) {
        let input = self.input.as_mut().expect("open");
        writeln!(input, "{line}").expect("the program reads");
    }

    /// The next answer.
    #[track_caller]
    pub fn next(&self) -> Value {
        self.answers.recv_timeout(PATIENCE).expect("an answer")
    }

    /// The answers up to the final one of a request.
    #[track_caller]
    pub fn until(&self, id: &Value) -> Vec<Value> {
        let mut answers = Vec::new();
        loop {
            answers.push(self.next());
            let last = &answers[answers.len() - 1];
            if last["id"] == *id && last["final"] == true {
                return answers;
            }
        }
    }

    /// Ends the input, and returns the rest of the answers. The program must succeed.
    #[track_caller]
    pub fn end(mut self) -> Vec<Value> {
        self.input = None;
        let rest = self.answers.iter().collect();
        let status = self.child.wait().expect("the program ends");
        assert!(status.success(), "{status}");
        rest
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.input = None;
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
