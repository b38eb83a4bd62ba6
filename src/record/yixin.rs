//! Files of Yixin-Board.
//!
//! `.sav` is a text: the height, the width and the number of moves, then the row and the column
//! of each move, counted from 0 at the top left. `.pos`, which other programs write as well,
//! has the number of moves in its first byte and 15 times the row plus the column of each move
//! in the others; its board is 15x15.

use super::error::{Place, Problem, RecordError};
use super::tree::{Action, NodeId, Tree};
use super::{Format, Move, Record, default_size};
use crate::types::{BoardSize, Color, Point};

/// The form of a line in a `.sav`, for errors.
const EXPECTED: &str = "a row and a column such as `7 7`";

/// Reads a `.pos`; `None` if the bytes are something else.
pub fn parse_pos(bytes: &[u8]) -> Option<Tree> {
    let (count, points) = bytes.split_first()?;
    let size = default_size();
    let is_pos = points.len() == usize::from(*count) && *count > 0;
    let mut is_taken = vec![false; size.area()];
    let mut all = is_pos;
    for point in points.iter().take_while(|_| is_pos) {
        let taken = is_taken.get_mut(usize::from(*point));
        all &= taken.is_some_and(|taken| !std::mem::replace(taken, true));
    }
    // A text does not begin with a control character. The bytes of a long game include some.
    let is_binary = |byte: &u8| byte.is_ascii_control() && !byte.is_ascii_whitespace();
    let is_text = std::str::from_utf8(bytes).is_ok() && !bytes.iter().any(is_binary);
    if !all || is_text {
        return None;
    }
    let mut tree = Tree::new(size);
    tree.format = Format::Pos;
    let mut last = NodeId::ROOT;
    let turns = [Color::Black, Color::White].into_iter().cycle();
    for (point, color) in points.iter().zip(turns) {
        let point = Point::new(point % size.width(), point / size.width());
        last = tree.add(last, Action::Play(color, point));
    }
    Some(tree)
}

/// Reads a `.sav`; `None` if the text is something else.
///
/// # Errors
/// If it has the form of one, but a move is malformed, off the board or repeated.
pub fn parse_sav(text: &str) -> Result<Option<Record>, RecordError> {
    let lines = (1..).zip(text.lines().map(str::trim));
    let mut lines = lines.filter(|(_, line)| !line.is_empty());
    let mut number = || lines.next()?.1.parse::<i64>().ok();
    let (Some(height), Some(width), Some(count)) = (number(), number(), number()) else {
        return Ok(None);
    };
    let Some(size) = BoardSize::new(width, height) else {
        return Ok(None);
    };
    let mut record = Record::empty(Format::Sav, size);
    let turns = [Color::Black, Color::White].into_iter().cycle();
    let mut last = 1;
    for ((line, text), color) in lines.zip(turns) {
        let place = Place::line(line);
        last = line;
        let mut words = text.split_whitespace().map(str::parse::<i64>);
        let (Some(Ok(y)), Some(Ok(x)), None) = (words.next(), words.next(), words.next()) else {
            return Err(RecordError::At(place, Problem::Expected(EXPECTED)));
        };
        let off_board = RecordError::At(place, Problem::OffBoard(size));
        let (x, y) = u8::try_from(x)
            .ok()
            .zip(u8::try_from(y).ok())
            .ok_or(off_board)?;
        let point = Point::new(x, y);
        let time = None;
        record.push(Move { point, color, time }, place)?;
    }
    if usize::try_from(count) != Ok(record.moves.len()) {
        let text = format!("{count} moves are announced, {} follow", record.moves.len());
        return Err(RecordError::At(
            Place::line(last),
            Problem::Contradiction(text),
        ));
    }
    Ok(Some(record))
}
