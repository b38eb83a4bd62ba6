//! The opening between the players.

use std::io::{self, Write};
use std::sync::Arc;

use crate::board::notation::{point_name, point_names};
use crate::cli::play::command::OpeningChoice;
use crate::cli::play::session::{GameSession, KEYS};
use crate::engine::Request;
use crate::opening::Decision;
use crate::opening::rules::{Action, Opening, Player, Step, ThirdChoice};
use crate::play::opening as words;
use crate::report::text::{counted, printable, side_symbol};
use crate::strength;
use crate::types::{Color, Point};

/// An action of the opening, with what takes it back.
pub(super) struct OpeningStep {
    action: Action,
    /// The opening before it.
    before: Opening,
    /// The number of stones before it.
    stones: usize,
    /// The players have changed sides.
    is_swap: bool,
    /// A person acted.
    is_by_person: bool,
}

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
                let keeping = words::keeping(opening, &self.game);
                format!("Choose a side: `white`{third}.{keeping}")
            }
            Step::Declare { .. } => {
                format!("{} Type `fifths N`.", words::task(opening, &self.game))
            }
            Step::Propose | Step::Select if !opening.proposed().is_empty() => {
                let proposed = point_names(opening.proposed(), self.size());
                let withdraw = match (opening.step(), opening.proposed().len()) {
                    (Step::Propose, 1) => " Type it again to withdraw it.",
                    _ => "",
                };
                let task = words::task(opening, &self.game);
                format!("{task} Proposed: {proposed}.{withdraw}")
            }
            _ => words::task(opening, &self.game),
        };
        Some(match (self.seats.people(), opening.actor()) {
            (2, Some(actor)) => format!("{}: {text}", self.player_name(opening, actor)),
            _ => text,
        })
    }

    /// The name of the person who has a side in the opening, or which of two players it is.
    fn player_name(&self, opening: &Opening, side: Color) -> String {
        match (self.seats.name(side), opening.player(side)) {
            (Some(name), _) => printable(name),
            (None, Player::First) => "First player".to_string(),
            (None, Player::Second) => "Second player".to_string(),
        }
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
        let keeps = opening.keeps_by_placing(&self.game);
        let side = opening.actor().filter(|_| keeps);
        let kept = side.map(|side| match self.seats.people() {
            1 => format!("You keep {}.", side.name()),
            _ => format!("{} keeps {}.", self.player_name(opening, side), side.name()),
        });
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
        let lines = [kept, withdrawn, next, Some(message)].into_iter().flatten();
        let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    /// Chooses for the person whose choice it is.
    pub(super) fn choose(&mut self, choice: OpeningChoice) -> String {
        let Some(actor) = self.opening_of_person().and_then(Opening::actor) else {
            let hint = match (self.seats.people(), &self.opening) {
                (1, None) => "; `side black` changes sides",
                _ => "",
            };
            return format!("There is nothing to choose now{hint}.");
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

    /// Takes back the last `count` actions of people in the opening and all actions after them; in a
    /// game of the engine against itself, the last `count` actions.
    pub(super) fn undo_opening(&mut self, count: usize) -> String {
        let has_people = self.seats.people() > 0;
        let steps = self.opening_steps.iter().enumerate();
        let own: Vec<usize> = steps
            .filter(|(_, step)| step.is_by_person || !has_people)
            .map(|(at, _)| at)
            .collect();
        let Some(at) = own.len().checked_sub(count).map(|first| own[first]) else {
            return match own.len() {
                0 => "There is nothing to take back.".into(),
                n => format!("Only {} can be taken back.", counted(n, "step", "steps")),
            };
        };
        let undone: Vec<OpeningStep> = self.opening_steps.drain(at..).collect();
        let names = undone
            .iter()
            .map(|step| words::action(step.action, self.game.size()));
        let names: Vec<String> = names.collect();
        let has_swapped = undone.iter().filter(|step| step.is_swap).count() % 2 == 1;
        if has_swapped {
            self.seats.swap();
        }
        if let Some(first) = undone.into_iter().next() {
            self.opening = Some(first.before);
            self.take_from(first.stones);
        }
        self.is_paused = !has_people;
        let settings = match has_swapped {
            true => format!("\n{}", self.settings()),
            false => String::new(),
        };
        format!("Taken back: {}.{settings}", names.join(", "))
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
        let before = opening.clone();
        let effect = opening.apply(&self.game, action);
        let effect = effect.map_err(|refusal| words::refusal(refusal, size))?;
        let is_over = opening.is_over();
        let first = opening.player(Color::Black) == Player::First;
        self.opening_steps.push(OpeningStep {
            action,
            stones: self.game.stones().len(),
            is_swap: effect.swap,
            is_by_person: before
                .actor()
                .is_some_and(|side| self.seats.is_person(side)),
            before,
        });
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
        Ok(match (effect.swap, is_over) {
            (true, _) => format!("{}{}", self.colours(first), self.settings()),
            (false, true) => self.settings(),
            (false, false) => String::new(),
        })
    }

    /// A line with the colours of two people without names after the choice of a side.
    fn colours(&self, first_is_black: bool) -> String {
        let has_names = Color::ALL
            .iter()
            .any(|side| self.seats.name(*side).is_some());
        if self.seats.people() != 2 || has_names {
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
        let mut told = words::predicates(&decision, &opening, actor, self.size());
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
