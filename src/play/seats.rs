//! The players of both sides: people, and the engine at its levels.

use crate::record::Record;
use crate::report::text::printable;
use crate::report::text::side_symbol;
use crate::strength::Level;
use crate::types::Color;

/// The engine's name in records, before the level.
const ENGINE_NAME: &str = "Goshawk level ";
/// The name in records of a person without a name.
pub const NO_NAME: &str = "Player";
/// What Piskvork's files have in place of a missing name.
const UNKNOWN: &str = "unknown";

/// The levels of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Levels {
    /// The level at which the engine plays black.
    pub black: Level,
    /// The level at which the engine plays white.
    pub white: Level,
}

impl Levels {
    /// Reads `5` for both sides, or `3,7` or `3 7` for black and white.
    pub fn parse(text: &str) -> Option<Levels> {
        let level = |text: &str| Level::new(text.parse().ok()?);
        let separators = |c: char| c == ',' || c.is_whitespace();
        let mut words = text.split(separators).filter(|word| !word.is_empty());
        let black = level(words.next()?)?;
        let white = words.next().map_or(Some(black), level)?;
        words.next().is_none().then_some(Levels { black, white })
    }
}

/// Someone who plays in a game or watches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// The computer on which the program runs: all people but the guest.
    Owner,
    /// The player over the network.
    Guest,
    /// A spectator over the network.
    Watcher,
}

/// The players of both sides, by [`Color::index`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seats {
    /// A person plays the side, not the engine.
    is_person: [bool; 2],
    /// The side of the person who plays over the network, if there is one.
    guest: Option<Color>,
    /// The level at which the engine plays the side.
    levels: [Level; 2],
    /// The name of the person.
    names: [Option<String>; 2],
}

impl Seats {
    /// A person without a name against the engine at `level`.
    pub fn new(person: Color, level: Level) -> Seats {
        let mut seats = Seats {
            is_person: [false; 2],
            guest: None,
            levels: [level; 2],
            names: [None, None],
        };
        seats.is_person[person.index()] = true;
        seats
    }

    /// The players of a record that names the engine, or two people if `for_people`; `None`
    /// for any other record.
    pub fn of_record(record: &Record, for_people: bool) -> Option<Seats> {
        let names = record.players.each_ref().map(|name| name.as_deref());
        let levels = names.map(|name| name.and_then(engine_level));
        if levels == [None, None] && !for_people {
            return None;
        }
        let level = levels[0].or(levels[1]).unwrap_or_default();
        let person = |at: usize| {
            let name = names[at].filter(|_| levels[at].is_none());
            let name = name.filter(|name| ![NO_NAME, UNKNOWN, ""].contains(name));
            name.map(str::to_string)
        };
        Some(Seats {
            is_person: levels.map(|level| level.is_none()),
            guest: None,
            levels: levels.map(|found| found.unwrap_or(level)),
            names: [person(0), person(1)],
        })
    }

    /// True if a person plays this side.
    pub fn is_person(&self, side: Color) -> bool {
        self.is_person[side.index()]
    }

    /// The side of the person who plays over the network, if there is one.
    pub fn guest(&self) -> Option<Color> {
        self.guest
    }

    /// Seats a person who plays over the network.
    pub fn invite(&mut self, side: Color) {
        self.seat_person(side, None);
        self.guest = Some(side);
    }

    /// Seats a person, and leaves the other side as it is.
    pub fn seat_person(&mut self, side: Color, name: Option<String>) {
        self.is_person[side.index()] = true;
        self.names[side.index()] = name;
    }

    /// Seats the engine, and leaves the other side as it is.
    pub fn seat_engine(&mut self, side: Color, level: Level) {
        self.is_person[side.index()] = false;
        self.levels[side.index()] = level;
    }

    /// True if a viewer plays this side.
    pub fn plays(&self, viewer: Viewer, side: Color) -> bool {
        match viewer {
            Viewer::Owner => self.is_person(side) && self.guest != Some(side),
            Viewer::Guest => self.guest == Some(side),
            Viewer::Watcher => false,
        }
    }

    /// The number of people.
    pub fn people(&self) -> usize {
        self.is_person
            .iter()
            .filter(|is_person| **is_person)
            .count()
    }

    /// The side of the only person; `None` if there are two or none.
    pub fn only_person(&self) -> Option<Color> {
        let mut sides = Color::ALL.into_iter().filter(|side| self.is_person(*side));
        sides.next().filter(|_| self.people() == 1)
    }

    /// The level of the engine on this side.
    pub fn level(&self, side: Color) -> Level {
        self.levels[side.index()]
    }

    /// Sets the levels at which the engine plays the sides.
    pub fn set_levels(&mut self, levels: &Levels) {
        self.levels[Color::Black.index()] = levels.black;
        self.levels[Color::White.index()] = levels.white;
    }

    /// Sets the names of the people: of the only person, or of black and white.
    pub fn set_names(&mut self, names: &[String]) {
        let sides = [Color::Black, Color::White].into_iter();
        let people = sides.filter(|side| self.is_person[side.index()]);
        for (side, name) in people.zip(names) {
            self.names[side.index()] = Some(name.clone());
        }
    }

    /// Sets the level at which the engine plays both sides.
    pub fn set_level(&mut self, level: Level) {
        self.levels = [level; 2];
    }

    /// Sets the name of the person who plays a side.
    pub fn set_name(&mut self, side: Color, name: String) {
        self.names[side.index()] = Some(name);
    }

