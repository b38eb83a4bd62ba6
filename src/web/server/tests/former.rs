//! Tokens of games that are over, streams of events, and results that stand.

use std::sync::atomic::{AtomicBool, Ordering};

use super::*;
use crate::play::finish::Finish;
use crate::web::events::Delivery;
use crate::web::server::pages::most_streams;

/// A private game of the owner.
fn private() -> Action {
    Action::NewGame(settings(Player::Person { name: None }))
}

/// The messages that wait for a page, of the kind `kind`; a page's stream may have ended.
fn messages(mailbox: &SharedMailbox, kind: &str) -> Vec<Value> {
    let Delivery::Messages(lines) = mailbox.take(Duration::ZERO) else {
        return Vec::new();
    };
    let all = lines.iter().map(|line| serde_json::from_str(line).unwrap());
    all.filter(|message: &Value| message["kind"] == kind)
        .collect()
}

#[test]
fn a_token_of_a_former_game_gives_no_right() {
    let (server, _) = server(Player::Guest);
    let tokens = [join(&server), token(&server, Viewer::Watcher)];
    let streams = tokens.clone().map(|token| server.connect(&token).unwrap());
    act(&server, Viewer::Owner, private()).unwrap();
    play(&server, Viewer::Owner, 7).unwrap();
    for (token, stream) in tokens.iter().zip(&streams) {
        assert!(server.connect(token).is_err());
        let refused = server.act(token, Action::Export).err();
        assert_eq!(refused.map(|(status, _)| status), Some(Status::Forbidden));
        let told = messages(stream, "state");
        assert!(told.iter().all(|state| state["game"] == 1), "{told:?}");
        assert_eq!(stream.take(Duration::ZERO), Delivery::Closed);
    }
}

#[test]
fn guests_who_connect_while_another_game_begins_are_told_nothing_of_it() {
    let (server, _) = server(Player::Person { name: None });
    for _ in 0..100 {
        let shared = Action::NewGame(settings(Player::Guest));
        act(&server, Viewer::Owner, shared).unwrap();
        let tokens = [join(&server), token(&server, Viewer::Watcher)];
        let has_begun = AtomicBool::new(false);
        let connect = |token: &str| {
            let mut streams = Vec::new();
            while let Ok(stream) = server.connect(token) {
                streams.push(stream);
                has_begun.store(true, Ordering::SeqCst);
            }
            streams
        };
        let streams = std::thread::scope(|scope| {
            let connect = &connect;
            let clients = tokens
                .each_ref()
                .map(|token| scope.spawn(move || connect(token)));
            while !has_begun.load(Ordering::SeqCst) {
                std::thread::yield_now();
            }
            act(&server, Viewer::Owner, private()).unwrap();
            clients.map(|client| client.join().unwrap()).concat()
        });
        play(&server, Viewer::Owner, 7).unwrap();
        let game = server.lock().room.number;
        for stream in streams {
            let told = messages(&stream, "state");
            assert!(told.iter().all(|state| state["game"] != game));
            assert!(stream.is_closed());
        }
        assert!(server.lock().pages.is_empty());
    }
}

#[test]
fn the_newest_stream_of_a_token_replaces_its_oldest() {
    let (server, _) = server(Player::Guest);
    let others = [Viewer::Owner, Viewer::Guest, Viewer::Watcher];
    join(&server);
    for viewer in others {
        let stays = others.map(|other| server.connect(&token(&server, other)).unwrap());
        let stays: Vec<_> = others.into_iter().zip(stays).collect();
        let connect = || server.connect(&token(&server, viewer)).unwrap();
        let streams: Vec<_> = (0..most_streams(viewer) + 1).map(|_| connect()).collect();
        let replaced = &streams[0];
        assert_eq!(messages(replaced, "end").len(), 1, "{viewer:?}");
        assert_eq!(replaced.take(Duration::ZERO), Delivery::Closed);
        assert!(!streams[1..].iter().any(|stream| stream.is_closed()));
        for (other, stream) in stays {
            assert_eq!(stream.is_closed(), other == viewer, "{viewer:?}: {other:?}");
        }
        let inner = server.lock();
        let theirs = inner.pages.iter().filter(|page| page.viewer == viewer);
        let open = theirs.filter(|page| !page.mailbox.is_closed()).count();
        assert_eq!(open, most_streams(viewer));
        assert!(inner.room.guest.as_ref().unwrap().is_present);
    }
}

