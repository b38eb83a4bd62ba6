//! Writes records as other programs read them.

use std::fmt::Write as _;

use super::{BY_RESIGNATION, Format, GameResult, Record, move_limit_text};
use crate::board::diagram::Cell;
use crate::board::notation::line_names;
use crate::types::{Color, Point, Rule};

/// Moves in a line of SGF.
const MOVES_IN_LINE: usize = 8;

/// What is said about a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotations {
    /// The comment on the game as a whole.
    pub game: String,
    /// What is said about each move, by its index.
    pub moves: Vec<Annotation>,
}

/// What is said about a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotation {
    /// The comment; empty if there is none.
    pub comment: String,
    /// An alternative to the move and its continuation, beginning with the side of the
    /// move; empty if there is none.
    pub variation: Vec<Point>,
}

impl Record {
    /// The record in a format, which [`Record::parse`] reads back; `None` if the format cannot
    /// hold it. No format holds obstacles, and only SGF holds stones before the first move.
    /// Libraries of RenLib, lines of the protocol and drawn boards are not written.
    pub fn write(&self, format: Format) -> Option<String> {
        match format {
            Format::Psq => self.psq(),
            Format::Sgf => self.sgf(&Annotations::default()),
            Format::Moves => self.list(),
            Format::RenLib | Format::Protocol | Format::Diagram => None,
        }
    }

    /// The name of a player, on one line.
    fn player(&self, side: Color) -> Option<String> {
        self.players[side.index()].as_deref().map(one_line)
    }

    /// The name of a player in a file of Piskvork.
    fn psq_player(&self, side: Color) -> String {
        // A comma would make the name a move or a result. An empty line is skipped, and a
        // number says how the game ended.
        let name = self.player(side).unwrap_or_default().replace(',', " ");
        let name = name.trim();
        match name.is_empty() || name.parse::<i64>().is_ok() {
            true => "unknown".to_string(),
            false => name.to_string(),
        }
    }

    /// A file of Piskvork.
    fn psq(&self) -> Option<String> {
        self.turns()?;
        let size = self.size();
        let mut text = format!("Piskvorky {}x{}, 0:0, 0\n", size.width(), size.height());
        for played in &self.moves {
            let Point { x, y } = played.point;
            let time = played.time.map_or(0, |time| time.as_millis());
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{},{},{time}", x + 1, y + 1);
        }
        for side in [Color::Black, Color::White] {
            let _ = writeln!(text, "{}", self.psq_player(side));
        }
        let winner = match self.result {
            Some(GameResult::Win(Color::Black)) => 1,
            Some(GameResult::Win(Color::White)) => 2,
            Some(GameResult::Draw) | None => 0,
        };
        let rule = self.rule.map_or("unknown", Rule::name);
        let _ = writeln!(text, "-1\n{winner},{rule}");
        Some(text)
    }

