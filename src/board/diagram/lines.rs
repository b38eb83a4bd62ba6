//! Divides a text into the rows of a board and removes frames, separators and comments.

use super::bars::{BARS, Bars};
use super::{array, literals};
use crate::board::work::count_work;
use crate::types::BoardSize;

/// Starts a comment.
const COMMENT: char = '#';
/// Separators between points, brackets around a point, and quotation marks.
const SEPARATORS: &str = "[](){}<>,;\"'`/\\";
/// Horizontal lines between the junctions of a drawn board.
const CONNECTORS: [char; 5] = ['─', '━', '═', '╌', '┄'];
/// The characters of a frame in ASCII.
const FRAME: &str = "+-=_.:'`*";
/// The distance from a full-width character to its ASCII counterpart.
const FULL_WIDTH: u32 = 0xFEE0;
/// A line of a frame has at most this many junctions: its corners.
const CORNERS: usize = 2;
/// More lines than a board has, with its column names and with rulers around it.
const MAX_LINES: usize = 2 * BoardSize::MAX as usize;

/// A row of the board or a line of column names, without separators.
pub(super) struct Line {
    /// Its line in the text, counted from 1.
    pub number: usize,
    /// The rest of the line. In a drawn board it is trimmed and not empty.
    pub text: String,
}

/// True for characters such as `┼`, `├` or `┐`, where lines of a drawn board meet.
pub(super) fn is_junction(c: char) -> bool {
    ('\u{2500}'..='\u{257f}').contains(&c) && !CONNECTORS.contains(&c) && !BARS.contains(&c)
}

/// The lines of a text that have points or column names.
pub(super) struct Lines {
    /// The first of them, more than a board has if there are too many.
    pub first: Vec<Line>,
    /// How many follow.
    pub more: usize,
}

/// The lines with points or column names.
pub(super) fn meaningful(text: &str) -> Lines {
    count_work(text.len());
    let text: String = text.chars().filter_map(plain).collect();
    let mut lines = if let Some(rows) = literals::rows(&text) {
        drawn_lines(|| rows.iter().map(|(number, row)| (*number, row.as_str())))
    } else if let Some(rows) = array::rows(&text) {
        let line = |(number, text)| Line { number, text };
        let first = rows.into_iter().map(line).collect();
        Lines { first, more: 0 }
    } else {
        let content = |line: &'_ str| line.split(COMMENT).next().map_or(0, str::len);
        drawn_lines(|| {
            let lines = (1..).zip(text.lines());
            lines.map(|(number, line)| (number, &line[..content(line)]))
        })
    };
    replace_negative_numbers(&mut lines.first);
    lines
}

/// Replaces full-width characters with ASCII ones and removes zero-width characters.
fn plain(c: char) -> Option<char> {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - FULL_WIDTH),
        '\u{3000}' | '\u{a0}' => Some(' '),
        '\u{feff}' | '\u{fe0e}' | '\u{fe0f}' | '\u{200b}' => None,
        _ => Some(c),
    }
}

/// The lines of a board drawn as text, each with its number. `lines` begins anew at each call.
fn drawn_lines<'a, I: Iterator<Item = (usize, &'a str)>>(lines: impl Fn() -> I) -> Lines {
    let has_sides = lines().any(|(_, line)| has_bars_and_points(line));
    let is_row =
        |line: &&str| line.contains(BARS) && !is_frame(line, true) && !is_rule_of_table(line);
    let bars = Bars::of(|| lines().map(|(_, line)| line).filter(is_row));
    let mut first = Vec::new();
    let mut more = 0;
    for (number, line) in lines() {
        count_work(line.len());
        if is_frame(line, has_sides) || (bars.has_blanks && is_rule_of_table(line)) {
            continue;
        }
        let is_separator =
            |c: char| SEPARATORS.contains(c) || BARS.contains(&c) || CONNECTORS.contains(&c);
        if first.len() == MAX_LINES {
            more += usize::from(!line.chars().all(|c| c.is_whitespace() || is_separator(c)));
            continue;
        }
        let text = if bars.has_blanks {
            bars.fill(line)
        } else {
            line.to_string()
        };
        let text = text.replace(is_separator, " ").trim().to_string();
        if !text.is_empty() {
            first.push(Line { number, text });
        }
    }
    Lines { first, more }
}

