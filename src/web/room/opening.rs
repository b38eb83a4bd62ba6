//! The steps of an opening in a room.

use std::time::Instant;

use super::{Refusal, Room, Viewer};
use crate::opening::Decision;
use crate::opening::rules::{Action, Opening, Player};
use crate::play::opening as words;
use crate::types::{Color, Point};

impl Room {
    /// Carries out a choice or a declaration in the opening for a viewer who sees this number of
    /// stones.
    ///
    /// # Errors
    /// If it is not the viewer's turn, or the step does not offer this.
    pub fn choose(&mut self, viewer: Viewer, action: Action, ply: usize) -> Result<(), Refusal> {
        self.check_turn(viewer)?;
        self.check_ply(ply)?;
        let Some(opening) = &self.opening else {
            return Err("There is nothing to choose now.".into());
        };
        let account = self.account_of_person(opening, action);
        self.act(action)?;
        self.told = account;
        Ok(())
    }

    /// What a click on a point means in the opening, carried out.
    ///
    /// # Errors
    /// If it means nothing, or is refused.
    pub(super) fn play_in_opening(&mut self, point: Point) -> Result<(), Refusal> {
        let Some(opening) = &self.opening else {
            return Err("The opening is over.".into());
        };
        let action = opening.action_at(&self.game, point);
        let action = action.ok_or_else(|| words::task(opening, &self.game))?;
        let keeps = opening.keeps_by_placing(&self.game);
        let account = self.account_of_person(opening, action);
        self.act(action)?;
        self.told = account.filter(|_| keeps);
        Ok(())
    }

    /// Carries out an action of the player whose turn it is.
    ///
    /// # Errors
    /// If it is refused. Nothing is changed.
    fn act(&mut self, action: Action) -> Result<(), Refusal> {
        let size = self.game.size();
        let Some(opening) = &mut self.opening else {
            return Err("The opening is over.".into());
        };
        let effect = opening.apply(&self.game, action);
        let effect = effect.map_err(|refusal| words::refusal(refusal, size))?;
        let is_over = opening.is_over();
        if effect.swap {
            self.swap_players();
        }
        if let Some(point) = effect.stone {
            self.put(point);
        }
        if is_over {
            self.end_opening();
        }
        self.offer = None;
        self.told = None;
        self.turn_started = Instant::now();
        Ok(())
    }

    /// Lets the players change sides.
    fn swap_players(&mut self) {
        self.seats.swap();
        if let Some(guest) = &mut self.guest {
            guest.side = !guest.side;
        }
        if let Some(clocks) = &mut self.clocks {
            clocks.swap(Instant::now());
        }
    }

    /// Ends the opening, if there is one. Its stones stay.
    pub(super) fn end_opening(&mut self) {
        if self.opening.take().is_some() {
            self.fixed = self.game.stones().len();
        }
    }

    /// Takes the engine's step of the opening.
    pub(super) fn take_decision(&mut self, decision: &Decision) {
        let Some(opening) = &self.opening else { return };
        let actor = opening.actor().unwrap_or(self.game.side_to_move());
        let account = self.account(opening, decision, actor);
        for action in &decision.actions {
            if let Err(refusal) = self.act(*action) {
                log::error!("a step of the opening is refused: {refusal}");
                // Otherwise the same search would begin again.
                self.is_paused = true;
                return;
            }
        }
        // Without an action, no point is left for the stones of the opening.
        if decision.actions.is_empty() {
            self.end_opening();
        }
        if let Some(reply) = decision.reply.filter(|_| self.opening.is_none()) {
            self.put(reply);
        }
        self.told = (!decision.actions.is_empty()).then_some(account);
    }

    /// The player of a side in an opening, as the subject of a sentence. It is not named by its
    /// side, which may change.
    pub fn player_of_opening(&self, opening: &Opening, side: Color) -> String {
        match (self.seats.is_person(side), self.seats.name(side)) {
            (true, Some(name)) => name.to_string(),
            (false, _) if self.seats.people() > 0 => "Goshawk".to_string(),
            _ => match opening.player(side) {
                Player::First => "The first player".to_string(),
                Player::Second => "The second player".to_string(),
            },
        }
    }

    /// A sentence on what a person does in the opening, for the other person. Who plays alone
    /// knows it.
    fn account_of_person(&self, opening: &Opening, action: Action) -> Option<String> {
        let decision = Decision {
            actions: vec![action],
            reply: None,
        };
        let actor = opening.actor().unwrap_or(self.game.side_to_move());
        (self.seats.people() > 1).then(|| self.account(opening, &decision, actor))
    }

    /// A sentence on what a player does in the opening.
    fn account(&self, opening: &Opening, decision: &Decision, actor: Color) -> String {
        let player = self.player_of_opening(opening, actor);
        let predicates = words::predicates(decision, opening, actor, self.game.size());
        format!("{player} {}.", predicates.join(" and "))
    }
}
