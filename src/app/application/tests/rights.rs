//! Who may do what, in every state of a game: the table, and that requests are answered by it.

use super::*;
use crate::app::action::OpeningChoice;
use crate::types::{Color, Point};

/// The second column names who may do something at all, the others who may do it in a state:
/// the owner, the player over the network, the spectators. Everybody else may do nothing.
///
/// engine: the owner's turn against the engine; thinks: the engine's turn; two: two people at one
/// board; self: the engine against itself; paused: the same, paused; choice: the owner has to
/// choose in an opening; over: a game of two people at one board that is over.
///
/// Over the network: waits: nobody has joined; first: no stone has been placed; mine: the owner's
/// turn; theirs: the guest's turn; undo: the owner has asked for a move back; draw: the guest has
/// offered a draw; left: the guest is not connected; guess: the guest has to choose in an opening;
/// ended: the game is over; again: the same, and the guest has offered a rematch.
const TABLE: &str = "
              who  engine thinks two self paused choice over waits first mine theirs undo draw left guess ended again
watch         ops  o      o      o   o    o      o      o    os    ops   ops  ops    ops  ops  ops  ops   ops   ops
begin-game    o    o      o      o   o    o      o      o    o     o     o    o      o    o    o    o     o     o
change-players o o     o      o   o    o      -      -    -     -     -    -      -    -    -    -     -     -
play          op   o      -      o   -    -      o      -    -     o     o    p      p    p    p    p     -     -
choose        op   -      -      -   -    -      o      -    -     -     -    -      -    -    -    p     -     -
undo          op   o      o      o   -    -      o      o    -     -     op   o      -    -    o    o     -     -
resign        op   o      o      o   -    -      -      -    -     -     op   op     op   op   op   -     -     -
offer-draw    op   -      -      o   -    -      -      -    -     -     op   op     -    -    op   -     -     -
accept        op   -      -      -   -    -      -      -    -     -     -    -      p    o    -    -     -     o
decline       op   -      -      -   -    -      -      -    -     -     -    -      op   op   -    -     -     op
rematch       op   -      -      -   -    -      -      o    -     -     -    -      -    -    -    -     op    -
free-seat     o    -      -      -   -    -      -      -    -     -     -    -      -    -    o    -     -     -
hint          o    o      -      o   -    -      -      -    -     -     -    -      -    -    -    -     -     -
stop          o    o      o      o   o    o      o      o    o     o     o    o      o    o    o    o     o     o
pause         o    -      -      -   o    -      -      -    -     -     -    -      -    -    -    -     -     -
resume        o    -      -      -   -    o      -      -    -     -     -    -      -    -    -    -     -     -
show-chance   o    o      o      o   o    o      o      o    o     o     o    o      o    o    o    o     o     o
export        ops  o      o      o   o    o      o      o    os    ops   ops  ops    ops  ops  ops  ops   ops   ops
save-study    o    o      o      o   o    o      o      o    o     o     o    o      o    o    o    o     o     o
open-study    o    o      o      o   o    o      o      o    o     o     o    o      o    o    o    o     o     o
manage-games  o    o      o      o   o    o      o      o    o     o     o    o      o    o    o    o     o     o
edit-study    o    o      o      o   o    o      o      o    o     o     o    o      o    o    o    o     o     o
analyze       o    o      o      o   o    o      o      o    -     -     -    -      -    -    -    -     o     o
";

const PERMISSIONS: [(&str, Permission); 23] = [
    ("watch", Permission::Watch),
    ("begin-game", Permission::BeginGame),
    ("change-players", Permission::ChangePlayers),
    ("play", Permission::Play),
    ("choose", Permission::Choose),
    ("undo", Permission::Undo),
    ("resign", Permission::Resign),
    ("offer-draw", Permission::OfferDraw),
    ("accept", Permission::Accept),
    ("decline", Permission::Decline),
    ("rematch", Permission::Rematch),
    ("free-seat", Permission::FreeSeat),
    ("hint", Permission::Hint),
    ("stop", Permission::Stop),
    ("pause", Permission::Pause),
    ("resume", Permission::Resume),
    ("show-chance", Permission::ShowChance),
    ("export", Permission::Export),
    ("save-study", Permission::SaveStudy),
    ("open-study", Permission::OpenStudy),
    ("manage-games", Permission::ManageGames),
    ("edit-study", Permission::EditStudy),
    ("analyze", Permission::Analyze),
];

