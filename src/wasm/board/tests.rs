//! The board with a page that keeps everything.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use super::*;
use crate::engine::on_search_stack;

/// Keeps what it is told and what is stored.
#[derive(Default)]
struct Kept {
    told: Mutex<Vec<Value>>,
    stored: Mutex<Vec<Value>>,
    has_news: AtomicBool,
}

impl Page for Kept {
    fn tell(&self, message: &str) {
        let message = serde_json::from_str(message).expect("JSON");
        self.told.lock().unwrap().push(message);
    }

    fn store(&self, change: &str) {
        let change = serde_json::from_str(change).expect("JSON");
        self.stored.lock().unwrap().push(change);
    }

    fn has_news(&self) -> bool {
        self.has_news.load(Ordering::Relaxed)
    }
}

impl Kept {
    /// The newest message of a kind.
    fn newest(&self, kind: &str) -> Value {
        let told = self.told.lock().unwrap();
        let newest = told.iter().rev().find(|message| message["kind"] == kind);
        newest.cloned().unwrap_or(Value::Null)
    }

    /// What a page that is loaded again hands in.
    fn left(&self) -> Value {
        let mut start = empty();
        let mut games: Vec<Value> = Vec::new();
        for change in self.stored.lock().unwrap().iter() {
            for gone in [change.get("put"), change.get("remove")]
                .into_iter()
                .flatten()
            {
                games.retain(|game| {
                    game["name"] != gone["name"] || game["isDeleted"] != gone["isDeleted"]
                });
            }
            games.extend(change.get("put").cloned());
            if let Some(game) = change.get("game") {
                start["journal"] = game["journal"].clone();
                start["name"] = game["name"].clone();
            }
            for name in ["study", "scores"] {
                if let Some(kept) = change.get(name) {
                    start[name] = kept.clone();
                }
            }
        }
        start["games"] = games.into();
        start
    }
}

/// What a first visit hands in.
fn empty() -> Value {
    json!({
        "memory": 64, "seed": 1, "isInterruptible": true,
        "games": [], "journal": [], "name": null, "study": null,
    })
}

fn begin(start: &Value) -> (Board, Arc<Kept>) {
    let page = Arc::new(Kept::default());
    let board = Board::new(start.to_string().as_bytes(), Arc::clone(&page) as _);
    (board.expect("a board"), page)
}

/// Carries out an action, which must be possible.
fn act(board: &mut Board, action: &Value) -> Value {
    match board.act(&action.to_string()) {
        Reply::Done(document) => document,
        Reply::File(file) => json!(String::from_utf8_lossy(&file.bytes)),
        Reply::Refused(text) => panic!("{action}: {text}"),
    }
}

fn play(board: &mut Board, x: u8, y: u8, ply: usize) {
    act(
        board,
        &json!({ "action": "move", "x": x, "y": y, "ply": ply }),
    );
}

fn study(board: &mut Board, page: &Kept, what: &Value) {
    let version = page.newest("study")["version"].clone();
    act(
        board,
        &json!({ "action": "study", "version": version, "act": what }),
    );
}

/// A new game, whose white is played by `white`.
fn new_game(white: &Value, opening: Option<&str>) -> Value {
    json!({
        "action": "new-game", "rule": "freestyle", "width": 15, "height": 15,
        "black": { "kind": "person", "name": "Anna" }, "white": white,
        "seconds": 0.2, "opening": opening, "minutes": 5,
    })
}

/// Searches to the end, in pieces of this length.
fn search(board: &mut Board, slice: Duration) -> usize {
    let mut pieces = 0;
    on_search_stack(|| {
        while board.has_search() {
            board.search(slice);
            pieces += 1;
            assert!(pieces < 100_000, "the search does not end");
        }
    })
    .unwrap();
    pieces
}

const LONG: Duration = Duration::from_secs(3600);
const PERSON: fn() -> Value = || json!({ "kind": "person", "name": null });
const ENGINE: fn() -> Value = || json!({ "kind": "engine", "level": 1 });

