//! The application with a carrier for tests.

mod carrier;
mod former;
mod rights;
mod saved;

use super::*;
use crate::app::action::{Action, NewGame, OpeningChoice, Origin, Player};
use crate::app::rights::Denial;
use crate::app::study::{Question, StudyAction};
use crate::files::tests::folder;
use crate::play::autosave::{Autosave, SaveTo};
use crate::types::{BoardSize, Rule};

/// The settings of a game between the owner, black, and another player.
fn settings(white: Player) -> NewGame {
    NewGame {
        rule: "freestyle".to_string(),
        width: 15,
        height: 15,
        black: Player::Person { name: None },
        white,
        seconds: 0.1,
        opening: None,
        minutes: None,
        increment: 0.0,
        from: None,
    }
}

/// An application in which nothing has been played.
fn app(white: Player) -> Arc<Application> {
    start(settings(white), &SaveTo::Nothing)
}

/// An application with this first game.
fn start(settings: NewGame, save: &SaveTo) -> Arc<Application> {
    let app = Arc::new(Application::new(Setup {
        room: Room::new(1, &settings, None, Duration::ZERO).unwrap(),
        study: Study::new(BoardSize::square(15).unwrap(), Rule::Freestyle),
        owner: Token::random().unwrap(),
        inviter: Some(Box::new(|_| json!({}))),
        saves: Box::new(Autosave::new(save)),
        threads: 1,
        memory: 64 << 20,
        most_memory: 4096 << 20,
        defaults: Value::Null,
        seed: 1,
    }));
    app.start(Box::new(carrier::Threads::new(Arc::downgrade(&app))));
    app
}

/// The token of a viewer; empty if there is none.
fn token(app: &Application, viewer: Viewer) -> String {
    let inner = app.lock();
    let guest = inner.room.guest.as_ref();
    let token = match viewer {
        Viewer::Owner => Some(&app.owner),
        Viewer::Guest => guest.and_then(|guest| guest.token.as_ref()),
        Viewer::Watcher => guest.map(|guest| &guest.watching),
    };
    token.map_or_else(String::new, |token| token.text().to_string())
}

/// Lets a guest join the game over the network. Returns the guest's token.
fn join(app: &Application) -> String {
    let inner = app.lock();
    let invitation = inner.room.guest.as_ref().unwrap().invitation.clone();
    drop(inner);
    app.join(invitation.text(), "Ben").unwrap()
}

/// Plays a move in the seventh row.
fn play(app: &Application, viewer: Viewer, x: u8) -> Result<(), Denial> {
    let ply = app.lock().room.game.position().ply();
    act(app, viewer, Action::Move { x, y: 7, ply })
}

fn act(app: &Application, viewer: Viewer, action: Action) -> Result<(), Denial> {
    let done = app.act(&token(app, viewer), action);
    done.map(|_| ()).map_err(|(status, _)| status)
}

/// Carries out an action on the study for the owner.
fn act_on_study(app: &Application, action: StudyAction) -> Result<(), Denial> {
    let version = app.lock().study.version();
    let act_of_study = Action::Study {
        version,
        act: action,
    };
    act(app, Viewer::Owner, act_of_study)
}

/// Asks for three variations of the study.
fn analyse(app: &Application) -> Result<(), Denial> {
    act_on_study(app, StudyAction::Analyze { variations: 3 })
}

#[test]
fn only_the_invitation_gives_a_seat_and_only_once() {
    let app = app(Player::Guest);
    assert_eq!(app.join(&"0".repeat(32), "Eve"), None);
    assert_eq!(app.join("", "Eve"), None);
    let invitation = {
        let inner = app.lock();
        let guest = inner.room.guest.as_ref().unwrap();
        guest.invitation.text().to_string()
    };
    assert_eq!(app.viewer(&invitation), None, "it is no seat");
    let join = || app.viewer(&app.join(&invitation, "Ben").unwrap());
    assert_eq!(join(), Some(Viewer::Guest));
    assert_eq!(join(), Some(Viewer::Watcher));
    act(
        &app,
        Viewer::Owner,
        Action::NewGame(settings(Player::Guest)),
    )
    .unwrap();
    assert_eq!(app.join(&invitation, "Ben"), None, "another game");
}

