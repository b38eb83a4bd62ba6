//! The steps of an opening in words, for people.

use crate::board::notation::{point_name, point_names};
use crate::engine::Game;
use crate::opening::Decision;
use crate::opening::rules::{Action, Opening, OpeningRule, Refusal, Step, ThirdChoice};
use crate::types::{BoardSize, Color, Point, Rule};

/// What has to be done next, for the person who has to do it. Empty after the opening.
pub fn task(opening: &Opening, game: &Game) -> String {
    match opening.step() {
        Step::Place { last, .. } => placing(opening, game, last),
        Step::Sides { actor, third } => {
            let third = match third {
                None => "",
                Some(ThirdChoice::MoreStones) => ", or place two more stones",
                Some(ThirdChoice::TenFifthMoves) => ", or propose ten fifth moves",
            };
            let (own, other) = (actor.name(), (!actor).name());
            let keeping = keeping(opening, game);
            format!("Keep {own}, or take {other}{third}.{keeping}")
        }
        Step::Declare { .. } => {
            let most = opening.rule().most_fifth_moves();
            format!("Declare how many fifth moves black must propose, from 1 to {most}.")
        }
        Step::Propose => {
            let (number, count) = proposal(opening);
            let rest = match count {
                1 => "",
                _ => "; none may be symmetrical to another",
            };
            format!("Propose a fifth move for black, {number} of {count}{rest}.")
        }
        Step::Select => "Select one of the fifth moves that black has proposed.".to_string(),
        Step::Over => String::new(),
    }
}

/// A sentence, after a space, that tells whoever chooses a side that a stone keeps it. Empty where
/// no stone can be placed instead of a choice.
pub fn keeping(opening: &Opening, game: &Game) -> String {
    let actor = opening.actor().filter(|_| opening.keeps_by_placing(game));
    let number = game.ply() + 1;
    actor.map_or(String::new(), |side| {
        format!(" Placing stone {number} keeps {}.", side.name())
    })
}

/// Why a game under `rule` on a board of this size cannot begin with an opening; `None` if it can.
pub fn misfit(opening: OpeningRule, rule: Rule, size: BoardSize) -> Option<String> {
    if opening.fits(rule, size) {
        return None;
    }
    let title = opening.title();
    Some(match (opening.is_of_renju(), rule.spec().fouls.is_some()) {
        (false, _) => format!(
            "{title} is not played under {}, where black has fouls.",
            rule.name()
        ),
        (true, false) => format!(
            "{title} is an opening rule of renju, not of {}.",
            rule.name()
        ),
        (true, true) => {
            format!("{title} needs a board with a centre: odd sides, 9 or longer.")
        }
    })
}

/// An opening rule in one sentence.
pub fn summary(opening: OpeningRule) -> &'static str {
    match opening {
        OpeningRule::Swap => "One player places three stones, the other chooses a side.",
        OpeningRule::Swap2 => {
            "One player places three stones; the other chooses a side, or places two more and \
             lets the first choose."
        }
        OpeningRule::Rif => {
            "One of 26 openings, then a choice of sides; black proposes two fifth moves, of which \
             white selects one."
        }
        OpeningRule::Yamaguchi => {
            "As RIF, but whoever places the opening also declares how many fifth moves black \
             proposes."
        }
        OpeningRule::Soosyrv8 => {
            "As RIF, but whoever plays the fourth move declares one to eight fifth moves, and a \
             second choice of sides follows."
        }
        OpeningRule::Taraguchi10 => {
            "A choice of sides after each of the first five moves; ten fifth moves may take the \
             place of the fourth choice."
        }
    }
}

