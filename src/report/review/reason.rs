//! What is wrong with a move, in words.

use crate::board::notation::{point_name, point_names};
use crate::engine::{Ending, Game, Stone};
use crate::explain::{Explainer, Threats, made, other_end, stops};
use crate::report::chance::win_percent;
use crate::report::review::moved::Value;
use crate::report::text::foul_text;
use crate::report::words::{made_text, names, plies_text, threat_texts, win_text};
use crate::types::score::{self, MATE};
use crate::types::{Color, Point};

/// The most moves of the better variation that are shown.
const MAX_MOVES: usize = 7;

/// A move that loses win chances, with the positions before and after it.
pub struct Choice<'a> {
    /// The game before the move.
    pub game: Game,
    /// Who played it.
    pub side: Color,
    /// Where; `None` for a pass.
    pub played: Option<Point>,
    /// The end of the game, if the move has ended it.
    pub ending: Option<&'a Ending>,
    /// The value before the move.
    pub value: &'a Value,
    /// The value after the move, for the opponent.
    pub next: &'a Value,
}

/// What is wrong with a move and what was better, as sentences.
pub fn reasons(choice: &Choice<'_>, explainer: &mut Explainer) -> Vec<String> {
    let mut sentences = Vec::new();
    let missed = missed_win(choice);
    let is_named = missed.is_some();
    sentences.extend(missed);
    // What the opponent threatened before the move.
    let danger = explainer.threats(&choice.game, !choice.side);
    sentences.extend(fault(choice, &danger));
    sentences.extend(better(choice, &danger, is_named));
    sentences
}

/// The win that another move had.
fn missed_win(choice: &Choice<'_>) -> Option<String> {
    let value = choice.value;
    if !score::is_win(value.score) {
        return None;
    }
    let text = match &value.threats.win {
        Some(win) => win_text(&choice.game, choice.side, win),
        None => {
            let plies = plies_text((MATE - value.score).unsigned_abs() as usize);
            let first = value.variation.first()?;
            format!("{}, {plies}", point_name(*first, choice.game.size()))
        }
    };
    Some(format!("Missed a win: {text}."))
}

/// What the move allows or does not prevent.
fn fault(choice: &Choice<'_>, danger: &Threats) -> Option<String> {
    let Choice { game, side, .. } = choice;
    let (side, opponent) = (*side, !*side);
    if let Some(Ending::Foul { foul, .. }) = choice.ending {
        return Some(format!("Forbidden: {}.", foul_text(*foul)));
    }
    let wrong_end = choice
        .played
        .zip(choice.value.variation.first())
        .is_some_and(|(played, best)| other_end(game, side, played, *best));
    let whose = opponent.name();
    let Some(win) = &choice.next.threats.win else {
        return match score::is_win(choice.next.score) {
            true => {
                let plies = plies_text((MATE - choice.next.score).unsigned_abs() as usize);
                let first = point_name(*choice.next.variation.first()?, game.size());
                Some(format!(
                    "Allows {whose} to win by force from {first}, {plies}."
                ))
            }
            false => wrong_end.then(|| "Blocks the wrong end of the row.".to_string()),
        };
    };
    let mut after = game.clone();
    if let Some(point) = choice.played {
        let put = after.put(point, Stone::Of(side));
        debug_assert_eq!(put, Ok(()), "the move was played");
    }
    let text = format!("{whose}'s {}", win_text(&after, opponent, win));
    Some(match () {
        () if wrong_end => format!("Blocks the wrong end of the row and allows {text}."),
        () if still_threatened(danger, &choice.next.threats) => format!("Does not stop {text}."),
        () if danger.win.is_some() => format!("Overlooks {text}."),
        () => format!("Allows {text}."),
    })
}

/// Whether a five or an open four that was threatened before is possible now.
fn still_threatened(before: &Threats, now: &Threats) -> bool {
    let remains = |before: &[Point], now: &[Point]| before.iter().any(|at| now.contains(at));
    remains(&before.fives, &now.fives)
        || now.fives.is_empty() && remains(&before.winning_fours, &now.winning_fours)
}

/// The better move: what it makes and stops, and how the game could have continued. `is_named`: the
/// win that it begins has been named.
fn better(choice: &Choice<'_>, danger: &Threats, is_named: bool) -> Option<String> {
    let Choice { game, side, .. } = choice;
    let best = *choice.value.variation.first()?;
    let size = game.size();
    let variation = &choice.value.variation[..choice.value.variation.len().min(MAX_MOVES)];
    if is_named {
        return (variation.len() > 1).then(|| format!("Line: {}.", point_names(variation, size)));
    }
    let mut effects = Vec::new();
    if let Some(text) = made_text(&made(game, *side, best)) {
        effects.push(text);
    }
    let stops = stopped_threat(choice, danger, best);
    effects.extend(stops.or_else(|| taken_threat(choice, best)));
    let chance = win_percent(choice.value.score);
    let mut text = format!("Better: {} ({chance} %)", point_name(best, size));
    if !effects.is_empty() {
        text = format!("{text}: {}", effects.join("; "));
    }
    if variation.len() > 1 {
        text = format!("{text}. Line: {}", point_names(variation, size));
    }
    Some(format!("{text}."))
}

/// The five or open four of the opponent that the better move stops.
fn stopped_threat(choice: &Choice<'_>, danger: &Threats, best: Point) -> Option<String> {
    let Choice { game, side, .. } = choice;
    let (stops, others): (Vec<Point>, Vec<Point>) =
        stops(game, *side).iter().partition(|point| **point == best);
    let threat = threat_texts(game, !*side, danger).into_iter().next()?;
    // The move played is left out: it may stop the threat as well, but is a mistake.
    let played = choice.played;
    let others: Vec<Point> = others
        .into_iter()
        .filter(|at| Some(*at) != played)
        .collect();
    let too = match others.is_empty() {
        true => String::new(),
        false => format!(" ({} would too)", names(&others, game.size())),
    };
    (!stops.is_empty()).then(|| format!("stops {}'s {threat}{too}", (!*side).name()))
}

/// What the opponent could have made on the point of the better move.
fn taken_threat(choice: &Choice<'_>, best: Point) -> Option<String> {
    let opponent = !choice.side;
    let takes = made(&choice.game, opponent, best);
    let matters = takes.foul.is_none() && (takes.is_four() || takes.open_threes > 0);
    let text = made_text(&takes).filter(|_| matters)?;
    Some(format!("stops {}'s {text}", opponent.name()))
}
