//! The steps of an opening.

use super::{Because, Match, Refusal};
use crate::opening::Decision;
use crate::opening::rules::{Action, Opening};
use crate::play::seats::Viewer;
use crate::types::Color;

/// The most steps that are remembered. Only fifth moves that are proposed and withdrawn again and
/// again are more, and of those the oldest are forgotten.
const MAX_STEPS: usize = 500;

/// A step of an opening, with what takes it back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningStep {
    /// What was done.
    pub action: Action,
    /// The opening before it.
    pub before: Opening,
    /// The number of stones and blocked points before it.
    pub(super) stones: usize,
    /// Who did it; `None` for the engine.
    pub(super) by: Option<Viewer>,
}

impl OpeningStep {
    /// True for a fifth move that is proposed or withdrawn.
    pub fn is_proposal(&self) -> bool {
        matches!(self.action, Action::Propose(_) | Action::Withdraw(_))
    }

    /// True if the players have changed sides.
    pub fn is_swap(&self) -> bool {
        self.action == Action::Swap
    }
}

impl Match {
    /// The side that the actor keeps if it places the next stone in place of a choice.
    pub fn kept_by_placing(&self) -> Option<Color> {
        let opening = self.opening.as_ref()?;
        let keeps = opening.keeps_by_placing(&self.game);
        opening.actor().filter(|_| keeps)
    }

    /// Chooses or declares something in the opening.
    ///
    /// # Errors
    /// If it is not the viewer's turn, or the step does not offer this.
    pub fn choose(&mut self, by: Viewer, action: Action) -> Result<(), Refusal> {
        self.check_turn(by)?;
        self.act(action, Some(by))
    }

    /// Takes the engine's step of the opening.
    pub(super) fn take_decision(&mut self, decision: &Decision) -> Result<(), Refusal> {
        for action in &decision.actions {
            self.act(*action, None)?;
        }
        // Without an action, no point is left for the stones of the opening.
        if decision.actions.is_empty() {
            self.end_opening();
            self.changed();
        }
        match decision.reply.filter(|_| self.opening.is_none()) {
            Some(reply) => self.play_move(reply),
            None => Ok(()),
        }
    }

    /// Carries out an action of whoever acts; `None` is the engine.
    pub(super) fn act(&mut self, action: Action, by: Option<Viewer>) -> Result<(), Refusal> {
        let opening = self
            .opening
            .as_mut()
            .ok_or(Because("There is nothing to choose now."))?;
        let before = opening.clone();
        let effect = opening.apply(&self.game, action);
        let effect = effect.map_err(Refusal::Opening)?;
        let is_over = opening.is_over();
        if self.steps.len() >= MAX_STEPS
            && let Some(oldest) = self.steps.iter().position(OpeningStep::is_proposal)
        {
            self.steps.remove(oldest);
        }
        self.steps.push(OpeningStep {
            action,
            stones: self.game.stones().len(),
            by,
            before,
        });
        if effect.swap {
            self.swap_players();
        }
        if let Some(point) = effect.stone {
            self.put(point);
        }
        if is_over {
            self.end_opening();
        }
        self.changed();
        Ok(())
    }

    /// True if the steps of the opening from this index on have changed the sides of the players.
    pub fn has_swapped(&self, from: usize) -> bool {
        let swaps = self.steps.iter().skip(from).filter(|step| step.is_swap());
        swaps.count() % 2 == 1
    }

    /// Lets the players change sides, with their clocks.
    pub(super) fn swap_players(&mut self) {
        self.seats.swap();
        if let Some(clocks) = &mut self.clocks {
            clocks.swap(self.now);
        }
    }

    /// Ends the opening, if there is one. Its stones stay.
    pub(super) fn end_opening(&mut self) {
        if self.opening.take().is_some() {
            self.fixed = self.game.stones().len();
        }
    }
}
