//! Points and moves in JSON.

use serde_json::Value;

use super::{Object, POINTS, wrong_point};
use crate::board::notation::{self, NotationError, NotationProblem};
use crate::record::default_size;
use crate::record::error::Problem;
use crate::record::notes::short;
use crate::types::{BoardSize, Color, Point};

/// The keys of the side of a move.
const SIDES: [&str; 5] = ["color", "colour", "player", "side", "stone"];
/// The keys of the point of a move.
const NESTED: [&str; 5] = ["point", "pos", "position", "coord", "move"];

/// What the names of points refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// The board.
    Usual,
    /// A board of 15x15, in whose top left corner the board is.
    OfCorner,
}

/// True for a list of points or a text with their names.
pub fn is_points(value: Option<&Value>) -> bool {
    match value {
        Some(Value::String(text)) => text.is_empty() || notation::looks_like_moves(text),
        Some(Value::Array(points)) => points.iter().all(is_point),
        _ => false,
    }
}

/// True for a point or a pass.
fn is_point(value: &Value) -> bool {
    match value {
        Value::Array(parts) => parts.len() == 2 && parts.iter().all(Value::is_i64),
        Value::Object(object) => match nested(object) {
            Some(point) => !point.is_object() && is_point(point),
            None => coordinates(object).is_some(),
        },
        Value::String(text) => notation::looks_like_moves(text) || text == "pass",
        Value::Null => true,
        _ => false,
    }
}

/// The column and row in an object.
pub fn coordinates(object: &Object) -> Option<(i64, i64)> {
    let of = |names: [&str; 3]| names.iter().find_map(|name| object.get(*name)?.as_i64());
    Some((of(["x", "col", "column"])?, of(["y", "row", "line"])?))
}

/// The point of a move that is not in the object of the move itself.
fn nested(object: &Object) -> Option<&Value> {
    let mut values = NESTED.iter().filter_map(|name| object.get(*name));
    values.find(|value| value.is_array() || value.is_string())
}

/// The value in which a move names its side.
fn stated_side(object: &Object) -> Option<&Value> {
    SIDES.iter().find_map(|name| object.get(*name))
}

/// The side that a move names in its object: a word, 1 or 2, or 1 or -1.
pub fn side_of(object: &Object) -> Option<Color> {
    match stated_side(object)? {
        Value::String(name) => Color::from_name(name),
        value => match value.as_i64()? {
            1 => Some(Color::Black),
            2 | -1 => Some(Color::White),
            _ => None,
        },
    }
}

/// The sides that moves name. If they are 0 and 1, that of the first move is black.
pub fn sides_of(moves: &[Value]) -> Vec<Option<Color>> {
    let number = |value: &Value| stated_side(value.as_object()?)?.as_i64();
    let has_zero = moves.iter().any(|value| number(value) == Some(0));
    let first = moves.iter().find_map(number);
    let side = |value: &Value| match number(value) {
        Some(found @ (0 | 1)) if has_zero => Some(if Some(found) == first {
            Color::Black
        } else {
            Color::White
        }),
        _ => side_of(value.as_object()?),
    };
    moves.iter().map(side).collect()
}

/// The points of a list or text; `None` for passes.
///
/// # Errors
/// If one cannot be read or is off the board. The text names the field and the entry.
pub fn points(
    object: &Object,
    name: &str,
    size: BoardSize,
    names: Names,
) -> Result<Vec<Option<Point>>, String> {
    let expected = || format!("`{name}`: expected {POINTS}");
    let values = match object.get(name) {
        Some(Value::String(text)) => return named(name, 0, text, size, names),
        Some(Value::Array(values)) => values,
        _ => return Err(expected()),
    };
    let mut points = Vec::with_capacity(values.len());
    for value in values {
        let value = value.as_object().and_then(nested).unwrap_or(value);
        let pair = match value {
            Value::Null => {
                points.push(None);
                continue;
            }
            Value::String(text) => {
                points.extend(named(name, points.len(), text, size, names)?);
                continue;
            }
            Value::Array(parts) => match &parts[..] {
                [x, y] => x.as_i64().zip(y.as_i64()),
                _ => None,
            },
            Value::Object(object) => coordinates(object),
            _ => None,
        };
        let (x, y) = pair.ok_or_else(expected)?;
        let point = u8::try_from(x).ok().zip(u8::try_from(y).ok());
        let point = point.map(|(x, y)| Point::new(x, y));
        let point = point.filter(|point| size.contains(*point));
        points.push(Some(point.ok_or_else(|| {
            let shown = short(&value.to_string());
            wrong_point(name, points.len() + 1, &shown, &Problem::OffBoard(size))
        })?));
    }
    Ok(points)
}

/// The points with these names. The entries `before` it are moves as well.
fn named(
    field: &str,
    before: usize,
    text: &str,
    size: BoardSize,
    names: Names,
) -> Result<Vec<Option<Point>>, String> {
    let named_on = match names {
        Names::Usual => size,
        Names::OfCorner => default_size(),
    };
    let wrong = |number: usize, text: &str, problem: &NotationProblem| {
        wrong_point(field, before + number, text, problem)
    };
    let turns = notation::parse_turns(text, named_on).map_err(|error| {
        let NotationError {
            number,
            text,
            problem,
            ..
        } = &error;
        wrong(*number, text, problem)
    })?;
    let point = |(number, turn): (usize, notation::Turn)| match turn.point {
        Some(point) if !size.contains(point) => {
            let shown = notation::point_name(point, named_on);
            Err(wrong(number, &shown, &NotationProblem::OffBoard(size)))
        }
        point => Ok(point),
    };
    (1..).zip(turns).map(point).collect()
}
