//! The beginning of a game in a room.

use std::time::Duration;

use super::{Guest, Refusal, Room};
use crate::app::action::{NewGame, Player};
use crate::app::token::Token;
use crate::app::words::clean_name;
use crate::play::resumed::Resumed;
use crate::play::seats::Seats;
use crate::play::{Match, calendar};
use crate::strength::Level;
use crate::types::Color;

impl Room {
    /// A new game that begins now.
    ///
    /// # Errors
    /// If the settings are out of range, or the system provides no random numbers for the
    /// links of a game over the network.
    pub fn new(number: u64, settings: &NewGame, now: Duration) -> Result<Room, Refusal> {
        let checked = settings.check()?;
        let seats = seats(settings);
        let minutes = settings.minutes.filter(|_| seats.people() == 2);
        let guest = seats.guest().map(|_| Guest::new()).transpose()?;
        let limit = Duration::from_secs_f64(settings.seconds);
        let empty = Resumed::empty(checked.size, checked.rule);
        let game = Match::new(empty, seats, limit, now)
            .begun_on(calendar::today())
            .with_opening(checked.opening)
            .with_clocks(minutes.map(|minutes| Duration::from_secs_f64(minutes * 60.0)));
        Ok(Room {
            guest,
            ..Room::of_match(number, game)
        })
    }

    /// A game without a guest.
    pub fn of_match(number: u64, game: Match) -> Room {
        Room {
            number,
            game,
            guest: None,
            told: None,
            pending: None,
            hint: None,
            chance: None,
            valued: None,
        }
    }

    /// Another game of the same players, with colours swapped.
    ///
    /// # Errors
    /// If the game is not over.
    pub fn rematch(&self, number: u64) -> Result<Room, Refusal> {
        let game = self.game.rematch();
        let game = game.map_err(|refusal| self.game.explain(refusal))?;
        Ok(Room {
            guest: self.guest.clone(),
            ..Room::of_match(number, game.begun_on(calendar::today()))
        })
    }
}

/// The players that the settings of a game name.
fn seats(settings: &NewGame) -> Seats {
    let mut seats = Seats::new(Color::Black, Level::default());
    for side in Color::ALL {
        match settings.player(side) {
            Player::Person { name } => {
                seats.seat_person(side, name.as_deref().and_then(clean_name));
            }
            Player::Guest => seats.invite(side),
            Player::Engine { level } => {
                seats.seat_engine(side, Level::new(*level).unwrap_or_default());
            }
        }
    }
    seats
}

impl Guest {
    /// A seat that nobody has taken.
    fn new() -> Result<Guest, Refusal> {
        let token = || Token::random().map_err(|_| "The system provides no random numbers.");
        Ok(Guest {
            token: None,
            invitation: token()?,
            watching: token()?,
            is_present: false,
        })
    }
}
