//! The steps of a Soosyrv-8 opening in Yixin-Board, which calls the rule "soosorv".
//!
//! The board sends a step with the stones so far, and each is answered by messages:
//!
//! | Step | Points | Question | Answer |
//! |------|--------|----------|--------|
//! | 1 | none, a line alone | the opening | `MOVE1 x y`, `MOVE2 x y`, `MOVE3 x y` |
//! | 2 | 3 | swap? | `SWAP1 YES` or `SWAP1 NO` |
//! | 3 | 3 | the fourth move, the number of fifth moves | `MOVE4 x y n` |
//! | 4 `n` | 4 | swap? | `SWAP2 YES` or `SWAP2 NO` |
//! | 5 `n` | 4 | `n` fifth moves | `MOVE5 REFRESH`, `MOVE5 x y` for each, `MOVE5 DONE` |
//! | 6 | 4 and the fifth moves | one of them | `MOVE5C x y` |
//!
//! CITE: Yixin-Board, <https://github.com/accreator/Yixin-Board>, `main.c`: the commands that it
//! sends and the messages that it reads.

use super::opening_answer::SoosorvAnswer;
use super::response::{CommandError, Response};
use super::text::integer;
use crate::engine::{Game, GameError, Stone};
use crate::opening::Decision;
use crate::opening::rules::{Action, Opening, OpeningRule, Step};
use crate::types::{Color, Point};

/// A step of the opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoosorvStep {
    /// Step 1: the first three stones.
    Open,
    /// Step 2: a colour, after three stones.
    Swap,
    /// Step 3: the fourth move and the number of fifth moves.
    Fourth,
    /// Step 4: a colour, after four stones. The number of fifth moves; `None` if it is malformed.
    SwapLast(Option<usize>),
    /// Step 5: the fifth moves. Their number; `None` if it is malformed.
    Fifth(Option<usize>),
    /// Step 6: one of the fifth moves.
    Select,
}

impl SoosorvStep {
    /// The step that an upper-case word with points after it names, and the rest of its line.
    pub fn parse(word: &str, rest: &str) -> Option<SoosorvStep> {
        let number = || {
            let most = OpeningRule::Soosyrv8.most_fifth_moves();
            let number = integer(rest).and_then(|number| usize::try_from(number).ok());
            number.filter(|number| (1..=most).contains(number))
        };
        Some(match word.strip_prefix("YXSOOSORVSTEP")? {
            "2" => SoosorvStep::Swap,
            "3" => SoosorvStep::Fourth,
            "4" => SoosorvStep::SwapLast(number()),
            "5" => SoosorvStep::Fifth(number()),
            "6" => SoosorvStep::Select,
            _ => return None,
        })
    }

    /// The number of stones before the step.
    fn stones(self) -> usize {
        match self {
            SoosorvStep::Open => 0,
            SoosorvStep::Swap | SoosorvStep::Fourth => 3,
            SoosorvStep::SwapLast(_) | SoosorvStep::Fifth(_) | SoosorvStep::Select => 4,
        }
    }

    /// The game and the opening before the step, from the points in the order of play, which are
    /// on the board of `empty` and different.
    ///
    /// # Errors
    /// If the board has no centre or is too small for the openings of renju, or if the number of
    /// points or of fifth moves does not fit the step.
    pub fn before(self, empty: &Game, points: &[Point]) -> Result<(Game, Opening), CommandError> {
        if !OpeningRule::has_centre(empty.size()) {
            return Err(CommandError::SoosorvBoard);
        }
        let stones = self.stones();
        let (placed, proposed) = points
            .split_at_checked(stones)
            .filter(|(_, rest)| rest.is_empty() != (self == SoosorvStep::Select))
            .ok_or(CommandError::SoosorvStep(stones))?;
        let mut game = Game::new(empty.size(), empty.rule());
        for point in placed {
            let stone = Stone::Of(game.side_to_move());
            game.put(*point, stone)
                .map_err(|_| CommandError::Point(GameError::Occupied))?;
        }
        let sides = |actor| Step::Sides { actor, third: None };
        let (step, count) = match self {
            SoosorvStep::Open => return Ok((game, Opening::new(OpeningRule::Soosyrv8))),
            SoosorvStep::Swap => (sides(Color::White), None),
            SoosorvStep::Fourth => {
                let (first, last) = (stones, stones + 1);
                let actor = Color::White;
                (Step::Place { actor, first, last }, None)
            }
            SoosorvStep::SwapLast(count) => (sides(Color::Black), Some(count)),
            SoosorvStep::Fifth(count) => (Step::Propose, Some(count)),
            SoosorvStep::Select => (Step::Select, Some(Some(proposed.len()))),
        };
        let count = count
            .map(|count| count.ok_or(CommandError::SoosorvCount))
            .transpose()?;
        let opening = Opening::at(OpeningRule::Soosyrv8, step, count, proposed.to_vec());
        Ok((game, opening))
    }

