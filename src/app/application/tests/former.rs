//! Tokens of games that are over, streams of events, and results that stand.

use std::sync::atomic::{AtomicBool, Ordering};

use super::carrier::Inbox;
use super::*;
use crate::app::application::pages::most_streams;
use crate::play::finish::Finish;

/// A private game of the owner.
fn private() -> Action {
    Action::NewGame(settings(Player::Person { name: None }))
}

/// The messages that wait for a page, of the kind `kind`; a page's stream may have ended.
fn messages(inbox: &Inbox, kind: &str) -> Vec<Value> {
    let lines = inbox.take();
    let all = lines.iter().map(|line| serde_json::from_str(line).unwrap());
    all.filter(|message: &Value| message["kind"] == kind)
        .collect()
}

/// Connects a page with this token.
fn connect(app: &Application, token: &str) -> Result<Arc<Inbox>, Refused> {
    let inbox = Arc::new(Inbox::default());
    app.connect(token, Arc::clone(&inbox) as _)?;
    Ok(inbox)
}

#[test]
fn a_token_of_a_former_game_gives_no_right() {
    let app = app(Player::Guest);
    let tokens = [join(&app), token(&app, Viewer::Watcher)];
    let streams = tokens.clone().map(|token| connect(&app, &token).unwrap());
    act(&app, Viewer::Owner, private()).unwrap();
    play(&app, Viewer::Owner, 7).unwrap();
    for (token, stream) in tokens.iter().zip(&streams) {
        assert!(connect(&app, token).is_err());
        let refused = app.act(token, Action::Export).err();
        assert_eq!(refused.map(|(status, _)| status), Some(Denial::Forbidden));
        let told = messages(stream, "state");
        assert!(told.iter().all(|state| state["game"] == 1), "{told:?}");
        assert!(stream.take().is_empty() && stream.is_closed());
    }
}

#[test]
fn guests_who_connect_while_another_game_begins_are_told_nothing_of_it() {
    let app = app(Player::Person { name: None });
    for _ in 0..100 {
        let shared = Action::NewGame(settings(Player::Guest));
        act(&app, Viewer::Owner, shared).unwrap();
        let tokens = [join(&app), token(&app, Viewer::Watcher)];
        let has_begun = AtomicBool::new(false);
        let connect = |token: &str| {
            let mut streams = Vec::new();
            while let Ok(stream) = connect(&app, token) {
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
            act(&app, Viewer::Owner, private()).unwrap();
            clients.map(|client| client.join().unwrap()).concat()
        });
        play(&app, Viewer::Owner, 7).unwrap();
        let game = app.lock().room.number;
        for stream in streams {
            let told = messages(&stream, "state");
            assert!(told.iter().all(|state| state["game"] != game));
            assert!(stream.is_closed());
        }
        assert!(app.lock().pages.is_empty());
    }
}

#[test]
fn the_newest_stream_of_a_token_replaces_its_oldest() {
    let app = app(Player::Guest);
    let others = [Viewer::Owner, Viewer::Guest, Viewer::Watcher];
    join(&app);
    for viewer in others {
        let stays = others.map(|other| connect(&app, &token(&app, other)).unwrap());
        let stays: Vec<_> = others.into_iter().zip(stays).collect();
        let connect = || connect(&app, &token(&app, viewer)).unwrap();
        let streams: Vec<_> = (0..most_streams(viewer) + 1).map(|_| connect()).collect();
        let replaced = &streams[0];
        assert_eq!(messages(replaced, "end").len(), 1, "{viewer:?}");
        assert!(replaced.take().is_empty() && replaced.is_closed());
        assert!(!streams[1..].iter().any(|stream| stream.is_closed()));
        for (other, stream) in stays {
            assert_eq!(stream.is_closed(), other == viewer, "{viewer:?}: {other:?}");
        }
        let inner = app.lock();
        let theirs = inner.pages.iter().filter(|page| page.viewer == viewer);
        let open = theirs.filter(|page| !page.mailbox.is_closed()).count();
        assert_eq!(open, most_streams(viewer));
        assert!(inner.room.guest.as_ref().unwrap().is_present);
    }
}

#[test]
fn threats_are_not_told_during_a_game_over_the_network() {
    let app = app(Player::Person { name: None });
    let stream = connect(&app, &token(&app, Viewer::Owner)).unwrap();
    let has_threats = || {
        let told = messages(&stream, "study");
        told.last().map(|study| !study["threats"].is_null())
    };
    let show = || act_on_study(&app, StudyAction::Threats { shown: true });
    assert_eq!(show(), Ok(()));
    assert_eq!(has_threats(), Some(true));
    let shared = Action::NewGame(settings(Player::Guest));
    act(&app, Viewer::Owner, shared).unwrap();
    assert_eq!(has_threats(), Some(false));
    join(&app);
    play(&app, Viewer::Owner, 7).unwrap();
    act_on_study(&app, StudyAction::TakeGame).unwrap();
    assert_eq!(has_threats(), Some(false));
    assert_eq!(show(), Err(Denial::Conflict));
    let hide = act_on_study(&app, StudyAction::Threats { shown: false });
    assert_eq!(hide, Ok(()));
    act(&app, Viewer::Guest, Action::Resign).unwrap();
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
    let app = start(settings(Player::Guest), &save);
    join(&app);
    play(&app, Viewer::Owner, 7).unwrap();
    play(&app, Viewer::Guest, 8).unwrap();
    act(&app, Viewer::Owner, Action::Resign).unwrap();
    let saved = std::fs::read_to_string(&file).unwrap();
    for viewer in [Viewer::Owner, Viewer::Guest] {
        assert_eq!(act(&app, viewer, Action::Undo), Err(Denial::Conflict));
        let free = act(&app, Viewer::Owner, Action::FreeSeat);
        assert_eq!(free, Err(Denial::Conflict));
    }
    let accept = Action::Answer { accept: true };
    let accepted = act(&app, Viewer::Owner, accept);
    assert_eq!(accepted, Err(Denial::Conflict));
    assert_eq!(
        app.lock().room.game.finish(),
        Some(&Finish::Resigned(crate::types::Color::Black))
    );
    assert_eq!(std::fs::read_to_string(&file).unwrap(), saved);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn nobody_takes_a_free_seat_of_a_game_that_is_over() {
    let app = app(Player::Guest);
    join(&app);
    play(&app, Viewer::Owner, 7).unwrap();
    act(&app, Viewer::Owner, Action::FreeSeat).unwrap();
    act(&app, Viewer::Owner, Action::Resign).unwrap();
    let joined = join(&app);
    assert_eq!(app.viewer(&joined), Some(Viewer::Watcher));
}

#[test]
fn a_move_after_the_end_of_the_time_is_too_late() {
    let settings = NewGame {
        minutes: Some(1e-12),
        ..settings(Player::Guest)
    };
    let app = start(settings, &SaveTo::Nothing);
    join(&app);
    play(&app, Viewer::Owner, 7).unwrap();
    assert_eq!(play(&app, Viewer::Guest, 8), Err(Denial::Conflict));
    let finish = Finish::OutOfTime(crate::types::Color::White);
    assert_eq!(app.lock().room.game.finish(), Some(&finish));
}
