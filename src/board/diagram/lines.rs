//! Divides a text into the rows of a board and removes frames, separators and comments.

use super::array;

/// Starts a comment.
const COMMENT: char = '#';
/// Separators between points, brackets around a point, and quotation marks.
const SEPARATORS: &str = "[](){},;\"'`";
/// Vertical lines.
const BARS: [char; 4] = ['|', '│', '┃', '║'];
/// Horizontal lines between the junctions of a drawn board.
const CONNECTORS: [char; 5] = ['─', '━', '═', '╌', '┄'];
/// The characters of a frame in ASCII.
const FRAME: &str = "+-=_.:'`*";
/// The distance from a full-width character to its ASCII counterpart.
const FULL_WIDTH: u32 = 0xFEE0;
/// A line of a frame has at most this many junctions: its corners.
const CORNERS: usize = 2;

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

/// The lines with points or column names.
pub(super) fn meaningful(text: &str) -> Vec<Line> {
    let text: String = text.chars().filter_map(plain).collect();
    let mut lines = match array::rows(&text) {
        Some(rows) => {
            let line = |(number, text)| Line { number, text };
            rows.into_iter().map(line).collect()
        }
        None => drawn_lines(&text),
    };
    replace_negative_numbers(&mut lines);
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

/// The lines of a board drawn as text.
fn drawn_lines(text: &str) -> Vec<Line> {
    let lines: Vec<(usize, &str)> = (1..)
        .zip(text.lines())
        .map(|(number, line)| (number, line.split(COMMENT).next().unwrap_or("")))
        .collect();
    let has_sides = lines.iter().any(|(_, line)| has_bars_and_points(line));
    let has_blank_points = lines.iter().any(|(_, line)| has_blank_points(line));
    let mut rows = Vec::new();
    for (number, line) in lines {
        if is_frame(line, has_sides) {
            continue;
        }
        let text = match has_blank_points {
            true => fill_blank_points(line),
            false => line.to_string(),
        };
        let is_separator =
            |c: char| SEPARATORS.contains(c) || BARS.contains(&c) || CONNECTORS.contains(&c);
        let text = text.replace(is_separator, " ").trim().to_string();
        if !text.is_empty() {
            rows.push(Line { number, text });
        }
    }
    rows
}

/// True if the line has a vertical line and something that cannot be part of a frame.
fn has_bars_and_points(line: &str) -> bool {
    line.contains(BARS)
        && line
            .chars()
            .any(|c| !c.is_whitespace() && !BARS.contains(&c) && !is_junction(c))
}

/// The parts of a line between vertical lines.
fn between_bars(line: &str) -> Vec<&str> {
    let parts: Vec<&str> = line.split(BARS).collect();
    match parts.len() {
        0..=2 => Vec::new(),
        length => parts[1..length - 1].to_vec(),
    }
}

/// True if some points are marked in this line and others are blank: `|x| |o|`.
fn has_blank_points(line: &str) -> bool {
    let points = between_bars(line);
    let blank = points.iter().filter(|p| p.trim().is_empty()).count();
    blank > 0 && blank < points.len()
}

/// The line with `.` for each blank between vertical lines.
fn fill_blank_points(line: &str) -> String {
    let points = between_bars(line);
    let (Some(left), Some(right)) = (line.split(BARS).next(), line.split(BARS).next_back()) else {
        return line.to_string();
    };
    if points.is_empty() {
        return line.to_string();
    }
    let filled: Vec<&str> = points
        .iter()
        .map(|point| match point.trim() {
            "" => ".",
            mark => mark,
        })
        .collect();
    format!("{left} {} {right}", filled.join(" "))
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