/// True for the line below the head of a table in Markdown: `|-|-|` or `|:-:|---|`.
fn is_rule_of_table(line: &str) -> bool {
    let is_part = |c: char| BARS.contains(&c) || c.is_whitespace() || c == '-' || c == ':';
    line.contains(BARS) && line.contains('-') && line.chars().all(is_part)
}

/// True if the line has a vertical line and something that cannot be part of a frame.
fn has_bars_and_points(line: &str) -> bool {
    line.contains(BARS)
        && line
            .chars()
            .any(|c| !c.is_whitespace() && !BARS.contains(&c) && !is_junction(c))
}

/// True if the line is part of a frame around or between the points. `has_sides` says
/// that the rows have vertical lines, which tells a frame from a row of empty points.
fn is_frame(line: &str, has_sides: bool) -> bool {
    let is_box = |c: char| is_junction(c) || CONNECTORS.contains(&c);
    let mut marks = line.chars().filter(|c| !c.is_whitespace());
    let has_connector = line.contains(CONNECTORS) || line.contains(['-', '=']);
    let junctions = line.chars().filter(|c| is_junction(*c)).count();
    if has_sides {
        return has_connector && marks.all(|c| is_box(c) || FRAME.contains(c));
    }
    line.contains(CONNECTORS) && junctions <= CORNERS && marks.all(is_box)
}

/// Removes lines of one mark above and below a board that has this mark nowhere else, such as
/// `-----`.
pub(super) fn remove_rulers(lines: &mut Vec<Line>) {
    let marks =
        |line: &Line| -> Vec<char> { line.text.chars().filter(|c| !c.is_whitespace()).collect() };
    let ruler = |line: Option<&Line>| {
        let marks = marks(line?);
        let first = *marks.first()?;
        let is_ruler = RULERS.contains(first) && marks.iter().all(|mark| *mark == first);
        is_ruler.then_some((first, marks.len()))
    };
    let (top, bottom) = (ruler(lines.first()), ruler(lines.last()));
    let is_elsewhere = |mark: char, lines: &[Line]| lines.iter().any(|l| l.text.contains(mark));
    if let (Some((mark, _)), Some((other, _))) = (top, bottom)
        && lines.len() > 2
        && mark == other
        && !is_elsewhere(mark, &lines[1..lines.len() - 1])
    {
        lines.remove(0);
        lines.pop();
        return;
    }
    let rows = lines.len().saturating_sub(1);
    // One such line may as well be a row of empty points.
    let is_no_row = |length: usize, width: usize| length != width || rows == width;
    if let Some((mark, length)) = top
        && lines.len() > 1
        && !is_elsewhere(mark, &lines[1..])
        && is_no_row(length, marks(&lines[1]).len())
    {
        lines.remove(0);
    } else if let Some((mark, length)) = bottom
        && rows > 0
        && !is_elsewhere(mark, &lines[..rows])
        && is_no_row(length, marks(&lines[0]).len())
    {
        lines.pop();
    }
}

/// Marks of which a line above or below a board may consist.
const RULERS: &str = "-=_~+*#";

/// Replaces the number -1 with 2, which stands for white as well.
fn replace_negative_numbers(lines: &mut [Line]) {
    let has_word = |wanted: &str| {
        let mut words = lines.iter().flat_map(|line| line.text.split_whitespace());
        words.any(|word| word == wanted)
    };
    if !has_word("-1") || has_word("-") {
        return;
    }
    for line in lines {
        let words = line.text.split_whitespace();
        let words: Vec<&str> = words.map(|w| if w == "-1" { "2" } else { w }).collect();
        line.text = words.join(" ");
    }
}
