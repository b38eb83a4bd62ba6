//! The records of a data file.
//!
//! All numbers are little-endian and unpadded. A file is a [`Header`] followed by
//! blocks; each block holds one [`GameRecord`] and is framed by
//! [`file`](super::file).
//!
//! **Header**, 64 bytes:
//!
//! | bytes | meaning |
//! |---|---|
//! | 8 | `GHKDATA` and a zero byte |
//! | 2 | format version, [`VERSION`] |
//! | 1 | rule, as numbered by [`Rule::index`] |
//! | 5 | zero |
//! | 4 | node limit of the searches that play the games |
//! | 4 | node limit of the searches that label the samples |
//! | 8 | seed |
//! | 32 | the engine that made the data (a commit, say), ASCII, padded with zeros |
//!
//! **Game**:
//!
//! | bytes | meaning |
//! |---|---|
//! | 8 | number of the game, from 0 |
//! | 1, 1 | width, height |
//! | 1 | winner: 0 white, 1 black, 2 none |
//! | 2 | plies of the opening, which no search chose |
//! | 2 | number of plies |
//! | 2 | number of samples |
//! | 2 each | the plies: x, y; 255, 255 is a pass |
//!
//! **Sample**, after the plies of its game:
//!
//! | bytes | meaning |
//! |---|---|
//! | 2 | number of plies of the game that lead to the sample |
//! | 1 | number `n` of plies inside the search that follow them; 0 for a position of the game |
//! | 1 | bit 0: black is to move; bit 1: a threat of the opponent must be answered |
//! | 2 n | those plies, as above |
//! | 2 | value for the side to move, signed |
//! | 2 | best move: x, y |
//! | 1 | depth of the search in plies, at most 255 |
//! | 4 | nodes of the search |
//!
//! Black makes the first ply, and the sides alternate, since a pass is a ply too.

use std::io;

use crate::types::{BoardSize, Color, Point, Rule};

/// A move or, if `None`, a pass.
pub type Ply = Option<Point>;

/// The version of the format.
pub const VERSION: u16 = 1;
/// Length of a header in bytes.
pub const HEADER_LEN: usize = 64;
/// Longest engine name in bytes.
pub const ENGINE_LEN: usize = 32;
/// The largest number of plies inside a search that a sample can have.
pub const MAX_SEARCH_PLIES: usize = u8::MAX as usize;

const MAGIC: [u8; 8] = *b"GHKDATA\0";
const PASS: [u8; 2] = [u8::MAX; 2];
const NO_WINNER: u8 = 2;
const BLACK_TO_MOVE: u8 = 1;
const MUST_ANSWER: u8 = 2;

/// How the data of a file was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The rule of all games.
    pub rule: Rule,
    /// Node limit of the searches that play the games.
    pub game_nodes: u32,
    /// Node limit of the searches that label the samples.
    pub label_nodes: u32,
    /// The seed of all random choices.
    pub seed: u64,
    /// The engine that made the data, at most [`ENGINE_LEN`] graphic ASCII characters.
    pub engine: String,
}

/// A self-play game with its samples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The number of the game within its file.
    pub number: u64,
    /// The board.
    pub size: BoardSize,
    /// The winner, if any.
    pub winner: Option<Color>,
    /// The number of plies of the opening, which are random.
    pub opening: usize,
    /// All plies.
    pub plies: Vec<Ply>,
    /// Searched positions of the game and of its searches.
    pub samples: Vec<Sample>,
}

/// A position with the result of a search that started there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The number of plies of the game that lead to the position.
    pub game_plies: usize,
    /// The plies inside a search that follow them; empty for a position of the game.
    pub search_plies: Vec<Ply>,
    /// The opponent has a threat that must be answered.
    pub must_answer: bool,
    /// The search's value for the side to move.
    pub value: i16,
    /// The move that the search chose.
    pub best: Point,
    /// The depth that the search completed.
    pub depth: u8,
    /// The nodes that it took.
    pub nodes: u32,
}

impl Sample {
    /// The side to move.
    pub fn side(&self) -> Color {
        side_after(self.game_plies + self.search_plies.len())
    }
}

