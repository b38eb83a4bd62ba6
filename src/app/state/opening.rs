//! What a page is told of an opening, and of the rules of openings.

use serde_json::{Value, json};

use super::pair;
use crate::app::action::OpeningChoice;
use crate::app::room::{Room, Viewer};
use crate::engine::Game;
use crate::opening::rules::{Opening, OpeningRule, Player, Step};
use crate::play::Match;
use crate::play::opening as words;
use crate::types::{BoardSize, Color, Rule};

/// What is to be done in the opening, and what was done last; `None` if there is nothing to tell.
pub fn told(room: &Room, viewer: Viewer) -> Option<Value> {
    if room.game.finish().is_some() {
        return None;
    }
    let Some(opening) = room.game.opening() else {
        // The last step, until the next move.
        let told = room.told.as_deref()?;
        return Some(json!({ "told": told }));
    };
    let proposed: Vec<Value> = opening
        .proposed()
        .iter()
        .map(|point| pair(*point))
        .collect();
    let mut shown = json!({
        "title": opening.rule().title(),
        "told": room.told,
        "board": { "proposed": proposed },
    });
    if let Some(actor) = opening.actor().filter(|_| room.game.is_turn_of(viewer)) {
        add_turn(&mut shown, room.game.position(), opening, actor);
    }
    Some(shown)
}

/// Adds what the player of `actor` has to do and may do.
fn add_turn(shown: &mut Value, game: &Game, opening: &Opening, actor: Color) {
    let points = opening.points(game);
    let mut task = words::task(opening, game);
    if matches!(opening.step(), Step::Sides { .. }) && !points.is_empty() {
        let color = game.side_to_move().name();
        task.push_str(&format!(
            " A click on the board keeps {color} and places the next stone."
        ));
    }
    let options: Vec<Value> = (opening.choices().into_iter())
        .filter_map(|action| {
            let id = OpeningChoice::of(action)?;
            Some(json!({ "id": id, "label": words::choice(action, actor)? }))
        })
        .collect();
    let counts: Option<Vec<usize>> = opening.counts().map(Iterator::collect);
    shown["task"] = task.into();
    shown["options"] = options.into();
    shown["counts"] = json!(counts);
    let board = &mut shown["board"];
    board["isNarrow"] = opening.reach(game).is_some().into();
    board["points"] = points.iter().map(|point| pair(*point)).collect();
    board["withdraws"] = (opening.step() == Step::Propose).into();
}

/// What a player is called during the opening of a game that is not between a person and the
/// engine.
pub fn part(game: &Match, side: Color) -> Option<&'static str> {
    let opening = game.opening()?;
    if game.seats().people() == 1 {
        return None;
    }
    Some(match opening.player(side) {
        Player::First => "first player",
        Player::Second => "second player",
    })
}

/// The rules of openings for the dialog of a new game, with the rules and the square boards that
/// they fit.
pub fn rules() -> Value {
    let sides = || i64::from(BoardSize::MIN)..=i64::from(BoardSize::MAX);
    let fits = |opening: OpeningRule, rule: Rule, side: i64| {
        BoardSize::square(side).is_some_and(|size| opening.fits(rule, size))
    };
    let about = |opening: OpeningRule| {
        let rules: Vec<Rule> = (Rule::ALL.into_iter())
            .filter(|rule| sides().any(|side| fits(opening, *rule, side)))
            .collect();
        let is_fitting = |side: &i64| rules.iter().any(|rule| fits(opening, *rule, *side));
        let unfit = sides().find(|side| !is_fitting(side));
        let misfit = unfit.and_then(BoardSize::square).and_then(|size| {
            let rule = rules.first()?;
            words::misfit(opening, *rule, size)
        });
        let names: Vec<&str> = rules.iter().map(|rule| rule.name()).collect();
        json!({
            "name": opening.name(),
            "title": opening.title(),
            "summary": words::summary(opening),
            "rules": names,
            "sizes": sides().filter(is_fitting).collect::<Vec<_>>(),
            "misfit": misfit,
        })
    };
    OpeningRule::ALL.into_iter().map(about).collect()
}
