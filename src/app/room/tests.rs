//! Games in a room, without an application: what is told and searched. The table of `play::game` tests
//! what is possible in a game.

use super::*;
use crate::app::action::{NewGame, Player};
use crate::play::finish::Finish;
use crate::play::resumed::Resumed;
use crate::play::seats::Seats;
use crate::record::Format;
use crate::strength::Level;
use crate::types::{BoardSize, OpeningRule, Rule};

/// A person at this computer.
const PERSON: Player = Player::Person { name: None };

/// The settings of a game of these players.
fn settings(rule: &str, black: Player, white: Player, opening: Option<&str>) -> NewGame {
    NewGame {
        rule: rule.to_string(),
        width: 15,
        height: 15,
        black,
        white,
        seconds: 1.0,
        opening: opening.map(str::to_string),
        minutes: Some(10.0),
        increment: 0.0,
        from: None,
    }
}

/// A room with these players.
fn room(rule: &str, black: Player, white: Player, opening: Option<&str>) -> Room {
    let settings = settings(rule, black, white, opening);
    Room::new(1, &settings, None, Duration::ZERO).unwrap()
}

/// Plays a move, such as `h8`, for a viewer.
fn play(room: &mut Room, viewer: Viewer, name: &str) -> Result<(), Refusal> {
    let position = room.game.position();
    let point = crate::board::notation::parse_moves(name, position.size()).unwrap()[0];
    let ply = position.ply();
    room.play(viewer, point, ply)
}

/// Plays moves of two people at one computer.
fn play_all(room: &mut Room, moves: &str) {
    for name in moves.split_whitespace() {
        assert_eq!(play(room, Viewer::Owner, name), Ok(()), "{name}");
    }
}

/// Chooses in the present position.
fn choose(room: &mut Room, viewer: Viewer, action: Action) -> Result<(), Refusal> {
    room.choose(viewer, action, room.game.position().ply())
}

/// Takes a move back.
fn undo(room: &mut Room) -> Result<(), Refusal> {
    room.change(|game| game.undo(Viewer::Owner, 1))
}

/// Answers the search that the room asks for.
fn answer(room: &mut Room, found: Found) -> bool {
    let task = Task::Play;
    room.pending = Some(Pending { number: 1, task });
    room.take_answer(1, found)
}

/// A game over the network whose guest, white, has joined.
fn network_room(rule: &str, opening: Option<&str>) -> Room {
    let mut room = room(rule, PERSON, Player::Guest, opening);
    assert_eq!(
        play(&mut room, Viewer::Owner, "h8"),
        Err("The other player has not joined yet.".into())
    );
    room.take_seat(Token::random().unwrap(), "Ben".to_string())
        .unwrap();
    room
}

#[test]
fn refusals_have_reasons_and_change_nothing() {
    let mut room = room("renju", PERSON, PERSON, None);
    play_all(&mut room, "f8 a1 g8 o15 h10 a15 h9 o1");
    let error = |room: &mut Room, name| play(room, Viewer::Owner, name).unwrap_err();
    assert!(error(&mut room, "h8").starts_with("That point is forbidden"));
    assert_eq!(error(&mut room, "a1"), "That point is not empty.");
    let off = room.play(Viewer::Owner, Point::new(15, 0), 8).unwrap_err();
    assert_eq!(off, "That point is not on the board.");
    let late = room.play(Viewer::Owner, Point::new(2, 2), 7).unwrap_err();
    assert_eq!(late, "The position has changed.");
    assert_eq!(room.game.position().ply(), 8);
}

#[test]
fn the_answer_of_an_older_search_is_ignored() {
    let mut room = room("freestyle", PERSON, Player::Engine { level: 3 }, None);
    play_all(&mut room, "h8");
    assert_eq!(room.game.turn().map(|turn| turn.level), Level::new(3));
    let task = Task::Play;
    room.pending = Some(Pending { number: 4, task });
    let found = || Found::Play(Answer::Move(Some(Point::new(0, 0))));
    assert!(!room.take_answer(3, found()));
    assert!(room.take_answer(4, found()));
    assert!(!room.take_answer(4, found()));
    assert_eq!(room.game.position().ply(), 2);
    undo(&mut room).unwrap();
    assert_eq!(room.game.position().ply(), 0);
}

