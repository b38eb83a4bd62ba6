//! What the characters of a board stand for. Some depend on which others it has.

use super::Cell;
use super::lines::is_junction;
use crate::types::Color;

/// Characters for empty points, besides the junctions of lines.
const EMPTY: &str = ".-_+*·∙⋅・➕";
/// Characters for black stones.
const BLACK: &str = "xX1bB●⚫⬤×❌✖";
/// Characters for white stones.
const WHITE: &str = "oO02wW○⚪◯〇⭕";
/// The character for blocked points.
const BLOCKED: char = '%';
/// A white stone or an empty point.
const ZERO: char = '0';
/// Coloured discs, stones of either side. Of two, the first here is black unless the other has
/// more stones, because black begins.
const DISCS: [char; 7] = ['🔴', '🟤', '🟣', '🟠', '🔵', '🟢', '🟡'];
/// Squares from dark to bright: empty points if there are stones of another form, otherwise
/// points of all three kinds.
const SQUARES: [char; 19] = [
    '⬛', '■', '◼', '▪', '🔲', '🟥', '🟫', '🟪', '🟦', '🟩', '🟧', '🟨', '⬜', '□', '◻', '▫', '🔳',
    '⬚', '▢',
];

/// True if the character is a point of some board.
pub(super) fn is_point(symbol: char) -> bool {
    is_empty_mark(symbol)
        || symbol == BLOCKED
        || BLACK.contains(symbol)
        || WHITE.contains(symbol)
        || DISCS.contains(&symbol)
        || SQUARES.contains(&symbol)
}

/// True if the character always means an empty point.
fn is_empty_mark(symbol: char) -> bool {
    EMPTY.contains(symbol) || is_junction(symbol)
}

/// What the characters of one board stand for.
pub(super) struct Legend {
    /// `0` is an empty point.
    zero_is_empty: bool,
    /// The characters of black and white stones among [`DISCS`] and [`SQUARES`].
    black: Option<char>,
    white: Option<char>,
}

impl Legend {
    /// The legend of the points of a board.
    ///
    /// # Errors
    /// If there are more kinds of coloured stones than two, or they cannot be told from empty
    /// points. It is one of them.
    pub fn of(points: impl Iterator<Item = char> + Clone) -> Result<Legend, char> {
        // Boards written in digits mark empty points with `0` or with a dot. If there are dots,
        // `0` is a white stone.
        let has_empty = points.clone().any(is_empty_mark);
        let mut legend = Legend {
            zero_is_empty: !has_empty,
            black: None,
            white: None,
        };
        let count = |symbol: char| points.clone().filter(|other| *other == symbol).count();
        let present = |symbols: &[char]| -> Vec<(char, usize)> {
            let counted = symbols.iter().map(|symbol| (*symbol, count(*symbol)));
            counted.filter(|(_, count)| *count > 0).collect()
        };
        let has_black = points.clone().any(|symbol| BLACK.contains(symbol));
        let has_white = points
            .clone()
            .any(|symbol| WHITE.contains(symbol) && (symbol != ZERO || !legend.zero_is_empty));
        let discs = present(&DISCS);
        let mut squares = present(&SQUARES);
        let stones = if !discs.is_empty() {
            discs
        } else if has_black || has_white || (squares.len() == 1 && !has_empty) {
            Vec::new()
        } else if has_empty {
            squares
        } else {
            // The most frequent ones are empty points.
            squares.sort_by_key(|(_, count)| *count);
            let empty = squares.pop();
            squares.sort_by_key(|(symbol, _)| SQUARES.iter().position(|other| other == symbol));
            match &squares[..] {
                // One kind of stones, or of empty points.
                [(only, _)] if empty.is_some() => return Err(*only),
                _ => squares,
            }
        };
        (legend.black, legend.white) = match stones[..] {
            [] => (None, None),
            [(only, _)] if has_black && !has_white => (None, Some(only)),
            [(only, _)] if !has_black => (Some(only), None),
            [(first, few), (second, many)] if !has_black && !has_white => {
                if many > few {
                    (Some(second), Some(first))
                } else {
                    (Some(first), Some(second))
                }
            }
            [.., (last, _)] => return Err(last),
        };
        Ok(legend)
    }

    /// The content of a point; `None` if the character is not one.
    pub fn cell(&self, symbol: char) -> Option<Cell> {
        match symbol {
            ZERO if self.zero_is_empty => Some(Cell::Empty),
            BLOCKED => Some(Cell::Blocked),
            _ if Some(symbol) == self.black => Some(Cell::Stone(Color::Black)),
            _ if Some(symbol) == self.white => Some(Cell::Stone(Color::White)),
            _ if is_empty_mark(symbol) || SQUARES.contains(&symbol) => Some(Cell::Empty),
            _ if BLACK.contains(symbol) => Some(Cell::Stone(Color::Black)),
            _ if WHITE.contains(symbol) => Some(Cell::Stone(Color::White)),
            _ => None,
        }
    }

    /// Which coloured stones are read as which side, for a note; `None` if there are none.
    pub fn note(&self) -> Option<String> {
        let read = |symbol: Option<char>, color: Color| {
            symbol.map(|symbol| format!("`{symbol}` is read as {}", color.name()))
        };
        let notes = [
            read(self.black, Color::Black),
            read(self.white, Color::White),
        ];
        let notes: Vec<String> = notes.into_iter().flatten().collect();
        (!notes.is_empty()).then(|| notes.join(" and "))
    }
}
