//! Divides a text into the rows of a board and removes frames, separators and comments.

use super::array;

/// Starts a comment.
const COMMENT: char = '#';
/// Separators between points, brackets around a point, and quotation marks.
const SEPARATORS: &str = "[](){},;\"'`";
/// Vertical lines.
pub(super) const BARS: [char; 4] = ['|', '│', '┃', '║'];
/// Horizontal lines between the junctions of a drawn board.
const CONNECTORS: [char; 5] = ['─', '━', '═', '╌', '┄'];
/// The characters of a frame in ASCII.
const FRAME: &str = "+-=_.:'`*";
/// Stones at the end of a row with vertical lines, where a number would be that of the row.
const STONES: [&str; 10] = ["x", "X", "o", "O", "●", "○", "⚫", "⚪", "b", "w"];
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
    let bars = Bars::of(&lines);
    let mut rows = Vec::new();
    for (number, line) in lines {
        if is_frame(line, has_sides) || (bars.has_blanks && is_rule_of_table(line)) {
            continue;
        }
        let text = match bars.has_blanks {
            true => bars.fill(line),
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

/// True for the line below the head of a table in Markdown: `|-|-|` or `|:-:|---|`.
fn is_rule_of_table(line: &str) -> bool {
    let is_part = |c: char| BARS.contains(&c) || c.is_whitespace() || c == '-' || c == ':';
    line.contains(BARS) && line.contains('-') && line.chars().all(is_part)
}

/// How vertical lines divide the rows.
struct Bars {
    /// Some points are marked and others are blank: `|x| |o|`.
    has_blanks: bool,
    /// There are points before the first line and after the last: `x| |o`.
    has_outer_points: bool,
}

impl Bars {
    /// What the rows have in common.
    fn of(lines: &[(usize, &str)]) -> Bars {
        let is_row =
            |line: &&str| line.contains(BARS) && !is_frame(line, true) && !is_rule_of_table(line);
        let rows = || lines.iter().map(|(_, line)| *line).filter(is_row);
        let bars = |line: &str| line.chars().filter(|c| BARS.contains(c)).count();
        let most = rows().map(bars).max().unwrap_or(0);
        // A board with a point on each side of every line has one more column than lines.
        let is_open = |line: &&str| bars(line) == most && !line.starts_with(BARS);
        let is_square_with_outer = rows().filter(is_open).count() == most + 1;
        let is_outer_stone = |line: &str| {
            let mut ends = line.split(BARS);
            let ends = [ends.next(), ends.next_back()].into_iter().flatten();
            ends.map(str::trim).any(|end| STONES.contains(&end))
        };
        let has_outer_stone = most > 1 && rows().any(is_outer_stone);
        let bars = Bars {
            has_blanks: false,
            has_outer_points: most > 1 && (is_square_with_outer || has_outer_stone),
        };
        let has_blank = |line: &str| {
            let points = bars.points(line);
            let blank = points
                .iter()
                .filter(|point| point.trim().is_empty())
                .count();
            blank > 0 && blank < points.len()
        };
        Bars {
            has_blanks: rows().any(has_blank),
            ..bars
        }
    }

    /// The points of a row.
    fn points<'a>(&self, line: &'a str) -> Vec<&'a str> {
        let parts: Vec<&str> = line.split(BARS).collect();
        match parts.len() {
            0..=2 => Vec::new(),
            _ if self.has_outer_points => parts,
            length => parts[1..length - 1].to_vec(),
        }
    }

    /// The line with `.` for each blank point.
    fn fill(&self, line: &str) -> String {
        let points = self.points(line);
        let ends = line.split(BARS).next().zip(line.split(BARS).next_back());
        let Some((left, right)) = ends.filter(|_| !points.is_empty()) else {
            return line.to_string();
        };
        let filled: Vec<&str> = points
            .iter()
            .map(|point| match point.trim() {
                "" => ".",
                mark => mark,
            })
            .collect();
        match self.has_outer_points {
            true => filled.join(" "),
            false => format!("{left} {} {right}", filled.join(" ")),
        }
    }
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