    /// The name of the person who plays a side, if one was given.
    pub fn name(&self, side: Color) -> Option<&str> {
        self.names[side.index()].as_deref()
    }

    /// Seats this number of people, 0 to 2. A single person plays `side`.
    pub fn seat_people(&mut self, people: usize, side: Color) {
        self.is_person = match people {
            0 => [false; 2],
            1 => Color::ALL.map(|color| color == side),
            _ => [true; 2],
        };
    }

    /// Seats a person at `side` against the engine. If there is one person already, the players
    /// change sides if needed.
    pub fn move_person(&mut self, side: Color) {
        match self.only_person() {
            Some(present) if present == side => {}
            Some(_) => self.swap(),
            None => self.seat_people(1, side),
        }
    }

    /// Swaps the sides of the players.
    pub fn swap(&mut self) {
        self.is_person.reverse();
        self.guest = self.guest.map(|side| !side);
        self.levels.reverse();
        self.names.reverse();
    }

    /// The name of a player in a record.
    pub fn record_name(&self, side: Color) -> String {
        if self.is_person(side) {
            self.names[side.index()]
                .clone()
                .unwrap_or_else(|| NO_NAME.to_string())
        } else {
            format!("{ENGINE_NAME}{}", self.level(side).number())
        }
    }

    /// The player of a side as the subject of a sentence, such as `You (x)` or
    /// `Goshawk (o)`.
    pub fn subject(&self, side: Color) -> String {
        let name = match self.is_person(side) {
            false if self.people() > 0 => "Goshawk".to_string(),
            false => format!("{ENGINE_NAME}{}", self.level(side).number()),
            true if self.people() == 1 => "You".to_string(),
            true => match &self.names[side.index()] {
                Some(name) => printable(name),
                None if side == Color::Black => "Black".to_string(),
                None => "White".to_string(),
            },
        };
        format!("{name} ({})", side_symbol(side))
    }

    /// Both sides in a few words, such as `you are black (x); level 5 of 10`.
    pub fn describe(&self) -> String {
        let strongest = Level::STRONGEST.number();
        let number = |side| self.level(side).number();
        match (self.only_person(), self.people()) {
            (Some(side), _) => format!(
                "you are {} ({}); level {} of {strongest}",
                side.name(),
                side_symbol(side),
                number(!side),
            ),
            (None, 0) => format!(
                "Goshawk plays both sides; levels {} (x) and {} (o) of {strongest}",
                number(Color::Black),
                number(Color::White),
            ),
            _ => format!(
                "two people: {}, {}",
                self.subject(Color::Black),
                self.subject(Color::White)
            ),
        }
    }
}

fn engine_level(name: &str) -> Option<Level> {
    Level::new(name.trim().strip_prefix(ENGINE_NAME)?.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Given;

    fn level(number: u8) -> Level {
        Level::new(number).unwrap()
    }

    fn read(black: &str, white: &str, for_people: bool) -> Option<Seats> {
        let text = format!("# black: {black}\n# white: {white}\nh8");
        let record = Record::parse(&text, &Given::default()).unwrap();
        Seats::of_record(&record, for_people)
    }

    #[test]
    fn players_are_read_back_from_their_names() {
        let mut seats = Seats::new(Color::White, level(3));
        let again = |seats: &Seats| {
            let name = |side| seats.record_name(side);
            read(&name(Color::Black), &name(Color::White), true).unwrap()
        };
        assert_eq!(again(&seats), seats);
        seats.set_names(&["Anna".to_string()]);
        assert_eq!(seats.record_name(Color::White), "Anna");
        assert_eq!(again(&seats), seats);
        seats.seat_people(0, Color::Black);
        seats.set_levels(&Levels {
            black: level(2),
            white: level(10),
        });
        assert_eq!(seats.record_name(Color::White), "Goshawk level 10");
        assert_eq!(again(&seats).levels, seats.levels);
        assert_eq!(again(&seats).people(), 0);
        assert_eq!(read("Anna", "Ben", false), None);
        assert_eq!(read("Anna", "Goshawk level 11", false), None);
        assert_eq!(
            read("Anna", "unknown", true).unwrap().names[Color::White.index()],
            None
        );
    }

    #[test]
    fn levels_are_given_for_both_sides_or_for_each() {
        let levels = |text| Levels::parse(text).map(|l| (l.black.number(), l.white.number()));
        assert_eq!(levels("5"), Some((5, 5)));
        assert_eq!(levels("3,10"), Some((3, 10)));
        assert_eq!(levels("3 7"), Some((3, 7)));
        for text in ["", "0", "11", ",", "3,7,8", "three", "3,x"] {
            assert_eq!(levels(text), None, "{text}");
        }
    }

    #[test]
    fn players_change_sides_with_their_names_and_levels() {
        let mut seats = Seats::new(Color::Black, level(4));
        seats.set_names(&["Anna".to_string()]);
        assert_eq!(seats.only_person(), Some(Color::Black));
        assert_eq!(seats.subject(Color::Black), "You (x)");
        seats.swap();
        assert_eq!(seats.only_person(), Some(Color::White));
        assert_eq!(seats.record_name(Color::White), "Anna");
        assert_eq!(seats.describe(), "you are white (o); level 4 of 10");
        seats.seat_people(2, Color::Black);
        assert_eq!(seats.only_person(), None);
        assert_eq!(seats.describe(), "two people: Black (x), Anna (o)");
    }
}
