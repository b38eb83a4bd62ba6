//! Tests of the order in which requests are answered.

use std::sync::Arc;

use super::*;

/// Ends the search with this number by this move, as the search thread does.
fn answer(session: &mut Session<&mut Vec<u8>>, id: u64, x: u8, y: u8) {
    let best = outcome(Some(Point::new(x, y)), Report::default());
    let flow = session.event(Event::Finished(id, best)).unwrap();
    assert!(flow.is_continue());
}

/// The answers printed so far.
fn answers(out: &[u8]) -> Vec<String> {
    let lines = lines(out);
    lines
        .into_iter()
        .filter(|line| !line.starts_with("MESSAGE"))
        .collect()
}

#[test]
fn requests_are_answered_in_order() {
    let mut out = Vec::new();
    let (mut session, _queue) = searching(&mut out);
    for line in [
        // It waits; so does everything after it.
        "TURN 0,0",
        "ABOUT",
        "TURN 0,0",
        "YXNBEST 2",
        "BOARD",
        "3,3,2",
        "DONE",
        "START 20",
        "FOO",
    ] {
        send(&mut session, line);
    }
    assert!(session.search.as_ref().is_some_and(|search| search.id == 1));
    answer(&mut session, 1, 7, 7);
    answer(&mut session, 2, 8, 8);
    answer(&mut session, 3, 9, 9);
    let about = format!(
        "name=\"Goshawk\", version=\"{}\", author=\"The",
        env!("CARGO_PKG_VERSION")
    );
    // START aborts the search for BOARD.
    assert!(session.search.is_none() && session.waiting.is_empty());
    assert_eq!(
        answers(&out),
        [
            "7,7",
            about.as_str(),
            "ERROR the point",
            "8,8",
            "9,9",
            "OK",
            "UNKNOWN no such"
        ]
    );
}

#[test]
fn urgent_requests_overtake() {
    let mut out = Vec::new();
    let (mut session, _queue) = searching(&mut out);
    send(&mut session, "TURN 0,0");
    send(&mut session, "INFO rule 4");
    send(&mut session, "INFO timeout_turn 0");
    assert!(session.search.as_ref().unwrap().deadline.is_some());
    send(&mut session, "STOP");
    let control = Arc::clone(&session.search.as_ref().unwrap().control);
    assert!(control.is_stopped() && !control.is_aborted());
    // The rule belongs to what follows TURN.
    assert_eq!(session.settings.rule(), Rule::Freestyle);
    answer(&mut session, 1, 7, 7);
    assert_eq!(session.settings.rule(), Rule::Renju);
    assert!(!session.search.as_ref().unwrap().control.is_stopped());
}

#[test]
fn a_wrong_request_does_not_touch_the_search() {
    for (request, error) in [
        ("START 1", "ERROR unsupported"),
        ("RECTSTART 5,99", "ERROR unsupported"),
        ("TURN 99,0", "ERROR the point"),
        ("TURN x", "ERROR malformed"),
        ("TURN 3,3", "ERROR the point"),
        ("TAKEBACK 0,0", "ERROR the point"),
        ("PLAY 3,3", "ERROR the point"),
        ("BEGIN", "ERROR the board"),
        ("BOARD\n3,3,1\n3,3,2\nDONE", "ERROR board line"),
        ("YXBOARD\nx\nDONE", "ERROR board line"),
        ("SWAP2BOARD\n1,1\nDONE", "ERROR SWAP2BOARD needs"),
        ("YXBLOCK\n99,99\nDONE", "ERROR board line"),
        ("YXSWAP2STEP2", "ERROR this swap2"),
        ("YXHASHDUMP x", "ERROR files with"),
    ] {
        let mut out = Vec::new();
        let (mut session, _queue) = searching(&mut out);
        session.abort();
        send(&mut session, "PLAY 3,3");
        start_search(&mut session);
        let before = session.game.clone();
        request.lines().for_each(|line| send(&mut session, line));
        assert!(session.waiting.is_empty(), "{request}");
        assert_eq!(session.game, before, "{request}");
        let search = session.search.as_ref().expect(request);
        assert!(!search.control.is_stopped(), "{request}");
        answer(&mut session, 2, 7, 7);
        let printed = answers(&out);
        assert_eq!(printed.len(), 3, "{request}: {printed:?}");
        assert!(printed[1].starts_with(error), "{request}: {printed:?}");
        assert_eq!(printed[2], "7,7", "{request}");
    }
}

