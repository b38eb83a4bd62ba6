//! The queue of `analysis`: priorities, termination, the end of the input and of the output.

use std::io::Write;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::json_schema::Schema;
use crate::support::program;
use crate::support::stream::{Session, answers};

/// The time of a request that ends only when it is told to.
const LONG_TIME: Duration = Duration::from_secs(3000);
/// Such a request.
const LONG: &str = r#"{"id": "long", "action": "analyze", "moves": "h8 i9", "time": 3000}"#;

#[test]
fn higher_priorities_come_first_and_equal_ones_in_order() {
    let mut session = Session::start(&["--threads", "1"]);
    session.send(LONG);
    for (id, priority) in [(1, 0), (2, -5), (3, 7), (4, 0), (5, 7)] {
        let request = json!({"id": id, "action": "fouls", "moves": "h8", "priority": priority});
        session.send(&request.to_string());
    }
    // Positions are read in order, so that those before this one wait for the thread when its
    // error is told.
    session.send(r#"{"id": "read", "action": "fouls", "moves": "h8 h8"}"#);
    let read = session.until(&json!("read"));
    assert_eq!(read.len(), 1, "{read:?}");
    session.send(r#"{"id": "end", "action": "terminate", "ids": ["long"]}"#);
    let answers = session.end();
    let ids: Vec<i64> = answers
        .iter()
        .filter_map(|answer| answer["id"].as_i64())
        .collect();
    assert_eq!(ids, [3, 5, 1, 4, 2]);
}

#[test]
fn requests_are_terminated_while_they_wait_and_while_they_are_searched() {
    let mut session = Session::start(&["--threads", "1"]);
    session.send(&LONG.replace("3000", "3000, \"report_every\": 0.001"));
    // The first iteration has ended.
    let interim = session.next();
    assert_eq!(interim["final"], false);
    assert!(interim["document"]["search"]["depth"].as_u64() >= Some(1));
    session.send(r#"{"id": "waits", "action": "solve", "moves": "h8", "turns": [0, 1]}"#);
    session.send(r#"{"id": 1, "action": "terminate", "ids": ["waits", "none", "waits"]}"#);
    let answers = session.until(&json!(1));
    let waited: Vec<_> = answers
        .iter()
        .filter(|answer| answer["id"] == "waits")
        .collect();
    assert_eq!(waited.len(), 2);
    for answer in waited {
        assert_eq!(answer["terminated"], true);
        assert!(answer["document"].is_null(), "{answer}");
    }
    let done = answers.last().expect("an answer");
    assert_eq!(
        (&done["waiting"], &done["searching"]),
        (&json!(2), &json!(0))
    );
    session.send(r#"{"id": 2, "action": "terminate", "all": true}"#);
    let answers = session.until(&json!("long"));
    let last = answers.last().expect("an answer");
    assert_eq!(last["terminated"], true);
    assert!(last["document"]["search"]["best"].is_array());
    session.send(r#"{"id": 3, "action": "terminate", "ids": ["long"]}"#);
    let rest = session.end();
    let done = rest.last().expect("an answer");
    assert_eq!((&done["id"], &done["searching"]), (&json!(3), &json!(0)));
}

#[test]
fn searches_of_all_kinds_are_terminated() {
    /// Terminates a request after this pause. Returns its answer; `None` if its search had not
    /// begun by then.
    fn terminated(action: &str, pause: Duration) -> Option<Value> {
        let mut session = Session::start(&["--threads", "1"]);
        let request =
            json!({"id": 1, "action": action, "moves": "h8 i9", "time": LONG_TIME.as_secs()});
        session.send(&request.to_string());
        std::thread::sleep(pause);
        session.send(r#"{"id": 2, "action": "terminate", "all": true}"#);
        let answers = session.end();
        let with = |id: i64| answers.iter().find(|answer| answer["id"] == id);
        let was_waiting = with(2).expect("an answer")["waiting"] == 1;
        (!was_waiting).then(|| with(1).expect("an answer").clone())
    }
    for action in ["analyze", "explain", "solve", "review"] {
        let started = Instant::now();
        // A slow machine needs more time to begin the search.
        let mut pauses = (0..10).map(|n| Duration::from_millis(200) * (1 << n));
        let last = pauses
            .find_map(|pause| terminated(action, pause))
            .expect("a search");
        // A solver may have been finished by then.
        assert!(action == "solve" || last["terminated"] == true, "{last}");
        assert!(last["document"].is_object(), "{last}");
        assert!(started.elapsed() < LONG_TIME / 2, "{action}");
    }
}

#[test]
fn reports_during_a_search_follow_the_schema() {
    let schema = Schema::in_help(&program::printed(&["help", "json"], ""));
    for request in [
        json!({"id": 1, "action": "analyze", "moves": "h8 i9", "depth": 6, "multipv": 2}),
        json!({"id": 1, "action": "review", "moves": "h8 i9 i8 j9", "nodes": 200}),
    ] {
        let mut request = request;
        request["report_every"] = json!(1e-6);
        let found = answers(&["--threads", "1"], request.to_string());
        assert!(found.len() > 2, "{found:?}");
        for answer in &found {
            if let Err(error) = schema.check(answer) {
                panic!("{answer}: {error}");
            }
        }
        let finals: Vec<&Value> = found.iter().map(|answer| &answer["final"]).collect();
        assert_eq!(*finals[finals.len() - 1], true);
        assert!(
            finals[..finals.len() - 1]
                .iter()
                .all(|is_final| **is_final == false)
        );
    }
}

#[test]
fn a_full_queue_is_an_error_and_goes_on() {
    let mut session = Session::start(&["--threads", "1"]);
    session.send(LONG);
    let points: Vec<Value> = (0..961).map(|at| json!([at % 31, at / 31])).collect();
    let turns: Vec<usize> = (0..962).collect();
    for id in 0..104 {
        let request = json!({"id": id, "action": "fouls", "moves": points, "size": 31,
            "turns": turns});
        session.send(&request.to_string());
    }
    let refused = session.next();
    assert_eq!(refused["id"], 103);
    let message = refused["error"]["message"].as_str().expect("a text");
    assert!(message.contains("at most 100000 positions"), "{message}");
    session.send(r#"{"id": "end", "action": "terminate", "all": true}"#);
    let answers = session.end();
    assert_eq!(answers.len(), 103 * 962 + 2);
    assert!(answers.iter().all(|answer| answer["final"] == true));
}

#[test]
fn the_memory_of_waiting_requests_is_limited() {
    let mut session = Session::start(&["--threads", "1"]);
    session.send(LONG);
    let blanks = " ".repeat((1 << 20) - 100);
    for id in 0..65 {
        session.send(&format!(
            "{{\"id\": {id}, \"action\": \"fouls\", \"moves\": \"h8\"{blanks}}}"
        ));
    }
    let refused = session.next();
    let message = refused["error"]["message"].as_str().expect("a text");
    assert!(message.contains("at most 67108864 bytes"), "{message}");
    session.send(r#"{"id": "end", "action": "terminate", "all": true}"#);
    session.until(&json!("end"));
    // The memory is free again.
    session.send(&format!(
        "{{\"id\": 0, \"action\": \"fouls\", \"moves\": \"h8\"{blanks}}}"
    ));
    let rest = session.end();
    let last = rest
        .iter()
        .find(|answer| answer["id"] == 0)
        .expect("an answer");
    assert!(last.get("error").is_none(), "{last}");
}

#[test]
fn the_end_of_the_output_ends_the_program() {
    const SHORT_TIME: Duration = Duration::from_secs(600);
    let mut command = program::command();
    command.args(["analysis", "--threads", "1"]);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("a pipe");
    for id in 0..100 {
        let time = SHORT_TIME.as_secs();
        let line = format!(
            "{{\"id\": {id}, \"action\": \"analyze\", \"moves\": \"h8\", \"time\": {time}}}"
        );
        writeln!(input, "{line}").expect("the program reads");
    }
    writeln!(input, "{{\"id\": 1, \"action\": \"version\"}}").expect("the program reads");
    let started = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        // The searches would take a hundred times as long.
        assert!(started.elapsed() < SHORT_TIME, "it goes on");
        std::thread::sleep(Duration::from_millis(20));
    }
}
