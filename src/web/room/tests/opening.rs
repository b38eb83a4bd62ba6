//! Openings: seats, clocks, and what is taken back.

use super::*;
use crate::opening::Decision;
use crate::opening::rules::Action;

/// A game over the network whose guest, white, has joined.
fn with_guest(rule: &str, opening: &str) -> Room {
    let mut room = room(rule, PERSON, Player::Guest, Some(opening));
    room.guest.as_mut().unwrap().token = Some(Token::random().unwrap());
    room
}

/// Chooses in the present position.
fn choose(room: &mut Room, viewer: Viewer, action: Action) -> Result<(), Refusal> {
    room.choose(viewer, action, room.game.ply())
}

/// The points of proposed fifth moves.
fn proposed(room: &Room) -> usize {
    let opening = room.opening.as_ref();
    opening.map_or(0, |opening| opening.proposed().len())
}

#[test]
fn each_side_of_the_network_makes_its_own_choices_only() {
    use Viewer::{Guest, Owner, Watcher};
    let mut room = with_guest("renju", "soosyrv-8");
    for name in ["h8", "h9", "h10"] {
        assert!(play(&mut room, Guest, name).is_err());
        assert_eq!(play(&mut room, Owner, name), Ok(()));
    }
    for viewer in [Owner, Watcher] {
        assert!(choose(&mut room, viewer, Action::Swap).is_err());
    }
    assert!(room.choose(Guest, Action::Swap, 2).is_err(), "an old page");
    assert!(choose(&mut room, Guest, Action::MoreStones).is_err());
    assert_eq!(choose(&mut room, Guest, Action::Swap), Ok(()));
    assert_eq!(room.told.as_deref(), Some("The second player takes black."));
    assert!(room.plays(Guest, Color::Black) && room.plays(Owner, Color::White));
    assert!(play(&mut room, Guest, "i9").is_err());
    assert_eq!(play(&mut room, Owner, "i9"), Ok(()));
    assert!(choose(&mut room, Guest, Action::Declare(2)).is_err());
    assert!(choose(&mut room, Owner, Action::Declare(9)).is_err());
    assert_eq!(choose(&mut room, Owner, Action::Declare(2)), Ok(()));
    assert_eq!(choose(&mut room, Guest, Action::Swap), Ok(()));
    assert!(room.plays(Owner, Color::Black) && room.plays(Guest, Color::White));
    assert!(play(&mut room, Guest, "g8").is_err());
    assert_eq!(play(&mut room, Owner, "g8"), Ok(()));
    assert_eq!((proposed(&room), room.game.ply()), (1, 4));
    assert_eq!(play(&mut room, Owner, "g8"), Ok(()));
    assert_eq!(proposed(&room), 0, "a second click withdraws it");
    for name in ["g8", "i8"] {
        assert_eq!(play(&mut room, Owner, name), Ok(()), "{name}");
    }
    assert_eq!(
        play(&mut room, Guest, "a1"),
        Err("a1 is not one of the proposed fifth moves.".into())
    );
    assert_eq!(play(&mut room, Guest, "i8"), Ok(()));
    assert!(room.opening.is_none() && room.is_turn_of(Guest));
    assert_eq!(room.game.ply(), 5);
    assert_eq!(room.undo_of(Owner), None, "the opening stays");
}

#[test]
fn a_player_changes_sides_with_the_clock() {
    let mut room = with_guest("freestyle", "swap2");
    let start = Instant::now();
    for name in ["h8", "h9", "j6"] {
        play(&mut room, Viewer::Owner, name).unwrap();
        room.set_clocks(start);
    }
    let later = start + Duration::from_secs(100);
    room.set_clocks(later);
    choose(&mut room, Viewer::Guest, Action::Swap).unwrap();
    room.set_clocks(later);
    let clocks = room.clocks.unwrap();
    let left = |side| clocks.left(side, later).as_secs();
    assert_eq!((left(Color::Black), left(Color::White)), (500, 600));
    assert!(clocks.is_running(Color::White));
}