/// What the player of `actor` does in this step, as predicates of a sentence, such as `takes white`
/// and `plays h8`.
pub fn predicates(
    decision: &Decision,
    opening: &Opening,
    actor: Color,
    size: BoardSize,
) -> Vec<String> {
    let points = |wanted: fn(&Action) -> Option<Point>| {
        let points: Vec<Point> = decision.actions.iter().filter_map(wanted).collect();
        (!points.is_empty()).then(|| point_names(&points, size))
    };
    let placed = points(|action| match action {
        Action::Place(point) => Some(*point),
        _ => None,
    });
    let proposed = points(|action| match action {
        Action::Propose(point) => Some(*point),
        _ => None,
    });
    let selected = points(|action| match action {
        Action::Select(point) => Some(*point),
        _ => None,
    });
    let keeps_by_placing = matches!(
        (opening.step(), decision.actions.first()),
        (Step::Sides { .. }, Some(Action::Place(_)))
    );
    let kept = keeps_by_placing.then(|| format!("keeps {}", actor.name()));
    let chosen = decision.actions.iter().find_map(|action| match action {
        Action::Keep => Some(format!("takes {}", actor.name())),
        Action::Swap => Some(format!("takes {}", (!actor).name())),
        Action::MoreStones if placed.is_none() => Some("will place two more stones".to_string()),
        Action::TenFifthMoves if proposed.is_none() => {
            Some("will propose ten fifth moves".to_string())
        }
        _ => None,
    });
    let declared = decision.actions.iter().find_map(|action| match action {
        Action::Declare(1) => Some("declares 1 fifth move".to_string()),
        Action::Declare(count) => Some(format!("declares {count} fifth moves")),
        _ => None,
    });
    let reply = decision.reply.map(|reply| point_name(reply, size));
    let parts = [
        kept.or(chosen),
        placed.map(|points| format!("places {points}")),
        declared,
        proposed.map(|points| {
            if points.contains(' ') {
                format!("proposes {points} as fifth moves")
            } else {
                format!("proposes {points} as the fifth move")
            }
        }),
        selected.map(|point| format!("selects {point} as the fifth move")),
        reply.map(|point| format!("plays {point}")),
    ];
    parts.into_iter().flatten().collect()
}

/// The task of placing the stones up to this number.
fn placing(opening: &Opening, game: &Game, last: usize) -> String {
    let number = game.ply() + 1;
    let color = game.side_to_move().name();
    let place = match opening.reach(game) {
        None if opening.rule().is_of_renju() => " anywhere".to_string(),
        None => String::new(),
        Some(0) => " in the centre".to_string(),
        Some(reach) => {
            let side = 2 * reach + 1;
            format!(" in the central {side}x{side} points")
        }
    };
    match (opening.rule(), number, last) {
        (OpeningRule::Swap | OpeningRule::Swap2, 1, _) => {
            "Place three stones: black, white, black.".to_string()
        }
        (OpeningRule::Swap2, 4, _) => "Place two more stones: white, black.".to_string(),
        (_, number, last) if last == number => format!("Place stone {number}, {color}{place}."),
        (_, number, last) => format!("Place stone {number} of {last}, {color}{place}."),
    }
}

/// The number of the fifth move to propose next, and of all.
fn proposal(opening: &Opening) -> (usize, usize) {
    let count = opening.fifth_moves().unwrap_or(1);
    (opening.proposed().len() + 1, count)
}

/// The task in a few words, for a prompt.
pub fn prompt(opening: &Opening, game: &Game) -> String {
    match opening.step() {
        Step::Place { last, .. } => match game.ply() + 1 {
            number if number == last => format!("stone {number}"),
            number => format!("stone {number} of {last}"),
        },
        Step::Sides { third, .. } => match third {
            None => "white or black".to_string(),
            Some(ThirdChoice::MoreStones) => "white, black or more".to_string(),
            Some(ThirdChoice::TenFifthMoves) => "white, black or ten".to_string(),
        },
        Step::Declare { .. } => "number of fifth moves".to_string(),
        Step::Propose => {
            let (number, count) = proposal(opening);
            format!("fifth move {number} of {count}")
        }
        Step::Select => "fifth move".to_string(),
        Step::Over => String::new(),
    }
}

/// A choice in a few words, as on a button, for the player of `actor`; `None` for an action that
/// is not one of [`Opening::choices`].
pub fn choice(action: Action, actor: Color) -> Option<String> {
    Some(match action {
        Action::Keep => format!("Keep {}", actor.name()),
        Action::Swap => format!("Take {}", (!actor).name()),
        Action::MoreStones => "Place two more stones".to_string(),
        Action::TenFifthMoves => "Propose ten fifth moves".to_string(),
        _ => return None,
    })
}

/// An action in a few words, for a list of what is taken back.
pub fn action(action: Action, size: BoardSize) -> String {
    match action {
        Action::Place(point) | Action::Propose(point) | Action::Select(point) => {
            point_name(point, size)
        }
        Action::Withdraw(point) => format!("the withdrawal of {}", point_name(point, size)),
        Action::Keep | Action::Swap => "the choice of a side".to_string(),
        Action::MoreStones => "the choice of two more stones".to_string(),
        Action::TenFifthMoves => "the choice of ten fifth moves".to_string(),
        Action::Declare(_) => "the number of fifth moves".to_string(),
    }
}

