//! The steps of Yixin-Board's openings: the positions before them, and the answers.

use std::io::Write;
use std::time::Instant;

use super::active_search::OpeningStep;
use super::state::{Answer, Session};
use crate::engine::Game;
use crate::opening::rules::Opening;
use crate::opening::{Decision, OpeningMove, OpeningRequest};
use crate::protocol::response::{CommandError, Response};
use crate::protocol::soosorv::SoosorvStep;
use crate::protocol::yixin::Swap2Step;
use crate::types::Point;

impl<W: Write> Session<W> {
    /// The position before a swap2 step. Before the first step Yixin-Board does not send
    /// START, so the stones of the last game may still be on the board.
    pub(super) fn swap2_position(&self, step: Swap2Step) -> Result<Game, CommandError> {
        let game = self.game.as_ref().ok_or(CommandError::NoGame)?;
        let game = match step {
            Swap2Step::Open => Game::new(game.size(), game.rule()),
            Swap2Step::Choose | Swap2Step::ChooseLast => game.clone(),
        };
        let stones = step.stones();
        if game.ply() != stones || game.stones().len() != stones {
            return Err(CommandError::Swap2Step(stones));
        }
        Ok(game)
    }

    /// Starts a swap2 step.
    pub(super) fn swap2_step(&mut self, step: Swap2Step, game: Game, arrived: Instant) -> Answer {
        let answer = self.decide(game, OpeningRequest::Swap2, self.settings.strength, arrived);
        if let Some(search) = &mut self.search {
            search.opening_step = Some(OpeningStep::Swap2(step));
            search.is_counted = step != Swap2Step::Open;
        }
        answer
    }

    /// The game and the opening before a step of Soosyrv-8.
    pub(super) fn soosorv_before(
        &self,
        step: SoosorvStep,
        points: &[Point],
    ) -> Result<(Game, Opening), CommandError> {
        let game = self.game.as_ref().ok_or(CommandError::NoGame)?;
        step.before(&Game::new(game.size(), self.settings.rule()), points)
    }

    /// Starts a step of Soosyrv-8. The stones are not placed on the board: Yixin-Board sends the
    /// position again.
    pub(super) fn soosorv_step(
        &mut self,
        step: SoosorvStep,
        game: Game,
        opening: Opening,
        arrived: Instant,
    ) -> Answer {
        let request = OpeningRequest::Step(opening);
        let answer = self.decide(game, request, self.settings.strength, arrived);
        if let Some(search) = &mut self.search {
            search.opening_step = Some(OpeningStep::Soosorv(step));
        }
        answer
    }
}

/// The answer to a step of Yixin-Board.
pub(super) fn answer(step: OpeningStep, decision: Option<OpeningMove>) -> Vec<Response> {
    match step {
        OpeningStep::Swap2(step) => swap2_answer(step, decision),
        OpeningStep::Soosorv(step) => match decision {
            Some(OpeningMove::Step(decision)) => step.answer(&decision),
            _ => step.answer(&Decision::default()),
        },
    }
}

/// The answer to a swap2 step of Yixin-Board. With the decision to keep the colour, other managers
/// expect a move; Yixin-Board asks for the move later.
fn swap2_answer(step: Swap2Step, decision: Option<OpeningMove>) -> Vec<Response> {
    let stones = |first: usize, points: Vec<Point>| {
        let numbered = points.into_iter().enumerate();
        numbered
            .map(|(index, point)| Response::Swap2Stone(first + index, point))
            .collect()
    };
    let swaps = decision == Some(OpeningMove::Swap);
    match (step, decision) {
        (Swap2Step::Open, Some(OpeningMove::Stones(points))) => stones(1, points),
        (Swap2Step::Open, _) => vec![Response::Error(CommandError::NoMove)],
        (Swap2Step::Choose, Some(OpeningMove::Stones(points))) if points.len() == 2 => {
            stones(4, points)
        }
        (Swap2Step::Choose, _) => vec![Response::Swap2Choice(1, swaps)],
        (Swap2Step::ChooseLast, _) => vec![Response::Swap2Choice(2, swaps)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swap2_steps_are_answered_by_stones_or_a_choice() {
        let answer = |step, decision| {
            let lines = swap2_answer(step, decision);
            let lines: Vec<String> = lines.iter().map(Response::to_string).collect();
            lines.join(", ").replace("MESSAGE SWAP2 ", "")
        };
        let points = [(7, 7), (10, 3), (0, 14)].map(|(x, y)| Point::new(x, y));
        let stones = |count: usize| Some(OpeningMove::Stones(points[..count].to_vec()));
        let swap = Some(OpeningMove::Swap);
        let open = answer(Swap2Step::Open, stones(3));
        assert_eq!(open, "MOVE1 7 7, MOVE2 10 3, MOVE3 0 14");
        assert_eq!(
            answer(Swap2Step::Choose, stones(2)),
            "MOVE4 7 7, MOVE5 10 3"
        );
        assert_eq!(answer(Swap2Step::Choose, stones(1)), "SWAP1 NO");
        assert_eq!(answer(Swap2Step::Choose, swap.clone()), "SWAP1 YES");
        assert_eq!(answer(Swap2Step::ChooseLast, stones(1)), "SWAP2 NO");
        assert_eq!(answer(Swap2Step::ChooseLast, swap), "SWAP2 YES");
        // Without a decision the engine keeps its colour.
        assert_eq!(answer(Swap2Step::Choose, None), "SWAP1 NO");
        assert_eq!(answer(Swap2Step::ChooseLast, None), "SWAP2 NO");
        assert!(answer(Swap2Step::Open, None).starts_with("ERROR"));
    }
}