/// What the page shows of a game, without what changes with time.
fn shown(page: &Kept) -> Value {
    let mut state = page.newest("state");
    for (name, changes) in [("chance", true), ("saved", true), ("hint", true)] {
        if changes {
            state[name] = Value::Null;
        }
    }
    for side in ["black", "white"] {
        state["players"][side]["clock"] = Value::Null;
    }
    state
}

#[test]
fn a_game_goes_on_after_the_page_is_loaded_again() {
    for (white, opening) in [
        (ENGINE(), None),
        (PERSON(), None),
        (ENGINE(), Some("swap2")),
    ] {
        let (mut board, page) = begin(&empty());
        act(&mut board, &new_game(&white, opening));
        play(&mut board, 7, 7, 0);
        search(&mut board, LONG);
        for ply in 1..3 {
            let state = page.newest("state");
            if state["moves"].as_array().unwrap().len() == ply && state["ghost"] != Value::Null {
                let x = 7 + u8::try_from(ply).unwrap();
                play(&mut board, x, 9, ply);
                search(&mut board, LONG);
            }
        }
        let (mut again, other) = begin(&page.left());
        search(&mut again, LONG);
        assert_eq!(shown(&other), shown(&page), "{white} {opening:?}");
        assert_eq!(other.newest("notice"), Value::Null);
        assert!(page.newest("state")["moves"].as_array().unwrap().len() >= 2);
    }
}

#[test]
fn a_game_from_a_position_goes_on_after_the_page_is_loaded_again() {
    let (mut board, page) = begin(&empty());
    let follow = json!({ "do": "follow", "moves": [[7, 7], [0, 0], [8, 7]] });
    study(&mut board, &page, &follow);
    let mut action = new_game(&PERSON(), None);
    let version = page.newest("study")["version"].clone();
    action["from"] = json!({ "kind": "study", "version": version });
    act(&mut board, &action);
    play(&mut board, 0, 2, 3);
    // The study has changed by the time that the page is loaded again.
    study(
        &mut board,
        &page,
        &json!({ "do": "clear", "rule": "renju", "size": 15 }),
    );
    let (_board, other) = begin(&page.left());
    assert_eq!(shown(&other), shown(&page));
    assert_eq!(other.newest("notice"), Value::Null);
    assert_eq!(other.newest("state")["moves"].as_array().unwrap().len(), 4);
}

#[test]
fn scores_of_puzzles_are_kept() {
    let (mut board, page) = begin(&empty());
    let missed = |board: &mut Board| {
        let list = json!({ "action": "puzzles", "act": { "do": "list" } });
        act(board, &list)["sets"][0]["missed"].clone()
    };
    assert_eq!(missed(&mut board), 0);
    let open = json!({ "do": "open", "set": "easy" });
    act(&mut board, &json!({ "action": "puzzles", "act": open }));
    study(&mut board, &page, &json!({ "do": "reveal" }));
    assert_eq!(missed(&mut board), 1);
    let (mut again, _) = begin(&page.left());
    assert_eq!(missed(&mut again), 1);
}

#[test]
fn time_stands_still_between_two_pages() {
    let (mut board, page) = begin(&empty());
    act(&mut board, &new_game(&PERSON(), None));
    play(&mut board, 7, 7, 0);
    board.app.set_time(Duration::from_secs(100));
    play(&mut board, 8, 7, 1);
    let clock = |page: &Kept| page.newest("state")["players"]["white"]["clock"].as_u64();
    let left = clock(&page).unwrap();
    assert!((195_000..=200_500).contains(&left), "{left}");
    let (_board, other) = begin(&page.left());
    assert!(clock(&other).unwrap().abs_diff(left) < 1000);
}

