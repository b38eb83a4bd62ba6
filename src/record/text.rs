//! Lists of moves and drawn boards, with a line that names the side to move and comments
//! that state rule and size, among others.

use std::time::Duration;

use super::error::{Place, Problem, RecordError};
use super::{BY_RESIGNATION, Format, GameResult, Given, Move, Record, parse_move_limit};
use crate::board::diagram::Diagram;
use crate::board::notation;
use crate::types::{BoardSize, Color, Rule};

/// Starts a comment.
const COMMENT: char = '#';
/// Marks of points without a stone. A line with several of them is a row of a board.
const EMPTY_MARKS: [char; 6] = ['.', '-', '_', '+', '*', '%'];
/// Marks that only boards have.
const BOARD_MARKS: [char; 5] = ['[', '{', '|', '"', ','];
/// Words that may surround the name of the side to move.
const FILLERS: [&str; 12] = [
    "to", "move", "moves", "play", "plays", "turn", "side", "player", "next", "is", "it", "s",
];

/// Reads a list of moves or a drawn board.
///
/// # Errors
/// If it is neither, or if the side to move contradicts the moves.
pub(super) fn parse(text: &str, given: &Given) -> Result<Record, RecordError> {
    let settings = Settings::read(text)?;
    let given = Given {
        size: given.size.or(settings.size),
        ..*given
    };
    let (content, named) = split_side_line(text);
    let mut record = if content.trim().is_empty() {
        // A game without moves is written as its comments.
        match settings.size {
            Some(_) => Ok(Record::empty(Format::Moves, given.size_or(None))),
            None => Err(RecordError::Empty),
        }
    } else if notation::looks_like_moves(&content) {
        // Rows of digits and commas may begin like a list of moves.
        parse_moves(&content, &given).or_else(|error| parse_diagram(&content).map_err(|_| error))
    } else {
        parse_diagram(&content)
    }?;
    record.rule = settings.rule;
    record.players = settings.players;
    record.result = settings.result;
    record.by_resignation = settings.by_resignation;
    record.move_limit = settings.move_limit;
    record.program = settings.program;
    if let Some((line, side)) = named {
        let after_moves = record.side_to_move();
        if given.side.is_none() && !record.moves.is_empty() && side != after_moves {
            let text = format!(
                "{} is to move after move {}",
                after_moves.name(),
                record.moves.len()
            );
            let problem = Problem::Contradiction(text);
            return Err(RecordError::At(Place::line(line), problem));
        }
        record.side = Some(side);
    }
    Ok(record)
}

/// Reads a list of moves, which may be empty.
///
/// # Errors
/// If a move cannot be read, is off the board or occurs twice.
pub(super) fn parse_moves(text: &str, given: &Given) -> Result<Record, RecordError> {
    let mut record = Record::empty(Format::Moves, given.size_or(None));
    let points = notation::parse_moves(text, record.size()).map_err(RecordError::Moves)?;
    let turns = [Color::Black, Color::White].into_iter().cycle();
    let played = |(point, color)| Move {
        point,
        color,
        time: None,
    };
    record.moves = points.into_iter().zip(turns).map(played).collect();
    Ok(record)
}

/// Reads a drawn board.
fn parse_diagram(text: &str) -> Result<Record, RecordError> {
    let start = Diagram::parse(text).map_err(RecordError::Diagram)?;
    Ok(Record {
        start: start.clone(),
        ..Record::empty(Format::Diagram, start.size())
    })
}

/// What comments such as `# rule: renju` and `# size: 20x15` say.
#[derive(Default)]
struct Settings {
    rule: Option<Rule>,
    size: Option<BoardSize>,
    players: [Option<String>; 2],
    result: Option<GameResult>,
    by_resignation: bool,
    move_limit: Option<Duration>,
    program: Option<String>,
}

impl Settings {
    /// Reads the comments of a text.
    fn read(text: &str) -> Result<Settings, RecordError> {
        let mut settings = Settings::default();
        for (number, line) in (1..).zip(text.lines()) {
            let comment = line.trim().strip_prefix(COMMENT);
            let Some((key, value)) = comment.and_then(|text| text.split_once(':')) else {
                continue;
            };
            let value = value.trim();
            let expected = |what| RecordError::At(Place::line(number), Problem::Expected(what));
            match key.trim() {
                "rule" => {
                    let rule = Rule::from_name(value);
                    settings.rule = Some(rule.ok_or(expected("the name of a rule"))?);
                }
                "size" => {
                    let (width, height) = value.split_once('x').unwrap_or((value, value));
                    let side = |text: &str| text.trim().parse().ok();
                    let sides = side(width).zip(side(height));
                    let size = sides.and_then(|(width, height)| BoardSize::new(width, height));
                    settings.size = Some(size.ok_or(expected("a size such as 15 or 20x15"))?);
                }
                "black" => settings.players[Color::Black.index()] = Some(value.to_string()),
                "white" => settings.players[Color::White.index()] = Some(value.to_string()),
                "result" if value == "draw" => settings.result = Some(GameResult::Draw),
                "result" => {
                    let resigned = value.strip_suffix(BY_RESIGNATION);
                    settings.by_resignation = resigned.is_some();
                    let winner = resigned.unwrap_or(value).trim();
                    settings.result = Color::from_name(winner).map(GameResult::Win);
                }
                "time" => settings.move_limit = parse_move_limit(value),
                "program" => settings.program = Some(value.to_string()),
                _ => {}
            }
        }
        Ok(settings)
    }
}

/// Removes comments and, if the first line with any content names the side to move, that
/// line; its number is returned with the side. The other lines keep their numbers.
fn split_side_line(text: &str) -> (String, Option<(usize, Color)>) {
    let mut lines: Vec<&str> = text
        .lines()
        .map(|line| line.split(COMMENT).next().unwrap_or(""))
        .collect();
    let mut numbered = (1..).zip(lines.iter_mut());
    let first = numbered.find(|(_, line)| !line.trim().is_empty());
    let side = first.and_then(|(number, line)| {
        let side = named_side(line)?;
        *line = "";
        Some((number, side))
    });
    (lines.join("\n"), side)
}

/// The side named by a line such as `1`, `x to move` or `Side to move: black`.
///
/// A row of a board with a single stone names no side.
fn named_side(line: &str) -> Option<Color> {
    let is_row = line.matches(EMPTY_MARKS).count() > 1 || line.contains(BOARD_MARKS);
    if is_row || !line.is_ascii() {
        return None;
    }
    let line = line.to_lowercase();
    let mut words = line
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty() && !FILLERS.contains(word));
    let side = Color::from_name(words.next()?)?;
    words.next().is_none().then_some(side)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_may_name_the_side_to_move() {
        for (line, side) in [
            ("1", Color::Black),
            ("2", Color::White),
            ("x", Color::Black),
            ("O to move", Color::White),
            ("1 to move:", Color::Black),
            ("Black to move.", Color::Black),
            ("Side to move: white", Color::White),
            ("White's turn", Color::White),
        ] {
            assert_eq!(named_side(line), Some(side), "{line}");
        }
        for line in [
            "",
            ".....",
            "1 2",
            "to move",
            "black or white",
            "h8",
            "..x..",
            "- - o",
            "____1",
            "['', '', 'x', '', '']",
            "| | |x| | |",
        ] {
            assert_eq!(named_side(line), None, "{line}");
        }
    }
}
