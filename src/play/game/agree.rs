//! How players end a game, and what two of them have to agree on.

use super::{Because, Match, OpeningStep, Refusal, Undo};
use crate::opening::rules::{Opening, Step};
use crate::play::finish::Finish;
use crate::play::seats::Viewer;
use crate::types::Color;

/// What a player offers the other one over the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proposal {
    /// To take back this number of moves.
    Undo(usize),
    /// A draw.
    Draw,
    /// Another game with colours swapped.
    Rematch,
}

/// An offer that has not been answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// What is offered.
    pub proposal: Proposal,
    /// Who offers it.
    pub by: Viewer,
}

impl Match {
    /// Takes back the last `count` moves of a viewer, see [`Match::undo_of`]. Over the network, the
    /// other player is asked, except about fifth moves that can be withdrawn anyway.
    ///
    /// # Errors
    /// If there is less to take back, or an offer is pending.
    pub fn undo(&mut self, by: Viewer, count: usize) -> Result<(), Refusal> {
        let undo = self.undo_of(by, count)?;
        if self.seats.guest().is_some() && !self.can_withdraw(undo) {
            return self.propose(by, Proposal::Undo(count));
        }
        self.take_back(undo);
        Ok(())
    }

    /// The side that loses if a viewer resigns: the viewer's own, or of two the one to move.
    ///
    /// # Errors
    /// If the game is over, has not begun or is in its opening, or the viewer plays no side.
    pub fn resigning_side(&self, by: Viewer) -> Result<Color, Refusal> {
        let to_move = self.actor().ok_or(Refusal::Over)?;
        if self.opening.is_some() {
            return Err(Refusal::InOpening);
        }
        let mut sides = [to_move, !to_move].into_iter();
        let own = sides.find(|side| self.seats.plays(by, *side));
        let own = own.ok_or(Because("Nobody can resign while Goshawk plays both sides."))?;
        match self.game.ply() {
            0 => Err(Because("No moves have been played.")),
            _ => Ok(own),
        }
    }

    /// Resigns the game for a viewer.
    ///
    /// # Errors
    /// See [`Match::resigning_side`].
    pub fn resign(&mut self, by: Viewer) -> Result<(), Refusal> {
        let loser = self.resigning_side(by)?;
        self.end(Finish::Resigned(loser));
        Ok(())
    }

    /// Whether a viewer can offer a draw.
    ///
    /// # Errors
    /// If not: where nobody can resign, and without two people who are both there.
    pub fn check_draw(&self, by: Viewer) -> Result<(), Refusal> {
        self.resigning_side(by)?;
        match (self.seats.people(), self.has_joined) {
            (2, true) => Ok(()),
            (2, false) => Err(Because("The other player has not joined yet.")),
            _ => Err(Because("Only two people can agree on a draw.")),
        }
    }

    /// Offers a draw to the other player over the network; two people at one computer have agreed
    /// already.
    ///
    /// # Errors
    /// See [`Match::check_draw`]; or if an offer is pending.
    pub fn offer_draw(&mut self, by: Viewer) -> Result<(), Refusal> {
        self.check_draw(by)?;
        if self.seats.guest().is_some() {
            return self.propose(by, Proposal::Draw);
        }
        self.end(Finish::Agreed);
        Ok(())
    }

    /// Offers another game to the other player over the network.
    ///
    /// # Errors
    /// If the game goes on, the viewer plays no side, or an offer is pending.
    pub fn offer_rematch(&mut self, by: Viewer) -> Result<(), Refusal> {
        let mut sides = Color::ALL.into_iter();
        match (&self.finish, self.seats.guest()) {
            (None, _) => Err(Because("The game is not over.")),
            (Some(_), Some(_)) if sides.any(|side| self.seats.plays(by, side)) => {
                self.propose(by, Proposal::Rematch)
            }
            _ => Err(Because("There is nobody to ask.")),
        }
    }

    /// Makes an offer to the other player over the network.
    fn propose(&mut self, by: Viewer, proposal: Proposal) -> Result<(), Refusal> {
        if self.offer.is_some() {
            return Err(Because("There is already an offer."));
        }
        self.offer = Some(Offer { proposal, by });
        Ok(())
    }

    /// True if nobody has to be asked: fifth moves can be withdrawn anyway, until all are there.
    fn can_withdraw(&self, undo: Undo) -> bool {
        let Undo::Steps(at) = undo else {
            return false;
        };
        let step = self.opening.as_ref().map(Opening::step);
        step == Some(Step::Propose) && self.steps[at..].iter().all(OpeningStep::is_proposal)
    }

    /// Answers the other player's offer, or withdraws the viewer's own. Returns the proposal if
    /// it was accepted; a rematch is left to the caller.
    ///
    /// # Errors
    /// If there is no offer, or the viewer may not answer it.
    pub fn answer(&mut self, by: Viewer, accept: bool) -> Result<Option<Proposal>, Refusal> {
        let offer = self.offer.ok_or(Because("There is no offer."))?;
        if by == Viewer::Watcher || (accept && by == offer.by) {
            return Err(Because("You cannot accept this offer."));
        }
        self.offer = None;
        if !accept {
            return Ok(None);
        }
        match offer.proposal {
            Proposal::Undo(count) => {
                let undo = self.undo_of(offer.by, count)?;
                self.take_back(undo);
            }
            Proposal::Draw => self.end(Finish::Agreed),
            Proposal::Rematch => {}
        }
        Ok(Some(offer.proposal))
    }
}