    /// The record in SGF with comments and variations; `None` if it has obstacles. The moves
    /// of the record are the main line. Those of [`Annotations::moves`] that belong to no
    /// move are left out.
    pub fn sgf(&self, annotations: &Annotations) -> Option<String> {
        if self.start.count(Cell::Blocked) > 0 {
            return None;
        }
        let size = self.size();
        let mut text = "(;FF[4]GM[4]CA[UTF-8]".to_string();
        let _ = match size.width() == size.height() {
            true => write!(text, "SZ[{}]", size.width()),
            false => write!(text, "SZ[{}:{}]", size.width(), size.height()),
        };
        let reason = if self.by_resignation { "R" } else { "" };
        let result = self.result.map(|result| match result {
            GameResult::Win(side) => format!("{}+{reason}", letter_of(side)),
            GameResult::Draw => "0".to_string(),
        });
        for (name, value) in [
            ("AP", self.program.as_deref().map(one_line)),
            ("RU", self.rule.map(|rule| rule.name().to_string())),
            ("PB", self.player(Color::Black)),
            ("PW", self.player(Color::White)),
            ("TM", self.move_limit.map(|_| "0".to_string())),
            ("OT", self.move_limit.map(move_limit_text)),
            ("RE", result),
        ] {
            if let Some(value) = value {
                let _ = write!(text, "{name}[{}]", escaped(&value));
            }
        }
        for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
            let stones = self.start.occupied();
            let mut stones = stones
                .filter(|(_, cell)| *cell == Cell::Stone(color))
                .peekable();
            if stones.peek().is_some() {
                text.push_str(name);
            }
            for (point, _) in stones {
                let _ = write!(text, "[{}]", letters(point));
            }
        }
        push_comment(&mut text, &annotations.game);
        // The variations follow the main line, the last one first.
        let mut variations = Vec::new();
        let none = Annotation::default();
        for (index, played) in self.moves.iter().enumerate() {
            let said = annotations.moves.get(index).unwrap_or(&none);
            if !said.variation.is_empty() {
                text.push_str("\n(");
                variations.push(variation(played.color, &said.variation));
            } else if index % MOVES_IN_LINE == 0 {
                text.push('\n');
            }
            text.push_str(&node(played.color, played.point));
            push_comment(&mut text, &said.comment);
        }
        if let Some(side) = self.side {
            let _ = write!(text, ";PL[{}]", letter_of(side));
        }
        for variation in variations.iter().rev() {
            let _ = write!(text, ")\n({variation})");
        }
        text.push_str(")\n");
        Some(text)
    }

    /// A list of moves with comments.
    fn list(&self) -> Option<String> {
        let points = self.turns()?;
        let size = self.size();
        let result = self.result.map(|result| match result {
            GameResult::Win(side) if self.by_resignation => {
                format!("{} {BY_RESIGNATION}", side.name())
            }
            GameResult::Win(side) => side.name().to_string(),
            GameResult::Draw => "draw".to_string(),
        });
        let mut text = String::new();
        for (key, value) in [
            ("rule", self.rule.map(|rule| rule.name().to_string())),
            ("size", Some(format!("{}x{}", size.width(), size.height()))),
            ("black", self.player(Color::Black)),
            ("white", self.player(Color::White)),
            ("time", self.move_limit.map(move_limit_text)),
            ("result", result),
            ("program", self.program.as_deref().map(one_line)),
        ] {
            if let Some(value) = value {
                let _ = writeln!(text, "# {key}: {value}");
            }
        }
        if self.moves.iter().any(|played| played.time.is_some()) {
            text.push_str("# The times of the moves are not part of this list.\n");
        }
        for (number, turn) in (1..).zip(points.chunks(2)) {
            let _ = writeln!(text, "{number}. {}", line_names(turn, size));
        }
        Some(text)
    }
}

/// Adds a comment unless it is empty.
fn push_comment(text: &mut String, comment: &str) {
    if !comment.is_empty() {
        // Writing to a string cannot fail.
        let _ = write!(text, "C[{}]", escaped(comment));
    }
}

/// The nodes of a variation that begins with a move of `first`.
fn variation(first: Color, points: &[Point]) -> String {
    let turns = [first, !first].into_iter().cycle();
    let nodes = turns.zip(points).map(|(color, point)| node(color, *point));
    nodes.collect()
}

/// The node of a move.
fn node(color: Color, point: Point) -> String {
    format!(";{}[{}]", letter_of(color), letters(point))
}

/// A value of SGF with its special characters escaped.
fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace(']', "\\]")
}

/// The text on one line, without blanks around it.
fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split(|c: char| c.is_control()).collect();
    words.join(" ").trim().to_string()
}

/// The letter of a side in SGF.
fn letter_of(side: Color) -> char {
    match side {
        Color::Black => 'B',
        Color::White => 'W',
    }
}

/// The two letters of a point in SGF.
fn letters(point: Point) -> String {
    let letter = |n: u8| char::from(if n < 26 { b'a' + n } else { b'A' + n - 26 });
    [letter(point.x), letter(point.y)].iter().collect()
}
