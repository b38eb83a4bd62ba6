//! The swap2 opening: three stones, and then the choice of sides.
//!
//! The first player, who has black, places three stones: black, white and black. The second player
//! takes white, takes black, or places two more stones, white and black; then the first player
//! chooses a side. White moves next.

use crate::types::{Color, Rule};

/// The number of stones that the first player places.
const PROPOSED: usize = 3;
/// The number of stones after two more have been placed.
const EXTENDED: usize = 5;

/// The next step of the opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Swap2 {
    /// The first player places three stones.
    Propose,
    /// The second player chooses a side, or to place two more stones.
    Choose,
    /// The second player places two more stones.
    Extend,
    /// The first player chooses a side.
    ChooseLast,
}

/// A choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// This side.
    Side(Color),
    /// Two more stones.
    More,
}

/// The consequence of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// The opening is over, and the players keep their sides.
    Stay,
    /// The opening is over, and the players change sides.
    Swap,
    /// The opening continues.
    Next(Swap2),
}

impl Swap2 {
    /// True if swap2 is played under this rule. With fouls for black it would not be fair.
    pub fn fits(rule: Rule) -> bool {
        rule.spec().fouls.is_none()
    }

    /// The side whose player acts. The sides are those before the choice.
    pub fn actor(self) -> Color {
        match self {
            Swap2::Propose | Swap2::ChooseLast => Color::Black,
            Swap2::Choose | Swap2::Extend => Color::White,
        }
    }

    /// The number of stones on the board when this step began, and when it ends.
    pub fn stones(self) -> (usize, usize) {
        match self {
            Swap2::Propose => (0, PROPOSED),
            Swap2::Choose => (PROPOSED, PROPOSED),
            Swap2::Extend => (PROPOSED, EXTENDED),
            Swap2::ChooseLast => (EXTENDED, EXTENDED),
        }
    }

    /// True if stones are placed in this step.
    pub fn places_stones(self) -> bool {
        let (first, last) = self.stones();
        first < last
    }

    /// The step after this one when there are `stones` on the board.
    pub fn after(self, stones: usize) -> Swap2 {
        match self {
            Swap2::Propose if stones >= PROPOSED => Swap2::Choose,
            Swap2::Extend if stones >= EXTENDED => Swap2::ChooseLast,
            same => same,
        }
    }

    /// The consequence of a choice; `None` if this step does not offer it.
    pub fn choose(self, choice: Choice) -> Option<Chosen> {
        match (self, choice) {
            (Swap2::Choose, Choice::More) => Some(Chosen::Next(Swap2::Extend)),
            (Swap2::Choose | Swap2::ChooseLast, Choice::Side(side)) => {
                Some(match side == self.actor() {
                    true => Chosen::Stay,
                    false => Chosen::Swap,
                })
            }
            _ => None,
        }
    }

    /// The instruction for the person whose step this is.
    pub fn instruction(self) -> &'static str {
        match self {
            Swap2::Propose => "Place three stones for the opening: black, white, black.",
            Swap2::Choose => {
                "Choose a side: `white`, `black`, or `more` to place two more stones first."
            }
            Swap2::Extend => "Place two more stones: white, black.",
            Swap2::ChooseLast => "Choose a side: `white` or `black`.",
        }
    }

    /// The prompt, without its end.
    pub fn prompt(self, stones: usize) -> String {
        match self {
            Swap2::Choose => "white, black or more".to_string(),
            Swap2::ChooseLast => "white or black".to_string(),
            Swap2::Propose | Swap2::Extend => {
                format!("stone {} of {}", stones + 1, self.stones().1)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_player_who_does_not_move_next_has_chosen_black() {
        let white = Choice::Side(Color::White);
        let black = Choice::Side(Color::Black);
        assert_eq!(Swap2::Propose.after(2), Swap2::Propose);
        assert_eq!(Swap2::Propose.after(3), Swap2::Choose);
        assert_eq!(Swap2::Choose.choose(white), Some(Chosen::Stay));
        assert_eq!(Swap2::Choose.choose(black), Some(Chosen::Swap));
        let extend = Some(Chosen::Next(Swap2::Extend));
        assert_eq!(Swap2::Choose.choose(Choice::More), extend);
        assert_eq!(Swap2::Extend.after(4), Swap2::Extend);
        assert_eq!(Swap2::Extend.after(5), Swap2::ChooseLast);
        assert_eq!(Swap2::ChooseLast.choose(white), Some(Chosen::Swap));
        assert_eq!(Swap2::ChooseLast.choose(black), Some(Chosen::Stay));
        assert_eq!(Swap2::ChooseLast.choose(Choice::More), None);
        assert_eq!(Swap2::Propose.choose(white), None);
    }
}
