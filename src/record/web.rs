//! Games and positions in JSON: the documents of this program, of web pages and of apps.
//!
//! Moves in order are in `moves`, `stones`, `history` or `record`, and stones without an order in
//! `black` and `white` or `blackStones` and `whiteStones`. Blocked points are in `blocked`. Each of
//! these is a list of points or a text such as `h8i9`. A point is `[7, 7]`, counted from the top
//! left, an object with `x` and `y` or `col` and `row`, or a name. A collection is an array of such
//! objects, alone or in `games` or `puzzles`.

use std::fmt;

use serde_json::{Map, Value};

use super::error::{Place, Problem, RecordError};
use super::notes::{Note, short};
use super::tree::Tree;
use super::{Format, GameResult, Given, Move, Record, default_size};
use crate::board::diagram::Cell;
use crate::board::notation::{self, NotationError, point_name};
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
/// What points have to be.
const POINTS: &str = "points such as [7, 7] or \"h8\"";
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
    let objects = objects(&document);
    let mut games = Vec::new();
    for (number, game) in (1..).zip(&objects) {
        let mut record = read(game, given).map_err(|error| {
            RecordError::Json(match objects.len() {
                1 => error,
                _ => format!("game {number}: {error}"),
            })
        })?;
        record.format = Format::Json;
        games.push(Tree::from(&record));
    }
    Ok(Some(games).filter(|games| !games.is_empty()))
}

/// What is wrong with a text that [`parse`] and all other formats have refused; `None` if it is not
/// meant to be JSON with objects. Boards and lists of moves may be lists in JSON as well.
pub fn problem(text: &str) -> Option<RecordError> {
    match serde_json::from_str::<Value>(text) {
        Ok(Value::Object(object)) => Some(RecordError::Json(no_position(&[&object]))),
        Ok(Value::Array(values)) => {
            let objects: Vec<&Object> = values.iter().filter_map(Value::as_object).collect();
            (!objects.is_empty()).then(|| RecordError::Json(no_position(&objects)))
        }
        Ok(_) => None,
        Err(error) => begins_with_object(text).then(|| {
            let (line, column) = (error.line(), error.column());
            // The message has the place at its end, in bytes.
            let message = error.to_string();
            let place = format!(" at line {line} column {column}");
            let message = message.strip_suffix(&place).unwrap_or(&message);
            let before = text.lines().nth(line.saturating_sub(1)).unwrap_or("");
            let before = &before.as_bytes()[..column.saturating_sub(1).min(before.len())];
            let place = Place {
                line: line.max(1),
                column: String::from_utf8_lossy(before).chars().count() + 1,
            };
            let problem = Problem::Contradiction(format!("not valid JSON: {message}"));
            RecordError::At(place, problem)
        }),
    }
}

/// True for a text that begins with an object of JSON, alone or in a list: `{"name":`.
fn begins_with_object(text: &str) -> bool {
    let text = text.trim_start();
    let text = text.strip_prefix('[').map_or(text, str::trim_start);
    let name = text.strip_prefix('{').map(str::trim_start);
    let name = name.and_then(|text| text.strip_prefix('"')?.split_once('"'));
    name.is_some_and(|(_, rest)| rest.trim_start().starts_with(':'))
}

