//! The values of the fitted evaluation, read from files that are part of the program.
//!
//! `scripts/fit-eval` fits the files to self-play; the `record` lines of each say how.
//! A value of 200 is a winning chance of 1 / (1 + 1/e), about three in four, see
//! [`Model::scale`].

use std::sync::LazyLock;

use super::ScorePair;
use super::threat_mask::THREAT_MASKS;
use super::weight_file::{self, Identity, Model, Section, VALUE_LIMIT, WeightFileError};
use crate::pattern::Class;
use crate::pattern::merge::{CLASS_PAIRS, Combo, pair_index};
use crate::types::{Color, Rule};

/// A value for each combo.
pub type ValueTable = [i16; Combo::TABLE];

/// The value of a point by its combo for one colour.
pub type SideValues = [ScorePair; Combo::TABLE];

/// The value of a point by its [`pair_index`], black's class first.
pub type PairValues = [ScorePair; CLASS_PAIRS];

/// The weights of a rule for one side to move: the sections of a weight file.
pub struct Weights {
    /// The value of the right to move, and what all positions have in common.
    pub constant: [i16; 1],
    /// By combo: the value of an empty point for the combo of the side to move.
    pub mine: ValueTable,
    /// By combo: the value of an empty point for the combo of the opponent.
    pub theirs: ValueTable,
    /// By class: the value of having any point of that class.
    pub mine_has: [i16; Class::COUNT],
    /// By class: the value if the opponent has any point of that class.
    pub theirs_has: [i16; Class::COUNT],
    /// By [`pair_index`], the class of the side to move first: the value of an empty
    /// point for its classes for both players.
    pub pairs: [i16; CLASS_PAIRS],
    /// By [`threat_mask`](super::threat_mask::threat_mask): the value of the threats
    /// that exist together.
    pub threats: [i16; THREAT_MASKS],
}

/// The weight files: name, content and what each is for.
const FILES: [(&str, &str, Identity); 4] = {
    const fn identity(rule: Rule, side: Option<Color>) -> Identity {
        Identity {
            model: Model::Evaluation,
            rule,
            side,
        }
    }
    [
        (
            "freestyle.txt",
            include_str!("weights/freestyle.txt"),
            identity(Rule::Freestyle, None),
        ),
        (
            "standard.txt",
            include_str!("weights/standard.txt"),
            identity(Rule::Standard, None),
        ),
        (
            "renju-black.txt",
            include_str!("weights/renju-black.txt"),
            identity(Rule::Renju, Some(Color::Black)),
        ),
        (
            "renju-white.txt",
            include_str!("weights/renju-white.txt"),
            identity(Rule::Renju, Some(Color::White)),
        ),
    ]
};

/// The weights of a rule with `side` to move; all files are read at first use.
///
/// # Panics
/// If a file is not valid. The files are part of the program, and a test parses each.
pub fn weights(rule: Rule, side: Color) -> &'static Weights {
    static WEIGHTS: LazyLock<Vec<Weights>> = LazyLock::new(|| {
        let parsed = FILES.iter().map(|(name, text, identity)| {
            Weights::parse(text, identity).unwrap_or_else(|error| panic!("{name}: {error}"))
        });
        parsed.collect()
    });
    let fitted = rule.spec().evaluation;
    let file = FILES.iter().position(|(.., id)| id.is_for(fitted, side));
    &WEIGHTS[file.expect("a file for every rule and side")]
}

/// The values of a point by its combo for `color`.
pub fn side_values(rule: Rule, color: Color) -> &'static SideValues {
    static VALUES: LazyLock<Vec<SideValues>> = LazyLock::new(|| {
        let pairs = Rule::ALL
            .into_iter()
            .flat_map(|rule| Color::ALL.map(|color| (rule, color)));
        pairs.map(|(rule, color)| build(rule, color)).collect()
    });
    &VALUES[rule.index() * 2 + color.index()]
}

/// Builds the table of [`side_values`].
fn build(rule: Rule, color: Color) -> SideValues {
    let mut values = [ScorePair::default(); Combo::TABLE];
    let to_move = weights(rule, color);
    let waiting = weights(rule, !color);
    for (number, value) in values.iter_mut().enumerate() {
        let (mine, theirs) = (to_move.mine[number], waiting.theirs[number]);
        *value = match color {
            Color::White => ScorePair::new(mine, theirs),
            Color::Black => ScorePair::new(theirs, mine),
        };
    }
    values
}

