//! Lists of moves and drawn boards. A line may name the side to move, and comments may state
//! the rule, the size and other headers.

use std::time::Duration;

use super::error::{Place, Problem, RecordError};
use super::notes::Note;
use super::{
    BY_RESIGNATION, Format, GameResult, Given, Move, Record, list, one_line, parse_move_limit,
};
use crate::board::diagram::Diagram;
use crate::types::{BoardSize, Color, OpeningRule, Rule};

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

/// Reads a list of moves, a drawn board, or several lists, one a line.
///
/// # Errors
/// If it is neither, or if the side to move contradicts the moves.
pub(super) fn parse(text: &str, given: &Given) -> Result<Vec<Record>, RecordError> {
    let settings = Settings::read(text)?;
    let given = Given {
        size: given.size.or(settings.size),
        ..*given
    };
    let (content, named) = split_side_line(text);
    let mut records = if content.trim().is_empty() {
        // A game without moves is written as comments alone.
        match settings.size {
            Some(_) => vec![Record::empty(Format::Moves, given.size_or(None))],
            None => return Err(RecordError::Empty),
        }
    } else {
        read(&content, &given)?
    };
    for record in &mut records {
        settings.apply(record);
        if let Some((line, side)) = named {
            name_side(record, side, line, &given)?;
        }
    }
    Ok(records)
}

/// Sets the side to move that line `line` names.
fn name_side(
    record: &mut Record,
    side: Color,
    line: usize,
    given: &Given,
) -> Result<(), RecordError> {
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
    Ok(())
}

/// Reads the content of a text: first as what it most resembles, then without the lines around
/// it that resemble neither moves nor a board.
fn read(content: &str, given: &Given) -> Result<Vec<Record>, RecordError> {
    let (mut error, is_list) = match list::is_list(content) {
        true => match list::parse(content, given) {
            Ok(record) => return Ok(vec![record]),
            Err(error) => (error, true),
        },
        false => match parse_board(content) {
            Ok(record) => return Ok(vec![record]),
            Err(error) => (error, false),
        },
    };
    if is_list {
        // Rows of digits and commas may begin like a list of moves.
        if let Ok(record) = parse_board(content) {
            return Ok(vec![record]);
        }
        match lists_by_line(content, given) {
            Ok(records) => return Ok(records),
            // One list over several lines and several lists are told apart by where they fail.
            Err(by_line) if by_line.place() > error.place() => error = by_line,
            Err(_) => {}
        }
    }
    let (inner, ignored) = without_text_around(content, is_row_of_board);
    if let Ok(mut record) = parse_board(&inner)
        && !ignored.trim().is_empty()
    {
        record.side = side_within(&ignored);
        record.notes.extend(Note::ignored(&ignored));
        return Ok(vec![record]);
    }
    let (inner, ignored) = without_text_around(content, list::is_list);
    if !inner.trim().is_empty()
        && !ignored.trim().is_empty()
        && let Ok(mut record) = list::parse(&inner, given)
    {
        record.notes.extend(Note::ignored(&ignored));
        return Ok(vec![record]);
    }
    Err(error)
}

/// The lists of moves in a text with one list a line.
///
/// # Errors
/// If a line is not a list of moves; this is the first.
fn lists_by_line(content: &str, given: &Given) -> Result<Vec<Record>, RecordError> {
    let lines = (1..).zip(content.lines());
    let lines = lines.filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| {
            let record = list::parse(line, given).map_err(|error| error.in_line(number))?;
            match record.moves.is_empty() {
                true => Err(RecordError::At(
                    Place::line(number),
                    Problem::Expected("a move"),
                )),
                false => Ok(record),
            }
        })
        .collect()
}

/// The text with the lines before the first and after the last that `is_part` accepts blanked,
/// and the content of those lines. Lines keep their numbers.
fn without_text_around(content: &str, is_part: fn(&str) -> bool) -> (String, String) {
    let lines: Vec<&str> = content.lines().collect();
    let mut parts = (0..lines.len()).filter(|at| is_part(lines[*at]));
    let first = parts.next().unwrap_or(lines.len());
    let last = parts.next_back().unwrap_or(first);
    let mut inner = String::new();
    let mut ignored = String::new();
    for (at, line) in lines.into_iter().enumerate() {
        let text = match (first..=last).contains(&at) {
            true => &mut inner,
            false => {
                inner.push('\n');
                &mut ignored
            }
        };
        text.push_str(line);
        text.push('\n');
    }
    (inner, ignored)
}

