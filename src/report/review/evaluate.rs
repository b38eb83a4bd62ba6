//! Searches the positions of a game, from the last to the first.
//!
//! Each search uses what the searches of later positions have left in the transposition table, so
//! a mistake is seen where it was made and not only where it was punished. A position is worth at
//! least as much as the move played.

use std::io;

use crate::engine::{Engine, Game, Limits, Outcome, Request, SearchOptions, Stop};
use crate::explain::{Explainer, ForcedWin, Threats};
use crate::report::chance::win_chance;
use crate::report::review::game::PlayedGame;
use crate::report::review::grade::{Grade, INACCURACY};
use crate::report::review::moved::{ReviewedMove, Value};
use crate::report::review::reason::{Choice, reasons};
use crate::report::variations::variations;
use crate::types::score::{self, DRAW, MATE, mate_in};
use crate::types::{Color, Point, Score};

/// The table of reviews without a time limit, in bytes. What a search of many nodes finds depends on
/// the size of its table.
pub const TABLE: u64 = 32 << 20;

/// Follows a review while it runs.
pub trait Watcher {
    /// This number of positions has been searched, the last one of the game first.
    fn searched(&mut self, number: usize);

    /// A move has been reviewed.
    ///
    /// # Errors
    /// If it cannot be shown; this ends the review.
    fn reviewed(&mut self, reviewed: &ReviewedMove) -> io::Result<()>;

    /// True if the review has to pause before the next move, see [`Reviewer::into_part`].
    fn pauses(&mut self) -> bool {
        false
    }
}

/// What has been done of a review that has paused.
#[derive(Default)]
pub struct Part {
    /// The moves reviewed so far, the last of the game first.
    moves: Vec<ReviewedMove>,
    /// The value of the position before them.
    next: Option<Value>,
}

/// Reviews a game.
pub struct Reviewer<'a> {
    game: &'a PlayedGame,
    limits: Limits,
    stop: &'a dyn Stop,
    engine: &'a mut Engine,
    explainer: Explainer,
    done: Part,
}

