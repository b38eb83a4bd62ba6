//! The beginning of a game in a room: a new one, or one that a record tells.

use std::time::{Duration, Instant};

use super::{Guest, Refusal, Room};
use crate::engine::Game;
use crate::opening::rules::{Opening, OpeningRule};
use crate::play::finish::Finish;
use crate::play::seats::{Levels, Seats};
use crate::strength::Level;
use crate::types::Color;
use crate::web::action::{NewGame, Player};
use crate::web::clocks::Clocks;
use crate::web::guard::Token;
use crate::web::words::clean_name;

/// A game to continue.
#[derive(Debug)]
pub struct Resumed {
    /// The game.
    pub game: Game,
    /// The time that each of its stones took, if it is known.
    pub times: Vec<Option<Duration>>,
    /// The rule of its opening, if it has had one.
    pub opening: Option<OpeningRule>,
    /// Who plays.
    pub seats: Seats,
    /// How it has ended, if it has.
    pub finish: Option<Finish>,
}

impl Room {
    /// A new game.
    ///
    /// # Errors
    /// If the settings are out of range, or the system provides no random numbers for the
    /// links of a game over the network.
    pub fn new(number: u64, settings: NewGame) -> Result<Room, Refusal> {
        let checked = settings.check()?;
        let invited = Color::ALL
            .into_iter()
            .find(|side| *settings.player(*side) == Player::Guest);
        let guest = match invited {
            None => None,
            Some(side) => Some(Guest::new(side)?),
        };
        let seats = seats(&settings);
        let minutes = settings.minutes.filter(|_| seats.people() == 2);
        Ok(Room {
            number,
            game: Game::new(checked.size, checked.rule),
            times: Vec::new(),
            seats,
            guest,
            finish: None,
            opening: checked.opening.map(Opening::new),
            told: None,
            fixed: 0,
            clocks: minutes.map(|minutes| Clocks::new(Duration::from_secs_f64(minutes * 60.0))),
            offer: None,
            limit: Duration::from_secs_f64(settings.seconds),
            is_paused: false,
            pending: None,
            hint: None,
            chance: None,
            valued: None,
            settings,
            turn_started: Instant::now(),
        })
    }

    /// A game to continue, in which a move of the engine takes at most `seconds`.
    ///
    /// # Errors
    /// If the settings are out of range.
    pub fn resume(number: u64, resumed: Resumed, seconds: f64) -> Result<Room, Refusal> {
        let (size, seats) = (resumed.game.size(), resumed.seats);
        let player = |side| match seats.is_person(side) {
            true => Player::Person {
                name: seats.name(side).map(str::to_string),
            },
            false => Player::Engine {
                level: seats.level(side).number(),
            },
        };
        let rule = resumed.game.rule();
        // A rematch begins with the same opening, if the record has not named an impossible one.
        let opening = resumed.opening.filter(|opening| opening.fits(rule, size));
        let settings = NewGame {
            rule: rule.name().to_string(),
            width: size.width().into(),
            height: size.height().into(),
            black: player(Color::Black),
            white: player(Color::White),
            seconds,
            opening: opening.map(|opening| opening.name().to_string()),
            minutes: None,
        };
        Ok(Room {
            is_paused: seats.people() == 0,
            game: resumed.game,
            times: resumed.times,
            seats,
            opening: None,
            finish: resumed.finish,
            ..Room::new(number, settings)?
        })
    }
}

/// The players that the settings of a game name.
fn seats(settings: &NewGame) -> Seats {
    let level = |side| match settings.player(side) {
        Player::Engine { level } => Level::new(*level).unwrap_or_default(),
        _ => Level::default(),
    };
    let is_person = |side: &Color| !matches!(settings.player(*side), Player::Engine { .. });
    let people: Vec<Color> = Color::ALL.into_iter().filter(is_person).collect();
    let first = people.first().copied().unwrap_or(Color::Black);
    let mut seats = Seats::new(first, level(Color::Black));
    seats.seat_people(people.len(), first);
    seats.set_levels(&Levels {
        black: level(Color::Black),
        white: level(Color::White),
    });
    for side in Color::ALL {
        if let Player::Person { name: Some(name) } = settings.player(side)
            && let Some(name) = clean_name(name)
        {
            seats.set_name(side, name);
        }
    }
    seats
}

impl Guest {
    /// A seat that nobody has taken.
    fn new(side: Color) -> Result<Guest, Refusal> {
        let token = || Token::random().map_err(|_| "The system provides no random numbers.");
        Ok(Guest {
            side,
            token: None,
            invitation: token()?,
            watching: token()?,
            is_present: false,
        })
    }
}
