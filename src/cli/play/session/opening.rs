//! The opening between the players.

use std::io::{self, Write};

use crate::board::notation::{point_name, point_names};
use crate::cli::play::command::OpeningChoice;
use crate::cli::play::session::GameSession;
use crate::opening::Decision;
use crate::opening::rules::{Action, Opening, Player, Refusal as Unsuited, Step, ThirdChoice};
use crate::play::game::Refusal;
use crate::play::opening as words;
use crate::play::seats::Viewer;
use crate::report::text::{printable, side_symbol};
use crate::types::Color;

impl GameSession {
    /// The instruction for the person whose turn it is in the opening, if any.
    pub(super) fn instruction(&self) -> Option<String> {
        let opening = self.opening_of_person()?;
        let position = self.game.position();
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
                let keeping = words::keeping(opening, position);
                format!("Choose a side: `white`{third}.{keeping}")
            }
            Step::Declare { .. } => {
                format!("{} Type `fifths N`.", words::task(opening, position))
            }
            Step::Propose | Step::Select if !opening.proposed().is_empty() => {
                let proposed = point_names(opening.proposed(), self.size());
                let withdraw = match (opening.step(), opening.proposed().len()) {
                    (Step::Propose, 1) => " Type it again to withdraw it.",
                    _ => "",
                };
                let task = words::task(opening, position);
                format!("{task} Proposed: {proposed}.{withdraw}")
            }
            _ => words::task(opening, position),
        };
        Some(match (self.game.seats().people(), opening.actor()) {
            (2, Some(actor)) => format!("{}: {text}", self.player_name(opening, actor)),
            _ => text,
        })
    }

    /// The name of the person who has a side in the opening, or which of two players it is.
    fn player_name(&self, opening: &Opening, side: Color) -> String {
        match (self.game.seats().name(side), opening.player(side)) {
            (Some(name), _) => printable(name),
            (None, Player::First) => "First player".to_string(),
            (None, Player::Second) => "Second player".to_string(),
        }
    }

    /// The opening if a person acts in it now.
    fn opening_of_person(&self) -> Option<&Opening> {
        let opening = self.game.opening()?;
        let actor = opening.actor()?;
        self.game.seats().is_person(actor).then_some(opening)
    }

    /// What a stone in place of a choice means, in words.
    pub(super) fn keeping(&self) -> Option<String> {
        let opening = self.game.opening()?;
        let side = self.game.kept_by_placing()?;
        Some(match self.game.seats().people() {
            1 => format!("You keep {}.", side.name()),
            _ => format!("{} keeps {}.", self.player_name(opening, side), side.name()),
        })
    }

    /// What there is to say after a person has pointed at a point in the opening. `kept` is the
    /// text of [`GameSession::keeping`] before that.
    pub(super) fn placed(&mut self, kept: Option<String>) -> Option<String> {
        let last = self.game.steps().len().checked_sub(1)?;
        let step = &self.game.steps()[last];
        let is_proposal = step.is_proposal();
        let withdrawn = match step.action {
            Action::Withdraw(point) => {
                Some(format!("Withdrawn: {}.", point_name(point, self.size())))
            }
            _ => None,
        };
        // The board does not show the fifth moves, so that it is not drawn again.
        self.needs_drawing |= !is_proposal;
        let next = self.instruction().filter(|_| is_proposal);
        let sides = self.changed_sides(last);
        let lines: Vec<String> = [kept, withdrawn, next, sides]
            .into_iter()
            .flatten()
            .collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    /// The message for something that is refused during the opening: where the step asks for
    /// something else, the instruction.
    pub(super) fn refused_in_opening(&self, refusal: Refusal) -> Option<String> {
        match refusal {
            Refusal::NotAPoint | Refusal::Opening(Unsuited::NotNow) => self.instruction(),
            refusal => Some(self.game.explain(refusal)),
        }
    }

    /// Chooses for the person whose choice it is.
    pub(super) fn choose(&mut self, choice: OpeningChoice) -> String {
        let Some(actor) = self.opening_of_person().and_then(Opening::actor) else {
            let hint = match (self.game.seats().people(), self.game.opening()) {
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
        let from = self.game.steps().len();
        if let Err(refusal) = self.game.choose(Viewer::Owner, action) {
            return self.refused_in_opening(refusal).unwrap_or_default();
        }
        self.needs_drawing = true;
        self.changed_sides(from).unwrap_or_default()
    }

    /// What the steps of the opening from this index on mean for the sides of the players.
    fn changed_sides(&self, from: usize) -> Option<String> {
        let swap = self
            .game
            .steps()
            .iter()
            .skip(from)
            .rfind(|step| step.is_swap());
        let colours = swap.map(|step| self.colours(step.before.player(Color::White)));
        let is_over = self.game.opening().is_none();
        let settings = (swap.is_some() || is_over).then(|| self.settings())?;
        Some(format!("{}{settings}", colours.unwrap_or_default()))
    }

    /// A line with the colours of two people without names, of whom this one is black now.
    fn colours(&self, black: Player) -> String {
        let seats = self.game.seats();
        let has_names = Color::ALL.iter().any(|side| seats.name(*side).is_some());
        if seats.people() != 2 || has_names {
            return String::new();
        }
        let [first, second] = match black {
            Player::First => ["black (x)", "white (o)"],
            Player::Second => ["white (o)", "black (x)"],
        };
        format!("The first player is {first}, the second player is {second}.\n")
    }

    /// Tells what the engine has done in a step of the opening, which had come to `opening`. `from`
    /// is the index of its first step.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(super) fn tell_step(
        &self,
        opening: &Opening,
        decision: &Decision,
        from: usize,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let Some(actor) = opening.actor() else {
            return Ok(());
        };
        let told = words::predicates(decision, opening, actor, self.size());
        let lines = if told.is_empty() {
            String::new()
        } else {
            format!("Goshawk ({}) {}.\n", side_symbol(actor), told.join(" and "))
        };
        let sides = self.changed_sides(from).unwrap_or_default();
        self.say(format!("{lines}{sides}").trim_end(), out)
    }
}
