//! The position or game of a request.

use serde_json::Value;
use serde_json::value::RawValue;

use super::fields::{FieldError, Fields};
use crate::board::diagram::Cell;
use crate::board::notation::{NotationError, NotationProblem, parse_moves};
use crate::record::{Format, Given, Move, Note, Record, RecordError, default_size};
use crate::report::text::counted;
use crate::types::{BoardSize, Color, Point, Rule};

/// What a size has to be.
const EXPECTED_SIZE: &str = "15, \"20x15\" or [20, 15], sides from 5 to 31";
const EXPECTED_POINTS: &str = "a list of points such as [7, 7] or \"h8\", or \"h8 i9\"";
/// The fields with stones whose order is unknown.
const STONES: [(&str, Cell); 3] = [
    ("black", Cell::Stone(Color::Black)),
    ("white", Cell::Stone(Color::White)),
    ("blocked", Cell::Blocked),
];

/// What a request says about its position or game.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The moves and stones.
    pub record: Record,
    /// The rule that is given, or else that of the record.
    pub rule: Option<Rule>,
    /// The side to move, if the request names it.
    pub side: Option<Color>,
    /// The field with the moves or the position, for errors.
    pub field: &'static str,
}

impl Subject {
    /// Takes the fields of the position.
    ///
    /// # Errors
    /// If one is wrong, there is no position, or there are two.
    pub fn take(fields: &mut Fields<'_>) -> Result<Subject, FieldError> {
        let names = Rule::ALL.map(Rule::name).join(", ");
        let is_rule = |name: &String| Rule::from_any_name(name).is_some();
        let rule = fields.value("rule", &format!("one of {names}"), is_rule)?;
        let rule = rule.and_then(|name| Rule::from_any_name(&name));
        let is_side = |name: &String| Color::from_name(name).is_some();
        let side = fields.value("side", "\"black\" or \"white\"", is_side)?;
        let side = side.and_then(|name| Color::from_name(&name));
        let size = match fields.take("size") {
            Some(value) => Some(size(value)?),
            None => None,
        };
        let expected = "the number of a game, a whole number from 1";
        let number = fields.value("game", expected, |n: &usize| *n > 0)?;
        let (mut record, field) = match fields.take("position") {
            Some(value) => {
                let given = Given {
                    size,
                    side,
                    game: number,
                    offsets: false,
                };
                (read(value, &given)?, "position")
            }
            None if number.is_some() => {
                return Err(FieldError::of(
                    "game",
                    "only `position` can have several games",
                ));
            }
            None => stones(fields, size.unwrap_or_else(default_size))?,
        };
        if field == "position" {
            for name in ["moves", "black", "white", "blocked"] {
                if fields.take(name).is_some() {
                    return Err(FieldError::of(name, "a position is already given"));
                }
            }
        }
        record.notes.retain(|note| match note {
            Note::RuleNotStated | Note::RuleUnknown(_) | Note::RulePasses => rule.is_none(),
            Note::SizeAssumed(_) => size.is_none(),
            _ => true,
        });
        Ok(Subject {
            rule: rule.or(record.rule),
            record,
            side,
            field,
        })
    }

    /// The same after this number of moves.
    pub fn after(&self, moves: usize) -> Subject {
        let mut earlier = self.clone();
        if moves < earlier.record.moves.len() {
            earlier.record.moves.truncate(moves);
            // These tell of the last move.
            earlier.record.side = None;
            earlier.record.result = None;
        }
        earlier
    }
}

/// Reads a record in any format: a text, or an object such as a document of `--json`.
fn read(value: &RawValue, given: &Given) -> Result<Record, FieldError> {
    let error = |message: String| FieldError::of("position", message);
    let text = match value.get().as_bytes().first() {
        Some(b'"') => {
            let text = serde_json::from_str::<String>(value.get());
            text.map_err(|_| error("the text is not valid".to_string()))?
        }
        Some(b'{') => value.get().to_string(),
        _ => {
            let expected = "expected a text, or an object such as a document of --json";
            return Err(error(expected.to_string()));
        }
    };
    let read = Record::read(text.as_bytes(), given).map_err(|found| match found {
        RecordError::NoGame { number, games } => {
            let games = counted(games, "game", "games");
            let message = format!("there is no game {number}: the position has {games}");
            FieldError::of("game", message)
        }
        found => error(found.to_string()),
    });
    let mut record = read?;
    for note in &mut record.notes {
        if let Note::OneOfGames { taken, games } = note {
            let text = format!("the position has {games} games; this is game {taken}");
            *note = Note::Reader(format!("{text}; `game` takes another"));
        }
    }
    match given.size.filter(|size| *size != record.size()) {
        Some(_) => {
            let (width, height) = (record.size().width(), record.size().height());
            let message = format!("the position is on a board of {width}x{height}");
            Err(FieldError::of("size", message))
        }
        None => Ok(record),
    }
}

