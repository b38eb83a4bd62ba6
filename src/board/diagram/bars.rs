//! Vertical lines between or around the points of a board.

/// Vertical lines.
pub(super) const BARS: [char; 4] = ['|', '│', '┃', '║'];
/// Stones at the end of a row with vertical lines, where a number would be that of the row.
const STONES: [&str; 10] = ["x", "X", "o", "O", "●", "○", "⚫", "⚪", "b", "w"];

/// How vertical lines divide the rows.
pub(super) struct Bars {
    /// Some points are marked and others are blank: `|x| |o|`.
    pub has_blanks: bool,
    /// There is a point before the first line: `x| |o|`.
    is_open_on_left: bool,
    /// There is a point after the last line: `|x| |o`.
    is_open_on_right: bool,
}

/// The text before the first vertical line and after the last.
fn ends(line: &str) -> (&str, &str) {
    let mut parts = line.split(BARS);
    let left = parts.next().unwrap_or("");
    (left, parts.next_back().unwrap_or(""))
}

impl Bars {
    /// What the rows have in common. `rows` begins anew at each call.
    pub fn of<'a, I: Iterator<Item = &'a str>>(rows: impl Fn() -> I) -> Bars {
        let count = |line: &str| line.chars().filter(|c| BARS.contains(c)).count();
        let most = rows().map(count).max().unwrap_or(0);
        let full = || rows().filter(|line| count(line) == most).map(ends);
        let (is_open_on_left, is_open_on_right) = match most {
            0 | 1 => (false, false),
            _ => open_sides(most, full),
        };
        let bars = Bars {
            has_blanks: false,
            is_open_on_left,
            is_open_on_right,
        };
        let has_blank = |line: &str| {
            let points = bars.points(line);
            let blanks = points.iter().filter(|point| point.trim().is_empty());
            (1..points.len()).contains(&blanks.count())
        };
        Bars {
            has_blanks: rows().any(has_blank),
            ..bars
        }
    }

    /// The points of a row.
    fn points<'a>(&self, line: &'a str) -> Vec<&'a str> {
        let parts: Vec<&str> = line.split(BARS).collect();
        if parts.len() <= 2 {
            return Vec::new();
        }
        let first = usize::from(!self.is_open_on_left);
        let last = parts.len() - usize::from(!self.is_open_on_right);
        parts[first..last].to_vec()
    }

    /// The line with `.` for each blank point.
    pub fn fill(&self, line: &str) -> String {
        let points = self.points(line);
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
        // What is no point may be the number of the row.
        let (left, right) = ends(line);
        let left = if self.is_open_on_left { "" } else { left };
        let right = if self.is_open_on_right { "" } else { right };
        format!("{left} {} {right}", filled.join(" "))
    }
}

/// Whether there are points before the first line and after the last in rows with `most` lines;
/// `ends` are the texts there. A stone settles it, and so does a square board. Otherwise one side
/// has points if the other has a stone.
fn open_sides<'a, I: Iterator<Item = (&'a str, &'a str)>>(
    most: usize,
    ends: impl Fn() -> I,
) -> (bool, bool) {
    let is_stone = |text: &str| STONES.contains(&text.trim());
    let is_point = |text: &str| text.trim().is_empty() || is_stone(text);
    let left = || ends().map(|(left, _)| left);
    let right = || ends().map(|(_, right)| right);
    let may_left = left().any(|text| !text.is_empty()) && left().all(is_point);
    let may_right = right().any(|text| !text.is_empty()) && right().all(is_point);
    let (must_left, must_right) = (left().any(is_stone), right().any(is_stone));
    let height = ends().count();
    let fits = |&(on_left, on_right): &(bool, bool)| {
        let width = most - 1 + usize::from(on_left) + usize::from(on_right);
        // Blanks at the end of a row are easily lost.
        let may_right = may_right || (on_left && right().all(is_point));
        width == height
            && (on_left || !must_left)
            && (on_right || !must_right)
            && (may_left || !on_left)
            && (may_right || !on_right)
    };
    let sides = [(false, false), (false, true), (true, false), (true, true)];
    sides.into_iter().find(fits).unwrap_or((
        must_left || (must_right && may_left),
        must_right || (must_left && may_right),
    ))
}
