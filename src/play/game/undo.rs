//! What is taken back: moves, steps of the opening, results.

use super::{Match, Refusal};
use crate::engine::{Stone, ending};
use crate::play::finish::Finish;
use crate::play::seats::Viewer;
use crate::types::{Color, OpeningRule};

/// What can be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undo {
    /// The result, which is not on the board. The stones stay.
    Result,
    /// The stones from this index on.
    Stones(usize),
    /// The steps of the opening from this index on, and all stones after them.
    Steps(usize),
}

impl Match {
    /// What is taken back for a viewer who takes back `count` moves. A result that is not on the
    /// board comes first, then the viewer's last moves with all that followed, then the
    /// viewer's last steps of the opening with all that followed. In a game of the engine against
    /// itself, the owner takes back moves and steps of both sides.
    ///
    /// The result of a game over the network stands, and so does a loss on time while the clocks
    /// are there.
    ///
    /// # Errors
    /// If there are not as many moves or steps, or no moves at all.
    pub fn undo_of(&self, by: Viewer, count: usize) -> Result<Undo, Refusal> {
        let is_settled = match &self.finish {
            None => false,
            Some(Finish::OutOfTime(_)) if self.clocks.is_some() => true,
            Some(_) => self.seats.guest().is_some(),
        };
        let owns_all = self.seats.people() == 0 && by == Viewer::Owner;
        let owns = |side| owns_all || self.seats.plays(by, side);
        if is_settled || !self.has_joined || !Color::ALL.into_iter().any(owns) {
            return Err(Refusal::FewMoves(0));
        }
        if !matches!(self.finish, None | Some(Finish::Board(_))) {
            return Ok(Undo::Result);
        }
        let is_own = |stone: &Stone| match stone {
            Stone::Of(side) => owns(*side),
            Stone::Blocked => false,
        };
        let stones = self.game.stones().iter().enumerate().skip(self.fixed);
        let stones = stones.filter(|(_, (_, stone))| is_own(stone));
        let stones: Vec<usize> = stones.map(|(at, _)| at).collect();
        let last = |own: &[usize]| own.len().checked_sub(count.max(1)).map(|at| own[at]);
        if self.opening.is_none() && (self.steps.is_empty() || !stones.is_empty()) {
            let at = last(&stones).ok_or(Refusal::FewMoves(stones.len()))?;
            return Ok(Undo::Stones(at));
        }
        let steps = self.steps.iter().enumerate();
        let steps = steps.filter(|(_, step)| owns_all || step.by == Some(by));
        let steps: Vec<usize> = steps.map(|(at, _)| at).collect();
        let at = last(&steps).ok_or(Refusal::FewSteps(steps.len()))?;
        Ok(Undo::Steps(at))
    }

    /// Takes something back. A game of the engine against itself is then paused.
    pub(super) fn take_back(&mut self, undo: Undo) {
        match undo {
            Undo::Result => self.finish = None,
            Undo::Stones(at) => self.take_from(at),
            Undo::Steps(at) => {
                if self.has_swapped(at) {
                    self.swap_players();
                }
                let first = self.steps.drain(at..).next();
                if let Some(first) = first {
                    self.opening = Some(first.before);
                    self.fixed = 0;
                    self.take_from(first.stones);
                }
            }
        }
        self.is_paused = self.seats.people() == 0;
        self.changed();
    }

    /// Removes the stones from this index on. A game that returns to its first stones in another
    /// way than by the steps of its opening no longer follows the opening rule.
    fn take_from(&mut self, at: usize) {
        while let Some((point, _)) = self.game.stones().get(at..).and_then(<[_]>::last) {
            let taken = self.game.take(*point);
            debug_assert!(taken.is_ok(), "the stone is on the board");
        }
        self.times.truncate(at);
        let is_in_opening = self.opening.is_some();
        let follows = |rule: &OpeningRule| is_in_opening || at >= rule.least_stones();
        self.opening_rule = self.opening_rule.filter(follows);
        self.finish = ending(&self.game).map(Finish::Board);
    }
}
