//! Games and positions in JSON: the documents of this program, of web pages and of apps.
//!
//! Moves in order are in `moves`, `stones`, `history` or `record`, and stones without an order in
//! `black` and `white` or `blackStones` and `whiteStones`. Blocked points are in `blocked`. Each of
//! these is a list of points or a text such as `h8i9`. A point is `[7, 7]`, counted from the top
//! left, an object with `x` and `y` or `col` and `row`, or a name. An object may state the side of
//! its move in `color` or `player`. A collection is an array of such objects, alone or in `games`
//! or `puzzles`; an array of moves is a game. `nodes` makes a [tree](nodes).

mod nodes;
mod points;

use std::fmt;

use serde_json::{Map, Value, json};

use super::error::{Place, Problem, RecordError};
use super::notes::{Note, short};
use super::tree::Tree;
use super::{Format, GameResult, Given, Move, Record, default_size};
use crate::board::diagram::Cell;
use crate::board::notation::point_name;
use crate::types::{BoardSize, Color, Rule};
use points::{Names, coordinates, is_points, points, sides_of};

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
const POINTS: &str = "points such as [7, 7] or \"h8\"";
/// Where the blocked points are.
const BLOCKED: &str = "blocked";

type Object = Map<String, Value>;

/// Reads the games of a document; `None` if the text is not JSON or has no games. An error is in a
/// game that contradicts itself or has a point that cannot be read.
pub fn parse(text: &str, given: &Given) -> Option<Vec<Result<Tree, RecordError>>> {
    if !text.trim_start().starts_with(['{', '[']) {
        return None;
    }
    let mut document = serde_json::from_str::<Value>(text).ok()?;
    if are_moves(&document) {
        document = json!({ MOVES[0]: document });
    }
    let games = objects(&document).into_iter().map(|game| {
        let tree = if nodes::is_tree(game) {
            nodes::read(game, given)
        } else if is_game(game) {
            read(game, given).map(|record| Tree::from(&record))
        } else {
            Err(no_position(&[game]))
        };
        let mut tree = tree.map_err(RecordError::Json)?;
        tree.format = Format::Json;
        Ok(tree)
    });
    Some(games.collect()).filter(|games: &Vec<_>| !games.is_empty())
}

/// True for an array of moves, each an object.
fn are_moves(document: &Value) -> bool {
    let is_move = |value: &Value| {
        value
            .as_object()
            .is_some_and(|move_| coordinates(move_).is_some())
    };
    let moves = document.as_array().filter(|moves| !moves.is_empty());
    moves.is_some_and(|moves| moves.iter().all(is_move))
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

/// The objects of a list that are games. If there are some, an object with moves that cannot be read
/// is one as well.
fn games_of(values: &[Value]) -> Vec<&Object> {
    let objects = values.iter().filter_map(Value::as_object);
    let is_game = |object: &&Object| is_game(object) || nodes::is_tree(object);
    let has_moves = |object: &&Object| {
        let mut stones = STONES.iter().flat_map(|(_, names)| names);
        is_game(object)
            || MOVES.iter().any(|name| object.contains_key(*name))
            || stones.any(|name| object.get(*name).is_some_and(Value::is_array))
    };
    if objects.clone().any(|object| is_game(&object)) {
        objects.filter(has_moves).collect()
    } else {
        Vec::new()
    }
}

/// The objects of a document that are games.
fn objects(document: &Value) -> Vec<&Object> {
    match document {
        Value::Array(values) => games_of(values),
        Value::Object(object) if is_game(object) || nodes::is_tree(object) => vec![object],
        Value::Object(object) => {
            let lists = GAMES
                .iter()
                .filter_map(|name| object.get(*name)?.as_array());
            lists.flat_map(|values| games_of(values)).collect()
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

/// Reads a game. Points that are not on a small board may be named as on 15x15, with the small
/// board in its top left corner.
///
/// # Errors
/// If it contradicts itself or has a point that cannot be read. The text names the field.
fn read(object: &Object, given: &Given) -> Result<Record, String> {
    let read = read_with(object, given, Names::Usual);
    let (size, _) = size(object, given)?;
    let is_small = size.width().min(size.height()) < default_size().width()
        && size.width().max(size.height()) <= default_size().width();
    if read.is_ok() || !is_small {
        return read;
    }
    let Ok(mut record) = read_with(object, given, Names::OfCorner) else {
        return read;
    };
    let how = "the points are named as on 15x15, with the board in the top left corner";
    record.notes.push(Note::Coordinates(how));
    Ok(record)
}

/// Reads a game whose points have such names.
fn read_with(object: &Object, given: &Given, names: Names) -> Result<Record, String> {
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
        play(&mut record, object, name, names)?;
    }
    stones(&mut record, object, names)?;
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

/// Plays the moves and passes of a field, black first unless they name their sides.
fn play(record: &mut Record, object: &Object, name: &str, names: Names) -> Result<(), String> {
    let size = record.size();
    let entries = object.get(name).and_then(Value::as_array);
    let sides: Vec<Option<Color>> = entries.map_or(Vec::new(), |entries| sides_of(entries));
    let mut color = Color::Black;
    for (index, turn) in points(object, name, size, names)?.into_iter().enumerate() {
        color = sides.get(index).copied().flatten().unwrap_or(color);
        match turn {
            Some(point) => {
                let time = None;
                let added = record.add(Move { point, color, time });
                let shown = || point_name(point, size);
                added.map_err(|problem| wrong_point(name, index + 1, &shown(), &problem))?;
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
fn stones(record: &mut Record, object: &Object, names: Names) -> Result<(), String> {
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
        for (number, point) in (1..).zip(points(object, name, size, names)?) {
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

/// What is wrong with an entry of a list of points, counted from 1.
fn wrong_point(name: &str, number: usize, shown: &str, problem: &dyn fmt::Display) -> String {
    let noun = if MOVES.contains(&name) {
        "move"
    } else {
        "point"
    };
    format!("`{name}`, {noun} {number} `{shown}`: {problem}")
}