/// The side to move after `plies` plies.
pub fn side_after(plies: usize) -> Color {
    if plies.is_multiple_of(2) {
        Color::Black
    } else {
        Color::White
    }
}

impl Header {
    /// The header as bytes.
    ///
    /// # Errors
    /// If the engine's name is too long or has characters that are not graphic ASCII.
    pub fn encode(&self) -> io::Result<[u8; HEADER_LEN]> {
        let name = self.engine.as_bytes();
        if name.len() > ENGINE_LEN || !name.iter().all(u8::is_ascii_graphic) {
            return Err(invalid("the engine's name is too long or not plain ASCII"));
        }
        let mut bytes = [0; HEADER_LEN];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..10].copy_from_slice(&VERSION.to_le_bytes());
        bytes[10] = self.rule.index() as u8;
        bytes[16..20].copy_from_slice(&self.game_nodes.to_le_bytes());
        bytes[20..24].copy_from_slice(&self.label_nodes.to_le_bytes());
        bytes[24..32].copy_from_slice(&self.seed.to_le_bytes());
        bytes[32..32 + name.len()].copy_from_slice(name);
        Ok(bytes)
    }

    /// Reads a header.
    ///
    /// # Errors
    /// If the bytes are not a header of this format and version.
    pub fn decode(bytes: &[u8; HEADER_LEN]) -> io::Result<Header> {
        let mut cursor = Cursor(bytes);
        if cursor.take()? != MAGIC {
            return Err(invalid("not a file of training data"));
        }
        let version = u16::from_le_bytes(cursor.take()?);
        if version != VERSION {
            return Err(invalid(&format!(
                "training data of version {version}; this program reads version {VERSION}"
            )));
        }
        let [rule, zeros @ ..] = cursor.take::<6>()?;
        let rule = Rule::ALL.get(usize::from(rule)).copied();
        let header = Header {
            rule: rule.ok_or_else(|| invalid("unknown rule"))?,
            game_nodes: u32::from_le_bytes(cursor.take()?),
            label_nodes: u32::from_le_bytes(cursor.take()?),
            seed: u64::from_le_bytes(cursor.take()?),
            engine: String::from_utf8_lossy(cursor.0)
                .trim_end_matches('\0')
                .to_string(),
        };
        if zeros != [0; 5] || header.encode()? != *bytes {
            return Err(invalid("damaged header"));
        }
        Ok(header)
    }
}

impl GameRecord {
    /// The game as the bytes of a block.
    ///
    /// # Panics
    /// If the game has more than 65,535 plies or samples, or a sample more than
    /// [`MAX_SEARCH_PLIES`] plies inside the search.
    pub fn encode(&self) -> Vec<u8> {
        let count = |n: usize| u16::try_from(n).expect("at most 65,535").to_le_bytes();
        let mut bytes = Vec::with_capacity(32 + 2 * self.plies.len() + 32 * self.samples.len());
        bytes.extend(self.number.to_le_bytes());
        bytes.extend([self.size.width(), self.size.height()]);
        bytes.push(self.winner.map_or(NO_WINNER, |color| color.index() as u8));
        bytes.extend(count(self.opening));
        bytes.extend(count(self.plies.len()));
        bytes.extend(count(self.samples.len()));
        bytes.extend(self.plies.iter().copied().flat_map(ply_bytes));
        for sample in &self.samples {
            let flags = (u8::from(sample.side() == Color::Black) * BLACK_TO_MOVE)
                | (u8::from(sample.must_answer) * MUST_ANSWER);
            bytes.extend(count(sample.game_plies));
            bytes.push(u8::try_from(sample.search_plies.len()).expect("at most 255"));
            bytes.push(flags);
            bytes.extend(sample.search_plies.iter().copied().flat_map(ply_bytes));
            bytes.extend(sample.value.to_le_bytes());
            bytes.extend([sample.best.x, sample.best.y, sample.depth]);
            bytes.extend(sample.nodes.to_le_bytes());
        }
        bytes
    }

