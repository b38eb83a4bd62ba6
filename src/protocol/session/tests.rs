//! Tests of a session in which the test acts as the search thread.

use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

mod order;
mod pondering;

use super::{Event, InputLine, Session};
use crate::engine::{Game, Outcome, Report, Stone};
use crate::protocol::search_thread::Job;
use crate::strength::Strength;
use crate::types::{BoardSize, Color, Point, Rule};

/// A session that has started the search number 1.
fn searching(out: &mut Vec<u8>) -> (Session<&mut Vec<u8>>, Receiver<Job>) {
    let (jobs, queue) = mpsc::channel();
    let mut session = Session::new(out, jobs, Duration::from_millis(20));
    send(&mut session, "INFO pondering 1");
    session.game = Some(Game::new(board_size(), Rule::Freestyle));
    start_search(&mut session);
    (session, queue)
}

fn board_size() -> BoardSize {
    BoardSize::square(15).unwrap()
}

fn start_search(session: &mut Session<&mut Vec<u8>>) {
    assert_eq!(
        session.find_move(1, Strength::FULL, Instant::now()),
        Ok(None)
    );
}

fn send(session: &mut Session<&mut Vec<u8>>, text: &str) {
    session.line(&line(text)).unwrap();
}

fn line(text: &str) -> InputLine {
    InputLine {
        bytes: text.as_bytes().to_vec(),
        is_cut: false,
        has_odd_quotes: false,
        arrived: Instant::now(),
    }
}

fn report(depth: u32, ms: u64) -> Report {
    Report {
        depth,
        seldepth: depth,
        score: 0,
        is_lower_bound: false,
        nodes: 10,
        elapsed: Duration::from_millis(ms),
        hashfull: 0,
        pv: Vec::new(),
        others: Vec::new(),
    }
}

fn outcome(best: Option<Point>, report: Report) -> Outcome {
    Outcome { best, report }
}

/// The output lines, `MESSAGE` lines shortened to `MESSAGE depth N`.
fn lines(out: &[u8]) -> Vec<String> {
    let text = String::from_utf8(out.to_vec()).unwrap();
    let first_words = |line: &str| line.split(' ').take(3).collect::<Vec<_>>().join(" ");
    text.lines().map(first_words).collect()
}

#[test]
fn long_iterations_and_the_last_one_are_printed_once() {
    let mut out = Vec::new();
    let (mut session, _queue) = searching(&mut out);
    for (depth, ms) in [(1, 1), (2, 90), (3, 195)] {
        session.iteration(1, &report(depth, ms)).unwrap();
    }
    let best = Some(Point::new(7, 7));
    session.finished(1, &outcome(best, report(3, 195))).unwrap();
    assert_eq!(lines(&out), ["MESSAGE depth 3-3", "7,7"]);

    let mut out = Vec::new();
    let (mut session, _queue) = searching(&mut out);
    session.iteration(1, &report(1, 101)).unwrap();
    session.finished(1, &outcome(best, report(1, 101))).unwrap();
    assert_eq!(lines(&out), ["MESSAGE depth 1-1", "7,7"]);
}

#[test]
fn events_of_an_aborted_search_are_ignored() {
    let mut out = Vec::new();
    let (mut session, _queue) = searching(&mut out);
    session.abort();
    start_search(&mut session);
    session.iteration(1, &report(1, 500)).unwrap();
    let old = outcome(Some(Point::new(7, 7)), report(1, 500));
    session.finished(1, &old).unwrap();
    assert!(session.search.is_some());
    assert!(out.is_empty());
}

#[test]
fn a_missing_move_is_replaced_and_an_illegal_one_is_an_error() {
    let missing = (None, "7,7");
    let illegal = (Some(Point::new(15, 0)), "ERROR no legal");
    for (best, answer) in [missing, illegal] {
        let mut out = Vec::new();
        let (mut session, _queue) = searching(&mut out);
        session.finished(1, &outcome(best, report(1, 1))).unwrap();
        assert_eq!(lines(&out), ["MESSAGE depth 1-1", answer]);
    }
}

#[test]
fn a_move_without_a_variation_is_shown_as_its_own() {
    let mut out = Vec::new();
    let (mut session, _queue) = searching(&mut out);
    let nothing = outcome(Some(Point::new(7, 7)), Report::default());
    session.finished(1, &nothing).unwrap();
    let shown = "MESSAGE depth 0-0 ev 0 n 0 n/ms 0 tm 0 pv H8\n7,7\n";
    assert_eq!(String::from_utf8(out).unwrap(), shown);
}

#[test]
fn start_up_counts_on_the_first_move_only() {
    let mut out = Vec::new();
    let (mut session, queue) = searching(&mut out);
    session.abort();
    start_search(&mut session);
    let spent: Vec<_> = queue
        .try_iter()
        .filter_map(|job| match job {
            Job::Search(task) => Some(task.limits.time.spent.as_millis()),
            _ => None,
        })
        .collect();
    assert_eq!(spent, [20, 0]);
}