/// Why none of the objects is a game.
fn no_position(objects: &[&Object]) -> String {
    let names = MOVES
        .iter()
        .chain(STONES.iter().flat_map(|(_, names)| names));
    let mut named = names.filter(|name| objects.iter().any(|object| object.contains_key(**name)));
    match named.next() {
        Some(name) => format!("`{name}`: expected {POINTS}"),
        None => "JSON without a position: `moves`, `black` or `white` is needed".to_string(),
    }
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
///
/// # Errors
/// If it contradicts itself or has a point that cannot be read. The text names the field.
fn read(object: &Object, given: &Given) -> Result<Record, String> {
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
    if let Some(name) = MOVES.into_iter().find(|name| is_points(object.get(*name))) {
        play(&mut record, object, name)?;
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

/// Plays the moves and passes of a field, black first.
fn play(record: &mut Record, object: &Object, name: &str) -> Result<(), String> {
    let size = record.size();
    let mut color = Color::Black;
    for (number, turn) in (1..).zip(points(object, name, size)?) {
        match turn {
            Some(point) => {
                let time = None;
                let added = record.add(Move { point, color, time });
                let shown = || point_name(point, size);
                added.map_err(|problem| wrong_point(name, number, &shown(), &problem))?;
                record.side = None;
            }
            None => record.side = Some(!color),
        }
        color = !color;
    }
    Ok(())
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
fn stones(record: &mut Record, object: &Object) -> Result<(), String> {
    let size = record.size();
    let board = record.board();
    let sides = STONES.into_iter().flat_map(|(color, names)| {
        let cell = Cell::Stone(color);
        names.map(|name| (name, cell))
    });
    for (name, cell) in sides.chain([(BLOCKED, Cell::Blocked)]) {
        if !is_points(object.get(name)) {
            continue;
        }
        for (number, point) in (1..).zip(points(object, name, size)?) {
            let Some(point) = point else {
                continue;
            };
            let found = board.get(point);
            if found == cell && cell != Cell::Blocked {
                continue;
            }
            if found != Cell::Empty || record.start.get(point) != Cell::Empty {
                let shown = point_name(point, size);
                return Err(wrong_point(name, number, &shown, &Problem::Occupied));
            }
            record.start.set(point, cell);
        }
    }
    Ok(())
}

/// The size, and whether it is stated.
fn size(object: &Object, given: &Given) -> Result<(BoardSize, bool), String> {
    let [width, height, sides @ ..] = SIZES.map(|name| object.get(name).and_then(Value::as_i64));
    let side = sides.into_iter().find_map(|side| side);
    let (width, height) = (width.or(side), height.or(side));
    match (given.size, width, height) {
        (Some(size), ..) => Ok((size, true)),
        (None, Some(width), Some(height)) => {
            let size = BoardSize::new(width, height).ok_or(Problem::Size.to_string())?;
            Ok((size, true))
        }
        _ => Ok((default_size(), false)),
    }
}

/// The points of a list or text; `None` for passes.
fn points(object: &Object, name: &str, size: BoardSize) -> Result<Vec<Option<Point>>, String> {
    let expected = || format!("`{name}`: expected {POINTS}");
    let on_board = |(x, y): (i64, i64)| {
        let point = u8::try_from(x).ok().zip(u8::try_from(y).ok());
        let point = point.map(|(x, y)| Point::new(x, y));
        point.filter(|point| size.contains(*point))
    };
    // The entries before it are moves as well.
    let named = |before: usize, text: &str| match notation::parse_turns(text, size) {
        Ok(turns) => Ok(turns.into_iter().map(|turn| turn.point)),
        Err(NotationError {
            number,
            text,
            problem,
            ..
        }) => Err(wrong_point(name, before + number, &text, &problem)),
    };
    let values = match object.get(name) {
        Some(Value::String(text)) => return Ok(named(0, text)?.collect()),
        Some(Value::Array(values)) => values,
        _ => return Err(expected()),
    };
    let mut points = Vec::with_capacity(values.len());
    for value in values {
        let pair = match value {
            Value::Null => {
                points.push(None);
                continue;
            }
            Value::String(text) => {
                points.extend(named(points.len(), text)?);
                continue;
            }
            Value::Array(parts) => match &parts[..] {
                [x, y] => x.as_i64().zip(y.as_i64()),
                _ => None,
            },
            Value::Object(object) => coordinates(object),
            _ => None,
        };
        let point = on_board(pair.ok_or_else(expected)?);
        points.push(Some(point.ok_or_else(|| {
            let shown = short(&value.to_string());
            wrong_point(name, points.len() + 1, &shown, &Problem::OffBoard(size))
        })?));
    }
    Ok(points)
}

/// What is wrong with an entry of a list of points, counted from 1.
fn wrong_point(name: &str, number: usize, shown: &str, problem: &dyn fmt::Display) -> String {
    let noun = match MOVES.contains(&name) {
        true => "move",
        false => "point",
    };
    format!("`{name}`, {noun} {number} `{shown}`: {problem}")
}
