//! Openings, and other decisions that take more than one search: the opening rules, and stones
//! that leave the game balanced.
//!
//! - `rules`: who may do what next under each opening rule.
//! - `steps`: what the engine does in a step of an opening.
//! - `balance`: fourth moves, numbers of fifth moves, and openings that leave the game balanced.
//! - `fourth_moves`: fourth moves, and openings that are judged by them, searched best first.
//! - `fifth_moves`: fifth moves.
//! - `series`: the searches that compare the candidates.
//! - `candidates`: the candidates, before any search.

mod balance;
mod candidates;
mod fifth_moves;
mod fourth_moves;
pub mod rules;
mod series;
mod steps;

use crate::engine::{Engine, Game, Report, Request};
use crate::random::Random;
use crate::types::{Color, Point, Score};
pub(crate) use candidates::{has_five_threat, non_winning_moves};

use candidates::balancing_sets;
use rules::{Action, Opening, OpeningRule, Step, ThirdChoice};
use series::SearchSeries;

/// What the side to move has to decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningRequest {
    /// The next step of swap2. On an empty board: three stones. With three or
    /// five stones and white to move: a side. With three stones, adding two
    /// more is a third option.
    Swap2,
    /// Stones of alternating colours that balance the position.
    Balance {
        /// Number of stones to add, 1 or 2.
        stones: usize,
        /// The score to come close to, for the side that plays the first stone.
        bias: Score,
    },
    /// The next step of an opening.
    Step(Opening),
}

/// The decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningMove {
    /// Swap sides with the opponent.
    Swap,
    /// Place these stones, colours alternating.
    Stones(Vec<Point>),
    /// The step of an opening.
    Step(Decision),
}

/// What the engine does in a step of an opening.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decision {
    /// Its actions in order: all that it has to do until the opponent acts, or some of them.
    pub actions: Vec<Action>,
    /// Its first move after the opening, if it is then to move.
    pub reply: Option<Point>,
}

/// Decides what the side to move plays in the opening.
///
/// The time and node limits of `request` apply to all searches together, the
/// depth limit to each of them. After its `stop`, the decision follows from the searches so
/// far and from static evaluations. Its side, options and observers are ignored. `seed` varies
/// the random choices. `report` receives the iterations of the search of the position
/// itself, not those of the comparisons.
///
/// Returns `None` if there is nothing to choose from.
pub fn decide(
    engine: &mut Engine,
    request: &Request<'_>,
    opening: &OpeningRequest,
    seed: u64,
    report: &mut dyn FnMut(&Report),
) -> Option<OpeningMove> {
    match opening {
        OpeningRequest::Step(opening) => {
            let decision = decide_step(engine, request, opening, seed, report);
            (!decision.actions.is_empty()).then_some(OpeningMove::Step(decision))
        }
        OpeningRequest::Swap2 => {
            let opening = swap2_before(request.game);
            let decision = decide_step(engine, request, &opening, seed, report);
            swap2_move(&opening, decision)
        }
        OpeningRequest::Balance { stones, bias } => {
            let mut series = SearchSeries::new(engine, request, report);
            let mut random = Random::new(seed);
            let sets = balancing_sets(request.game, *stones, &mut random, || series.is_over());
            let (stones, _) = series.closest(request.game, sets, *bias)?;
            Some(OpeningMove::Stones(stones))
        }
    }
}

/// Decides what the engine does in a step of an opening, as the player of
/// [`Opening::actor`]. The limits and `report` are those of [`decide`].
///
/// The decision has an action unless the opening is over or no point is left for its stone.
pub fn decide_step(
    engine: &mut Engine,
    request: &Request<'_>,
    opening: &Opening,
    seed: u64,
    report: &mut dyn FnMut(&Report),
) -> Decision {
    let series = SearchSeries::new(engine, request, report);
    steps::Decider::new(series, request.game, opening, seed).decide()
}

/// The step of swap2 with this number of stones.
fn swap2_before(game: &Game) -> Opening {
    let step = match game.ply() {
        0 => return Opening::new(OpeningRule::Swap2),
        3 => Step::Sides {
            actor: Color::White,
            third: Some(ThirdChoice::MoreStones),
        },
        _ => Step::Sides {
            actor: Color::Black,
            third: None,
        },
    };
    Opening::at(OpeningRule::Swap2, step, None, Vec::new())
}

/// The answer to a step of swap2 for managers that expect a move of white, or a swap.
fn swap2_move(opening: &Opening, decision: Decision) -> Option<OpeningMove> {
    let stones = decision.actions.iter().filter_map(|action| match action {
        Action::Place(point) => Some(*point),
        _ => None,
    });
    let mut stones: Vec<Point> = stones.collect();
    if stones.is_empty() {
        let takes_white = match opening.actor() {
            Some(Color::White) => decision.actions.first() == Some(&Action::Keep),
            _ => decision.actions.first() == Some(&Action::Swap),
        };
        stones.extend(decision.reply.filter(|_| takes_white));
        if stones.is_empty() && !decision.actions.is_empty() {
            return Some(OpeningMove::Swap);
        }
    }
    (!stones.is_empty()).then_some(OpeningMove::Stones(stones))
}