/// Why an action is refused, with the names of the points.
pub fn refusal(refusal: Refusal, size: BoardSize) -> String {
    let name = |point| point_name(point, size);
    match refusal {
        Refusal::Occupied(point) => format!("{} is not empty.", name(point)),
        Refusal::Proposed(point) => format!("{} has already been proposed.", name(point)),
        Refusal::Equivalent(point, other) => format!(
            "{} is symmetrical to {}, which has already been proposed.",
            name(point),
            name(other)
        ),
        Refusal::NotProposed(point) => {
            format!("{} is not one of the proposed fifth moves.", name(point))
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::parse_point;
    use crate::engine::Stone;

    /// The tasks of a game: after each action, what has to be done.
    fn tasks(rule: OpeningRule, words: &str) -> Vec<String> {
        let size = BoardSize::square(15).unwrap();
        let mut game = Game::new(size, Rule::Renju);
        let mut opening = Opening::new(rule);
        let mut tasks = vec![task(&opening, &game)];
        for word in words.split_whitespace() {
            let action = match (word, parse_point(word, size)) {
                ("swap", _) => Action::Swap,
                ("more", _) => Action::MoreStones,
                (_, Ok(point)) => opening.action_at(&game, point).unwrap(),
                (number, _) => Action::Declare(number.parse().unwrap()),
            };
            let effect = opening.apply(&game, action).unwrap();
            if let Some(point) = effect.stone {
                game.put(point, Stone::Of(game.side_to_move())).unwrap();
            }
            tasks.push(task(&opening, &game));
        }
        tasks
    }

    #[test]
    fn predicates_name_the_side_that_is_taken() {
        let size = BoardSize::square(15).unwrap();
        let third = None;
        let actor = Color::White;
        let step = Step::Sides { actor, third };
        let opening = Opening::at(OpeningRule::Taraguchi10, step, None, Vec::new());
        let told = |actions: &[Action], reply| {
            let actions = actions.to_vec();
            let decision = Decision { actions, reply };
            predicates(&decision, &opening, Color::White, size).join(" and ")
        };
        let [a, b] = ["h8", "i9"].map(|name| parse_point(name, size).unwrap());
        assert_eq!(told(&[Action::Keep], Some(a)), "takes white and plays h8");
        assert_eq!(told(&[Action::Swap], None), "takes black");
        let more = [Action::MoreStones, Action::Place(a), Action::Place(b)];
        assert_eq!(told(&more, None), "places h8 i9");
        assert_eq!(told(&more[..1], None), "will place two more stones");
        let declared = [Action::Place(b), Action::Declare(1)];
        assert_eq!(
            told(&declared, None),
            "keeps white and places i9 and declares 1 fifth move"
        );
        assert_eq!(
            told(&[Action::Propose(a)], None),
            "proposes h8 as the fifth move"
        );
        assert_eq!(
            told(&[Action::Select(a)], Some(b)),
            "selects h8 as the fifth move and plays i9"
        );
    }

    #[test]
    fn tasks_say_what_to_do() {
        let soosyrv = tasks(OpeningRule::Soosyrv8, "h8 h9 h10 swap a1 2 swap g8 g9 g9");
        assert_eq!(
            soosyrv,
            [
                "Place stone 1 of 3, black in the centre.",
                "Place stone 2 of 3, white in the central 3x3 points.",
                "Place stone 3, black in the central 5x5 points.",
                "Keep white, or take black. Placing stone 4 keeps white.",
                "Place stone 4, white anywhere.",
                "Declare how many fifth moves black must propose, from 1 to 8.",
                "Keep black, or take white.",
                "Propose a fifth move for black, 1 of 2; none may be symmetrical to another.",
                "Propose a fifth move for black, 2 of 2; none may be symmetrical to another.",
                "Select one of the fifth moves that black has proposed.",
                "",
            ]
        );
        let swap2 = tasks(OpeningRule::Swap2, "a1 b1 c1 more d1 e1");
        assert_eq!(
            swap2,
            [
                "Place three stones: black, white, black.",
                "Place stone 2 of 3, white.",
                "Place stone 3, black.",
                "Keep white, or take black, or place two more stones.",
                "Place two more stones: white, black.",
                "Place stone 5, black.",
                "Keep black, or take white.",
            ]
        );
    }
}