#[test]
fn what_is_due_at_the_end_does_not_wait_for_the_search() {
    for (commands, expected) in [
        ("START 15;BEGIN", "7,7"),
        ("START 15;SWAP2BOARD;DONE", "7,7 7,6 6,7"),
        ("START 15;SWAP2BOARD;7,7;8,8;7,8;DONE", "SWAP"),
        ("START 15;YXSWAP2STEP1", "MESSAGE SWAP2 MOVE3"),
        ("START 15;BOARD;7,7,1;8,8,2;DONE", "7,6"),
        ("START 15;BEGIN;TURN 0,0;TURN 0,1", "6,7"),
    ] {
        let mut out = Vec::new();
        let (jobs, _queue) = mpsc::channel();
        let mut session = Session::new(&mut out, jobs, Duration::ZERO);
        for command in commands.split(';').chain(["END"]) {
            assert!(
                session
                    .event(Event::Line(line(command)))
                    .unwrap()
                    .is_continue()
            );
        }
        let flow = session.event(Event::EndLimit).unwrap();
        assert!(flow.is_break(), "{commands}");
        let last = lines(&out).pop();
        assert_eq!(last.as_deref(), Some(expected), "{commands}");
    }
}

#[test]
fn a_missing_move_beside_blocked_points_is_replaced() {
    let report = |x, y| Report {
        pv: vec![Point::new(x, y)],
        ..report(1, 1)
    };
    // The best move so far counts unless it is blocked.
    for (best, answer) in [((3, 4), "3,4"), ((7, 7), "6,6")] {
        let mut out = Vec::new();
        let (jobs, _queue) = mpsc::channel();
        let mut session = Session::new(&mut out, jobs, Duration::ZERO);
        session.game = Some(Game::new(board_size(), Rule::Freestyle));
        session.excluded = vec![Point::new(7, 7)];
        session.excluded.extend((6..9).map(|x| Point::new(x, 7)));
        session
            .excluded
            .extend([(7, 6), (7, 8)].map(|(x, y)| Point::new(x, y)));
        start_search(&mut session);
        session.iteration(1, &report(best.0, best.1)).unwrap();
        let nothing = Outcome {
            best: None,
            report: Report::default(),
        };
        session.finished(1, &nothing).unwrap();
        assert_eq!(lines(&out).last().map(String::as_str), Some(answer));
    }
}

#[test]
fn time_left_during_a_search_includes_what_it_has_used() {
    let mut out = Vec::new();
    let (jobs, _queue) = mpsc::channel();
    let started = Instant::now();
    let mut session = Session::new(&mut out, jobs, Duration::from_secs(5));
    session.game = Some(Game::new(board_size(), Rule::Freestyle));
    start_search(&mut session);
    send(&mut session, "INFO time_left 20000");
    let deadline = session.search.as_ref().unwrap().deadline.unwrap();
    play(&mut session);
    let left = session.settings.clock.left(None).unwrap();
    let while_testing = started.elapsed();
    assert!(left <= Duration::from_secs(20) && left + while_testing >= Duration::from_secs(20));
    assert!(deadline.saturating_duration_since(Instant::now()) <= left);
}

#[test]
fn statistics_are_cleared_once_after_a_search() {
    let mut out = Vec::new();
    let (mut session, queue) = searching(&mut out);
    session.clear_statistics();
    session.clear_statistics();
    let cleared = queue.try_iter().filter(|job| matches!(job, Job::Clear));
    assert_eq!(cleared.count(), 1);
}

#[test]
fn the_session_ends_with_its_search_after_the_end_of_input() {
    for (limits, is_stopped) in [
        ("INFO timeout_turn 2000000", true),
        ("INFO timeout_turn 1000", false),
        ("INFO max_depth 5", false),
        ("INFO max_node 5", false),
    ] {
        let mut out = Vec::new();
        let (jobs, queue) = mpsc::channel();
        let session = Session::new(&mut out, jobs, Duration::ZERO);
        let (events, inbox) = mpsc::sync_channel(8);
        for text in ["START 15", limits, "BEGIN"] {
            events.send(Event::Line(line(text))).unwrap();
        }
        events.send(Event::Eof).unwrap();
        let search_thread = std::thread::spawn(move || {
            let Ok(Job::Search(task)) = queue.recv() else {
                panic!("no search");
            };
            // The session handles the end of input while the search goes on. What it has to do
            // is waited for; what it must not do is looked for after a while.
            let waited = if is_stopped { 60_000 } else { 50 };
            for _ in 0..waited {
                if task.control.is_stopped() {
                    break;
                }
                std::thread::sleep(Duration::from_millis(1));
            }
            let was_stopped = task.control.is_stopped();
            let best = outcome(Some(Point::new(7, 7)), report(1, 1));
            events.send(Event::Finished(task.id, best)).unwrap();
            was_stopped
        });
        session.run(&inbox).unwrap();
        assert_eq!(search_thread.join().unwrap(), is_stopped, "{limits}");
        assert_eq!(lines(&out), ["OK", "MESSAGE depth 1-1", "7,7"], "{limits}");
    }
}

/// An output that the manager has closed after the first line.
struct ClosedAfterOneLine(bool);

impl Write for ClosedAfterOneLine {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if std::mem::replace(&mut self.0, true) {
            Err(io::ErrorKind::BrokenPipe.into())
        } else {
            Ok(bytes.len())
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_long_search_ends_when_input_and_output_are_closed() {
    let (jobs, _queue) = mpsc::channel();
    let session = Session::new(ClosedAfterOneLine(false), jobs, Duration::ZERO);
    let (events, inbox) = mpsc::sync_channel(8);
    for text in [
        "START 15",
        "INFO timeout_turn 2000000",
        "INFO max_depth 99",
        "BEGIN",
    ] {
        events.send(Event::Line(line(text))).unwrap();
    }
    events.send(Event::Eof).unwrap();
    // The search never ends, so only the closed output can end the session.
    let error = session.run(&inbox).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
}

/// Plays the move of the search number 1.
fn play(session: &mut Session<&mut Vec<u8>>) {
    let best = outcome(Some(Point::new(7, 7)), Report::default());
    session.finished(1, &best).unwrap();
}
