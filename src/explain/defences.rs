//! The moves that prevent a forced win by fours.

use super::threats::Explainer;
use crate::board::Geometry;
use crate::board::geometry::with_cells;
use crate::engine::{Game, position_of};
use crate::movegen::makes_four;
use crate::position::Position;
use crate::rules;
use crate::threat::VcfResult;
use crate::types::{Color, Point};

/// The limit on moves of all searches together.
const TOTAL_BUDGET: u64 = 3_000_000;

/// The moves after which the opponent has no win by fours.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Defences {
    /// These moves except fours, by row, then by column.
    pub moves: Vec<Point>,
    /// True if it is proved that all other moves except fours lose to fours.
    pub is_complete: bool,
    /// True if the side to move has fours that delay or prevent the win.
    pub has_fours: bool,
}

impl Explainer {
    /// The defences of `side`, whose opponent could win by fours if it were its turn.
    pub fn defences(&mut self, game: &Game, side: Color) -> Defences {
        with_cells!(game.size(), |CELLS| {
            self.defences_in(position_of::<CELLS>(game, side))
        })
    }

    /// The defences of the side to move.
    fn defences_in<const CELLS: usize>(&mut self, mut position: Position<CELLS>) -> Defences {
        let side = position.side();
        let mut found = Defences {
            is_complete: true,
            ..Defences::default()
        };
        let empty = *position.empty();
        let mut budget = TOTAL_BUDGET;
        for square in empty.iter() {
            if budget == 0 {
                found.is_complete = false;
                break;
            }
            if !rules::is_legal(&mut position, side, square) {
                continue;
            }
            let is_four = makes_four(&position, side, square);
            position.make(square);
            let reply = self.solve_fours(&position);
            position.undo();
            budget = budget.saturating_sub(self.fours_nodes());
            match reply {
                VcfResult::Win(_) => {}
                _ if is_four => found.has_fours = true,
                VcfResult::None => found.moves.push(Geometry::<CELLS>::point(square)),
                VcfResult::Unknown => found.is_complete = false,
            }
        }
        found.moves.sort_by_key(|point| (point.y, point.x));
        found
    }
}