const PERSON: Player = Player::Person { name: None };
const ENGINE: Player = Player::Engine { level: 1 };

/// A game in a state of the table.
fn room(state: &str) -> Room {
    let (black, white) = match state {
        "engine" | "thinks" => (PERSON, ENGINE),
        "two" | "choice" | "over" => (PERSON, PERSON),
        "self" | "paused" => (ENGINE, ENGINE),
        _ => (PERSON, Player::Guest),
    };
    let opening = matches!(state, "choice" | "guess").then(|| "swap2".to_string());
    let settings = NewGame {
        black,
        opening,
        ..settings(white)
    };
    let mut room = Room::new(7, &settings, None, Duration::ZERO).unwrap();
    if state == "paused" {
        room.pause().unwrap();
    }
    if room.guest.is_some() && state != "waits" {
        let taken = room.take_seat(Token::random().unwrap(), "Ben".to_string());
        taken.unwrap();
    }
    if let Some(guest) = &mut room.guest {
        guest.is_present = !matches!(state, "left" | "waits");
    }
    let stones = match state {
        "self" | "paused" | "waits" | "first" => 0,
        "engine" | "mine" => 2,
        "choice" | "guess" => 3,
        _ => 1,
    };
    for x in 0..stones {
        place(&mut room, Point::new(7 + x, 7));
    }
    if matches!(state, "over" | "ended" | "again") {
        room.change(|game| game.resign(Viewer::Owner)).unwrap();
    }
    let offered = match state {
        "undo" => room.change(|game| game.undo(Viewer::Owner, 1)),
        "draw" => room.change(|game| game.offer_draw(Viewer::Guest)),
        "again" => room.change(|game| game.offer_rematch(Viewer::Guest)),
        _ => Ok(()),
    };
    offered.unwrap();
    room
}

/// Places a stone, whoever's turn it is.
fn place(room: &mut Room, point: Point) {
    let ply = room.game.position().ply();
    let played = room.play(Viewer::Owner, point, ply);
    if played
        .or_else(|_| room.play(Viewer::Guest, point, ply))
        .is_err()
    {
        let pending = crate::app::room::Pending {
            number: 1,
            task: crate::app::search::Task::Play,
        };
        room.pending = Some(pending);
        let answer = crate::play::turn::Answer::Move(Some(point));
        room.take_answer(1, crate::app::search::Found::Play(answer));
    }
}

/// Actions that need a right.
fn actions(permission: Permission, version: u64, ply: usize) -> Vec<Action> {
    let study = |act| Action::Study { version, act };
    match permission {
        // These are requests of their own, or need a folder.
        Permission::Watch | Permission::OpenStudy | Permission::ManageGames => vec![],
        Permission::BeginGame => vec![Action::NewGame(settings(PERSON))],
        Permission::ChangePlayers => vec![Action::ChangePlayers {
            black: PERSON,
            white: ENGINE,
            seconds: 0.1,
        }],
        Permission::Play => vec![Action::Move { x: 0, y: 0, ply }],
        Permission::Choose => vec![
            Action::Choose {
                option: OpeningChoice::Keep,
                ply,
            },
            Action::Declare { count: 2, ply },
        ],
        Permission::Undo => vec![Action::Undo],
        Permission::Resign => vec![Action::Resign],
        Permission::OfferDraw => vec![Action::OfferDraw],
        Permission::Accept => vec![Action::Answer { accept: true }],
        Permission::Decline => vec![Action::Answer { accept: false }],
        Permission::Rematch => vec![Action::Rematch],
        Permission::FreeSeat => vec![Action::FreeSeat],
        Permission::Hint => vec![Action::Hint],
        Permission::Stop => vec![Action::Stop],
        Permission::Pause => vec![Action::Pause],
        Permission::Resume => vec![Action::Resume],
        Permission::ShowChance => vec![Action::ShowChance { shown: true }],
        Permission::Export => vec![Action::Export],
        Permission::SaveStudy => vec![Action::SaveStudy {
            format: "sgf".to_string(),
        }],
        Permission::EditStudy => vec![
            study(StudyAction::TakeGame),
            study(StudyAction::Threats { shown: false }),
            study(StudyAction::Stop),
        ],
        Permission::Analyze => vec![
            study(StudyAction::Analyze { variations: 1 }),
            study(StudyAction::Threats { shown: true }),
            study(StudyAction::Why),
            study(StudyAction::Solve),
            study(StudyAction::Puzzles),
            study(StudyAction::Review { nodes: 1_000 }),
            study(StudyAction::Attempt {
                number: 1,
                x: 0,
                y: 0,
            }),
        ],
    }
}

