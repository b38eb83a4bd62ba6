//! What players do in an opening, and what follows from it.

use std::fmt::{self, Display, Formatter};

use crate::types::Point;

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Places the next stone.
    Place(Point),
    /// Keeps the side.
    Keep,
    /// Takes the other side.
    Swap,
    /// Swap2: places two more stones, after which the opponent chooses.
    MoreStones,
    /// Taraguchi-10: proposes ten fifth moves.
    TenFifthMoves,
    /// Declares the number of fifth moves.
    Declare(usize),
    /// Proposes a fifth move.
    Propose(Point),
    /// Withdraws a proposed fifth move, before all are there.
    Withdraw(Point),
    /// Selects one of the proposed fifth moves.
    Select(Point),
}

/// What follows from an action outside the state of the opening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// A stone of the side to move is placed here.
    pub stone: Option<Point>,
    /// The players change sides.
    pub swap: bool,
}

/// Why an action is not possible. The text does not name points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The step asks for something else.
    NotNow,
    /// The opening is over.
    Over,
    /// The point is not on the board.
    OffBoard,
    /// The point is not empty.
    Occupied(Point),
    /// The stone has to lie in the central square of this side.
    OutsideSquare(u8),
    /// The number of fifth moves is not from 1 to this one.
    Count(usize),
    /// This fifth move has already been proposed.
    Proposed(Point),
    /// The first point is equivalent to the second, which has been proposed.
    Equivalent(Point, Point),
    /// This is not one of the proposed fifth moves.
    NotProposed(Point),
}

impl Display for Refusal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NotNow => f.write_str("That is not possible in this step of the opening."),
            Refusal::Over => f.write_str("The opening is over."),
            Refusal::OffBoard => f.write_str("That point is not on the board."),
            Refusal::Occupied(_) => f.write_str("That point is not empty."),
            Refusal::OutsideSquare(1) => f.write_str("The first stone goes to the centre."),
            Refusal::OutsideSquare(side) => {
                write!(f, "That stone must be in the central {side}x{side} points.")
            }
            Refusal::Count(most) => {
                write!(f, "The number of fifth moves must be from 1 to {most}.")
            }
            Refusal::Proposed(_) => f.write_str("That fifth move has already been proposed."),
            Refusal::Equivalent(..) => {
                f.write_str("That fifth move is symmetrical to one already proposed.")
            }
            Refusal::NotProposed(_) => f.write_str("That is not one of the proposed fifth moves."),
        }
    }
}
