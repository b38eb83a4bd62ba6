//! The beginning of a game in a room.

use std::time::Duration;

use super::{Guest, Refusal, Room};
use crate::app::action::{NewGame, Player, check_levels, check_seconds};
use crate::app::token::Token;
use crate::app::words::clean_name;
use crate::play::clocks::GameTime;
use crate::play::resumed::Resumed;
use crate::play::seats::Seats;
use crate::play::{Match, calendar};
use crate::strength::Level;
use crate::types::Color;

impl Room {
    /// A new game that begins now, on an empty board or in the position `from`.
    ///
    /// # Errors
    /// If the settings are out of range or do not fit the position, or the system provides no
    /// random numbers for the links of a game over the network.
    pub fn new(
        number: u64,
        settings: &NewGame,
        from: Option<Resumed>,
        now: Duration,
    ) -> Result<Room, Refusal> {
        let checked = settings.check()?;
        let start = from.unwrap_or_else(|| Resumed::empty(checked.size, checked.rule));
        if (start.game.rule(), start.game.size()) != (checked.rule, checked.size) {
            return Err("The position has another rule, or another board.".into());
        }
        if start.finish.is_some() {
            return Err("The game is over here.".into());
        }
        let seats = seats(&settings.black, &settings.white);
        let minutes = settings.minutes.filter(|_| seats.people() > 0);
        let time = minutes.map(|minutes| GameTime {
            start: Duration::from_secs_f64(minutes * 60.0),
            increment: Duration::from_secs_f64(settings.increment),
        });
        let guest = seats.guest().map(|_| Guest::new()).transpose()?;
        let limit = Duration::from_secs_f64(settings.seconds);
        let mut game = Match::new(start, seats, limit, now)
            .begun_on(calendar::today())
            .with_opening(checked.opening)
            .with_clocks(time);
        // Whoever lets the engine play from a position wants to see it.
        game.go();
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

    /// Goes on with other players at this computer.
    ///
    /// # Errors
    /// If the settings are out of range, or the players cannot be changed now.
    pub fn change_players(
        &mut self,
        black: &Player,
        white: &Player,
        seconds: f64,
    ) -> Result<(), Refusal> {
        check_seconds(seconds)?;
        check_levels([black, white])?;
        if [black, white].contains(&&Player::Guest) {
            return Err("Nobody joins a game that has begun.".into());
        }
        let limit = Duration::from_secs_f64(seconds);
        self.change(|game| {
            game.change_seats(|present| *present = seats(black, white))?;
            game.set_limit(limit);
            Ok(())
        })
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

/// The players of a game.
fn seats(black: &Player, white: &Player) -> Seats {
    let mut seats = Seats::new(Color::Black, Level::default());
    for (side, player) in [(Color::Black, black), (Color::White, white)] {
        match player {
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
