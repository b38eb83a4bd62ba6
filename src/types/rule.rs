//! The rules of the game. [`RuleSpec`] holds all that a rule means.

use super::{BoardSize, Color};

/// A rule of the game, as played in tournaments. Its [`RuleSpec`] says what it means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "reports", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "reports", serde(rename_all = "kebab-case"))]
pub enum Rule {
    /// Five or more in a row win.
    #[default]
    Freestyle,
    /// Exactly five in a row win.
    Standard,
    /// Black wins with exactly five and loses by a foul; white wins with five or more.
    Renju,
    /// Six or more win, and so do five that are not blocked by opponent stones at
    /// both ends.
    Caro,
    /// Exactly five win, unless opponent stones block both ends.
    CaroExact,
}

/// All that a rule means outside the pattern tables.
///
/// A new rule needs a variant of [`Rule`], a row in the table in this file, and a variant of
/// [`FiveRule`] if its winning rows are new. The chapter [`recipes`](crate::book::recipes) has all
/// steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleSpec {
    /// The name on the command line, in problem sets and in weight files.
    pub name: &'static str,
    /// The value of `INFO rule` in the Gomocup protocol, without the bit for
    /// continuous games.
    pub protocol_number: i64,
    /// The winning rows of white and of black, by [`Color::index`].
    pub five: [FiveRule; 2],
    /// The colour that may not commit fouls, if any.
    pub fouls: Option<Color>,
    /// The game is drawn at this number of stones.
    pub stone_limit: Option<StoneLimit>,
    /// The rule for which the evaluation in use was fitted.
    pub evaluation: Rule,
    /// The rule for which the move order in use was fitted.
    pub move_order: Rule,
}

/// A draw by the number of stones on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoneLimit {
    /// The side of the square board to which the limit applies.
    pub side: u8,
    /// Stones of both colours.
    pub stones: usize,
}

/// The specifications, by [`Rule::index`].
const SPECS: [RuleSpec; 5] = [
    RuleSpec {
        name: "freestyle",
        protocol_number: 0,
        five: [FiveRule::AtLeast, FiveRule::AtLeast],
        fouls: None,
        stone_limit: None,
        evaluation: Rule::Freestyle,
        move_order: Rule::Freestyle,
    },
    RuleSpec {
        name: "standard",
        protocol_number: 1,
        five: [FiveRule::Exactly, FiveRule::Exactly],
        fouls: None,
        stone_limit: None,
        evaluation: Rule::Standard,
        // Move order fitted to standard gained nothing over that of freestyle.
        move_order: Rule::Freestyle,
    },
    RuleSpec {
        name: "renju",
        protocol_number: 4,
        five: [FiveRule::AtLeast, FiveRule::Exactly],
        fouls: Some(Color::Black),
        // CITE: GomocupJudge, the referee of the Gomocup tournaments.
        stone_limit: Some(StoneLimit {
            side: 15,
            stones: 200,
        }),
        evaluation: Rule::Renju,
        move_order: Rule::Renju,
    },
    // The fitted evaluation has no weights for the caro rules; only networks were trained.
    // Standard's weights are the nearest, because its winning rows are restricted too.
    RuleSpec {
        name: "caro",
        protocol_number: 8,
        five: [FiveRule::Caro, FiveRule::Caro],
        fouls: None,
        stone_limit: None,
        evaluation: Rule::Standard,
        move_order: Rule::Freestyle,
    },
    RuleSpec {
        name: "caro-exact",
        protocol_number: 9,
        five: [FiveRule::CaroExact, FiveRule::CaroExact],
        fouls: None,
        stone_limit: None,
        evaluation: Rule::Standard,
        move_order: Rule::Freestyle,
    },
];

/// The bit of `INFO rule` for a continuous game, in which play goes on after a five. The
/// manager marks finished lines as points out of play, so the engine need not know.
const CONTINUOUS: i64 = 2;

impl Rule {
    /// Every rule, in index order.
    pub const ALL: [Rule; 5] = [
        Rule::Freestyle,
        Rule::Standard,
        Rule::Renju,
        Rule::Caro,
        Rule::CaroExact,
    ];