/// The record with the moves and stones of a request, and the field that has them.
fn stones(fields: &mut Fields<'_>, size: BoardSize) -> Result<(Record, &'static str), FieldError> {
    let mut record = Record::empty(Format::Moves, size);
    let moves = fields.take("moves");
    let mut field = moves.map(|_| "moves");
    if let Some(value) = moves {
        let mut color = Color::Black;
        for (number, point) in (1..).zip(points("moves", value, size)?) {
            let time = None;
            record
                .add(Move { point, color, time })
                .map_err(|problem| FieldError::of("moves", format!("move {number}: {problem}")))?;
            color = !color;
        }
    }
    let played = record.board();
    for (name, cell) in STONES {
        let Some(value) = fields.take(name) else {
            continue;
        };
        field = field.or(Some(name));
        for (number, point) in (1..).zip(points(name, value, size)?) {
            // A document has the stones of the moves as well.
            if cell != Cell::Blocked && played.get(point) == cell {
                continue;
            }
            if played.get(point) != Cell::Empty || record.start.get(point) != Cell::Empty {
                let message = format!("point {number} of the list is not empty");
                return Err(FieldError::of(name, message));
            }
            if cell != Cell::Blocked && moves.is_some() && !record.moves.is_empty() {
                let message = format!("point {number} of the list is not among the moves");
                return Err(FieldError::of(name, message));
            }
            record.start.set(point, cell);
        }
    }
    match field {
        Some(field) => Ok((record, field)),
        None => {
            let message = "there is no position: give moves, stones or a position";
            Err(FieldError::of("moves", message))
        }
    }
}

/// The points of a list, or of a text such as `h8 i9`.
///
/// # Errors
/// If it is anything else, or a point is not on the board.
pub fn points(name: &str, value: &RawValue, size: BoardSize) -> Result<Vec<Point>, FieldError> {
    let expected = || FieldError::of(name, format!("expected {EXPECTED_POINTS}"));
    let noun = if name == "moves" { "move" } else { "point" };
    let error = |what: String| FieldError::of(name, format!("{noun} {what}"));
    let list = match serde_json::from_str(value.get()).map_err(|_| expected())? {
        Value::String(text) => {
            let points = parse_moves(&text, size);
            return points.map_err(
                |NotationError {
                     number,
                     text,
                     line,
                     column,
                     problem,
                 }| {
                    let place = format!("line {line}, character {column}");
                    error(format!("{number} `{text}` ({place}): {problem}"))
                },
            );
        }
        Value::Array(list) => list,
        _ => return Err(expected()),
    };
    let mut points = Vec::with_capacity(list.len());
    for (number, value) in (1..).zip(list) {
        let point = match &value {
            Value::String(text) => match parse_moves(text, size).as_deref() {
                Ok([point]) => Ok(*point),
                Ok(_) => return Err(expected()),
                Err(NotationError { text, problem, .. }) => Err(format!("`{text}`: {problem}")),
            },
            Value::Array(pair) => match &pair[..] {
                [Value::Number(x), Value::Number(y)] => match (x.as_i64(), y.as_i64()) {
                    (Some(x), Some(y)) => on_board(x, y, size)
                        .ok_or_else(|| format!("`{value}`: {}", NotationProblem::OffBoard(size))),
                    _ => Err(format!("`{value}`: column and row are whole numbers")),
                },
                _ => return Err(expected()),
            },
            _ => return Err(expected()),
        };
        points.push(point.map_err(|what| error(format!("{number} {what}")))?);
    }
    Ok(points)
}

/// The point in this column and row, if it is on the board.
fn on_board(x: i64, y: i64, size: BoardSize) -> Option<Point> {
    let point = Point::new(x.try_into().ok()?, y.try_into().ok()?);
    Some(point).filter(|point| size.contains(*point))
}