/// What a cell of the table says of somebody: nothing if it is allowed.
fn expected(who: &str, now: &str, letter: char) -> Result<(), Denial> {
    match (who.contains(letter), now.contains(letter)) {
        (_, true) => Ok(()),
        (true, false) => Err(Denial::Conflict),
        (false, false) => Err(Denial::Forbidden),
    }
}

#[test]
fn everybody_may_do_what_the_table_says_and_a_refusal_changes_nothing() {
    let app = app(PERSON);
    let mut lines = TABLE.lines().filter(|line| !line.is_empty());
    let states: Vec<&str> = lines.next().unwrap().split_whitespace().skip(1).collect();
    let rows: Vec<Vec<&str>> = lines
        .map(|line| line.split_whitespace().collect())
        .collect();
    let names: Vec<&str> = rows.iter().map(|row| row[0]).collect();
    assert_eq!(names, PERMISSIONS.map(|(name, _)| name));
    for (column, state) in states.iter().enumerate() {
        app.lock().room = room(state);
        let (version, ply) = {
            let inner = app.lock();
            (inner.study.version(), inner.room.game.position().ply())
        };
        for (row, (name, permission)) in rows.iter().zip(PERMISSIONS) {
            assert_eq!(row.len(), states.len() + 2, "{name}");
            for (letter, token) in [
                ('o', token(&app, Viewer::Owner)),
                ('p', token(&app, Viewer::Guest)),
                ('s', token(&app, Viewer::Watcher)),
                ('x', "0".repeat(32)),
            ] {
                // Who has no token is a stranger.
                let who = if token.is_empty() { "" } else { row[1] };
                let expected = expected(who, row[column + 2], letter);
                let told = app.may(&token, permission).map_err(|(status, _)| status);
                assert_eq!(told, expected, "{state}, {name}, {letter}");
                for action in actions(permission, version, ply) {
                    assert_eq!(Permission::of(&action), permission, "{action:?}");
                    let Err(expected) = expected else { continue };
                    let told = format!("{state}, {letter}, {action:?}");
                    let before = snapshot(&app);
                    let refused = app.act(&token, action).err();
                    assert_eq!(refused.map(|(status, _)| status), Some(expected), "{told}");
                    assert_eq!(snapshot(&app), before, "{told}");
                }
            }
        }
    }
}

/// What the pages of the owner are told of the game and the study.
fn snapshot(app: &Application) -> (Value, Value) {
    let inner = app.lock();
    let common = Common {
        link: None,
        saved: inner.saved.as_deref(),
        shows_chance: inner.shows_chance(),
        defaults: &Value::Null,
    };
    let state = state(&inner.room, Viewer::Owner, &common);
    (state, inner.study.json())
}

#[test]
fn the_buttons_of_a_page_are_those_that_its_viewer_may_use() {
    let common = Common {
        link: None,
        saved: None,
        shows_chance: false,
        defaults: &Value::Null,
    };
    let ended = room("ended");
    let can = |viewer| state(&ended, viewer, &common)["can"].clone();
    assert_eq!(can(Viewer::Owner)["undo"], json!(false));
    assert_eq!(can(Viewer::Guest)["rematch"], json!(true));
    assert_eq!(can(Viewer::Watcher)["rematch"], json!(false));
    let offered = room("draw");
    let answer = |viewer| state(&offered, viewer, &common)["offer"]["canAnswer"].clone();
    assert_eq!(answer(Viewer::Owner), json!(true));
    assert_eq!(answer(Viewer::Watcher), json!(false));
    assert_eq!(offered.game.seats().guest(), Some(Color::White));
}