#[test]
fn a_hint_does_not_end_an_analysis() {
    let app = app(Player::Person { name: None });
    analyse(&app).unwrap();
    let hint = act(&app, Viewer::Owner, Action::Hint);
    assert_eq!(hint, Err(Denial::Conflict));
    assert!(app.lock().study.asked.is_some());
    let version = app.lock().study.version();
    let stop = StudyAction::Stop;
    act(&app, Viewer::Owner, Action::Study { version, act: stop }).unwrap();
    let end = Instant::now() + Duration::from_secs(30);
    while app.lock().study.asked.is_some() {
        assert!(Instant::now() < end, "the analysis does not stop");
        std::thread::sleep(Duration::from_millis(10));
    }
    act(&app, Viewer::Owner, Action::Hint).unwrap();
}

#[test]
fn taking_the_same_game_again_keeps_what_was_done_with_it() {
    let app = app(Player::Person { name: None });
    let play = |x| play(&app, Viewer::Owner, x).unwrap();
    let study = |act_of_study| act_on_study(&app, act_of_study).unwrap();
    let told = || {
        let told = app.lock().study.json();
        (told["unsaved"].clone(), told["isGame"].clone())
    };
    play(7);
    play(8);
    study(StudyAction::TakeGame);
    assert_eq!(told(), (Value::Null, json!(false)));
    study(StudyAction::Go { node: 1 });
    study(StudyAction::Play { x: 1, y: 1 });
    assert_eq!(told(), (json!("changes"), json!(true)));
    study(StudyAction::TakeGame);
    let nodes = app.lock().study.variation_nodes().len();
    assert_eq!((nodes, app.lock().study.at()), (3, 2));
    assert_eq!(told().0, json!("changes"), "the branch is kept");
    let format = "sgf".to_string();
    act(&app, Viewer::Owner, Action::SaveStudy { format }).unwrap();
    assert_eq!(told().0, Value::Null);
    study(StudyAction::Comment {
        text: "a comment".to_string(),
    });
    play(9);
    assert_eq!(told(), (json!("changes"), json!(false)));
    study(StudyAction::TakeGame);
    assert_eq!(app.lock().study.at(), 3);
    assert_eq!(told().0, Value::Null);
}

#[test]
fn two_people_are_told_no_win_chance_unless_they_ask() {
    let app = app(Player::Person { name: None });
    assert!(!app.lock().shows_chance());
    let show = Action::ShowChance { shown: true };
    act(&app, Viewer::Owner, show).unwrap();
    assert!(app.lock().shows_chance());
    let with_engine = settings(Player::Engine { level: 1 });
    act(&app, Viewer::Owner, Action::NewGame(with_engine)).unwrap();
    let hide = Action::ShowChance { shown: false };
    assert!(app.lock().shows_chance());
    act(&app, Viewer::Owner, hide).unwrap();
    let of_people = settings(Player::Person { name: None });
    act(&app, Viewer::Owner, Action::NewGame(of_people)).unwrap();
    assert!(app.lock().shows_chance(), "each kind of game has its own");
}

#[test]
fn the_engine_helps_nobody_in_a_game_over_the_network() {
    let app = app(Player::Guest);
    assert_eq!(analyse(&app), Err(Denial::Conflict));
    join(&app);
    for viewer in [Viewer::Guest, Viewer::Watcher] {
        assert_eq!(act(&app, viewer, Action::Hint), Err(Denial::Forbidden));
    }
    assert_eq!(
        act(&app, Viewer::Owner, Action::Hint),
        Err(Denial::Conflict)
    );
}

