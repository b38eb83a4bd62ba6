//! What is wrong with a move, in words.

use crate::board::notation::{point_name, point_names};
use crate::engine::{Ending, Game, Stone};
use crate::explain::{Explainer, ForcedWin, Threats, made, other_end, stops};
use crate::report::chance::win_percent;
use crate::report::review::moved::Value;
use crate::report::text::foul_text;
use crate::report::words::{WinText, made_text, names, played_win_text, threat_texts};
use crate::types::score::{self, MATE};
use crate::types::{Color, Point};

/// The most moves of the better variation that are shown, with the better move.
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
    if !is_named {
        sentences.extend(better(choice, &danger));
    }
    sentences
}

/// The win that another move had, with its moves.
fn missed_win(choice: &Choice<'_>) -> Option<String> {
    if !score::is_win(choice.value.score) {
        return None;
    }
    let text = won_text(&choice.game, choice.side, choice.value)?;
    Some(match (text, rest(choice)) {
        (WinText::Long(text), _) => format!("Missed a {text}."),
        (WinText::Short(text), Some(rest)) => format!("Missed a win: {text}, then {rest}."),
        (WinText::Short(text), None) => format!("Missed a win: {text}."),
    })
}

/// The win of `side`, which is to move in `game`: the proved one if the best variation begins with
/// its first move, or else that of the search. `None` if there is neither.
fn won_text(game: &Game, side: Color, value: &Value) -> Option<WinText> {
    let variation = &value.variation;
    let is_first = |win: &&ForcedWin| variation.first() == Some(&win.first());
    let win = value.threats.win.as_ref().filter(is_first);
    let (variation, plies) = match win {
        Some(win) => (win.variation(), win.plies()),
        None if variation.is_empty() || !score::is_win(value.score) => return None,
        None => (&variation[..], (MATE - value.score).unsigned_abs() as usize),
    };
    Some(played_win_text(game, side, win, variation, plies))
}

/// How the game could have continued after the better move, if that is known.
fn rest(choice: &Choice<'_>) -> Option<String> {
    let variation = &choice.value.variation;
    let moves = variation.get(1..variation.len().min(MAX_MOVES))?;
    (!moves.is_empty()).then(|| point_names(moves, choice.game.size()))
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
    let mut after = game.clone();
    if let Some(point) = choice.played {
        let put = after.put(point, Stone::Of(side));
        debug_assert_eq!(put, Ok(()), "the move was played");
    }
    let Some(text) = won_text(&after, opponent, choice.next) else {
        return wrong_end.then(|| "Blocks the wrong end of the row.".to_string());
    };
    let text = format!("{}'s {text}", opponent.name());
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

/// The better move: what it makes and stops, and how the game could have continued.
fn better(choice: &Choice<'_>, danger: &Threats) -> Option<String> {
    let Choice { game, side, .. } = choice;
    let best = *choice.value.variation.first()?;
    let size = game.size();
    let mut effects = Vec::new();
    if let Some(text) = made_text(&made(game, *side, best)) {
        effects.push(text);
    }
    let stops = stopped_threat(choice, danger, best);
    effects.extend(stops.or_else(|| taken_threat(choice, best)));
    let chance = win_percent(choice.value.score);
    let text = format!("Better: {} ({chance} %)", point_name(best, size));
    Some(match (effects.is_empty(), rest(choice)) {
        (true, None) => format!("{text}."),
        (true, Some(rest)) => format!("{text}, then {rest}."),
        (false, None) => format!("{text}: {}.", effects.join("; ")),
        (false, Some(rest)) => format!("{text}: {}. Then {rest}.", effects.join("; ")),
    })
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
    let too = if others.is_empty() {
        String::new()
    } else {
        format!(" ({} would too)", names(&others, game.size()))
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