#[test]
fn the_time_of_a_waiting_request_begins_with_its_search() {
    let mut out = Vec::new();
    let (mut session, queue) = searching(&mut out);
    send(&mut session, "TURN 0,0");
    std::thread::sleep(Duration::from_millis(20));
    let before = Instant::now();
    answer(&mut session, 1, 7, 7);
    let arrived = queue.try_iter().filter_map(|job| match job {
        Job::Search(task) => Some(task.arrived),
        _ => None,
    });
    assert!(arrived.last().unwrap() >= before);
}

#[test]
fn end_answers_what_is_due_and_ends() {
    let mut out = Vec::new();
    let (mut session, queue) = searching(&mut out);
    send(&mut session, "TURN 0,0");
    send(&mut session, "END");
    send(&mut session, "ABOUT");
    assert!(!session.is_done());
    answer(&mut session, 1, 7, 7);
    answer(&mut session, 2, 8, 8);
    assert!(session.is_done());
    let stopped = queue.try_iter().map(|job| match job {
        Job::Search(task) => task.control.is_stopped(),
        _ => panic!("not a search"),
    });
    assert_eq!(stopped.collect::<Vec<_>>(), [true, true]);
    assert_eq!(answers(&out), ["7,7", "8,8"]);
}

#[test]
fn end_does_not_wait_for_a_search_that_does_not_end() {
    let mut out = Vec::new();
    let (mut session, _queue) = searching(&mut out);
    let best = Report {
        pv: vec![Point::new(3, 4)],
        ..report(1, 1)
    };
    session.iteration(1, &best).unwrap();
    send(&mut session, "END");
    assert!(session.event(Event::EndLimit).unwrap().is_break());
    assert_eq!(lines(&out), ["3,4"]);
}

#[test]
fn everything_received_is_answered_at_the_end_of_input() {
    let mut out = Vec::new();
    let (mut session, queue) = searching(&mut out);
    send(&mut session, "INFO timeout_turn 2000000");
    send(&mut session, "TURN 0,0");
    send(&mut session, "INFO max_depth 3");
    send(&mut session, "TURN 1,0");
    assert!(session.event(Event::Eof).unwrap().is_continue());
    answer(&mut session, 1, 7, 7);
    answer(&mut session, 2, 8, 8);
    assert!(!session.is_done());
    answer(&mut session, 3, 9, 9);
    assert!(session.is_done());
    let stopped = queue.try_iter().filter_map(|job| match job {
        Job::Search(task) => Some(task.control.is_stopped()),
        _ => None,
    });
    // The first search has a limit of its own, the second one has none, the third one has.
    assert_eq!(stopped.collect::<Vec<_>>(), [false, true, false]);
    assert_eq!(answers(&out), ["7,7", "8,8", "9,9"]);
}

#[test]
fn a_panic_is_told_before_the_move() {
    let mut out = Vec::new();
    let (mut session, _queue) = searching(&mut out);
    let _ = session.event(Event::Panicked(Some(0))).unwrap();
    let _ = session.event(Event::Panicked(Some(1))).unwrap();
    answer(&mut session, 1, 7, 7);
    let _ = session.event(Event::Panicked(None)).unwrap();
    let told = "MESSAGE internal error:";
    assert_eq!(lines(&out), [told, "MESSAGE depth 0-0", "7,7", told]);
}
