//! The opening between the players.

use std::io::{self, Write};
use std::sync::Arc;

use crate::board::notation::{point_name, point_names};
use crate::cli::play::command::OpeningChoice;
use crate::cli::play::session::{GameSession, KEYS};
use crate::engine::Request;
use crate::opening::Decision;
use crate::opening::rules::{Action, Opening, Player, Step, ThirdChoice, Undone};
use crate::play::opening as words;
use crate::report::text::side_symbol;
use crate::strength;
use crate::types::{Color, Point};

impl GameSession {
    /// The instruction for the person whose turn it is in the opening, if any.
    pub(super) fn instruction(&self) -> Option<String> {
        let opening = self.opening_of_person()?;
        let text = match opening.step() {
            Step::Sides { third, .. } => {
                let third = match third {
                    None => " or `black`",
                    Some(ThirdChoice::MoreStones) => {
                        ", `black`, or `more` to place two more stones first"
                    }
                    Some(ThirdChoice::TenFifthMoves) => {
                        ", `black`, or `ten` to propose ten fifth moves"
                    }
                };
                format!("Choose a side: `white`{third}.")
            }
            Step::Propose | Step::Select if !opening.proposed().is_empty() => {
                let proposed = point_names(opening.proposed(), self.size());
                format!("{} Proposed: {proposed}.", words::task(opening, &self.game))
            }
            _ => words::task(opening, &self.game),
        };
        Some(match (self.seats.people(), opening.actor()) {
            (2, Some(actor)) => {
                let player = match opening.player(actor) {
                    Player::First => "First player",
                    Player::Second => "Second player",
                };
                format!("{player}: {text}")
            }
            _ => text,
        })
    }

    /// The opening if a person acts in it now.
    fn opening_of_person(&self) -> Option<&Opening> {
        let opening = self.opening.as_ref()?;
        let actor = opening.actor()?;
        self.seats.is_person(actor).then_some(opening)
    }