#[test]
fn a_search_that_is_begun_ends_with_the_position() {
    let mut room = room("freestyle", PERSON, Player::Engine { level: 1 }, None);
    play_all(&mut room, "h8");
    let task = Task::Play;
    room.pending = Some(Pending { number: 1, task });
    undo(&mut room).unwrap();
    assert!(room.pending.is_none() && !room.game.is_engines_turn());
    play_all(&mut room, "h8");
    assert!(answer(&mut room, Found::Failed));
    assert!(room.game.is_paused() && !room.game.is_engines_turn());
}

#[test]
fn a_loss_on_time_is_saved() {
    let mut room = network_room("freestyle", None);
    assert!(!room.tick(Duration::from_secs(601)), "no stone is placed");
    play(&mut room, Viewer::Owner, "h8").unwrap();
    assert!(room.tick(Duration::from_secs(1202)));
    assert_eq!(room.game.finish(), Some(&Finish::OutOfTime(Color::White)));
    let saved = room.game.text(Format::Sgf).expect("a record");
    assert!(saved.contains("RE[B+T]"), "{saved}");
}

#[test]
fn a_rematch_has_the_players_with_colours_swapped() {
    let mut seats = Seats::new(Color::White, Level::new(2).unwrap());
    seats.set_name(Color::White, "Anna".to_string());
    let resumed = Resumed {
        finish: Some(Finish::Agreed),
        opening: Some(OpeningRule::Swap2),
        ..Resumed::empty(BoardSize::square(15).unwrap(), Rule::Caro)
    };
    let limit = Duration::from_secs(1);
    let game = Match::new(resumed, seats.clone(), limit, Duration::ZERO);
    let room = Room::of_match(5, game);
    assert_eq!(room.game.seats(), &seats);
    assert!(room.game.opening().is_none(), "the opening is over");
    let again = room.rematch(6).unwrap();
    seats.swap();
    assert_eq!((again.number, again.game.seats()), (6, &seats));
    assert_eq!(again.game.position().rule(), Rule::Caro);
    let opening = again.game.opening().map(Opening::rule);
    assert_eq!(opening, Some(OpeningRule::Swap2));
    let mut network = network_room("freestyle", Some("swap"));
    for name in ["h8", "h9", "j6"] {
        play(&mut network, Viewer::Owner, name).unwrap();
    }
    choose(&mut network, Viewer::Guest, Action::Swap).unwrap();
    assert!(network.rematch(2).is_err(), "the game goes on");
    play(&mut network, Viewer::Owner, "a1").unwrap();
    network.change(|game| game.resign(Viewer::Owner)).unwrap();
    let again = network.rematch(2).unwrap().game;
    assert_eq!(again.seats().guest(), Some(Color::Black));
    assert!(again.has_joined() && again.clocks().is_some());
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
    undo(&mut room).unwrap();
    assert!(room.wants_value() && room.chance.is_none());
    let mut network = network_room("freestyle", None);
    play(&mut network, Viewer::Owner, "h8").unwrap();
    assert!(!network.wants_value());
}

#[test]
fn the_steps_of_an_opening_are_told_to_the_other_person() {
    use Viewer::{Guest, Owner};
    let mut room = network_room("renju", Some("soosyrv-8"));
    for name in ["h8", "h9", "h10"] {
        play(&mut room, Owner, name).unwrap();
        assert_eq!(room.told, None);
    }
    assert!(room.choose(Guest, Action::Swap, 2).is_err(), "an old page");
    choose(&mut room, Guest, Action::Swap).unwrap();
    assert_eq!(room.told.as_deref(), Some("Ben takes black."));
    play(&mut room, Owner, "i9").unwrap();
    choose(&mut room, Owner, Action::Declare(2)).unwrap();
    let told = "The first player declares 2 fifth moves.";
    assert_eq!(room.told.as_deref(), Some(told));
    choose(&mut room, Guest, Action::Swap).unwrap();
    for name in ["g8", "i8"] {
        play(&mut room, Owner, name).unwrap();
    }
    assert_eq!(
        play(&mut room, Guest, "a1"),
        Err("a1 is not one of the proposed fifth moves.".into())
    );
    let mut room = network_room("renju", Some("rif"));
    for name in ["h8", "h9", "h10"] {
        play(&mut room, Owner, name).unwrap();
    }
    play(&mut room, Guest, "i9").unwrap();
    let told = "Ben keeps white and places i9.";
    assert_eq!(room.told.as_deref(), Some(told));
}

