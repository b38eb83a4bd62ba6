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

    /// The opening rule that a text names: the text itself, a part of it between commas or
    /// semicolons, or one or two of its words, as in `Soosyrv-8 rule` and `Taraguchi 10 opening`.
    /// `swap` is a word with other meanings, so it has to stand alone.
    ///
    /// ```
    /// use goshawk::types::OpeningRule;
    ///
    /// assert_eq!(OpeningRule::named_in("Gomoku, swap 2"), Some(OpeningRule::Swap2));
    /// assert_eq!(OpeningRule::named_in("no swap"), None);
    /// ```
    pub fn named_in(text: &str) -> Option<OpeningRule> {
        let parts = text.split([',', ';']);
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '-');
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let pairs = words.windows(2).map(|pair| pair.concat());
        let single = words
            .iter()
            .filter(|word| !word.eq_ignore_ascii_case("swap"));
        let names = parts.map(str::to_string).chain(pairs);
        let names = names.chain(single.map(|word| word.to_string()));
        names
            .into_iter()
            .find_map(|name| OpeningRule::from_name(&name))
    }

    /// The number of stones after which its opening can be over.
    pub fn least_stones(self) -> usize {
        if self.is_of_renju() { 5 } else { 3 }
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
        if self.is_of_renju() {
            has_fouls && Self::has_centre(size)
        } else {
            !has_fouls
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_names_an_opening_rule_or_none() {
        let named = |text| OpeningRule::named_in(text).map(OpeningRule::name);
        for text in ["swap", "Gomoku, Swap", "Gomoku; swap"] {
            assert_eq!(named(text), Some("swap"), "{text}");
        }
        for text in ["swap2", "Swap 2", "gomoku swap-2", "Gomoku, swap 2 opening"] {
            assert_eq!(named(text), Some("swap2"), "{text}");
        }
        for text in ["Taraguchi 10", "Renju, taraguchi-10", "Taraguchi 10 rule"] {
            assert_eq!(named(text), Some("taraguchi-10"), "{text}");
        }
        for text in ["Soosyrv 8 rule", "Soosõrv-8", "renju soosorv8"] {
            assert_eq!(named(text), Some("soosyrv-8"), "{text}");
        }
        for text in ["", "no swap", "Swap after the first move", "renju", "8"] {
            assert_eq!(named(text), None, "{text}");
        }
    }
}