    /// The rule as an array index, `0..5`.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// What the rule means.
    pub const fn spec(self) -> &'static RuleSpec {
        &SPECS[self.index()]
    }

    /// The rows that win for `color`.
    pub const fn five_rule(self, color: Color) -> FiveRule {
        self.spec().five[color.index()]
    }

    /// True if some points can be forbidden to `color`.
    #[inline]
    pub const fn has_fouls(self, color: Color) -> bool {
        matches!(
            (self.spec().fouls, color),
            (Some(Color::Black), Color::Black) | (Some(Color::White), Color::White)
        )
    }

    /// True if both colours have the same winning rows and no fouls.
    pub const fn is_symmetric(self) -> bool {
        let spec = self.spec();
        spec.five[0].index() == spec.five[1].index() && spec.fouls.is_none()
    }

    /// The number of stones at which a game on a board of this size is drawn although points
    /// are empty; `None` if there is no such limit.
    pub fn stone_limit(self, size: BoardSize) -> Option<usize> {
        let limit = self.spec().stone_limit?;
        (size.width() == limit.side && size.height() == limit.side).then_some(limit.stones)
    }

    /// True if a game with `stones` stones is drawn although points are empty.
    #[inline]
    pub fn is_drawn_at(self, stones: usize, size: BoardSize) -> bool {
        self.stone_limit(size).is_some_and(|limit| stones >= limit)
    }

    /// The name on the command line, in problem sets and in weight files.
    pub const fn name(self) -> &'static str {
        self.spec().name
    }

    /// The rule with this [`name`](Rule::name), or `None`.
    pub fn from_name(name: &str) -> Option<Rule> {
        Rule::ALL.into_iter().find(|rule| rule.name() == name)
    }

    /// The rule with this [`protocol_number`](RuleSpec::protocol_number), with or without
    /// the bit for continuous games, or `None`.
    pub fn from_protocol_number(number: i64) -> Option<Rule> {
        let number = number & !CONTINUOUS;
        let has_number = |rule: &Rule| rule.spec().protocol_number == number;
        Rule::ALL.into_iter().find(has_number)
    }
}

/// The rows that win for one colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FiveRule {
    /// Five or more.
    AtLeast,
    /// Exactly five.
    Exactly,
    /// Six or more, or five not blocked by opponent stones at both ends.
    Caro,
    /// Exactly five, not blocked by opponent stones at both ends.
    CaroExact,
}

impl FiveRule {
    /// Every kind, in index order.
    pub const ALL: [FiveRule; 4] = [
        FiveRule::AtLeast,
        FiveRule::Exactly,
        FiveRule::Caro,
        FiveRule::CaroExact,
    ];

    /// The kind as an array index, `0..4`.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// True if an unbroken row of `length` stones wins. `blocked_left` and
    /// `blocked_right` say whether an opponent stone is next to each end; the edge
    /// of the board is not an opponent stone.
    ///
    /// ```
    /// use goshawk::types::FiveRule;
    ///
    /// assert!(FiveRule::AtLeast.wins(6, true, true));
    /// assert!(!FiveRule::Exactly.wins(6, false, false));
    /// assert!(FiveRule::Caro.wins(5, true, false));
    /// assert!(!FiveRule::Caro.wins(5, true, true));
    /// ```
    pub const fn wins(self, length: usize, blocked_left: bool, blocked_right: bool) -> bool {
        let open = !(blocked_left && blocked_right);
        match self {
            FiveRule::AtLeast => length >= 5,
            FiveRule::Exactly => length == 5,
            FiveRule::Caro => length > 5 || (length == 5 && open),
            FiveRule::CaroExact => length == 5 && open,
        }
    }

    /// True if a row of six or more does not win.
    pub const fn excludes_overlines(self) -> bool {
        matches!(self, FiveRule::Exactly | FiveRule::CaroExact)
    }

    /// True if opponent stones at both ends of a five keep it from winning.
    pub const fn excludes_blocked_fives(self) -> bool {
        matches!(self, FiveRule::Caro | FiveRule::CaroExact)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_protocol_numbers_identify_a_rule() {
        for rule in Rule::ALL {
            assert_eq!(Rule::from_name(rule.name()), Some(rule));
            let number = rule.spec().protocol_number;
            assert_eq!(Rule::from_protocol_number(number), Some(rule));
        }
        assert_eq!(Rule::from_name("gomoku"), None);
        let continuous = [2, 3, 6].map(Rule::from_protocol_number);
        let rules = [Rule::Freestyle, Rule::Standard, Rule::Renju];
        assert_eq!(continuous, rules.map(Some));
        assert_eq!(Rule::from_protocol_number(16), None);
    }

    #[test]
    fn only_renju_treats_the_colours_differently() {
        for rule in Rule::ALL {
            assert_eq!(rule.is_symmetric(), rule != Rule::Renju);
            assert!(!rule.has_fouls(Color::White));
            assert_eq!(rule.has_fouls(Color::Black), rule == Rule::Renju);
        }
    }

    #[test]
    fn the_stone_limit_of_renju_applies_to_15x15_only() {
        let size = |width, height| BoardSize::new(width, height).expect("a valid size");
        assert!(Rule::Renju.is_drawn_at(200, size(15, 15)));
        assert!(!Rule::Renju.is_drawn_at(199, size(15, 15)));
        // A board of the same area.
        assert!(!Rule::Renju.is_drawn_at(200, size(9, 25)));
        assert!(!Rule::Renju.is_drawn_at(200, size(20, 20)));
        for rule in Rule::ALL.into_iter().filter(|rule| *rule != Rule::Renju) {
            assert!(!rule.is_drawn_at(224, size(15, 15)));
        }
    }

    #[test]
    fn fitted_rules_use_their_own_weights() {
        for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju] {
            assert_eq!(rule.spec().evaluation, rule);
        }
    }
}