#[test]
fn the_engine_takes_its_steps_in_the_opening() {
    let engine = Player::Engine { level: 1 };
    let mut room = room("freestyle", PERSON, engine, Some("swap"));
    play_all(&mut room, "h8 h9 j6");
    let decision = |actions, reply| Found::Play(Answer::Step(Decision { actions, reply }));
    assert!(answer(&mut room, decision(vec![Action::Declare(2)], None)));
    assert!(room.game.is_paused() && !room.game.is_engines_turn());
    room.game.go();
    let reply = Some(Point::new(0, 0));
    assert!(answer(&mut room, decision(vec![Action::Keep], reply)));
    assert_eq!(room.game.position().ply(), 4);
    assert!(room.game.opening().is_none());
    let told = room.told.clone();
    assert_eq!(told.as_deref(), Some("Goshawk takes white and plays a15."));
    play_all(&mut room, "k6");
    assert_eq!(room.told, None);
}

#[test]
fn the_engine_pauses_between_its_moves_when_it_plays_against_itself() {
    let engine = Player::Engine { level: 1 };
    let mut room = room("freestyle", engine.clone(), engine, None);
    let at = |room: &mut Room, millis| {
        room.tick(Duration::from_millis(millis));
        room.wants_turn()
    };
    assert!(!at(&mut room, 700));
    assert!(at(&mut room, 800));
    let point = crate::types::Point::new(7, 7);
    answer(&mut room, Found::Play(Answer::Move(Some(point))));
    assert!(!at(&mut room, 1500), "the first move has just been played");
    assert!(at(&mut room, 1600));
    room.pause().unwrap();
    assert!(!at(&mut room, 9000));
    // Against a person, it thinks at once.
    let mut room = self::room("freestyle", PERSON, Player::Engine { level: 1 }, None);
    play(&mut room, Viewer::Owner, "h8").unwrap();
    assert!(room.wants_turn());
}

#[test]
fn the_clock_of_a_game_against_the_engine_limits_its_moves_and_grows() {
    let mut settings = settings("freestyle", PERSON, Player::Engine { level: 10 }, None);
    settings.increment = 5.0;
    let mut room = Room::new(1, &settings, None, Duration::ZERO).unwrap();
    play(&mut room, Viewer::Owner, "h8").unwrap();
    room.tick(Duration::from_secs(100));
    let clock = |seconds| Some((Duration::from_secs(seconds), Duration::from_secs(600)));
    assert_eq!(room.game.turn().unwrap().clock, clock(500));
    let point = crate::types::Point::new(8, 6);
    answer(&mut room, Found::Play(Answer::Move(Some(point))));
    play(&mut room, Viewer::Owner, "j8").unwrap();
    assert_eq!(room.game.turn().unwrap().clock, clock(505));
    room.tick(Duration::from_secs(700));
    assert_eq!(room.game.finish(), Some(&Finish::OutOfTime(Color::White)));
}

#[test]
fn players_change_during_a_game() {
    let engine = |level| Player::Engine { level };
    let mut room = room("freestyle", PERSON, engine(1), None);
    play(&mut room, Viewer::Owner, "h8").unwrap();
    room.tick(Duration::from_secs(60));
    let anna = Player::Person {
        name: Some("Anna".to_string()),
    };
    room.change_players(&engine(7), &anna, 0.5).unwrap();
    let seats = room.game.seats();
    assert_eq!(seats.level(Color::Black).number(), 7);
    assert_eq!(seats.name(Color::White), Some("Anna"));
    assert!(room.game.is_turn_of(Viewer::Owner));
    let left = |side| {
        let clocks = room.game.clocks().unwrap();
        clocks.left(side, room.game.now()).as_secs()
    };
    assert_eq!((left(Color::Black), left(Color::White)), (540, 600));
    let before = room.game.clone();
    for (black, white, seconds) in [
        (engine(11), anna.clone(), 1.0),
        (engine(1), Player::Guest, 1.0),
        (engine(1), anna.clone(), 0.0),
    ] {
        assert!(room.change_players(&black, &white, seconds).is_err());
    }
    assert_eq!(room.game, before);
    room.change_players(&engine(1), &engine(2), 1.0).unwrap();
    assert_eq!(room.game.clocks(), None, "nobody waits for a clock");
}
