//! The parts of the documents of `--json`. `report_schema.json` describes them.

use std::time::Duration;

use crate::board::diagram::Cell;
use crate::engine::{Ending, Foul, Outcome, fouls};
use crate::report::chance::win_chance;
use crate::report::json::{Object, Value};
use crate::report::position::InputPosition;
use crate::types::{Color, Point, Score, score};

/// Decimal places of a win chance.
const CHANCE_PLACES: usize = 4;
/// Decimal places of a time in seconds.
const TIME_PLACES: usize = 3;

/// The fields with which every document begins: the command, the program, the position
/// and what the rules say about it.
pub fn head(
    document: &mut Object<'_>,
    command: &str,
    input: &InputPosition,
    note: Option<&str>,
    ending: Option<&Ending>,
) {
    document.field("command").text(command);
    let program = concat!("Goshawk ", env!("CARGO_PKG_VERSION"));
    document.field("program").text(program);
    position(document, input);
    match note {
        Some(note) => document.field("note").text(note),
        None => document.field("note").null(),
    }
    match ending {
        Some(ending) => result(document.field("result"), ending),
        None => document.field("result").null(),
    }
}

/// The fields of a position: those of the board, the moves and the fouls.
pub fn position(document: &mut Object<'_>, input: &InputPosition) {
    board(document, input);
    let moves = input.moves.iter().copied();
    points(document.field("moves"), moves);
    document.field("fouls").array(|array| {
        for (point, kind) in fouls(&input.game(input.rule)) {
            array.item().object(|object| {
                self::point(object.field("point"), point);
                object.field("kind").text(foul_name(kind));
            });
        }
    });
}

/// The fields of a board: rule, size, side to move and stones.
pub fn board(document: &mut Object<'_>, input: &InputPosition) {
    let size = input.diagram.size();
    document.field("rule").text(input.rule.name());
    document.field("width").integer(size.width());
    document.field("height").integer(size.height());
    document.field("side").text(input.side.name());
    for (name, wanted) in [
        ("black", Cell::Stone(Color::Black)),
        ("white", Cell::Stone(Color::White)),
        ("blocked", Cell::Blocked),
    ] {
        let occupied = input.diagram.occupied();
        let on = occupied.filter(|(_, cell)| *cell == wanted);
        points(document.field(name), on.map(|(point, _)| point));
    }
}

/// The result of a game.
pub fn result(value: Value<'_>, ending: &Ending) {
    value.object(|object| {
        match ending.winner() {
            Some(winner) => object.field("winner").text(winner.name()),
            None => object.field("winner").null(),
        }
        match ending {
            Ending::Foul { foul, .. } => object.field("foul").text(foul_name(*foul)),
            Ending::Row { .. } | Ending::Draw => object.field("foul").null(),
        }
        points(object.field("points"), ending.points().iter().copied());
    });
}

/// The result of a search; `null` if there was none.
pub fn search(value: Value<'_>, outcome: Option<&Outcome>) {
    let Some(outcome) = outcome else {
        return value.null();
    };
    let report = &outcome.report;
    value.object(|object| {
        match outcome.best {
            Some(best) => point(object.field("best"), best),
            None => object.field("best").null(),
        }
        evaluation(object, report.score);
        let is_bound = report.is_lower_bound;
        object.field("lower_bound").boolean(is_bound);
        object.field("depth").integer(report.depth);
        object.field("selective_depth").integer(report.seldepth);
        effort(object, report.nodes, report.elapsed);
        object.field("hashfull").integer(report.hashfull);
        object.field("lines").array(|lines| {
            let others = report.others.iter();
            let others = others.map(|line| (line.score, line.depth, &line.pv));
            let first = (report.score, report.depth, &report.pv);
            for (score, depth, moves) in std::iter::once(first).chain(others) {
                // There is no line if there is no move.
                if !moves.is_empty() {
                    lines.item().object(|line| {
                        evaluation(line, score);
                        line.field("depth").integer(depth);
                        points(line.field("moves"), moves.iter().copied());
                    });
                }
            }
        });
    });
}

/// The fields of a score for the side to move: value, mate distance and win chance.
pub fn evaluation(object: &mut Object<'_>, value: Score) {
    if score::is_win(value) {
        object.field("value").null();
        object.field("mate").integer(score::MATE - value);
    } else if score::is_loss(value) {
        object.field("value").null();
        object.field("mate").integer(-score::MATE - value);
    } else {
        object.field("value").integer(value);
        object.field("mate").null();
    }
    let chance = win_chance(value);
    object.field("win_chance").number(chance, CHANCE_PLACES);
}

/// The fields of an effort: nodes and time.
pub fn effort(object: &mut Object<'_>, nodes: u64, time: Duration) {
    object.field("nodes").integer(nodes);
    let seconds = time.as_secs_f64();
    object.field("time").number(seconds, TIME_PLACES);
}

/// An array of points.
pub fn points(value: Value<'_>, points: impl Iterator<Item = Point>) {
    value.array(|array| points.for_each(|point| self::point(array.item(), point)));
}

/// A point: its column from the left and its row from the top, both from 0.
pub fn point(value: Value<'_>, point: Point) {
    value.array(|array| {
        array.item().integer(point.x);
        array.item().integer(point.y);
    });
}

/// The name of a kind of foul.
pub fn foul_name(foul: Foul) -> &'static str {
    match foul {
        Foul::Overline => "overline",
        Foul::DoubleFour => "double-four",
        Foul::DoubleThree => "double-three",
    }
}
