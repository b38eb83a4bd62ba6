//! The file format of self-play games.
//!
//! A file is a sequence of games, little-endian and without padding:
//!
//! | bytes | meaning |
//! |---|---|
//! | 1 | rule, as numbered by [`Rule::index`] |
//! | 1, 1 | width, height |
//! | 1 | result for black: 0 loss, 1 draw, 2 win |
//! | 1 | number of stones of the opening, which were not searched |
//! | 2 | number `n` of stones |
//! | 4 n | each stone's x, y (1 byte each) and the value of the search that chose it, for its player (2 bytes, signed; 0 in the opening) |
//!
//! Black plays first. A game that ended with a proved win or loss does not contain the position of
//! the proof, because no stone follows it.

use std::io::{self, Read, Write};

use crate::types::{BoardSize, Color, Point, Rule, Score};

/// A game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The rule.
    pub rule: Rule,
    /// The size of the board.
    pub size: BoardSize,
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// Number of stones of the opening.
    pub opening: usize,
    /// Each stone with the value of the search that chose it, for its player; 0 in the
    /// opening.
    pub moves: Vec<(Point, Score)>,
}

impl Record {
    /// Writes the game.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let result: u8 = match self.winner {
            Some(Color::Black) => 2,
            Some(Color::White) => 0,
            None => 1,
        };
        let (width, height) = (self.size.width(), self.size.height());
        out.write_all(&[self.rule.index() as u8, width, height, result])?;
        out.write_all(&[self.opening as u8])?;
        out.write_all(&(self.moves.len() as u16).to_le_bytes())?;
        for (point, value) in &self.moves {
            out.write_all(&[point.x, point.y])?;
            out.write_all(&(*value as i16).to_le_bytes())?;
        }
        Ok(())
    }

    /// Reads the next game; `None` at the end of the file.
    ///
    /// # Errors
    /// If reading fails or the data are not a game.
    pub fn read(input: &mut dyn Read) -> io::Result<Option<Record>> {
        let mut head = [0u8; 7];
        if input.read(&mut head[..1])? == 0 {
            return Ok(None);
        }
        input.read_exact(&mut head[1..])?;
        let bad = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_string());
        let rule = Rule::ALL.get(head[0] as usize).copied();
        let mut record = Record {
            rule: rule.ok_or_else(|| bad("no such rule"))?,
            size: BoardSize::new(head[1].into(), head[2].into())
                .ok_or_else(|| bad("no such size"))?,
            winner: match head[3] {
                0 => Some(Color::White),
                1 => None,
                2 => Some(Color::Black),
                _ => return Err(bad("no such result")),
            },
            opening: head[4] as usize,
            moves: Vec::new(),
        };
        for _ in 0..u16::from_le_bytes([head[5], head[6]]) {
            let mut stone = [0u8; 4];
            input.read_exact(&mut stone)?;
            let point = Point::new(stone[0], stone[1]);
            if !record.size.contains(point) {
                return Err(bad("a stone off the board"));
            }
            let value = i16::from_le_bytes([stone[2], stone[3]]);
            record.moves.push((point, value.into()));
        }
        Ok(Some(record))
    }
}