    /// Places a stone of the opening, or proposes or selects a fifth move. Returns a message if
    /// there is something to say.
    pub(super) fn point_in_opening(&mut self, point: Point) -> Option<String> {
        let opening = self.opening.as_ref()?;
        let Some(action) = opening.action_at(&self.game, point) else {
            return self.instruction();
        };
        let message = match self.act(action) {
            Ok(message) => message,
            Err(message) => return Some(message),
        };
        let withdrawn = matches!(action, Action::Withdraw(_));
        let withdrawn =
            withdrawn.then(|| format!("Withdrawn: {}.", point_name(point, self.size())));
        // The board does not show the fifth moves, so that it is not drawn again.
        let is_proposal = matches!(action, Action::Propose(_) | Action::Withdraw(_));
        let next = self.instruction().filter(|_| is_proposal);
        let lines = [withdrawn, next, Some(message)].into_iter().flatten();
        let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    /// Chooses for the person whose choice it is.
    pub(super) fn choose(&mut self, choice: OpeningChoice) -> String {
        let Some(actor) = self.opening_of_person().and_then(Opening::actor) else {
            return "There is nothing to choose now; `side black` changes sides.".into();
        };
        let action = match choice {
            OpeningChoice::Side(side) if side == actor => Action::Keep,
            OpeningChoice::Side(_) | OpeningChoice::Swap => Action::Swap,
            OpeningChoice::Keep => Action::Keep,
            OpeningChoice::More => Action::MoreStones,
            OpeningChoice::Ten => Action::TenFifthMoves,
            OpeningChoice::Count(count) => Action::Declare(count),
        };
        let is_choice = self.opening.as_ref().is_some_and(|opening| match action {
            Action::Declare(_) => opening.counts().is_some(),
            action => opening.choices().contains(&action),
        });
        match is_choice {
            true => self.act(action).unwrap_or_else(|message| message),
            false => self.instruction().unwrap_or_default(),
        }
    }

    /// Takes back the last stone or fifth move of the current step.
    pub(super) fn undo_opening(&mut self) -> String {
        let undone = self
            .opening
            .as_mut()
            .and_then(|opening| opening.undo(&self.game));
        let point = match undone {
            Some(Undone::Stone(point)) => {
                self.take_from(self.game.stones().len() - 1);
                point
            }
            Some(Undone::Proposal(point)) => point,
            None => {
                return "Only stones of the current step of the opening can be taken back.".into();
            }
        };
        self.needs_drawing = true;
        format!("Taken back: {}.", point_name(point, self.size()))
    }

    /// Carries out an action. Returns the message for the players about their sides, which may be
    /// empty.
    ///
    /// # Errors
    /// If the action is refused: the message for the player.
    fn act(&mut self, action: Action) -> Result<String, String> {
        let size = self.size();
        let Some(opening) = &mut self.opening else {
            return Ok(String::new());
        };
        let effect = opening.apply(&self.game, action);
        let effect = effect.map_err(|refusal| words::refusal(refusal, size))?;
        let is_over = opening.is_over();
        let first = opening.player(Color::Black) == Player::First;
        if effect.swap {
            self.seats.swap();
        }
        if let Some(point) = effect.stone {
            self.put(point);
        }
        self.needs_drawing |= !matches!(action, Action::Propose(_) | Action::Withdraw(_));
        if is_over {
            self.opening = None;
            self.fixed = self.game.stones().len();
            self.is_unsaved = true;
        }
        Ok(match is_over || effect.swap {
            true => format!("{}{}", self.colours(first), self.settings()),
            false => String::new(),
        })
    }

    /// A line with the colours of two people without names after the choice of a side.
    fn colours(&self, first_is_black: bool) -> String {
        if self.seats.people() != 2 {
            return String::new();
        }
        let [first, second] = match first_is_black {
            false => ["white (o)", "black (x)"],
            true => ["black (x)", "white (o)"],
        };
        format!("The first player is {first}, the second player is {second}.\n")
    }

    /// The engine's step of the opening.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(super) fn opening_turn(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let Some((opening, actor)) = self
            .opening
            .clone()
            .and_then(|o| Some((o.clone(), o.actor()?)))
        else {
            return Ok(());
        };
        let who = format!("Goshawk ({})", side_symbol(actor));
        let decision = self.decide(&opening, actor, out)?;
        let mut told = words::predicates(&decision, actor, self.size());
        let mut settings = String::new();
        for action in &decision.actions {
            match self.act(*action) {
                Ok(message) if message.is_empty() => {}
                Ok(message) => settings = message,
                // The decision was checked.
                Err(message) => told.push(message),
            }
        }
        // Without an action, no point is left for the stones of the opening.
        if decision.actions.is_empty() {
            self.opening = None;
            self.fixed = self.game.stones().len();
            settings = self.settings();
        }
        if let Some(reply) = decision.reply {
            self.put(reply);
        }
        let lines = match told.is_empty() {
            true => String::new(),
            false => format!("{who} {}.\n", told.join(" and ")),
        };
        self.say(format!("{lines}{settings}").trim_end(), out)
    }

    /// The engine's decision, at the level of its current side.
    fn decide(
        &mut self,
        opening: &Opening,
        side: Color,
        out: &mut dyn Write,
    ) -> io::Result<Decision> {
        self.seed = self.seed.wrapping_add(1);
        let level = self.seats.level(side);
        self.set_engine_threads(level);
        let limits = self.limits(self.limit);
        let interrupt = Arc::clone(&self.interrupt);
        let mut status = self.status(KEYS, out);
        let (engine, game, seed) = (&mut self.engine, &self.game, self.seed);
        let decision = interrupt.during(|stop| {
            let request = Request {
                stop: Some(stop),
                ..Request::new(game, &limits)
            };
            let mut report = |report: &_| status.show(report);
            strength::decide_step(engine, &request, opening, level, seed, &mut report)
        });
        status.clear()?;
        Ok(decision)
    }
}
