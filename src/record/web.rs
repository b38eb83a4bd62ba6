//! Games and positions in JSON: the documents of this program, of web pages and of apps.
//!
//! Moves in order are in `moves`, `stones`, `history` or `record`, and stones without an order in
//! `black` and `white` or `blackStones` and `whiteStones`. Blocked points are in `blocked`. Each of
//! these is a list of points or a text such as `h8i9`. A point is `[7, 7]`, counted from the top
//! left, an object with `x` and `y` or `col` and `row`, or a name. A collection is an array of such
//! objects, alone or in `games` or `puzzles`.

use serde_json::{Map, Value};

use super::error::{Place, Problem, RecordError};
use super::notes::{Note, short};
use super::tree::Tree;
use super::{Format, GameResult, Given, Move, Record, default_size};
use crate::board::diagram::Cell;
use crate::board::notation;
use crate::types::{BoardSize, Color, Point, Rule};

/// The keys of moves in order.
const MOVES: [&str; 5] = ["moves", "stones", "history", "record", "kifu"];
/// The keys of collections.
const GAMES: [&str; 3] = ["games", "puzzles", "records"];
/// The keys of a side's stones.
const STONES: [(Color, [&str; 2]); 2] = [
    (Color::Black, ["black", "blackStones"]),
    (Color::White, ["white", "whiteStones"]),
];

/// The keys of the size: width, height, and both at once.
const SIZES: [&str; 5] = ["width", "height", "size", "boardSize", "board_size"];
/// Where the blocked points are.
const BLOCKED: &str = "blocked";

type Object = Map<String, Value>;

/// Reads the games of a document; `None` if the text is not JSON or has no games.
///
/// # Errors
/// If a game contradicts itself or has a point that cannot be read.
pub fn parse(text: &str, given: &Given) -> Result<Option<Vec<Tree>>, RecordError> {
    if !text.trim_start().starts_with(['{', '[']) {
        return Ok(None);
    }
    let Ok(document) = serde_json::from_str::<Value>(text) else {
        return Ok(None);
    };
    let mut games = Vec::new();
    for (number, game) in (1..).zip(objects(&document)) {
        let mut record = read(game, given).map_err(|problem| {
            let problem = match problem {
                Problem::Contradiction(text) => format!("game {number}: {text}"),
                problem => format!("game {number}: {problem}"),
            };
            RecordError::At(Place::line(1), Problem::Contradiction(problem))
        })?;
        record.format = Format::Json;
        games.push(Tree::from(&record));
    }
    Ok(Some(games).filter(|games| !games.is_empty()))
}

/// The objects of a document that are games.
fn objects(document: &Value) -> Vec<&Object> {
    let games = |value: &Value| -> bool { value.as_object().is_some_and(is_game) };
    match document {
        Value::Array(values) => values
            .iter()
            .filter(|value| games(value))
            .filter_map(Value::as_object)
            .collect(),
        Value::Object(object) if is_game(object) => vec![object],
        Value::Object(object) => {
            let lists = GAMES
                .iter()
                .filter_map(|name| object.get(*name)?.as_array());
            let values = lists.flatten().filter(|value| games(value));
            values.filter_map(Value::as_object).collect()
        }
        _ => Vec::new(),
    }
}

/// True if an object has moves or stones.
fn is_game(object: &Object) -> bool {
    let has_moves = MOVES.iter().any(|name| is_points(object.get(*name)));
    let mut stones = STONES.iter().flat_map(|(_, names)| names);
    has_moves || stones.any(|name| is_points(object.get(*name)))
}

/// True for a list of points or a text with their names.
fn is_points(value: Option<&Value>) -> bool {
    match value {
        Some(Value::String(text)) => text.is_empty() || notation::looks_like_moves(text),
        Some(Value::Array(points)) => {
            let is_point = |value: &Value| match value {
                Value::Array(parts) => parts.len() == 2 && parts.iter().all(Value::is_i64),
                Value::Object(object) => coordinates(object).is_some(),
                Value::String(text) => notation::looks_like_moves(text) || text == "pass",
                Value::Null => true,
                _ => false,
            };
            points.iter().all(is_point)
        }
        _ => false,
    }
}

/// The column and row in an object.
fn coordinates(object: &Object) -> Option<(i64, i64)> {
    let of = |names: [&str; 3]| names.iter().find_map(|name| object.get(*name)?.as_i64());
    Some((of(["x", "col", "column"])?, of(["y", "row", "line"])?))
}

/// Reads a game.
fn read(object: &Object, given: &Given) -> Result<Record, Problem> {
    let (size, is_stated) = size(object, given)?;
    let mut record = Record::empty(Format::Json, size);
    if !is_stated {
        record.notes.push(Note::SizeAssumed(size));
    }
    if let Some(name) = word(object, "rule") {
        record.rule = Rule::from_record(&name);
        if record.rule.is_none() {
            record.notes.push(Note::RuleUnknown(name));
        }
    }
    let moves = MOVES.iter().find(|name| is_points(object.get(**name)));
    let moves = moves.and_then(|name| object.get(*name));
    let turns = moves.map_or(Ok(Vec::new()), |value| points(value, size))?;
    let mut color = Color::Black;
    for turn in turns {
        match turn {
            Some(point) => {
                let time = None;
                record.add(Move { point, color, time })?;
                record.side = None;
            }
            None => record.side = Some(!color),
        }
        color = !color;
    }
    stones(&mut record, object)?;
    let side = word(object, "side").and_then(|name| Color::from_name(&name));
    if let Some(side) =
        side.filter(|side| record.moves.is_empty() || *side != record.side_to_move())
    {
        record.side = Some(side);
    }
    if let Some(Value::String(winner)) = object.get("winner") {
        record.result = match winner.as_str() {
            "draw" => Some(GameResult::Draw),
            name => Color::from_name(name).map(GameResult::Win),
        };
    }
    record.notes.extend(unread(object));
    Ok(record)
}