#[test]
fn only_the_present_step_of_an_opening_is_taken_back() {
    let mut room = room("freestyle", PERSON, PERSON, Some("swap2"));
    let owner = Viewer::Owner;
    play_all(&mut room, "h8 h9");
    room.undo(owner).unwrap();
    assert_eq!(room.game.ply(), 1);
    play_all(&mut room, "h9 j6");
    assert!(room.undo(owner).is_err(), "the other player chooses");
    choose(&mut room, owner, Action::MoreStones).unwrap();
    assert!(room.undo(owner).is_err());
    play_all(&mut room, "k6");
    room.undo(owner).unwrap();
    assert!(room.undo(owner).is_err());
    play_all(&mut room, "k6 k7");
    choose(&mut room, owner, Action::Keep).unwrap();
    assert!(room.undo(owner).is_err(), "the opening is over");
    play_all(&mut room, "a1");
    room.undo(owner).unwrap();
    assert_eq!(room.game.ply(), 5);
}

#[test]
fn nobody_is_asked_about_a_fifth_move_that_is_taken_back() {
    let mut room = with_guest("renju", "rif");
    play(&mut room, Viewer::Owner, "h8").unwrap();
    room.undo(Viewer::Owner).unwrap();
    assert_eq!(
        room.game.ply(),
        1,
        "a stone needs the other player's consent"
    );
    room.answer(Viewer::Guest, true).unwrap();
    assert_eq!(room.game.ply(), 0);
    for name in ["h8", "h9", "h10"] {
        play(&mut room, Viewer::Owner, name).unwrap();
    }
    // A stone keeps the side of whoever may choose.
    play(&mut room, Viewer::Guest, "i9").unwrap();
    let told = room.told.as_deref().unwrap();
    assert!(told.ends_with(" keeps white and places i9."), "{told}");
    play(&mut room, Viewer::Owner, "g8").unwrap();
    assert!(room.undo(Viewer::Guest).is_err());
    room.undo(Viewer::Owner).unwrap();
    assert_eq!((proposed(&room), room.offer), (0, None));
}

#[test]
fn the_engine_takes_its_steps_in_the_opening() {
    let engine = Player::Engine { level: 1 };
    let mut room = room("freestyle", PERSON, engine, Some("swap"));
    play_all(&mut room, "h8 h9 j6");
    let task = room.engines_task();
    assert_eq!(task, Level::new(1).map(Task::Opening));
    let answer = |room: &mut Room, actions, reply| {
        let task = room.engines_task().unwrap();
        room.pending = Some(Pending { number: 1, task });
        room.take_answer(1, Found::Opening(Decision { actions, reply }))
    };
    assert!(answer(&mut room, vec![Action::Declare(2)], None));
    assert!(room.is_paused && room.engines_task().is_none());
    room.is_paused = false;
    assert!(answer(
        &mut room,
        vec![Action::Keep],
        Some(Point::new(0, 0))
    ));
    assert_eq!((room.game.ply(), room.opening.is_none()), (4, true));
    let told = room.told.clone();
    assert_eq!(told.as_deref(), Some("Goshawk takes white and plays a15."));
    play_all(&mut room, "k6");
    assert_eq!(room.told, None);
    let again = room.rematch_settings();
    assert_eq!(again.opening.as_deref(), Some("swap"));
}

#[test]
fn an_opening_ends_when_time_runs_out() {
    let mut room = with_guest("freestyle", "swap2");
    let start = Instant::now();
    play(&mut room, Viewer::Owner, "h8").unwrap();
    room.set_clocks(start);
    room.check_clocks(start + Duration::from_secs(601));
    assert_eq!(room.finish, Some(Finish::OutOfTime(Color::Black)));
    assert!(room.opening.is_none());
    assert_eq!(room.undo_of(Viewer::Owner), None);
}