#[test]
fn threats_are_not_told_during_a_game_over_the_network() {
    let (server, _) = server(Player::Person { name: None });
    let stream = server.connect(&token(&server, Viewer::Owner)).unwrap();
    let has_threats = || {
        let told = messages(&stream, "study");
        told.last().map(|study| !study["threats"].is_null())
    };
    let show = || act_on_study(&server, StudyAction::Threats { shown: true });
    assert_eq!(show(), Ok(()));
    assert_eq!(has_threats(), Some(true));
    let shared = Action::NewGame(settings(Player::Guest));
    act(&server, Viewer::Owner, shared).unwrap();
    assert_eq!(has_threats(), Some(false));
    join(&server);
    play(&server, Viewer::Owner, 7).unwrap();
    act_on_study(&server, StudyAction::TakeGame).unwrap();
    assert_eq!(has_threats(), Some(false));
    assert_eq!(show(), Err(Status::Conflict));
    let hide = act_on_study(&server, StudyAction::Threats { shown: false });
    assert_eq!(hide, Ok(()));
    act(&server, Viewer::Guest, Action::Resign).unwrap();
    assert_eq!(show(), Ok(()));
    assert_eq!(has_threats(), Some(true));
}

#[test]
fn the_result_of_a_game_over_the_network_stands() {
    let folder = folder("board-result");
    let file = folder.join("game.sgf");
    let save = SaveTo::File {
        path: file.clone(),
        overwrite: false,
    };
    let (server, _) = start(settings(Player::Guest), &save);
    join(&server);
    play(&server, Viewer::Owner, 7).unwrap();
    play(&server, Viewer::Guest, 8).unwrap();
    act(&server, Viewer::Owner, Action::Resign).unwrap();
    let saved = std::fs::read_to_string(&file).unwrap();
    for viewer in [Viewer::Owner, Viewer::Guest] {
        assert_eq!(act(&server, viewer, Action::Undo), Err(Status::Conflict));
        let free = act(&server, Viewer::Owner, Action::FreeSeat);
        assert_eq!(free, Err(Status::Conflict));
    }
    let accept = Action::Answer { accept: true };
    let accepted = act(&server, Viewer::Owner, accept);
    assert_eq!(accepted, Err(Status::Conflict));
    assert_eq!(
        server.lock().room.game.finish(),
        Some(&Finish::Resigned(crate::types::Color::Black))
    );
    assert_eq!(std::fs::read_to_string(&file).unwrap(), saved);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn nobody_takes_a_free_seat_of_a_game_that_is_over() {
    let (server, _) = server(Player::Guest);
    join(&server);
    play(&server, Viewer::Owner, 7).unwrap();
    act(&server, Viewer::Owner, Action::FreeSeat).unwrap();
    act(&server, Viewer::Owner, Action::Resign).unwrap();
    let joined = join(&server);
    assert_eq!(server.viewer(&joined), Some(Viewer::Watcher));
}

#[test]
fn a_move_after_the_end_of_the_time_is_too_late() {
    let settings = NewGame {
        minutes: Some(1e-12),
        ..settings(Player::Guest)
    };
    let (server, _) = start(settings, &SaveTo::Nothing);
    join(&server);
    play(&server, Viewer::Owner, 7).unwrap();
    assert_eq!(play(&server, Viewer::Guest, 8), Err(Status::Conflict));
    let finish = Finish::OutOfTime(crate::types::Color::White);
    assert_eq!(server.lock().room.game.finish(), Some(&finish));
}
