//! The opening rules of gomoku and renju as one state machine: who may do what next.
//!
//! An [`Opening`] is created for a rule and an empty board. [`Opening::actor`] is the side whose
//! player acts, [`Opening::step`] what it has to do, and [`Opening::apply`] carries an [`Action`]
//! out. The stones are those of the caller's [`Game`](crate::engine::Game); the opening holds what
//! is not on the board: the step, the declared number of fifth moves, and the fifth moves that
//! were proposed.
//!
//! A swap changes the sides of the two players. Sides are named as they are at that moment: after
//! a swap, black's player is the one who was white's before.
//!
//! | Rule | Stones and choices |
//! |------|--------------------|
//! | swap | black's player places 3 stones anywhere; the other one may swap |
//! | swap2 | as swap, but the other one may also place 2 more, and black's player then chooses |
//! | RIF | one of the 26 openings; swap; white's 4th; 2 fifth moves, white selects one |
//! | Yamaguchi | one of the 26 openings and the number of fifth moves; swap; 4th; fifth moves |
//! | Soosyrv-8 | one of the 26 openings; swap; 4th and 1 to 8 fifth moves; swap; fifth moves |
//! | Taraguchi-10 | after each of the moves 1 to 5 a swap; they lie in the central squares of side 1, 3, 5, 7 and 9; in place of the swap after move 4: ten fifth moves anywhere |
//!
//! Fifth moves must not be [equivalent](symmetry) under a symmetry of the first four stones.
//!
//! CITE: Yamaguchi rule, Renju International Federation,
//! <http://renju.net/media/showrule.php?rule=5>. The federation's own pages for the other rules
//! of renju were not available; their steps follow the articles "RIF opening rule", "Soosõrv opening
//! rule" and "Taraguchi opening rule" of the English Wikipedia, which quote them. That fifth moves
//! "can not be symmetrical in any aspect of the position": Ando Meritee, renju.net, 2008-04-27.
//! Swap and swap2: <http://www.vcpr.cz/en/help-and-rules/gomoku-rules/>.

mod action;
mod legal;
pub mod renju;
pub mod symmetry;
mod transitions;

use std::ops::RangeInclusive;

pub use crate::types::OpeningRule;
use crate::types::{Color, Point};
pub use action::{Action, Effect, Refusal};

/// The number of fifth moves in RIF's rule.
const RIF_FIFTH_MOVES: usize = 2;
/// The number of fifth moves in Taraguchi-10.
pub const TARAGUCHI_FIFTH_MOVES: usize = 10;

/// What has to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// `actor` places stones of alternating colours.
    Place {
        /// The side whose player places them.
        actor: Color,
        /// The number of stones on the board before the step.
        first: usize,
        /// The number of stones after the step.
        last: usize,
    },
    /// `actor` keeps its side or takes the other one.
    Sides {
        /// The side whose player chooses.
        actor: Color,
        /// A third choice.
        third: Option<ThirdChoice>,
    },
    /// `actor` declares the number of fifth moves.
    Declare {
        /// The side whose player declares it.
        actor: Color,
    },
    /// Black's player proposes fifth moves.
    Propose,
    /// White's player selects one of the proposed fifth moves.
    Select,
    /// The opening is over: the side to move plays.
    Over,
}

/// A choice in place of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThirdChoice {
    /// Two more stones, after which the opponent chooses a side.
    MoreStones,
    /// Ten fifth moves.
    TenFifthMoves,
}

/// The players by their part in the opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// The player who had black at the beginning.
    First,
    /// The player who had white at the beginning.
    Second,
}

/// An opening in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    rule: OpeningRule,
    step: Step,
    /// The players have changed sides an odd number of times.
    is_swapped: bool,
    /// The number of fifth moves to propose, once it is known.
    fifth_moves: Option<usize>,
    /// The fifth moves proposed so far.
    proposed: Vec<Point>,
}

impl Opening {
    /// The opening of a game under this rule, on an empty board.
    pub fn new(rule: OpeningRule) -> Opening {
        let (actor, first) = (Color::Black, 0);
        let last = match rule {
            OpeningRule::Taraguchi10 => 1,
            _ => 3,
        };
        Opening {
            rule,
            step: Step::Place { actor, first, last },
            is_swapped: false,
            fifth_moves: match rule {
                OpeningRule::Rif => Some(RIF_FIFTH_MOVES),
                _ => None,
            },
            proposed: Vec::new(),
        }
    }

    /// An opening under this rule that has come to this step. `fifth_moves` is their number, if
    /// it is known by then, and `proposed` are those that were proposed.
    pub fn at(
        rule: OpeningRule,
        step: Step,
        fifth_moves: Option<usize>,
        proposed: Vec<Point>,
    ) -> Opening {
        let new = Opening::new(rule);
        Opening {
            step,
            fifth_moves: fifth_moves.or(new.fifth_moves),
            proposed,
            ..new
        }
    }

    /// The rule.
    pub fn rule(&self) -> OpeningRule {
        self.rule
    }

    /// What has to be done next.
    pub fn step(&self) -> Step {
        self.step
    }

    /// The side whose player acts; `None` after the opening.
    pub fn actor(&self) -> Option<Color> {
        match self.step {
            Step::Place { actor, .. } | Step::Sides { actor, .. } | Step::Declare { actor } => {
                Some(actor)
            }
            Step::Propose => Some(Color::Black),
            Step::Select => Some(Color::White),
            Step::Over => None,
        }
    }

    /// The player who has a side now.
    pub fn player(&self, side: Color) -> Player {
        if (side == Color::Black) != self.is_swapped {
            Player::First
        } else {
            Player::Second
        }
    }

    /// True if the opening is over.
    pub fn is_over(&self) -> bool {
        self.step == Step::Over
    }

    /// The number of fifth moves that black's player has to propose, once it is known.
    pub fn fifth_moves(&self) -> Option<usize> {
        self.fifth_moves
    }

    /// The fifth moves proposed so far.
    pub fn proposed(&self) -> &[Point] {
        &self.proposed
    }

    /// The numbers of fifth moves that may be declared now; `None` in other steps.
    pub fn counts(&self) -> Option<RangeInclusive<usize>> {
        let is_declaring = matches!(self.step, Step::Declare { .. });
        is_declaring.then(|| 1..=self.rule.most_fifth_moves())
    }

    /// The choices of this step that need no point and no number, in the order in which they are
    /// to be shown.
    pub fn choices(&self) -> Vec<Action> {
        let Step::Sides { third, .. } = self.step else {
            return Vec::new();
        };
        let third = third.map(|third| match third {
            ThirdChoice::MoreStones => Action::MoreStones,
            ThirdChoice::TenFifthMoves => Action::TenFifthMoves,
        });
        let sides = [Action::Keep, Action::Swap];
        sides.into_iter().chain(third).collect()
    }
}