impl<'a> Reviewer<'a> {
    /// A reviewer with these limits for each position. `stop` ends the review. What the
    /// engine remembers of other games can change the review.
    pub fn new(
        game: &'a PlayedGame,
        limits: Limits,
        engine: &'a mut Engine,
        stop: &'a dyn Stop,
    ) -> Reviewer<'a> {
        Reviewer {
            game,
            limits,
            stop,
            engine,
            explainer: Explainer::new(),
            done: Part::default(),
        }
    }

    /// The reviewer goes on with what has been done.
    pub fn after(self, done: Part) -> Reviewer<'a> {
        Reviewer { done, ..self }
    }

    /// What has been done, for a reviewer that goes on later.
    pub fn into_part(self) -> Part {
        self.done
    }

    /// Reviews all moves. Returns false if the review was stopped or has paused.
    ///
    /// # Errors
    /// If the watcher fails.
    pub fn run(&mut self, watcher: &mut dyn Watcher) -> io::Result<bool> {
        let last = self.game.plies.len();
        let begun = self.done.next.take();
        let Some(mut next) = begun.or_else(|| self.value_at_the_end()) else {
            return Ok(false);
        };
        for ply in (0..last - self.done.moves.len()).rev() {
            // What is done is kept if this move is not finished.
            self.done.next = Some(next.clone());
            if watcher.pauses() {
                return Ok(false);
            }
            watcher.searched(last - ply);
            let Some(value) = self.value(ply) else {
                return Ok(false);
            };
            let Some(value) = self.with_move_played(ply, value, &next) else {
                return Ok(false);
            };
            let reviewed = self.review(ply, &value, &next);
            watcher.reviewed(&reviewed)?;
            self.done.moves.push(reviewed);
            next = value;
        }
        Ok(true)
    }

    /// The moves reviewed, in the order of the game.
    pub fn into_moves(self) -> Vec<ReviewedMove> {
        let mut moves = self.done.moves;
        moves.reverse();
        moves
    }

    /// The value of the last position; `None` if the review was stopped.
    fn value_at_the_end(&mut self) -> Option<Value> {
        let last = self.game.plies.len();
        let Some(ending) = &self.game.ending else {
            return self.value(last);
        };
        let side = self.game.side_after(last);
        let score = match ending.winner() {
            Some(winner) if winner == side => MATE,
            Some(_) => -MATE,
            None => DRAW,
        };
        Some(Value {
            score,
            variation: Vec::new(),
            threats: Threats::default(),
        })
    }

    /// The value of a position that is not final; `None` if the review was stopped.
    fn value(&mut self, plies: usize) -> Option<Value> {
        let game = self.game.after(plies);
        let side = self.game.side_after(plies);
        let outcome = self.think(&game, side, 1)?;
        let mut value = Value {
            score: match outcome.best {
                Some(_) => outcome.report.score,
                // All empty points are forbidden.
                None => DRAW,
            },
            variation: outcome.report.pv,
            threats: if score::is_loss(outcome.report.score) {
                self.explainer.threats_by_fours(&game, side)
            } else {
                self.explainer.threats(&game, side)
            },
        };
        if let Some(win) = &value.threats.win {
            value.score = value.score.max(mate_in(win.plies()));
            value.variation = match win {
                ForcedWin::Five(point) => vec![*point],
                ForcedWin::Fours { variation, .. } | ForcedWin::Threats { variation, .. } => {
                    variation.clone()
                }
            };
        }
        Some(value)
    }

    /// Searches a position; `None` if the review was stopped.
    fn think(&mut self, game: &Game, side: Color, count: usize) -> Option<Outcome> {
        let request = Request {
            side,
            stop: Some(self.stop),
            options: SearchOptions {
                multipv: count,
                ..SearchOptions::analysis()
            },
            ..Request::new(game, &self.limits)
        };
        let outcome = self.engine.think(&request, &mut |_| {});
        (!self.stop.is_set()).then_some(outcome)
    }

    /// The value before a ply, given the one after it; `None` if the review was stopped.
    fn with_move_played(&mut self, ply: usize, value: Value, next: &Value) -> Option<Value> {
        let Some(point) = self.game.plies[ply].point else {
            return Some(value);
        };
        let played = || Value {
            score: after(next),
            variation: [&[point], next.variation.as_slice()].concat(),
            threats: value.threats.clone(),
        };
        if value.variation.first() != Some(&point) {
            return Some(if after(next) > value.score {
                played()
            } else {
                value
            });
        }
        // The search chose the move played. It is the best move unless the search of the next
        // position found an answer that this one overlooked.
        if win_chance(value.score) - win_chance(after(next)) < INACCURACY {
            return Some(played());
        }
        let other = self.best_other_move(ply, point)?;
        Some(match other {
            Some((score, variation)) if score > after(next) => Value {
                score,
                variation,
                threats: value.threats,
            },
            _ => played(),
        })
    }

    /// The best move other than the one played, with its value, if there is one. The outer `None`
    /// means that the review was stopped.
    fn best_other_move(&mut self, ply: usize, point: Point) -> Option<Option<(Score, Vec<Point>)>> {
        let side = self.game.plies[ply].side;
        let report = self.think(&self.game.after(ply), side, 2)?.report;
        let other = variations(&report).find(|(_, _, variation)| variation.first() != Some(&point));
        Some(other.map(|(score, _, variation)| (score, variation.to_vec())))
    }

    /// The review of a ply, given the values before and after it.
    fn review(&mut self, ply: usize, value: &Value, next: &Value) -> ReviewedMove {
        let played = self.game.plies[ply];
        let mut reviewed = ReviewedMove {
            ply,
            side: played.side,
            point: played.point,
            before: value.score,
            after: after(next),
            grade: None,
            better: Vec::new(),
            reply: next.variation.clone(),
            reasons: Vec::new(),
        };
        if ply < self.game.opening {
            return reviewed;
        }
        let is_best = played.point.is_some() && value.variation.first() == played.point.as_ref();
        let had_win = score::is_win(value.score);
        let grade = Grade::of(reviewed.loss(), is_best, had_win);
        reviewed.grade = Some(grade);
        if !is_best {
            reviewed.better = value.variation.clone();
        }
        if grade.is_bad() {
            let choice = Choice {
                game: self.game.after(ply),
                side: played.side,
                played: played.point,
                ending: self
                    .game
                    .ending
                    .as_ref()
                    .filter(|_| next.variation.is_empty()),
                value,
                next,
            };
            reviewed.reasons = reasons(&choice, &mut self.explainer);
        }
        reviewed
    }
}

/// The value for the side that has moved, as of the position before its move.
fn after(next: &Value) -> Score {
    match -next.score {
        won if score::is_win(won) => won - 1,
        lost if score::is_loss(lost) => lost + 1,
        open => open,
    }
}
