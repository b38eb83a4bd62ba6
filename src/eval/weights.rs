//! The weights of the evaluation: data files, fitted to self-play by
//! `scripts/fit-eval`; each file's first lines tell how it came about.
//!
//! Units: 200 is a winning chance of 1 / (1 + 1/e), about three in four.

use std::sync::LazyLock;

use super::ScorePair;
use super::fitted::THREAT_MASKS;
use crate::pattern::Class;
use crate::pattern::merge::{CLASS_PAIRS, Combo, pair_index};
use crate::types::{Color, Rule, Score};

/// A value for each combo.
pub type ValueTable = [i16; Combo::TABLE];

/// The value of a point by its combo for one colour.
pub type SideValues = [ScorePair; Combo::TABLE];

/// The value of a point by its [`pair_index`], black's class first.
pub type PairValues = [ScorePair; CLASS_PAIRS];

/// The weights of a rule for one side to move.
pub struct Weights {
    /// By combo: what a point of the side to move adds.
    pub mine: ValueTable,
    /// By combo: what a point of its opponent adds.
    pub theirs: ValueTable,
    /// By class: what it adds that the side to move has a point of that class.
    pub mine_has: [Score; Class::COUNT],
    /// By class: what it adds that the opponent has a point of that class.
    pub theirs_has: [Score; Class::COUNT],
    /// By the classes of the side to move and of its opponent: what a point adds.
    pub pairs: [i16; CLASS_PAIRS],
    /// By threat mask: what the threats together add.
    pub threats: [i16; THREAT_MASKS],
    /// The right to move, and what all positions have in common.
    pub constant: Score,
}

/// The weights of a rule with `side` to move; read at first use.
pub fn weights(rule: Rule, side: Color) -> &'static Weights {
    macro_rules! file {
        ($name:literal) => {{
            static WEIGHTS: LazyLock<Weights> =
                LazyLock::new(|| Weights::parse(include_str!(concat!("weights/", $name, ".txt"))));
            &WEIGHTS
        }};
    }
    match (rule, side) {
        (Rule::Freestyle, _) => file!("freestyle"),
        // Caro has had no fit of its own; its rows are bounded as in standard.
        (Rule::Standard | Rule::Caro | Rule::CaroExact, _) => file!("standard"),
        (Rule::Renju, Color::Black) => file!("renju-black"),
        (Rule::Renju, Color::White) => file!("renju-white"),
    }
}

/// What a combo of `color` adds.
pub fn side_values(rule: Rule, color: Color) -> &'static SideValues {
    static VALUES: LazyLock<Vec<SideValues>> = LazyLock::new(|| {
        let pairs = Rule::ALL
            .into_iter()
            .flat_map(|rule| Color::ALL.map(|color| (rule, color)));
        pairs.map(|(rule, color)| build(rule, color)).collect()
    });
    &VALUES[rule.index() * 2 + color.index()]
}

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

/// What the classes of a point for both players add together.
pub fn pair_values(rule: Rule) -> &'static PairValues {
    static VALUES: LazyLock<Vec<PairValues>> =
        LazyLock::new(|| Rule::ALL.into_iter().map(build_pairs).collect());
    &VALUES[rule.index()]
}

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

impl Weights {
    /// Reads a weight file: `constant N`, then the sections `mine`, `theirs`,
    /// `mine_has`, `theirs_has`, `pairs` and `threats`.
    ///
    /// # Panics
    /// If the text is not of that form; the files are part of the program and a
    /// test reads each.
    fn parse(text: &str) -> Weights {
        let mut weights = Weights {
            mine: [0; Combo::TABLE],
            theirs: [0; Combo::TABLE],
            mine_has: [0; Class::COUNT],
            theirs_has: [0; Class::COUNT],
            pairs: [0; CLASS_PAIRS],
            threats: [0; THREAT_MASKS],
            constant: 0,
        };
        let (mut constant, mut mine_has, mut theirs_has) =
            ([0; 1], [0; Class::COUNT], [0; Class::COUNT]);
        sections(
            text,
            &mut [
                &mut constant,
                &mut weights.mine[..Combo::COUNT],
                &mut weights.theirs[..Combo::COUNT],
                &mut mine_has,
                &mut theirs_has,
                &mut weights.pairs,
                &mut weights.threats,
            ],
        );
        weights.constant = Score::from(constant[0]);
        weights.mine_has = mine_has.map(Score::from);
        weights.theirs_has = theirs_has.map(Score::from);
        weights
    }
}

/// Reads the sections of a weight file in order: a name, then as many numbers as
/// the section has slots. Lines that begin with `#` are comments.
///
/// # Panics
/// If the text is not of that form; the files are part of the program.
pub(super) fn sections(text: &str, sections: &mut [&mut [i16]]) {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let mut words = lines.flat_map(str::split_ascii_whitespace);
    let mut number = || -> Option<i16> { words.next()?.parse().ok() };
    for section in sections {
        assert!(number().is_none(), "a section begins with its name");
        for slot in section.iter_mut() {
            *slot = number().expect("a number for every slot");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_of_a_point_fit_into_a_score_pair() {
        let largest = |table: &[ScorePair]| {
            let scores = table.iter().flat_map(|pair| pair.both());
            scores.map(Score::abs).max().expect("tables are not empty")
        };
        for rule in Rule::ALL {
            let [white, black] = Color::ALL.map(|color| largest(side_values(rule, color)));
            let most = 2 * (white + black + largest(pair_values(rule)));
            assert!(most <= i16::MAX.into(), "{rule:?}: {most}");
        }
    }

    #[test]
    fn every_weight_file_is_read_and_means_something() {
        for rule in Rule::ALL {
            for color in Color::ALL {
                let weights = weights(rule, color);
                assert!(weights.mine.iter().any(|w| *w > 0));
                assert!(weights.theirs.iter().any(|w| *w < 0));
                let values = side_values(rule, color)[5].both();
                assert_eq!(values[color.index()], Score::from(weights.mine[5]));
            }
        }
    }
}