/// Reads a size: a side, a text such as `20x15`, or a list of width and height.
fn size(value: &RawValue) -> Result<BoardSize, FieldError> {
    let sides = match serde_json::from_str(value.get()) {
        Ok(Value::Number(side)) => vec![side.as_i64()],
        Ok(Value::Array(sides)) => sides.iter().map(Value::as_i64).collect(),
        Ok(Value::String(text)) => {
            let sides = text.split(['x', 'X']);
            sides.map(|side| side.trim().parse().ok()).collect()
        }
        _ => Vec::new(),
    };
    let size = match sides[..] {
        [Some(side)] => BoardSize::square(side),
        [Some(width), Some(height)] => BoardSize::new(width, height),
        _ => None,
    };
    size.ok_or_else(|| FieldError::of("size", format!("expected {EXPECTED_SIZE}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn subject(line: &str) -> Result<Subject, FieldError> {
        let mut fields = Fields::parse(line.as_bytes()).unwrap();
        Subject::take(&mut fields)
    }

    #[test]
    fn positions_are_given_in_several_ways() {
        let moves = subject(r#"{"moves": "h8 i9"}"#).unwrap().record;
        for line in [
            r#"{"moves": [[7, 7], "i9"]}"#,
            r#"{"moves": [[7, 7], [8, 6]], "black": [[7, 7]], "white": ["i9"]}"#,
            r#"{"position": "h8 i9", "size": 15, "rule": "renju"}"#,
            r#"{"position": {"moves": [[7, 7], [8, 6]]}, "size": [15, 15], "rule": "renju"}"#,
        ] {
            let other = subject(line).unwrap().record;
            assert_eq!(
                (other.board(), other.moves),
                (moves.board(), moves.moves.clone())
            );
        }
        let stones = subject(r#"{"black": "h8", "blocked": [[0, 0]], "size": "7x9"}"#);
        assert!(stones.is_err(), "h8 is not on the board");
        let stones = subject(r#"{"black": "g8", "blocked": [[0, 0]], "size": "7x9"}"#).unwrap();
        assert_eq!(stones.record.board().get(Point::new(0, 0)), Cell::Blocked);
        assert!(stones.record.moves.is_empty() && stones.record.notes.is_empty());
        let document = r#"{"position": {"width": 7, "height": 9, "black": [[6, 1]],
            "white": [], "blocked": [[0, 0]], "moves": [], "rule": "caro", "side": "white"}}"#;
        let read = subject(document).unwrap();
        assert_eq!(read.record.board(), stones.record.board());
        assert_eq!(read.rule, Some(Rule::Caro));
    }

    #[test]
    fn the_choice_of_a_game_is_named_as_a_field() {
        let notes = |line: &str| {
            let record = subject(line).unwrap().record;
            let notes = record.notes.iter().map(Note::to_string);
            notes.filter(|note| note.contains("games")).collect()
        };
        let games = r#"{"position": "h8 i9\nh8 i10""#;
        let expected = "the position has 2 games; this is game 1; `game` takes another";
        let found: Vec<String> = notes(&format!("{games}}}"));
        assert_eq!(found, [expected]);
        assert!(notes(&format!("{games}, \"game\": 2}}")).is_empty());
    }

    #[test]
    fn errors_name_the_field() {
        for (line, field, part) in [
            ("{}", "moves", "no position"),
            (r#"{"moves": 5}"#, "moves", "expected a list of points"),
            (r#"{"moves": [[7]]}"#, "moves", "expected a list of points"),
            (
                r#"{"moves": [[7, 7.5]]}"#,
                "moves",
                "move 1 `[7,7.5]`: column and row are whole numbers",
            ),
            (
                r#"{"black": [[7, 7], [8.0, 7]]}"#,
                "black",
                "point 2 `[8.0,7]`: column and row are whole numbers",
            ),
            (
                r#"{"moves": [[7, 15]]}"#,
                "moves",
                "move 1 `[7,15]`: not on the 15x15 board",
            ),
            (r#"{"moves": [[7, -1]]}"#, "moves", "not on the 15x15 board"),
            (r#"{"moves": [[7, "h8"]]}"#, "moves", "expected a list"),
            (r#"{"moves": ["h8 i9"]}"#, "moves", "expected a list"),
            (
                r#"{"moves": ["h8", "z8"]}"#,
                "moves",
                "move 2 `z8`: not on the 15x15 board",
            ),
            (
                r#"{"moves": [[7, 7], [7, 7]]}"#,
                "moves",
                "move 2: the point is already taken",
            ),
            (
                r#"{"black": "h8 z8"}"#,
                "black",
                "point 2 `z8` (line 1, character 4): not on the 15x15 board",
            ),
            (r#"{"moves": "h8 z99"}"#, "moves", "z99"),
            (r#"{"moves": [], "position": "h8"}"#, "moves", "already"),
            (r#"{"moves": "h8", "white": "h8"}"#, "white", "not empty"),
            (
                r#"{"moves": "h8", "white": "a1"}"#,
                "white",
                "not among the moves",
            ),
            (r#"{"black": ["h8", "h8"]}"#, "black", "point 2"),
            (r#"{"position": "?"}"#, "position", ""),
            (r#"{"position": "\ud800"}"#, "position", "not valid"),
            (r#"{"position": []}"#, "position", "expected a text"),
            (
                r#"{"position": "h8", "game": 2}"#,
                "game",
                "there is no game 2: the position has 1 game",
            ),
            (
                r#"{"moves": "h8", "game": 1.0}"#,
                "game",
                "a whole number from 1",
            ),
            (r#"{"moves": "h8", "game": 2}"#, "game", ""),
            (r#"{"moves": "", "size": 4}"#, "size", "sides from 5 to 31"),
            (r#"{"moves": "", "size": "15x"}"#, "size", "sides"),
            (r#"{"moves": "", "side": "red"}"#, "side", "black"),
            (r#"{"moves": "", "rule": "chess"}"#, "rule", "renju"),
            (r#"{"moves": "", "rule": 4}"#, "rule", "renju"),
        ] {
            let error = subject(line).expect_err(line);
            assert_eq!(error.field.as_deref(), Some(field), "{line}");
            assert!(error.message.contains(part), "{line}: {}", error.message);
        }
    }
}