    /// Reads the bytes of a block.
    ///
    /// Checks that every stone is placed on an empty point, that every sample follows plies of the
    /// game, and that its best move is an empty point.
    ///
    /// # Errors
    /// If the bytes are not such a game.
    pub fn decode(bytes: &[u8]) -> io::Result<GameRecord> {
        let mut cursor = Cursor(bytes);
        let number = u64::from_le_bytes(cursor.take()?);
        let [width, height, winner] = cursor.take()?;
        let size = BoardSize::new(width.into(), height.into());
        let opening = cursor.count()?;
        let (plies, samples) = (cursor.count()?, cursor.count()?);
        let mut record = GameRecord {
            number,
            size: size.ok_or_else(|| invalid("impossible board size"))?,
            winner: match winner {
                0 => Some(Color::White),
                1 => Some(Color::Black),
                NO_WINNER => None,
                _ => return Err(invalid("impossible winner")),
            },
            opening,
            plies: cursor.plies(plies)?,
            samples: Vec::with_capacity(samples),
        };
        for _ in 0..samples {
            record.samples.push(cursor.sample()?);
        }
        if !cursor.0.is_empty() {
            return Err(invalid("data after the last sample"));
        }
        record.check()?;
        Ok(record)
    }

    /// Checks that the plies and samples are possible.
    fn check(&self) -> io::Result<()> {
        if self.opening > self.plies.len() || !self.playable(&self.plies) {
            return Err(invalid("impossible plies"));
        }
        let possible = self.samples.iter().all(|sample| {
            self.plies.get(..sample.game_plies).is_some_and(|before| {
                let after = sample.search_plies.iter().copied();
                let line = before.iter().copied().chain(after);
                let line: Vec<Ply> = line.chain([Some(sample.best)]).collect();
                self.playable(&line)
            })
        });
        possible
            .then_some(())
            .ok_or_else(|| invalid("impossible sample"))
    }

    /// True if every stone is placed on an empty point of the board.
    fn playable(&self, plies: &[Ply]) -> bool {
        let mut rows = [0u32; BoardSize::MAX as usize];
        plies.iter().flatten().all(|point| {
            let on_board = self.size.contains(*point);
            on_board && {
                let (row, bit) = (&mut rows[usize::from(point.y)], 1 << point.x);
                let empty = *row & bit == 0;
                *row |= bit;
                empty
            }
        })
    }
}

fn ply_bytes(ply: Ply) -> [u8; 2] {
    ply.map_or(PASS, |point| [point.x, point.y])
}

/// An error about the contents of a file.
pub(super) fn invalid(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what.to_string())
}

/// The bytes that remain to be decoded.
struct Cursor<'a>(&'a [u8]);

impl Cursor<'_> {
    fn take<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let (taken, rest) = self
            .0
            .split_first_chunk()
            .ok_or_else(|| invalid("a record ends too early"))?;
        self.0 = rest;
        Ok(*taken)
    }

    fn count(&mut self) -> io::Result<usize> {
        Ok(u16::from_le_bytes(self.take()?).into())
    }

    fn plies(&mut self, count: usize) -> io::Result<Vec<Ply>> {
        let ply = |bytes: [u8; 2]| (bytes != PASS).then(|| Point::new(bytes[0], bytes[1]));
        (0..count).map(|_| Ok(ply(self.take()?))).collect()
    }

    fn sample(&mut self) -> io::Result<Sample> {
        let game_plies = self.count()?;
        let [inside, flags] = self.take()?;
        let search_plies = self.plies(inside.into())?;
        let value = i16::from_le_bytes(self.take()?);
        let [x, y, depth] = self.take()?;
        let sample = Sample {
            game_plies,
            search_plies,
            must_answer: flags & MUST_ANSWER != 0,
            value,
            best: Point::new(x, y),
            depth,
            nodes: u32::from_le_bytes(self.take()?),
        };
        let black = flags & BLACK_TO_MOVE != 0;
        if flags > (BLACK_TO_MOVE | MUST_ANSWER) || black != (sample.side() == Color::Black) {
            return Err(invalid("impossible flags"));
        }
        Ok(sample)
    }
}
