//! A position and its best move in words.

use crate::board::notation::point_name;
use crate::engine::{Foul, Game, Outcome, Stone, fouls};
use crate::explain::{Defences, Explainer, Made, Threats, made, stops};
use crate::report::text::{counted, foul_text, score_text};
use crate::report::words::{made_text, names, plies_text, threat_texts, win_text};
use crate::types::score::{self, MATE};
use crate::types::{Color, Point};

/// The most points that are listed; more are counted.
const MAX_LISTED: usize = 10;

/// The threats in a position with `side` to move.
struct Facts<'a> {
    game: &'a Game,
    side: Color,
    /// The threats of the side to move.
    own: Threats,
    /// What the opponent could do after a pass.
    other: Threats,
    /// The moves that prevent a win by fours, if the opponent threatens one.
    defences: Option<Defences>,
}

impl<'a> Facts<'a> {
    /// Finds the threats of both sides.
    fn new(game: &'a Game, side: Color) -> Facts<'a> {
        let mut explainer = Explainer::new();
        let own = explainer.threats(game, side);
        let other = explainer.threats(game, !side);
        let by_fours = other.win.as_ref().and_then(|win| win.fours()).is_some();
        let defences = by_fours.then(|| explainer.defences(game, side));
        Facts {
            game,
            side,
            own,
            other,
            defences,
        }
    }

    fn name(&self, point: Point) -> String {
        point_name(point, self.game.size())
    }

    /// The strongest threat of the opponent, such as `white's open four at g8`.
    fn danger(&self) -> String {
        let other = !self.side;
        let texts = threat_texts(self.game, other, &self.other);
        let by_win = self.other.win.as_ref();
        let by_win = by_win.map(|win| win_text(self.game, other, win));
        let first = if self.other.fives.is_empty() && self.other.winning_fours.is_empty() {
            by_win
        } else {
            texts.into_iter().next()
        };
        format!("{}'s {}", other.name(), first.unwrap_or_default())
    }

    /// The threats of the opponent that a move of the side to move ends.
    fn stopped(&self, point: Point, makes: &Made) -> Vec<String> {
        let mut after = self.game.clone();
        let put = after.put(point, Stone::Of(self.side));
        debug_assert_eq!(put, Ok(()), "the best move is legal");
        let left = Explainer::new().threats_by_fours(&after, !self.side);
        let gone = |before: &[Point], after: &[Point]| -> Vec<Point> {
            let is_gone = |point: &&Point| !after.contains(point);
            before.iter().filter(is_gone).copied().collect()
        };
        let ended = Threats {
            fives: gone(&self.other.fives, &left.fives),
            winning_fours: gone(&self.other.winning_fours, &left.winning_fours),
            four_threes: gone(&self.other.four_threes, &left.four_threes),
            double_threes: gone(&self.other.double_threes, &left.double_threes),
            win: None,
        };
        let mut texts = threat_texts(self.game, !self.side, &ended);
        let prevents = self
            .defences
            .as_ref()
            .is_some_and(|defences| defences.moves.contains(&point));
        if let Some(win) = self
            .other
            .win
            .as_ref()
            .filter(|_| prevents && !makes.is_four())
        {
            let text = win_text(self.game, !self.side, win);
            if self.other.winning_fours.is_empty() && !texts.contains(&text) {
                texts.push(text);
            }
        }
        texts
    }

    /// Why the best move is best.
    fn reason(&self, best: Point, makes: &Made, outcome: &Outcome) -> String {
        let value = outcome.report.score;
        let opponent = (!self.side).name();
        if let Some(row) = made_text(makes).filter(|_| makes.row.is_some()) {
            return format!("wins at once: {row} at {}", self.name(best));
        }
        if score::is_win(value) {
            let plies = plies_text((MATE - value).unsigned_abs() as usize);
            let own = self.own.win.as_ref().filter(|win| win.first() == best);
            return match own.map(|win| win_text(self.game, self.side, win)) {
                Some(text) if text.ends_with("plies") => format!("wins by force: {text}"),
                Some(text) => format!("wins by force: {text}, {plies}"),
                None => format!("wins by force in {plies}"),
            };
        }
        if score::is_loss(value) {
            let plies = plies_text((MATE + value).unsigned_abs() as usize);
            return format!("no move helps: {opponent} wins by force in {plies}");
        }
        if let Some(text) = self.necessity(best, makes) {
            return text;
        }
        "no forced win was found; the search gives it the best value".to_string()
    }

    /// Why the best move is forced, if it is.
    fn necessity(&self, best: Point, makes: &Made) -> Option<String> {
        let danger = || self.danger();
        if !self.other.fives.is_empty() {
            let stops = stops(self.game, self.side);
            return Some(match stops.len() {
                1 => format!("the only move that stops {}", danger()),
                n => format!("one of {n} moves that stop {}", danger()),
            });
        }
        let defences = self.defences.as_ref()?;
        if !defences.moves.contains(&best) {
            return makes
                .is_four()
                .then(|| format!("a four, which must be answered before {}", danger()));
        }
        let apart = if defences.has_fours {
            ", apart from fours"
        } else {
            ""
        };
        Some(match defences.moves.len() {
            1 if defences.is_complete => {
                format!("the only defence against {}{apart}", danger())
            }
            _ if !defences.is_complete => format!("a defence against {}{apart}", danger()),
            n => {
                let number = counted(n, "defence", "defences");
                let list = if n <= MAX_LISTED {
                    format!(": {}", names(&defences.moves, self.game.size()))
                } else {
                    String::new()
                };
                format!("one of {number} against {}{apart}{list}", danger())
            }
        })
    }
}

/// The explanation of a position and the best move that was found, as names and texts.
pub fn explanation(game: &Game, side: Color, outcome: &Outcome) -> Vec<(String, String)> {
    let facts = Facts::new(game, side);
    let mut rows = Vec::new();
    for (color, threats, verb, nothing) in [
        (
            side,
            &facts.own,
            "has",
            "no forcing win or strong threat found",
        ),
        (!side, &facts.other, "threatens", "no threat found"),
    ] {
        let texts = threat_texts(game, color, threats);
        let text = if texts.is_empty() {
            nothing.to_string()
        } else {
            format!("{verb} {}", texts.join("; "))
        };
        rows.push((color.name().to_string(), text));
    }
    let forbidden = fouls(game);
    if !forbidden.is_empty() {
        rows.push(("forbidden".to_string(), fouls_text(game, &forbidden)));
    }
    if let Some(best) = outcome.best {
        let makes = made(game, side, best);
        let name = facts.name(best);
        let text = made_text(&makes).unwrap_or_else(|| "no threat".to_string());
        rows.push((format!("{name} makes"), text));
        let takes = made(game, !side, best);
        let matters = takes.row.is_some() || takes.is_four() || takes.open_threes > 0;
        let mut stopped = facts.stopped(best, &makes);
        if let Some(text) = made_text(&takes).filter(|_| matters && takes.foul.is_none())
            && !stopped.iter().any(|stopped| stopped.starts_with(&text))
        {
            stopped.push(format!("{text} at {name}"));
        }
        if !stopped.is_empty() {
            let text = format!("{}'s {}", (!side).name(), stopped.join("; "));
            rows.push((format!("{name} stops"), text));
        }
        rows.push(("why".to_string(), facts.reason(best, &makes, outcome)));
    }
    if let Some(second) = outcome.report.others.first()
        && let Some(point) = second.pv.first()
    {
        let text = format!("{}, {}", facts.name(*point), score_text(second.score, side));
        rows.push(("second".to_string(), text));
    }
    rows
}

/// The forbidden points with their kinds.
fn fouls_text(game: &Game, forbidden: &[(Point, Foul)]) -> String {
    let texts: Vec<String> = forbidden
        .iter()
        .map(|(point, foul)| {
            let name = point_name(*point, game.size());
            format!("{name}, {}", foul_text(*foul))
        })
        .collect();
    texts.join("; ")
}
