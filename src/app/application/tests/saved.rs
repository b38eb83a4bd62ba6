//! The games that have been saved.

use super::*;
use crate::app::action::SavedAction;
use crate::app::application::actions::Answered;

const PERSON: Player = Player::Person { name: None };

/// An application whose games are saved to a folder with these games.
fn saving(name: &str, games: &[(&str, &str)], white: Player) -> Arc<Application> {
    let folder = folder(name);
    for (name, moves) in games {
        let text = format!("(;FF[4]GM[4]SZ[15]RU[renju]PB[Anna]DT[2026-11-30]RE[W+R]{moves})");
        std::fs::write(folder.join(format!("{name}.sgf")), text).unwrap();
    }
    let save = SaveTo::File {
        path: folder.join("present.sgf"),
        overwrite: false,
    };
    start(settings(white), &save)
}

/// What a viewer's action on the saved games answers: a document, or nothing.
fn manage(app: &Application, viewer: Viewer, act: SavedAction) -> Result<Value, Refused> {
    let token = token(app, viewer);
    match app.act(&token, Action::Games { act })? {
        Answered::Document(document) => Ok(document),
        Answered::Nothing => Ok(Value::Null),
        Answered::File(file) => Ok(json!(String::from_utf8(file.bytes).unwrap())),
    }
}

/// The names of the games in the list.
fn names(app: &Application) -> Vec<String> {
    let list = manage(app, Viewer::Owner, SavedAction::List).unwrap();
    let games = list["games"].as_array().unwrap().iter();
    let mut names: Vec<String> = games
        .map(|game| game["name"].as_str().unwrap().to_string())
        .collect();
    names.sort();
    names
}

#[test]
fn saved_games_are_listed_opened_renamed_and_deleted() {
    let app = saving("saved", &[("game-1", ";B[hh];W[hg]")], PERSON);
    let list = manage(&app, Viewer::Owner, SavedAction::List).unwrap();
    let expected = json!({
        "games": [{
            "name": "game-1",
            "isPlayed": false,
            "black": "Anna",
            "white": null,
            "rule": "renju",
            "width": 15,
            "height": 15,
            "date": "2026-11-30",
            "result": "white",
            "moves": [["black", [7, 7]], ["white", [7, 6]]],
        }],
        "unreadable": 0,
        "leftOut": 0,
    });
    assert_eq!(list, expected);

    let name = || "game-1".to_string();
    manage(&app, Viewer::Owner, SavedAction::Open { name: name() }).unwrap();
    assert_eq!(app.lock().study.json()["rule"], "renju");
    let deleted = manage(&app, Viewer::Owner, SavedAction::Delete { name: name() });
    assert_eq!(deleted, Ok(json!({ "name": "game-1" })));
    assert!(names(&app).is_empty());
    let restored = manage(&app, Viewer::Owner, SavedAction::Restore { name: name() });
    assert_eq!(restored, Ok(json!({ "name": "game-1" })));
    let to = "Final".to_string();
    let renamed = SavedAction::Rename { name: name(), to };
    assert_eq!(manage(&app, Viewer::Owner, renamed), Ok(Value::Null));
    assert_eq!(names(&app), ["Final"]);
    let all = manage(&app, Viewer::Owner, SavedAction::Export).unwrap();
    assert!(all.as_str().unwrap().contains("PB[Anna]"), "{all}");
    let again = manage(&app, Viewer::Owner, SavedAction::Open { name: name() });
    assert_eq!(again.unwrap_err().0, Denial::Conflict);
}

#[test]
fn what_was_played_is_told_for_the_position_of_the_study() {
    let games = [
        ("game-1", ";B[hh]"),
        ("game-2", ";B[hh];W[gh]"),
        ("game-3", ";B[hh];W[hg]"),
    ];
    let app = saving("explored", &games, PERSON);
    let explore = || manage(&app, Viewer::Owner, SavedAction::Explore).unwrap();
    let name = "game-1".to_string();
    manage(&app, Viewer::Owner, SavedAction::Open { name }).unwrap();
    let start = explore();
    assert_eq!(start["file"], Value::Null);
    assert_eq!(start["saved"]["all"], 3);
    assert_eq!(start["saved"]["games"], 3);
    // Both replies are the same by symmetry.
    let replies = start["saved"]["replies"].as_array().unwrap();
    assert_eq!(replies.len(), 1);
    assert_eq!(replies[0]["games"], 2);
    assert_eq!(replies[0]["white"], 2);

    let file = b"(;SZ[15]RU[renju]RE[B+];B[hh])(;SZ[15]RU[renju];B[hg])";
    app.read_study(&token(&app, Viewer::Owner), file).unwrap();
    let opened = explore();
    assert_eq!(opened["file"]["all"], 2);
    assert_eq!(opened["file"]["black"], 1);
    let name = "game-2".to_string();
    manage(&app, Viewer::Owner, SavedAction::Delete { name }).unwrap();
    assert_eq!(explore()["saved"]["all"], 2);
}

#[test]
fn the_file_of_the_present_game_stays_where_it_is() {
    let app = saving("present", &[], PERSON);
    play(&app, Viewer::Owner, 7).unwrap();
    assert_eq!(names(&app), ["present"]);
    let name = || "present".to_string();
    let to = "other".to_string();
    for act in [
        SavedAction::Rename { name: name(), to },
        SavedAction::Delete { name: name() },
    ] {
        let refused = manage(&app, Viewer::Owner, act).unwrap_err();
        assert_eq!(refused.0, Denial::Conflict);
    }
    assert_eq!(names(&app), ["present"]);
    // Another game is saved to another file.
    let another = Action::NewGame(settings(PERSON));
    act(&app, Viewer::Owner, another).unwrap();
    let delete = SavedAction::Delete { name: name() };
    manage(&app, Viewer::Owner, delete).unwrap();
    assert!(names(&app).is_empty());
}

#[test]
fn only_the_owner_sees_the_saved_games() {
    let app = saving("guests", &[("game-1", ";B[hh]")], Player::Guest);
    join(&app);
    let name = || "game-1".to_string();
    for viewer in [Viewer::Guest, Viewer::Watcher] {
        for act in [
            SavedAction::List,
            SavedAction::Open { name: name() },
            SavedAction::Delete { name: name() },
            SavedAction::Export,
        ] {
            let refused = manage(&app, viewer, act).unwrap_err();
            assert_eq!(refused.0, Denial::Forbidden);
        }
    }
    assert_eq!(names(&app), ["game-1"]);
}
