//! What a page is told of a game, as JSON. `page/` draws it.
//!
//! - this file: the game and its players;
//! - `opening`: what is to be done in an opening.

pub mod opening;

use serde_json::{Value, json};

use super::rights::{Permission, check};
use super::room::{Proposal, Room, Viewer};
use super::search::Task;
use super::words::{capital, end_marks, fouls_json, opening_name, sentence};
use crate::board::notation::point_name;
use crate::engine::{Stone, fouls};
use crate::opening::rules::OpeningRule;
use crate::play::Match;
use crate::play::clocks::Clocks;
use crate::play::finish::Finish;
use crate::play::game::{Offer, Undo};
use crate::record::GameResult;
use crate::types::{Color, Point};

/// What is the same for all viewers, besides the room.
pub struct Common<'a> {
    /// The link to a game over the network.
    pub link: Option<&'a Value>,
    /// Where the game is saved.
    pub saved: Option<&'a str>,
    /// The win chance is shown.
    pub shows_chance: bool,
    /// What the dialog for a new game shows at first.
    pub defaults: &'a Value,
}

/// The state of a game for a viewer.
pub fn state(room: &Room, viewer: Viewer, common: &Common<'_>) -> Value {
    let (game, position) = (&room.game, room.game.position());
    let size = position.size();
    let ending = match game.finish() {
        Some(Finish::Board(ending)) => Some(ending),
        _ => None,
    };
    let (row, foul) = end_marks(ending);
    let ghost = room.stone_of(viewer).map(Color::name);
    // Black's fouls do not concern White.
    let has_fouls = position.rule().has_fouls(position.side_to_move());
    let forbidden = if game.finish().is_none() && game.opening().is_none() && has_fouls {
        fouls(position)
    } else {
        foul
    };
    let (mut stones, mut blocked, mut moves) = (Vec::new(), Vec::new(), Vec::new());
    for (point, stone) in position.stones() {
        match stone {
            Stone::Of(color) => {
                moves.push(point_name(*point, size));
                stones.push(json!([point.x, point.y, color.name(), moves.len()]));
            }
            Stone::Blocked => blocked.push(pair(*point)),
        }
    }
    let row: Vec<Value> = row.iter().map(|point| pair(*point)).collect();
    let helps = game.allows_help();
    json!({
        "kind": "state",
        "game": room.number,
        "rule": position.rule().name(),
        "openingRule": game.opening_rule().map(OpeningRule::title),
        "openingName": opening_name(position),
        "width": size.width(),
        "height": size.height(),
        "stones": stones,
        "blocked": blocked,
        "forbidden": fouls_json(&forbidden),
        "row": row,
        "moves": moves,
        "toMove": game.actor().map(Color::name),
        "ghost": ghost,
        "hint": room.hint.filter(|_| helps).map(pair),
        "chance": room.chance.filter(|_| helps && common.shows_chance),
        "showsChance": common.shows_chance,
        "hasChance": helps && common.shows_chance,
        "players": {
            "black": player(room, Color::Black, viewer),
            "white": player(room, Color::White, viewer),
        },
        "status": status(room, viewer),
        "isGoingOn": room.is_going_on(),
        "isOver": game.finish().is_some(),
        "seconds": game.limit().as_secs_f64(),
        "thinking": thinking(room, viewer),
        "opening": opening::told(room, viewer),
        "offer": game.offer().map(|offer| shown_offer(room, offer, viewer)),
        "invite": common.link.filter(|_| viewer == Viewer::Owner && !game.has_joined()),
        "can": permissions(room, viewer),
        "saved": common.saved.filter(|_| viewer == Viewer::Owner),
        "defaults": match viewer {
            Viewer::Owner => common.defaults.clone(),
            _ => Value::Null,
        },
    })
}

/// What a guest should know of a game before joining it.
pub fn invitation_json(room: &Room, is_taken: bool) -> Value {
    let (game, position) = (&room.game, room.game.position());
    let color = game.seats().guest();
    let time = game.clocks().map(Clocks::time);
    json!({
        "host": color.map(|color| name(game, !color)),
        "color": color.map(Color::name),
        "rule": position.rule().name(),
        "openingRule": game.opening_rule().map(OpeningRule::title),
        "width": position.size().width(),
        "height": position.size().height(),
        "minutes": time.map(|time| time.start.as_secs_f64() / 60.0),
        "increment": time.map(|time| time.increment.as_secs_f64()),
        "isTaken": is_taken,
    })
}