#[test]
fn what_cannot_be_repeated_is_told_and_the_board_begins() {
    let (mut board, page) = begin(&empty());
    act(&mut board, &new_game(&PERSON(), None));
    play(&mut board, 7, 7, 0);
    let mut left = page.left();
    for wrong in [
        "",
        "{}",
        r#"{"at":1,"act":"{\"action\":\"move\",\"x\":7,\"y\":7,\"ply\":1}"}"#,
    ] {
        left["journal"][1] = json!(wrong);
        let (mut again, other) = begin(&left);
        let notice = other.newest("notice");
        assert!(
            notice["text"]
                .as_str()
                .unwrap()
                .contains("cannot be continued"),
            "{wrong}"
        );
        play(&mut again, 3, 3, 0);
        let list = act(
            &mut again,
            &json!({ "action": "games", "act": { "do": "list" } }),
        );
        assert_eq!(
            list["games"].as_array().unwrap().len(),
            2,
            "the saved game is kept"
        );
    }
    assert!(Board::new(b"[]", Arc::new(Kept::default())).is_err());
}

#[test]
fn saved_games_are_listed_renamed_deleted_and_brought_back() {
    let (mut board, page) = begin(&empty());
    let games =
        |board: &mut Board, what: Value| act(board, &json!({ "action": "games", "act": what }));
    let names = |board: &mut Board| -> Vec<String> {
        let list = games(board, json!({ "do": "list" }));
        let all = list["games"].as_array().unwrap().iter();
        all.map(|game| game["name"].as_str().unwrap().to_string())
            .collect()
    };
    for _ in 0..2 {
        act(&mut board, &new_game(&PERSON(), None));
        play(&mut board, 7, 7, 0);
    }
    let mut all = names(&mut board);
    all.sort();
    assert_eq!(all, ["game-1", "game-2"]);
    games(
        &mut board,
        json!({ "do": "rename", "name": "game-1", "to": "Final" }),
    );
    let refused = json!({ "action": "games", "act": { "do": "delete", "name": "game-2" } });
    assert!(
        matches!(board.act(&refused.to_string()), Reply::Refused(_)),
        "it is on the board"
    );
    let deleted = games(&mut board, json!({ "do": "delete", "name": "Final" }));
    assert_eq!(deleted["name"], "Final");
    assert_eq!(names(&mut begin(&page.left()).0), ["game-2"]);
    games(&mut board, json!({ "do": "restore", "name": "Final" }));
    games(&mut board, json!({ "do": "open", "name": "Final" }));
    let (mut again, other) = begin(&page.left());
    let mut all = names(&mut again);
    all.sort();
    assert_eq!(all, ["Final", "game-2"]);
    assert_eq!(other.newest("notice"), Value::Null);
    act(&mut again, &new_game(&PERSON(), None));
    play(&mut again, 7, 7, 0);
    assert!(names(&mut again).contains(&"game-3".to_string()));
}

#[test]
fn a_game_that_could_not_be_stored_is_stored_with_the_next_move() {
    let (mut board, page) = begin(&empty());
    act(&mut board, &new_game(&PERSON(), None));
    let saved = || {
        page.newest("state")["saved"]
            .as_str()
            .unwrap_or_default()
            .to_string()
    };
    play(&mut board, 7, 7, 0);
    assert_eq!(saved(), library::PLACE);
    let puts = || {
        page.stored
            .lock()
            .unwrap()
            .iter()
            .filter(|change| change.get("put").is_some())
            .count()
    };
    let before = puts();
    for _ in 0..2 {
        board.note_stored(Some("there is no space left for it"));
        assert!(saved().starts_with("Cannot save the game in this browser: there is no space"));
    }
    assert_eq!(puts(), before, "only a move tries again");
    let notice = page.newest("notice")["text"].to_string();
    assert!(notice.contains("there is no space"), "{notice}");
    play(&mut board, 8, 7, 1);
    assert!(puts() > before);
    assert!(saved().starts_with("Cannot save"), "it is not known yet");
    board.note_stored(None);
    assert_eq!(saved(), "The game is saved in this browser again.");
}

