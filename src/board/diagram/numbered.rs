//! Boards on which the stones are numbered in the order of play.

use super::super::notation::column_name;
use super::bars::BARS;
use super::lines::is_junction;
use crate::board::work::count_work;
use crate::types::{BoardSize, Point};

/// With fewer numbers they are the marks of the sides.
const FEWEST: usize = 3;
/// The most points in a row, with the number of the row.
const MAX_WORDS: usize = BoardSize::MAX as usize + 1;
/// The marks of empty points.
const EMPTY: &str = ".-_+*·∙⋅・➕";

/// The size of a board with numbers, and its points in their order. `None` if the text is
/// something else: each row must consist of marks with gaps between them, and the numbers must
/// be 1, 2, 3 and so on, each once.
pub(super) fn parse(text: &str) -> Option<(BoardSize, Vec<Point>)> {
    let separators = |c: char| c.is_whitespace() || BARS.contains(&c);
    let words = |line| str::split(line, separators).filter(|word| !word.is_empty());
    let mut rows: Vec<Vec<String>> = Vec::new();
    for line in text.lines() {
        count_work(line.len());
        let row: Vec<String> = words(line)
            .take(MAX_WORDS + 1)
            .map(str::to_string)
            .collect();
        if row.len() > MAX_WORDS {
            return None;
        }
        if !row.is_empty() && !is_header(&row) {
            rows.push(row);
        }
        if rows.len() > usize::from(BoardSize::MAX) {
            return None;
        }
    }
    remove_labels(&mut rows);
    let width = rows.first()?.len();
    let height = rows.len();
    let is_point = |word: &String| is_empty(word) || number(word).is_some();
    if !rows
        .iter()
        .all(|row| row.len() == width && row.iter().all(is_point))
    {
        return None;
    }
    let size = BoardSize::new(i64::try_from(width).ok()?, i64::try_from(height).ok()?)?;
    let mut points = vec![None; size.area()];
    let mut count = 0;
    for (y, row) in (0..).zip(&rows) {
        for (x, word) in (0..).zip(row) {
            let Some(number) = number(word) else {
                continue;
            };
            let place = points.get_mut(number.checked_sub(1)?)?;
            if place.replace(Point::new(x, y)).is_some() {
                return None;
            }
            count += 1;
        }
    }
    let order: Option<Vec<Point>> = points.into_iter().take(count).collect();
    order
        .filter(|order| order.len() >= FEWEST)
        .map(|order| (size, order))
}

/// The number of a stone.
fn number(word: &str) -> Option<usize> {
    let is_short = word.len() <= 3 && word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse().ok().filter(|_| is_short)
}

/// True for the mark of an empty point.
fn is_empty(word: &str) -> bool {
    let mut chars = word.chars();
    let is_mark = |c: char| EMPTY.contains(c) || is_junction(c);
    chars.next().is_some_and(is_mark) && chars.next().is_none()
}

/// True for the names of columns from `a` on.
fn is_header(row: &[String]) -> bool {
    let names = (0..).zip(row);
    let mut letters = names.map(|(x, word)| {
        let is_next = |skipped: u8| *word.to_lowercase() == column_name(x + skipped);
        is_next(0) || is_next(1)
    });
    row.len() <= usize::from(BoardSize::MAX) && letters.all(|is_name| is_name)
}

/// Removes the numbers of the rows on the left, counted up or down.
fn remove_labels(rows: &mut [Vec<String>]) {
    let first = rows
        .iter()
        .map(|row| row.first().and_then(|word| number(word)));
    let Some(labels) = first.collect::<Option<Vec<usize>>>() else {
        return;
    };
    let is_up = labels.windows(2).all(|pair| pair[1] == pair[0] + 1);
    let is_down = labels.windows(2).all(|pair| pair[0] == pair[1] + 1);
    if labels.len() >= FEWEST && (is_up || is_down) {
        rows.iter_mut().for_each(|row| drop(row.remove(0)));
    }
}
