//! Games in a room, without a server.

mod opening;

use super::*;
use crate::record::Format;
use crate::strength::Level;
use crate::web::action::Player;

/// A person at this computer.
const PERSON: Player = Player::Person { name: None };

/// A room with these players.
fn room(rule: &str, black: Player, white: Player, opening: Option<&str>) -> Room {
    let settings = NewGame {
        rule: rule.to_string(),
        width: 15,
        height: 15,
        black,
        white,
        seconds: 1.0,
        opening: opening.map(str::to_string),
        minutes: Some(10.0),
    };
    Room::new(1, settings).unwrap()
}

/// Plays a move, such as `h8`, for a viewer.
fn play(room: &mut Room, viewer: Viewer, name: &str) -> Result<(), Refusal> {
    let size = room.game.size();
    let point = crate::board::notation::parse_moves(name, size).unwrap()[0];
    let ply = room.game.ply();
    room.play(viewer, point, ply)
}

/// Plays moves of two people at one computer.
fn play_all(room: &mut Room, moves: &str) {
    for name in moves.split_whitespace() {
        assert_eq!(play(room, Viewer::Owner, name), Ok(()), "{name}");
    }
}

/// A game over the network whose guest, white, has joined.
fn network_room() -> Room {
    let mut room = room("freestyle", PERSON, Player::Guest, None);
    assert!(
        play(&mut room, Viewer::Owner, "h8").is_err(),
        "nobody joined"
    );
    room.guest.as_mut().unwrap().token = Some(Token::random().unwrap());
    room
}

#[test]
fn illegal_moves_are_refused_and_change_nothing() {
    let mut room = room("renju", PERSON, PERSON, None);
    play_all(&mut room, "f8 a1 g8 o15 h10 a15 h9 o1");
    let error = |room: &mut Room, name| play(room, Viewer::Owner, name).unwrap_err();
    assert!(error(&mut room, "h8").starts_with("That point is forbidden"));
    assert_eq!(error(&mut room, "a1"), "That point is not empty.");
    let off = room.play(Viewer::Owner, Point::new(15, 0), 8).unwrap_err();
    assert_eq!(off, "That point is not on the board.");
    let late = room.play(Viewer::Owner, Point::new(2, 2), 7).unwrap_err();
    assert_eq!(late, "The position has changed.");
    assert_eq!(room.game.ply(), 8);
}

#[test]
fn a_five_ends_the_game() {
    let mut room = room("freestyle", PERSON, PERSON, None);
    play_all(&mut room, "h8 h9 i8 i9 j8 j9 k8 k9 l8");
    assert_eq!(room.finish.as_ref().unwrap().points().len(), 5);
    assert!(play(&mut room, Viewer::Owner, "a1").is_err());
    assert_eq!((room.actor(), room.engines_task()), (None, None));
    room.undo(Viewer::Owner).unwrap();
    assert_eq!((room.game.ply(), room.finish.is_none()), (8, true));
}

#[test]
fn undo_against_the_engine_takes_back_its_answer_too() {
    let engine = Player::Engine { level: 3 };
    let mut room = room("freestyle", PERSON, engine, None);
    play_all(&mut room, "h8");
    assert_eq!(room.engines_task(), Level::new(3).map(Task::Move));
    assert!(play(&mut room, Viewer::Owner, "a1").is_err());
    let task = room.engines_task().unwrap();
    room.pending = Some(Pending { number: 4, task });
    let found = || Found::Move(Some(Point::new(0, 0)));
    assert!(
        !room.take_answer(3, found()),
        "an answer of an older search"
    );
    assert!(room.take_answer(4, found()));
    assert_eq!(room.game.ply(), 2);
    room.undo(Viewer::Owner).unwrap();
    assert_eq!(room.game.ply(), 0);
    assert!(room.undo(Viewer::Owner).is_err());
}

