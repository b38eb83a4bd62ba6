//! What wins, for whom.

use super::Color;

/// A rule of the game, as tournaments play them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Five or more in a row win.
    #[default]
    Freestyle,
    /// Exactly five in a row win.
    Standard,
    /// Black needs exactly five and loses by a foul; white wins with five or more.
    Renju,
    /// Six or more win, and so do five that opponent stones do not block at both ends.
    Caro,
    /// Only exactly five that opponent stones do not block at both ends win.
    CaroExact,
}

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

    /// What a row must be to win for `color`.
    pub const fn five_rule(self, color: Color) -> FiveRule {
        match (self, color) {
            (Rule::Freestyle, _) | (Rule::Renju, Color::White) => FiveRule::AtLeast,
            (Rule::Standard, _) | (Rule::Renju, Color::Black) => FiveRule::Exactly,
            (Rule::Caro, _) => FiveRule::Caro,
            (Rule::CaroExact, _) => FiveRule::CaroExact,
        }
    }

    /// True if some points are forbidden to `color` under this rule.
    #[inline]
    pub const fn has_fouls(self, color: Color) -> bool {
        matches!((self, color), (Rule::Renju, Color::Black))
    }

    /// True if black and white play under the same law.
    pub const fn is_symmetric(self) -> bool {
        !matches!(self, Rule::Renju)
    }

    /// The name used on the command line and in the problem sets.
    pub const fn name(self) -> &'static str {
        match self {
            Rule::Freestyle => "freestyle",
            Rule::Standard => "standard",
            Rule::Renju => "renju",
            Rule::Caro => "caro",
            Rule::CaroExact => "caro-exact",
        }
    }

    /// The rule of that [`name`](Rule::name), or `None`.
    pub fn from_name(name: &str) -> Option<Rule> {
        Rule::ALL.into_iter().find(|rule| rule.name() == name)
    }
}

/// The law of one player's winning row.
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
    /// Every law, in index order.
    pub const ALL: [FiveRule; 4] = [
        FiveRule::AtLeast,
        FiveRule::Exactly,
        FiveRule::Caro,
        FiveRule::CaroExact,
    ];

    /// The law as an array index, `0..4`.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Does an unbroken row of `length` stones win, its two ends being
    /// opponent stones or not?
    ///
    /// The edge of the board is not an opponent stone.
    pub const fn wins(self, length: usize, blocked_left: bool, blocked_right: bool) -> bool {
        let open = !(blocked_left && blocked_right);
        match self {
            FiveRule::AtLeast => length >= 5,
            FiveRule::Exactly => length == 5,
            FiveRule::Caro => length > 5 || (length == 5 && open),
            FiveRule::CaroExact => length == 5 && open,
        }
    }

    /// True if a row can be too long to win.
    pub const fn overline_is_worthless(self) -> bool {
        matches!(self, FiveRule::Exactly | FiveRule::CaroExact)
    }

    /// True if opponent stones next to a five matter (the caro rules).
    pub const fn minds_blocked_ends(self) -> bool {
        matches!(self, FiveRule::Caro | FiveRule::CaroExact)
    }
}