    /// The answer to the step.
    pub fn answer(self, decision: &Decision) -> Vec<Response> {
        let swaps = decision.actions.contains(&Action::Swap);
        let actions = decision.actions.iter();
        let lines: Vec<SoosorvAnswer> = match self {
            SoosorvStep::Open => (actions.filter_map(placed).zip(1..))
                .map(|(point, number)| SoosorvAnswer::Stone(number, point))
                .collect(),
            SoosorvStep::Swap => vec![SoosorvAnswer::Swap(1, swaps)],
            SoosorvStep::SwapLast(_) => vec![SoosorvAnswer::Swap(2, swaps)],
            SoosorvStep::Fourth => {
                let count = actions.clone().find_map(|action| match action {
                    Action::Declare(count) => Some(*count),
                    _ => None,
                });
                let fourth = actions.clone().find_map(placed);
                let fourth = fourth.map(|point| SoosorvAnswer::Fourth(point, count.unwrap_or(1)));
                fourth.into_iter().collect()
            }
            SoosorvStep::Fifth(_) => {
                let fifth = actions.filter_map(|action| match action {
                    Action::Propose(point) => Some(SoosorvAnswer::Fifth(*point)),
                    _ => None,
                });
                let begin = std::iter::once(SoosorvAnswer::FifthBegin);
                begin
                    .chain(fifth)
                    .chain([SoosorvAnswer::FifthDone])
                    .collect()
            }
            SoosorvStep::Select => {
                let selected = actions.filter_map(|action| match action {
                    Action::Select(point) => Some(SoosorvAnswer::Selected(*point)),
                    _ => None,
                });
                selected.collect()
            }
        };
        if lines.is_empty() {
            vec![Response::Error(CommandError::NoMove)]
        } else {
            lines.into_iter().map(Response::Soosorv).collect()
        }
    }
}

/// The point of an action that places a stone.
fn placed(action: &Action) -> Option<Point> {
    match action {
        Action::Place(point) => Some(*point),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{BoardSize, Rule};

    fn before(step: SoosorvStep, points: usize) -> Result<(Game, Opening), CommandError> {
        let game = Game::new(BoardSize::square(15).unwrap(), Rule::Renju);
        let points: Vec<Point> = (0..points as u8).map(|x| Point::new(x, 7)).collect();
        step.before(&game, &points)
    }

    #[test]
    fn steps_have_their_numbers_of_points() {
        let parse = |text: &str| {
            let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
            SoosorvStep::parse(word, rest).unwrap()
        };
        for (text, stones, actor) in [
            ("YXSOOSORVSTEP2", 3, Color::White),
            ("YXSOOSORVSTEP3", 3, Color::White),
            ("YXSOOSORVSTEP4 8", 4, Color::Black),
            ("YXSOOSORVSTEP5 1", 4, Color::Black),
        ] {
            let (game, opening) = before(parse(text), stones).unwrap();
            assert_eq!(
                (game.ply(), opening.actor()),
                (stones, Some(actor)),
                "{text}"
            );
            for wrong in [0, stones - 1, stones + 1] {
                let error = before(parse(text), wrong).unwrap_err();
                assert_eq!(error, CommandError::SoosorvStep(stones), "{text}");
            }
        }
        let (game, opening) = before(parse("YXSOOSORVSTEP6"), 6).unwrap();
        let fifth = [Point::new(4, 7), Point::new(5, 7)];
        assert_eq!((game.ply(), opening.proposed()), (4, &fifth[..]));
        let error = Err(CommandError::SoosorvStep(4));
        assert_eq!(before(parse("YXSOOSORVSTEP6"), 4), error);
        for text in [
            "YXSOOSORVSTEP4",
            "YXSOOSORVSTEP5 9",
            "YXSOOSORVSTEP4 0",
            "YXSOOSORVSTEP4 x",
        ] {
            assert_eq!(
                before(parse(text), 4),
                Err(CommandError::SoosorvCount),
                "{text}"
            );
        }
        for side in [7, 20] {
            let game = Game::new(BoardSize::square(side).unwrap(), Rule::Renju);
            let error = SoosorvStep::Open.before(&game, &[]).unwrap_err();
            assert_eq!(error, CommandError::SoosorvBoard);
        }
        assert_eq!(SoosorvStep::parse("YXSOOSORVSTEP7", ""), None);
        assert_eq!(SoosorvStep::parse("YXSWAP2STEP2", ""), None);
    }

    #[test]
    fn steps_are_answered_by_messages() {
        let answer = |step: SoosorvStep, actions: &[Action]| {
            let decision = Decision {
                actions: actions.to_vec(),
                reply: None,
            };
            let lines = step.answer(&decision);
            let lines: Vec<String> = lines.iter().map(Response::to_string).collect();
            lines.join(", ").replace("MESSAGE SOOSORV ", "")
        };
        let (a, b) = (Point::new(7, 8), Point::new(10, 3));
        let place = Action::Place;
        let open = answer(SoosorvStep::Open, &[place(a), place(b), place(a)]);
        assert_eq!(open, "MOVE1 7 8, MOVE2 10 3, MOVE3 7 8");
        let kept = [place(a), Action::Declare(3)];
        assert_eq!(answer(SoosorvStep::Swap, &kept), "SWAP1 NO");
        assert_eq!(answer(SoosorvStep::Swap, &[Action::Swap]), "SWAP1 YES");
        assert_eq!(answer(SoosorvStep::Fourth, &kept), "MOVE4 7 8 3");
        let last = SoosorvStep::SwapLast(Some(2));
        assert_eq!(
            answer(last, &[Action::Keep, Action::Propose(a)]),
            "SWAP2 NO"
        );
        assert_eq!(answer(last, &[Action::Swap]), "SWAP2 YES");
        let fifth = [Action::Propose(a), Action::Propose(b)];
        assert_eq!(
            answer(SoosorvStep::Fifth(Some(2)), &fifth),
            "MOVE5 REFRESH, MOVE5 7 8, MOVE5 10 3, MOVE5 DONE"
        );
        assert_eq!(
            answer(SoosorvStep::Select, &[Action::Select(b)]),
            "MOVE5C 10 3"
        );
        assert!(answer(SoosorvStep::Select, &[]).starts_with("ERROR"));
    }
}
