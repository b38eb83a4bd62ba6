//! Tests of pondering.

use std::sync::mpsc::Receiver;

use super::*;

/// The number of stones of each position pondered so far.
fn pondered(queue: &Receiver<Job>) -> Vec<usize> {
    let jobs = queue.try_iter();
    jobs.filter_map(|job| match job {
        Job::Ponder(task) => Some(task.game.ply()),
        _ => None,
    })
    .collect()
}

#[test]
fn the_engine_ponders_after_its_move() {
    let mut out = Vec::new();
    let (mut session, queue) = searching(&mut out);
    play(&mut session);
    assert!(session.pondering.is_some());
    assert_eq!(pondered(&queue), [1]);
}

#[test]
fn every_request_ends_pondering_and_some_resume_it() {
    for (lines, resumes) in [
        ("TURN 8,8", false),
        ("RESTART", false),
        ("TAKEBACK 7,7", false),
        ("BOARD\nDONE", false),
        ("YXBOARD\nDONE", false),
        ("YXHASHCLEAR", false),
        ("STOP", false),
        ("YXSTOP", false),
        ("INFO time_left 1000", true),
        ("INFO pondering 0", false),
        ("INFO game_type 2", false),
        ("ABOUT", true),
        ("YXSHOWFORBID", true),
        ("YXQUERYDATABASEALL", true),
        ("YXSAVEDATABASE", true),
        ("YXBLOCKPATHRESET", true),
        ("YXBLOCK\n7,8\nDONE", true),
        ("YXBLOCKUNDO\n7,8\nDONE", true),
        ("YXBLOCKRESET", true),
        // A wrong command changes nothing.
        ("TURN 7,7", true),
        ("START 1", true),
        ("TAKEBACK 0,0", true),
        ("BOARD\n7,7,1\n7,7,2\nDONE", true),
        ("YXBLOCK\n99,99\nDONE", true),
    ] {
        let mut out = Vec::new();
        let (mut session, queue) = searching(&mut out);
        play(&mut session);
        let control = session.pondering.clone().expect("the engine ponders");
        assert_eq!(pondered(&queue), [1]);
        for line in lines.lines() {
            assert!(!control.is_aborted(), "{lines}");
            send(&mut session, line);
        }
        assert!(control.is_aborted(), "{lines}");
        assert_eq!(session.pondering.is_some(), resumes, "{lines}");
        let again = pondered(&queue);
        assert_eq!(again.len(), usize::from(resumes), "{lines}");
    }
}

#[test]
fn lines_without_a_request_do_not_end_pondering() {
    for line in ["", " ", "BOARD", "YXBLOCK"] {
        let mut out = Vec::new();
        let (mut session, _queue) = searching(&mut out);
        play(&mut session);
        let control = session.pondering.clone().expect("the engine ponders");
        send(&mut session, line);
        assert!(!control.is_aborted(), "{line:?}");
    }
}

#[test]
fn the_engine_does_not_ponder_after_the_game() {
    let mut out = Vec::new();
    let (mut session, queue) = searching(&mut out);
    play(&mut session);
    send(&mut session, "STOP");
    assert_eq!(pondered(&queue), [1]);
    let mut game = Game::new(board_size(), Rule::Freestyle);
    for x in 0..5 {
        game.put(Point::new(x, 0), Stone::Of(Color::Black)).unwrap();
    }
    session.game = Some(game);
    session.ponder();
    assert!(pondered(&queue).is_empty());
}