#[test]
fn an_analysis_pauses_for_an_action_and_ends_when_it_is_stopped() {
    let (mut board, page) = begin(&empty());
    act(&mut board, &new_game(&PERSON(), None));
    study(
        &mut board,
        &page,
        &json!({ "do": "analyze", "variations": 2 }),
    );
    assert!(board.has_search());
    on_search_stack(|| {
        board.search(Duration::from_millis(30));
        page.has_news.store(true, Ordering::Relaxed);
        board.search(LONG);
    })
    .unwrap();
    page.has_news.store(false, Ordering::Relaxed);
    assert!(board.has_search(), "it goes on");
    assert_eq!(page.newest("told")["told"]["kind"], "variations");
    study(&mut board, &page, &json!({ "do": "stop" }));
    search(&mut board, LONG);
    assert_eq!(page.newest("study")["asked"], Value::Null);
}

#[test]
fn wins_and_reviews_go_on_after_an_action() {
    let (mut board, page) = begin(&empty());
    assert!(matches!(board.upload(b"h8 i9 i8 j8 h9"), Reply::Done(_)));
    study(&mut board, &page, &json!({ "do": "solve" }));
    page.has_news.store(true, Ordering::Relaxed);
    on_search_stack(|| board.search(LONG)).unwrap();
    page.has_news.store(false, Ordering::Relaxed);
    assert!(board.has_search(), "it begins again");
    study(&mut board, &page, &json!({ "do": "stop" }));
    search(&mut board, LONG);
    let told = page.newest("told")["told"]["text"].to_string();
    assert!(told.contains("without a result"), "{told}");
    assert!(matches!(board.upload(b"h8 a1 i8 a3 j8 a5"), Reply::Done(_)));
    study(&mut board, &page, &json!({ "do": "solve" }));
    search(&mut board, LONG);
    let told = page.newest("told")["told"]["text"].to_string();
    assert!(told.contains("Forced win (VCF) in 2 moves"), "{told}");
    study(&mut board, &page, &json!({ "do": "go", "node": 6 }));
    study(&mut board, &page, &json!({ "do": "review", "nodes": 1000 }));
    let pieces = search(&mut board, Duration::from_millis(1));
    assert!(pieces >= 6, "{pieces}");
    assert!(
        page.newest("study")["review"] != Value::Null,
        "{}",
        page.newest("study")
    );
}

#[test]
fn a_study_goes_on_after_the_page_is_loaded_again() {
    let (mut board, page) = begin(&empty());
    board.store_study();
    assert_eq!(page.left()["study"], Value::Null);
    let text = b"(;GM[4]SZ[15]RU[renju];B[hh];W[ig](;B[hf]C[far])(;B[ih];W[jh]))";
    assert!(matches!(board.upload(text), Reply::Done(_)));
    study(&mut board, &page, &json!({ "do": "go", "node": 5 }));
    board.store_study();
    let (_again, other) = begin(&page.left());
    for name in ["rule", "stones", "at"] {
        assert_eq!(
            other.newest("study")[name],
            page.newest("study")[name],
            "{name}"
        );
    }
    assert_eq!(other.newest("tree")["nodes"], page.newest("tree")["nodes"]);
    let mut broken = page.left();
    broken["study"]["games"] = json!("(;");
    let (_again, other) = begin(&broken);
    assert!(
        other.newest("notice")["text"]
            .as_str()
            .unwrap()
            .contains("Analysis")
    );
}

#[test]
fn wrong_actions_are_refused() {
    let (mut board, _page) = begin(&empty());
    for wrong in [
        "",
        "[]",
        r#"{"action":"join"}"#,
        r#"{"action":"move","x":40,"y":7,"ply":0}"#,
    ] {
        assert!(matches!(board.act(wrong), Reply::Refused(_)), "{wrong}");
    }
    let network = new_game(&json!({ "kind": "guest" }), None);
    assert!(matches!(board.act(&network.to_string()), Reply::Refused(_)));
}