/// A point as `[x, y]`.
fn pair(point: Point) -> Value {
    json!([point.x, point.y])
}

/// A player: name, what else is to be known, clock.
fn player(room: &Room, side: Color, viewer: Viewer) -> Value {
    let (game, seats) = (&room.game, room.game.seats());
    let is_only_own = is_only_own(game, viewer, side);
    let guest = (room.guest.as_ref()).filter(|_| seats.guest() == Some(side));
    let note = match guest {
        Some(guest) if guest.token.is_none() => Some("has not joined yet"),
        Some(guest) if !guest.is_present => Some("not connected"),
        _ if is_only_own => Some("you"),
        // Whoever has no name is called so in the steps of the opening.
        _ if seats.name(side).is_none() => opening::part(game, side),
        _ => None,
    };
    let left = |clocks: &Clocks| clocks.left(side, game.now()).as_millis() as u64;
    json!({
        "name": name(game, side),
        "note": note,
        "level": (!seats.is_person(side)).then(|| seats.level(side).number()),
        "ownName": seats.name(side).filter(|_| seats.is_person(side)),
        "clock": game.clocks().map(left),
        "isRunning": game.clocks().is_some_and(|clocks| clocks.is_running(side)),
        "isOwn": is_only_own,
    })
}

/// The name of a player.
fn name(game: &Match, side: Color) -> String {
    let seats = game.seats();
    match (seats.is_person(side), seats.name(side)) {
        (true, Some(name)) => name.to_string(),
        (true, None) if side == Color::Black => "Black".to_string(),
        (true, None) => "White".to_string(),
        (false, _) => format!("Goshawk level {}", seats.level(side).number()),
    }
}

/// One sentence: whose turn it is, or how the game has ended.
fn status(room: &Room, viewer: Viewer) -> String {
    let game = &room.game;
    if let Some(finish) = game.finish() {
        return sentence(&ending(game, viewer, finish));
    }
    if !game.has_joined() {
        return "Waiting for the other player.".to_string();
    }
    let Some(side) = game.actor() else {
        return String::new();
    };
    if game.is_paused() {
        return "Paused.".to_string();
    }
    let is_own = game.is_turn_of(viewer) && !game.seats().plays(viewer, !side);
    match (game.opening(), is_own) {
        (Some(_), true) => "Your turn in the opening.".to_string(),
        (Some(opening), false) => {
            let player = room.player_of_opening(opening, side);
            format!("{player}'s turn in the opening.")
        }
        (None, true) => format!("Your move: {}.", side.name()),
        (None, false) => format!("{} to move.", capital(side.name())),
    }
}

/// How the game has ended, as a phrase for the viewer.
fn ending(game: &Match, viewer: Viewer, finish: &Finish) -> String {
    let (loser, verb) = match finish {
        Finish::Resigned(loser) => (*loser, "resigned"),
        Finish::OutOfTime(loser) => (*loser, "ran out of time"),
        _ => return ending_on_board(game, viewer, finish),
    };
    let is_own = |side| is_only_own(game, viewer, side);
    let (lost, won) = match (is_own(loser), is_own(!loser)) {
        (true, _) => ("you".to_string(), format!("{} wins", name(game, !loser))),
        (_, true) => (name(game, loser), "you win".to_string()),
        _ => (name(game, loser), format!("{} wins", name(game, !loser))),
    };
    format!("{lost} {verb}: {won}")
}

/// Whether a side is the viewer's only one.
fn is_only_own(game: &Match, viewer: Viewer, side: Color) -> bool {
    let plays = |side| game.seats().plays(viewer, side);
    plays(side) && !plays(!side)
}