#[test]
fn players_over_the_network_have_one_side_each() {
    let mut room = network_room();
    assert!(play(&mut room, Viewer::Guest, "h8").is_err());
    assert!(play(&mut room, Viewer::Watcher, "h8").is_err());
    play(&mut room, Viewer::Owner, "h8").unwrap();
    assert!(play(&mut room, Viewer::Owner, "h9").is_err());
    play(&mut room, Viewer::Guest, "h9").unwrap();
    assert!(room.resign(Viewer::Watcher).is_err());
    room.resign(Viewer::Guest).unwrap();
    assert_eq!(room.finish, Some(Finish::Resigned(Color::White)));
}

#[test]
fn undo_and_draw_need_the_consent_of_the_other_player() {
    let mut room = network_room();
    play(&mut room, Viewer::Owner, "h8").unwrap();
    room.undo(Viewer::Owner).unwrap();
    assert_eq!(room.game.ply(), 1);
    assert!(room.answer(Viewer::Owner, true).is_err());
    assert!(room.answer(Viewer::Watcher, true).is_err());
    assert_eq!(room.answer(Viewer::Guest, false), Ok(None));
    assert_eq!(room.game.ply(), 1);
    room.undo(Viewer::Owner).unwrap();
    let accepted = room.answer(Viewer::Guest, true);
    assert_eq!((accepted, room.game.ply()), (Ok(Some(Proposal::Undo)), 0));
    play(&mut room, Viewer::Owner, "h8").unwrap();
    room.offer_draw(Viewer::Guest).unwrap();
    assert!(room.offer_draw(Viewer::Owner).is_err(), "an offer waits");
    room.answer(Viewer::Owner, true).unwrap();
    assert_eq!(room.finish, Some(Finish::Agreed));
}

#[test]
fn time_runs_out_for_the_side_to_move_only() {
    let mut room = network_room();
    let start = Instant::now();
    let later = start + Duration::from_secs(601);
    room.set_clocks(start);
    assert_eq!(
        room.flag(later),
        None,
        "no clock runs before the first move"
    );
    play(&mut room, Viewer::Owner, "h8").unwrap();
    room.set_clocks(start);
    room.check_clocks(later);
    assert_eq!(room.finish, Some(Finish::OutOfTime(Color::White)));
    let saved = room.record().write(Format::Sgf).expect("a record");
    assert!(saved.contains("RE[B+T]"), "{saved}");
}

#[test]
fn a_game_that_is_continued_keeps_its_players() {
    let mut first = room("caro", Player::Engine { level: 2 }, PERSON, None);
    first.put(Point::new(7, 7));
    first.seats.set_name(Color::White, "Anna".to_string());
    let resumed = Resumed {
        game: first.game.clone(),
        times: first.times.clone(),
        opening: Some(OpeningRule::Swap2),
        seats: first.seats.clone(),
        finish: None,
    };
    let room = Room::resume(5, resumed, 1.0).unwrap();
    assert!(room.is_turn_of(Viewer::Owner));
    assert_eq!(room.seats, first.seats);
    assert!(room.opening.is_none(), "the opening is over");
    assert_eq!(room.record().opening, Some(OpeningRule::Swap2));
    let again = room.rematch_settings();
    assert_eq!(
        (again.rule.as_str(), &again.white),
        ("caro", &Player::Engine { level: 2 })
    );
}

#[test]
fn the_win_chance_is_found_anew_after_each_move() {
    let mut room = room("freestyle", PERSON, PERSON, None);
    assert!(!room.wants_value(), "an empty board");
    play_all(&mut room, "h8");
    assert!(room.wants_value());
    room.set_chance(Color::White, 0);
    assert!(!room.wants_value());
    play_all(&mut room, "i9");
    assert!(room.wants_value() && room.chance.is_some());
    let mut network = network_room();
    play(&mut network, Viewer::Owner, "h8").unwrap();
    assert!(!network.wants_value() && !network.allows_help());
    network.resign(Viewer::Owner).unwrap();
    assert!(network.allows_help());
}