/// True if a line may be a row of a board or the names of its columns: it has no words.
fn is_row_of_board(line: &str) -> bool {
    let line = line.trim().to_lowercase();
    let is_header = line.starts_with("abc") && !line.contains(char::is_whitespace);
    let mut words = line.split(|c: char| !c.is_alphabetic());
    let is_word = |word: &str| word.chars().count() > 1 && !word.chars().all(is_stone);
    !line.is_empty() && (is_header || !words.any(is_word))
}

/// True for the letters of stones.
fn is_stone(c: char) -> bool {
    "xobw".contains(c)
}

/// The side named by a text around a board, such as `Black to move and win`.
fn side_within(text: &str) -> Option<Color> {
    let text = text.to_lowercase();
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.windows(2).find_map(|pair| match pair {
        ["black", "to" | "moves" | "plays" | "wins"] => Some(Color::Black),
        ["white", "to" | "moves" | "plays" | "wins"] => Some(Color::White),
        _ => None,
    })
}

/// Reads a drawn board. One with numbers for stones is a game.
fn parse_board(text: &str) -> Result<Record, RecordError> {
    if let Some((size, points)) = Diagram::parse_numbered(text) {
        let turns = [Color::Black, Color::White].into_iter().cycle();
        let played = |(point, color)| Move {
            point,
            color,
            time: None,
        };
        return Ok(Record {
            moves: points.into_iter().zip(turns).map(played).collect(),
            ..Record::empty(Format::Diagram, size)
        });
    }
    let start = Diagram::parse(text).map_err(RecordError::Diagram)?;
    Ok(Record {
        start: start.clone(),
        ..Record::empty(Format::Diagram, start.size())
    })
}

/// The headers that comments such as `# rule: renju` and `# size: 20x15` state.
#[derive(Default)]
struct Settings {
    rule: Option<Rule>,
    opening: Option<OpeningRule>,
    size: Option<BoardSize>,
    players: [Option<String>; 2],
    result: Option<GameResult>,
    by_resignation: bool,
    move_limit: Option<Duration>,
    program: Option<String>,
}

impl Settings {
    /// Sets the stated headers in a record.
    fn apply(&self, record: &mut Record) {
        record.rule = self.rule;
        record.opening = self.opening;
        record.players.clone_from(&self.players);
        record.result = self.result.or(record.result);
        record.by_resignation = self.by_resignation;
        record.move_limit = self.move_limit;
        record.program.clone_from(&self.program);
    }

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
                    let rule = Rule::from_any_name(value);
                    settings.rule = Some(rule.ok_or(expected("the name of a rule"))?);
                }
                "opening rule" => {
                    let opening = OpeningRule::from_name(value);
                    let opening = opening.ok_or(expected("the name of an opening rule"))?;
                    settings.opening = Some(opening);
                }
                "size" => {
                    let (width, height) = value.split_once('x').unwrap_or((value, value));
                    let side = |text: &str| text.trim().parse().ok();
                    let sides = side(width).zip(side(height));
                    let size = sides.and_then(|(width, height)| BoardSize::new(width, height));
                    settings.size = Some(size.ok_or(expected("a size such as 15 or 20x15"))?);
                }
                "black" => settings.players[Color::Black.index()] = Some(one_line(value)),
                "white" => settings.players[Color::White.index()] = Some(one_line(value)),
                "result" if value == "draw" => settings.result = Some(GameResult::Draw),
                "result" => {
                    let resigned = value.strip_suffix(BY_RESIGNATION);
                    settings.by_resignation = resigned.is_some();
                    let winner = resigned.unwrap_or(value).trim();
                    settings.result = Color::from_name(winner).map(GameResult::Win);
                }
                "time" => settings.move_limit = parse_move_limit(value),
                "program" => settings.program = Some(one_line(value)),
                _ => {}
            }
        }
        Ok(settings)
    }
}

/// Removes comments and, if the first line with any content names the side to move, that
/// line; its number is returned with the side. The other lines keep their numbers.
fn split_side_line(text: &str) -> (String, Option<(usize, Color)>) {
    let mut lines: Vec<&str> = text.lines().map(without_comment).collect();
    let mut numbered = (1..).zip(lines.iter_mut());
    let first = numbered.find(|(_, line)| !line.trim().is_empty());
    let side = first.and_then(|(number, line)| {
        let side = named_side(line)?;
        *line = "";
        Some((number, side))
    });
    (lines.join("\n"), side)
}

/// The line without its comment. A `#` within a word, as in a URL, does not begin a comment.
fn without_comment(line: &str) -> &str {
    let is_start = |at: &usize| {
        line[..*at]
            .chars()
            .next_back()
            .is_none_or(char::is_whitespace)
    };
    let mut marks = line.match_indices(COMMENT).map(|(at, _)| at);
    marks.find(is_start).map_or(line, |at| &line[..at])
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
