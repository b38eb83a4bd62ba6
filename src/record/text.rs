//! Lists of moves and drawn boards. A line may name the side to move, and comments may state
//! the rule, the size and other headers.

mod settings;

use super::error::{Place, Problem, RecordError};
use super::limits::add_game;
use super::notes::Note;
use super::tree::Tree;
use super::{Format, Given, Move, Record, list};
use crate::board::diagram::{Cell, Diagram};
use crate::board::work::count_work;
use crate::types::{BoardSize, Color};
use settings::Settings;

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

/// Games, or what is wrong with them.
type Games = Vec<Result<Tree, RecordError>>;
/// The same as records.
type Records = Vec<Result<Record, RecordError>>;

/// Reads a list of moves, a drawn board, or several of them, one per line.
///
/// # Errors
/// If it is neither, or if the side to move contradicts the moves.
pub(super) fn parse(text: &str, given: &Given) -> Result<Games, RecordError> {
    count_work(text.len());
    let settings = Settings::read(text)?;
    let given = Given {
        size: given.size.or(settings.size),
        ..*given
    };
    let (content, named) = split_side_line(text);
    let mut records = if content.trim().is_empty() {
        // A game without moves is written as comments alone.
        match settings.size {
            Some(_) => vec![Ok(Record::empty(Format::Moves, given.size_or(None)))],
            None => return Err(RecordError::Empty),
        }
    } else {
        read(&content, &given)?
    };
    for record in records.iter_mut().flatten() {
        settings.apply(record);
        if let Some((line, side)) = named {
            name_side(record, side, line, &given)?;
        }
    }
    let trees = records.into_iter().map(|record| Ok(Tree::from(&record?)));
    Ok(trees.collect())
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
fn read(content: &str, given: &Given) -> Result<Records, RecordError> {
    let is_list = list::is_list(content);
    let first = if is_list {
        list::parse(content, given)
    } else {
        parse_board(content)
    };
    let error = match first {
        Ok(record) => return Ok(vec![Ok(record)]),
        Err(error) => error,
    };
    // Rows of digits and commas may begin like a list of moves.
    if is_list && let Ok(record) = parse_board(content) {
        return Ok(vec![Ok(record)]);
    }
    if let Some(boards) = by_line(content, is_board_in_line, parse_board) {
        return Ok(boards);
    }
    let error = if is_list {
        match lists_by_line(content, given, error) {
            Ok(records) => return Ok(records),
            Err(error) => error,
        }
    } else {
        error
    };
    let (inner, ignored) = without_text_around(content, is_row_of_board);
    if let Ok(mut record) = parse_board(&inner)
        && !ignored.trim().is_empty()
    {
        record.side = side_within(&ignored);
        record.notes.extend(Note::ignored(&ignored));
        return Ok(vec![Ok(record)]);
    }
    let (inner, ignored) = without_text_around(content, list::is_list);
    if !inner.trim().is_empty()
        && !ignored.trim().is_empty()
        && let Ok(mut record) = list::parse(&inner, given)
    {
        if record.moves.is_empty() {
            record.side = side_within(&ignored);
        }
        record.notes.extend(Note::ignored(&ignored));
        return Ok(vec![Ok(record)]);
    }
    Err(error)
}

/// What `parse` reads in each line that is not empty, if there are several and `is_meant` holds for
/// all of them; `None` if none can be read.
fn by_line(
    content: &str,
    is_meant: impl Fn(&str) -> bool,
    parse: impl Fn(&str) -> Result<Record, RecordError>,
) -> Option<Records> {
    let lines = || content.lines().filter(|line| !line.trim().is_empty());
    if lines().nth(1).is_none() || !lines().all(is_meant) {
        return None;
    }
    let numbered = (1..).zip(content.lines());
    let numbered = numbered.filter(|(_, line)| !line.trim().is_empty());
    let mut records = Records::new();
    for (number, line) in numbered {
        let record = parse(line).map_err(|error| error.in_line(number));
        let place = Place::line(number);
        if !add_game(&mut records, record, |problem| {
            RecordError::At(place, problem)
        }) {
            break;
        }
    }
    records.iter().any(Result::is_ok).then_some(records)
}

/// True for a line that is too long for a row and may be a whole board.
fn is_board_in_line(line: &str) -> bool {
    let length = line.chars().filter(|c| !c.is_whitespace()).count();
    length > usize::from(BoardSize::MAX) && is_row_of_board(line)
}

/// The lists of moves in a text with one list a line, of which some may be wrong. `error` is the
/// error of the text as one list.
///
/// # Errors
/// If it is one list over several lines: these are told apart by where they fail. Then the error is
/// the one that comes later.
fn lists_by_line(content: &str, given: &Given, error: RecordError) -> Result<Records, RecordError> {
    let parse = |line: &str| {
        let record = list::parse(line, given)?;
        // The stones of one side are not a position.
        let has = |color| record.start.count(Cell::Stone(color)) > 0;
        if record.moves.is_empty() && !Color::ALL.into_iter().all(has) {
            Err(RecordError::At(Place::line(1), Problem::Expected("a move")))
        } else {
            Ok(record)
        }
    };
    let Some(records) = by_line(content, |_| true, parse) else {
        return Err(error);
    };
    let first = records.iter().find_map(|record| record.as_ref().err());
    let first = first.and_then(RecordError::place);
    let is_ok = |record: &&Result<Record, RecordError>| record.is_ok();
    let is_later = first.is_none() || first > error.place();
    if is_later && records.iter().filter(is_ok).count() > 0 {
        Ok(records)
    } else {
        Err(error)
    }
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
        let text = if (first..=last).contains(&at) {
            &mut inner
        } else {
            inner.push('\n');
            &mut ignored
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
    let (start, note) = Diagram::parse_with_note(text).map_err(RecordError::Diagram)?;
    Ok(Record {
        start: start.clone(),
        notes: note.into_iter().map(Note::Reader).collect(),
        ..Record::empty(Format::Diagram, start.size())
    })
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