/// The values of a point by its classes for both players.
pub fn pair_values(rule: Rule) -> &'static PairValues {
    static VALUES: LazyLock<Vec<PairValues>> =
        LazyLock::new(|| Rule::ALL.into_iter().map(build_pairs).collect());
    &VALUES[rule.index()]
}

/// Builds the table of [`pair_values`].
fn build_pairs(rule: Rule) -> PairValues {
    let mut values = [ScorePair::default(); CLASS_PAIRS];
    for black in Class::ALL {
        for white in Class::ALL {
            values[pair_index(black, white)] = ScorePair::new(
                weights(rule, Color::White).pairs[pair_index(white, black)],
                weights(rule, Color::Black).pairs[pair_index(black, white)],
            );
        }
    }
    values
}

// The update of a point subtracts two combos and a pair and adds as many; the sum of
// their values has to fit into a `ScorePair`.
const _: () = assert!(6 * VALUE_LIMIT as i32 <= i16::MAX as i32);

impl Weights {
    /// Reads a weight file.
    ///
    /// # Errors
    /// If the file is not a valid weight file of this identity.
    pub fn parse(text: &str, identity: &Identity) -> Result<Weights, WeightFileError> {
        let mut weights = Weights::zero();
        weight_file::parse(text, identity, &mut weights.sections())?;
        Ok(weights)
    }

    /// Name and number of values of every section of a weight file, in order.
    pub fn layout() -> Vec<(&'static str, usize)> {
        let mut weights = Weights::zero();
        let sections = weights.sections();
        sections.map(|(name, values)| (name, values.len())).to_vec()
    }

    fn zero() -> Weights {
        Weights {
            constant: [0],
            mine: [0; Combo::TABLE],
            theirs: [0; Combo::TABLE],
            mine_has: [0; Class::COUNT],
            theirs_has: [0; Class::COUNT],
            pairs: [0; CLASS_PAIRS],
            threats: [0; THREAT_MASKS],
        }
    }

    /// The sections of a weight file, in order.
    fn sections(&mut self) -> [Section<'_>; 7] {
        [
            ("constant", &mut self.constant),
            ("mine", &mut self.mine[..Combo::COUNT]),
            ("theirs", &mut self.theirs[..Combo::COUNT]),
            ("mine_has", &mut self.mine_has),
            ("theirs_has", &mut self.theirs_has),
            ("pairs", &mut self.pairs),
            ("threats", &mut self.threats),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Score;

    #[test]
    fn every_included_file_is_valid() {
        for (name, text, identity) in &FILES {
            if let Err(error) = Weights::parse(text, identity) {
                panic!("{name}: {error}");
            }
        }
    }

    #[test]
    fn files_of_another_rule_or_side_are_refused() {
        for (at, (name, text, _)) in FILES.iter().enumerate() {
            for (other, (.., identity)) in FILES.iter().enumerate() {
                let accepted = Weights::parse(text, identity).is_ok();
                assert_eq!(accepted, at == other, "{name} as {identity:?}");
            }
        }
    }

    #[test]
    fn swapped_sections_are_refused() {
        for (name, text, identity) in &FILES {
            let swapped = text
                .replace("section mine ", "section other ")
                .replace("section theirs ", "section mine ")
                .replace("section other ", "section theirs ");
            let error = Weights::parse(&swapped, identity).err();
            let message = error.expect("an error").to_string();
            assert!(
                message.contains("expected `section mine 3060`"),
                "{name}: {message}"
            );
        }
    }

    #[test]
    fn values_of_combos_belong_to_the_side_to_move_and_its_opponent() {
        for rule in Rule::ALL {
            for color in Color::ALL {
                let (to_move, waiting) = (weights(rule, color), weights(rule, !color));
                for (number, pair) in side_values(rule, color).iter().enumerate() {
                    let values = pair.both();
                    let (mine, theirs) = (to_move.mine[number], waiting.theirs[number]);
                    assert_eq!(values[color.index()], Score::from(mine));
                    assert_eq!(values[(!color).index()], Score::from(theirs));
                }
            }
        }
    }
}
