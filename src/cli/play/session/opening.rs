//! The swap2 opening between the players.

use std::io::{self, Write};
use std::sync::Arc;

use crate::board::notation::{point_name, point_names};
use crate::cli::play::session::{GameSession, KEYS};
use crate::engine::Request;
use crate::opening::{OpeningMove, OpeningRequest};
use crate::play::swap2::{Choice, Chosen, Swap2};
use crate::report::text::side_symbol;
use crate::strength;
use crate::types::{Color, Point};

impl GameSession {
    /// The instruction for the person whose turn it is in the opening, if any.
    pub(super) fn instruction(&self) -> Option<String> {
        let step = self
            .opening
            .filter(|step| self.seats.is_person(step.actor()))?;
        let text = step.instruction();
        Some(match self.seats.people() {
            2 => {
                let player = match step.actor() {
                    Color::Black => "First player",
                    Color::White => "Second player",
                };
                format!("{player}: {text}")
            }
            _ => text.to_string(),
        })
    }

    /// Places a stone of the opening. Returns a message if it is refused.
    pub(super) fn place(&mut self, step: Swap2, point: Point) -> Option<String> {
        if !step.places_stones() {
            return self.instruction();
        }
        if self.game.at(point).is_some() {
            let name = point_name(point, self.size());
            return Some(format!("{name} is not empty."));
        }
        self.put(point);
        self.opening = Some(step.after(self.game.ply()));
        None
    }

    /// Chooses for the person whose choice it is.
    pub(super) fn choose(&mut self, choice: Choice) -> String {
        let step = self
            .opening
            .filter(|step| self.seats.is_person(step.actor()));
        let Some(step) = step else {
            return "There is nothing to choose now; `side black` changes sides.".into();
        };
        match step.choose(choice) {
            Some(chosen) => self.apply(chosen),
            None => self.instruction().unwrap_or_default(),
        }
    }

    /// Takes back the last stone of the current step.
    pub(super) fn undo_opening(&mut self, step: Swap2) -> String {
        let stones = self.game.stones();
        let last = stones.last().filter(|_| stones.len() > step.stones().0);
        let Some((point, _)) = last.copied() else {
            return "Only stones of the current step of the opening can be taken back.".into();
        };
        self.take_from(stones.len() - 1);
        format!("Taken back: {}.", point_name(point, self.size()))
    }

    /// Carries out a choice. Returns the message for the players.
    fn apply(&mut self, chosen: Chosen) -> String {
        match chosen {
            Chosen::Next(step) => {
                self.opening = Some(step);
                self.needs_drawing = true;
                return String::new();
            }
            Chosen::Swap => self.seats.swap(),
            Chosen::Stay => {}
        }
        let colours = self.colours(chosen == Chosen::Swap);
        self.opening = None;
        self.fixed = self.game.stones().len();
        self.is_unsaved = true;
        format!("{colours}{}", self.settings())
    }

    /// A line with the colours of two people without names after the opening.
    fn colours(&self, are_swapped: bool) -> String {
        if self.seats.people() != 2 {
            return String::new();
        }
        let [first, second] = match are_swapped {
            true => ["white (o)", "black (x)"],
            false => ["black (x)", "white (o)"],
        };
        format!("The first player is {first}, the second player is {second}.\n")
    }

    /// The engine's step of the opening.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(super) fn opening_turn(&mut self, step: Swap2, out: &mut dyn Write) -> io::Result<()> {
        let side = step.actor();
        let who = format!("Goshawk ({})", side_symbol(side));
        let size = self.size();
        let decision = self.decide(side, out)?;
        let message = match decision {
            Some(OpeningMove::Stones(points)) if points.len() > 1 => {
                points.iter().for_each(|point| self.put(*point));
                // Only the second player has placed two stones, and has thereby chosen them.
                let placing = if step == Swap2::Choose {
                    Swap2::Extend
                } else {
                    step
                };
                self.opening = Some(placing.after(self.game.ply()));
                format!("{who} places {}.", point_names(&points, size))
            }
            Some(OpeningMove::Stones(points)) => {
                let settings = self.take_side(step, Color::White);
                points.iter().for_each(|point| self.put(*point));
                let moves = point_names(&points, size);
                format!("{who} takes white and plays {moves}.\n{settings}")
            }
            // The board is too small for an opening, or the engine prefers black.
            Some(OpeningMove::Swap) | None => {
                let settings = self.take_side(step, Color::Black);
                format!("{who} takes black.\n{settings}")
            }
        };
        self.say(&message, out)
    }

    /// Gives a side to the engine whose step this is. Returns a description of the players.
    fn take_side(&mut self, step: Swap2, side: Color) -> String {
        match step.choose(Choice::Side(side)) {
            Some(chosen) => self.apply(chosen),
            None => self.apply(Chosen::Stay),
        }
    }

    /// The engine's decision, at the level of its current side.
    fn decide(&mut self, side: Color, out: &mut dyn Write) -> io::Result<Option<OpeningMove>> {
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
            let step = OpeningRequest::Swap2;
            strength::decide_opening(engine, &request, &step, level, seed, &mut report)
        });
        status.clear()?;
        Ok(decision)
    }
}