#[test]
fn a_reply_outside_a_proof_is_answered() {
    let app = app(Player::Person { name: None });
    let owner = token(&app, Viewer::Owner);
    app.read_study(&owner, b"h8 a1 i8 a3 j8 a5").unwrap();
    let ask = |act_of_study| {
        act_on_study(&app, act_of_study).unwrap();
        let end = Instant::now() + Duration::from_secs(60);
        while app.lock().study.asked.is_some() {
            assert!(Instant::now() < end, "the search does not end");
            std::thread::sleep(Duration::from_millis(10));
        }
        app.lock().study.variation_nodes().len() - 1
    };
    assert_eq!(
        ask(StudyAction::Solve),
        7,
        "no reply to the open four helps"
    );
    let node = app.lock().study.variation_nodes()[7].index();
    ask(StudyAction::Go { node });
    let (x, y) = (2, 2);
    assert_eq!(ask(StudyAction::Play { x, y }), 9, "the five is shown");
}

#[test]
fn a_game_is_saved_once_its_opening_is_over() {
    let folder = folder("board-opening");
    let file = folder.join("game.sgf");
    let settings = NewGame {
        opening: Some("swap2".to_string()),
        ..settings(Player::Person { name: None })
    };
    let save = SaveTo::File {
        path: file.clone(),
        overwrite: false,
    };
    let app = start(settings, &save);
    for (ply, x) in (5..8).enumerate() {
        let action = Action::Move { x, y: 7, ply };
        assert_eq!(act(&app, Viewer::Owner, action), Ok(()));
    }
    assert!(!file.exists());
    let told = app.lock().saved.clone();
    assert_eq!(
        told.as_deref(),
        Some("The game is saved once its opening is over.")
    );
    let exported = act(&app, Viewer::Owner, Action::Export);
    assert_eq!(exported, Err(Denial::Conflict));
    let option = OpeningChoice::Keep;
    let chosen = act(&app, Viewer::Owner, Action::Choose { option, ply: 3 });
    assert_eq!(chosen, Ok(()));
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(text.matches(";B[").count(), 2, "{text}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_game_that_could_not_be_saved_is_saved_with_the_next_move() {
    let folder = folder("board-unsaved").join("inner");
    let file = folder.join("game.sgf");
    let save = SaveTo::File {
        path: file.clone(),
        overwrite: false,
    };
    let app = start(settings(Player::Person { name: None }), &save);
    let play = |ply| {
        let x = u8::try_from(ply).unwrap();
        let action = Action::Move { x, y: 7, ply };
        assert_eq!(act(&app, Viewer::Owner, action), Ok(()));
        app.lock().saved.clone().expect("a message")
    };
    let message = play(0);
    assert!(message.starts_with("Cannot save the game to "), "{message}");
    assert_eq!(play(1), message, "the page does not say that it is saved");
    std::fs::create_dir(&folder).unwrap();
    let again = play(2);
    assert!(again.ends_with("game.sgf again."), "{again}");
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(text.matches(";B[").count(), 2, "{text}");
    assert!(play(3).starts_with("Saved to "));
    std::fs::remove_dir_all(folder.parent().unwrap()).unwrap();
}

#[test]
fn an_invitation_tells_what_is_played() {
    let app = app(Player::Guest);
    let invitation = {
        let inner = app.lock();
        let guest = inner.room.guest.as_ref().unwrap();
        guest.invitation.text().to_string()
    };
    assert_eq!(app.invited(&"0".repeat(32)), None);
    let told = app.invited(&invitation).unwrap();
    assert_eq!(
        (&told["color"], &told["width"], &told["isTaken"]),
        (&json!("white"), &json!(15), &json!(false))
    );
    join(&app);
    assert_eq!(app.invited(&invitation).unwrap()["isTaken"], true);
}

#[test]
fn means_out_of_range_are_refused() {
    let app = app(Player::Person { name: None });
    let means = |threads, memory, seconds| StudyAction::Means {
        threads,
        memory,
        seconds,
    };
    for wrong in [
        means(0, 64, None),
        means(100_000, 64, None),
        means(1, 1, None),
        means(1, 1 << 40, None),
        means(1, 64, Some(0)),
    ] {
        assert_eq!(act_on_study(&app, wrong), Err(Denial::Conflict));
    }
    act_on_study(&app, means(1, 128, Some(60))).unwrap();
    let inner = app.lock();
    assert_eq!(
        (inner.study.means.memory, inner.study.means.seconds),
        (128, Some(60))
    );
}

#[test]
fn an_analysis_goes_on_after_the_reasons() {
    let app = app(Player::Person { name: None });
    analyse(&app).unwrap();
    act_on_study(&app, StudyAction::Why).unwrap();
    let end = Instant::now() + Duration::from_secs(60);
    while app.lock().study.reasons.is_none() {
        assert!(Instant::now() < end, "there are no reasons");
        std::thread::sleep(Duration::from_millis(10));
    }
    let asked = app.lock().study.asked.map(|asked| asked.question);
    assert_eq!(asked, Some(Question::Variations));
    act_on_study(&app, StudyAction::Stop).unwrap();
    assert!(!app.lock().study.is_on, "no other place is analysed");
}

#[test]
fn an_unsolved_puzzle_is_not_analysed() {
    let app = app(Player::Person { name: None });
    let puzzles: &[u8] = include_bytes!("../../../tests/records/puzzles.json");
    let owner = token(&app, Viewer::Owner);
    app.read_study(&owner, puzzles).unwrap();
    act_on_study(&app, StudyAction::Reveal).unwrap();
    analyse(&app).unwrap();
    act_on_study(&app, StudyAction::Choose { number: 2 }).unwrap();
    let inner = app.lock();
    assert!(inner.study.asked.is_none() && !inner.study.is_on);
}

#[test]
fn a_game_begins_in_a_position_of_the_study_or_of_the_game() {
    let app = app(Player::Person { name: None });
    for x in 3..6 {
        play(&app, Viewer::Owner, x).unwrap();
    }
    let begin = |from, size: i64| {
        let settings = NewGame {
            from: Some(from),
            width: size,
            height: size,
            ..settings(Player::Person { name: None })
        };
        act(&app, Viewer::Owner, Action::NewGame(settings))
    };
    let ply = || app.lock().room.game.position().ply();
    let refused = Err(Denial::Conflict);
    assert_eq!(begin(Origin::Game { ply: 4 }, 15), refused);
    assert_eq!(begin(Origin::Game { ply: 2 }, 14), refused);
    assert_eq!(begin(Origin::Study { version: 0 }, 15), refused);
    assert_eq!((ply(), app.lock().room.number), (3, 1));
    act(&app, Viewer::Owner, Action::Resign).unwrap();
    begin(Origin::Game { ply: 2 }, 15).unwrap();
    assert_eq!((ply(), app.lock().room.number), (2, 2));
    assert!(app.lock().room.game.finish().is_none());
    let study = |action| act_on_study(&app, action).unwrap();
    let follow = |moves: &[[u8; 2]]| {
        study(StudyAction::Follow {
            moves: moves.to_vec(),
        })
    };
    follow(&[
        [7, 7],
        [0, 0],
        [8, 7],
        [0, 2],
        [9, 7],
        [0, 4],
        [10, 7],
        [0, 6],
    ]);
    let version = app.lock().study.version();
    begin(Origin::Study { version }, 15).unwrap();
    assert_eq!(ply(), 8);
    follow(&[[11, 7]]);
    assert_eq!(
        begin(Origin::Study { version }, 15),
        refused,
        "five in a row"
    );
    assert_eq!(ply(), 8);
}