/// How the stones have ended the game, as a phrase that says who has won.
fn ending_on_board(game: &Match, viewer: Viewer, finish: &Finish) -> String {
    let summary = finish.summary(game.position().size());
    let GameResult::Win(winner) = finish.result() else {
        return summary;
    };
    let told = summary.strip_prefix(winner.name());
    match told.and_then(|told| told.strip_prefix(" wins")) {
        Some(told) if is_only_own(game, viewer, winner) => format!("you win{told}"),
        Some(told) => format!("{} wins{told}", name(game, winner)),
        None => summary,
    }
}

/// What the engine is searching for, as far as the viewer should know.
fn thinking(room: &Room, viewer: Viewer) -> Option<&'static str> {
    match room.pending?.task {
        Task::Play => Some("move"),
        Task::Hint => (viewer == Viewer::Owner).then_some("hint"),
        _ => None,
    }
}

/// An offer, as a sentence for the viewer.
fn shown_offer(room: &Room, offer: Offer, viewer: Viewer) -> Value {
    let (ours, theirs) = match offer.proposal {
        Proposal::Undo(count) => match room.game.undo_of(offer.by, count) {
            Ok(Undo::Steps(_)) => (
                "asked to take your last step of the opening back",
                "asks to take a step of the opening back",
            ),
            _ => (
                "asked to take your last move back",
                "asks to take a move back",
            ),
        },
        Proposal::Draw => ("offered a draw", "offers a draw"),
        Proposal::Rematch => ("offered a rematch", "offers a rematch"),
    };
    let text = if offer.by == viewer {
        format!("You have {ours}.")
    } else {
        let mut sides = Color::ALL.into_iter();
        let by = sides.find(|side| room.game.seats().plays(offer.by, *side));
        let by = by.map_or("The other player".to_string(), |side| {
            name(&room.game, side)
        });
        format!("{by} {theirs}.")
    };
    json!({
        "text": text,
        "isOurs": offer.by == viewer,
        "canAnswer": check(room, Some(viewer), Permission::Decline).is_ok(),
    })
}

/// What a viewer may do now.
fn permissions(room: &Room, viewer: Viewer) -> Value {
    let may = |permission: Permission| check(room, Some(viewer), permission).is_ok();
    let mut pending = room.pending.iter();
    let searches = pending.any(|pending| pending.task != Task::Value);
    json!({
        "newGame": may(Permission::BeginGame),
        "changePlayers": may(Permission::ChangePlayers),
        "freeSeat": may(Permission::FreeSeat),
        "undo": may(Permission::Undo),
        "hint": may(Permission::Hint),
        "resign": may(Permission::Resign),
        "draw": may(Permission::OfferDraw),
        "rematch": may(Permission::Rematch),
        "stop": may(Permission::Stop) && searches,
        "pause": may(Permission::Pause),
        "resume": may(Permission::Resume),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::action::{NewGame, Player};
    use crate::board::notation::parse_moves;
    use std::time::Duration;

    /// What the owner is told of a game of renju between two people.
    fn told(room: &Room) -> Value {
        let common = Common {
            link: None,
            saved: None,
            shows_chance: true,
            defaults: &Value::Null,
        };
        state(room, Viewer::Owner, &common)
    }

    fn play(room: &mut Room, moves: &str) {
        for point in parse_moves(moves, room.game.position().size()).unwrap() {
            let ply = room.game.position().ply();
            room.play(Viewer::Owner, point, ply).unwrap();
        }
    }

    #[test]
    fn fouls_are_marked_for_black_only() {
        let person = Player::Person { name: None };
        let settings = NewGame {
            rule: "renju".to_string(),
            width: 15,
            height: 15,
            black: person.clone(),
            white: person,
            seconds: 1.0,
            opening: None,
            minutes: None,
            increment: 0.0,
            from: None,
        };
        let mut room = Room::new(1, &settings, None, Duration::ZERO).unwrap();
        play(&mut room, "f8 a1 g8 o15 h10 a15 h9 o1");
        assert_eq!(
            told(&room)["forbidden"],
            json!([[7, 7, "two open threes at once (double three)"]])
        );
        play(&mut room, "c3");
        assert_eq!(told(&room)["forbidden"], json!([]));
        play(&mut room, "h8");
        assert_eq!(room.game.position().ply(), 10);
    }
}