/// A text, or a number as text.
fn word(object: &Object, name: &str) -> Option<String> {
    match object.get(name)? {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// A note for each field with a known name and a value that has no meaning there. A side of 1 is read
/// with a note: some programs count sides from 0.
fn unread(object: &Object) -> Vec<Note> {
    let is_side = |value: &Value| value.as_str().and_then(Color::from_name).is_some();
    let mut notes = Vec::new();
    for (name, value) in object.iter().filter(|(_, value)| !value.is_null()) {
        let is_read = match name.as_str() {
            "side" if value == 1 => {
                let note = "`side` is 1; it is read as black".to_string();
                notes.push(Note::Malformed(note));
                true
            }
            "side" => is_side(value) || value == 2,
            "winner" => is_side(value) || value == "draw",
            "rule" => value.is_string() || value.is_number(),
            BLOCKED => is_points(Some(value)),
            name => !SIZES.contains(&name) || value.is_i64(),
        };
        if !is_read {
            let value = short(&value.to_string());
            notes.push(Note::Malformed(format!("`{name}` is not read: {value}")));
        }
    }
    notes
}

/// Sets up the stones without an order, which include those of the moves, and the blocked points.
fn stones(record: &mut Record, object: &Object) -> Result<(), Problem> {
    let size = record.size();
    let board = record.board();
    for (color, names) in STONES {
        let values = names.iter().filter_map(|name| object.get(*name));
        for value in values.filter(|value| is_points(Some(value))) {
            for point in points(value, size)?.into_iter().flatten() {
                match board.get(point) {
                    Cell::Stone(found) if found == color => {}
                    Cell::Empty if record.start.get(point) == Cell::Empty => {
                        record.start.set(point, Cell::Stone(color));
                    }
                    _ => return Err(Problem::Occupied),
                }
            }
        }
    }
    let blocked = object.get(BLOCKED).filter(|value| is_points(Some(value)));
    for point in blocked.map_or(Ok(Vec::new()), |value| points(value, size))? {
        let Some(point) = point else {
            continue;
        };
        if board.get(point) != Cell::Empty || record.start.get(point) != Cell::Empty {
            return Err(Problem::Occupied);
        }
        record.start.set(point, Cell::Blocked);
    }
    Ok(())
}

/// The size, and whether it is stated.
fn size(object: &Object, given: &Given) -> Result<(BoardSize, bool), Problem> {
    let [width, height, sides @ ..] = SIZES.map(|name| object.get(name).and_then(Value::as_i64));
    let side = sides.into_iter().find_map(|side| side);
    let (width, height) = (width.or(side), height.or(side));
    match (given.size, width, height) {
        (Some(size), ..) => Ok((size, true)),
        (None, Some(width), Some(height)) => {
            let size = BoardSize::new(width, height).ok_or(Problem::Size)?;
            Ok((size, true))
        }
        _ => Ok((default_size(), false)),
    }
}

/// The points of a list or text; `None` for passes.
fn points(value: &Value, size: BoardSize) -> Result<Vec<Option<Point>>, Problem> {
    let expected = || Problem::Expected("points such as [7, 7] or \"h8\"");
    let on_board = |(x, y): (i64, i64)| {
        let point = u8::try_from(x).ok().zip(u8::try_from(y).ok());
        let point = point.map(|(x, y)| Point::new(x, y));
        let point = point.filter(|point| size.contains(*point));
        point.map(Some).ok_or(Problem::OffBoard(size))
    };
    let named = |text: &str| {
        let turns = notation::parse_turns(text, size);
        let turns = turns.map_err(|error| Problem::Contradiction(error.to_string()))?;
        Ok(turns.into_iter().map(|turn| turn.point).collect::<Vec<_>>())
    };
    match value {
        Value::String(text) => named(text),
        Value::Array(values) => {
            let mut points = Vec::with_capacity(values.len());
            for value in values {
                match value {
                    Value::Null => points.push(None),
                    Value::Array(parts) => {
                        let parts: Vec<i64> = parts.iter().filter_map(Value::as_i64).collect();
                        let [x, y] = parts[..] else {
                            return Err(expected());
                        };
                        points.push(on_board((x, y))?);
                    }
                    Value::Object(object) => {
                        points.push(on_board(coordinates(object).ok_or_else(expected)?)?);
                    }
                    Value::String(text) => points.extend(named(text)?),
                    _ => return Err(expected()),
                }
            }
            Ok(points)
        }
        _ => Err(expected()),
    }
}
