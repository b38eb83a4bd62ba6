//! What players have to agree on: moves taken back, draws, rematches.

use super::{Refusal, Room, Viewer};
use crate::engine::Stone;
use crate::opening::rules::Undone;
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

/// What is taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undo {
    /// The stones from this index on.
    Stones(usize),
    /// The last fifth move that was proposed.
    FifthMove,
}

impl Room {
    /// Takes back the last move of a viewer and those after it; over the network, asks the other
    /// player. In an opening, takes back the last stone or fifth move of the present step; nobody
    /// is asked about a fifth move, which can be withdrawn anyway.
    ///
    /// # Errors
    /// If there is nothing to take back.
    pub fn undo(&mut self, viewer: Viewer) -> Result<(), Refusal> {
        match (self.undo_of(viewer), &self.guest) {
            (None, _) => return Err("There is no move to take back.".into()),
            (Some(Undo::Stones(_)), Some(_)) => return self.propose(viewer, Proposal::Undo),
            (Some(undo), _) => self.take_back(undo),
        }
        Ok(())
    }

    /// Takes something back.
    fn take_back(&mut self, undo: Undo) {
        match undo {
            Undo::Stones(at) => self.take_from(at),
            Undo::FifthMove => {
                if let Some(opening) = &mut self.opening {
                    opening.undo(&self.game);
                }
            }
        }
    }

    /// What is taken back for a viewer; `None` if there is nothing.
    pub fn undo_of(&self, viewer: Viewer) -> Option<Undo> {
        // A result that two people have seen stands.
        let is_settled = self.guest.is_some() && self.finish.is_some();
        if !self.is_complete() || viewer == Viewer::Watcher || is_settled {
            return None;
        }
        if let Some(opening) = &self.opening {
            let is_own = opening.actor().is_some_and(|side| self.plays(viewer, side));
            return Some(match opening.clone().undo(&self.game).filter(|_| is_own)? {
                Undone::Stone(_) => Undo::Stones(self.game.stones().len() - 1),
                Undone::Proposal(_) => Undo::FifthMove,
            });
        }
        let has_two = Color::ALL.into_iter().all(|side| self.plays(viewer, side));
        let stones = self.game.stones().iter().enumerate().skip(self.fixed);
        let is_own = |stone: &Stone| match stone {
            Stone::Of(side) => has_two || self.plays(viewer, *side),
            Stone::Blocked => false,
        };
        stones
            .filter(|(_, (_, stone))| is_own(stone))
            .map(|(at, _)| Undo::Stones(at))
            .next_back()
    }

    /// Whether a viewer can offer a draw to another person.
    pub fn can_draw(&self, viewer: Viewer) -> bool {
        let has_side = self.resigning_side(viewer).is_some();
        has_side && self.seats.people() == 2 && self.is_complete()
    }

    /// Offers a draw; two people at one computer have agreed already.
    ///
    /// # Errors
    /// If no draw can be offered.
    pub fn offer_draw(&mut self, viewer: Viewer) -> Result<(), Refusal> {
        if !self.can_draw(viewer) {
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
                let undo = self.undo_of(offer.by);
                self.take_back(undo.ok_or("There is no move to take back.")?);
            }
            Proposal::Draw => self.finish = Some(Finish::Agreed),
            Proposal::Rematch => {}
        }
        Ok(Some(offer.proposal))
    }
}
