//! The opening rules and what their names say of them.

use super::{BoardSize, Rule};

/// The smallest side of a board for the openings of renju: the square of Taraguchi-10's fifth
/// move.
const SMALLEST_SIDE: u8 = 9;
/// The largest number of fifth moves in Yamaguchi's rule, which sets none: on the smallest board
/// too, any four stones leave at least as many different fifth moves.
const MOST_FIFTH_MOVES: usize = 20;

/// An opening rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpeningRule {
    /// Three stones, then the choice of sides.
    Swap,
    /// Three stones, then the choice of sides or two more stones.
    Swap2,
    /// The rule of the Renju International Federation from 1996 to 2008.
    Rif,
    /// Yamaguchi's rule, official from 2009 to 2015.
    Yamaguchi,
    /// Soosõrv's rule with up to eight fifth moves, official since 2017.
    Soosyrv8,
    /// Taraguchi's rule with ten fifth moves.
    Taraguchi10,
}

impl OpeningRule {
    /// All rules, those of gomoku first.
    pub const ALL: [OpeningRule; 6] = [
        OpeningRule::Swap,
        OpeningRule::Swap2,
        OpeningRule::Rif,
        OpeningRule::Yamaguchi,
        OpeningRule::Soosyrv8,
        OpeningRule::Taraguchi10,
    ];

    /// The names that users type, in the order of [`ALL`](Self::ALL).
    pub const NAMES: [&'static str; 6] = [
        "swap",
        "swap2",
        "rif",
        "yamaguchi",
        "soosyrv-8",
        "taraguchi-10",
    ];

    /// The name that users type.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The name in a sentence.
    pub fn title(self) -> &'static str {
        match self {
            OpeningRule::Swap => "Swap",
            OpeningRule::Swap2 => "Swap2",
            OpeningRule::Rif => "RIF",
            OpeningRule::Yamaguchi => "Yamaguchi",
            OpeningRule::Soosyrv8 => "Soosyrv-8",
            OpeningRule::Taraguchi10 => "Taraguchi-10",
        }
    }

    /// The rule of a [name](Self::name) in any case, with or without its hyphen. Soosõrv's name
    /// is understood in its spellings `soosyrv`, `soosorv` and `soosõrv`.
    pub fn from_name(name: &str) -> Option<OpeningRule> {
        let plain = name.trim().to_lowercase().replace(['-', '_', ' '], "");
        let plain = plain
            .replace("soosorv", "soosyrv")
            .replace("soosõrv", "soosyrv");
        OpeningRule::ALL
            .into_iter()
            .find(|rule| rule.name().replace('-', "") == plain)
    }

    /// The opening rule that a text names: the text itself, or one of its words, as in
    /// `Soosyrv-8 rule`.
    ///
    /// ```
    /// use goshawk::types::OpeningRule;
    ///
    /// assert_eq!(OpeningRule::named_in("Gomoku, swap2"), Some(OpeningRule::Swap2));
    /// assert_eq!(OpeningRule::named_in("renju"), None);
    /// ```
    pub fn named_in(text: &str) -> Option<OpeningRule> {
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '-');
        let names = std::iter::once(text).chain(words);
        names.into_iter().find_map(OpeningRule::from_name)
    }

    /// True for the opening rules of renju, which begin in the centre of the board.
    pub fn is_of_renju(self) -> bool {
        !matches!(self, OpeningRule::Swap | OpeningRule::Swap2)
    }

    /// Whether games under `rule` on a board of this size can begin with the opening. The
    /// openings of renju are made for its fouls, and need a centre; those of gomoku are made for
    /// games without fouls.
    pub fn fits(self, rule: Rule, size: BoardSize) -> bool {
        let has_fouls = rule.spec().fouls.is_some();
        match self.is_of_renju() {
            true => has_fouls && Self::has_centre(size),
            false => !has_fouls,
        }
    }

    /// Whether the openings of renju fit on a board of this size.
    pub fn has_centre(size: BoardSize) -> bool {
        let sides = [size.width(), size.height()];
        sides
            .iter()
            .all(|side| side % 2 == 1 && *side >= SMALLEST_SIDE)
    }

    /// The largest distance of the stone with this number, from 1, from the centre; `None` if it
    /// may be anywhere.
    pub fn reach(self, number: usize) -> Option<u8> {
        match number {
            1..=3 if self.is_of_renju() => Some(number as u8 - 1),
            4 | 5 if self == OpeningRule::Taraguchi10 => Some(number as u8 - 1),
            _ => None,
        }
    }

    /// The largest number of fifth moves that may be declared.
    pub fn most_fifth_moves(self) -> usize {
        match self {
            OpeningRule::Soosyrv8 => 8,
            _ => MOST_FIFTH_MOVES,
        }
    }
}
