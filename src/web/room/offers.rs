//! What players have to agree on: moves taken back, draws, rematches.

use super::{Refusal, Room, Viewer};
use crate::engine::Stone;
use crate::play::finish::Finish;
use crate::types::Color;

/// What a player offers the other one over the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proposal {
    /// To take the last move back.
    Undo,
    /// A draw.
    Draw,
    /// Another game with colours swapped.
    Rematch,
}

/// An offer that waits for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// What is offered.
    pub proposal: Proposal,
    /// Who offers it.
    pub by: Viewer,
}

impl Room {
    /// Takes back the last move of a viewer and those after it; over the network, asks the other
    /// player.
    ///
    /// # Errors
    /// If there is nothing to take back.
    pub fn undo(&mut self, viewer: Viewer) -> Result<(), Refusal> {
        let at = self
            .undo_point(viewer)
            .ok_or("There is no move to take back.")?;
        match self.guest {
            Some(_) => self.propose(viewer, Proposal::Undo),
            None => {
                self.take_from(at);
                Ok(())
            }
        }
    }

    /// The number of stones that are left if a viewer takes a move back; `None` if it has none.
    pub fn undo_point(&self, viewer: Viewer) -> Option<usize> {
        if !self.is_complete() {
            return None;
        }
        let first = match self.opening {
            Some(step) if self.plays(viewer, step.actor()) => step.stones().0,
            Some(_) => return None,
            None => self.fixed,
        };
        let has_two = Color::ALL.into_iter().all(|side| self.plays(viewer, side));
        let stones = self.game.stones().iter().enumerate().skip(first);
        let is_own = |stone: &Stone| match stone {
            Stone::Of(side) => self.opening.is_some() || has_two || self.plays(viewer, *side),
            Stone::Blocked => false,
        };
        stones
            .filter(|(_, (_, stone))| is_own(stone))
            .map(|(at, _)| at)
            .next_back()
            .filter(|_| viewer != Viewer::Watcher)
    }

    /// Offers a draw; two people at one computer have agreed already.
    ///
    /// # Errors
    /// If no draw can be offered.
    pub fn offer_draw(&mut self, viewer: Viewer) -> Result<(), Refusal> {
        if self.resigning_side(viewer).is_none() || self.seats.people() < 2 {
            return Err("No draw can be offered now.".into());
        }
        match self.guest {
            Some(_) => self.propose(viewer, Proposal::Draw),
            None => {
                self.finish = Some(Finish::Agreed);
                Ok(())
            }
        }
    }

    /// Makes an offer to the other player over the network.
    pub fn propose(&mut self, by: Viewer, proposal: Proposal) -> Result<(), Refusal> {
        if self.offer.is_some() {
            return Err("There is an offer already.".into());
        }
        self.offer = Some(Offer { proposal, by });
        Ok(())
    }

    /// Answers the other player's offer, or withdraws the viewer's own. Returns the proposal if
    /// it was accepted; a rematch is left to the caller.
    ///
    /// # Errors
    /// If there is no offer, or the viewer may not answer it.
    pub fn answer(&mut self, viewer: Viewer, accept: bool) -> Result<Option<Proposal>, Refusal> {
        let offer = self.offer.ok_or("There is no offer.")?;
        if viewer == Viewer::Watcher || (accept && viewer == offer.by) {
            return Err("You cannot accept this offer.".into());
        }
        self.offer = None;
        if !accept {
            return Ok(None);
        }
        match offer.proposal {
            Proposal::Undo => {
                let at = self
                    .undo_point(offer.by)
                    .ok_or("There is no move to take back.")?;
                self.take_from(at);
            }
            Proposal::Draw => self.finish = Some(Finish::Agreed),
            Proposal::Rematch => {}
        }
        Ok(Some(offer.proposal))
    }
}
